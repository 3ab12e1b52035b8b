"""A run is done once, whatever is delivered; the machine moves the head only while the head is the machine's."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import OperationalError
from django.utils import timezone

from postings.models import AuditEntry, CareerSite, NormalizationRun, Posting, Revision, Section
from postings.normalizer.model import Source
from postings.services import editing, naming, normalizing
from postings.services.errors import Conflict, NotAllowed
from tests.services import story
from tests.services.story import NAMES, NURSE, NURSE_WITH_MORE_PAY, bodies, normalized, receive

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_normalizer")]


def again(run: NormalizationRun) -> NormalizationRun:
    run.refresh_from_db()
    return run


def actions(posting: Posting) -> list[str]:
    return list(AuditEntry.objects.filter(posting=posting).order_by("id").values_list("action", flat=True))


def age(run: NormalizationRun) -> None:
    """Make a run look as if its worker or message was lost."""
    long_ago = timezone.now() - timedelta(seconds=settings.POSTWRIGHT_RUN_LOST_AFTER_SECONDS + 1)
    started_at = long_ago if run.started_at else None
    NormalizationRun.objects.filter(pk=run.pk).update(queued_at=long_ago, started_at=started_at)


def claim(run: NormalizationRun) -> NormalizationRun:
    """What a worker does first, and last if it dies then."""
    claimed = normalizing._claim(run.pk)
    assert claimed is not None
    return claimed


def test_a_run_makes_the_first_revision_with_its_ledger(site: CareerSite) -> None:
    posting = normalized(site)
    run = NormalizationRun.objects.get()
    assert (run.state, run.outcome, run.attempts) == ("succeeded", "revision", 1)
    assert [entry.get("section") or entry["reason"] for entry in run.ledger] == [
        "title", "metadata", "responsibilities", "pay", "call_to_action",
    ]  # fmt: skip
    assert (posting.head_number, posting.head.origin, posting.head.run) == (1, "normalizer", run)
    assert bodies(posting.head) == {"responsibilities": "<p>Look after patients</p>", "pay": "<p>24 EUR an hour</p>"}
    assert actions(posting) == ["source.received", "run.queued", "run.succeeded"]


def test_each_piece_of_a_section_knows_its_block_of_the_source(site: CareerSite) -> None:
    head = normalized(site).head
    nobody = {"written_by": None, "edited_by": None}
    assert head.section("pay").blocks == [{"html": "<p>24 EUR an hour</p>", "block": "3", "run": head.run.pk, **nobody}]


def test_found_names_replace_the_placeholder_and_its_slug(site: CareerSite) -> None:
    posting = normalized(site, name="upload-7.txt")
    assert (posting.title, posting.title_origin, posting.company) == ("Nurse", "found", "Ward House")
    assert posting.slug == "nurse"


def test_stated_names_stand_above_found_ones(site: CareerSite) -> None:
    posting = normalized(site, facts={"title": "Night nurse", "company": "The Ward"})
    assert (posting.title, posting.company, posting.slug) == ("Night nurse", "The Ward", "night-nurse")


def test_a_doubled_delivery_leaves_one_revision(site: CareerSite) -> None:
    run = receive(site).run
    for _ in range(3):
        normalizing.perform_run(run_id=run.pk)
    assert Revision.objects.count() == 1
    assert again(run).attempts == 1


def test_a_run_that_is_gone_is_left_alone(db: None) -> None:
    normalizing.perform_run(run_id=4711)


def test_a_late_worker_whose_run_was_given_to_another_stores_nothing(
    site: CareerSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = receive(site).run

    def slow(*arguments: object) -> object:
        age(again(run))
        normalizing.requeue_lost(now=timezone.now())
        monkeypatch.setattr(normalizing, "normalize", story.small_normalize)
        normalizing.perform_run(run_id=run.pk)
        return story.small_normalize(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(normalizing, "normalize", slow)
    normalizing.perform_run(run_id=run.pk)
    assert (again(run).state, run.attempts) == ("succeeded", 2)
    assert Revision.objects.count() == 1
    assert actions(run.source.posting).count("run.succeeded") == 1


def test_a_late_worker_stores_nothing_while_another_is_at_it(site: CareerSite) -> None:
    run = receive(site).run
    late = claim(run)
    age(late)
    normalizing.requeue_lost(now=timezone.now())
    claim(run)
    normalizing.results.store(late, story.small_normalize(story.Source(NURSE)))
    normalizing._fail(late, "step_failed", "Too late.")
    assert (again(run).state, run.attempts) == ("running", 2)
    assert not Revision.objects.exists()


def test_a_run_that_finishes_under_the_sweepers_eyes_is_not_queued_again(site: CareerSite) -> None:
    run = receive(site).run
    age(run)
    now = timezone.now()
    seen_as_lost = NormalizationRun.objects.lost(now).get()
    normalizing.perform_run(run_id=run.pk)
    assert normalizing._requeue(seen_as_lost, now, now) == 0
    assert again(run).state == "succeeded"


def test_a_refused_source_is_a_failed_run_with_a_sentence_and_no_revision(site: CareerSite) -> None:
    posting = normalized(site, b"refuse: There is nothing about a job in this.")
    run = NormalizationRun.objects.get()
    assert (run.state, run.failure_code) == ("failed", "no_substance")
    assert run.failure_sentence == "There is nothing about a job in this."
    assert posting.head_number == 0
    assert not Section.objects.exists()


def test_a_fault_of_ours_is_recorded_and_its_traceback_is_kept(
    site: CareerSite, caplog: pytest.LogCaptureFixture
) -> None:
    normalized(site, b"crash: division")
    run = NormalizationRun.objects.get()
    assert (run.state, run.failure_code) == ("failed", "step_failed")
    assert "division" not in run.failure_sentence
    assert "ZeroDivisionError: division" in caplog.text


def test_a_database_that_is_away_leaves_the_run_to_the_sweeper(
    site: CareerSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = receive(site).run

    def away(*_: object) -> None:
        raise OperationalError("server closed the connection")

    monkeypatch.setattr(normalizing.results, "store", away)
    with pytest.raises(OperationalError):
        normalizing.perform_run(run_id=run.pk)
    assert again(run).state == "running"


def test_a_fault_while_storing_leaves_nothing_half_made(site: CareerSite, monkeypatch: pytest.MonkeyPatch) -> None:
    run = receive(site).run

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("half way")

    monkeypatch.setattr(normalizing.results.naming, "take_found_names", broken)
    normalizing.perform_run(run_id=run.pk)
    assert (again(run).failure_code, run.fragment, run.ledger) == ("step_failed", "", [])
    assert not Revision.objects.exists()
    assert not Section.objects.exists()
    assert Posting.objects.get().head_number == 0


def test_a_changed_source_advances_a_machine_made_head_and_shares_what_stayed(site: CareerSite) -> None:
    first = normalized(site, reference="A").head
    second = normalized(site, NURSE_WITH_MORE_PAY, reference="A").head
    assert (second.number, second.base) == (2, first)
    assert second.section("responsibilities") == first.section("responsibilities")
    assert second.section("pay").version == 2


def test_a_source_that_says_the_same_makes_no_revision(site: CareerSite) -> None:
    normalized(site, reference="A")
    posting = normalized(site, NURSE + b"\ndrop: Apply today", reference="A")
    assert posting.head_number == 1
    assert NormalizationRun.objects.newest_first().first().outcome == "unchanged"


def edited(posting: Posting, editor: User, pay: str = "<p>Ask us</p>") -> Revision:
    return editing.save_sections(
        posting_id=posting.pk, base_number=posting.head_number, bodies={"pay": pay}, actor=editor
    )


def test_a_changed_source_never_overwrites_a_person_and_never_goes_unnoticed(site: CareerSite, editor: User) -> None:
    head = edited(normalized(site, reference="A"), editor)
    posting = normalized(site, NURSE_WITH_MORE_PAY, reference="A")
    assert posting.head == head
    run = NormalizationRun.objects.open_proposals().get()
    assert "26 EUR" in run.fragment
    assert Posting.objects.with_proposal().get().has_proposal
    assert "posting.source_changed" in actions(posting)


def test_a_resent_source_with_the_same_text_is_no_proposal(site: CareerSite, editor: User) -> None:
    edited(normalized(site, reference="A"), editor)
    normalized(site, NURSE + b"\ndrop: Apply today", reference="A")
    assert not Posting.objects.with_proposal().get().has_proposal


def test_only_the_newest_proposal_is_open(site: CareerSite, editor: User) -> None:
    edited(normalized(site, reference="A"), editor)
    normalized(site, NURSE_WITH_MORE_PAY, reference="A")
    normalized(site, NURSE.replace(b"24", b"28"), reference="A")
    assert "28 EUR" in NormalizationRun.objects.open_proposals().get().fragment


def test_an_older_source_that_finishes_late_does_not_replace_a_newer_one(site: CareerSite) -> None:
    older = receive(site, reference="A").run
    posting = normalized(site, NURSE_WITH_MORE_PAY, reference="A")
    normalizing.perform_run(run_id=older.pk)
    posting.refresh_from_db()
    assert again(older).outcome == "superseded"
    assert bodies(posting.head)["pay"] == "<p>26 EUR an hour</p>"


def test_a_found_title_does_not_replace_an_editors(site: CareerSite, editor: User) -> None:
    posting = normalized(site, reference="A")
    editing.rename_posting(posting_id=posting.pk, title="Ward nurse", company="", was=NAMES, actor=editor)
    posting = normalized(site, NURSE_WITH_MORE_PAY, reference="A", facts={"title": "Sent title"})
    assert posting.title == "Ward nurse"


@pytest.mark.parametrize("start", [lambda run: run, claim])
def test_a_lost_run_is_queued_again_and_done(
    site: CareerSite,
    start: Callable[[NormalizationRun], NormalizationRun],
    sent_runs: list[int],
    django_capture_on_commit_callbacks: Callable[..., object],
) -> None:
    run = start(receive(site).run)
    assert normalizing.requeue_lost(now=timezone.now()) == 0
    age(run)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        assert normalizing.requeue_lost(now=timezone.now()) == 1
        assert normalizing.requeue_lost(now=timezone.now()) == 0
    assert sent_runs == [run.pk]
    normalizing.perform_run(run_id=run.pk)
    assert again(run).state == "succeeded"


def test_a_source_that_kills_its_workers_is_given_up(site: CareerSite) -> None:
    run = receive(site).run
    for _ in range(settings.POSTWRIGHT_RUN_ATTEMPTS_MAX):
        age(claim(run))
        normalizing.requeue_lost(now=timezone.now())
    assert (again(run).state, run.failure_code) == ("failed", "quarantined")
    assert "3 times" in run.failure_sentence
    normalizing.perform_run(run_id=run.pk)
    assert again(run).state == "failed"


def test_an_editor_may_try_a_failed_run_again(site: CareerSite, editor: User, viewer: User) -> None:
    normalized(site, b"crash: once")
    run = NormalizationRun.objects.get()
    with pytest.raises(NotAllowed):
        normalizing.retry_run(run=run, actor=viewer)
    retried = normalizing.retry_run(run=run, actor=editor)
    assert (retried.state, retried.attempts, retried.failure_code) == ("queued", 0, "")
    with pytest.raises(Conflict):
        normalizing.retry_run(run=run, actor=editor)


def test_queueing_a_source_twice_gives_one_run(site: CareerSite) -> None:
    received = receive(site)
    assert normalizing.queue_run(source=received.source) == received.run


def test_a_line_left_out_as_the_title_names_a_posting_that_nobody_has_named(site: CareerSite) -> None:
    assert normalized(site, b"company: Ward House\nabout: A ward").title == "Untitled posting"
    entries = story.small_normalize(Source(b"title: Ward House\ntitle: Night nurse\nabout: A ward", "", "", "")).ledger
    assert naming.left_out_title(entries, "ward house") == "Night nurse"
    assert naming.left_out_title(entries[2:], "") == ""
