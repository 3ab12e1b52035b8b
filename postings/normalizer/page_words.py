"""What page chrome says, as lines and as phrases.  See lexicon/chrome."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from itertools import accumulate

EDGE_SIGNS = " \t\n.:!?…»«›‹→←↑↓▼▲×✕|*+-–—>#\"'“”()[]{}"
LONGEST_LINE = 160
EDGE = 4  # signs by which lines are told apart at their beginning
FIGURES = re.compile(r"\d[\d,.]*")
BLANKS = re.compile(r"\s+")


def folded(text: str) -> str:
    """A line as the tables have it: in small letters, without signs at its ends."""
    text = text.replace("’", "'").lower()
    return (text if text.isprintable() and "  " not in text else BLANKS.sub(" ", text)).strip(EDGE_SIGNS)


def known_line(text: str) -> str:
    """A line folded, if it begins like any that the tables have; empty for all others, as most are."""
    line = folded(text)
    return line if line[:EDGE] in _edges() or line[:1] in _edges() or line[:1].isdecimal() else ""


def is_chrome_line(line: str) -> bool:
    """Does a whole folded line say what only a page says about itself?"""
    return _known("whole", "start").has(line)


def is_board_line(line: str) -> bool:
    """Does a whole folded line say what only a job board's page says, wherever it stands?"""
    return len(line) <= LONGEST_LINE and _known("board", "boards").has(line)


def is_related(line: str) -> bool:
    """Does a folded line announce other postings?"""
    return _known("related", "announces").has(line)


def is_site_line(line: str) -> bool:
    """Is a folded line the name of a part of a site, or a line of page language?"""
    return _known("site", "start").has(line) or line in _known("whole", "start").lines


def chrome_words(texts: Sequence[str]) -> Sequence[bool]:
    """Which of the texts speak of the page's cookies, scripts or copyright.  What the whole page never says is not
    looked for in each."""
    table = _table()
    found = [False] * len(texts)
    lowered = list(map(str.lower, texts))
    whole = "\n".join(lowered)
    stems = [stem for stem in table["stem"] if stem in whole]
    if not stems:
        return found
    starts = list(accumulate([len(text) + 1 for text in lowered], initial=0))
    for stem in stems:
        position = whole.find(stem)
        while position >= 0:
            number = bisect_right(starts, position) - 1
            found[number] = found[number] or any(phrase in lowered[number] for phrase in table["within"])
            position = whole.find(stem, starts[number + 1])
    return found


class _Known:
    """Lines, with # for figures, and beginnings of lines.  Most lines begin like none of them, as one look tells."""

    def __init__(self, lines: frozenset[str], beginnings: frozenset[str]) -> None:
        self.lines, self.beginnings = lines, tuple(sorted(beginnings))
        edges = {entry[:EDGE] for entry in (*lines, *beginnings)}
        # What begins with few signs, or soon has a figure, goes by its first sign.
        few = {edge[:1] for edge in edges if "#" in edge} | {entry[:1] for entry in beginnings if len(entry) < EDGE}
        self.edges = frozenset(edges | few)

    def has(self, line: str) -> bool:
        """Is the folded line one of these, or does it begin like one?"""
        if line[:EDGE] in self.edges or line[:1] in self.edges or (line[:1].isdecimal() and "#" in self.edges):
            return FIGURES.sub("#", line) in self.lines or line.startswith(self.beginnings)
        return False


@cache
def _table() -> Mapping[str, frozenset[str]]:
    text = (resources.files("postings.normalizer") / "lexicon" / "chrome" / "phrases.tsv").read_text("utf-8")
    table: dict[str, set[str]] = {}
    for row in text.splitlines():
        if row and not row.startswith("#"):
            key, words = row.split("\t")
            table.setdefault(key, set()).update(words.split("|"))
    return {key: frozenset(words) for key, words in table.items()}


@cache
def _edges() -> frozenset[str]:
    tables = (("whole", "start"), ("board", "boards"), ("related", "announces"), ("site", "start"))
    return frozenset().union(*(_known(*names).edges for names in tables))


@cache
def _known(lines: str, beginnings: str) -> _Known:
    return _Known(_table()[lines], _table()[beginnings])
