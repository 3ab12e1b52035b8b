"""Which reason a sentence's own words give to leave it out, by the phrases of the lexicon.

A phrase is listed only where nothing else says it, so one is enough; but a sentence that also states pay, hours or
the like is never dropped on a phrase.  A star ends a word that may go on ("niepełnosprawn*"): languages that bend their
words need it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain

from postings.normalizer.taxonomy import DropReason
from postings.normalizer.words import LANGUAGES, boilerplate, cue, fold_words

_AMOUNT = re.compile(
    r"[$€£¥]\s?\d|\d[\d.,’' ]*\s?(?:[$€£¥]|k€|(?:euros?|eur|usd|gbp|chf|franken|francs?|sek|dkk|kronor|kroner|kr"
    r"|pln|zł|zl|reais|pesos|円)\b)|\d\s?%|401\(?k",
    re.IGNORECASE,
)
MOST_PRAISE = 12  # words
_CJK = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_BEGINNING = 5  # letters by which words that may go on are looked up; none in the tables is shorter


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why a sentence is boilerplate, and the phrase that says so."""

    reason: DropReason
    phrase: str


@dataclass(frozen=True, slots=True)
class _Phrase:
    parts: tuple[tuple[str, ...], ...]  # a word that may go on ends in a star
    words: frozenset[str]  # all others
    whole: bool
    evidence: Evidence


# Stands in the table for every word of praise, which is evidence among others of its kind only.
_PRAISE = _Phrase((), frozenset(("",)), False, Evidence(DropReason.FILLER, ""))


class _Table(dict[str, tuple[_Phrase, ...]]):
    """Word -> the phrases that are looked up by it: as it is, or by how it begins; remembers what it was asked."""

    MOST_REMEMBERED = 50_000

    def __init__(self, by_word: dict[str, list[_Phrase]], by_beginning: dict[str, list[_Phrase]]) -> None:
        super().__init__()
        self.by_word = by_word
        self.by_beginning = by_beginning

    def __missing__(self, word: str) -> tuple[_Phrase, ...]:
        if len(self) >= self.MOST_REMEMBERED:
            self.clear()
        found = (*self.by_word.get(word, ()), *self.by_beginning.get(word[:_BEGINNING], ()))
        self[word] = found
        return found


def evidence(text: str, words: Sequence[str], language: str) -> Evidence | None:
    """What the words of a sentence prove; `words` are its folded words.  None for a sentence that states an amount."""
    if found := list(filter(None, map(_phrases(language).__getitem__, words))):
        known = set(words)
        for phrase in chain.from_iterable(found):
            if phrase.words <= known and _stands(phrase, words):
                return None if states_amount(text) else phrase.evidence
        if len(words) <= MOST_PRAISE and _is_praise(known, language):
            return Evidence(DropReason.FILLER, " ".join(words))
    in_script = not text.isascii() and not "".join(words).isascii() and _CJK.search(text)
    return _in_script(text) if in_script else None


def _is_praise(words: set[str], language: str) -> bool:
    """Whether a line does nothing but praise what everybody offers: "a young and dynamic team", in any order."""
    praise, praised = cue("praise", language), cue("praised", language)
    if praise.isdisjoint(words) or praised.isdisjoint(words):
        return False
    return words <= praise | praised | cue("around_praise", language)


def states_amount(text: str) -> bool:
    """Whether a text holds money, a percentage or the like."""
    return _AMOUNT.search(text) is not None


def states_terms(words: Sequence[str], language: str) -> bool:
    """Whether folded words hold a real term of the job, such as its hours or a check that is made."""
    folded = " " + " ".join(words) + " "
    return any(f" {term} " in folded for term in cue("terms", language))


def _stands(phrase: _Phrase, words: Sequence[str]) -> bool:
    if phrase.whole:
        return tuple(words) == phrase.parts[0]
    at = 0
    for part in phrase.parts:
        at = _find(part, words, at)
        if at < 0:
            return False
    return True


def _find(part: tuple[str, ...], words: Sequence[str], start: int) -> int:
    """The position right behind a part in the words from `start` on; -1: it does not stand there."""
    size = len(part)
    for at in range(start, len(words) - size + 1):
        if all(map(_is_word, part, words[at : at + size])):
            return at + size
    return -1


def _is_word(wanted: str, word: str) -> bool:
    return word == wanted or (wanted[-1] == "*" and word.startswith(wanted[:-1]))


@cache
def _phrases(language: str) -> _Table:
    """Each phrase under the longest of its words, which is the rarest."""
    by_word: dict[str, list[_Phrase]] = {}
    by_beginning: dict[str, list[_Phrase]] = {}
    for word in cue("praise", language):
        by_word[word] = [_PRAISE]
    for reason, written in boilerplate(language):
        whole = written.startswith("=")
        parts = tuple(_words_of_phrase(part) for part in written.lstrip("=").split(" ... "))
        words = [word for part in parts for word in part]
        if not all(parts) or any(_CJK.search(word) for word in words):
            continue
        whole_words = frozenset(word for word in words if not word.endswith("*"))
        phrase = _Phrase(parts, whole_words, whole, Evidence(DropReason(reason), written.lstrip("=")))
        key = max(words, key=len)
        where, key = (by_beginning, key[:_BEGINNING]) if key.endswith("*") else (by_word, key)
        where.setdefault(key, []).append(phrase)
    return _Table(by_word, by_beginning)


def _words_of_phrase(part: str) -> tuple[str, ...]:
    """The folded words of a written part; those that may go on keep their star."""
    return tuple(folded + "*" * word.endswith("*") for word in part.split() for folded in fold_words(word.rstrip("*")))


@cache
def _script_phrases() -> tuple[tuple[str, bool, Evidence], ...]:
    rows = {row for language in LANGUAGES for row in boilerplate(language) if _CJK.search(row[1])}
    return tuple(
        (written.lstrip("="), written.startswith("="), Evidence(DropReason(reason), written.lstrip("=")))
        for reason, written in sorted(rows)
    )


def _in_script(text: str) -> Evidence | None:
    stripped = text.strip(" 　。.・")
    for phrase, whole, found in _script_phrases():
        if phrase == stripped if whole else phrase in text:
            return None if states_amount(text) else found
    return None
