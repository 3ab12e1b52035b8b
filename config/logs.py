"""Logs: one event a line, for a person (`console`) or for a machine (`json`)."""

from __future__ import annotations

from typing import Any

import structlog
from structlog.typing import Processor

# Also applied to what Django, Celery and libraries log in the ordinary way.
_SHARED: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.stdlib.PositionalArgumentsFormatter(),
    structlog.stdlib.ExtraAdder(),
    structlog.processors.StackInfoRenderer(),
    structlog.processors.UnicodeDecoder(),
]


def logging_config(*, level: str, form: str) -> dict[str, Any]:
    """The LOGGING setting, and structlog set up to go through it."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_SHARED,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "event": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processors": _last(form),
                "foreign_pre_chain": _SHARED,
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "event"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Django's own handlers would print each of these a second time.
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.server": {"handlers": [], "level": level, "propagate": True},
            # Every start of a request and of a task, and each one's end: the end says it all.
            "django_structlog": {"level": level},
            "celery.worker.strategy": {"level": "WARNING" if level == "INFO" else level},
            "celery.app.trace": {"level": "WARNING" if level == "INFO" else level},
        },
    }


def _last(form: str) -> list[Processor]:
    drop_meta = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    if form == "json":
        return [
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            drop_meta,
            structlog.processors.dict_tracebacks,
            structlog.processors.JSONRenderer(),
        ]
    return [
        structlog.processors.TimeStamper(fmt="%H:%M:%S", utc=False),
        drop_meta,
        structlog.dev.ConsoleRenderer(colors=False, pad_event_to=0),
    ]
