"""Whether the machine itself keeps its speed: a little work of always the same size, timed again and again.

A virtual machine may be slowed from outside for tens of milliseconds, all processors at once, and no counter of its own
tells so: what is measured then says nothing about a server.  The same work then takes several times the processor
time, whoever else wants the processor.  Run as a program it writes each beat's moment and cost, until it is ended.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from postings.management.machine import stop

PROJECT = Path(__file__).resolve().parents[3]
REST_SECONDS = 0.004
ROUNDS = 2500  # of nothing: about an eighth of a millisecond, a thirtieth of one processor
# How much more than usual a beat costs when the machine is slowed.  Stalls cost five to twelve times as much, and an
# undisturbed machine's beats stay below one and a half times.
SLOW = 2.0


@dataclass
class Pulse:
    """The moments (`time.monotonic`) at which the machine was slow."""

    slow: list[float] = field(default_factory=list)

    def was_steady(self, since: float, until: float) -> bool:
        """Whether the machine kept its speed all the time between two moments."""
        return not any(since <= moment <= until for moment in self.slow)


@contextmanager
def taken(folder: Path) -> Iterator[Pulse]:
    """Take the machine's pulse meanwhile; what it was is known at the end."""
    pulse, beats = Pulse(), folder / "beats"
    with beats.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", __spec__.name], cwd=PROJECT, stdout=out, start_new_session=True
        )
    try:
        yield pulse
    finally:
        stop(process)
    found = [tuple(map(float, line.split())) for line in beats.read_text().splitlines()[:-1]]
    usual = median([cost for _, cost in found])
    pulse.slow += [moment for moment, cost in found if cost > SLOW * usual]


def beat() -> None:
    """One beat after the other, for ever."""
    while True:
        before = time.thread_time_ns()
        for _ in range(ROUNDS):
            pass
        print(f"{time.monotonic():.4f} {time.thread_time_ns() - before}", flush=True)
        time.sleep(REST_SECONDS)


if __name__ == "__main__":
    beat()
