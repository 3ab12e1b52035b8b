"""The Celery application: `celery -A config worker`, `celery -A config beat`."""

from __future__ import annotations

import logging.config
import os
from typing import Any

import structlog
from celery import Celery, Task, signals
from django_structlog.celery.signals import bind_extra_task_metadata
from django_structlog.celery.steps import DjangoStructLogInitStep

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")

app = Celery("postwright")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.steps["worker"].add(DjangoStructLogInitStep)
app.autodiscover_tasks()


@signals.setup_logging.connect
def _use_the_projects_logging(**_: Any) -> None:
    from django.conf import settings

    logging.config.dictConfig(settings.LOGGING)


def _name_the_task(task: Task[Any, Any], **_: Any) -> None:
    structlog.contextvars.bind_contextvars(task=task.name)


bind_extra_task_metadata.connect(_name_the_task)
