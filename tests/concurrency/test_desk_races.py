"""Races at the desk, on PostgreSQL with real threads: whoever loses is told, and has both texts."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from postings import selectors
from postings.models import (
    AuditEntry,
    CareerSite,
    Draft,
    OutboxEvent,
    Posting,
    Proposal,
    Publication,
    PublicationFacet,
    Review,
    Revision,
    Section,
    SectionLock,
    SiteChanges,
)
from postings.services import drafting, editing, normalizing, placing, presence, proposing, publishing, reviewing
from postings.services.errors import Conflict, StaleNames, StaleRevision
from tests.concurrency.races import failures, race
from tests.services.story import NAMES, NURSE_WITH_MORE_PAY, bodies, make_person, normalized, receive

pytestmark = [
    pytest.mark.needs_postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("small"),
]

WRITERS, SAVES = 8, 25


@pytest.fixture
def people(groups: None) -> list[User]:
    return [make_person(f"editor{number}", "Editor") for number in range(WRITERS)]


@pytest.fixture
def posting(small: None, site: CareerSite) -> Posting:
    return normalized(site, reference="A")


def save(posting: Posting, actor: User, base: int, text: str, kind: str = "pay") -> Revision:
    body = {kind: f"<p>{text}</p>"}
    return editing.save_sections(posting_id=posting.pk, base_number=base, bodies=body, actor=actor)


def test_of_two_saves_one_wins_and_the_other_gets_both_texts(posting: Posting, people: list[User]) -> None:
    results = race(*(lambda who=who: save(posting, who, 1, f"By {who.username}") for who in people[:2]))
    assert [type(failure) for failure in failures(results)] == [StaleRevision]
    loser = people[[isinstance(result, StaleRevision) for result in results].index(True)]
    winner = next(who for who in people[:2] if who != loser)
    page = selectors.conflict_page(posting.pk, loser)
    assert page is not None
    (pay,) = [section for section in page.merge.sections if section.kind == "pay"]
    assert (pay.mine, pay.theirs) == (f"<p>By {loser.username}</p>", f"<p>By {winner.username}</p>")
    assert Draft.objects.filter(editor=winner).count() == 0


def test_eight_writers_with_25_saves_each_lose_nothing_in_silence(posting: Posting, people: list[User]) -> None:
    """Each save is tried once on the newest base that its writer knows: it stands in the history or in a refusal."""

    def write(who: User) -> list[str]:
        lost = []
        for number in range(SAVES):
            base = Posting.objects.get(pk=posting.pk).head_number
            text = f"{who.username} writes line {number}"
            try:
                save(posting, who, base, text)
            except StaleRevision:
                draft = drafting.draft_for(posting_id=posting.pk, actor=who)
                assert draft is not None
                assert draft.bodies == {"pay": f"<p>{text}</p>"}
                lost.append(text)
        return lost

    results = race(*(lambda who=who: write(who) for who in people))
    assert failures(results) == []
    refused = {text for lost in results for text in lost}
    written = {
        html.removeprefix("<p>").removesuffix("</p>")
        for html in Section.objects.filter(kind="pay", version__gt=1).values_list("html", flat=True)
    }
    everything = {f"{who.username} writes line {number}" for who in people for number in range(SAVES)}
    assert refused | written == everything
    assert not refused & written
    posting.refresh_from_db()
    assert posting.head_number == 1 + len(written)
    numbers = Revision.objects.order_by("number").values_list("number", flat=True)
    assert list(numbers) == list(range(1, posting.head_number + 1))


def test_two_who_move_one_block_leave_it_in_one_place(posting: Posting, people: list[User]) -> None:
    targets = ["skills", "benefits"]
    results = race(
        *(
            lambda who=who, kind=kind: placing.place_block(
                posting_id=posting.pk, base_number=1, block="2", section=kind, actor=who
            )
            for who, kind in zip(people, targets, strict=False)
        )
    )
    assert [type(failure) for failure in failures(results)] == [StaleRevision]
    posting.refresh_from_db()
    holding = [kind for kind, html in bodies(posting.head).items() if "Look after patients" in html]
    assert len(holding) == 1
    assert holding[0] in targets


def test_a_reimport_during_an_edit_overwrites_nothing(posting: Posting, people: list[User]) -> None:
    run = receive(posting.site, NURSE_WITH_MORE_PAY, reference="A").run
    save(posting, people[0], 1, "Patients and their families", "responsibilities")
    results = race(
        lambda: save(posting, people[0], 2, "24 EUR an hour and a room"),
        lambda: normalizing.perform_run(run_id=run.pk),
    )
    posting.refresh_from_db()
    text = bodies(posting.head)
    assert text["responsibilities"] == "<p>Patients and their families</p>"
    if failures(results):  # the source came first: the pay followed it, and the edit is a draft
        assert [type(failure) for failure in failures(results)] == [StaleRevision]
        assert text["pay"] == "<p>26 EUR an hour</p>"
        assert Draft.objects.get().bodies == {"pay": "<p>24 EUR an hour and a room</p>"}
    else:
        assert text["pay"] == "<p>24 EUR an hour and a room</p>"
        assert Proposal.objects.open().get().theirs.html == "<p>26 EUR an hour</p>"


@pytest.mark.parametrize(
    "where_it_fails", ["changes.next_number", "_keep", "filters.facets", "_tell", "journal.announce"]
)
def test_a_publish_that_fails_midway_leaves_everything_as_it_was(
    where_it_fails: str, posting: Posting, people: list[User], publisher: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = {"posting_id": posting.pk, "site_id": posting.site_id, "actor": publisher}
    live = publishing.publish(**where)
    save(posting, people[0], 1, "30 EUR an hour")
    told = (Publication, PublicationFacet, SiteChanges, AuditEntry, OutboxEvent, Posting)
    before = [list(table.objects.order_by("pk").values()) for table in told]

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("in the middle of it")

    with monkeypatch.context() as patched:
        module, _, name = where_it_fails.rpartition(".")
        patched.setattr(getattr(publishing, module) if module else publishing, name, broken)
        with pytest.raises(RuntimeError):
            publishing.publish(**where)
    assert [list(table.objects.order_by("pk").values()) for table in told] == before
    assert Publication.objects.live().get() == live
    assert publishing.publish(**where).revision.number == 2


def test_two_publishes_at_once_make_one_live_row_and_one_event(posting: Posting, publisher: User) -> None:
    where = {"posting_id": posting.pk, "site_id": posting.site_id, "actor": publisher}
    results = race(*[lambda: publishing.publish(**where)] * 2)
    assert failures(results) == []
    assert Publication.objects.live().count() == Publication.objects.count() == 1
    assert OutboxEvent.objects.filter(kind="posting.published").count() == 1


def test_a_proposal_is_decided_once(posting: Posting, people: list[User]) -> None:
    save(posting, people[0], 1, "24 EUR an hour and a room")
    normalized(posting.site, NURSE_WITH_MORE_PAY, reference="A")
    proposal = Proposal.objects.open().get()
    results = race(
        *(lambda who=who: proposing.keep_section(proposal_id=proposal.pk, actor=who) for who in people[:4]),
        *(
            lambda who=who: proposing.accept_section(proposal_id=proposal.pk, base_number=2, actor=who)
            for who in people[4:]
        ),
    )
    assert len(failures(results)) == WRITERS - 1
    assert {type(failure) for failure in failures(results)} <= {Conflict, StaleRevision}
    proposal.refresh_from_db()
    assert proposal.status in ("kept", "accepted")


def test_one_request_and_one_answer_however_many_press_the_button(posting: Posting, people: list[User]) -> None:
    asked = race(
        *(
            lambda who=who: reviewing.request_review(posting_id=posting.pk, base_number=1, actor=who)
            for who in people[:4]
        )
    )
    assert [type(failure) for failure in failures(asked)] == [Conflict] * 3
    deciders = [make_person(f"publisher{number}", "Publisher") for number in range(4)]
    decided = race(
        *(lambda who=who: reviewing.approve(posting_id=posting.pk, base_number=1, actor=who) for who in deciders)
    )
    assert [type(failure) for failure in failures(decided)] == [Conflict] * 3
    assert Review.objects.get().decision == "approved"


def test_of_two_who_rename_one_wins_and_the_others_words_are_kept(posting: Posting, people: list[User]) -> None:
    def rename(who: User) -> Posting:
        return editing.rename_posting(
            posting_id=posting.pk, title=f"Nurse of {who.username}", company="Ward House", was=NAMES, actor=who
        )

    results = race(*(lambda who=who: rename(who) for who in people[:2]))
    assert [type(failure) for failure in failures(results)] == [StaleNames]
    loser = people[[isinstance(result, StaleNames) for result in results].index(True)]
    posting.refresh_from_db()
    assert posting.title != f"Nurse of {loser.username}"
    assert Draft.objects.get().title == f"Nurse of {loser.username}"


def test_a_section_is_held_by_one_and_presence_is_one_row_each(posting: Posting, people: list[User]) -> None:
    held = race(
        *(lambda who=who: presence.take_section(posting_id=posting.pk, kind="pay", actor=who) for who in people)
    )
    assert [type(failure) for failure in failures(held)] == [Conflict] * (WRITERS - 1)
    assert SectionLock.objects.count() == 1
    seen = race(*[lambda: presence.see(posting_id=posting.pk, actor=people[0])] * 4)
    assert failures(seen) == []


def test_two_pages_of_one_editor_keep_one_draft(posting: Posting, people: list[User]) -> None:
    def keep(text: str) -> object:
        return drafting.save_draft(
            posting_id=posting.pk, base_number=1, bodies={"pay": f"<p>{text}</p>"}, actor=people[0]
        )

    assert failures(race(*(lambda text=text: keep(text) for text in "abcd"))) == []
    assert Draft.objects.count() == 1
