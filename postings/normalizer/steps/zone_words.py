"""The words by which page chrome is known: names of a page's parts, and what they say.  See lexicon/chrome."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources

ELEMENT = re.compile(r"[a-z][a-z0-9-]*")
NAME_WORD = re.compile(r"[a-z]+|[A-Z][a-z]*|[A-Z]+(?![a-z])")
EDGE_SIGNS = " \t\n.:!?…»«›‹→←↑↓▼▲×✕|*+-–—>#\"'“”()[]{}"
BLANKS = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
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
    words = {word.lower() for part in _classes(rest) for word in NAME_WORD.findall(part)}
    whole = " ".join(re.sub(r"[^a-z]", "", part.lower()) for part in _classes(rest))
    words.update(whole.split())
    table = _table("zones.tsv")
    return Names(
        element=element,
        strong=not words.isdisjoint(table["strong"]) or any(name in whole for name in table["inner"]),
        weak=not words.isdisjoint(table["weak"]),
        content=not words.isdisjoint(table["content"]),
        opener=not words.isdisjoint(table["opener"]),
        hidden="[hidden]" in rest or "[aria-hidden]" in rest,
    )


def _classes(rest: str) -> list[str]:
    """Ids, classes and roles; names with a colon or bracket are a style sheet's conditions ("md:hidden") and say
    nothing."""
    return [part for part in re.split(r"[.#\s]|\[role=|\]", rest) if part and ":" not in part and "[" not in part]


def is_chrome_line(text: str) -> bool:
    """Does a whole line say what only a page says about itself?"""
    return _is_chrome(_folded(text))


def _is_chrome(line: str) -> bool:
    table = _table("phrases.tsv")
    return line in table["whole"] or line.startswith(_beginnings("start"))


def chrome_words(texts: Sequence[str]) -> Sequence[bool]:
    """Which of the texts speak of the page's cookies, scripts or copyright.  What the whole page never says is not
    looked for in each."""
    table = _table("phrases.tsv")
    lowered = [text.lower() for text in texts]
    whole = "\n".join(lowered)
    stems = [stem for stem in table["stem"] if stem in whole]
    if not stems:
        return [False] * len(texts)
    phrases = table["within"]
    return [any(stem in text for stem in stems) and any(phrase in text for phrase in phrases) for text in lowered]


def is_related(text: str) -> bool:
    """Does a line announce other postings?"""
    line = _folded(text)
    return line in _table("phrases.tsv")["related"] or line.startswith(_beginnings("announces"))


def is_site_line(text: str) -> bool:
    """Is a line the name of a part of a site, or a line of page language?"""
    line = _folded(text)
    return line in _table("phrases.tsv")["site"] or _is_chrome(line)


def _folded(text: str) -> str:
    text = text.replace("’", "'").lower()
    return (text if text.isprintable() and "  " not in text else BLANKS.sub(" ", text)).strip(EDGE_SIGNS)


@cache
def _table(name: str) -> Mapping[str, frozenset[str]]:
    text = (resources.files("postings.normalizer") / "lexicon" / "chrome" / name).read_text("utf-8")
    table: dict[str, set[str]] = {}
    for row in text.splitlines():
        if row and not row.startswith("#"):
            key, words = row.split("\t")
            table.setdefault(key, set()).update(words.split("|"))
    return {key: frozenset(words) for key, words in table.items()}


@cache
def _beginnings(name: str) -> tuple[str, ...]:
    return tuple(sorted(_table("phrases.tsv")[name]))
