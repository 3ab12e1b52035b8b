"""Waiting for what another process does."""

from __future__ import annotations

import time
from collections.abc import Callable


def eventually(done: Callable[[], object], what: str, seconds: float = 20) -> None:
    """Return as soon as `done` says something true; the test fails, naming `what`, when the time is up."""
    deadline = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < deadline, f"not within {seconds:g} seconds: {what}"
        time.sleep(0.05)
