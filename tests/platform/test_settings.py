"""Settings that something worse than a failing page depends on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

PROJECT = Path(__file__).resolve().parents[2]
PRODUCTION = {
    "DJANGO_SETTINGS_MODULE": "config.settings.production",
    "SECRET_KEY": "k7-Jw0q_3sLr9XvYt5ZbNc2Hd8Gf4Ea6Mp1Ui-oT_yRzQxWnBvCmKlJhGfDs",
    "ALLOWED_HOSTS": "jobs.example",
    "PUBLIC_BASE_URL": "https://jobs.example",
    "DATABASE_URL": "postgresql:///postwright",
    "REDIS_URL": "redis://127.0.0.1:6379/0",
}
# What the suite sets for itself and a server does not have.
_OF_THE_SUITE = {"CI", "DJANGO_ALLOW_ASYNC_UNSAFE"}


def _manage(*words: str, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name not in {*PRODUCTION, *_OF_THE_SUITE}}
    command = [sys.executable, "-W", "error", "manage.py", *words]
    return subprocess.run(command, cwd=PROJECT, env={**kept, **env}, capture_output=True, text=True, timeout=60)


def test_production_has_nothing_to_warn_about() -> None:
    done = _manage("check", "--deploy", "--fail-level", "WARNING", env=PRODUCTION)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", ["SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "REDIS_URL", "PUBLIC_BASE_URL"])
def test_production_does_not_start_without(name: str) -> None:
    done = _manage("check", env={**PRODUCTION, name: ""})
    assert done.returncode != 0
    assert f"{name} is required" in done.stderr


def test_a_task_that_loses_its_worker_is_done_again() -> None:
    assert settings.CELERY_TASK_ACKS_LATE
    assert settings.CELERY_TASK_REJECT_ON_WORKER_LOST
    assert settings.CELERY_WORKER_PREFETCH_MULTIPLIER == 1


def test_no_task_outlives_the_time_after_which_it_is_given_to_another_worker() -> None:
    visibility = settings.CELERY_BROKER_TRANSPORT_OPTIONS["visibility_timeout"]
    assert settings.CELERY_TASK_SOFT_TIME_LIMIT < settings.CELERY_TASK_TIME_LIMIT < visibility
    assert settings.CELERY_TASK_TIME_LIMIT < settings.POSTWRIGHT_RUN_LOST_AFTER_SECONDS


def test_messages_are_json_and_results_are_not_kept() -> None:
    assert settings.CELERY_ACCEPT_CONTENT == ["json"]
    assert settings.CELERY_TASK_SERIALIZER == "json"
    assert settings.CELERY_TASK_IGNORE_RESULT


def test_every_beat_names_a_task_that_there_is() -> None:
    from config.celery import app

    app.loader.import_default_modules()
    assert {beat["task"] for beat in settings.CELERY_BEAT_SCHEDULE.values()} <= set(app.tasks)
