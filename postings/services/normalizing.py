"""Runs: queued with a source, done once by a worker, found again when they are lost.

The normalizer works outside every transaction.  A worker holds a run by a claim (its state, attempt and start); a
result is stored only while the claim still holds, so a doubled, late or crashed delivery leaves exactly one result.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F
from django.utils import timezone

from postings import conditions, dispatch
from postings.conditions import Refusal
from postings.models import NormalizationRun, Posting, RunState, SiteKey, Source
from postings.normalizer import NORMALIZER_VERSION, normalize
from postings.normalizer.model import Normalized, NormalizerError
from postings.normalizer.model import Source as Received
from postings.services import facts, journal, results
from postings.services.errors import Conflict, StaleRevision, refuse

logger = logging.getLogger(__name__)

STEP_FAILED = "step_failed"
QUARANTINED = "quarantined"
STEP_FAILED_SENTENCE = "The normalizer met something it was not built for. The fault is recorded; the source is safe."
QUARANTINED_SENTENCE = (
    "Normalizing this source stopped its worker {attempts} times, so it is not tried again by itself."
)


@transaction.atomic
def queue_run(*, source: Source, actor: User | None = None, key: SiteKey | None = None) -> NormalizationRun:
    """The run of today's normalizer on a source: queued now, or the one there is already."""
    run, is_new = NormalizationRun.objects.get_or_create(
        source=source, normalizer_version=NORMALIZER_VERSION, defaults={"queued_at": timezone.now()}
    )
    if is_new:
        _note("run.queued", run, actor=actor, key=key)
        dispatch.queue_run_after_commit(run.pk)
    return run


def perform_run(*, run_id: int) -> None:
    """Do a queued run and store what came of it.  A run that is done, in other hands or unknown is left alone."""
    run = _claim(run_id)
    if run is None:
        return
    try:
        results.store(run, _normalize(run.source))
    except NormalizerError as refusal:
        logger.warning("run %s failed: %s", run.pk, refusal, exc_info=refusal.code == STEP_FAILED)
        _fail(run, refusal.code, refusal.sentence)
    except (OperationalError, InterfaceError, StaleRevision):
        raise  # The database is away or others were faster, the source is not to blame: the sweeper will find the run.
    except Exception:
        logger.exception("run %s failed by a fault of ours", run.pk)
        _fail(run, STEP_FAILED, STEP_FAILED_SENTENCE)


def requeue_lost(*, now: datetime) -> int:
    """Queue runs again whose message or worker was lost, and give up those that stopped their workers too often.

    Returns how many were queued.  Two sweepers at once queue each run once.
    """
    before = now - timedelta(seconds=settings.POSTWRIGHT_RUN_LOST_AFTER_SECONDS)
    lost = NormalizationRun.objects.lost(before).select_related("source__posting__site").defer("source__data")
    return sum(_requeue(run, before, now) for run in lost)


@transaction.atomic
def retry_run(*, run: NormalizationRun, actor: User | None) -> NormalizationRun:
    """Queue a failed run again, with a clean count of attempts.  Raises NotAllowed, or Conflict if it did not fail."""
    if refusal := conditions.why_not_retry(run, actor):
        refuse(refusal)
    failed = NormalizationRun.objects.filter(pk=run.pk, state=RunState.FAILED)
    fresh = {"started_at": None, "finished_at": None, "failure_code": "", "failure_sentence": "", "attempts": 0}
    if not failed.update(state=RunState.QUEUED, queued_at=timezone.now(), **fresh):
        raise Conflict("This run is being tried again already.", "run_not_failed")
    run.refresh_from_db()
    _note("run.retried", run, actor=actor)
    dispatch.queue_run_after_commit(run.pk)
    return run


@dataclass(frozen=True, slots=True)
class Rerun:
    """Postings by id: `queued` again, `current` already, or `refused` with the reason."""

    queued: list[int] = field(default_factory=list)
    current: list[int] = field(default_factory=list)
    refused: dict[int, Refusal] = field(default_factory=dict)


def rerun_postings(*, posting_ids: Iterable[int], actor: User | None) -> Rerun:
    """Normalize the newest sources of postings again where today's normalizer has not seen them.

    Each posting is a transaction of its own.  What comes of it goes the way of every result: it moves a machine-made
    head, and waits section by section beside a person's text.
    """
    rerun = Rerun()
    for posting in Posting.objects.filter(pk__in=set(posting_ids)).order_by("pk"):
        refusal = conditions.why_not_rerun(posting, actor)
        if refusal is None:
            queue_run(source=posting.sources.newest_first().defer("data")[0], actor=actor)
            rerun.queued.append(posting.pk)
        elif refusal.code == conditions.READ_ALREADY:
            rerun.current.append(posting.pk)
        else:
            rerun.refused[posting.pk] = refusal
    return rerun


@transaction.atomic
def rerun_posting(*, posting: Posting, actor: User | None) -> NormalizationRun:
    """The same for one posting; raises NotAllowed, and Conflict (read_already) where there is nothing new to find."""
    if refusal := conditions.why_not_rerun(posting, actor):
        refuse(refusal)
    return queue_run(source=posting.sources.newest_first().defer("data")[0], actor=actor)


def _claim(run_id: int) -> NormalizationRun | None:
    now = timezone.now()
    queued = NormalizationRun.objects.filter(pk=run_id, state=RunState.QUEUED)
    if not queued.update(state=RunState.RUNNING, started_at=now, attempts=F("attempts") + 1):
        return None
    return NormalizationRun.objects.select_related("source__posting__site").filter(pk=run_id, started_at=now).first()


def _normalize(source: Source) -> Normalized:
    received = Received(bytes(source.data), source.media_type, source.name, source.address)
    return normalize(received, facts.to_facts(source.facts))


@transaction.atomic
def _fail(run: NormalizationRun, code: str, sentence: str) -> None:
    failure = {"state": RunState.FAILED, "failure_code": code, "failure_sentence": sentence}
    if results.held(run).update(finished_at=timezone.now(), **failure):
        _note("run.failed", run, details={"code": code})


@transaction.atomic
def _requeue(run: NormalizationRun, before: datetime, now: datetime) -> int:
    still_lost = NormalizationRun.objects.lost(before).filter(pk=run.pk, state=run.state, attempts=run.attempts)
    if run.state == RunState.RUNNING and run.attempts >= settings.POSTWRIGHT_RUN_ATTEMPTS_MAX:
        sentence = QUARANTINED_SENTENCE.format(attempts=run.attempts)
        failure = {"state": RunState.FAILED, "failure_code": QUARANTINED, "failure_sentence": sentence}
        if still_lost.update(finished_at=now, **failure):
            _note("run.quarantined", run, details={"attempts": run.attempts})
        return 0
    if not still_lost.update(state=RunState.QUEUED, queued_at=now, started_at=None):
        return 0
    if run.state == RunState.RUNNING:
        _note("run.requeued", run, details={"attempts": run.attempts})
    dispatch.queue_run_after_commit(run.pk)
    return 1


def _note(
    action: str,
    run: NormalizationRun,
    *,
    actor: User | None = None,
    key: SiteKey | None = None,
    details: dict[str, object] | None = None,
) -> None:
    details = {"run": str(run.public_id), **(details or {})}
    posting = run.source.posting
    journal.note(action, cause=run.source.public_id, actor=actor, key=key, posting=posting, details=details)
