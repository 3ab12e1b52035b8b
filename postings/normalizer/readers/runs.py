"""Small work on runs of formatted text."""

from __future__ import annotations

from postings.normalizer.model import Run


def trimmed(runs: list[Run]) -> list[Run]:
    """The runs without blank space at either end."""
    if len(runs) == 1:
        only = runs[0]
        text = only.text.strip()
        return [only if text == only.text else Run(text, only.strong, only.em, only.href)] if text else []
    while runs and not runs[0].text.strip():
        runs = runs[1:]
    while runs and not runs[-1].text.strip():
        runs = runs[:-1]
    if runs:
        first = runs[0]
        runs[0] = Run(first.text.lstrip(), first.strong, first.em, first.href)
        last = runs[-1]
        runs[-1] = Run(last.text.rstrip(), last.strong, last.em, last.href)
    return runs


def split_lines(runs: list[Run]) -> list[list[Run]]:
    """The runs parted at "\\n" runs; lines that hold no text are left out."""
    lines: list[list[Run]] = [[]]
    for run in runs:
        if run.text == "\n":
            lines.append([])
        else:
            lines[-1].append(run)
    return [line for line in map(trimmed, lines) if line]
