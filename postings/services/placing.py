"""Moving blocks by hand: one action, one revision that says what was done.

A block is named by its number in the source that the text is explained by (`block`), or by where it stands (`section`
and `position`, counted as a reader counts paragraphs and items).  What is brought back has the normalizer's own text
and formatting where it once stood in a section, else the source's plain words.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from postings.models import NormalizationRun, Posting, Revision, RevisionAction, RevisionOrigin, Section
from postings.normalizer.model import Block, BlockKind, Run
from postings.selectors.explaining import BlockNumbers, block_numbers, explaining_run
from postings.services import drafting, editing, journal, provenance, revising
from postings.services.editing import section_title
from postings.services.errors import Conflict, NotFound
from postings.services.provenance import Origin, Passage
from postings.services.revising import Making

SHOWN_LENGTH = 60
# Numbers of passages that come into a section: beyond those that stand in it.
FRESH = 1_000_000


def place_block(
    *, posting_id: int, base_number: int, block: str, section: str, position: int | None = None, actor: User | None
) -> Revision:
    """Put a block of the source, left out or not, into a section: at a position, else where the source has it.

    Raises NotAllowed, NotFound, StaleRevision, TextInvalid.
    """
    title = section_title(section)

    def change(text: _Text) -> str:
        passages = text.take_out(block) or [text.recall(block)]
        text.put(passages, section, position)
        return f"Placed {_shown(passages)} in {title}"

    return _act(posting_id, base_number, actor, RevisionAction.BLOCK_PLACED, change)


def leave_out_block(*, posting_id: int, base_number: int, block: str, actor: User | None) -> Revision:
    """Take a block of the source out of the text.  Raises as place_block, and Conflict where it is left out already."""

    def change(text: _Text) -> str:
        passages = text.take_out(block)
        if not passages:
            raise Conflict("This block is left out already.", "block_not_placed")
        return f"Left out {_shown(passages)}"

    return _act(posting_id, base_number, actor, RevisionAction.BLOCK_LEFT_OUT, change)


def restore_block(
    *,
    posting_id: int,
    base_number: int,
    block: str,
    section: str | None = None,
    position: int | None = None,
    actor: User | None,
) -> Revision:
    """Bring a block back that was left out: into a section, else where it stood or where its neighbours stand.

    Raises as place_block, and Conflict (block_in_place) where it stands in the text.
    """

    def change(text: _Text) -> str:
        if text.find(block):
            raise Conflict("This block stands in the text already.", "block_in_place")
        passages = [text.recall(block)]
        where = section or text.home_of(block)
        text.put(passages, where, position)
        return f"Restored {_shown(passages)} to {section_title(where)}"

    return _act(posting_id, base_number, actor, RevisionAction.BLOCK_RESTORED, change)


def move_block(
    *,
    posting_id: int,
    base_number: int,
    section: str,
    position: int,
    to_position: int,
    to_section: str | None = None,
    actor: User | None,
) -> Revision:
    """Move what stands at a position of a section to another one, which it has afterwards.

    Raises NotAllowed, NotFound (no such position), StaleRevision, TextInvalid.
    """
    target = to_section or section
    titles = section_title(section), section_title(target)

    def change(text: _Text) -> str:
        passages = text.take_out_at(section, position)
        text.put(passages, target, to_position)
        return f"Moved {_shown(passages)} " + (
            f"within {titles[0]}" if target == section else f"from {titles[0]} to {titles[1]}"
        )

    return _act(posting_id, base_number, actor, RevisionAction.BLOCK_MOVED, change)


def remove_block(*, posting_id: int, base_number: int, section: str, position: int, actor: User | None) -> Revision:
    """Take out what stands at a position of a section, wherever it came from.  Raises as move_block."""
    title = section_title(section)

    def change(text: _Text) -> str:
        return f"Removed {_shown(text.take_out_at(section, position))} from {title}"

    return _act(posting_id, base_number, actor, RevisionAction.BLOCK_REMOVED, change)


@transaction.atomic
def _act(
    posting_id: int, base_number: int, actor: User | None, action: str, change: Callable[[_Text], str]
) -> Revision:
    posting = editing.lock_editable(posting_id, actor)
    revising.require_current(posting, base_number)
    assert posting.head is not None
    text = _Text(posting, revising.sections_of(posting.head))
    note = change(text)
    texts = {kind: provenance.text_of(passages) for kind, passages in text.touched.items() if _says(passages)}
    gone = {kind for kind in text.touched if kind not in texts}
    same = {kind for kind, new in texts.items() if kind in text.head and new.html == text.head[kind].html}
    if same == text.touched.keys():
        return posting.head
    making = Making(RevisionOrigin.EDITOR, actor, language=posting.head.language, action=action, note=note)
    new = {kind: section for kind, section in texts.items() if kind not in same}
    revision = editing.write(posting, new, gone, making)
    drafting.advance(posting, actor, base_number, touched=set(new) | gone)
    details = {"number": revision.number, "sections": sorted(set(new) | gone), "note": note}
    journal.note(_PAST[action], cause=uuid.uuid4(), actor=actor, posting=posting, details=details)
    return revision


_PAST: dict[str, str] = {
    RevisionAction.BLOCK_PLACED: "block.placed",
    RevisionAction.BLOCK_LEFT_OUT: "block.left_out",
    RevisionAction.BLOCK_RESTORED: "block.restored",
    RevisionAction.BLOCK_MOVED: "block.moved",
    RevisionAction.BLOCK_REMOVED: "block.removed",
}


def _says(passages: list[Passage]) -> bool:
    """A section of nothing but headings says nothing: it goes with its last text."""
    return any(passage.block.kind is not BlockKind.HEADING for passage in passages)


def _shown(passages: list[Passage]) -> str:
    line = " ".join(" ".join(passage.text for passage in passages).split())
    return f"“{line if len(line) <= SHOWN_LENGTH else line[: SHOWN_LENGTH - 1].rstrip() + '…'}”"


@dataclass(slots=True)
class _Text:
    """A posting's newest text while an action changes it; `touched` holds the sections that were opened for it."""

    posting: Posting
    head: dict[str, Section]
    touched: dict[str, list[Passage]] = field(default_factory=dict)
    run: NormalizationRun | None = None
    numbers: BlockNumbers = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.run = explaining_run(self.posting)
        self.numbers = block_numbers(self.run, self.head.values())

    def section(self, kind: str) -> list[Passage]:
        if kind not in self.touched:
            self.touched[kind] = provenance.passages_of(self.head[kind]) if kind in self.head else []
        return self.touched[kind]

    def find(self, block: str) -> str | None:
        """The section in which a block of the explaining source stands, without opening it."""
        for kind, section in self.head.items():
            if any(self._is(Origin.from_json(piece), block) for piece in section.blocks):
                return kind
        return None

    def take_out(self, block: str) -> list[Passage]:
        kind = self.find(block)
        if kind is None:
            return []
        passages = self.section(kind)
        taken = [passage for passage in passages if self._is(passage.origin, block)]
        passages[:] = [passage for passage in passages if passage not in taken]
        return taken

    def take_out_at(self, kind: str, position: int) -> list[Passage]:
        passages = self.section(kind)
        numbers = list(dict.fromkeys(passage.block.index for passage in passages))
        if not 0 <= position < len(numbers):
            raise NotFound(f"{section_title(kind)} has no block {position + 1}.")
        taken = [passage for passage in passages if passage.block.index == numbers[position]]
        passages[:] = [passage for passage in passages if passage.block.index != numbers[position]]
        return taken

    def recall(self, block: str) -> Passage:
        """A block as the normalizer had it: formatted where it stood in a section, else its words."""
        entry = next((entry for entry in self._ledger() if str(entry["block"]) == block), None)
        if entry is None or self.run is None:
            raise NotFound(f"The source of “{self.posting.title}” has no block {block}.")
        made = Revision.objects.filter(run=self.run, author=None).order_by("number").first()
        for section in revising.sections_of(made).values():
            for passage in provenance.passages_of(section):
                if passage.origin.block == block and passage.origin.run in (None, self.run.pk):
                    return passage
        return Passage(_as_read(entry), Origin(block=block, run=self.run.pk))

    def home_of(self, block: str) -> str:
        """The section the ledger names for a block, else the one its nearest neighbour in the source stands in."""
        ledger = self._ledger()
        place = next((place for place, entry in enumerate(ledger) if str(entry["block"]) == block), 0)
        if kind := ledger[place].get("section"):
            return str(kind)
        for neighbour in sorted(range(len(ledger)), key=lambda other: (abs(other - place), other > place)):
            if kind := self.find(str(ledger[neighbour]["block"])):
                return kind
        return next(iter(self.head))

    def put(self, passages: list[Passage], kind: str, position: int | None) -> None:
        target = self.section(kind)
        place = self._natural_place(target, passages[0]) if position is None else _place_of(target, position)
        target[place:place] = _fitted(passages, target[place - 1] if place else None, target[place : place + 1])

    def _natural_place(self, target: list[Passage], passage: Passage) -> int:
        """Behind the last block that comes before this one in the source; at the end where nothing tells."""
        known = [
            (number, _order(other.origin.block))
            for number, other in enumerate(target)
            if other.origin.block is not None and other.origin.run == passage.origin.run
        ]
        if passage.origin.block is None or not known:
            return len(target)
        mine = _order(passage.origin.block)
        return max((number + 1 for number, order in known if order < mine), default=known[0][0])

    def _is(self, origin: Origin, block: str) -> bool:
        """A number means something within one source; pieces of another are known by the number they have here."""
        if origin.run is None or self.run is None or origin.run == self.run.pk:
            return block in origin.blocks
        return block in (self.numbers.get((origin.run, old)) for old in origin.blocks)

    def _ledger(self) -> list[dict[str, object]]:
        return self.run.ledger if self.run else []


def _as_read(entry: Mapping[str, Any]) -> Block:
    """A block of the ledger with the words it has there; a row's cells make it a row."""
    cells = tuple((Run(str(text)),) for text in entry.get("cells", ()))
    kinds = {"heading": BlockKind.HEADING, "item": BlockKind.ITEM} | ({"row": BlockKind.ROW} if cells else {})
    kind = kinds.get(str(entry["kind"]), BlockKind.PARAGRAPH)
    return Block(0, kind, (Run(str(entry["text"])),), cells=cells)


def _order(block: str) -> tuple[int, int]:
    index, _, part = block.partition(".")
    return int(index), int(part or 0)


def _place_of(target: list[Passage], position: int) -> int:
    """Where the block that has this position among a reader's blocks begins; the end beyond the last."""
    numbers = list(dict.fromkeys(passage.block.index for passage in target))
    if position >= len(numbers):
        return len(target)
    wanted = numbers[max(0, position)]
    return next(place for place, passage in enumerate(target) if passage.block.index == wanted)


def _fitted(passages: list[Passage], before: Passage | None, after: list[Passage]) -> list[Passage]:
    """The passages as they stand between these neighbours: an item joins the list beside it, a row its table, and a
    paragraph becomes an item where it would cut a list in two; an item or row that finds none begins one.
    """
    tables = [beside.block for beside in (before, *after) if beside is not None and beside.block.kind is BlockKind.ROW]
    list_before = before if before is not None and before.block.kind is BlockKind.ITEM else None
    list_after = after[0] if after and after[0].block.kind is BlockKind.ITEM else None
    inside = list_before and list_after and list_before.block.group == list_after.block.group
    host = list_before or list_after
    fitted = []
    for passage in passages:
        block = replace(passage.block, index=passage.block.index + FRESH)
        if block.kind is BlockKind.PARAGRAPH and inside:
            block = replace(block, kind=BlockKind.ITEM)
        if block.kind is BlockKind.ITEM:
            look = host.block if host else Block(0, BlockKind.ITEM, (), group=FRESH, ordered=block.ordered)
            block = replace(block, group=look.group, ordered=look.ordered, level=look.level)
        if block.kind is BlockKind.ROW:
            block = replace(block, group=tables[0].group if tables else FRESH)
        fitted.append(Passage(block, passage.origin))
    return fitted
