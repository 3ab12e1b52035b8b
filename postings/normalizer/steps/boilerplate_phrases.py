"""The phrases of the lexicon that prove a line to be boilerplate, looked up by their words.

A phrase is found by its longest word, and looked at only where its second longest stands in the line too.  A star ends
a word that may go on ("niepełnosprawn*"): languages that bend their words need it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from operator import attrgetter

from postings.normalizer.remembered import Remembered
from postings.normalizer.taxonomy import DropReason
from postings.normalizer.words import CJK, boilerplate, fold_words

LONGEST_WHOLE = 9  # words of a line in which phrases are looked for that are a whole line; longer ones count anywhere
BEGINNING = 5  # letters by which words that may go on are looked up; none in the tables is shorter
_STARRED = 100_000  # more than there are rows in a table


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why a sentence is boilerplate, and the phrase that says so."""

    reason: DropReason
    phrase: str


@dataclass(frozen=True, slots=True)
class Phrase:
    rank: int  # of phrases that are looked up by one word, the lowest goes first
    parts: tuple[tuple[str, ...], ...]  # a word that may go on ends in a star
    written: tuple[str, ...]  # the same, between blanks
    words: frozenset[str]  # all others
    may_go_on: bool  # one of its words does
    whole: bool
    evidence: Evidence

    def key(self) -> str:
        """The longest of its words, which is the rarest."""
        return max((word for part in self.parts for word in part), key=len)

    def partner(self) -> str:
        """The longest word that must stand beside the key; "": there is none."""
        return max(sorted(self.words - {self.key()}), key=len, default="")

    def stands(self, words: Sequence[str]) -> bool:
        """Whether its parts stand in the words one behind the other."""
        if self.whole:
            return tuple(words) == self.parts[0]
        if self.may_go_on:
            return self._stands_bent(words)
        line, at = f" {' '.join(words)} ", 0
        for part in self.written:
            at = line.find(part, at)
            if at < 0:
                return False
            at += len(part) - 1
        return True

    def _stands_bent(self, words: Sequence[str]) -> bool:
        at = 0
        for part in self.parts:
            at = _find(part, words, at)
            if at < 0:
                return False
        return True


class Phrases:
    """The phrases that are looked up by one word, and by a second one that must stand in the line as well."""

    __slots__ = ("alone", "by_partner", "partners")

    def __init__(self, phrases: Sequence[Phrase]) -> None:
        self.by_partner: dict[str, list[Phrase]] = {}
        for phrase in phrases:
            self.by_partner.setdefault(phrase.partner(), []).append(phrase)
        self.alone = self.by_partner.pop("", [])
        self.partners = frozenset(self.by_partner)

    def among(self, words: set[str]) -> list[Phrase]:
        """Those that may stand in a line of these words, in the order in which they count."""
        found = [phrase for partner in self.partners & words for phrase in self.by_partner[partner]]
        return sorted(found + self.alone, key=attrgetter("rank"))


class _Bent(Remembered[str, Phrases | None]):
    """Word -> the phrases that are looked up by it, as it is or by how it begins, for languages that bend words."""

    def __init__(self, by_word: Mapping[str, Sequence[Phrase]], by_beginning: Mapping[str, Sequence[Phrase]]) -> None:
        super().__init__()
        self.by_word, self.by_beginning = by_word, by_beginning

    def work_out(self, asked: str) -> Phrases | None:
        phrases = [*self.by_word.get(asked, ()), *self.by_beginning.get(asked[:BEGINNING], ())]
        return Phrases(phrases) if phrases else None


@cache
def phrases_of(language: str, short: bool) -> tuple[Phrase, ...]:
    """All phrases of a language; most of those that must be a whole line are looked for in `short` lines only."""
    every = filter(None, [_phrase(*row) for row in enumerate(boilerplate(language))])
    return tuple([phrase for phrase in every if short or not phrase.whole or len(phrase.parts[0]) > LONGEST_WHOLE])


@cache
def look_up(language: str, short: bool) -> Callable[[str], Phrases | None]:
    """Which of these are looked up by a word; those whose key may go on count after the others."""
    by_word: dict[str, list[Phrase]] = {}
    by_beginning: dict[str, list[Phrase]] = {}
    for phrase in phrases_of(language, short):
        key = phrase.key()
        where, key = (by_beginning, key[:BEGINNING]) if key.endswith("*") else (by_word, key)
        where.setdefault(key, []).append(phrase)
    if by_beginning:
        return _Bent(by_word, by_beginning).__getitem__
    return {word: Phrases(phrases) for word, phrases in by_word.items()}.get


def _find(part: tuple[str, ...], words: Sequence[str], start: int) -> int:
    """The position right behind a part in the words from `start` on; -1: it does not stand there."""
    size = len(part)
    for at in range(start, len(words) - size + 1):
        if all(map(_is_word, part, words[at : at + size])):
            return at + size
    return -1


def _is_word(wanted: str, word: str) -> bool:
    return word == wanted or (wanted[-1] == "*" and word.startswith(wanted[:-1]))


def _phrase(row: int, named: tuple[str, str]) -> Phrase | None:
    """A row of the table as a phrase; None for one in a script without spaces."""
    written = named[1].lstrip("=")
    parts = tuple(_words_of_phrase(part) for part in written.split(" ... "))
    words = [word for part in parts for word in part]
    if not all(parts) or any(CJK.search(word) for word in words):
        return None
    whole_words = frozenset(word for word in words if not word.endswith("*"))
    rank = row + _STARRED * max(words, key=len).endswith("*")
    said = Evidence(DropReason(named[0]), written)
    may_go_on = len(whole_words) < len(set(words))
    between_blanks = tuple(f" {' '.join(part)} " for part in parts)
    return Phrase(rank, parts, between_blanks, whole_words, may_go_on, named[1].startswith("="), said)


def _words_of_phrase(part: str) -> tuple[str, ...]:
    """The folded words of a written part; those that may go on keep their star."""
    return tuple(folded + "*" * word.endswith("*") for word in part.split() for folded in fold_words(word.rstrip("*")))
