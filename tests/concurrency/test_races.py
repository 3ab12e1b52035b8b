"""Many hands at one moment: nothing is lost in silence, nothing is done twice."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from postings import dispatch
from postings.models import (
    AuditEntry,
    CareerSite,
    NormalizationRun,
    OutboxEvent,
    Posting,
    Publication,
    Revision,
    Section,
    Source,
)
from postings.services import editing, normalizing, publishing
from postings.services.errors import StaleRevision
from tests.concurrency.races import failures, race
from tests.services.story import NURSE, NURSE_WITH_MORE_PAY, normalized, receive

pytestmark = [
    pytest.mark.needs_postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("small"),
]

WRITERS = 8


@pytest.fixture
def editor(groups: None, editor: User) -> User:
    return editor


@pytest.fixture
def posting(small: None, site: CareerSite) -> Posting:
    return normalized(site, reference="A")


def save(posting: Posting, actor: User, base: int, text: str, kind: str = "pay") -> Revision:
    bodies = {kind: f"<p>{text}</p>"}
    return editing.save_sections(posting_id=posting.pk, base_number=base, bodies=bodies, actor=actor)


def test_of_two_saves_from_one_base_exactly_one_wins(posting: Posting, editor: User) -> None:
    results = race(lambda: save(posting, editor, 1, "25"), lambda: save(posting, editor, 1, "26", "skills"))
    assert [type(failure) for failure in failures(results)] == [StaleRevision]
    assert failures(results)[0].current == 2  # type: ignore[attr-defined]
    assert list(Revision.objects.order_by("number").values_list("number", flat=True)) == [1, 2]


def test_without_row_locks_the_swap_alone_lets_one_save_win(
    posting: Posting, editor: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(editing.revising, "lock_posting", lambda pk: Posting.objects.get(pk=pk))
    results = race(*(lambda name=name: save(posting, editor, 1, f"{name} EUR") for name in range(WRITERS)))
    assert [type(failure) for failure in failures(results)] == [StaleRevision] * (WRITERS - 1)
    assert Revision.objects.count() == 2


def test_eight_writers_lose_nothing_in_silence(posting: Posting, editor: User) -> None:
    """Each adds its line to what it has read, and tries again when it is told that it was not the first."""

    def write(name: int) -> int:
        refusals = 0
        for line in range(3):
            while True:
                head = Posting.objects.select_related("head").get(pk=posting.pk).head
                text = head.section("pay").html.removeprefix("<p>").removesuffix("</p>")
                try:
                    save(posting, editor, head.number, f"{text} w{name}-{line}.")
                    break
                except StaleRevision:
                    refusals += 1
        return refusals

    results = race(*(lambda name=name: write(name) for name in range(WRITERS)))
    assert failures(results) == []
    posting.refresh_from_db()
    assert posting.head_number == 1 + 3 * WRITERS
    words = posting.head.section("pay").html.removeprefix("<p>").removesuffix("</p>").split()
    assert sorted(words[4:]) == sorted(f"w{name}-{line}." for name in range(WRITERS) for line in range(3))
    assert Section.objects.filter(kind="pay").count() == posting.head_number


def test_two_publishers_at_once_make_one_live_row_and_one_event(posting: Posting, publisher: User) -> None:
    results = race(
        *[lambda: publishing.publish(posting_id=posting.pk, site_id=posting.site_id, actor=publisher)] * WRITERS
    )
    assert failures(results) == []
    assert {publication.pk for publication in results} == {Publication.objects.get().pk}
    assert OutboxEvent.objects.count() == 1
    assert AuditEntry.objects.filter(action="posting.published").count() == 1


def test_the_constraint_alone_stops_a_second_publisher(
    posting: Posting, publisher: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a database that has no row locks."""
    monkeypatch.setattr(publishing.revising, "lock_posting", lambda pk: Posting.objects.get(pk=pk))
    results = race(
        *[lambda: publishing.publish(posting_id=posting.pk, site_id=posting.site_id, actor=publisher)] * WRITERS
    )
    assert failures(results) == []
    assert OutboxEvent.objects.count() == Publication.objects.count() == 1


def test_taking_down_twice_at_once_is_told_once(posting: Posting, publisher: User) -> None:
    where = {"posting_id": posting.pk, "site_id": posting.site_id, "actor": publisher}
    publishing.publish(**where)
    results = race(*[lambda: publishing.unpublish(**where)] * 4)
    assert failures(results) == []
    assert results.count(None) == 3
    assert OutboxEvent.objects.filter(kind="posting.unpublished").count() == 1


def test_publishing_what_was_looked_at_races_with_a_save(posting: Posting, editor: User, publisher: User) -> None:
    results = race(
        lambda: save(posting, editor, 1, "26"),
        lambda: publishing.publish(posting_id=posting.pk, site_id=posting.site_id, actor=publisher, base_number=1),
    )
    assert all(isinstance(failure, StaleRevision) for failure in failures(results))
    assert not Publication.objects.exclude(revision__number=1).exists(), "nothing unseen went out"


def test_a_doubled_delivery_at_one_moment_gives_one_revision(site: CareerSite) -> None:
    run = receive(site).run
    results = race(*[lambda: normalizing.perform_run(run_id=run.pk)] * WRITERS)
    assert failures(results) == []
    run.refresh_from_db()
    assert (run.state, run.attempts) == ("succeeded", 1)
    assert Revision.objects.count() == 1


def test_an_editor_and_the_machine_at_one_moment_do_not_overwrite_each_other(posting: Posting, editor: User) -> None:
    run = receive(posting.site, NURSE_WITH_MORE_PAY, reference="A").run
    results = race(lambda: save(posting, editor, 1, "Ask us"), lambda: normalizing.perform_run(run_id=run.pk))
    run.refresh_from_db()
    posting.refresh_from_db()
    if failures(results):
        assert [type(failure) for failure in failures(results)] == [StaleRevision]
        assert (run.outcome, posting.head.origin) == ("revision", "normalizer")
    else:
        assert (run.outcome, posting.head.origin) == ("proposal", "editor")
    assert posting.head_number == 2


def test_one_source_sent_by_many_at_once_is_one_posting_one_source_one_run(site: CareerSite) -> None:
    results = race(*[lambda: receive(site, reference="B")] * WRITERS)
    assert failures(results) == []
    assert [result.is_new for result in results].count(True) == 1
    assert (Posting.objects.count(), Source.objects.count(), NormalizationRun.objects.count()) == (1, 1, 1)


def test_many_postings_of_one_title_at_once_get_their_own_slugs(site: CareerSite) -> None:
    results = race(*[lambda: receive(site, title="Driver")] * WRITERS)
    assert failures(results) == []
    assert Posting.objects.values("slug").distinct().count() == WRITERS


def test_first_results_of_one_title_at_once_keep_their_own_slugs(site: CareerSite) -> None:
    runs = [receive(site, NURSE + b"\npay: plus %d" % number, name=f"file {number}").run for number in range(4)]
    results = race(*(lambda run=run: normalizing.perform_run(run_id=run.pk) for run in runs))
    assert failures(results) == []
    assert [run.state for run in NormalizationRun.objects.all()] == ["succeeded"] * 4
    assert Posting.objects.values("slug").distinct().count() == 4


def test_two_sweepers_queue_a_lost_run_once(site: CareerSite) -> None:
    receive(site)
    NormalizationRun.objects.update(queued_at=timezone.now() - timedelta(days=1))
    results = race(*[lambda: normalizing.requeue_lost(now=timezone.now())] * 4)
    assert sum(results) == 1


def test_many_senders_send_every_event_once(posting: Posting, publisher: User) -> None:
    now = timezone.now()
    OutboxEvent.objects.bulk_create(
        OutboxEvent(kind=f"test.{number}", cause=OutboxEvent().event_id, created_at=now) for number in range(200)
    )
    results = race(*[lambda: sum(dispatch.dispatch_outbox(now=now, limit=20) for _ in range(11))] * 4)
    assert failures(results) == []
    assert sum(results) == 200
    assert set(OutboxEvent.objects.values_list("attempts", flat=True)) == {1}
