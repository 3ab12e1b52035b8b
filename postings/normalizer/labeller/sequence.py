"""How sure each label is for each line once the lines around it are heard: a linear chain, forwards and backwards.

Labels that are far less likely than the best are left aside: they change no decision, and leaving them out is what
keeps this quick.  A line that has one likely label by itself parts the chain: nothing is worked out for it.
The lines of what is far longer than any posting are not heard about one another.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log

LEAST = 1e-3  # times the likelihood of the best
REACH = -log(LEAST)
LONGEST = 5_000  # lines; the longest of 877 known postings has 260

Chances = dict[int, float]
Moves = Sequence[Sequence[float]]


def probabilities(local: Sequence[Chances], steps: Sequence[int], moves: Sequence[Moves]) -> list[Chances]:
    """For each line its labels' chances (0-1, adding up to 1; missing: next to nothing).

    `local` are the likely labels of each line by itself, `steps` tell how each line follows the one before it,
    `moves[step][before][after]` are the factors (see `factors`) of going from one label to the next.
    """
    if len(local) > LONGEST:
        return list(map(_scaled, local))
    forward = _forward(local, steps, moves)
    return _backward(local, forward, steps, moves)


def factors(moves: Sequence[Moves]) -> list[list[list[float]]]:
    """Log weights of moves as factors."""
    return [[[exp(value) for value in row] for row in matrix] for matrix in moves]


def likely(row: Sequence[float], unit: float = 1.0) -> Chances:
    """The likely labels of a line by itself, the best as 1.  `row` are their log weights in parts of `unit`."""
    best = max(row)
    least = best - REACH / unit
    return {label: exp((score - best) * unit) for label, score in enumerate(row) if score > least}


def _scaled(chances: Chances) -> Chances:
    total = sum(chances.values())
    least = total * LEAST
    likely = {label: value / total for label, value in chances.items() if value > least}
    return likely if len(likely) > 1 else dict.fromkeys(likely, 1.0)


def _forward(local: Sequence[Chances], steps: Sequence[int], moves: Sequence[Moves]) -> list[Chances]:
    """For each line its labels' chances by itself and all lines before it."""
    forward: list[Chances] = []
    for number, here in enumerate(local):
        if len(here) == 1:
            forward.append(here)
            continue
        if number == 0:
            forward.append(_scaled(here))
            continue
        matrix = moves[steps[number]]
        rows = [(share, matrix[label]) for label, share in forward[-1].items()]
        if len(rows) == 1:
            [(_, row)] = rows
            reached = {label: row[label] * value for label, value in here.items()}
        elif len(rows) == 2:
            (one, first), (two, second) = rows
            reached = {label: (one * first[label] + two * second[label]) * value for label, value in here.items()}
        else:
            reached = {label: sum([share * row[label] for share, row in rows]) * value for label, value in here.items()}
        forward.append(_scaled(reached))
    return forward


def _backward(
    local: Sequence[Chances], forward: Sequence[Chances], steps: Sequence[int], moves: Sequence[Moves]
) -> list[Chances]:
    """The same by all lines behind it as well."""
    result: list[Chances] = []
    later: Chances = {}  # for each label of the line behind how well all that follows goes with it
    for number in range(len(local) - 1, -1, -1):
        here = forward[number]
        if len(here) == 1 or not result:
            later = dict.fromkeys(here, 1.0)
            result.append(here)
            continue
        matrix, following = moves[steps[number + 1]], local[number + 1]
        after = [(label, value * following[label]) for label, value in later.items()]
        if len(after) == 1:
            [(to, _)] = after
            later = {label: matrix[label][to] for label in here}
        else:
            later = {label: sum([matrix[label][to] * value for to, value in after]) for label in here}
        best = max(later.values())
        later = {label: value / best for label, value in later.items()}
        result.append(_scaled({label: value * later[label] for label, value in here.items()}))
    result.reverse()
    return result
