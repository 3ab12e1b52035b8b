"""A block's formatted text, addressed by offsets in its plain text."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from postings.normalizer.model import Run


class RunIndex:
    """The runs of a block, found by offset without walking all of them."""

    def __init__(self, runs: Sequence[Run]) -> None:
        self.runs = runs
        self.starts = [0, *accumulate([len(run.text) for run in runs])]

    def cut(self, start: int, end: int) -> tuple[Run, ...]:
        """The stretch [start, end) with its formatting."""
        pieces: list[Run] = []
        for number in range(max(bisect_right(self.starts, start) - 1, 0), len(self.runs)):
            if self.starts[number] >= end:
                break
            run, offset = self.runs[number], self.starts[number]
            text = run.text[max(start - offset, 0) : end - offset]
            if text:
                pieces.append(run if len(text) == len(run.text) else Run(text, run.strong, run.em, run.href))
        return tuple(pieces)

    def bold_until(self, start: int, limit: int) -> int:
        """Where the bold text that begins at `start` ends; marks between bold words count as bold."""
        end = start
        for number in range(max(bisect_right(self.starts, start) - 1, 0), len(self.runs)):
            run = self.runs[number]
            if self.starts[number] > limit or (not run.strong and run.text.strip(" :-–\u00a0")):
                break
            end = self.starts[number + 1]
        return end
