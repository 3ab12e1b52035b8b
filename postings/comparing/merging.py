"""Bringing two texts from one base together, section by section and block by block.

A block that only one side touched (changed, removed, moved) is taken from that side; the same change on both sides is
taken once; what both changed in different ways is a conflict, and so are different blocks added at the same place.
A block that one side moved and the other changed comes with the change to its new place; where both moved it, it
goes where mine went.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from postings.comparing.leaves import Leaf, leaves_of
from postings.comparing.matching import Matching, match
from postings.comparing.values import BOTH, CONFLICT, MERGED, MINE, SAME, THEIRS, Merge, MergedBlock, MergedSection
from postings.normalizer.model import Block, BlockKind
from postings.normalizer.taxonomy import SECTION_ORDER

AT_THE_START = -1
# Lists that exist on one side only get numbers of their own, so that they do not run into another side's lists.
OWN_GROUPS = {MINE: 1_000_000, THEIRS: 2_000_000}


def three_way(base: Mapping[str, str], mine: Mapping[str, str], theirs: Mapping[str, str]) -> Merge:
    """The merge of two texts (kind to inner HTML) that were made from `base`."""
    kinds = [kind.value for kind in SECTION_ORDER if base.get(kind) or mine.get(kind) or theirs.get(kind)]
    return Merge(
        tuple(merge_texts(kind, base.get(kind, ""), mine.get(kind, ""), theirs.get(kind, "")) for kind in kinds)
    )


def merge_texts(kind: str, base: str, mine: str, theirs: str) -> MergedSection:
    """The merge of one section's two texts."""
    blocks = tuple(_merged(kind, leaves_of(kind, base), leaves_of(kind, mine), leaves_of(kind, theirs)))
    status = _of_three(base, mine, theirs)
    if status == CONFLICT and not any(block.status == CONFLICT for block in blocks):
        status = MERGED
    return MergedSection(kind, status, blocks, base, mine, theirs)


def _of_three(base: object, mine: object, theirs: object) -> str:
    if mine == theirs:
        return SAME if mine == base else BOTH
    if theirs == base:
        return MINE
    return THEIRS if mine == base else CONFLICT


@dataclass(slots=True)
class _Side:
    """What one side did: for each base leaf what it is now and after which base leaf it went (if it moved)."""

    name: str
    now: dict[Leaf, list[Leaf]] = field(default_factory=dict)
    moved: dict[Leaf, int] = field(default_factory=dict)
    added: dict[int, list[Leaf]] = field(default_factory=lambda: defaultdict(list))
    groups: dict[tuple[BlockKind, int], int] = field(default_factory=dict)

    def blocks(self, leaves: Sequence[Leaf]) -> tuple[Block, ...]:
        return tuple(self._block(leaf.block) for leaf in leaves)

    def _block(self, block: Block) -> Block:
        if not block.group:
            return block
        own = OWN_GROUPS[self.name] + block.group
        return replace(block, group=self.groups.get((block.kind, block.group), own))


def _side(name: str, kind: str, base: Sequence[Leaf], leaves: Sequence[Leaf]) -> _Side:
    matching = match({kind: base}, {kind: leaves})
    side = _Side(name)
    behind = AT_THE_START
    for leaf in leaves:
        old = matching.old_of.get(leaf)
        if not old:
            side.added[behind].append(leaf)
            continue
        _pair(side, matching, old, leaf, behind)
        if leaf in matching.in_place:
            behind = old[-1].place.position
    return side


def _pair(side: _Side, matching: Matching, old: Sequence[Leaf], leaf: Leaf, behind: int) -> None:
    """Blocks that were joined live on in the first of them; the others count as removed."""
    first = old[0]
    side.now.setdefault(first, []).append(leaf)
    if leaf not in matching.in_place:
        side.moved.setdefault(first, behind)
    if first.block.group and leaf.block.kind is first.block.kind:
        side.groups.setdefault((leaf.block.kind, leaf.block.group), first.block.group)


def _merged(
    kind: str, base: Sequence[Leaf], mine_leaves: Sequence[Leaf], their_leaves: Sequence[Leaf]
) -> Iterator[MergedBlock]:
    mine, theirs = _side(MINE, kind, base, mine_leaves), _side(THEIRS, kind, base, their_leaves)
    places: dict[int, list[Leaf]] = defaultdict(list)
    for leaf in base:
        if (moved_to := mine.moved.get(leaf, theirs.moved.get(leaf))) is not None:
            places[moved_to].append(leaf)
    number = 0
    for position in range(AT_THE_START, len(base)):
        here = [base[position]] if position != AT_THE_START else []
        stays = [leaf for leaf in here if leaf not in mine.moved and leaf not in theirs.moved]
        for block in (*_kept(stays, mine, theirs), *_arrived(position, places[position], mine, theirs)):
            yield replace(block, key=f"{kind}/{number}")
            number += 1


def _kept(leaves: Sequence[Leaf], mine: _Side, theirs: _Side) -> Iterator[MergedBlock]:
    for leaf in leaves:
        now_mine, now_theirs = mine.now.get(leaf, []), theirs.now.get(leaf, [])
        status = _of_three([leaf.key], [one.key for one in now_mine], [one.key for one in now_theirs])
        yield MergedBlock("", status, (leaf.block,), mine.blocks(now_mine), theirs.blocks(now_theirs))


def _arrived(position: int, moved: Sequence[Leaf], mine: _Side, theirs: _Side) -> Iterator[MergedBlock]:
    """What stands behind a base block now: blocks that were moved there, and new ones."""
    yield from _kept(moved, mine, theirs)
    new_mine, new_theirs = mine.added.get(position, []), theirs.added.get(position, [])
    if new_mine or new_theirs:
        status = _of_three([], [one.key for one in new_mine], [one.key for one in new_theirs])
        yield MergedBlock("", status, (), mine.blocks(new_mine), theirs.blocks(new_theirs))
