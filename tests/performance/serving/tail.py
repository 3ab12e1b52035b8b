"""How far the slowest answers are from the usual ones while a server is busy but not overrun."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from tests.performance.serving import pulse
from tests.performance.serving.load import CONNECTIONS, Measured, measure
from tests.performance.serving.servers import Server

SHARE = 0.8  # of what the server can answer
SECONDS = 24
TRIES = 4  # to find how long connections rest at that share


@dataclass(frozen=True)
class Tail:
    """What single seconds showed under load: all of them, and those in which the machine kept its own speed."""

    every: list[Measured]
    steady: list[Measured]

    @property
    def spread(self) -> float:
        """p99 to the median in the middle one of the steady seconds; infinite where there was none."""
        return _spread(self.steady)

    def __str__(self) -> str:
        steady, every = len(self.steady), len(self.every)
        return f"{_told(self.steady)} in {steady} steady seconds; {_told(self.every)} in all {every}"


def tail(asked: tuple[Server, Sequence[str], Mapping[str, str]], rate: float, folder: Path) -> Tail:
    """Load a server with SHARE of the `rate` that it reaches, and look at each second by itself."""
    server, paths, headers = asked
    wanted = CONNECTIONS * 1000 / (SHARE * rate)
    pause = wanted
    for _ in range(TRIES):
        found = measure(server, paths, headers, folder, seconds=2, pause_ms=pause)
        pause = max(0.1, pause + wanted - CONNECTIONS * 1000 / found.rate)
    seconds: list[tuple[float, float, Measured]] = []
    with pulse.taken(folder) as beats:
        for _ in range(SECONDS):
            since = time.monotonic()
            found = measure(server, paths, headers, folder, seconds=1, pause_ms=pause)
            seconds.append((since, time.monotonic(), found))
    steady = [found for since, until, found in seconds if beats.was_steady(since, until)]
    return Tail([found for _, _, found in seconds], steady)


def _spread(seconds: Sequence[Measured]) -> float:
    return median([one.p99_ms / one.median_ms for one in seconds]) if seconds else float("inf")


def _told(seconds: Sequence[Measured]) -> str:
    if not seconds:
        return "nothing"
    rate, usual, slowest = (median([getattr(one, name) for one in seconds]) for name in ("rate", "median_ms", "p99_ms"))
    return f"{rate:.0f}/s, median {usual:.2f} ms, p99 {slowest:.2f} ms ({_spread(seconds):.1f} times)"
