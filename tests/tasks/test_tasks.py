"""Tasks are doors: ids in, nothing out, safe to run twice; the broker is a doorbell that may be out of order."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from datetime import timedelta

import pytest
from celery import current_app
from django.conf import settings
from django.contrib.auth.models import User
from django.utils import timezone

from postings import dispatch, selectors, tasks
from postings.models import CareerSite, NormalizationRun, OutboxEvent, Revision
from postings.services import publishing
from tests.services.story import normalized, receive

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_normalizer")]

TASKS = [tasks.normalize_run, tasks.sweep_runs, tasks.dispatch_outbox, tasks.beat_heartbeat]


def test_a_delivered_run_is_done_and_a_doubled_one_changes_nothing(site: CareerSite) -> None:
    run = receive(site).run
    assert [tasks.normalize_run(run.pk) for _ in range(2)] == [None, None]
    assert Revision.objects.count() == 1


def test_a_message_about_a_run_that_is_gone_is_harmless(db: None) -> None:
    tasks.normalize_run(4711)


def test_the_sweep_rings_again_for_lost_runs(
    site: CareerSite, sent_runs: list[int], django_capture_on_commit_callbacks: Callable[..., object]
) -> None:
    run = receive(site).run
    long_ago = timezone.now() - timedelta(seconds=settings.POSTWRIGHT_RUN_LOST_AFTER_SECONDS + 1)
    NormalizationRun.objects.update(queued_at=long_ago)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        tasks.sweep_runs()
    assert sent_runs == [run.pk]


def test_every_event_is_sent_once_in_order(site: CareerSite, publisher: User, caplog: pytest.LogCaptureFixture) -> None:
    posting = normalized(site)
    publishing.publish(posting_id=posting.pk, site_id=site.pk, actor=publisher)
    publishing.unpublish(posting_id=posting.pk, site_id=site.pk, actor=publisher)
    caplog.set_level("INFO", "postings.dispatch")
    tasks.dispatch_outbox()
    tasks.dispatch_outbox()
    assert [record.args[0] for record in caplog.records] == ["posting.published", "posting.unpublished"]  # type: ignore[index]
    assert not OutboxEvent.objects.filter(sent_at__isnull=True).exists()


def test_an_event_whose_sender_died_is_sent_when_its_lease_is_over(
    site: CareerSite, publisher: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    posting = normalized(site)
    publishing.publish(posting_id=posting.pk, site_id=site.pk, actor=publisher)
    now = timezone.now()
    with monkeypatch.context() as patch:
        patch.setattr(dispatch, "_send_event", lambda *_: 0)
        dispatch.dispatch_outbox(now=now)
    assert dispatch.dispatch_outbox(now=now) == 0, "somebody else holds it"
    assert dispatch.dispatch_outbox(now=now + 2 * dispatch.OUTBOX_LEASE) == 1
    assert OutboxEvent.objects.get().attempts == 2


def test_a_heartbeat_is_noted(db: None) -> None:
    tasks.beat_heartbeat()
    assert selectors.last_beat("worker") is not None


def test_a_broker_that_is_away_does_not_fail_the_request(
    site: CareerSite, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def away(*_: object, **__: object) -> None:
        raise ConnectionError("no broker")

    monkeypatch.setattr(current_app, "send_task", away)
    SEND_RUN(receive(site).run.pk)
    assert "the sweeper will do it" in caplog.text
    assert NormalizationRun.objects.get().state == "queued"


SEND_RUN = dispatch._send_run  # before the fixtures put their own in its place


def test_the_message_names_the_task_that_exists(site: CareerSite, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[str, list[int]]] = []
    monkeypatch.setattr(current_app, "send_task", lambda name, args: sent.append((name, args)))
    SEND_RUN(7)
    assert sent == [(tasks.normalize_run.name, [7])]


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_a_task_is_a_door_of_a_few_lines(task: Callable[..., None]) -> None:
    assert len(inspect.getsource(task.run).splitlines()) <= 5  # type: ignore[attr-defined]
    assert task.ignore_result  # type: ignore[attr-defined]
    assert task.name.startswith("postings.tasks.")  # type: ignore[attr-defined]
