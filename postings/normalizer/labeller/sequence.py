"""How sure each label is for each line once the lines around it are heard: a linear chain, forwards and backwards.

Labels that are a thousand times less likely than the best are left aside: they change no decision, and leaving them
out is what keeps this quick.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log

LEAST = 1e-3
REACH = -log(LEAST)

Chances = dict[int, float]
Moves = Sequence[Sequence[float]]


def probabilities(scores: Sequence[Sequence[float]], steps: Sequence[int], moves: Sequence[Moves]) -> list[Chances]:
    """For each line its labels' chances (0-1, adding up to 1; missing: next to nothing).

    `scores` are log weights, `steps` tell how each line follows the one before it, `moves[step][before][after]` are
    the factors (see `factors`) of going from one label to the next.
    """
    if not scores:
        return []
    local = [_likely(row) for row in scores]
    forward = _forward(local, steps, moves)
    return _backward(local, forward, steps, moves)


def factors(moves: Sequence[Moves]) -> list[list[list[float]]]:
    """Log weights of moves as factors."""
    return [[[exp(value) for value in row] for row in matrix] for matrix in moves]


def _likely(row: Sequence[float]) -> Chances:
    """The likely labels of a line by itself, the best as 1."""
    best = max(row)
    least = best - REACH
    return {label: exp(score - best) for label, score in enumerate(row) if score > least}


def _scaled(chances: Chances) -> Chances:
    total = sum(chances.values())
    if len(chances) == 1:
        return dict.fromkeys(chances, 1.0)
    least = total * LEAST
    return {label: value / total for label, value in chances.items() if value > least}


def _forward(local: Sequence[Chances], steps: Sequence[int], moves: Sequence[Moves]) -> list[Chances]:
    forward = [_scaled(local[0])]
    for number in range(1, len(local)):
        matrix = moves[steps[number]]
        rows = [(share, matrix[before]) for before, share in forward[-1].items()]
        forward.append(_scaled(_reached(local[number], rows)))
    return forward


def _reached(here: Chances, rows: Sequence[tuple[float, Sequence[float]]]) -> Chances:
    """The chances of a line's labels, each times what comes to it from the line before: shares along rows of factors.

    Mostly that line has one likely label or two.  The sums are the same in each case, to the last bit.
    """
    if len(rows) == 1:
        [(share, row)] = rows
        return {label: share * row[label] * value for label, value in here.items()}
    if len(rows) == 2:
        (one, first), (two, second) = rows
        return {label: (one * first[label] + two * second[label]) * value for label, value in here.items()}
    found = {}
    for label, value in here.items():
        total = 0.0
        for share, row in rows:
            total += share * row[label]
        found[label] = total * value
    return found


def _backward(
    local: Sequence[Chances], forward: Sequence[Chances], steps: Sequence[int], moves: Sequence[Moves]
) -> list[Chances]:
    result = [forward[-1]]
    later: Chances = dict.fromkeys(forward[-1], 1.0)
    for number in range(len(local) - 2, -1, -1):
        matrix = moves[steps[number + 1]]
        following = local[number + 1]
        if len(forward[number]) == 1:  # the only likely label: whatever follows
            later = dict.fromkeys(forward[number], 1.0)
            result.append(later)
            continue
        after = [(label, value * following[label]) for label, value in later.items()]
        here = {}
        for label in forward[number]:
            row, total = matrix[label], 0.0
            for to, value in after:
                total += row[to] * value
            here[label] = total
        best = max(here.values())
        later = {label: value / best for label, value in here.items()}
        result.append(_scaled({label: value * later[label] for label, value in forward[number].items()}))
    result.reverse()
    return result
