"""The learned weights: a small file of numbers, read once, and sums over it that cost little.

The file holds no words, only one signed byte for each bucket and label.  In memory the bytes of a bucket stand apart
in one
long integer (24 bits for each label, and a count), so that adding up a whole line is one `sum`.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import resources

from postings.normalizer.labeller.hashing import BUCKETS, bucket, word_buckets
from postings.normalizer.labeller.sequence import factors

LABELS = 9  # the eight sections in their order, then "leave out"
FILE = "weights.bin"
OFFSET = 128
FIELD = 3  # bytes for each label in a packed sum: 65,000 buckets add up without running over
RECORD = FIELD * LABELS
COUNT_SHIFT = 8 * RECORD
SHIFTS = range(0, COUNT_SHIFT, 8 * FIELD)
FULL = (1 << 8 * FIELD) - 1
MOST_REMEMBERED = 50_000

Scores = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Parameters:
    """What is learned beside the buckets: `unit` turns bytes into scores; `moves[step][before][after]` are log
    weights.
    """

    unit: float
    word_scale: float
    mark_scale: float
    bias: Scores
    moves: tuple[tuple[Scores, ...], ...]


class _Packed(dict[str, int]):
    """Key -> packed weights of its buckets, worked out when first asked for and forgotten when there are too many."""

    def __init__(self, table: bytes) -> None:
        super().__init__()
        self.table = table

    def buckets(self, key: str) -> tuple[int, ...]:
        return (bucket(key),)

    def __missing__(self, key: str) -> int:
        if len(self) >= MOST_REMEMBERED:
            self.clear()
        table = self.table
        value = 0
        for number in self.buckets(key):
            start = number * RECORD
            value += int.from_bytes(table[start : start + RECORD], "little") + (1 << COUNT_SHIFT)
        self[key] = value
        return value


class _PackedWords(_Packed):
    def buckets(self, key: str) -> tuple[int, ...]:
        return word_buckets(key)


class Weights:
    """Scores of lines: log weights for each label, not yet probabilities."""

    def __init__(self, table: bytes, parameters: Parameters) -> None:
        """`table` holds LABELS bytes for each bucket, 128 meaning nothing."""
        if len(table) != BUCKETS * LABELS:
            raise ValueError(f"{len(table)} bytes of weights where {BUCKETS * LABELS} are needed")
        spread = bytearray(len(table) * FIELD)
        spread[::FIELD] = table
        self.words: dict[str, int] = _PackedWords(bytes(spread))
        self.marks: dict[str, int] = _Packed(bytes(spread))
        self.parameters = parameters
        self.moves = factors(parameters.moves)
        self.last_shared: tuple[tuple[str, ...], int] = ((), 0)

    def score(self, words: Iterable[str], marks: Iterable[str], shared: tuple[str, ...] = ()) -> list[float]:
        """Log weights of the labels for a line; `shared` are marks that the line has in common with others."""
        parameters = self.parameters
        packed_words = sum(map(self.words.__getitem__, words))
        packed_marks = sum(map(self.marks.__getitem__, marks)) + self._of_shared(shared)
        word_count, mark_count = packed_words >> COUNT_SHIFT, packed_marks >> COUNT_SHIFT
        word_unit = parameters.unit * parameters.word_scale / max(word_count, 1) ** 0.5
        mark_unit = parameters.unit * parameters.mark_scale
        middle = OFFSET * (word_count * word_unit + mark_count * mark_unit)
        return [
            (packed_words >> shift & FULL) * word_unit + (packed_marks >> shift & FULL) * mark_unit - middle + bias
            for shift, bias in zip(SHIFTS, parameters.bias, strict=True)
        ]

    def _of_shared(self, shared: tuple[str, ...]) -> int:
        if shared != self.last_shared[0]:
            self.last_shared = (shared, sum(map(self.marks.__getitem__, shared)))
        return self.last_shared[1]


def pack(table: bytes, parameters: Parameters) -> bytes:
    """The file's bytes for a table and its parameters; the same input gives the same bytes."""
    head = json.dumps(
        {
            "unit": parameters.unit,
            "word_scale": parameters.word_scale,
            "mark_scale": parameters.mark_scale,
            "bias": parameters.bias,
            "moves": parameters.moves,
        }
    )
    return head.encode() + b"\n" + zlib.compress(table, 9)


def unpack(data: bytes) -> Weights:
    head, _, body = data.partition(b"\n")
    fields = json.loads(head)
    moves = tuple(tuple(tuple(row) for row in matrix) for matrix in fields["moves"])
    parameters = Parameters(fields["unit"], fields["word_scale"], fields["mark_scale"], tuple(fields["bias"]), moves)
    return Weights(zlib.decompress(body), parameters)


@cache
def shipped() -> Weights:
    """The weights that come with the product."""
    return unpack(resources.files(__package__).joinpath(FILE).read_bytes())
