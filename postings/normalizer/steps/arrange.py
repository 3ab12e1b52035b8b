"""Order what was placed into sections, keep the sub-headings that say something, and number positions.

Sections stand in the contract's order, blocks in the source's. Within a section what stands under no sub-heading
comes first, so that nothing seems to belong to a heading it did not stand under. A sub-heading stays where it says
more than its section's title, above all where it says "preferred"; it goes to the section of most of its items,
or for a term of the job to the one it names. A heading that heads nothing, or only names its section, is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from postings.normalizer.model import (
    HEADING,
    NO_READING,
    Block,
    Document,
    Dropped,
    HeadingReading,
    Outcome,
    Placement,
    Section,
)
from postings.normalizer.steps.deduplicate import LONG
from postings.normalizer.steps.governing import WISHED_FOR
from postings.normalizer.steps.parting import BINDING
from postings.normalizer.steps.reasons import APPLICANT
from postings.normalizer.steps.statements import SAYS
from postings.normalizer.taxonomy import SECTION_ORDER, DropReason, SectionKind
from postings.normalizer.words import words_of

_TERMS = frozenset({SectionKind.PAY, SectionKind.SCHEDULE})
# For each section the ids of the blocks placed in it, each with that of the sub-heading it is read under ("": none).
Members = dict[SectionKind, list[tuple[str, str]]]


def arrange(document: Document) -> Document:
    """The document with its sections built and an outcome for every block."""
    if document.source_format == "fragment":
        return _as_stated(document)
    outcomes: dict[str, Outcome] = dict(document.outcomes)
    blocks = {block.id: block for block in document.blocks}
    members, homes = _members(document)
    _drop_repeated_headings(blocks, members, homes, outcomes)
    sections: list[Section] = []
    for kind in SECTION_ORDER:
        if kind not in members:
            continue
        order = _ordered(kind, members[kind], homes)
        for position, name in enumerate(order):
            outcomes[name] = _at(document, name, outcomes.get(name), kind, position)
        sections.append(Section(kind, tuple([blocks[name] for name in order])))
    for block in document.blocks:
        if block.kind is HEADING and block.id not in outcomes:
            outcomes[block.id] = _left_out(document.headings.get(block.id, NO_READING))
    return document.with_changes(outcomes=outcomes, sections=tuple(sections))


def _members(document: Document) -> tuple[Members, dict[str, SectionKind]]:
    """For each section what is placed in it, in the source's order, and for each sub-heading the section it stands in:
    where most of its items are, the earlier section on a tie.

    What is preferred goes under the heading that says so, which can stand in one section only, Qualifications; and
    that heads what can be preferred, never the prose that happens to follow it.
    """
    members: Members = {}
    votes: dict[str, Counter[SectionKind]] = {}
    belied = _belied(document)
    last: tuple[str, ...] | None = None
    heading, preferred = "", False
    for block in document.blocks:
        outcome = document.outcomes.get(block.id)
        if not isinstance(outcome, Placement) or block.kind is HEADING:
            continue
        governing = document.governing.get(block.id, ())
        if governing is not last:  # most neighbours stand under the same
            last, heading = governing, _sub_heading(document, governing, belied)
            preferred = bool(heading) and document.headings[heading].preferred
        kind, under = outcome.section, heading
        if preferred and outcome.rule.startswith(SAYS):
            under = ""  # a check or travel, say, which is asked for whatever stands above it
        elif preferred and kind in WISHED_FOR:
            kind = SectionKind.QUALIFICATIONS
        if under and (not preferred or kind in WISHED_FOR):
            votes.setdefault(under, Counter())[kind] += 1
        members.setdefault(kind, []).append((block.id, under))
    homes = {heading: _home(document.headings.get(heading, NO_READING), below) for heading, below in votes.items()}
    return members, homes


def _home(reading: HeadingReading, below: Counter[SectionKind]) -> SectionKind:
    """The section in which a sub-heading stands: that of most below it; but a term of the job ("Rate of employment")
    has its value alone below it, and whatever the text goes on with.
    """
    if len(reading.kinds) == 1 and reading.confidence >= BINDING and reading.kinds[0] in _TERMS.intersection(below):
        return reading.kinds[0]
    return min(below, key=lambda kind: (-below[kind], SECTION_ORDER.index(kind)))


def _belied(document: Document) -> frozenset[str]:
    """The headings of benefits below which nothing but demands and wishes stands ("Extras" above "English"): no
    section says their words again.
    """
    benefits = {
        name
        for name, reading in document.headings.items()
        if reading.kinds == (SectionKind.BENEFITS,) and not _is_label(document, name)
    }
    if not benefits:
        return frozenset()
    below: dict[str, set[SectionKind]] = {}
    for name, outcome in document.outcomes.items():
        governing = document.governing.get(name)
        if governing and governing[-1] in benefits and isinstance(outcome, Placement):
            below.setdefault(governing[-1], set()).add(outcome.section)
    return frozenset(heading for heading, kinds in below.items() if kinds <= APPLICANT)


def _sub_heading(document: Document, governing: Sequence[str], belied: frozenset[str]) -> str:
    """The id of the sub-heading that what stands under these headings should be read under; empty: none.

    The nearest heading that says something; but one that says "preferred" reaches through all below it, for what is
    only wished for must never read as required.
    """
    nearest: str | None = None
    for heading in reversed(governing):
        reading = document.headings.get(heading, NO_READING)
        if _is_label(document, heading) or heading in document.outcomes:
            continue
        if reading.reason is not None:
            break
        if reading.preferred:
            return heading
        if nearest is None and (reading.informative or heading in belied):
            nearest = heading
        if reading.kinds or reading.rule.startswith("mixed"):
            nearest = nearest or ""
            if reading.kinds and WISHED_FOR.isdisjoint(reading.kinds):
                break
    return nearest or ""


def _is_label(document: Document, heading: str) -> bool:
    return document.headings.get(heading, NO_READING).rule.startswith("label")


def _drop_repeated_headings(
    blocks: dict[str, Block], members: Members, homes: dict[str, SectionKind], outcomes: dict[str, Outcome]
) -> None:
    """A long sub-heading that says again what another sub-heading or a placed piece says is a duplicate of it."""
    if not any(len(words_of(blocks[heading])) >= LONG for heading in homes):
        return
    placed = {name for inside in members.values() for name, _ in inside}
    said = {words_of(block): name for name, block in blocks.items() if name in placed}
    for heading in list(homes):
        words = words_of(blocks[heading])
        if len(words) >= LONG and words in said:
            outcomes[heading] = Dropped(DropReason.DUPLICATE, "the same words", 1.0, said[words])
            del homes[heading]
        said.setdefault(words, heading)


def _ordered(kind: SectionKind, members: Sequence[tuple[str, str]], homes: dict[str, SectionKind]) -> list[str]:
    """The ids of a section's blocks in the order they are shown."""
    order: list[str] = []
    under: dict[str, list[str]] = {}
    for name, heading in members:
        if heading and homes.get(heading) is kind:
            under.setdefault(heading, [heading]).append(name)
        else:
            order.append(name)
    for of_heading in under.values():
        order += of_heading
    return order


def _at(document: Document, name: str, outcome: Outcome | None, kind: SectionKind, position: int) -> Placement:
    if isinstance(outcome, Placement):
        return Placement(kind, outcome.rule, outcome.confidence, position)
    reading = document.headings.get(name, NO_READING)
    return Placement(kind, "sub-heading: " + (reading.rule or "stays"), reading.confidence or 0.5, position)


def _left_out(reading: HeadingReading) -> Dropped:
    if reading.reason is not None:
        return Dropped(reading.reason, reading.rule, reading.confidence)
    rule = "its section's heading says it" if reading.kinds else "heads nothing that stays"
    return Dropped(DropReason.HEADING, rule, reading.confidence or 0.5)


def _as_stated(document: Document) -> Document:
    """A fragment's own blocks back in their own sections and order."""
    outcomes: dict[str, Outcome] = dict(document.outcomes)
    members: dict[SectionKind, list[Block]] = {}
    for block in document.blocks:
        kind = stated_section(block)
        if kind is None or (isinstance(outcomes.get(block.id), Dropped)):
            continue
        outcomes[block.id] = Placement(kind, "stated by the fragment", 1.0, len(members.setdefault(kind, [])))
        members[kind].append(block)
    sections = tuple(Section(kind, tuple(members[kind])) for kind in SECTION_ORDER if kind in members)
    return document.with_changes(outcomes=outcomes, sections=sections)


def stated_section(block: Block) -> SectionKind | None:
    """The section a fragment's block says it stands in."""
    for element in block.within:
        if element.startswith("section[data-section="):
            return SectionKind(element[len("section[data-section=") : -1].strip("\"'"))
    return None
