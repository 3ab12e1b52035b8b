"""What a line may hold, told by one look at each of its words: phrases of boilerplate and cues of the lexicon.

Most lines hold none of them, and what a line has no hint of is not looked for in it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, reduce
from operator import or_
from typing import Any

from postings.normalizer.model import Block
from postings.normalizer.remembered import Remembered
from postings.normalizer.steps.boilerplate_phrases import BEGINNING, LONGEST_WHOLE, phrases_of
from postings.normalizer.words import UNPARTED, cue, words_of

# The cues that stand in a line, begin it or end it; each is a bit of its hints.
_CUES = (
    *(
        "responsible_for",
        "given",
        "provided",
        "covering",
        "travel",
        "demands",
        "perk",
        "reports",
        "paid",
        "strain",
        "years_asked",
        "lasting",
    ),
    *("terms", "checks", "checked", "permit", "gross", "pay_range", "selection", "praise", "names_job"),
    *("wish_begins", "wish_ends", "wish_to_you", "demand_begins", "duty_begins", "role_begins", "offer_to_you"),
    *("time_begins", "pay_begins"),
)
HINTS = {name: 1 << place for place, name in enumerate((*_CUES, "phrase"))}
_EVERY_CUE = HINTS["phrase"] - 1
_EVERY_HINT = 2 * HINTS["phrase"] - 1
# Whether a line may be boilerplate: by a phrase, or as praise.
PROVES = HINTS["phrase"] | HINTS["praise"]
# The word by which a phrase of boilerplate is looked up has one of PAIRS bits, and the word that must stand beside it
# the same one, PAIRS further up; where it needs none, the word is the hint.  With half as many bits half as
# many lines again of real postings are looked into in vain, with twice as many it costs what it saves.
_PAIRS = 400
_KEYS = ((1 << _PAIRS) - 1) << len(HINTS)


class _Bent(Remembered[str, int]):
    """Word -> its hints, as it is and by how it begins, for languages that bend words."""

    def __init__(self, by_word: Mapping[str, int], by_beginning: Mapping[str, int]) -> None:
        super().__init__()
        self.by_word, self.by_beginning = by_word, by_beginning

    def work_out(self, asked: str) -> int:
        return self.by_word.get(asked, 0) | self.by_beginning.get(asked[:BEGINNING], 0)


def hints_of(block: Block, language: str) -> int:
    """What a block may hold, as bits of HINTS; worked out once."""
    if block.hints is None:
        derived: Any = block
        derived.hints = hints_in(words_of(block), language)
        if language in UNPARTED:
            derived.hints |= _EVERY_CUE  # its words are no words
    return block.hints or 0


def hints_in(words: Sequence[str], language: str) -> int:
    """The same of folded words."""
    found = reduce(or_, filter(None, map(_table(language, len(words) <= LONGEST_WHOLE), words)), 0)
    if found & found >> _PAIRS & _KEYS:
        found |= HINTS["phrase"]
    return found & _EVERY_HINT


def holds(name: str, block: Block, language: str) -> bool:
    """Whether a block holds one of the phrases noted under a name, which its hints may tell."""
    return bool(hints_of(block, language) & HINTS[name]) and holds_cue(name, words_of(block), language)


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


@cache
def _table(language: str, short: bool) -> Callable[[str], int | None]:
    """What hints each word of a line gives."""
    by_word: dict[str, int] = {}
    by_beginning: dict[str, int] = {}
    for name in _CUES:
        for word in _by_longest_word(name, language):
            by_word[word] = by_word.get(word, 0) | HINTS[name]
    bits: dict[str, int] = {}
    for phrase in phrases_of(language, short):
        key, partner = phrase.key(), phrase.partner()
        bit = bits.setdefault(key, 1 << len(HINTS) + len(bits) % _PAIRS) if partner else HINTS["phrase"]
        where, key = (by_beginning, key[:BEGINNING]) if key.endswith("*") else (by_word, key)
        where[key] = where.get(key, 0) | bit
        if partner:
            by_word[partner] = by_word.get(partner, 0) | bit << _PAIRS
    return _Bent(by_word, by_beginning).__getitem__ if by_beginning else by_word.get
