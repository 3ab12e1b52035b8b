"""The words by which facts are told, by language.  A posting is read with its language's words and the English ones."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, cached_property
from importlib.resources import files

from postings.normalizer.words import LANGUAGES

FALLBACK = "en"
_KATAKANA = frozenset(map(chr, (*range(0x30A1, 0x30FB), 0x30FC)))
_WORD = re.compile(r"[^\W_]+")


@cache
def phrases(name: str, language: str) -> tuple[str, ...]:
    """The phrases noted under a name, in lower case; a language's own first, then the English ones."""
    own = _table(language).get(name, ()) if language != FALLBACK else ()
    return tuple(dict.fromkeys((*own, *_table(FALLBACK).get(name, ()))))


@cache
def own_phrases(name: str, language: str) -> tuple[str, ...]:
    """The phrases of the language itself; the English ones only where it has none."""
    return _table(language).get(name) or _table(FALLBACK).get(name, ())


@cache
def opening_words(language: str) -> tuple[str, ...]:
    """The words for public bodies and private ones with which a name may begin ("Ville", "Brasserie")."""
    return own_phrases("organization_opening", language) + own_phrases("company_opening", language)


def has_own(name: str, language: str) -> bool:
    """Whether the language itself notes phrases under a name."""
    return name in _table(language)


@cache
def everywhere(name: str) -> tuple[str, ...]:
    """The phrases noted under a name in any language."""
    return tuple(dict.fromkeys(phrase for language in LANGUAGES for phrase in _table(language).get(name, ())))


@cache
def as_written(name: str) -> tuple[str, ...]:
    """The phrases noted under a name in any language, with their capitals."""
    return tuple(dict.fromkeys(phrase for language in LANGUAGES for phrase in _rows(language).get(name, ())))


class Labels(dict[str, tuple[str, ...]]):
    """Label in lower case -> the facts it may announce."""

    @cached_property
    def endings(self) -> frozenset[str]:
        """The last four characters of the labels."""
        return frozenset(label[-4:] for label in self)


@cache
def labels(language: str) -> Labels:
    """The labels of a language, and English's."""
    found = Labels()
    for table in map(_table, dict.fromkeys((language, FALLBACK))):
        for name, words in table.items():
            if name.startswith("label_"):
                for word in words:
                    found[word] = (*found.get(word, ()), name.removeprefix("label_"))
    return found


@cache
def classes() -> dict[str, str]:
    """What pages call the elements that hold a fact, without signs -> the fact."""
    rows = _table(FALLBACK).items()
    return {word: name.removeprefix("class_") for name, words in rows if name.startswith("class_") for word in words}


class Wanted:
    """Phrases to look for in a text, each with the words that must be among the text's for it to stand there."""

    def __init__(self, phrases: Iterable[str], last: bool = True) -> None:
        """Without `last` the last word of several is not asked for, as a number may touch it ("part-time20 hours")."""
        self.phrases = tuple(phrases)
        self.always: list[int] = []  # in a script without spaces
        self.by_word: dict[str, list[tuple[int, frozenset[str]]]] = {}
        for rank, phrase in enumerate(self.phrases):
            words = _WORD.findall(phrase.lower() if phrase[0] < "\u3000" else "")
            words = words if last else words[:-1] or words
            if words:
                self.by_word.setdefault(max(words, key=len), []).append((rank, frozenset(words)))
            else:
                self.always.append(rank)
        self.keys = frozenset(self.by_word)

    def among(self, known: frozenset[str]) -> list[str]:
        """Those that may stand in a text of these words, in order.  Most do not."""
        met = self.keys & known
        if not (met or self.always):
            return []
        ranks = [rank for word in met for rank, words in self.by_word[word] if words <= known]
        return [self.phrases[rank] for rank in sorted(self.always + ranks)]


@cache
def hints_of(hints: tuple[str, ...]) -> Wanted:
    """Hints, to be looked for."""
    return Wanted(hints)


@cache
def wanted(name: str, language: str, own: bool) -> Wanted:
    """The phrases noted under a name, to be looked for; with `own`, of the language alone."""
    return Wanted(own_phrases(name, language) if own else phrases(name, language), last=False)


def spans(text: str, words: Iterable[str]) -> list[tuple[int, int]]:
    """Where any of the phrases stands in a lower-case text as words of its own, in order of place.

    Most phrases do not occur, and plain search says so many times faster than one large pattern.
    """
    found = []
    for phrase in words:
        start = text.find(phrase) if phrase in text else -1  # to ask first is quicker, as few occur
        while start >= 0:
            end = start + len(phrase)
            if _stands_alone(text, start, end):
                found.append((start, end))
            start = text.find(phrase, end)
    return sorted(found)


def has(text: str, words: Iterable[str]) -> bool:
    """Does any of the phrases stand in the lower-case text?"""
    met = [phrase for phrase in words if phrase in text]
    return bool(met) and bool(spans(text, met))


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Letters touch neither end; scripts without spaces have no such border."""
    before, after = text[start - 1 : start], text[end : end + 1]
    return not (_joins(before, text[start]) or _joins(after, text[end - 1]))


def _joins(outside: str, inside: str) -> bool:
    if outside in _KATAKANA and inside in _KATAKANA:  # "パートナー" is no "パート"
        return True
    return outside.isalpha() and inside.isalnum() and outside < "\u3000" and inside < "\u3000"


@cache
def months(language: str) -> dict[str, int]:
    """Month name in lower case -> number."""
    return {name: int(number) for name, _, number in (p.partition("=") for p in phrases("month", language))}


@cache
def _table(language: str) -> dict[str, tuple[str, ...]]:
    return {name: tuple(phrase.lower() for phrase in words) for name, words in _rows(language).items()}


@cache
def _rows(language: str) -> dict[str, tuple[str, ...]]:
    file = files("postings.normalizer") / "lexicon" / "facts" / f"{language}.tsv"
    if not language.isalpha() or not file.is_file():
        return {}
    rows = (line.split("\t", 1) for line in file.read_text(encoding="utf-8").splitlines() if "\t" in line)
    return {name: tuple(phrase.strip() for phrase in words.split("|")) for name, words in rows if name[0] != "#"}
