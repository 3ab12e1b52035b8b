"""What the labeller looks at in the pieces of a posting, as keys that `hashing` turns into numbers.

What it believes: the heading above a piece says most; then the piece's own words, above all its first; then what kind
of line it is and where it stands.  Words are seen whole, in pairs and by their beginnings and ends, so that a word
form or a compound never met before still says something, in any language.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from postings.normalizer.labeller.context import NEW_HEADING, NEXT, SAME_LINE, SAME_LIST, Context
from postings.normalizer.labeller.hashing import Pair
from postings.normalizer.labeller.marks import Group
from postings.normalizer.labeller.shape import length_of, shape_of
from postings.normalizer.labeller.signs import Signs, reader, unparted
from postings.normalizer.labeller.words import fold, words_of
from postings.normalizer.model import Block, BlockKind, Document

__all__ = ["NEW_HEADING", "NEXT", "SAME_LINE", "SAME_LIST", "Piece", "pending", "pieces"]


@dataclass(frozen=True, slots=True)
class Piece:
    """One block to decide about: `words` are looked at with their parts, `pairs` of them and `marks` as they are,
    `groups` opened."""

    block: Block
    words: Sequence[str]
    pairs: Sequence[Pair]
    marks: Sequence[str]
    groups: Sequence[Group]
    signs: Signs
    step: int


def pending(document: Document) -> list[Block]:
    """The blocks that no step has decided about and that are no headings, in reading order."""
    outcomes = document.outcomes
    return [block for block in document.blocks if block.kind is not BlockKind.HEADING and block.id not in outcomes]


def pieces(document: Document) -> list[Piece]:
    """Every pending block as the labeller sees it."""
    blocks = pending(document)
    texts = [block.text.strip() for block in blocks]
    folded = list(map(fold, texts))
    words = list(map(words_of, folded))
    pairs = [list(pairwise(line)) for line in words]
    signs = _signs(document.language, texts, words, pairs)
    context = Context(document, blocks, texts, signs)
    result: list[Piece] = []
    for number, block in enumerate(blocks):
        step, length = context.step(number), length_of(words[number])
        groups = [shape_of(block, texts[number], folded[number], words[number]), *context.groups(number, length)]
        marks = _marks(folded, words, number)
        result.append(Piece(block, words[number], pairs[number], marks, groups, signs[number], step))
    return result


def _signs(
    language: str, texts: Sequence[str], words: Sequence[Sequence[str]], pairs: Sequence[Sequence[Pair]]
) -> list[Signs]:
    """What each line's words are about, in the order of the words."""
    if patterns := unparted(language):
        return [tuple([sign for sign, pattern in patterns if pattern.search(text)]) for text in texts]
    look = reader(language)
    return [look.signs_of(line, pair) for line, pair in zip(words, pairs, strict=True)]


def _marks(texts: Sequence[str], words: Sequence[Sequence[str]], number: int) -> list[str]:
    """The words in telling places: a line's first and last, its label, and how its neighbours begin."""
    marks = []
    if line := words[number]:
        marks = ["f:" + line[0], "f2:" + " ".join(line[:2]), "fs:" + line[0][-3:], "l:" + line[-1]]
    label, colon, _ = texts[number][:40].partition(":")
    if colon:
        marks.append("label:" + label.strip())
    if number:
        marks += ["p:" + word for word in words[number - 1][:2]]
    if number + 1 < len(words):
        marks += ["x:" + word for word in words[number + 1][:2]]
    return marks
