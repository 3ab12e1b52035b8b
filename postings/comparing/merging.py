"""Bringing two texts from one base together, block by block, over all sections at once.

A block that only one side touched (changed, removed, moved) is taken from that side; the same change on both sides is
taken once; what both changed in different ways is a conflict, and so are different blocks added at the same place.
A block that one side moved and the other changed comes with the change to its new place, also from section to section;
where both moved it within a section, it goes where mine went.  A block that each side put into another section is asked
about once, under one key in both places, so that whatever is chosen it stands in one of them.
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

# A section, and the base block in it behind which something stands.
Anchor = tuple[str, int]
Leaves = Mapping[str, Sequence[Leaf]]


def three_way(base: Mapping[str, str], mine: Mapping[str, str], theirs: Mapping[str, str]) -> Merge:
    """The merge of two texts (kind to inner HTML) that were made from `base`."""
    kinds = [kind.value for kind in SECTION_ORDER if base.get(kind) or mine.get(kind) or theirs.get(kind)]
    old, *new = ({kind: leaves_of(kind, text.get(kind, "")) for kind in kinds} for text in (base, mine, theirs))
    together = _Together(old, _side(MINE, old, new[0]), _side(THEIRS, old, new[1]))
    return Merge(
        tuple(together.section(kind, base.get(kind, ""), mine.get(kind, ""), theirs.get(kind, "")) for kind in kinds)
    )


def merge_texts(kind: str, base: str, mine: str, theirs: str) -> MergedSection:
    """The merge of one section's two texts."""
    sections = three_way({kind: base}, {kind: mine}, {kind: theirs}).sections
    return sections[0] if sections else MergedSection(kind, SAME, (), "", "", "")


def standing_twice(bodies: Mapping[str, str], *sources: Mapping[str, str]) -> list[str]:
    """The blocks, as plain text, that stand in two sections of a text (kind to inner HTML) but of no source of it."""
    known = {letters for source in sources for letters in _in_two_sections(source)}
    return [text for letters, text in _in_two_sections(bodies).items() if letters not in known]


def _in_two_sections(bodies: Mapping[str, str]) -> dict[str, str]:
    first: dict[str, Leaf] = {}
    twice = {}
    for leaf in (leaf for kind, html in bodies.items() for leaf in leaves_of(kind, html) if _says(leaf)):
        if first.setdefault(leaf.letters, leaf).place.section != leaf.place.section:
            twice[leaf.letters] = leaf.block.text
    return twice


def _of_three(base: object, mine: object, theirs: object) -> str:
    if mine == theirs:
        return SAME if mine == base else BOTH
    if theirs == base:
        return MINE
    return THEIRS if mine == base else CONFLICT


@dataclass(slots=True)
class _Side:
    """What one side did: for each base leaf what it is now and where it went (if it moved); what it added where."""

    name: str
    now: dict[Leaf, list[Leaf]] = field(default_factory=dict)
    moved: dict[Leaf, Anchor] = field(default_factory=dict)
    added: dict[Anchor, list[Leaf]] = field(default_factory=lambda: defaultdict(list))
    groups: dict[tuple[str, BlockKind, int], int] = field(default_factory=dict)

    def touched(self, leaf: Leaf) -> bool:
        return leaf in self.moved or _looks(self.now.get(leaf, [])) != _looks([leaf])

    def blocks(self, leaves: Sequence[Leaf]) -> tuple[Block, ...]:
        return tuple(self._block(leaf) for leaf in leaves)

    def _block(self, leaf: Leaf) -> Block:
        block = leaf.block
        if not block.group:
            return block
        known = self.groups.get((leaf.place.section, block.kind, block.group))
        return replace(block, group=OWN_GROUPS[self.name] + block.group if known is None else known)


def _looks(leaves: Sequence[Leaf]) -> list[object]:
    """What leaves say and how it is formatted, whatever form they have: a paragraph can become an item elsewhere."""
    return [leaf.key[-1] for leaf in leaves]


def _side(name: str, base: Leaves, leaves: Leaves) -> _Side:
    matching = match(base, leaves)
    side = _Side(name)
    for kind, its in leaves.items():
        behind = AT_THE_START
        for leaf in its:
            old = matching.old_of.get(leaf)
            if not old:
                side.added[kind, behind].append(leaf)
                continue
            _pair(side, matching, old, leaf, (kind, behind))
            if leaf in matching.in_place:
                behind = old[-1].place.position
    return side


def _pair(side: _Side, matching: Matching, old: Sequence[Leaf], leaf: Leaf, behind: Anchor) -> None:
    """Blocks that were joined live on in the first of them; the others count as removed."""
    first = old[0]
    side.now.setdefault(first, []).append(leaf)
    if leaf not in matching.in_place:
        side.moved.setdefault(first, behind)
    kind, group = leaf.block.kind, leaf.block.group
    if first.block.group and kind is first.block.kind and first.place.section == leaf.place.section:
        side.groups.setdefault((leaf.place.section, kind, group), first.block.group)


class _Together:
    """Both sides over all sections: where each base block goes, and what has to be asked about two places."""

    def __init__(self, base: Leaves, mine: _Side, theirs: _Side) -> None:
        self.base, self.mine, self.theirs = base, mine, theirs
        self.arriving: dict[Anchor, list[Leaf]] = defaultdict(list)
        self.echoes: dict[Anchor, list[Leaf]] = defaultdict(list)
        self.asked: dict[Leaf, str] = {}
        self.crossed: set[str] = set()
        for leaf in (leaf for leaves in base.values() for leaf in leaves):
            self._settle(leaf)
        self._find_added_twice()

    def section(self, kind: str, base: str, mine: str, theirs: str) -> MergedSection:
        blocks = tuple(
            block if block.key else replace(block, key=f"{kind}/{number}")
            for number, block in enumerate(self._blocks(kind))
        )
        status = _of_three(base, mine, theirs)
        if kind in self.crossed and status in (MINE, THEIRS):
            status = CONFLICT
        if status == CONFLICT and not any(block.status == CONFLICT for block in blocks):
            status = MERGED
        return MergedSection(kind, status, blocks, base, mine, theirs)

    def _settle(self, leaf: Leaf) -> None:
        to_mine, to_theirs = self.mine.moved.get(leaf), self.theirs.moved.get(leaf)
        targets = [anchor for anchor in (to_mine, to_theirs) if anchor is not None]
        if targets:
            self.arriving[targets[0]].append(leaf)
        sections = {leaf.place.section, *(section for section, _ in targets)}
        if len(sections) > 1 and self.mine.touched(leaf) and self.theirs.touched(leaf):
            self.crossed |= sections
        if to_mine and to_theirs and to_mine[0] != to_theirs[0]:
            self.asked[leaf] = f"{leaf.place.section}:{leaf.place.position}"
            self.echoes[to_theirs].append(leaf)

    def _find_added_twice(self) -> None:
        """The same new words in one section by mine and in another by theirs."""
        new = {leaf.letters: leaf for leaves in self.mine.added.values() for leaf in leaves if _says(leaf)}
        for leaf in [leaf for leaves in self.theirs.added.values() for leaf in leaves]:
            twin = new.get(leaf.letters)
            if twin is not None and twin.place.section != leaf.place.section:
                self.asked[twin] = self.asked[leaf] = f"{twin.place.section}+{twin.place.position}"
                self.crossed |= {twin.place.section, leaf.place.section}

    def _blocks(self, kind: str) -> Iterator[MergedBlock]:
        for position in range(AT_THE_START, len(self.base[kind])):
            anchor = kind, position
            if position != AT_THE_START and not self._moved(self.base[kind][position]):
                yield self._kept(self.base[kind][position])
            for leaf in self.arriving[anchor]:
                yield self._asked(leaf, self.mine) if leaf in self.asked else self._kept(leaf)
            for leaf in self.echoes[anchor]:
                yield self._asked(leaf, self.theirs)
            yield from self._new(self.mine.added.get(anchor, []), self.theirs.added.get(anchor, []))

    def _moved(self, leaf: Leaf) -> bool:
        return leaf in self.mine.moved or leaf in self.theirs.moved

    def _kept(self, leaf: Leaf) -> MergedBlock:
        """A base block where it stands now; in another section each side's words take the form they have there."""
        now_mine, now_theirs = self.mine.now.get(leaf, []), self.theirs.now.get(leaf, [])
        mine, theirs = self.mine.blocks(now_mine), self.theirs.blocks(now_theirs)
        mover = self.mine if leaf in self.mine.moved else self.theirs
        if mover.moved.get(leaf, (leaf.place.section, 0))[0] == leaf.place.section:
            three = ([one.key for one in side] for side in ([leaf], now_mine, now_theirs))
            return MergedBlock("", _of_three(*three), (leaf.block,), mine, theirs)
        host = (mine if mover is self.mine else theirs)[0]
        status = _of_three(_looks([leaf]), _looks(now_mine), _looks(now_theirs))
        return MergedBlock("", status, _fitted((leaf.block,), host), _fitted(mine, host), _fitted(theirs, host))

    def _asked(self, leaf: Leaf, side: _Side) -> MergedBlock:
        """One of the two places of a block that each side put into another section."""
        other = self.theirs if side is self.mine else self.mine
        elsewhere = other.moved[leaf][0]
        return self._one_of_two(self.asked[leaf], side, side.now[leaf], elsewhere)

    def _one_of_two(self, key: str, side: _Side, leaves: Sequence[Leaf], elsewhere: str) -> MergedBlock:
        its = side.blocks(leaves)
        mine, theirs = (its, ()) if side is self.mine else ((), its)
        return MergedBlock(key, CONFLICT, (), mine, theirs, elsewhere)

    def _new(self, mine: Sequence[Leaf], theirs: Sequence[Leaf]) -> Iterator[MergedBlock]:
        """What both sides have added at one place."""
        if not any(leaf in self.asked for leaf in (*mine, *theirs)):
            if mine or theirs:
                status = _of_three([], [leaf.key for leaf in mine], [leaf.key for leaf in theirs])
                yield MergedBlock("", status, (), self.mine.blocks(mine), self.theirs.blocks(theirs))
            return
        for side, leaves in ((self.mine, mine), (self.theirs, theirs)):
            for leaf in leaves:
                if leaf in self.asked:
                    yield self._one_of_two(self.asked[leaf], side, [leaf], self._twin_of(leaf).place.section)
                elif side is self.mine:
                    yield MergedBlock("", MINE, (), side.blocks([leaf]), ())
                else:
                    yield MergedBlock("", THEIRS, (), (), side.blocks([leaf]))

    def _twin_of(self, leaf: Leaf) -> Leaf:
        key = self.asked[leaf]
        return next(other for other, its in self.asked.items() if its == key and other is not leaf)


def _says(leaf: Leaf) -> bool:
    """Whether it says something of its own: a sub-heading may stand in two sections."""
    return leaf.block.kind is not BlockKind.HEADING and bool(leaf.letters)


def _fitted(blocks: Sequence[Block], host: Block) -> tuple[Block, ...]:
    """The blocks in the form and the list of one that stands where they go; what has cells keeps them."""
    if any(block.cells for block in (host, *blocks)):
        return tuple(blocks)
    return tuple(
        replace(block, kind=host.kind, level=host.level, group=host.group, ordered=host.ordered) for block in blocks
    )
