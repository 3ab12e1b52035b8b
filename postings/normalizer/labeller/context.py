"""The headings above pieces: stretches of pieces that stand under the same ones, and what these say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import NamedTuple

from postings.normalizer.labeller.signs import common, names_of, reader
from postings.normalizer.labeller.words import words_of
from postings.normalizer.model import NO_READING, Block, Document, HeadingReading

SURE = 0.9  # a heading read with this confidence is understood whole
MOST_HEADING_WORDS = 8


class Heading(NamedTuple):
    """What the labeller sees of the headings above a stretch; `marks_of_heading` says what it means."""

    family: str = "en"
    effective: str = "top"  # what the nearest understood one says; "unknown": none is understood; "top": there is none
    nearest: str = ""
    sure: bool = False  # the nearest is understood whole
    outer: str = ""  # the one above the nearest
    words: tuple[str, ...] = ()  # of the nearest
    signs: int = 0
    around: tuple[str, ...] = ()  # marks of the stretches around one that goes by no heading
    topics: tuple[str, ...] = ()  # signs that many of its lines show


NO_HEADING = Heading()


@dataclass(slots=True)
class Stretch:
    """The pieces [start, end) under one heading."""

    start: int
    end: int
    heading: Heading


def stretches(document: Document, blocks: Sequence[Block], signs: Sequence[int], family: str) -> list[Stretch]:
    """The stretches of a document's pieces, in order."""
    governing = document.governing
    found: list[Stretch] = []
    start = 0
    texts = {block.id: block.text for block in document.blocks if block.id in document.headings}
    for names, members in groupby([governing.get(block.id, ()) for block in blocks]):
        end = start + len(list(members))
        found.append(Stretch(start, end, _heading(document, names, texts, family, common(signs[start:end]))))
        start = end
    said = [stretch.heading.effective for stretch in found]
    last_known = "none"
    for number, effective in enumerate(said):
        if effective not in ("unknown", "top"):
            last_known = effective
            continue
        behind = "hn:" + (said[number + 1] if number + 1 < len(said) else "end")
        around = (behind,) if effective == "top" else ("hp:" + last_known, behind)
        found[number].heading = found[number].heading._replace(around=around)
    return found


def _heading(
    document: Document, governing: tuple[str, ...], texts: dict[str, str], family: str, topics: tuple[str, ...]
) -> Heading:
    """What the headings above a stretch say."""
    if not governing:
        return Heading(family, topics=topics)
    readings = [document.headings.get(heading, NO_READING) for heading in reversed(governing)]
    names = list(map(name_of, readings))
    words = tuple(words_of(texts.get(governing[-1], "").partition(":")[0])[:MOST_HEADING_WORDS])
    return Heading(
        family,
        next(filter(None, names), "unknown"),
        names[0] or "unknown",
        readings[0].confidence >= SURE,
        (names[1] or "unknown") if len(names) > 1 else "",
        words,
        reader(document.language).signs_of(words),
        (),
        topics,
    )


def marks_of_heading(heading: Heading) -> list[str]:
    """The marks that headings stand for."""
    under = "he:" + heading.effective
    marks = [under, f"{heading.family}|{under}", *heading.around]
    if heading.nearest:
        marks.append(f"hk:{heading.nearest}|{heading.sure}")
    if heading.outer:
        marks.append("ho:" + heading.outer)
    marks += ["h:" + key for key in (*heading.words, *map(" ".join, pairwise(heading.words)))]
    marks += ["hs:" + sign for sign in names_of(heading.signs)]
    return marks + [mark for topic in heading.topics for mark in ("t:" + topic, f"{under}|t:{topic}")]


def name_of(reading: HeadingReading) -> str:
    """What a heading says, as one word; empty where nothing is known."""
    if reading.reason is not None:
        return "-" + reading.reason
    return "+".join(reading.kinds) + "*" * reading.preferred
