"""The words by which facts are told, by language.  A posting is read with its language's words and the English ones."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

FALLBACK = "en"


@cache
def phrases(name: str, language: str) -> tuple[str, ...]:
    """The phrases noted under a name, in lower case; a language's own first, then the English ones."""
    own = _table(language).get(name, ()) if language != FALLBACK else ()
    return tuple(dict.fromkeys((*own, *_table(FALLBACK).get(name, ()))))


@cache
def labels(language: str) -> dict[str, tuple[str, ...]]:
    """Label in lower case -> the facts it may announce."""
    found: dict[str, tuple[str, ...]] = {}
    for table in (_table(language), _table(FALLBACK)):
        for name, words in table.items():
            if name.startswith("label_"):
                for word in words:
                    found[word] = (*found.get(word, ()), name.removeprefix("label_"))
    return found


@cache
def any_of(name: str, language: str) -> re.Pattern[str]:
    """A pattern that finds any phrase of a name as whole words, in lower-case text."""
    return whole_words(phrases(name, language))


def whole_words(words: Iterable[str]) -> re.Pattern[str]:
    ordered = sorted(set(words), key=len, reverse=True)
    return re.compile("|".join(map(_bounded, ordered)) or r"(?!)")


@cache
def months(language: str) -> dict[str, int]:
    """Month name in lower case -> number."""
    return {name: int(number) for name, _, number in (p.partition("=") for p in phrases("month", language))}


def _bounded(phrase: str) -> str:
    """The phrase as words of its own; scripts without spaces and signs need no border."""
    before = r"(?<![^\W\d_])" if phrase[0].isascii() and phrase[0].isalnum() or "\u00c0" <= phrase[0] < "\u0250" else ""
    after = r"(?![^\W_])" if phrase[-1].isascii() and phrase[-1].isalnum() or "\u00c0" <= phrase[-1] < "\u0250" else ""
    return before + re.escape(phrase) + after


@cache
def _table(language: str) -> dict[str, tuple[str, ...]]:
    file = files("postings.normalizer") / "lexicon" / "facts" / f"{language}.tsv"
    if not language.isalpha() or not file.is_file():
        return {}
    rows = (line.split("\t", 1) for line in file.read_text(encoding="utf-8").splitlines() if "\t" in line)
    return {name: tuple(phrase.strip().lower() for phrase in words.split("|")) for name, words in rows if name[0] != "#"}
