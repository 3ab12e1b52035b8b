"""Which reason a sentence's own words give to leave it out, by the phrases of the lexicon.

A phrase is listed only where nothing else says it, so one is enough; but a sentence that also states pay, hours or
the like is never dropped on a phrase.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from postings.normalizer.taxonomy import DropReason
from postings.normalizer.words import LANGUAGES, boilerplate, fold_words

_AMOUNT = re.compile(
    r"[$€£¥]\s?\d|\d[\d.,’' ]*\s?(?:[$€£¥]|k€|(?:euros?|eur|usd|gbp|chf|franken|francs?|sek|dkk|kronor|kroner|kr"
    r"|pln|zł|zl|reais|pesos|円)\b)|\d\s?%|401\(?k",
    re.IGNORECASE,
)
_CJK = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why a sentence is boilerplate, and the phrase that says so."""

    reason: DropReason
    phrase: str


@dataclass(frozen=True, slots=True)
class _Phrase:
    parts: tuple[tuple[str, ...], ...]
    whole: bool
    evidence: Evidence


def evidence(text: str, words: Sequence[str], language: str) -> Evidence | None:
    """What the words of a sentence prove; `words` are its folded words.  None for a sentence that states an amount."""
    table = _phrases(language)
    seen: set[str] = set()
    for word in words:
        if word in table and word not in seen:
            seen.add(word)
            for phrase in table[word]:
                if _stands(phrase, words):
                    return None if states_amount(text) else phrase.evidence
    return None if text.isascii() or not _CJK.search(text) else _in_script(text)


def states_amount(text: str) -> bool:
    """Whether a text holds money, a percentage or the like."""
    return _AMOUNT.search(text) is not None


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
    first, size = part[0], len(part)
    for at in range(start, len(words) - size + 1):
        if words[at] == first and tuple(words[at : at + size]) == part:
            return at + size
    return -1


@cache
def _phrases(language: str) -> dict[str, tuple[_Phrase, ...]]:
    """Each phrase under the longest of its words, which is the rarest."""
    table: dict[str, list[_Phrase]] = {}
    for reason, written in boilerplate(language):
        whole = written.startswith("=")
        parts = tuple(fold_words(part) for part in written.lstrip("=").split(" ... "))
        if not all(parts) or any(_CJK.search(word) for part in parts for word in part):
            continue
        phrase = _Phrase(parts, whole, Evidence(DropReason(reason), written.lstrip("=")))
        key = max((word for part in parts for word in part), key=len)
        table.setdefault(key, []).append(phrase)
    return {key: tuple(found) for key, found in table.items()}


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
