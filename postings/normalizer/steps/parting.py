"""Where a heading leaves a choice between sections, the first words of what stands under it make it."""

from __future__ import annotations

from postings.normalizer.labeller.features import Piece
from postings.normalizer.labeller.signs import BITS, bits_of, reader
from postings.normalizer.model import BlockKind, HeadingReading
from postings.normalizer.steps.reasons import APPLICANT
from postings.normalizer.taxonomy import SectionKind
from postings.normalizer.words import cue, words_of

DEMAND_SIGNS = bits_of(("need", "degree", "wish"))
OF_A_PERSON = " will"  # "The ideal candidate will:" stands above what they do and above what they have or are


def by_own_words(piece: Piece, kind: SectionKind, reading: HeadingReading, language: str) -> SectionKind | None:
    """The section of a piece under a mixed or combined heading, where its words choose.  `kind` is its likeliest."""
    words = words_of(piece.block)
    beginnings = _beginnings(words)
    if reading.rule.startswith("mixed"):
        of_employer = kind in APPLICANT and piece.signs & BITS["firm"] and not piece.signs & DEMAND_SIGNS
        return SectionKind.ABOUT if of_employer and not beginnings.isdisjoint(cue("we", language)) else None
    if piece.block.kind is not BlockKind.ITEM or SectionKind.RESPONSIBILITIES not in reading.kinds:
        return None
    if reading.rule.endswith(OF_A_PERSON) and not beginnings.isdisjoint(cue("having", language)):
        return SectionKind.REQUIREMENTS
    # English duties begin with their verb; elsewhere a noun may be the first word that tells ("gestión", "Pflege").
    is_duty = (
        language == "en"
        and _first_sign(piece, language) == BITS["duty"]
        and cue("demanding", language).isdisjoint(words)
    )
    return SectionKind.RESPONSIBILITIES if is_duty and APPLICANT.intersection(reading.kinds) else None


def _first_sign(piece: Piece, language: str) -> int:
    """What the first telling word of a piece is about."""
    signs_of = reader(language).signs_of
    return next(filter(None, (signs_of([word]) for word in piece.words)), 0)


def _beginnings(words: tuple[str, ...]) -> set[str]:
    return {" ".join(words[:size]) for size in (1, 2)}
