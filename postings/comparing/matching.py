"""Which block of the old text is which of the new one, and whether it stayed where it was.

Evidence in the order in which it counts: the same block in the same order; one block cut in two or two made one; the
same block elsewhere; a block that shares most words, more easily where it stands between the same neighbours than
in another place, and least easily in another section.  What stays in place is the heaviest set of pairs that are still
in order, so that of two blocks that changed places the shorter one counts as moved.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from postings.comparing.aligning import common, heaviest_increasing
from postings.comparing.leaves import Leaf, alike

# How alike two blocks must be to count as one that was changed.  Between the same neighbours "24 EUR" and "26 EUR" are
# one; elsewhere half the words may be those of any posting ("Experience with …"), so it takes more.
ALIKE_IN_PLACE = 0.4
ALIKE_IN_SECTION = 0.6
ALIKE_ANYWHERE = 0.7
# Words that stand in more blocks than this tell nothing, and would make the search quadratic.
BLOCKS_OF_A_WORD_MAX = 40
GAP_PAIRS_MAX = 400
# One more pair in place outweighs any length; an exact pair outweighs a changed one.
A_PAIR, AN_EXACT_PAIR = 1 << 30, (1 << 30) + (1 << 29)

Side = Mapping[str, Sequence[Leaf]]


@dataclass(slots=True)
class Matching:
    """`new_of` an old leaf is one new leaf, or several where it was split; `old_of` the reverse, several where joined.

    `in_place` holds the new leaves whose old ones stand in the same section and order.
    """

    new_of: dict[Leaf, list[Leaf]] = field(default_factory=dict)
    old_of: dict[Leaf, list[Leaf]] = field(default_factory=dict)
    in_place: set[Leaf] = field(default_factory=set)
    gap_of: dict[Leaf, int] = field(default_factory=dict)

    def pair(self, old: Leaf, new: Leaf) -> None:
        self.new_of[old], self.old_of[new] = [new], [old]

    def free(self, leaves: Iterable[Leaf]) -> list[Leaf]:
        return [leaf for leaf in leaves if leaf not in self.new_of and leaf not in self.old_of]

    def same_gap(self, old: Leaf, new: Leaf) -> bool:
        return old.place.section == new.place.section and self.gap_of[old] == self.gap_of[new]


def match(before: Side, after: Side) -> Matching:
    """Pair the leaves of two sides; each side maps a section's kind to its leaves in order."""
    matching = Matching()
    for kind in dict.fromkeys([*before, *after]):
        _in_order(matching, before.get(kind, ()), after.get(kind, ()))
    for old, new in _gaps(matching, before, after):
        _split(matching, old, new)
        _join(matching, old, new)
    _elsewhere(matching, before, after)
    _similar(matching, before, after)
    for kind in after:
        _settle(matching, after[kind])
    return matching


def _in_order(matching: Matching, old: Sequence[Leaf], new: Sequence[Leaf]) -> None:
    """Pair the same blocks in the same order, and number the gaps between them."""
    weights = [A_PAIR + leaf.size for leaf in old]
    pairs = common([leaf.key for leaf in old], [leaf.key for leaf in new], weights)
    for first, second in pairs:
        matching.pair(old[first], new[second])
    for side, places in ((old, {pair[0] for pair in pairs}), (new, {pair[1] for pair in pairs})):
        gap = 0
        for place, leaf in enumerate(side):
            gap += place in places
            matching.gap_of[leaf] = gap


def _gaps(matching: Matching, before: Side, after: Side) -> Iterator[tuple[list[Leaf], list[Leaf]]]:
    """The free leaves of both sides, gap by gap."""
    for kind in before:
        new: dict[int, list[Leaf]] = defaultdict(list)
        for leaf in matching.free(after.get(kind, ())):
            new[matching.gap_of[leaf]].append(leaf)
        for gap, old in groupby(matching.free(before[kind]), key=matching.gap_of.__getitem__):
            yield list(old), new[gap]


def _split(matching: Matching, old: list[Leaf], new: list[Leaf]) -> None:
    """One block whose letters are those of several that follow each other now."""
    for leaf in old:
        if parts := _made_of(leaf, new):
            matching.new_of[leaf] = parts
            matching.old_of.update({part: [leaf] for part in parts})
            new[:] = matching.free(new)


def _join(matching: Matching, old: list[Leaf], new: list[Leaf]) -> None:
    old = matching.free(old)
    for leaf in matching.free(new):
        if parts := _made_of(leaf, old):
            matching.old_of[leaf] = parts
            matching.new_of.update({part: [leaf] for part in parts})
            old = matching.free(old)


def _made_of(whole: Leaf, parts: Sequence[Leaf]) -> list[Leaf]:
    """Two or more of the parts, neighbours in order, that hold exactly the letters of the whole; else none."""
    letters = whole.letters
    for start in range(len(parts)):
        rest, end = letters, start
        while end < len(parts) and rest and rest.startswith(parts[end].letters):
            rest = rest[len(parts[end].letters) :]
            end += 1
        if not rest and end - start > 1 and letters:
            return list(parts[start:end])
    return []


def _elsewhere(matching: Matching, before: Side, after: Side) -> None:
    """The same block in another place: of its own section first, then of any."""
    for within in (True, False):
        waiting: dict[object, list[Leaf]] = defaultdict(list)
        for old in matching.free(_all(before)):
            waiting[(old.place.section if within else "", old.key)].append(old)
        for new in matching.free(_all(after)):
            if found := waiting[(new.place.section if within else "", new.key)]:
                matching.pair(found.pop(0), new)


def _similar(matching: Matching, before: Side, after: Side) -> None:
    """Pair what is most alike first; ties go to what stands first."""
    scored = []
    for old, new in _candidates(matching, before, after):
        if (likeness := alike(old, new)) >= _threshold(matching, old, new):
            scored.append((-_weighed(matching, old, new, likeness), old.place, new.place, old, new))
    for *_, old, new in sorted(scored, key=lambda one: one[:3]):
        if old not in matching.new_of and new not in matching.old_of:
            matching.pair(old, new)


def _threshold(matching: Matching, old: Leaf, new: Leaf) -> float:
    if matching.same_gap(old, new):
        return ALIKE_IN_PLACE
    return ALIKE_IN_SECTION if old.place.section == new.place.section else ALIKE_ANYWHERE


def _weighed(matching: Matching, old: Leaf, new: Leaf, likeness: float) -> float:
    """How strongly two blocks belong together: what stays near needs less evidence."""
    near = 0.2 if matching.same_gap(old, new) else 0.1 if old.place.section == new.place.section else 0.0
    return likeness + near


def _candidates(matching: Matching, before: Side, after: Side) -> Iterator[tuple[Leaf, Leaf]]:
    """Pairs worth a closer look: they share a telling word, or stand in one small gap."""
    new = matching.free(_all(after))
    holders: dict[str, list[Leaf]] = defaultdict(list)
    for leaf in new:
        for word in leaf.words:
            holders[word].append(leaf)
    for old in matching.free(_all(before)):
        telling = [holders[word] for word in old.words if len(holders.get(word, ())) <= BLOCKS_OF_A_WORD_MAX]
        sharing = dict.fromkeys(leaf for found in telling for leaf in found)
        yield from ((old, leaf) for leaf in sharing if not matching.same_gap(old, leaf))
    for gone, come in _gaps(matching, before, after):
        if len(gone) * len(come) <= GAP_PAIRS_MAX:
            yield from ((old, leaf) for old in gone for leaf in come)
        else:
            yield from zip(gone, come, strict=False)


def _settle(matching: Matching, new: Sequence[Leaf]) -> None:
    """Decide for one section which of its paired blocks stayed in place; the others count as moved."""
    pairs, leaves, weights = [], [], []
    for leaf in new:
        old = matching.old_of.get(leaf, [])
        if old and old[0].place.section == leaf.place.section:
            # The parts of a block that was split follow it: they share its place and keep their order.
            pairs.append((old[0].place.position * (len(new) + 1) + _part(matching, leaf), leaf.place.position))
            leaves.append(leaf)
            weights.append((AN_EXACT_PAIR if old[0].key == leaf.key else A_PAIR) + leaf.size)
    order = sorted(range(len(pairs)), key=pairs.__getitem__)
    kept = heaviest_increasing([pairs[place] for place in order], [weights[place] for place in order])
    matching.in_place.update(leaves[order[place]] for place in kept)


def _part(matching: Matching, leaf: Leaf) -> int:
    return matching.new_of[matching.old_of[leaf][0]].index(leaf)


def _all(side: Side) -> Iterator[Leaf]:
    for leaves in side.values():
        yield from leaves
