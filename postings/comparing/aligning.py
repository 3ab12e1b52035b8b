"""Which parts of two sequences are the same, in order: exact where that is cheap, by rare elements where it is not.

The cost stays near linear in the length.  Long stretches are first cut at elements that stand once on both sides, as
patience diff does; what remains between them is short and is solved exactly.  The answer depends on nothing else than
the two sequences.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Hashable, Sequence
from itertools import pairwise

# Cells of the exact table.  200 words against 200 take some ten milliseconds.
EXACT_CELLS_MAX = 40_000

Pair = tuple[int, int]


def common(before: Sequence[Hashable], after: Sequence[Hashable], weights: Sequence[int] | None = None) -> list[Pair]:
    """Pairs of equal elements, increasing on both sides, as heavy as possible; `weights` are those of `before`."""
    weights = weights or [1] * len(before)
    pairs: list[Pair] = []
    stack = [(0, len(before), 0, len(after))]
    while stack:
        low, high, start, end = stack.pop()
        while low < high and start < end and before[low] == after[start]:
            pairs.append((low, start))
            low, start = low + 1, start + 1
        while low < high and start < end and before[high - 1] == after[end - 1]:
            high, end = high - 1, end - 1
            pairs.append((high, end))
        if low == high or start == end:
            continue
        if (high - low) * (end - start) <= EXACT_CELLS_MAX:
            pairs.extend(_exact(before, after, weights, (low, high, start, end)))
        elif anchors := _anchors(before, after, weights, (low, high, start, end)):
            pairs.extend(anchors)
            edges = [(low - 1, start - 1), *anchors, (high, end)]
            stack.extend((a + 1, c, b + 1, d) for (a, b), (c, d) in pairwise(edges))
        else:
            pairs.extend(_in_turn(before, after, weights, (low, high, start, end)))
    return sorted(pairs)


def heaviest_increasing(pairs: Sequence[Pair], weights: Sequence[int]) -> list[int]:
    """Places in `pairs` (sorted by their first number) whose second numbers increase, with the greatest weight."""
    order = sorted({second for _, second in pairs})
    best: list[tuple[int, int]] = [(0, -1)] * (len(order) + 1)  # a Fenwick tree of (weight, place in pairs)
    earlier: list[int] = []
    for place, (_, second) in enumerate(pairs):
        rank = bisect_left(order, second) + 1
        weight, last = _best_below(best, rank - 1)
        earlier.append(last)
        _improve(best, rank, (weight + weights[place], place))
    _, last = _best_below(best, len(order))
    chain = []
    while last >= 0:
        chain.append(last)
        last = earlier[last]
    return chain[::-1]


def _best_below(best: list[tuple[int, int]], rank: int) -> tuple[int, int]:
    found = (0, -1)
    while rank > 0:
        found = max(found, best[rank], key=lambda one: (one[0], -one[1]))
        rank -= rank & -rank
    return found


def _improve(best: list[tuple[int, int]], rank: int, new: tuple[int, int]) -> None:
    while rank < len(best):
        if new[0] > best[rank][0]:
            best[rank] = new
        rank += rank & -rank


Window = tuple[int, int, int, int]


def _exact(before: Sequence[Hashable], after: Sequence[Hashable], weights: Sequence[int], window: Window) -> list[Pair]:
    low, high, start, end = window
    width = end - start
    table = [[0] * (width + 1)]
    for i in range(high - 1, low - 1, -1):
        row, below = [0] * (width + 1), table[-1]
        for j in range(width - 1, -1, -1):
            row[j] = max(row[j + 1], below[j])
            if before[i] == after[start + j]:
                row[j] = max(row[j], below[j + 1] + weights[i])
        table.append(row)
    table.reverse()
    pairs, i, j = [], 0, 0
    while i < high - low and j < width:
        here = table[i][j]
        if before[low + i] == after[start + j] and here == table[i + 1][j + 1] + weights[low + i]:
            pairs.append((low + i, start + j))
            i, j = i + 1, j + 1
        elif here == table[i + 1][j]:
            i += 1
        else:
            j += 1
    return pairs


def _places(elements: Sequence[Hashable], low: int, high: int) -> dict[Hashable, list[int]]:
    places: defaultdict[Hashable, list[int]] = defaultdict(list)
    for place in range(low, high):
        places[elements[place]].append(place)
    return places


def _anchors(
    before: Sequence[Hashable], after: Sequence[Hashable], weights: Sequence[int], window: Window
) -> list[Pair]:
    """Elements that stand once on each side, those of them that are in order."""
    low, high, start, end = window
    there = _places(after, start, end)
    pairs = [
        (places[0], there[element][0])
        for element, places in _places(before, low, high).items()
        if len(places) == 1 and len(there.get(element, ())) == 1
    ]
    return _in_order(pairs, weights)


def _in_turn(
    before: Sequence[Hashable], after: Sequence[Hashable], weights: Sequence[int], window: Window
) -> list[Pair]:
    """The first of an element with the first, the second with the second: for long texts of repeated elements."""
    low, high, start, end = window
    there = _places(after, start, end)
    pairs = [
        pair
        for element, places in _places(before, low, high).items()
        for pair in zip(places, there.get(element, ()), strict=False)
    ]
    return _in_order(pairs, weights)


def _in_order(pairs: list[Pair], weights: Sequence[int]) -> list[Pair]:
    pairs.sort()
    return [pairs[place] for place in heaviest_increasing(pairs, [weights[first] for first, _ in pairs])]
