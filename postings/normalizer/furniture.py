"""What pages call their parts, and what reads like prose: by these a page's furniture is told from its posting.

The reader asks so as not to cut a menu into a hundred blocks, `steps/zones.py` to leave it out.  See lexicon/chrome.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib import resources

from postings.normalizer.model import Block, BlockKind, value

# Elements that are furniture by their own name.
FURNITURE = frozenset({"nav", "footer", "dialog", "search", "select", "textarea", "button", "option", "menu"})
# Sentences and full list items are prose; labels, buttons and teasers are shorter.
PROSE_PARAGRAPH = 90
PROSE_ITEM = 60
# The share of a page's prose that stands before it announces other postings.
MOST_PROSE = 0.7

ELEMENT = re.compile(r"[a-z][a-z0-9-]*")
PARTS = re.compile(r"[.#\s]|\[role=|\]")
NAME_WORD = re.compile(r"[a-z]+|[A-Z][a-z]*|[A-Z]+(?![a-z])")
# A name's words written together, and names apart.
JOINED = {code: None for code in range(128) if not chr(code).islower()} | dict.fromkeys(map(ord, ".# \t\n\r\f\v"), " ")


@value
class Names:
    """What one element around a block is called."""

    element: str
    strong: bool
    weak: bool
    content: bool
    opener: bool
    hidden: bool


@lru_cache(maxsize=4096)
def names_of(token: str) -> Names:
    """What the name, id, classes and role of an element say; `token` is one entry of a block's `within`."""
    match = ELEMENT.match(token)
    element = match.group() if match else ""
    rest = token[len(element) :]
    named = rest if ":" not in rest and "[" not in rest else _sayings(rest)
    joined = named.lower().translate(JOINED)
    words = {word.lower() for word in NAME_WORD.findall(named)}
    words.update(joined.split())
    table = _table()
    return Names(
        element=element,
        strong=not words.isdisjoint(table["strong"]) or any(name in joined for name in table["inner"]),
        weak=not words.isdisjoint(table["weak"]),
        content=not words.isdisjoint(table["content"]),
        opener=not words.isdisjoint(table["opener"]),
        hidden="[hidden]" in rest or "[aria-hidden]" in rest,
    )


def _sayings(rest: str) -> str:
    """The names among an element's names that say something: those with a colon or bracket are a style sheet's
    conditions ("md:hidden")."""
    return " ".join(part for part in PARTS.split(rest) if ":" not in part and "[" not in part)


@lru_cache(maxsize=4096)
def is_furniture(token: str) -> bool:
    """Is an element, by all that it is called, a part of the page and not of the posting?"""
    names = names_of(token)
    return names.element in FURNITURE or (names.strong and not names.content and not names.opener)


@lru_cache(maxsize=4096)
def stands_beside(token: str) -> bool:
    """May an element, by what it is called, stand beside the posting?"""
    names = names_of(token)
    return names.element in ("aside", "section") or names.weak


def is_dense(text: str) -> bool:
    """Scripts without spaces say in thirty characters what others say in ninety."""
    return len(text) >= PROSE_PARAGRAPH // 3 and not text.isascii() and " " not in text[:30]


def is_prose(text: str, least: int = PROSE_ITEM) -> bool:
    """Is a text as long as a sentence?"""
    return len(text) >= least or is_dense(text)


def holds_prose(lines: Sequence[str]) -> bool:
    """Is any of these lines as long as a sentence?"""
    return max(map(len, lines)) >= PROSE_ITEM or any(is_dense(line) for line in lines if not line.isascii())


def is_part(block: Block) -> bool:
    """Is a block a part of the page that was read as one, a line for each of its pieces?"""
    return "\n" in block.text and block.kind is BlockKind.PARAGRAPH


@cache
def _table() -> Mapping[str, frozenset[str]]:
    text = (resources.files("postings.normalizer") / "lexicon" / "chrome" / "zones.tsv").read_text("utf-8")
    rows = [row.split("\t") for row in text.splitlines() if row and not row.startswith("#")]
    return {key: frozenset(words.split("|")) for key, words in rows}
