"""Logs: one event a line, for a person (`console`) or for a machine (`json`)."""

from __future__ import annotations

from typing import Any

import structlog
from structlog.tracebacks import ExceptionDictTransformer
from structlog.typing import EventDict, Processor, WrappedLogger

# The end of each of these is an event too, and says more.
_BEGINNINGS = frozenset({"request_started", "task_started", "task_enqueued"})


def _without_beginnings(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    if event.get("event") in _BEGINNINGS:
        raise structlog.DropEvent
    return event


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
            _without_beginnings,
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
            # Django's own handlers would print each event a second time.
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.server": {"handlers": [], "level": level, "propagate": True},
            # What these say at the lower levels stands in the event at the end of a request or a task.
            "django.request": {"level": _at_least("ERROR", level)},
            "celery.beat": {"level": _at_least("WARNING", level)},
            "celery.worker.strategy": {"level": _at_least("WARNING", level)},
            "celery.app.trace": {"level": _at_least("WARNING", level)},
        },
    }


def _at_least(quieter: str, level: str) -> str:
    return level if level == "DEBUG" else quieter


def _last(form: str) -> list[Processor]:
    # Neither form shows the values of variables: they hold postings, people and keys.
    drop_meta = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    if form == "json":
        return [
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            drop_meta,
            structlog.processors.ExceptionRenderer(ExceptionDictTransformer(show_locals=False)),
            structlog.processors.JSONRenderer(),
        ]
    return [
        structlog.processors.TimeStamper(fmt="%H:%M:%S", utc=False),
        drop_meta,
        structlog.dev.ConsoleRenderer(colors=False, pad_event_to=0, exception_formatter=structlog.dev.plain_traceback),
    ]
