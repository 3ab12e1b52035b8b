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
    start = 0
    for names, members in groupby(above):
        end = start + len(list(members))
        found.append(Stretch(start, end, _effective(document, names)))
        start = end
    texts = {block.id: block.text for block in document.blocks if block.id in document.headings}
    last_known = "none"
    for number, stretch in enumerate(found):
        following = found[number + 1].effective if number + 1 < len(found) else "end"
        marks = _marks(document, texts, above[stretch.start], stretch.effective, family)
        if stretch.effective in ("unknown", "top"):
            marks += ["hn:" + following] if stretch.effective == "top" else ["hp:" + last_known, "hn:" + following]
        else:
            last_known = stretch.effective
        topics = common(signs[stretch.start : stretch.end])
        marks += ["t:" + topic for topic in topics] + [f"he:{stretch.effective}|t:{topic}" for topic in topics]
        stretch.marks = tuple(marks)
    return found


def _effective(document: Document, governing: tuple[str, ...]) -> str:
    """The name of what the nearest understood heading says."""
    if not governing:
        return "top"
    names = (name_of(document.headings.get(heading, NO_READING)) for heading in reversed(governing))
    return next((name for name in names if name), "unknown")


def _marks(
    document: Document, texts: dict[str, str], governing: tuple[str, ...], effective: str, family: str
) -> list[str]:
    marks = ["he:" + effective, f"{family}|he:{effective}"]
    if not governing:
        return marks
    readings = [document.headings.get(heading, NO_READING) for heading in reversed(governing)]
    names = [name_of(reading) or "unknown" for reading in readings]
    marks.append(f"hk:{names[0]}|{readings[0].confidence >= SURE}")
    if len(names) > 1:
        marks.append("ho:" + names[1])
    words = words_of(texts.get(governing[-1], "").partition(":")[0])[:MOST_HEADING_WORDS]
    signs = reader(document.language).signs_of(words)
    keys = [*words, *map(" ".join, pairwise(words))]
    return marks + ["h:" + key for key in keys] + ["hs:" + sign for sign in names_of(signs)]


def name_of(reading: HeadingReading) -> str:
    """What a heading says, as one word; empty where nothing is known."""
    if reading.reason is not None:
        return "-" + reading.reason.value
    return "+".join([kind.value for kind in reading.kinds]) + ("*" if reading.preferred else "")
