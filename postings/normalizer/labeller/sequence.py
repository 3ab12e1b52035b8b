"""How sure each label is for each line once the lines around it are heard: a linear chain, forwards and backwards.

Labels that are far less likely than the best are left aside: they change no decision.  A line that has one likely label
by itself parts the chain: nothing is worked out for it.  The lines of what is far longer than any posting are not heard
about one another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log

LABELS = 9  # the eight sections in their order, then "leave out"
OTHERS = LABELS - 1
LEAST = 1e-3  # times the likelihood of the best
REACH = -log(LEAST)
LONGEST = 5_000  # lines; the longest of 877 known postings has 260

Chances = Sequence[float]  # one for each label; 0: next to nothing
Matrix = Sequence[Sequence[float]]

# A line that is sure to have a label.
SURE: tuple[Chances, ...] = tuple([float(other == label) for other in range(LABELS)] for label in range(LABELS))


@dataclass(frozen=True, slots=True)
class Factors:
    """The factors of going from one label to the next, by the label before and by the one after."""

    onward: Matrix
    back: Matrix


def probabilities(local: Sequence[Chances], steps: Sequence[int], moves: Sequence[Factors]) -> list[Chances]:
    """For each line its labels' chances (0-1, adding up to 1).

    `local` are the likely labels of each line by itself, `steps` tell how each line follows the one before it, which
    says by which of the `moves` to go.
    """
    if len(local) > LONGEST:
        return list(map(_scaled, local))
    forward = _forward(local, steps, moves)
    return _backward(local, forward, steps, moves)


def factors(moves: Sequence[Matrix]) -> list[Factors]:
    """The factors of log weights `moves[step][before][after]`."""
    found = [[[exp(value) for value in row] for row in matrix] for matrix in moves]
    return [Factors(matrix, list(zip(*matrix, strict=True))) for matrix in found]


def likely(row: Sequence[float], unit: float = 1.0) -> Chances:
    """The likely labels of a line by itself, the best as 1.  `row` are their log weights in parts of `unit`."""
    best = max(row)
    least = best - REACH / unit
    return [exp((score - best) * unit) if score > least else 0.0 for score in row]


def _scaled(chances: Chances) -> Chances:
    total = sum(chances)
    least = total * LEAST
    likely = [value / total if value > least else 0.0 for value in chances]
    return SURE[likely.index(max(likely))] if likely.count(0.0) == OTHERS else likely


def _forward(local: Sequence[Chances], steps: Sequence[int], moves: Sequence[Factors]) -> list[Chances]:
    """For each line its labels' chances by itself and all lines before it."""
    forward: list[Chances] = []
    for here, step in zip(local, steps, strict=True):
        if here.count(0.0) != OTHERS:
            if forward:
                before = forward[-1]
                onward = moves[step].onward
                sure = before.count(0.0) == OTHERS
                reached = onward[before.index(1.0)] if sure else _times(before, moves[step].back, here)
                here = [share * value for share, value in zip(reached, here, strict=True)]
            here = _scaled(here)
        forward.append(here)
    return forward


def _backward(
    local: Sequence[Chances], forward: Sequence[Chances], steps: Sequence[int], moves: Sequence[Factors]
) -> list[Chances]:
    """The same by all lines behind it as well."""
    result: list[Chances] = []
    later: Chances = ()  # for each label of the line behind how well all that follows goes with it
    for number in range(len(local) - 1, -1, -1):
        here = forward[number]
        if here.count(0.0) == OTHERS:
            later = here
        elif not result:
            later = [1.0 if value else 0.0 for value in here]
        else:
            step = moves[steps[number + 1]]
            if later.count(0.0) == OTHERS:
                led = step.back[later.index(max(later))]
            else:
                after = [value * share for value, share in zip(later, local[number + 1], strict=True)]
                led = _times(after, step.onward, here)
            best = max(led)
            later = [value / best if share else 0.0 for value, share in zip(led, here, strict=True)]
            here = _scaled([value * share for value, share in zip(later, here, strict=True)])
        result.append(here)
    result.reverse()
    return result


def _times(chances: Chances, matrix: Matrix, wanted: Chances) -> list[float]:
    """What the chances come to by each row of a matrix whose label is wanted.

    Written out for the nine labels, as it is most of the work.
    """
    a, b, c, d, e, f, g, h, i = chances
    return [
        a * p + b * q + c * r + d * s + e * t + f * u + g * v + h * w + i * x if share else 0.0
        for share, (p, q, r, s, t, u, v, w, x) in zip(wanted, matrix, strict=True)
    ]
