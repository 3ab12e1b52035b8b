"""Tell an editor where to look: what was placed on weak evidence, and what in the source itself seems wrong.

A warning names its blocks and says what to do in one sentence; nothing is changed.  Few and certain is better than
many: a warning that is mostly wrong teaches people not to read the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from postings.normalizer.model import HEADING, NO_READING, Block, Document, Dropped, Notice, Placement
from postings.normalizer.taxonomy import WEAK_BELOW, WEAK_PLACEMENT, DropReason, SectionKind

UNSURE = 0.8  # below a heading that was not understood, lines less sure than this on average are worth a look
LEAST_BELOW = 2  # lines that must stand below a heading for its not being understood to matter
SHORT = 10  # words of a line in which a placeholder stands for the whole value

_CUT_OFF = re.compile(r"(?:…|\.\.\.|\[…\]|\[\.\.\.\]|(?:read|show|see) more)[\s»>]*$", re.IGNORECASE)
_PLACEHOLDER = re.compile(
    r"(?:^|[\s:\-–(])(?:N/A|TBD|TBC|TBA|UNAVAILABLE|NULL|null|undefined|NaN|XXX+)(?=$|[\s.,;)])|lorem ipsum", re.ASCII
)
_TEMPLATE = re.compile(
    r"\{\{[^{}]{1,60}\}\}|\[(?:insert|enter|add|company|name|job title)\b[^\]]{0,40}\]", re.IGNORECASE
)
# What either holds, without small letters or with nothing but these: two looks tell that most sources have none.
_SMALL = bytes(range(ord("a"), ord("z") + 1))
_OTHER_HINTS = (b"{{", b"[", b"N/A", b"TBD", b"TBC", b"TBA", b"UNAVAILABLE", b"NULL", b"NN", b"XXX")
_SMALL_HINTS = ("null", "undefined", "lorem")
_ENDING = 200  # characters, in which a text says that it is cut off

Kept = list[tuple[Block, Placement]]


def warn(document: Document) -> Document:
    """The document with its warnings, after those that reading it gave."""
    outcomes = document.outcomes
    kept = [(b, o) for b in document.blocks if isinstance(o := outcomes.get(b.id), Placement)]
    found = (
        *_weak(kept),
        *_not_understood(document, kept),
        *_cut_off(kept),
        *_placeholders(document),
        *_two_postings(document),
    )
    return document.with_changes(warnings=(*document.warnings, *found))


def _weak(kept: Kept) -> Iterable[Notice]:
    weak = [block for block, placement in kept if placement.confidence < WEAK_BELOW]
    if blocks := tuple([block.id for block in weak if block.kind is not HEADING]):
        yield Notice(WEAK_PLACEMENT, "Placed on weak evidence: check whether each stands in its section.", blocks)


def _not_understood(document: Document, kept: Kept) -> Iterable[Notice]:
    below: dict[str, list[Placement]] = {
        name: [] for name, reading in document.headings.items() if reading.rule == "unknown"
    }
    for block, placement in kept if below else ():
        for heading in document.governing.get(block.id, ())[-1:]:
            if heading in below and block.kind is not HEADING:
                below[heading].append(placement)
    if unknown := tuple([heading for heading, placements in below.items() if _doubtful(placements)]):
        sentence = "Headings that were not understood: check where the lines below went, each by its own words."
        yield Notice("heading_not_understood", sentence, unknown)


def _doubtful(placements: list[Placement]) -> bool:
    """Whether lines below one heading went different ways, none of them surely."""
    unsure = sum(placement.confidence for placement in placements) < UNSURE * len(placements)
    return len(placements) >= LEAST_BELOW and len({placement.section for placement in placements}) > 1 and unsure


def _cut_off(kept: Kept) -> Iterable[Notice]:
    if kept and _CUT_OFF.search(kept[-1][0].text[-_ENDING:]):
        yield Notice("cut_off", "The source seems to be cut off here: look for the whole posting.", (kept[-1][0].id,))


def _placeholders(document: Document) -> Iterable[Notice]:
    everything = "\n".join([block.text for block in document.blocks])
    if not _may_hold_placeholder(everything):
        return
    blocks = []
    for block in document.blocks:
        outcome = document.outcomes.get(block.id)
        if isinstance(outcome, Dropped) and outcome.reason is DropReason.CHROME:
            continue
        short = len(block.text) < 120 and len(block.text.split()) <= SHORT
        if (short and _PLACEHOLDER.search(block.text)) or _TEMPLATE.search(block.text):
            blocks.append(block.id)
    if blocks:
        yield Notice("placeholder", "Values that were never filled in: complete or remove them.", tuple(blocks))


def _may_hold_placeholder(text: str) -> bool:
    others = text.encode("utf-8", "surrogatepass").translate(None, _SMALL)
    return any(map(others.__contains__, _OTHER_HINTS)) or any(map(text.__contains__, _SMALL_HINTS))


def _two_postings(document: Document) -> Iterable[Notice]:
    """Tasks, demands, and then tasks and demands again, under headings that name nothing but these."""
    found: list[tuple[str, str]] = []
    for block in document.blocks:
        if block.kind is not HEADING:
            continue
        reading = document.headings.get(block.id, NO_READING)
        if len(reading.kinds) == 1 and not reading.preferred:
            name = _half(reading.kinds[0])
            if name and (not found or found[-1][0] != name):
                found.append((name, _key(block)))
    again = [key for _, key in found]
    order = [name for name, _ in found]
    if order[:4] == ["tasks", "demands"] * 2 and again[0] == again[2] and again[1] == again[3]:
        starts = tuple(b.id for b in document.blocks if b.kind is HEADING and _key(b) == again[0])
        yield Notice("two_postings", "The source seems to hold more than one posting: send each by itself.", starts)


def _half(kind: SectionKind) -> str:
    if kind is SectionKind.RESPONSIBILITIES:
        return "tasks"
    return "demands" if kind in (SectionKind.REQUIREMENTS, SectionKind.QUALIFICATIONS) else ""


def _key(block: Block) -> str:
    """A heading's words, however they are dressed."""
    return " ".join(re.findall(r"\w+", block.text.casefold()))
