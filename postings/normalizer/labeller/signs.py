"""Signs: what a line's words are about (pay, time, duty, firm ...), the same names in every language.

They carry what is learned from many postings in one language over to languages of which few are known.  The words
stand in lexicon/signs, one table a language; English words count everywhere, for they are used everywhere.  A line's
signs are one number, a bit for each: `BITS` names them, `names_of` reads them back.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Sequence
from functools import cache, reduce
from importlib.resources import files
from operator import or_

from postings.normalizer.remembered import Remembered

NAMES = (
    *("pay", "time", "perk", "need", "degree", "wish", "duty", "firm", "seek"),
    *("equal", "privacy", "agency", "apply", "rule", "legal", "filler", "call", "job"),
)
BITS = {name: 1 << place for place, name in enumerate(NAMES)}
LONGEST_STEM = 24
# Behind the signs of a word stand bits that are none: a word that begins a stem of several words has one of PAIRS bits,
# and each word that comes second in such a stem has the same one, PAIRS further up.  A line holds only such stems as it
# has pairs of bits for.
_PAIRS = 100
_SIGNS = (1 << len(NAMES)) - 1
_FIRSTS = ((1 << _PAIRS) - 1) << len(NAMES)
_COUNTERS = struct.Struct(f"<{len(NAMES)}I")  # one for each sign: no posting has so many lines


def bits_of(names: Iterable[str]) -> int:
    """Signs by name as one number."""
    return reduce(or_, map(BITS.__getitem__, names), 0)


@cache
def names_of(signs: int) -> tuple[str, ...]:
    """The names of a line's signs, in the order of NAMES."""
    return tuple(name for name, bit in BITS.items() if signs & bit)


@cache
def table_of(language: str) -> tuple[tuple[str, str], ...]:
    """(sign, stem) rows of a language; empty for one without a table."""
    file = files("postings.normalizer") / "lexicon" / "signs" / f"{language}.tsv"
    if not file.is_file():
        return ()
    rows = []
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            sign, _, stems = line.partition("\t")
            rows += [(sign, stem.strip().casefold()) for stem in stems.split("|") if stem.strip()]
    return tuple(rows)


@cache
def _counted(signs: int) -> int:
    """Signs with a counter for each instead of a bit."""
    return int.from_bytes(_COUNTERS.pack(*[signs >> place & 1 for place in range(len(NAMES))]), "little")


def common(lines: Sequence[int]) -> tuple[str, ...]:
    """The signs that a third of the lines show, where there is more than one."""
    if len(lines) < 2:
        return ()
    counts = _COUNTERS.unpack(sum(map(_counted, lines)).to_bytes(_COUNTERS.size, "little"))
    least = len(lines) / 3
    return tuple([name for name, count in zip(NAMES, counts, strict=True) if count >= least])


class Reader(Remembered[str, int]):
    """Word -> its signs, in one language and English, and behind them what it may be of a stem of several words."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self.exact: dict[str, int] = {}
        self.beginnings: dict[str, int] = {}
        self.inside: list[tuple[str, int]] = []
        self.of_several = _OfSeveral()
        self.firsts: dict[str, int] = {}
        self.seconds: dict[str, int] = {}  # by how such a word begins
        for code in dict.fromkeys((language, "en")):
            for sign, stem in table_of(code):
                self._add(BITS[sign], stem)

    def signs_of(self, words: Sequence[str]) -> int:
        """What a line's words are about, one by one and several together."""
        found = reduce(or_, filter(None, map(self.__getitem__, words)), 0)
        if pairs := found & found >> _PAIRS & _FIRSTS:
            line = f" {' '.join(words)} "
            for stem, bit in self.of_several[pairs]:
                if stem in line:
                    found |= bit
        return found & _SIGNS

    def _add(self, bit: int, stem: str) -> None:
        whole = stem.endswith("$")
        written = stem.removesuffix("$")
        if stem.startswith("~"):
            self.inside.append((stem[1:], bit))
        elif " " in stem:
            self._add_several(bit, written, whole)
        elif whole:
            self.exact[written] = self.exact.get(written, 0) | bit
        else:
            self.beginnings[stem] = self.beginnings.get(stem, 0) | bit

    def _add_several(self, bit: int, written: str, whole: bool) -> None:
        first, second, *_ = written.split(" ")
        pair = self.firsts.setdefault(first, 1 << len(NAMES) + len(self.firsts) % _PAIRS)
        self.seconds[second] = self.seconds.get(second, 0) | pair << _PAIRS
        self.of_several.stems.append((pair, f" {written} " if whole else f" {written}", bit))

    def work_out(self, asked: str) -> int:
        signs = self.exact.get(asked, 0) | self.firsts.get(asked, 0)
        for end in range(1, min(len(asked), LONGEST_STEM) + 1):
            signs |= self.seconds.get(asked[:end], 0)
            if end > 1 or len(asked) < 3:
                signs |= self.beginnings.get(asked[:end], 0)
        return signs | reduce(or_, [bit for stem, bit in self.inside if _holds(asked, stem)], 0)


class _OfSeveral(Remembered[int, list[tuple[str, int]]]):
    """Bits of pairs -> the stems of several words that have one of them, as a line between blanks holds them."""

    def __init__(self) -> None:
        super().__init__()
        self.stems: list[tuple[int, str, int]] = []

    def work_out(self, asked: int) -> list[tuple[str, int]]:
        return [(stem, bit) for pair, stem, bit in self.stems if pair & asked]


def _holds(word: str, stem: str) -> bool:
    return word.endswith(stem[:-1]) if stem.endswith("$") else stem in word


@cache
def reader(language: str) -> Reader:
    return Reader(language)


@cache
def unparted(language: str) -> tuple[tuple[int, re.Pattern[str]], ...]:
    """For a language that does not part its words: each sign with a pattern of its words."""
    if language != "ja":
        return ()
    stems: dict[str, list[str]] = {}
    for sign, stem in table_of(language):
        stems.setdefault(sign, []).append(re.escape(stem))
    return tuple((BITS[sign], re.compile("|".join(words))) for sign, words in stems.items())
