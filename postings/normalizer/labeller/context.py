"""What stands above and around a piece, carried along while the pieces of a document are walked through in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby, pairwise

from postings.normalizer.labeller.marks import Group
from postings.normalizer.labeller.signs import Signs, reader
from postings.normalizer.labeller.words import fold, words_of
from postings.normalizer.model import Block, BlockKind, Document, HeadingReading

# How a line follows the one before it: in one sentence or paragraph, in one list, otherwise, below a new heading.
SAME_LINE, SAME_LIST, NEXT, NEW_HEADING = range(4)
SURE = 0.9  # a heading read with this confidence is understood whole
MOST_HEADING_WORDS = 8
NO_READING = HeadingReading()


class Context:
    """Walk with `step`, from the first piece to the last; `groups` tells of the piece stepped to."""

    def __init__(
        self, document: Document, blocks: Sequence[Block], texts: Sequence[str], signs: Sequence[Signs]
    ) -> None:
        self.document = document
        self.blocks = blocks
        self.texts = texts
        self.signs = signs
        self.headings = dict.fromkeys(document.headings, "")
        self.headings.update((block.id, block.text) for block in document.blocks if block.id in self.headings)
        # Signs weigh a little otherwise in languages of which few postings are known.
        self.family = "en" if document.language == "en" else "other"
        self.above = [document.governing.get(block.id, ()) for block in blocks]
        effective = {governing: self._effective(governing) for governing in set(self.above)}
        self.readings = [effective[governing] for governing in self.above]
        self.topics = topics_of(self.above, blocks, signs)
        self.next_readings = self._next_readings()
        self.since_heading = 0
        self.had_list = False
        self.last_known = "none"
        self.heading: Group = ("heading",)

    def _effective(self, governing: tuple[str, ...]) -> str:
        """The name of what the nearest understood heading says."""
        if not governing:
            return "top"
        names = (name_of(self.document.headings.get(heading, NO_READING)) for heading in reversed(governing))
        return next((name for name in names if name), "unknown")

    def _next_readings(self) -> list[str]:
        """For each piece what the next other heading below it says."""
        found = ["end"] * len(self.blocks)
        for number in range(len(self.blocks) - 2, -1, -1):
            same = self.above[number] == self.above[number + 1]
            found[number] = found[number + 1] if same else self.readings[number + 1]
        return found

    def step(self, number: int) -> int:
        """Go on to the next piece; how it follows the one before."""
        block, before = self.blocks[number], self.blocks[number - 1]
        if not number or self.above[number] != self.above[number - 1]:
            if number and self.readings[number - 1] not in ("unknown", "top"):
                self.last_known = self.readings[number - 1]
            self.since_heading = 0
            self.had_list = block.kind is not BlockKind.PARAGRAPH
            self.heading = ("heading", *self._heading_marks(number))
            return NEW_HEADING
        self.since_heading += 1
        self.had_list = self.had_list or block.kind is not BlockKind.PARAGRAPH
        if block.kind is BlockKind.ITEM:
            return SAME_LIST if before.kind is BlockKind.ITEM else NEXT
        return SAME_LINE if block.index == before.index or self._continues(number) else NEXT

    def _continues(self, number: int) -> bool:
        """Whether a line goes on with a sentence that the line before began: it was wrapped by hand."""
        alike = self.blocks[number - 1].kind is self.blocks[number].kind is BlockKind.PARAGRAPH
        return alike and self.texts[number][:1].islower() and self.texts[number - 1][-1:] not in ".!?:;…"

    def _heading_marks(self, number: int) -> list[str]:
        governing, effective = self.above[number], self.readings[number]
        if not governing:
            return ["he:top", self.family + "|he:top", "hn:" + self.next_readings[number]]
        readings = [self.document.headings.get(heading, NO_READING) for heading in reversed(governing)]
        names = [name_of(reading) or "unknown" for reading in readings]
        marks = [f"hk:{names[0]}|{readings[0].confidence >= SURE}", "he:" + effective, f"{self.family}|he:{effective}"]
        if len(names) > 1:
            marks.append("ho:" + names[1])
        if effective == "unknown":
            marks += ["hp:" + self.last_known, "hn:" + self.next_readings[number]]
        words = words_of(fold(self.headings.get(governing[-1], "").partition(":")[0]))[:MOST_HEADING_WORDS]
        pairs = list(pairwise(words))
        signs = reader(self.document.language).signs_of(words, pairs)
        keys = [*words, *(first + " " + second for first, second in pairs)]
        return marks + ["h:" + key for key in keys] + ["hs:" + sign for sign in signs]

    def groups(self, number: int, length: str) -> list[Group]:
        """Where a piece stands, and what its words are about under this heading."""
        block, effective, signs, count = self.blocks[number], self.readings[number], self.signs, len(self.blocks)
        after_list = self.had_list and block.kind is BlockKind.PARAGRAPH
        tenth = number * 10 // count
        return [
            self.heading,
            ("signs", self.family, effective, signs[number], self.topics[number]),
            ("stand", effective, block.kind.value, after_list, min(self.since_heading, 3), length, tenth // 3),
            ("around", signs[number - 1] if number else (), signs[number + 1] if number + 1 < count else ()),
            ("at", tenth, min(count - number, 6), min(number, 5)),
        ]


def name_of(reading: HeadingReading) -> str:
    """What a heading says, as one word; empty where nothing is known."""
    if reading.reason is not None:
        return "-" + reading.reason.value
    return "+".join([kind.value for kind in reading.kinds]) + ("*" if reading.preferred else "")


def topics_of(
    above: Sequence[tuple[str, ...]], blocks: Sequence[Block], signs: Sequence[Signs]
) -> list[tuple[str, ...]]:
    """For each piece the signs that many lines of its stretch show: lines of one kind under the same heading."""
    found: list[tuple[str, ...]] = []
    keys = [(governing, block.kind, block.group) for governing, block in zip(above, blocks, strict=True)]
    for _, stretch in groupby(range(len(blocks)), key=keys.__getitem__):
        members = list(stretch)
        found += [_topics(members, signs)] * len(members)
    return found


def _topics(members: Sequence[int], signs: Sequence[Signs]) -> tuple[str, ...]:
    if len(members) < 2:
        return ()
    counts = Counter([sign for number in members for sign in signs[number]])
    often = [sign for sign, count in counts.items() if count * 3 >= len(members)]
    return tuple(sorted(often, key=lambda sign: (-counts[sign], sign))[:3])
