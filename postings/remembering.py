"""Who has already what a site shows, remembered in each process, so that "not modified" needs no query.

What is remembered holds while the site's generation in Redis stays the same, which is asked each time.  Whoever changes
what readers may see (a publication, a key, a site's settings) ends the generation, and with it what every process
remembers; while the change is being made there is none, and nothing is remembered.  Should a change be made by somebody
who cannot reach Redis while readers can, they notice after SECONDS.  Without Redis nothing is remembered: every answer
comes from the database.
"""

from __future__ import annotations

import secrets
import threading
import time
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from postings import redis_line

SECONDS = 5.0
ENTRIES_MAX = 5_000
# A change is committed or given up by then; until it says so nothing is remembered.
CHANGE_SECONDS = 120
GENERATION_SECONDS = 86_400
_CHANGING = ""

_lock = threading.Lock()
_entries: dict[tuple[str, ...], tuple[bytes, float, Any]] = {}


def generation(site: str) -> bytes | None:
    """The generation of a site's answers; None where nothing may be remembered now."""
    name = _name(site)
    try:
        found = redis_line.ask("GET", name)
        if found is None:
            redis_line.ask("SET", name, _fresh(), "NX", "EX", GENERATION_SECONDS)
            found = redis_line.ask("GET", name)
    except redis_line.Away:
        return None
    return found or None


def remember(key: tuple[str, ...], since: bytes, value: Any, *ends: datetime | None) -> None:
    """Keep a value that was read while `since` was the generation, until the first of some moments at the latest."""
    now = timezone.now()
    seconds = min([SECONDS, *((end - now).total_seconds() for end in ends if end is not None)])
    with _lock:
        if len(_entries) >= ENTRIES_MAX:
            _entries.clear()
        _entries[key] = (since, time.monotonic() + seconds, value)


def recall(key: tuple[str, ...], now: bytes) -> Any:
    """What was kept in this generation, or None."""
    entry = _entries.get(key)
    if entry is None or entry[0] != now or entry[1] <= time.monotonic():
        return None
    return entry[2]


def forget(site: str) -> None:
    """End a site's generation, late in the transaction that changes what its readers see."""
    _tell(site, _CHANGING, CHANGE_SECONDS)
    transaction.on_commit(lambda: _tell(site, _fresh(), GENERATION_SECONDS))


def _tell(site: str, generation: str, seconds: int) -> None:
    try:
        redis_line.ask("SET", _name(site), generation, "EX", seconds)
    except redis_line.Away:
        # Readers that can reach it forget by themselves, see above.
        return


def _name(site: str) -> str:
    return f"postwright:generation:{site}"


def _fresh() -> str:
    """A word that was never used before."""
    return secrets.token_hex(8)
