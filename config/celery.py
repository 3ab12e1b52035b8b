"""The Celery application: `celery -A config worker`, `celery -A config beat`."""

from __future__ import annotations

import logging.config
import os
from typing import Any

from celery import Celery, signals
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
