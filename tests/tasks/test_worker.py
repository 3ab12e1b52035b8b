"""The whole way through a real broker to a real worker in a process of its own."""

from __future__ import annotations

import time
from datetime import timedelta

import pytest
from django.utils import timezone

from postings.models import NormalizationRun, Posting, Revision
from postings.services import normalizing
from tests.services.story import make_site, receive
from tests.support.worker import WorkerProcess

pytestmark = pytest.mark.django_db(transaction=True)

TEXT = b"Dock worker\n\nResponsibilities:\n- Load and unload ships by crane\n\nPay:\n- 19.50 EUR an hour\n"
WAIT_SECONDS = 30


def finished(run: NormalizationRun) -> NormalizationRun:
    """The run once a worker has finished it, or as it is after a while."""
    deadline = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < deadline:
        run.refresh_from_db()
        if run.is_finished:
            break
        time.sleep(0.05)
    return run


def test_a_source_that_comes_in_is_normalized_by_a_worker(celery_worker_process: WorkerProcess) -> None:
    run = finished(receive(make_site(), TEXT).run)
    assert (run.state, run.failure_sentence) == ("succeeded", "")
    assert Posting.objects.get().head_number == 1


def test_a_message_that_was_lost_is_found_by_the_sweep(celery_worker_process: WorkerProcess) -> None:
    celery_worker_process.kill()
    run = receive(make_site(), TEXT).run
    celery_worker_process.app.control.purge()
    NormalizationRun.objects.update(queued_at=timezone.now() - timedelta(days=1))
    celery_worker_process.start()
    assert normalizing.requeue_lost(now=timezone.now()) == 1
    assert finished(run).state == "succeeded"
    assert Revision.objects.count() == 1
