"""The suite runs against real parts."""

from __future__ import annotations

import pytest
import redis
from django.db import connection

from postings.models import Heartbeat
from postings.tasks import beat_heartbeat
from tests.support.waiting import eventually
from tests.support.worker import WorkerProcess


def test_the_redis_is_real(redis_client: redis.Redis) -> None:
    assert redis_client.info("server")["redis_version"]


@pytest.mark.needs_postgres
@pytest.mark.django_db
def test_postgresql_ends_what_takes_too_long() -> None:
    with connection.cursor() as cursor:
        for name in ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"):
            cursor.execute(f"SHOW {name}")
            assert cursor.fetchone()[0] not in {"0", "0ms"}, name


def test_what_is_queued_is_done_by_another_process(celery_worker_process: WorkerProcess) -> None:
    beat_heartbeat.delay()
    eventually(Heartbeat.objects.exists, "a heartbeat written by the worker")


def test_a_killed_worker_comes_back(celery_worker_process: WorkerProcess) -> None:
    celery_worker_process.kill()
    assert not celery_worker_process.alive
    celery_worker_process.start()
    beat_heartbeat.delay()
    eventually(Heartbeat.objects.exists, "a heartbeat written by the second worker")
