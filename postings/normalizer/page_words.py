"""What page chrome says, as lines and as phrases.  See lexicon/chrome."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from itertools import accumulate

EDGE_SIGNS = " \t\n.:!?…»«›‹→←↑↓▼▲×✕|*+-–—>#\"'“”()[]{}"
LONGEST_LINE = 120
FIGURES = re.compile(r"\d[\d,.]*")
BLANKS = re.compile(r"\s+")


def folded(text: str) -> str:
    """A line as the tables have it: in small letters, without signs at its ends."""
    text = text.replace("’", "'").lower()
    return (text if text.isprintable() and "  " not in text else BLANKS.sub(" ", text)).strip(EDGE_SIGNS)


def is_chrome_line(line: str) -> bool:
    """Does a whole folded line say what only a page says about itself?"""
    return line in _table()["whole"] or _begins(line, "start")


def is_board_line(line: str) -> bool:
    """Does a whole folded line say what only a job board's page says, wherever it stands?"""
    if len(line) > LONGEST_LINE:
        return False
    return FIGURES.sub("#", line) in _table()["board"] or _begins(line, "boards")


def is_related(line: str) -> bool:
    """Does a folded line announce other postings?"""
    return line in _table()["related"] or _begins(line, "announces")


def is_site_line(line: str) -> bool:
    """Is a folded line the name of a part of a site, or a line of page language?"""
    return line in _of_site() or _begins(line, "start")


def chrome_words(texts: Sequence[str]) -> Sequence[bool]:
    """Which of the texts speak of the page's cookies, scripts or copyright.  What the whole page never says is not
    looked for in each."""
    table = _table()
    found = [False] * len(texts)
    lowered = [text.lower() for text in texts]
    whole = "\n".join(lowered)
    starts = list(accumulate((len(text) + 1 for text in lowered), initial=0))
    for stem in table["stem"]:
        position = whole.find(stem)
        while position >= 0:
            number = bisect_right(starts, position) - 1
            found[number] = found[number] or any(phrase in lowered[number] for phrase in table["within"])
            position = whole.find(stem, starts[number + 1])
    return found


def _begins(line: str, name: str) -> bool:
    first, beginnings = _beginnings(name)
    return line[:1] in first and line.startswith(beginnings)


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
def _of_site() -> frozenset[str]:
    return _table()["site"] | _table()["whole"]


@cache
def _beginnings(name: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """The beginnings of lines, and the letters these begin with."""
    beginnings = tuple(sorted(_table()[name]))
    return frozenset(beginning[:1] for beginning in beginnings), beginnings
