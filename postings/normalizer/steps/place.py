"""Give each piece its section, or leave it out.

The heading decides unless the line plainly says otherwise; where no heading decides, a line's own words, its
neighbours and its place do.  All of it is weighed at once by the labeller, which has learned from labelled postings
how far each is to be trusted.  Losing substance is worse than misplacing it, and that is worse than keeping noise: so
a piece is left out only when that is nearly sure, and the surer, the more its words tell an applicant something.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from postings.normalizer.labeller.features import NEW_HEADING, Piece, pieces
from postings.normalizer.labeller.sequence import Chances, probabilities
from postings.normalizer.labeller.weights import LABELS, Weights, shipped
from postings.normalizer.model import BlockKind, Document, Dropped, HeadingReading, Outcome, Placement
from postings.normalizer.steps.boilerplate import evidence, states_amount, states_terms
from postings.normalizer.steps.lines import gives_contact
from postings.normalizer.steps.reasons import left_out, rule_of, speaks_for
from postings.normalizer.taxonomy import SECTION_ORDER, DropReason, SectionKind
from postings.normalizer.words import UNPARTED, words_of

LEAVE_OUT = LABELS - 1
# How sure it must be that a line says nothing to an applicant before it is left out, by what its words are about.
# Found on labelled postings of employers left out of the learning: where one more lost line is risked for fewer than
# two kept noises.
SURE_OF_BOILERPLATE = 0.45  # words of boilerplate, or the posting's first line, which is mostly its title or its number
SURE_OF_BOTH = 0.7  # words of boilerplate and of substance
SURE_OF_NOTHING = 0.8  # no word that tells
SURE_DESPITE_SUBSTANCE = 0.85  # an amount, words of pay, time, duties, demands or benefits, and none of boilerplate
SURE_DESPITE_TERMS = 0.97  # a term of the job, whatever else it says
LONGEST_CONTACT = 30  # words; a longer piece with an address in it states more than how to reach somebody
LONGEST_TITLE = 12  # words; a longer first line says what the employer is or what it seeks
BOILERPLATE_SIGNS = frozenset({"equal", "privacy", "agency", "legal", "apply", "filler", "call", "rule"})
SUBSTANCE_SIGNS = frozenset({"pay", "time", "perk", "need", "degree", "wish", "duty"})
SENTENCE_ENDS = (".", "。")
BINDING = 0.95  # a heading read with this confidence binds what stands under it
WHOLE_JOB = "names the whole job"  # the rule of a heading under which several sections may stand
UNSURE = 0.5  # below this the heading decides also for what is no item: then it is likelier right than the words
NAME_OF_SKILL = 5  # words; longer lines under "Skills" are as often demands
APPLICANT = frozenset({SectionKind.REQUIREMENTS, SectionKind.QUALIFICATIONS, SectionKind.SKILLS})
_TERMS = (SectionKind.PAY, SectionKind.SCHEDULE)
# How likely a term among what is offered must be before it leaves the benefits.  Found on labelled postings.
LIKELY_TERM = 0.35
NO_READING = HeadingReading()


def place(document: Document) -> Document:
    """The document with an outcome for every block that has none and is no heading."""
    if document.source_format == "fragment":
        return document  # its blocks say themselves where they stand
    return place_with(document, shipped())


def place_with(document: Document, weights: Weights) -> Document:
    """The same by other weights: for measuring what was learned without a posting's employer."""
    found = pieces(document)
    scores = [weights.score(piece.words, piece.marks, piece.groups, piece.pairs) for piece in found]
    chances = probabilities(scores, [piece.step for piece in found], weights.moves)
    readings = [reading_above(document, piece.block.id) for piece in found]
    untitled = not any(isinstance(o, Dropped) and o.reason is DropReason.TITLE for o in document.outcomes.values())
    kinds = [_kind(*about) for about in zip(found, chances, readings, strict=True)]
    if document.language in UNPARTED:
        kinds = [_of_form(document, *about) for about in zip(found, kinds, strict=True)]
    outcomes: dict[str, Outcome] = dict(document.outcomes)
    named = False
    for number, piece in enumerate(found):
        named = _names_skill(piece, readings[number], document.language) and (named or piece.step == NEW_HEADING)
        out = 0.0 if named else chances[number].get(LEAVE_OUT, 0.0)
        is_first = number == 0 and (untitled or not piece.block.text.rstrip().endswith(SENTENCE_ENDS))
        if out > _sure_to_drop(piece, document.language, is_first):
            outcomes[piece.block.id] = left_out(piece, readings[number], out, is_first)
            continue
        if _tells_whom_to_ask(piece):
            outcomes[piece.block.id] = Dropped(DropReason.APPLICATION, "how to reach somebody", 0.8)
            continue
        rule = rule_of(piece, kinds[number], readings[number], _around(kinds, number))
        outcomes[piece.block.id] = Placement(kinds[number], rule, _confidence(chances[number], kinds[number]))
    return replace(document, outcomes=outcomes)


def reading_above(document: Document, block: str) -> HeadingReading:
    """What the nearest understood heading above a block says."""
    for heading in reversed(document.governing.get(block, ())):
        reading = document.headings.get(heading, NO_READING)
        if reading.kinds or reading.reason is not None or reading.rule.startswith("mixed"):
            return reading
    return NO_READING


def _sure_to_drop(piece: Piece, language: str, is_first: bool) -> float:
    if states_terms(words_of(piece.block), language):
        return SURE_DESPITE_TERMS
    if is_first and len(piece.words) <= LONGEST_TITLE:
        return SURE_OF_BOILERPLATE
    substance = not SUBSTANCE_SIGNS.isdisjoint(piece.signs) or states_amount(piece.block.text)
    if not BOILERPLATE_SIGNS.isdisjoint(piece.signs):
        return SURE_OF_BOTH if substance else SURE_OF_BOILERPLATE
    return SURE_DESPITE_SUBSTANCE if substance else SURE_OF_NOTHING


def _names_skill(piece: Piece, reading: HeadingReading, language: str) -> bool:
    """Whether a piece may be one of the names that are listed right below a heading of skills or demands."""
    text = piece.block.text
    if reading.confidence < BINDING or not reading.kinds or not APPLICANT.issuperset(reading.kinds):
        return False
    few = len(text.split()) <= NAME_OF_SKILL and text[-1:] not in ".!?:"
    return few and BOILERPLATE_SIGNS.isdisjoint(piece.signs) and evidence(text, words_of(piece.block), language) is None


def _tells_whom_to_ask(piece: Piece) -> bool:
    """A short piece with an address in it.  It is left out only here: it tells the labeller what stands around it."""
    text = piece.block.text
    return len(piece.words) <= LONGEST_CONTACT and gives_contact(text) and not states_amount(text)


def _kind(piece: Piece, chances: Chances, reading: HeadingReading) -> SectionKind:
    """The likeliest section; but an item follows a heading read for sure unless its own words speak otherwise."""
    sections = {label: value for label, value in chances.items() if label != LEAVE_OUT}
    kind = SECTION_ORDER[max(sections, key=sections.__getitem__, default=0)]
    unsure = chances.get(SECTION_ORDER.index(kind), 0.0) < UNSURE
    if reading.preferred:
        return (
            SectionKind.QUALIFICATIONS if kind in APPLICANT or (unsure and piece.block.kind is BlockKind.ITEM) else kind
        )
    if len(reading.kinds) != 1 or reading.confidence < BINDING:
        return kind
    stated = reading.kinds[0]
    if kind in APPLICANT and stated in APPLICANT:
        # "Skills" often heads sentences about experience too: it settles only names of skills.
        name = len(piece.block.text.split()) <= NAME_OF_SKILL
        return stated if name or stated is not SectionKind.SKILLS else kind
    of_pay = stated is SectionKind.PAY and states_amount(piece.block.text) and "%" not in piece.block.text
    of_line = piece.block.kind is BlockKind.ITEM or of_pay or unsure
    bound = of_line and not reading.rule.startswith(WHOLE_JOB)
    if bound and stated is SectionKind.BENEFITS is kind:
        return _term(piece, chances)
    return stated if bound and not speaks_for(piece, kind) else kind


def _term(piece: Piece, chances: Chances) -> SectionKind:
    """Among what is offered: pay or working hours, where a line speaks of one of them and of no benefit."""
    if speaks_for(piece, SectionKind.BENEFITS):
        return SectionKind.BENEFITS
    found = [kind for kind in _TERMS if speaks_for(piece, kind)]
    likely = len(found) == 1 and chances.get(SECTION_ORDER.index(found[0]), 0.0) >= LIKELY_TERM
    return found[0] if likely else SectionKind.BENEFITS


def _of_form(document: Document, piece: Piece, kind: SectionKind) -> SectionKind:
    """The section of a form's entry: what its own label says, where that is one thing."""
    label = document.headings.get(piece.block.id, NO_READING)
    return label.kinds[0] if len(label.kinds) == 1 and label.confidence >= BINDING else kind


def _confidence(chances: Chances, kind: SectionKind) -> float:
    """How likely the section is, among sections; where a heading chose between the applicant's three, how likely they
    are together.
    """
    kin = APPLICANT if kind in APPLICANT else (kind,)
    total = of_kin = 0.0
    for label, value in chances.items():
        if label != LEAVE_OUT:
            total += value
            of_kin += value if SECTION_ORDER[label] in kin else 0.0
    return min(of_kin / total, 1.0) if total else 0.0


def _around(kinds: Sequence[SectionKind], number: int) -> tuple[SectionKind | None, SectionKind | None]:
    before = kinds[number - 1] if number else None
    return before, kinds[number + 1] if number + 1 < len(kinds) else None
