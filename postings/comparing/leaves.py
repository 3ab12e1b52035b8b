"""The blocks of a section's text as a comparison sees them: where they stand, what they say, how they look."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from postings.comparing.values import Place
from postings.normalizer.inline import pieces_of
from postings.normalizer.model import Block, BlockKind, Run
from postings.normalizer.render import joined, read_body

CELL_BREAK = " | "
# Kana, Han and compatibility ideographs: writing without spaces, compared letter by letter.
_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_TOKEN = re.compile(rf"\s+|[{_CJK}]|\d+(?:[.,]\d+)*|(?:(?![{_CJK}\d_])\w)+(?:['’](?:(?![{_CJK}\d_])\w)+)*|.", re.DOTALL)
SHORT_TEXT_WORDS = 5
# Letters say less than words: "nights" and "night" are alike, but not as surely as two shared words.
LETTERS_COUNT_FOR = 0.9


class Format(NamedTuple):
    strong: bool
    em: bool
    href: str


class Token(NamedTuple):
    """A word, number, sign or CJK letter; `gap` is the white space before it."""

    gap: str
    text: str
    format: Format


@dataclass(frozen=True, slots=True, eq=False)
class Leaf:
    """One block of a section.  Two leaves with the same `key` look the same to a reader, but each is only itself."""

    place: Place
    block: Block
    key: tuple[object, ...]
    tokens: tuple[Token, ...]
    words: Counter[str]

    @property
    def form(self) -> tuple[BlockKind, int, bool, bool]:
        block = self.block
        level = block.level if block.kind is BlockKind.ITEM else 0
        return block.kind, level, block.ordered, block.header

    @property
    def size(self) -> int:
        """How many letters it has."""
        return sum(len(token.text) for token in self.tokens)

    @property
    def letters(self) -> str:
        """Its text without white space and case."""
        return "".join(token.text for token in self.tokens).casefold()


def leaves_of(kind: str, html: str) -> list[Leaf]:
    """The leaves of a section's inner HTML, in order."""
    return [_leaf(Place(kind, number), block) for number, block in enumerate(joined(read_body(html)))]


def alike(one: Leaf, other: Leaf) -> float:
    """How much two leaves say the same: 0 to 1, by the words they share; for short texts by letters too."""
    total = one.words.total() + other.words.total()
    if not total:
        return float(one.letters == other.letters)
    by_words = 2 * (one.words & other.words).total() / total
    if max(one.words.total(), other.words.total()) > SHORT_TEXT_WORDS:
        return by_words
    return max(by_words, LETTERS_COUNT_FOR * _alike_in_letters(one.letters, other.letters))


def _alike_in_letters(one: str, other: str) -> float:
    pairs, others = Counter(pairwise(one)), Counter(pairwise(other))
    total = pairs.total() + others.total()
    return 2 * (pairs & others).total() / total if total else float(one == other)


def _leaf(place: Place, block: Block) -> Leaf:
    tokens = tuple(_tokens(_runs(block)))
    words = Counter(token.text.casefold() for token in tokens if token.text.isalnum() or len(token.text) > 1)
    looks = tuple((run.text, run.strong, run.em, run.href) for run in _runs(block))
    level = block.level if block.kind is BlockKind.ITEM else 0
    return Leaf(place, block, (block.kind, level, block.ordered, block.header, looks), tokens, words)


def _runs(block: Block) -> list[Run]:
    if not block.cells:
        return _tidy(block.runs)
    runs: list[Run] = []
    for number, cell in enumerate(block.cells):
        runs += [Run(CELL_BREAK)] * bool(number) + _tidy(cell)
    return runs


def _tidy(runs: tuple[Run, ...]) -> list[Run]:
    return [Run(text, strong, em, href) for text, (href, strong, em) in pieces_of(runs)]


def _tokens(runs: list[Run]) -> Iterator[Token]:
    gap = ""
    for run in runs:
        for match in _TOKEN.finditer(run.text):
            text = match[0]
            if text.isspace():
                gap += text
                continue
            yield Token(gap, text, Format(run.strong, run.em, run.href))
            gap = ""
