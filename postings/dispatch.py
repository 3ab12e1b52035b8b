"""Ringing the doorbell: telling workers, after the commit, that a row has work in it.

The row is the truth and the message a hint.  A broker that is away loses hints, never work: the sweeper finds the row.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from functools import partial

from celery import current_app
from django.db import transaction
from django.db.models import F

from postings.models import OutboxEvent

logger = logging.getLogger(__name__)

RUN_TASK = "postings.tasks.normalize_run"
OUTBOX_BATCH = 100
# Longer than a batch takes to send; an event whose sender died is sent again after it.
OUTBOX_LEASE = timedelta(minutes=2)


def queue_run_after_commit(run_id: int) -> None:
    """Tell a worker of a run once the transaction has committed (at once where there is none)."""
    transaction.on_commit(partial(_send_run, run_id))


def dispatch_outbox(*, now: datetime, limit: int = OUTBOX_BATCH) -> int:
    """Send the events that are due, in their order; how many were sent.  Nothing is sent inside a transaction."""
    lease = now + OUTBOX_LEASE
    events = _claim(now, lease, limit)
    return sum(_send_event(event, now, lease) for event in events)


def _send_run(run_id: int) -> None:
    try:
        current_app.send_task(RUN_TASK, args=[run_id])
    except Exception:
        # Whatever the broker's trouble is: the request is done, the row is there, the sweeper will ring again.
        logger.warning("run %s was not announced to the workers; the sweeper will do it", run_id, exc_info=True)


@transaction.atomic
def _claim(now: datetime, lease: datetime, limit: int) -> list[OutboxEvent]:
    events = list(OutboxEvent.objects.due(now).select_for_update(skip_locked=True)[:limit])
    ids = [event.pk for event in events]
    OutboxEvent.objects.filter(pk__in=ids).update(claimed_until=lease, attempts=F("attempts") + 1)
    return events


def _send_event(event: OutboxEvent, now: datetime, lease: datetime) -> int:
    """Until a site can register receivers, an event's only reader is the log."""
    logger.info("event %s %s (sequence %s, cause %s)", event.kind, event.event_id, event.sequence, event.cause)
    return OutboxEvent.objects.filter(pk=event.pk, claimed_until=lease, sent_at__isnull=True).update(sent_at=now)
