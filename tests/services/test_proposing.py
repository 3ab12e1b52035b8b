"""A new source beside a person's text: what nobody touched follows, what somebody touched waits."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from postings import conditions, selectors
from postings.models import AuditEntry, CareerSite, NormalizationRun, Posting, Proposal, Revision
from postings.services import drafting, editing, normalizing, proposing
from postings.services.errors import Conflict, NotAllowed, NotFound, StaleRevision
from tests.services.story import bodies, normalized

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_normalizer", "sent_runs")]

COOK = b"about: A small kitchen\nresponsibilities: Cook lunch\nbenefits: Free meals\npay: 20 EUR an hour"
RAISED = COOK.replace(b"20 EUR", b"22 EUR").replace(b"Free meals", b"Free meals and a bicycle")
MINE = "<p>20 EUR an hour, paid weekly</p>"


@pytest.fixture
def posting(site: CareerSite, small_normalizer: None, sent_runs: list[int], editor: User) -> Posting:
    """Somebody has edited the pay."""
    posting = normalized(site, COOK, reference="C")
    editing.save_sections(posting_id=posting.pk, base_number=1, bodies={"pay": MINE}, actor=editor)
    return posting


def resent(posting: Posting, data: bytes) -> Posting:
    return normalized(posting.site, data, reference="C")


def waiting(posting: Posting) -> list[str]:
    return list(Proposal.objects.open().filter(posting=posting).values_list("kind", flat=True))


def test_untouched_sections_follow_and_edited_ones_wait(posting: Posting) -> None:
    posting = resent(posting, RAISED)
    head = posting.head
    assert (head.number, head.origin, head.action, head.author) == (3, "merge", "source_advanced", None)
    assert head.note == "Follows the source: Benefits"
    assert bodies(head)["benefits"] == "<p>Free meals and a bicycle</p>"
    assert bodies(head)["pay"] == MINE
    assert waiting(posting) == ["pay"]
    assert NormalizationRun.objects.newest_first().first().outcome == "proposal"
    assert Posting.objects.with_proposal().get().has_proposal


def test_a_proposal_shows_what_the_source_and_what_the_person_changed(posting: Posting) -> None:
    (view,) = selectors.open_proposals(resent(posting, RAISED))
    assert (view.base, view.mine, view.theirs) == ("<p>20 EUR an hour</p>", MINE, "<p>22 EUR an hour</p>")
    assert [span.text for span in view.source_change.blocks[0].spans if span.status == "added"] == ["22"]
    assert [span.text for span in view.my_change.blocks[0].spans if span.status == "added"] == [", paid weekly"]


def test_accepting_takes_the_new_section_as_it_is(posting: Posting, editor: User) -> None:
    posting = resent(posting, RAISED)
    proposal = Proposal.objects.open().get()
    revision = proposing.accept_section(proposal_id=proposal.pk, base_number=3, actor=editor)
    assert (revision.origin, revision.action, revision.author) == ("merge", "proposal_accepted", editor)
    assert revision.section("pay") == proposal.theirs
    assert waiting(posting) == []
    assert NormalizationRun.objects.newest_first().first().outcome == "revision"
    with pytest.raises(Conflict) as refusal:
        proposing.keep_section(proposal_id=proposal.pk, actor=editor)
    assert refusal.value.code == "proposal_decided"


def test_keeping_changes_no_text_and_the_same_is_not_proposed_again(posting: Posting, editor: User) -> None:
    posting = resent(posting, RAISED)
    proposing.keep_section(proposal_id=Proposal.objects.open().get().pk, actor=editor)
    posting = resent(posting, RAISED + b"\ndrop: Apply")
    assert (posting.head_number, waiting(posting)) == (3, [])
    posting = resent(posting, RAISED.replace(b"22 EUR", b"23 EUR"))
    assert waiting(posting) == ["pay"]
    assert Proposal.objects.open().get().base.html == "<p>22 EUR an hour</p>"


def test_merging_writes_the_editors_text_with_both_origins(posting: Posting, editor: User) -> None:
    posting = resent(posting, RAISED)
    run = NormalizationRun.objects.newest_first().first()
    body = "<p>22 EUR an hour, paid weekly</p>"
    revision = proposing.merge_section(
        proposal_id=Proposal.objects.open().get().pk, base_number=3, body=body, actor=editor
    )
    assert (revision.origin, revision.run, bodies(revision)["pay"]) == ("merge", run, body)
    assert revision.section("pay").blocks[0]["edited_by"] == editor.pk
    assert Proposal.objects.get(kind="pay").status == "merged"


def test_a_merge_that_is_refused_is_kept_as_a_draft(posting: Posting, editor: User) -> None:
    resent(posting, RAISED)
    with pytest.raises(StaleRevision):
        proposing.merge_section(
            proposal_id=Proposal.objects.open().get().pk, base_number=2, body="<p>21</p>", actor=editor
        )
    draft = drafting.draft_for(posting_id=posting.pk, actor=editor)
    assert draft is not None
    assert draft.bodies == {"pay": "<p>21</p>"}
    assert waiting(posting) == ["pay"]


def test_a_source_that_changes_again_is_held_against_what_the_person_knew(posting: Posting) -> None:
    resent(posting, RAISED)
    posting = resent(posting, RAISED.replace(b"22 EUR", b"25 EUR"))
    (view,) = selectors.open_proposals(posting)
    assert (view.base, view.theirs) == ("<p>20 EUR an hour</p>", "<p>25 EUR an hour</p>")
    assert sorted(Proposal.objects.values_list("status", flat=True)) == ["open", "superseded"]


def test_a_source_that_turns_back_asks_nothing_any_more(posting: Posting) -> None:
    resent(posting, RAISED)
    posting = resent(posting, COOK + b"\ndrop: Apply")
    assert waiting(posting) == []
    assert bodies(posting.head)["benefits"] == "<p>Free meals</p>"


def test_a_source_that_says_what_the_person_said_is_no_question(posting: Posting) -> None:
    posting = resent(posting, COOK.replace(b"an hour", b"an hour, paid weekly"))
    assert (posting.head_number, waiting(posting)) == (2, [])


def test_sections_that_come_and_go_are_proposed_too(posting: Posting, editor: User) -> None:
    editing.save_sections(posting_id=posting.pk, base_number=2, bodies={"benefits": ""}, actor=editor)
    without_pay = COOK.replace(b"\npay: 20 EUR an hour", b"\nskills: Knives").replace(b"Free meals", b"Free tea")
    posting = resent(posting, without_pay)
    assert bodies(posting.head)["skills"] == "<p>Knives</p>"
    assert sorted(waiting(posting)) == ["benefits", "pay"]
    pay = Proposal.objects.open().get(kind="pay")
    assert pay.theirs is None
    revision = proposing.accept_section(proposal_id=pay.pk, base_number=posting.head_number, actor=editor)
    assert revision.section("pay") is None


def test_all_can_be_declined_at_once(posting: Posting, editor: User, viewer: User) -> None:
    posting = resent(posting, RAISED)
    with pytest.raises(NotAllowed):
        proposing.decline_all(posting_id=posting.pk, actor=viewer)
    assert proposing.decline_all(posting_id=posting.pk, actor=editor) == 1
    assert proposing.decline_all(posting_id=posting.pk, actor=editor) == 0
    assert AuditEntry.objects.filter(action="proposal.kept").count() == 1


def test_deciding_needs_the_right_and_a_proposal(posting: Posting, viewer: User, editor: User) -> None:
    resent(posting, RAISED)
    proposal = Proposal.objects.open().get()
    decisions: list[Any] = [
        lambda who, pk: proposing.accept_section(proposal_id=pk, base_number=3, actor=who),
        lambda who, pk: proposing.keep_section(proposal_id=pk, actor=who),
        lambda who, pk: proposing.merge_section(proposal_id=pk, base_number=3, body="<p>x</p>", actor=who),
    ]
    for decide in decisions:
        with pytest.raises(NotAllowed):
            decide(viewer, proposal.pk)
        with pytest.raises(NotFound):
            decide(editor, 4711)


def test_a_newer_normalizer_is_run_over_chosen_postings_and_proposes_beside_a_person(
    posting: Posting, editor: User, viewer: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine_only = normalized(posting.site, COOK, reference="D")
    ids = [posting.pk, machine_only.pk]
    assert normalizing.rerun_postings(posting_ids=ids, actor=editor).current == ids
    for module in (normalizing, conditions):
        monkeypatch.setattr(module, "NORMALIZER_VERSION", "next")
    normalize = normalizing.normalize

    def newer(source: Any, facts: Any) -> Any:
        return normalize(type(source)(RAISED, source.media_type, source.name, source.address), facts)

    monkeypatch.setattr(normalizing, "normalize", newer)
    assert set(normalizing.rerun_postings(posting_ids=ids, actor=viewer).refused) == set(ids)
    assert normalizing.rerun_postings(posting_ids=ids, actor=editor).queued == ids
    for run in NormalizationRun.objects.filter(normalizer_version="next"):
        normalizing.perform_run(run_id=run.pk)
    machine_only.refresh_from_db()
    posting.refresh_from_db()
    assert (machine_only.head.origin, bodies(machine_only.head)["pay"]) == ("normalizer", "<p>22 EUR an hour</p>")
    assert (bodies(posting.head)["pay"], waiting(posting)) == (MINE, ["pay"])
    assert Revision.objects.filter(posting=posting, origin="normalizer").count() == 1
