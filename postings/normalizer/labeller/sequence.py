"""How sure each label is for each line once the lines around it are heard: a linear chain, forwards and backwards.

Labels that a line makes a hundred thousand times less likely than its best are left aside, which keeps this quick.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

LEAST = 1e-5

Chances = dict[int, float]
Moves = Sequence[Sequence[float]]


def probabilities(
    scores: Sequence[Sequence[float]], steps: Sequence[int], moves: Sequence[Moves]
) -> list[Chances]:
    """For each line its labels' chances (0-1, adding up to 1; missing: next to nothing).

    `scores` are log weights, `steps` tell how each line follows the one before it, `moves[step][before][after]` are log weights
    of going from one label to the next.
    """
    if not scores:
        return []
    factors = [[[exp(value) for value in row] for row in matrix] for matrix in moves]
    local = [_local(row) for row in scores]
    forward = _forward(local, steps, factors)
    return _backward(local, forward, steps, factors)


def _local(row: Sequence[float]) -> Chances:
    best = max(row)
    return {label: value for label, score in enumerate(row) if (value := exp(score - best)) > LEAST}


def _scaled(chances: Chances) -> Chances:
    total = sum(chances.values())
    return {label: share for label, value in chances.items() if (share := value / total) > LEAST}


def _forward(local: Sequence[Chances], steps: Sequence[int], factors: Sequence[Moves]) -> list[Chances]:
    forward = [_scaled(local[0])]
    for number in range(1, len(local)):
        matrix = factors[steps[number]]
        before = [(value, matrix[label]) for label, value in forward[-1].items()]
        forward.append(
            _scaled(
                {
                    label: value * sum(share * row[label] for share, row in before)
                    for label, value in local[number].items()
                }
            )
        )
    return forward


def _backward(
    local: Sequence[Chances], forward: Sequence[Chances], steps: Sequence[int], factors: Sequence[Moves]
) -> list[Chances]:
    result = [forward[-1]]
    later: Chances = dict.fromkeys(forward[-1], 1.0)
    for number in range(len(local) - 2, -1, -1):
        matrix = factors[steps[number + 1]]
        after = [(label, value * local[number + 1][label]) for label, value in later.items()]
        later = {label: sum(matrix[label][to] * value for to, value in after) for label in forward[number]}
        best = max(later.values())
        later = {label: value / best for label, value in later.items()}
        result.append(_scaled({label: value * later[label] for label, value in forward[number].items()}))
    result.reverse()
    return result
