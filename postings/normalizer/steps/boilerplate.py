"""Which reason a sentence's own words give to leave it out, by the phrases of the lexicon.

A phrase is listed only where nothing else says it, so one is enough; but a sentence that also states pay, hours or
the like is never dropped on a phrase.  A line's words are looked up once: a phrase is found by its longest word, and
looked at only where its second longest stands in the line too.  A star ends a word that may go on ("niepełnosprawn*"):
languages that bend their words need it.

The same look tells which cues of the lexicon a line may hold: its `hints`.  Most lines have none, and none of those
cues is looked for in them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from operator import add, attrgetter
from typing import Any

from postings.normalizer.figures import holds_figure
from postings.normalizer.model import Block
from postings.normalizer.remembered import Remembered
from postings.normalizer.taxonomy import DropReason
from postings.normalizer.words import LANGUAGES, UNPARTED, boilerplate, cue, fold_words, raw_cue, words_of

_AMOUNT = re.compile(
    r"[$€£¥]\s?\d|\d[\d.,’' ]*\s?(?:[$€£¥]|k€|(?:euros?|eur|usd|gbp|chf|franken|francs?|sek|dkk|kronor|kroner|kr"
    r"|pln|zł|zl|reais|pesos|円)\b)|\d\s?%|401\(?k",
    re.IGNORECASE,
)
_SHARE = re.compile(r"\d\s?%")
MOST_PRAISE = 12  # words
LONGEST_WHOLE = 9  # words of a line in which phrases are looked for that are a whole line; longer ones count anywhere
_CJK = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_STARRED = 100_000  # more than there are rows in a table
_BEGINNING = 5  # letters by which words that may go on are looked up; none in the tables is shorter

# What a line may hold, each a bit of its hints: cues that stand in it, begin it or end it, and phrases that prove it to
# be boilerplate or praise.
_CUES = (
    "terms",
    "checks",
    "checked",
    "strain",
    "permit",
    "gross",
    "selection",
    "wish_begins",
    "wish_ends",
    "wish_to_you",
    "demand_begins",
    "praise",
)
HINTS = {name: 1 << place for place, name in enumerate((*_CUES, "phrase"))}
_PROVES = HINTS["praise"] | HINTS["phrase"]
_ANYTHING = (1 << len(HINTS)) - 1


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why a sentence is boilerplate, and the phrase that says so."""

    reason: DropReason
    phrase: str


@dataclass(frozen=True, slots=True)
class _Phrase:
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


class _Phrases:
    """The phrases that are looked up by one word, and by a second one that must stand in the line as well."""

    __slots__ = ("alone", "by_partner", "hints", "partners")

    def __init__(self, phrases: Sequence[_Phrase], hints: int) -> None:
        self.hints = hints | (HINTS["phrase"] if phrases else 0)
        self.by_partner: dict[str, list[_Phrase]] = {}
        for phrase in phrases:
            self.by_partner.setdefault(phrase.partner(), []).append(phrase)
        self.alone = self.by_partner.pop("", [])
        self.partners = frozenset(self.by_partner)

    def among(self, words: set[str]) -> list[_Phrase]:
        """Those that may stand in a line of these words, in the order in which they count."""
        found = [phrase for partner in self.partners & words for phrase in self.by_partner[partner]]
        return sorted(found + self.alone, key=attrgetter("rank"))


class _Bent(Remembered[str, _Phrases | None]):
    """Word -> what is looked up by it, as it is or by how it begins, for languages that bend words."""

    def __init__(
        self,
        by_word: Mapping[str, Sequence[_Phrase]],
        by_beginning: Mapping[str, Sequence[_Phrase]],
        hints: Mapping[str, int],
    ) -> None:
        super().__init__()
        self.by_word, self.by_beginning, self.hints = by_word, by_beginning, hints

    def work_out(self, asked: str) -> _Phrases | None:
        phrases = [*self.by_word.get(asked, ()), *self.by_beginning.get(asked[:_BEGINNING], ())]
        hints = self.hints.get(asked, 0)
        return _Phrases(phrases, hints) if phrases or hints else None


def hints_of(block: Block, language: str) -> int:
    """What a block may hold, as bits of HINTS; worked out once."""
    if block.hints is None:
        _keep_hints(block, _looked_up(words_of(block), language), language)
    return block.hints or 0


def evidence_of(block: Block, language: str) -> Evidence | None:
    """What the words of a block prove; its hints are known from then on."""
    words = words_of(block)
    found = _looked_up(words, language)
    _keep_hints(block, found, language)
    return _evidence(found, block.text, words, language)


def evidence(text: str, words: Sequence[str], language: str) -> Evidence | None:
    """What the words of a sentence prove; `words` are its folded words.  None for a sentence that states an amount."""
    return _evidence(_looked_up(words, language), text, words, language)


def _looked_up(words: Sequence[str], language: str) -> list[_Phrases]:
    return list(filter(None, map(_look_up(language, len(words) <= LONGEST_WHOLE), words)))


def _keep_hints(block: Block, found: list[_Phrases], language: str) -> None:
    derived: Any = block
    if language in UNPARTED:
        derived.hints = _ANYTHING  # its words are no words
    else:
        hints = 0
        for phrases in found:
            hints |= phrases.hints
        derived.hints = hints


def _evidence(found: list[_Phrases], text: str, words: Sequence[str], language: str) -> Evidence | None:
    proving = [phrases for phrases in found if phrases.hints & _PROVES]
    if proving:
        known = set(words)
        for phrases in proving:
            for phrase in phrases.alone if phrases.partners.isdisjoint(known) else phrases.among(known):
                if phrase.words <= known and _stands(phrase, words):
                    return None if _states_terms(text, phrase.evidence) else phrase.evidence
        if len(words) <= MOST_PRAISE and _is_praise(words, language):
            return Evidence(DropReason.FILLER, " ".join(words))
    in_script = not text.isascii() and not "".join(words).isascii() and _CJK.search(text)
    return _in_script(text) if in_script else None


def _is_praise(words: Sequence[str], language: str) -> bool:
    """Whether a line does nothing but praise what everybody offers: "a young and dynamic team", in any order."""
    praise = cue("praise", language)
    if praise.isdisjoint(words) or (praised := cue("praised", language)).isdisjoint(words):
        return False
    return set(words) <= praise | praised | cue("around_praise", language)


def _states_terms(text: str, said: Evidence) -> bool:
    """Whether a text states an amount that its words do not explain: a share of people is no part of an offer."""
    return states_amount(_SHARE.sub("", text) if said.reason is DropReason.EQUAL_OPPORTUNITY else text)


def states_amount(text: str) -> bool:
    """Whether a text holds money, a percentage or the like."""
    return holds_figure(text) and _AMOUNT.search(text) is not None


def amount_in(block: Block) -> bool:
    """The same of a block, in most of which there is no figure."""
    words_of(block)
    return block.figure and _AMOUNT.search(block.text) is not None


def holds(name: str, block: Block, language: str) -> bool:
    """Whether a block holds one of the phrases noted under a name, which its hints may tell."""
    return bool(hints_of(block, language) & HINTS[name]) and holds_cue(name, words_of(block), language)


def rate_in(block: Block, language: str) -> bool:
    """Whether a block holds an amount of money for a time ("$20 an hour"), as hardly anything but pay is."""
    return amount_in(block) and _rate(language).search(block.text) is not None


@cache
def _rate(language: str) -> re.Pattern[str]:
    times = "|".join(re.escape(time) for time in sorted(raw_cue("per_time", language), key=len, reverse=True))
    amount = r"[$€£]\s?\d[\d.,]*\s?[kK]?\+?"
    return re.compile(
        rf"{amount}(?:\s?(?:[–-]|\w{{1,3}})\s?[$€£]?\s?\d[\d.,]*[kK]?)?\s?(?:{times})(?!\w)", re.IGNORECASE
    )


def states_terms(words: Sequence[str], language: str) -> bool:
    """Whether folded words hold a real term of the job, such as its hours or a check that is made."""
    return holds_cue("terms", words, language)


def holds_cue(name: str, words: Sequence[str], language: str) -> bool:
    """Whether folded words hold one of the phrases noted under a name; of words that are not parted, inside them."""
    if language in UNPARTED:
        line = "".join(words)
        return any(phrase in line for phrase in cue(name, language))
    phrases = _by_longest_word(name, language)
    held = phrases.keys() & set(words)
    if not held:
        return False
    line = f" {' '.join(words)} "
    return any(phrase in line for word in held for phrase in phrases[word])


@cache
def _by_longest_word(name: str, language: str) -> Mapping[str, tuple[str, ...]]:
    """The phrases noted under a name, between blanks, by their longest word, which is the rarest."""
    found: dict[str, tuple[str, ...]] = {}
    for phrase in sorted(cue(name, language)):
        word = max(phrase.split(), key=len)
        found[word] = (*found.get(word, ()), f" {phrase} ")
    return found


def _stands(phrase: _Phrase, words: Sequence[str]) -> bool:
    """Whether the parts of a phrase stand in the words one behind the other."""
    if phrase.whole:
        return tuple(words) == phrase.parts[0]
    if phrase.may_go_on:
        return _stands_bent(phrase, words)
    line, at = f" {' '.join(words)} ", 0
    for part in phrase.written:
        at = line.find(part, at)
        if at < 0:
            return False
        at += len(part) - 1
    return True


def _stands_bent(phrase: _Phrase, words: Sequence[str]) -> bool:
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
def _look_up(language: str, short: bool) -> Callable[[str], _Phrases | None]:
    """Which phrases and hints of a language are looked up by a word; those whose key may go on count after the
    others.  In all but `short` lines most of those are left out that must
    be the whole line.
    """
    hints: dict[str, int] = {}
    for name in _CUES:
        for word in _by_longest_word(name, language):
            hints[word] = hints.get(word, 0) | HINTS[name]
    by_word: dict[str, list[_Phrase]] = {}
    by_beginning: dict[str, list[_Phrase]] = {}
    for phrase in filter(None, [_phrase(*row) for row in enumerate(boilerplate(language))]):
        if phrase.whole and not short and len(phrase.parts[0]) <= LONGEST_WHOLE:
            continue
        key = phrase.key()
        where, key = (by_beginning, key[:_BEGINNING]) if key.endswith("*") else (by_word, key)
        where.setdefault(key, []).append(phrase)
    if by_beginning:
        return _Bent(by_word, by_beginning, hints).__getitem__
    words = by_word.keys() | hints.keys()
    return {word: _Phrases(by_word.get(word, ()), hints.get(word, 0)) for word in words}.get


def _phrase(row: int, named: tuple[str, str]) -> _Phrase | None:
    """A row of the table as a phrase; None for one in a script without spaces."""
    written = named[1].lstrip("=")
    parts = tuple(_words_of_phrase(part) for part in written.split(" ... "))
    words = [word for part in parts for word in part]
    if not all(parts) or any(_CJK.search(word) for word in words):
        return None
    whole_words = frozenset(word for word in words if not word.endswith("*"))
    rank = row + _STARRED * max(words, key=len).endswith("*")
    said = Evidence(DropReason(named[0]), written)
    may_go_on = len(whole_words) < len(set(words))
    between_blanks = tuple(f" {' '.join(part)} " for part in parts)
    return _Phrase(rank, parts, between_blanks, whole_words, may_go_on, named[1].startswith("="), said)


def _words_of_phrase(part: str) -> tuple[str, ...]:
    """The folded words of a written part; those that may go on keep their star."""
    return tuple(folded + "*" * word.endswith("*") for word in part.split() for folded in fold_words(word.rstrip("*")))


@cache
def _script_phrases() -> Mapping[str, tuple[tuple[int, str, bool, Evidence], ...]]:
    """Phrases in a script without spaces, by their first two signs; the numbers say which goes first."""
    rows = {row for language in LANGUAGES for row in boilerplate(language) if _CJK.search(row[1])}
    found: dict[str, tuple[tuple[int, str, bool, Evidence], ...]] = {}
    for number, (reason, written) in enumerate(sorted(rows)):
        phrase = written.lstrip("=")
        row = (number, phrase, written.startswith("="), Evidence(DropReason(reason), phrase))
        found[phrase[:2]] = (*found.get(phrase[:2], ()), row)
    return found


def _in_script(text: str) -> Evidence | None:
    stripped = text.strip(" 　。.・")
    phrases = _script_phrases()
    begun = phrases.keys() & set(map(add, text, text[1:]))
    for _, phrase, whole, found in sorted(chain.from_iterable(phrases[pair] for pair in begun)):
        if phrase == stripped if whole else phrase in text:
            return None if _states_terms(text, found) else found
    return None
