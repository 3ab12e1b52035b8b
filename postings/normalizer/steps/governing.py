"""Which headings stand above each block.

A heading rules until another of its rank or above; a pretended one ranks below the real ones, the louder the higher.
One cut from its own text rules that text and a list right below it.  A label rules its own line.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from postings.normalizer.labeller.signs import bits_of, reader
from postings.normalizer.model import HEADING, ITEM, NO_READING, PARAGRAPH, ROW, Block, Document, HeadingReading
from postings.normalizer.phrases import PARTLY, UNKNOWN
from postings.normalizer.steps.boilerplate import states_amount
from postings.normalizer.steps.lines import tells
from postings.normalizer.steps.reasons import BOILERPLATE_SIGNS
from postings.normalizer.taxonomy import DropReason, SectionKind
from postings.normalizer.words import cue, words_of

CAUGHT = "+"  # behind a block's id: the heading of what follows, caught at the block's end
GOES_ON = "goes on with the duties before it"
# Ranks behind those of h1 to h5; a term of a definition list outranks what is bold below it.
TERM, BOLD, CAPITALS, PLAIN, FIELD, INSIDE_LIST = range(6, 12)
# What may be preferred and not required.
WISHED_FOR = frozenset({SectionKind.REQUIREMENTS, SectionKind.QUALIFICATIONS, SectionKind.SKILLS})
_OF_PAY = bits_of(("pay", "time", "perk"))
_OF_OPENING = bits_of(("seek",))
_OF_WORK = bits_of(("duty", "need", "degree"))
_FEWEST_WORDS = 6
_OWN_LABEL = re.compile(r"[A-Z][A-Z/&'’ -]{3,40}:\s")  # whatever it says, the label before it is over
# Under such a heading ("Job ID", "Apply now") stands a value or nothing; what follows is not ruled by it.
_RULES_NOTHING = (DropReason.METADATA, DropReason.CALL_TO_ACTION, DropReason.CHROME)


def readings_above(
    governing: Mapping[str, tuple[str, ...]], headings: Mapping[str, HeadingReading]
) -> dict[str, HeadingReading]:
    """For each block what the nearest understood heading above it says; NO_READING where there is none."""
    found: dict[str, HeadingReading] = {}
    last: tuple[str, ...] | None = None
    reading = NO_READING
    for block, names in governing.items():
        if names is not last:  # most neighbours stand under the same
            last = names
            readings = [headings.get(name, NO_READING) for name in reversed(names)]
            reading = next(filter(_is_understood, readings), NO_READING)
        found[block] = reading
    return found


def _is_understood(reading: HeadingReading) -> bool:
    return bool(reading.kinds) or reading.reason is not None or reading.rule.startswith("mixed")


class _Rule:
    """The headings that rule at one point of the document: (rank, id), outermost first."""

    def __init__(self, readings: dict[str, HeadingReading]) -> None:
        self.readings = readings
        self.stack: list[tuple[int, str]] = []
        self.names: tuple[str, ...] = ()
        self.inline = ""
        self.label: Block | None = None

    def enter(self, field: str) -> None:
        """Begin with a field of a payload: its name rules until the first heading in it, where that says something."""
        self.stack = [(FIELD, field)] if field in self.readings else []
        self.names, self.inline, self.label = tuple(name for _, name in self.stack), "", None

    def keep(self, below: int) -> None:
        """End the rule of every heading that does not rank above `below`."""
        if self.stack and self.stack[-1][0] >= below:
            self.stack = [entry for entry in self.stack if entry[0] < below]
            self.names = tuple(name for _, name in self.stack)

    def follow(self, name: str, rank: int) -> None:
        """A heading nobody knows, beside one of duties and below another section's or in the same line, in which all
        headings have the same rank, goes on with the duties.
        """
        ruling = [self.readings[other] for other in self.names]
        if self.readings[name] != UNKNOWN or not ruling or self.stack[-1][0] != rank:
            return
        beside, line = ruling[-1], name.partition(".")[0] + "."
        among = any(other.kinds for other in ruling[:-1]) or self.names[-1].startswith(line)
        if beside.kinds == (SectionKind.RESPONSIBILITIES,) and among:
            self.readings[name] = replace(UNKNOWN, kinds=beside.kinds, rule=GOES_ON, confidence=PARTLY)

    def end_inline(self, block: Block) -> None:
        """A heading cut from its own text does not reach the next paragraph."""
        if not self.inline.startswith(f"{block.index}.") and block.kind is not ITEM:
            self.stack = [entry for entry in self.stack if entry[1] != self.inline]
            self.names = tuple(name for _, name in self.stack)
            self.inline = ""

    def end_of_list(self) -> None:
        """The heading above a list that ran together with the text behind it does not reach that text."""
        self.stack = self.stack[:-1]
        self.names = tuple(name for _, name in self.stack)
        self.inline = ""

    def of_pay(self) -> bool:
        """Whether the nearest heading, or the label of the line, names nothing but pay."""
        name = self.label.id if self.label is not None else self.names[-1] if self.names else ""
        return bool(name) and self.readings[name].kinds == (SectionKind.PAY,)

    def of_boilerplate(self) -> bool:
        """Whether the nearest heading names what is left out."""
        return bool(self.names) and self.readings[self.names[-1]].reason is not None

    def end_of_pay(self) -> None:
        """The heading of pay does not reach the text behind it."""
        if self.label is not None:
            self.label = None
        else:
            self.end_of_list()

    def begin(self, block: Block, rank: int, following: Block | None) -> None:
        """Let a heading rule what follows."""
        if following is not None and self._is_matter_of_duty(block.id, following):
            self.readings[block.id] = UNKNOWN
        self.label = None
        if self.readings[block.id].reason in _RULES_NOTHING:
            return
        self.stack.append((rank, block.id))
        self.names = (*self.names, block.id)
        if block.part and following is not None and following.index == block.index:
            self.inline = block.id

    def catch(self, name: str) -> None:
        """Let a heading rule that stands at the end of the line before."""
        self.keep(PLAIN)
        self.label = None
        self.stack.append((PLAIN, name))
        self.names = (*self.names, name)
        self.inline = name

    def over(self, block: Block) -> tuple[str, ...]:
        """The headings above a block that is none itself, its line's label last."""
        if self.stack and self.stack[-1][0] >= INSIDE_LIST and block.kind is not ROW:
            self.keep(INSIDE_LIST + (max(block.level, 1) if block.kind is ITEM else 0))
        if block.id in self.readings:
            self.label = block
        elif self.label is not None and (self.label.index != block.index or _OWN_LABEL.match(block.text)):
            self.label = None
        return (*self.names, self.label.id) if self.label is not None else self.names

    def _is_matter_of_duty(self, name: str, following: Block) -> bool:
        """A one-word heading such as "Recruitment" above a list among the duties: not the posting's own process."""
        reading = self.readings[name]
        if reading.reason is None or not self.stack or following.kind is not ITEM:
            return False
        one_word = " " not in reading.rule.partition(": ")[2]
        return one_word and self.readings[self.stack[-1][1]].kinds == (SectionKind.RESPONSIBILITIES,)


def govern(
    blocks: list[Block],
    readings: dict[str, HeadingReading],
    ranks: dict[str, int],
    fields: Mapping[str, str],
    language: str,
) -> dict[str, tuple[str, ...]]:
    """For each block the ids of the headings above it, outermost first.  Voids readings their place contradicts.

    `fields` gives the named field that a block was read from: where another one begins, all headings end.
    """
    governing: dict[str, tuple[str, ...]] = {}
    rule = _Rule(readings)
    caught = {name for name in readings if name.endswith(CAUGHT)}
    field = ""
    for number, block in enumerate(blocks):
        if fields and (here := fields.get(block.id, "")) != field:
            rule.enter(field := here)
        if rule.inline:
            rule.end_inline(block)
        if number and block.part and _ends_list(blocks, number, language):
            rule.end_of_list()
        if block.kind is HEADING:
            if not (number and _goes_on(blocks[number - 1], block, readings)):
                rule.follow(block.id, ranks[block.id])
                rule.keep(ranks[block.id])
            governing[block.id] = rule.names
            rule.begin(block, ranks[block.id], blocks[number + 1] if number + 1 < len(blocks) else None)
        else:
            if block.kind is PARAGRAPH and rule.of_pay() and _is_of_other_matter(block, language):
                rule.end_of_pay()
            elif block.part and rule.of_boilerplate() and _is_of_work(block, language):
                rule.end_of_list()
            governing[block.id] = rule.over(block)
            if caught and block.id + CAUGHT in caught:
                rule.catch(block.id + CAUGHT)
    return governing


def _ends_list(blocks: list[Block], number: int, language: str) -> bool:
    """Whether with a block of a text that ran together its list is over: no item follows before the next heading."""
    before, block = blocks[number - 1], blocks[number]
    if block.kind is not PARAGRAPH or before.kind is not ITEM or block.index != before.index:
        return False
    if not tells(block.text, language):
        return False
    for other in blocks[number:]:
        if other.kind is HEADING or other.index != block.index:
            return True
        if other.kind is ITEM:
            return False
    return True


def _is_of_other_matter(block: Block, language: str) -> bool:
    """Whether a line is a sentence of prose in which nothing speaks of pay or hours, nor goes on with what was said."""
    if not tells(block.text, language):
        return False
    words = words_of(block)
    if len(words) < _FEWEST_WORDS or words[0] in cue("backward", language) or states_amount(block.text):
        return False
    payers = cue("payers", language)
    return not reader(language).signs_of([word for word in words if word not in payers]) & _OF_PAY


def _is_of_work(block: Block, language: str) -> bool:
    """Whether a sentence says what whoever is sought does or must have, and holds no word of boilerplate."""
    if block.kind is not PARAGRAPH or not block.text.endswith("."):
        return False
    signs = reader(language).signs_of(words_of(block))
    return bool(signs & _OF_OPENING and signs & _OF_WORK) and not signs & BOILERPLATE_SIGNS


def _goes_on(before: Block, block: Block, readings: dict[str, HeadingReading]) -> bool:
    """Whether a heading right below one that says "preferred" belongs to it ("Preferred", "Qualifications:")."""
    if before.kind is not HEADING or not readings[before.id].preferred or readings[block.id].preferred:
        return False
    return before.index == block.index or WISHED_FOR.issuperset(readings[block.id].kinds)


def stated(document: Document) -> Document:
    """A fragment of our own: its sub-headings are headings that stay, and its sections govern."""
    readings = {
        block.id: HeadingReading(informative=True, rule="stated by the fragment", confidence=1.0)
        for block in document.blocks
        if block.kind is HEADING
    }
    governing: dict[str, tuple[str, ...]] = {}
    current: tuple[str, ...] = ()
    within: tuple[str, ...] = ()
    for block in document.blocks:
        if block.within != within:
            within, current = block.within, ()
        governing[block.id] = () if block.kind is HEADING else current
        if block.kind is HEADING:
            current = (block.id,)
    return document.with_changes(headings=readings, governing=governing)
