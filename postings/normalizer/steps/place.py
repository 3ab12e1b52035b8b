"""Give each piece its section, or leave it out.

The heading decides unless the line plainly says otherwise; where no heading decides, a line's own words, its neighbours and its place do.
Losing substance is worse than misplacing it, and that is worse than keeping noise: so a piece is left out only when that is nearly sure.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from postings.normalizer.labeller.features import Piece, pieces
from postings.normalizer.labeller.sequence import probabilities
from postings.normalizer.labeller.weights import LABELS, Weights, shipped
from postings.normalizer.model import Document, Dropped, HeadingReading, Outcome, Placement
from postings.normalizer.taxonomy import SECTION_ORDER, DropReason, SectionKind

LEAVE_OUT = LABELS - 1
# How sure it must be that a line says nothing to an applicant before it is left out, by what its words are about.  Found on
# labelled postings of employers left out of the learning: where one more lost line is risked for fewer than two kept noises.
SURE_OF_BOILERPLATE = 0.45  # words of boilerplate, or the posting's first line, which is mostly its title
SURE_OF_NOTHING = 0.8  # no word that tells
SURE_DESPITE_SUBSTANCE = 0.85  # words of pay, time, duties, demands or benefits, and none of boilerplate
BOILERPLATE_SIGNS = frozenset({"equal", "privacy", "agency", "legal", "apply", "filler"})
SUBSTANCE_SIGNS = frozenset({"pay", "time", "perk", "need", "degree", "wish", "duty"})
BINDING = 0.9  # a heading reading this sure decides
NO_READING = HeadingReading()


def place(document: Document) -> Document:
    """The document with an outcome for every block that is no heading."""
    return place_with(document, shipped())


def place_with(document: Document, weights: Weights) -> Document:
    found = pieces(document)
    scores = [weights.score(piece.words, piece.marks) for piece in found]
    chances = probabilities(scores, [piece.step for piece in found], weights.parameters.moves)
    outcomes: dict[str, Outcome] = dict(document.outcomes)
    for piece, chance in zip(found, chances, strict=True):
        sure = SURE_OF_BOILERPLATE if piece is found[0] else _sure_to_drop(piece)
        outcomes[piece.block.id] = _decide(piece, chance, _reading(document, piece), sure)
    return replace(document, outcomes=outcomes)


def _reading(document: Document, piece: Piece) -> HeadingReading:
    """What the nearest understood heading above a piece says."""
    for heading in reversed(document.governing.get(piece.block.id, ())):
        reading = document.headings.get(heading, NO_READING)
        if reading.kinds or reading.reason is not None or reading.rule.startswith("mixed"):
            return reading
    return NO_READING


def _sure_to_drop(piece: Piece) -> float:
    if not BOILERPLATE_SIGNS.isdisjoint(piece.signs):
        return SURE_OF_BOILERPLATE
    return SURE_OF_NOTHING if SUBSTANCE_SIGNS.isdisjoint(piece.signs) else SURE_DESPITE_SUBSTANCE


def _decide(piece: Piece, chances: Mapping[int, float], reading: HeadingReading, sure: float) -> Outcome:
    out = chances.get(LEAVE_OUT, 0.0)
    if out > sure:
        return Dropped(reading.reason or DropReason.LEGAL, "model", out)
    sections = {label: value for label, value in chances.items() if label != LEAVE_OUT}
    best = max(sections, key=sections.__getitem__, default=0)
    kind = SECTION_ORDER[best]
    confidence = sections.get(best, 0.5)
    if reading.preferred and kind in (SectionKind.REQUIREMENTS, SectionKind.SKILLS):
        kind = SectionKind.QUALIFICATIONS
    rule = "heading" if kind in reading.kinds else "model"
    return Placement(kind, rule, confidence)
