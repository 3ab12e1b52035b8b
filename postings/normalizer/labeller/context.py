"""The headings above pieces: stretches of pieces that stand under the same ones, and what these say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from postings.normalizer.labeller.signs import common, names_of, reader
from postings.normalizer.labeller.words import words_of
from postings.normalizer.model import NO_READING, Block, Document, HeadingReading

SURE = 0.9  # a heading read with this confidence is understood whole
MOST_HEADING_WORDS = 8


@dataclass(slots=True)
class Stretch:
    """The pieces [start, end) under one heading, what the nearest understood heading says ("top": there is none;
    "unknown": none is understood), and the marks of the headings above.
    """

    start: int
    end: int
    effective: str
    marks: tuple[str, ...] = ()


def stretches(document: Document, blocks: Sequence[Block], signs: Sequence[int], family: str) -> list[Stretch]:
    """The stretches of a document's pieces, in order."""
    governing = document.governing
    above = [governing.get(block.id, ()) for block in blocks]
    found: list[Stretch] = []
    said: list[_Said] = []
    start = 0
    for names, members in groupby(above):
        end = start + len(list(members))
        said.append(_Said(document, names))
        found.append(Stretch(start, end, said[-1].effective))
        start = end
    texts = {block.id: block.text for block in document.blocks if block.id in document.headings}
    last_known = "none"
    for number, stretch in enumerate(found):
        effective = stretch.effective
        following = found[number + 1].effective if number + 1 < len(found) else "end"
        marks = said[number].marks(texts, family, document.language)
        if effective in ("unknown", "top"):
            marks += ["hn:" + following] if effective == "top" else ["hp:" + last_known, "hn:" + following]
        else:
            last_known = effective
        for topic in common(signs[stretch.start : stretch.end]):
            marks += ["t:" + topic, f"he:{effective}|t:{topic}"]
        stretch.marks = tuple(marks)
    return found


class _Said:
    """What the headings above a stretch say, the nearest first."""

    def __init__(self, document: Document, governing: tuple[str, ...]) -> None:
        self.governing = governing
        self.readings = [document.headings.get(heading, NO_READING) for heading in reversed(governing)]
        self.names = list(map(name_of, self.readings))
        self.effective = next(filter(None, self.names), "unknown") if governing else "top"

    def marks(self, texts: dict[str, str], family: str, language: str) -> list[str]:
        marks = ["he:" + self.effective, f"{family}|he:{self.effective}"]
        if not self.governing:
            return marks
        marks.append(f"hk:{self.names[0] or 'unknown'}|{self.readings[0].confidence >= SURE}")
        if len(self.names) > 1:
            marks.append("ho:" + (self.names[1] or "unknown"))
        words = words_of(texts.get(self.governing[-1], "").partition(":")[0])[:MOST_HEADING_WORDS]
        signs = reader(language).signs_of(words)
        keys = [*words, *map(" ".join, pairwise(words))]
        return marks + ["h:" + key for key in keys] + ["hs:" + sign for sign in names_of(signs)]


def name_of(reading: HeadingReading) -> str:
    """What a heading says, as one word; empty where nothing is known."""
    if reading.reason is not None:
        return "-" + reading.reason
    return "+".join(reading.kinds) + "*" * reading.preferred
