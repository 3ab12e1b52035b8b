"""In words: by which rule a piece was placed, and for which reason and rule one was left out.

The labeller weighs everything at once; the ledger names the strongest single thing that points the same way: the
heading, the piece's own words, its neighbours, and only where none does, the model.
"""

from __future__ import annotations

from collections.abc import Mapping

from postings.normalizer.labeller.features import Piece
from postings.normalizer.labeller.signs import BITS, bits_of, names_of
from postings.normalizer.model import Dropped, HeadingReading
from postings.normalizer.taxonomy import DropReason, SectionKind

# What a sign says of a line, in words and as the sections it speaks for.
SECTIONS_OF_SIGN: Mapping[str, tuple[str, frozenset[SectionKind]]] = {
    "pay": ("what is paid", frozenset({SectionKind.PAY})),
    "time": ("working time", frozenset({SectionKind.SCHEDULE})),
    "perk": ("what the employer gives", frozenset({SectionKind.BENEFITS})),
    "degree": ("education", frozenset({SectionKind.QUALIFICATIONS, SectionKind.REQUIREMENTS})),
    "wish": ("what is preferred", frozenset({SectionKind.QUALIFICATIONS, SectionKind.REQUIREMENTS})),
    "need": (
        "what is asked for",
        frozenset({SectionKind.REQUIREMENTS, SectionKind.QUALIFICATIONS, SectionKind.SKILLS}),
    ),
    "duty": ("what is to be done", frozenset({SectionKind.RESPONSIBILITIES})),
    "firm": ("the employer", frozenset({SectionKind.ABOUT})),
    "seek": ("the opening", frozenset({SectionKind.ABOUT})),
}
# Signs of what says nothing to an applicant, and of what says something.
BOILERPLATE_SIGNS = bits_of(("equal", "privacy", "agency", "legal", "apply", "filler", "call", "rule"))
SUBSTANCE_SIGNS = bits_of(("pay", "time", "perk", "need", "degree", "wish", "duty"))
APPLICANT = frozenset({SectionKind.REQUIREMENTS, SectionKind.QUALIFICATIONS, SectionKind.SKILLS})
# For each section the signs that speak for it, and those that speak for another; what the applicant brings is one here.
SPEAKING_FOR: Mapping[SectionKind, int] = {
    kind: bits_of(sign for sign, (_, kinds) in SECTIONS_OF_SIGN.items() if kind in kinds) for kind in SectionKind
}
SPEAKING_AGAINST: Mapping[SectionKind, int] = {
    kind: bits_of(
        sign
        for sign, (_, kinds) in SECTIONS_OF_SIGN.items()
        if kinds.isdisjoint(APPLICANT if kind in APPLICANT else {kind})
    )
    for kind in SectionKind
}
REASON_OF_SIGN: Mapping[str, tuple[str, DropReason]] = {
    "equal": ("equal opportunity", DropReason.EQUAL_OPPORTUNITY),
    "privacy": ("personal data", DropReason.PRIVACY),
    "agency": ("recruiters", DropReason.RECRUITERS),
    "apply": ("applying", DropReason.APPLICATION),
    "rule": ("reservations", DropReason.LEGAL),
    "legal": ("reservations", DropReason.LEGAL),
    "filler": ("nothing definite", DropReason.FILLER),
    "call": ("an invitation", DropReason.CALL_TO_ACTION),
    "job": ("a job title", DropReason.TITLE),
}
SHORT = 8  # words of a line that may be a name, a tag or a title


def rule_of(piece: Piece, kind: SectionKind, reading: HeadingReading, around: tuple[object, object]) -> str:
    """Why a piece stands in a section.  `around` are the sections of the pieces before and after it."""
    if kind in reading.kinds:
        return reading.rule or "heading"
    for sign in names_of(piece.signs):
        name, sections = SECTIONS_OF_SIGN.get(sign, ("", frozenset[SectionKind]()))
        if kind in sections:
            return f"words: {name}"
    return "neighbours" if around == (kind, kind) else "model"


def left_out(piece: Piece, reading: HeadingReading, confidence: float, is_first: bool) -> Dropped:
    """Why a piece is left out: the heading's reason, else what its words are about, else what kind of line it is."""
    if reading.reason is not None:
        return Dropped(reading.reason, reading.rule, confidence)
    short = len(piece.block.text.split()) < SHORT
    if is_first and short:
        numbered = any(char.isdigit() for char in piece.block.text)
        return Dropped(DropReason.METADATA if numbered else DropReason.TITLE, "first line", confidence)
    for sign, (name, reason) in REASON_OF_SIGN.items():
        if piece.signs & BITS[sign] and (short or sign != "job"):
            return Dropped(reason, f"words: {name}", confidence)
    return Dropped(_by_shape(piece, short), "model", confidence)


def _by_shape(piece: Piece, short: bool) -> DropReason:
    if any(run.href for run in piece.block.runs) or "http" in piece.block.text:
        return DropReason.CHROME
    if not short:
        return DropReason.FILLER  # legal text has words of its own
    return DropReason.CALL_TO_ACTION if piece.block.text.rstrip()[-1:] in "!?" else DropReason.METADATA
