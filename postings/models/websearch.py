"""A reader's search as PostgreSQL's `websearch_to_tsquery` reads it, for a database that has no index of words.

Every word counts, `"two words"` stand together, `-word` does not stand there, `or` is between alternatives; anything
else is no letter of a word.  A test holds the two together.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_TOKEN = re.compile(r'(?P<without>-?)(?:"(?P<quoted>[^"]*)"?|(?P<bare>[^\s"]+))')
_WORD = re.compile(r"[^\W_]+")
_BETWEEN = r"[\W_]+"
_OR = "or"


class Term(NamedTuple):
    """Words that stand together in a text (`pattern`, a regular expression for any case), or must not."""

    pattern: str
    is_wanted: bool


def alternatives(search: str) -> list[list[Term]]:
    """What a search asks for: all terms of one of these lists; none of them where it holds no word."""
    found: list[list[Term]] = [[]]
    for token in _TOKEN.finditer(search):
        is_or = (token["bare"] or "").lower() == _OR and not token["without"]
        if is_or and found[-1] and search[token.end() :].strip():
            found.append([])
        elif words := _WORD.findall(token["quoted"] or token["bare"] or ""):
            found[-1].append(Term(_pattern(words), not token["without"]))
    return [terms for terms in found if terms]


def _pattern(words: list[str]) -> str:
    together = _BETWEEN.join(map(re.escape, words))
    return rf"(?<![^\W_]){together}(?![^\W_])"
