"""Typed readers of the environment.

Every reader names its variable, takes a default, and stops the start with one sentence when the
value makes no sense. A variable that is set to nothing counts as not set. Values come from the
process's environment and, for what is missing there, from the file `.env` in the project's folder.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent

_env = environ.Env()
_env.read_env(BASE_DIR / ".env")

_TRUE = frozenset({"1", "true", "yes", "on"})
_FALSE = frozenset({"0", "false", "no", "off"})


def _raw(name: str) -> str:
    return str(_env.str(name, default="")).strip()


def _refuse(name: str, expected: str) -> ImproperlyConfigured:
    # The value itself is not repeated: it may be a password that went into the wrong variable.
    return ImproperlyConfigured(f"The environment variable {name} must be {expected}.")


def text(name: str, default: str = "") -> str:
    """The variable's text, or the default."""
    return _raw(name) or default


def required(name: str, why: str) -> str:
    """The variable's text; without it nothing starts, and the message says why it is needed."""
    value = _raw(name)
    if not value:
        raise ImproperlyConfigured(f"The environment variable {name} is required: {why}")
    return value


def choice(name: str, default: str, allowed: Sequence[str]) -> str:
    """One of the allowed words, whatever its case in the environment."""
    value = text(name, default)
    for word in allowed:
        if word.lower() == value.lower():
            return word
    raise _refuse(name, "one of " + ", ".join(allowed))


def flag(name: str, default: bool) -> bool:
    """Yes or no; any other word is refused rather than read as no."""
    value = _raw(name).lower()
    if not value:
        return default
    if value in _TRUE:
        return True
    if value in _FALSE:
        return False
    raise _refuse(name, "true or false")


def integer(name: str, default: int, *, least: int = 0, most: int | None = None) -> int:
    """A whole number within bounds; underscores between digits are allowed."""
    value = _raw(name)
    expected = f"a whole number of at least {least}" + (f" and at most {most}" if most is not None else "")
    try:
        number = int(value) if value else default
    except ValueError:
        raise _refuse(name, expected) from None
    if number < least or (most is not None and number > most):
        raise _refuse(name, expected)
    return number


def words(name: str, default: Sequence[str] = ()) -> list[str]:
    """A list, separated by commas; empty places between commas are ignored."""
    value = _raw(name)
    return [word.strip() for word in value.split(",") if word.strip()] if value else list(default)


def origins(name: str, default: Sequence[str] = ()) -> list[str]:
    """A list of web origins such as https://jobs.example, separated by commas."""
    found = words(name, default)
    for origin in found:
        _check_origin(name, origin)
    return found


def origin(name: str, default: str) -> str:
    """One web origin such as https://jobs.example, without a path."""
    value = text(name, default).rstrip("/")
    _check_origin(name, value)
    return value


def _check_origin(name: str, value: str) -> None:
    parts = urlsplit(value)
    if parts.scheme not in {"http", "https"} or not parts.netloc or parts.path or parts.query or parts.fragment:
        raise _refuse(name, "made of addresses like https://jobs.example, without a path")


def database(name: str, default: str) -> dict[str, Any]:
    """Django's description of a database, from an address such as postgresql://user@host/name.

    The folder of a unix socket is given as postgresql://user@/name?host=/folder.
    """
    value = text(name, default)
    if urlsplit(value).scheme not in {"sqlite", "postgres", "postgresql"}:
        raise _refuse(name, "an address that starts with postgresql:// or sqlite://")
    found = dict(_env.db_url_config(value))
    options = found.get("OPTIONS", {})
    for key in ("host", "port"):
        if key in options:
            found[key.upper()] = str(options.pop(key))
    return found


def redis(name: str, default: str) -> str:
    """The address of a Redis."""
    value = text(name, default)
    if urlsplit(value).scheme not in {"redis", "rediss"}:
        raise _refuse(name, "an address that starts with redis:// or rediss://")
    return value


def broker(name: str, default: str) -> str:
    """The address of the Celery broker: a Redis or a RabbitMQ."""
    value = text(name, default)
    if urlsplit(value).scheme not in {"redis", "rediss", "amqp", "amqps"}:
        raise _refuse(name, "an address that starts with redis://, rediss://, amqp:// or amqps://")
    return value
