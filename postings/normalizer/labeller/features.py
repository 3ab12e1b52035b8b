"""What the labeller looks at in the pieces of a posting, as keys that `hashing` turns into numbers.

What it believes: the heading above a piece says most; then the piece's own words, above all its first; then what kind
of line it is and where it stands.  Words are seen whole, in pairs and by their beginnings and ends, so that a word
form or a compound never met before still says something, in any language.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from postings.normalizer.labeller.context import NO_HEADING, Heading, stretches
from postings.normalizer.labeller.marks import Key
from postings.normalizer.labeller.shape import shape_of
from postings.normalizer.labeller.signs import reader, unparted
from postings.normalizer.labeller.words import words_in
from postings.normalizer.model import HEADING, ITEM, PARAGRAPH, Block, Document

# How a line follows the one before it: in one sentence or paragraph, in one list, otherwise, below a new heading.
SAME_LINE, SAME_LIST, NEXT, NEW_HEADING = range(4)
OPENING = 3  # words with which a line says what it is about


@dataclass(frozen=True, slots=True)
class Settled:
    """A label that lines have at once, where they stand under a heading that says so and their words agree: of at most
    `most_words`, with no sign that speaks `against` it, and list items or with one that speaks `for_` it.
    """

    label: int
    for_: int
    against: int
    most_words: int

    def holds(self, block: Block, signs: int, words: int) -> bool:
        """Whether a line with these signs is one of them."""
        if signs & self.against or words > self.most_words:
            return False
        return block.kind is ITEM or bool(signs & self.for_)


# What a heading settles, asked of the first piece under it.
Settle = Callable[[Block], Settled | None]


@dataclass(slots=True)
class Piece:
    """One block to decide about: what its words are about, as bits (see `signs`), how it follows the piece before.

    `settled` is the label of one that is decided already.  Of all others the labeller sees the words, with their parts
    and in pairs, the keys (one for each of `marks.KINDS`), and the headings above.
    """

    block: Block
    signs: int
    step: int
    words: Sequence[str]
    settled: int | None = None
    keys: tuple[Key, ...] = ()
    heading: Heading = NO_HEADING


def pending(document: Document) -> list[Block]:
    """The blocks that no step has decided about and that are no headings, in reading order."""
    outcomes = document.outcomes
    return [block for block in document.blocks if block.kind is not HEADING and block.id not in outcomes]


def pieces(document: Document, settle: Settle = lambda block: None) -> list[Piece]:
    """Every pending block as the labeller sees it; `settle` says which of them the heading above decides."""
    blocks = pending(document)
    # Signs weigh a little otherwise in languages of which few postings are known.
    family = "en" if document.language == "en" else "other"
    texts = [block.text.strip() for block in blocks]
    words = list(map(words_in, blocks))
    look = reader(document.language)
    if patterns := unparted(document.language):
        signs = [sum([sign for sign, pattern in patterns if pattern.search(text)]) for text in texts]
    else:
        signs = list(map(look.signs_of, words))
    starts = ["", *[line[0] if line else "" for line in words], ""]
    around = [0, *signs, 0]
    count, found = len(blocks), []
    for stretch in stretches(document, blocks, signs, family):
        effective, had_list = stretch.heading.effective, False
        settled = settle(blocks[stretch.start])
        for number in range(stretch.start, stretch.end):
            block, line, kind = blocks[number], words[number], blocks[number].kind
            had_list = had_list or kind is not PARAGRAPH
            step = _step(block, texts[number], blocks[number - 1], texts[number - 1])
            piece = Piece(block, signs[number], step if number > stretch.start else NEW_HEADING, line)
            found.append(piece)
            if settled is not None and settled.holds(block, signs[number], len(line)):
                piece.settled = settled.label
                continue
            shape = shape_of(block, texts[number], len(line))
            tenth = number * 10 // count
            piece.heading = stretch.heading
            piece.keys = (
                starts[number + 1],
                line[1] if len(line) > 1 else "",
                line[-1] if line else "",
                texts[number][:40].partition(":")[0].casefold() if shape.signs[-1] else "",
                shape,
                (family, effective, signs[number]),
                (family, effective, look.signs_of(line[:OPENING])),
                (
                    *(effective, kind, had_list and kind is PARAGRAPH),
                    *(min(number - stretch.start, 3), shape.length, tenth // 3),
                ),
                starts[number],
                starts[number + 2],
                around[number],
                around[number + 2],
                (tenth, min(count - number, 6), min(number, 5)),
            )
    return found


def _step(block: Block, text: str, before: Block, text_before: str) -> int:
    """How a piece follows the one before it under the same heading."""
    if block.kind is ITEM:
        return SAME_LIST if before.kind is ITEM else NEXT
    if block.index == before.index:
        return SAME_LINE
    # A line that goes on with the sentence of the line before: it was wrapped by hand.
    wrapped = text[:1].islower() and text_before[-1:] not in ".!?:;…" and before.kind is block.kind
    return SAME_LINE if wrapped and block.kind is PARAGRAPH else NEXT
