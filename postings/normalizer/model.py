"""What the normalizer works on and what it gives back: frozen values, no behaviour beyond themselves.

A source is cut into blocks, each with its place in the source.  Steps decide about blocks; no step writes text.
A block that a step cuts in two keeps its index and gets a part, so every piece can be led back to where it stood.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

from postings.normalizer.taxonomy import DropReason, SectionKind


class NormalizerError(Exception):
    """A source that gives no result.  `code` is stable for programs, `sentence` tells an editor what to do."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(f"{code}: {sentence}")
        self.code = code
        self.sentence = sentence


class SourceRefused(NormalizerError):
    """The source itself cannot be used: empty, too_large, too_many_elements, not_text, unreadable, no_substance."""


class StepFailed(NormalizerError):
    """A step of the pipeline raised; the step's name stands in `sentence`, the fault is the cause."""


class InvariantBroken(NormalizerError):
    """A result breaks the contract and must not be used; `code` names the invariant."""


@dataclass(frozen=True, slots=True)
class Source:
    """A posting as somebody published it: bytes, and what the sender says about them (each may be empty)."""

    data: bytes
    media_type: str = ""
    name: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class Pay:
    """What is paid: `minimum` and `maximum` in `currency` (ISO 4217) for each `unit` (hour, day, week, month, year)."""

    minimum: float | None = None
    maximum: float | None = None
    currency: str = ""
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known about a posting beside its text. Everything may be absent; nothing is ever estimated.

    `workplace` is remote, hybrid or on_site; `employment_types` are full_time, part_time, contract, temporary,
    internship, permanent and the like; dates are ISO 8601 (`YYYY-MM-DD`); `language` is ISO 639-1.
    """

    title: str = ""
    company: str = ""
    locations: tuple[str, ...] = ()
    workplace: str = ""
    employment_types: tuple[str, ...] = ()
    pay: Pay | None = None
    valid_through: str = ""
    posted_on: str = ""
    identifier: str = ""
    language: str = ""


@dataclass(frozen=True, slots=True)
class FoundFacts:
    """Facts read from a posting, and for each the ids of the blocks it was read from (empty: the source's own
    fields).
    """

    facts: Facts
    origins: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


Value = TypeVar("Value")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(cls: type[Value]) -> type[Value]:
    """A frozen dataclass to every reader and to the type checker, which refuses any assignment.

    A posting makes thousands of these; refusing at run time too would make each cost five times as much.
    """
    return dataclass(slots=True, unsafe_hash=True)(cls)


class BlockKind(StrEnum):
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    ROW = "row"


# Under a name of its own: asking the class for a member takes longer than most questions about a block.
HEADING, PARAGRAPH, ITEM, ROW = BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.ROW


@value
class Run:
    """A stretch of text with one formatting. `href` is an absolute, usable link or empty; "\\n" in text is a line
    break.
    """

    text: str
    strong: bool = False
    em: bool = False
    href: str = ""


@value
class Block:
    """The smallest piece of the source with a place of its own.

    `index` counts blocks in reading order, `part` the pieces a step cut one into (0: whole). `path` says where it
    stands in the source in words a person can follow ("main/ul[2]/li[3]", "line 14", "jobDescription/p[2]").
    `within` names the elements around it from outside in, with their ids, classes and roles ("nav",
    "div#cookie-banner.modal"); empty for text. `level` is a heading's rank (1-6) or an item's nesting (0:
    outermost); `group` numbers the list or table it belongs to (0: none); `cells` holds a table row's cells, whose
    texts `runs` repeats in order.
    """

    index: int
    kind: BlockKind
    runs: tuple[Run, ...]
    path: str = ""
    part: int = 0
    level: int = 0
    group: int = 0
    ordered: bool = False
    header: bool = False
    cells: tuple[tuple[Run, ...], ...] = ()
    within: tuple[str, ...] = ()

    # What every step asks for, worked out once.
    id: str = field(init=False, repr=False, compare=False)
    text: str = field(init=False, repr=False, compare=False)
    # Its folded words, once a step has asked for them, whether it is plain text whose very words they are, but for
    # their case, and whether it holds a figure: see `words.words_of`.
    words: tuple[str, ...] | None = field(default=None, init=False, repr=False, compare=False)
    plain: bool = field(default=False, init=False, repr=False, compare=False)
    figure: bool = field(default=False, init=False, repr=False, compare=False)
    # Whether nothing parted it in the source from the text around it, so that where it ends is not sure.
    glued: bool = field(default=False, init=False, repr=False, compare=False)
    # What it may hold by these words, once a step has asked for it: see `hints.hints_of`.
    hints: int | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        new: Any = self
        new.id = f"{self.index}.{self.part}" if self.part else str(self.index)
        new.text = self.runs[0].text if len(self.runs) == 1 else "".join([run.text for run in self.runs])

    def with_runs(self, runs: tuple[Run, ...]) -> Block:
        """The same block with other text; what `replace` does, at a quarter of the cost."""
        return Block(
            self.index, self.kind, runs, self.path, self.part, self.level, self.group, self.ordered, self.header,
            self.cells, self.within,
        )  # fmt: skip

    def as_kind(self, kind: BlockKind, level: int) -> Block:
        """The same block taken for another kind."""
        block = Block(
            self.index, kind, self.runs, self.path, self.part, level, self.group, self.ordered, self.header,
            self.cells, self.within,
        )  # fmt: skip
        changed: Any = block
        changed.words, changed.plain, changed.figure, changed.hints = self.words, self.plain, self.figure, self.hints
        changed.glued = self.glued
        return block


@value
class Placement:
    """A block that stands in the fragment: where, by which rule, how sure (0-1). `position` counts within the
    section.
    """

    section: SectionKind
    rule: str
    confidence: float
    position: int = -1


@value
class Dropped:
    """A block that was left out: why, by which rule, how sure; for a duplicate, the id of the block that stays."""

    reason: DropReason
    rule: str
    confidence: float
    kept: str = ""


Outcome = Placement | Dropped


@value
class LedgerEntry:
    """Where one block of the source went."""

    block: Block
    outcome: Outcome

    def to_json(self) -> dict[str, Any]:
        """A JSON object: block, path, kind, text (and the cells' texts of a table's row), rule, confidence, and either
        section and position or reason (and kept).
        """
        entry: dict[str, Any] = {
            "block": self.block.id,
            "path": self.block.path,
            "kind": self.block.kind.value,
            "text": self.block.text,
            "rule": self.outcome.rule,
            "confidence": round(self.outcome.confidence, 3),
        }
        if len(self.block.cells) > 1:
            entry["cells"] = ["".join(run.text for run in cell) for cell in self.block.cells]
        if isinstance(self.outcome, Placement):
            return entry | {"section": self.outcome.section.value, "position": self.outcome.position}
        entry["reason"] = self.outcome.reason.value
        return entry | ({"kept": self.outcome.kept} if self.outcome.kept else {})


@dataclass(frozen=True, slots=True)
class Section:
    """One section of the result: its blocks in the order they are shown; a HEADING block is a sub-heading."""

    kind: SectionKind
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Notice:
    """Something an editor should look at: a stable code, a sentence, and the blocks it is about."""

    code: str
    sentence: str
    blocks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HeadingReading:
    """What a heading says about what stands under it: one kind, several (a combined heading), a reason to drop, or
    nothing known.

    `preferred` marks what is wished for and not required. `informative`: the heading says more than its section's
    name, so it stays.
    """

    kinds: tuple[SectionKind, ...] = ()
    reason: DropReason | None = None
    preferred: bool = False
    informative: bool = False
    rule: str = ""
    confidence: float = 0.0


NO_READING = HeadingReading()  # of what is no heading, or of one that says nothing


@value
class Document:
    """What one step hands to the next. Steps return a changed copy (`with_changes`), never a changed original.

    `headings` holds what was understood of each heading block, `governing` the ids of the headings above each
    block (outermost first), `above` what the nearest understood one of them says, `outcomes` the decision for each
    block that already has one. Keys are block ids.
    """

    source_format: str
    blocks: tuple[Block, ...]
    known: Facts = Facts()
    stated: Facts = Facts()
    language: str = ""
    title: str = ""
    address: str = ""
    headings: Mapping[str, HeadingReading] = field(default_factory=dict)
    governing: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    above: Mapping[str, HeadingReading] = field(default_factory=dict)
    outcomes: Mapping[str, Outcome] = field(default_factory=dict)
    sections: tuple[Section, ...] = ()
    facts: FoundFacts = FoundFacts(Facts())
    warnings: tuple[Notice, ...] = ()

    def with_changes(self, **changes: Any) -> Document:
        """The same document with other values; what `replace` does, at a quarter of the cost."""
        return Document(**(dict(zip(_NAMES, _VALUES(self), strict=True)) | changes))


_NAMES = tuple(Document.__annotations__)
_VALUES = attrgetter(*_NAMES)


@dataclass(frozen=True, slots=True)
class Normalized:
    """The result: the fragment, the sections and ledger it is made from, the facts found, and what an editor
    should look at.
    """

    fragment: str
    sections: tuple[Section, ...]
    ledger: tuple[LedgerEntry, ...]
    facts: FoundFacts
    warnings: tuple[Notice, ...]
    language: str
    source_format: str
    version: str
