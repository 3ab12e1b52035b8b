"""What readers were told a moment ago, remembered in each process, so that telling it again needs no query.

What is remembered holds while the site's generation in Redis stays the same, which is asked each time.  Whoever changes
what readers may see (a publication, a key, a site's settings) ends the generation, and with it what every process
remembers; while the change is being made there is none, and nothing is remembered.  Should a change be made by somebody
who cannot reach Redis while readers of another process can, those notice after SECONDS.  Without Redis nothing is
remembered: every answer comes from the database.
"""

from __future__ import annotations

import secrets
import threading
import time
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone

from postings import redis_line

SECONDS = 5.0
# For each process; the oldest goes first.
BYTES_MAX = 32_000_000
# What an entry costs beside the text in it.
ENTRY_BYTES = 2_000
# A change is committed or given up by then; until it says so nothing is remembered.
CHANGE_SECONDS = 120
GENERATION_SECONDS = 86_400
_CHANGING = ""

_lock = threading.Lock()
_entries: dict[tuple[str, ...], _Entry] = {}
_bytes = 0


class _Entry(NamedTuple):
    generation: bytes
    until: float
    size: int
    value: Any


class Generation(NamedTuple):
    """What a site's answers are remembered in, and when it was asked for: before the answer was made."""

    name: bytes
    at: float


def generation(site: str) -> Generation | None:
    """The generation of a site's answers; None where nothing may be remembered now."""
    at = time.monotonic()
    name = _name(site)
    try:
        found = redis_line.ask("GET", name)
        if found is None:
            redis_line.ask("SET", name, _fresh(), "NX", "EX", GENERATION_SECONDS)
            found = redis_line.ask("GET", name)
    except redis_line.Away:
        return None
    return Generation(found, at) if found else None


def remember(key: tuple[str, ...], since: Generation, value: Any, size: int, *ends: datetime | None) -> None:
    """Keep a value of about `size` bytes that was read after `since` was asked for.

    It is kept until the first of some moments at the latest.
    """
    global _bytes
    clock, now = time.monotonic(), timezone.now()
    moments = (clock + (end - now).total_seconds() for end in ends if end is not None)
    entry = _Entry(since.name, min([since.at + SECONDS, *moments]), size + ENTRY_BYTES, value)
    with _lock:
        before = _entries.pop(key, None)
        _bytes += entry.size - (before.size if before else 0)
        _entries[key] = entry
        while _bytes > BYTES_MAX:
            _bytes -= _entries.pop(next(iter(_entries))).size


def recall(key: tuple[str, ...], now: Generation) -> Any:
    """What was kept in this generation, or None."""
    entry = _entries.get(key)
    if entry is None or entry.generation != now.name or entry.until <= now.at:
        return None
    return entry.value


def forget(site: str) -> None:
    """End a site's generation, late in the transaction that changes what its readers see."""
    _tell(site, _CHANGING, CHANGE_SECONDS)
    transaction.on_commit(lambda: _tell(site, _fresh(), GENERATION_SECONDS))


def _tell(site: str, generation: str, seconds: int) -> None:
    try:
        redis_line.tell("SET", _name(site), generation, "EX", seconds)
    except redis_line.Away:
        # Readers of this process rest as well, for longer than they remember; others forget by themselves.
        return


def _name(site: str) -> str:
    return f"postwright:generation:{site}"


def _fresh() -> str:
    """A word that was never used before."""
    return secrets.token_hex(8)
