"""A document as the finders read it: lines with their places, and the values that stand behind known labels.

A label is known by its words alone ("Salary", "Arbeitsort").  Its value stands behind a colon, in the next cell, or on the next line.
Where the source lost its line breaks, a label in the middle of a line ends the value before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from postings.normalizer.facts.lexicon import labels
from postings.normalizer.model import Block, BlockKind, Document, Dropped, Placement, SectionKind
from postings.normalizer.phrases import exact_meaning
from postings.normalizer.taxonomy import DropReason

LONGEST_LABEL = 45  # characters
LONGEST_VALUE = 160
_BREAK = re.compile(r"(?<=[a-z0-9)\].!])(?=[A-ZÀ-Þ])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[\s(|•·,;*\t])(?=\w)")
_COLON = re.compile(r"\s?[:：]\s*|\s[–-]\s|\t+|】\s*|／")
_GLUE = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z]{3})(?=[A-Z][a-z])")
_EDGES = " \t\n:：-–—|•*·,;【】"


@dataclass(frozen=True, slots=True)
class Found:
    """A fact read from the text, and the ids of the blocks it was read from."""

    value: object
    blocks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of text: a block, or the pieces of one that follow each other."""

    text: str
    id: str
    kind: BlockKind
    section: SectionKind | None
    reason: DropReason | None
    cells: tuple[str, ...]
    heading: str

    @property
    def lower(self) -> str:
        lowered = self.text.lower()
        return lowered if len(lowered) == len(self.text) else "".join(c.lower()[0] for c in self.text)


@dataclass(frozen=True, slots=True)
class Labelled:
    """A value that stands behind a label."""

    label: str
    value: str
    line: Line


@dataclass
class Evidence:
    """What the finders are given.  `stated_title` is the title that the source's own fields or its page name."""

    document: Document
    language: str
    lines: tuple[Line, ...]
    labelled: dict[str, list[Labelled]] = field(default_factory=dict)

    @cached_property
    def text(self) -> str:
        return "\n".join(line.text for line in self.lines)

    @cached_property
    def lower(self) -> str:
        return "\n".join(line.lower for line in self.lines)


def gather(document: Document) -> Evidence:
    """The lines of the document that are not page chrome, and what stands behind labels in them."""
    language = document.language or "en"
    lines = tuple(_lines(document))
    evidence = Evidence(document, language, lines)
    for number, line in enumerate(lines):
        following = lines[number + 1] if number + 1 < len(lines) else None
        for name, found in _labelled(line, following, labels(language)):
            evidence.labelled.setdefault(name, []).append(found)
    return evidence


def _lines(document: Document) -> Iterator[Line]:
    headings = {block.id: block.text for block in document.blocks if block.id in document.headings}
    for block in document.blocks:
        outcome = document.outcomes.get(block.id)
        reason = outcome.reason if isinstance(outcome, Dropped) else None
        if reason is DropReason.CHROME:
            continue
        section = outcome.section if isinstance(outcome, Placement) else None
        governing = document.governing.get(block.id, ())
        heading = headings.get(governing[-1], "") if governing else ""
        for text in block.text.split("\n") if not block.cells else (block.text,):
            for part in _unglued(text, document.language or "en"):
                if part.strip():
                    yield Line(part.strip(), block.id, block.kind, section, reason, _cells(block), heading)


def _unglued(text: str, language: str) -> tuple[str, ...]:
    """The text without a known heading that lost its line break ("About UsWe are …")."""
    glue = _GLUE.search(text, 0, LONGEST_LABEL)
    if glue and len(text) > LONGEST_LABEL and exact_meaning(text[: glue.start()], language):
        return text[: glue.start()], text[glue.start() :]
    return (text,)


def _cells(block: Block) -> tuple[str, ...]:
    return tuple("".join(run.text for run in cell).strip() for cell in block.cells)


def _labelled(line: Line, following: Line | None, known: dict[str, tuple[str, ...]]) -> Iterator[tuple[str, Labelled]]:
    if len(line.cells) == 2:
        yield from _named(line.cells[0], line.cells[1], line, known)
        return
    if len(line.text) <= LONGEST_LABEL and following is not None and _may_be_value(following, known):
        yield from _named(line.text, following.text, following, known)
    if len(line.text) > LONGEST_LABEL and ":" not in line.text and "：" not in line.text:
        return
    yield from _inside(line, known)


def _may_be_value(line: Line, known: dict[str, tuple[str, ...]]) -> bool:
    return len(line.text) <= LONGEST_VALUE and line.kind is not BlockKind.HEADING and line.text.strip(_EDGES).lower() not in known


def _named(label: str, value: str, line: Line, known: dict[str, tuple[str, ...]]) -> Iterator[tuple[str, Labelled]]:
    key = label.strip(_EDGES).lower()
    value = value.strip(" \t\n:：-–|•*·,;")
    if value and len(value) <= LONGEST_VALUE:
        for name in known.get(key, ()):
            yield name, Labelled(key, value, line)


def _inside(line: Line, known: dict[str, tuple[str, ...]]) -> Iterator[tuple[str, Labelled]]:
    """Labels in the line, each with the text up to the next one."""
    places = list(_label_places(line.text, known))
    for number, (_, end, key) in enumerate(places):
        stop = places[number + 1][0] if number + 1 < len(places) else len(line.text)
        value = line.text[end:stop].strip(" \t\n|•*·,;-–")
        if value:
            for name in known[key]:
                yield name, Labelled(key, value[:LONGEST_VALUE], line)


def _label_places(text: str, known: dict[str, tuple[str, ...]]) -> Iterator[tuple[int, int, str]]:
    """Start and end of each known label with its colon, and the label."""
    for colon in _COLON.finditer(text):
        start = max(0, colon.start() - LONGEST_LABEL)
        before = text[start : colon.start()]
        dash = colon[0].strip() in ("–", "-", "")
        starts = [0] if start == 0 else []
        if not dash:
            starts += [cut.end() for cut in _BREAK.finditer(before)]
        for cut in starts:
            label = before[cut:].strip(_EDGES)
            if label.lower() in known and not label[:1].islower() | (dash and cut > 0):
                yield start + cut, colon.end(), label.lower()
                break
