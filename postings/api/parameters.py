"""Query parameters: what is not known is named, never ignored."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from django.http import QueryDict
from django.utils.dateparse import parse_date, parse_datetime

from postings.api.problems import Problem

TEXT_LENGTH_MAX = 200
AMOUNT_MAX = 1_000_000_000_000
LANGUAGE = r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})?"
CURRENCY = r"[A-Za-z]{3}"


def require_known(asked: QueryDict, *known: str) -> None:
    """Raises the problem that names the unknown parameters and the known ones, or one that stands there twice."""
    unknown = sorted(set(asked) - set(known))
    if not unknown:
        if twice := next((name for name, values in asked.lists() if len(values) > 1), None):
            raise invalid(twice, "given once")
        return
    there = "Known here: " + ", ".join(known) if known else "This address knows none"
    named = ", ".join(name[:60] for name in unknown[:10])
    raise Problem("unknown-parameter", f"Not known: {named}. {there}.", unknown=unknown[:10], known=list(known))


def whole_number(asked: Mapping[str, str], name: str, *, default: int, most: int) -> int:
    """A parameter from 1 to `most`."""
    text = asked.get(name)
    if text is None:
        return default
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and 1 <= int(text) <= most):
        raise invalid(name, f"a whole number from 1 to {most}")
    return int(text)


def text(asked: Mapping[str, str], name: str) -> str:
    """A parameter's text without white space around it; empty where it is absent."""
    value = asked.get(name)
    if value is None:
        return ""
    cleaned = " ".join(value.split())
    if not cleaned or len(value) > TEXT_LENGTH_MAX or "\0" in cleaned:
        raise invalid(name, f"a text of 1 to {TEXT_LENGTH_MAX} characters")
    return cleaned


def word(asked: Mapping[str, str], name: str, form: str, expected: str) -> str:
    """A word of a certain form; empty where it is absent."""
    value: str = asked.get(name, "")
    if name in asked and not re.fullmatch(form, value):
        raise invalid(name, expected)
    return value


def choice(asked: Mapping[str, str], name: str, allowed: Sequence[str]) -> str:
    """One of some words; empty where it is absent."""
    value: str = asked.get(name, "")
    if name in asked and value not in allowed:
        raise invalid(name, "one of " + ", ".join(allowed))
    return value


def flag(asked: Mapping[str, str], name: str) -> bool | None:
    """true or false; None where it is absent."""
    value = choice(asked, name, ("true", "false"))
    return value == "true" if value else None


def amount(asked: Mapping[str, str], name: str) -> float | None:
    """An amount from 0 up; None where it is absent."""
    text = asked.get(name)
    if text is None:
        return None
    try:
        value = float(text) if len(text) < 40 and text.isascii() else math.nan
    except ValueError:
        value = math.nan
    if not 0 <= value <= AMOUNT_MAX:
        raise invalid(name, "an amount from 0 up, such as 40000")
    return value


def moment(asked: Mapping[str, str], name: str) -> datetime | None:
    """A moment in ISO 8601; without an offset it is UTC, a day is its beginning.  None where it is absent."""
    text = asked.get(name)
    if text is None:
        return None
    try:
        day = parse_date(text) if len(text) == 10 else None
        found = datetime(day.year, day.month, day.day) if day else parse_datetime(text[:40].replace(" ", "+"))  # noqa: DTZ001
    except ValueError:
        found = None
    if found is None:
        raise invalid(name, "a moment such as 2026-11-30T09:00:00Z, or a day")
    # A year at the ends of the calendar has no room for an offset.
    found = found.replace(year=min(max(found.year, 1904), 8996))
    return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)


def invalid(name: str, expected: str) -> Problem:
    message = f"“{name}” must be {expected}."
    return Problem("invalid-parameter", message, errors=[{"field": name, "message": message}])
