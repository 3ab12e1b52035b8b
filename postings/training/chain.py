"""Learning a linear chain (conditional random field) where a line may have several right labels.

The loss of a posting is how much less likely its right labellings are than all of them together, so a line labelled
`a|b` teaches that one of the two is right and leaves open which.  Deterministic: same examples, same numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse
from scipy.optimize import minimize

NOT_ALLOWED = -40.0
STEPS = 4  # ways in which a line follows another: see labeller.features

Array = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True)
class Examples:
    """Lines of many postings: `features` (a row each), `allowed` (row x label, 0 wrong to 1 right), `step` (how a row
    follows the one before it), and where postings begin and end.
    """

    features: sparse.csr_matrix
    allowed: Array
    step: Array
    weight: Array
    bounds: Array

    def of(self, chosen: Array) -> Examples:
        """Only the postings with a true value in `chosen`."""
        spans = [np.arange(self.bounds[n], self.bounds[n + 1]) for n in np.flatnonzero(chosen)]
        rows = np.concatenate(spans) if spans else np.zeros(0, int)
        bounds = np.concatenate([[0], np.cumsum([len(span) for span in spans])]).astype(int)
        return Examples(self.features[rows], self.allowed[rows], self.step[rows], self.weight[rows], bounds)


@dataclass(frozen=True)
class Chain:
    """What was learned: a weight for each bucket and label, a bias for each label, and moves[step][before][after]."""

    weights: Array
    bias: Array
    moves: Array


class _Walk:
    """Forward and backward sums over all postings at once, a step at a time through the longest."""

    def __init__(self, bounds: Array, step: Array) -> None:
        lengths = np.diff(bounds)
        order = np.argsort(-lengths, kind="stable")
        self.starts, self.lengths = bounds[:-1][order], lengths[order]
        self.step = step.astype(int)
        longest = int(self.lengths[0])
        self.steps = [self.starts[: int((self.lengths > step).sum())] + step for step in range(longest)]

    def __call__(self, scores: Array, moves: Array) -> tuple[float, Array, Array]:
        """The log sum over all labellings, each line's label chances, and the expected number of each move."""
        best = scores.max(1)
        local, factor = np.exp(scores - best[:, None]), np.exp(moves)
        forward, scale = np.zeros_like(scores), np.ones(len(scores))
        for step, rows in enumerate(self.steps):
            value = local[rows]
            if step:
                value = np.einsum("nj,njk->nk", forward[rows - 1], factor[self.step[rows]]) * value
            total = value.sum(1)
            forward[rows], scale[rows] = value / total[:, None], total
        backward = np.zeros_like(scores)
        backward[self.starts + self.lengths - 1] = 1
        expected = np.zeros_like(moves)
        for rows in reversed(self.steps[1:]):
            after = local[rows] * backward[rows] / scale[rows][:, None]
            steps = factor[self.step[rows]]
            backward[rows - 1] = np.einsum("njk,nk->nj", steps, after)
            pairs = forward[rows - 1][:, :, None] * steps * after[:, None, :]
            for side in range(STEPS):
                expected[side] += pairs[self.step[rows] == side].sum(0)
        return float((np.log(scale) + best).sum()), forward * backward, expected


def learn(examples: Examples, strength: float = 1.0, rounds: int = 80) -> Chain:
    """Fit a chain; the smaller `strength`, the closer the weights stay to nothing."""
    labels, width = examples.allowed.shape[1], examples.features.shape[1]
    size = labels * width
    turned = examples.features.T.tocsr()
    walk = _Walk(examples.bounds, examples.step)
    forbidden = np.log(np.maximum(examples.allowed, np.exp(NOT_ALLOWED)))

    def loss(theta: Array) -> tuple[float, Array]:
        weights, bias = theta[:size].reshape(width, labels), theta[size : size + labels]
        moves = theta[size + labels :].reshape(STEPS, labels, labels)
        scores = examples.features @ weights + bias
        everything, chances, seen = walk(scores, moves)
        right, wanted, wanted_moves = walk(scores + forbidden, moves)
        error = chances - wanted
        penalty = 0.5 / strength * float(np.dot(theta[:size], theta[:size])) + 0.05 * float((moves**2).sum())
        gradient = np.concatenate(
            [
                (turned @ error).ravel() + theta[:size] / strength,
                error.sum(0),
                (seen - wanted_moves + 0.1 * moves).ravel(),
            ]
        )
        return everything - right + penalty, gradient

    start = np.zeros(size + labels + STEPS * labels * labels)
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": rounds, "maxcor": 8}).x
    return Chain(
        found[:size].reshape(width, labels),
        found[size : size + labels],
        found[size + labels :].reshape(STEPS, labels, labels),
    )


def predict(chain: Chain, examples: Examples) -> Array:
    """Each line's label chances."""
    return _Walk(examples.bounds, examples.step)(examples.features @ chain.weights + chain.bias, chain.moves)[1]
