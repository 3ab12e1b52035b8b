"""Doors for the workers: ids in, nothing out; safe to run twice, late, or after a crash."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from postings import dispatch
from postings.services import closing, heartbeats, normalizing


@shared_task(name=dispatch.RUN_TASK, ignore_result=True)
def normalize_run(run_id: int) -> None:
    """Do one run, unless it is done or in other hands."""
    normalizing.perform_run(run_id=run_id)


@shared_task(name="postings.tasks.sweep_runs", ignore_result=True)
def sweep_runs() -> None:
    """Queue lost runs again."""
    normalizing.requeue_lost(now=timezone.now())


@shared_task(name="postings.tasks.dispatch_outbox", ignore_result=True)
def dispatch_outbox() -> None:
    """Send the events that are due."""
    dispatch.dispatch_outbox(now=timezone.now())


@shared_task(name="postings.tasks.end_closed", ignore_result=True)
def end_closed() -> None:
    """End the publications whose closing date is over; readers do not see them any more in any case."""
    closing.end_all_closed()


@shared_task(name="postings.tasks.beat_heartbeat", ignore_result=True)
def beat_heartbeat() -> None:
    """Show that a task came through the broker and was done."""
    heartbeats.beat(name=heartbeats.WORKER)
