"""Signs: what a line's words are about (pay, time, duty, firm ...), the same names in every language.

They carry what is learned from many postings in one language over to languages of which few are known.  The words
stand in lexicon/signs, one table a language; English words count everywhere, for they are used everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from itertools import chain

Signs = tuple[str, ...]

LONGEST_STEM = 24


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


class Reader(dict[str, Signs]):
    """Word, or two words with a space between -> their signs, in one language and English; remembers what it was
    asked.
    """

    MOST_REMEMBERED = 50_000

    def __init__(self, language: str) -> None:
        super().__init__()
        self.exact: dict[str, list[str]] = {}
        self.beginnings: dict[str, list[str]] = {}
        self.inside: list[tuple[str, str]] = []
        self.openers: set[str] = set()  # first words of stems that have two
        for code in dict.fromkeys((language, "en")):
            for sign, stem in table_of(code):
                self._add(sign, stem)

    def signs_of(self, words: Sequence[str], pairs: Iterable[tuple[str, str]]) -> Signs:
        """What a line's words are about, and then its pairs of words, each sign once.  A pair adds nothing to its
        words but where its first one begins a stem of two."""
        found = list(filter(None, map(self.__getitem__, words)))
        if not self.openers.isdisjoint(words):
            found += [self[" ".join(pair)] for pair in pairs if pair[0] in self.openers]
        return tuple(dict.fromkeys(chain.from_iterable(found))) if found else ()

    def _add(self, sign: str, stem: str) -> None:
        if " " in stem:
            self.openers.add(stem.partition(" ")[0])
        if stem.startswith("~"):
            self.inside.append((stem[1:], sign))
        elif stem.endswith("$"):
            self.exact.setdefault(stem[:-1], []).append(sign)
        else:
            self.beginnings.setdefault(stem, []).append(sign)

    def __missing__(self, word: str) -> Signs:
        if len(self) >= self.MOST_REMEMBERED:
            self.clear()
        found = list(self.exact.get(word, ()))
        for end in range(1 if len(word) < 3 else 2, min(len(word), LONGEST_STEM) + 1):
            found += self.beginnings.get(word[:end], ())
        if " " not in word:
            found += [sign for stem, sign in self.inside if _holds(word, stem)]
        signs = tuple(dict.fromkeys(found))
        self[word] = signs
        return signs


def _holds(word: str, stem: str) -> bool:
    return word.endswith(stem[:-1]) if stem.endswith("$") else stem in word


@cache
def reader(language: str) -> Reader:
    return Reader(language)


@cache
def unparted(language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """For a language that does not part its words: each sign with a pattern of its words."""
    if language != "ja":
        return ()
    stems: dict[str, list[str]] = {}
    for sign, stem in table_of(language):
        stems.setdefault(sign, []).append(re.escape(stem))
    return tuple((sign, re.compile("|".join(words))) for sign, words in stems.items())
