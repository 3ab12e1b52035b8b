"""Query parameters: what is not known is named, never ignored."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.dateparse import parse_date, parse_datetime

from postings.web.problems import Problem

TEXT_LENGTH_MAX = 200


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


def moment_of(text: str) -> datetime:
    """A moment in ISO 8601; without an offset it is UTC, a day is its beginning.  Else a ValidationError."""
    try:
        day = parse_date(text) if len(text) == 10 else None
        found = datetime(day.year, day.month, day.day) if day else parse_datetime(text[:40].replace(" ", "+"))  # noqa: DTZ001
    except ValueError:
        found = None
    if found is None:
        raise ValidationError("not a moment")
    # A year at the ends of the calendar has no room for an offset.
    found = found.replace(year=min(max(found.year, 1904), 8996))
    return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)


def invalid(name: str, expected: str) -> Problem:
    message = refusal(name, expected)
    return Problem("invalid-parameter", message, errors=[{"field": name, "message": message}])


def refusal(name: str, expected: str) -> str:
    return f"“{name}” must be {expected}."
