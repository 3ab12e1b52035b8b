"""Until when a posting may be shown, as its facts say."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

from django.utils.dateparse import parse_date, parse_datetime

# A day is over when it is over everywhere on Earth: nobody who still has that day is turned away.
LAST_ZONE = timezone(timedelta(hours=-12))


def shown_until(facts: Mapping[str, Any]) -> datetime | None:
    """The moment from which a posting with these facts is over; None without a closing date that can be read."""
    text = str(facts.get("valid_through", ""))
    try:
        day = parse_date(text)
        moment = None if day else parse_datetime(text)
        return _end_of(day) if day else _with_zone(moment) if moment else None
    except (ValueError, OverflowError):
        return None


def _end_of(day: date) -> datetime:
    return (datetime(day.year, day.month, day.day, tzinfo=LAST_ZONE) + timedelta(days=1)).astimezone(UTC)


def _with_zone(moment: datetime) -> datetime:
    return (moment if moment.tzinfo else moment.replace(tzinfo=LAST_ZONE)).astimezone(UTC)
