"""The learned weights: a small file of numbers, read once, and sums over it that cost little.

The file holds no words, only one signed byte for each bucket and label.  In memory the bytes of a bucket stand apart
in one long integer (32 bits for each label, and a count), so that adding up a whole line is one `sum`.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from postings.normalizer.labeller.hashing import BUCKETS, Pair, bucket, pair_buckets, word_buckets
from postings.normalizer.labeller.marks import Group, marks_of
from postings.normalizer.labeller.sequence import factors

LABELS = 9  # the eight sections in their order, then "leave out"
FILE = "weights.bin"
OFFSET = 128
FIELD = 4  # bytes for each label in a packed sum: 16 million buckets add up without running over
RECORD = FIELD * LABELS
COUNT_SHIFT = 8 * RECORD
FIELDS = struct.Struct(f"<{LABELS + 1}I")  # the labels' sums, and how many buckets were added
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


class _Packed(dict[Any, int]):
    """Key -> packed weights of its buckets, worked out when first asked for and forgotten when there are too many."""

    def __init__(self, table: bytes, buckets: Callable[[Any], Iterable[int]]) -> None:
        super().__init__()
        self.table = table
        self.buckets = buckets

    def __missing__(self, key: Any) -> int:
        if len(self) >= MOST_REMEMBERED:
            self.clear()
        table, value = self.table, 0
        for number in self.buckets(key):
            start = number * RECORD
            value += int.from_bytes(table[start : start + RECORD], "little") + (1 << COUNT_SHIFT)
        self[key] = value
        return value


def group_buckets(group: Group) -> list[int]:
    """The buckets of a group's marks."""
    return list(map(bucket, marks_of(group)))


class Weights:
    """Scores of lines: log weights for each label, not yet probabilities."""

    def __init__(self, table: bytes, parameters: Parameters) -> None:
        """`table` holds LABELS bytes for each bucket, 128 meaning nothing."""
        if len(table) != BUCKETS * LABELS:
            raise ValueError(f"{len(table)} bytes of weights where {BUCKETS * LABELS} are needed")
        spread = bytearray(len(table) * FIELD)
        spread[::FIELD] = table
        packed = bytes(spread)
        self.words = _Packed(packed, word_buckets)
        self.pairs = _Packed(packed, pair_buckets)
        self.marks = _Packed(packed, lambda mark: (bucket(mark),))
        self.groups = _Packed(packed, group_buckets)
        self.parameters = parameters
        self.moves = factors(parameters.moves)

    def score(
        self, words: Iterable[str], marks: Iterable[str], groups: Iterable[Group] = (), pairs: Iterable[Pair] = ()
    ) -> list[float]:
        """Log weights of the labels for a line."""
        parameters = self.parameters
        of_words = _fields(sum(map(self.words.__getitem__, words)) + sum(map(self.pairs.__getitem__, pairs)))
        of_marks = _fields(sum(map(self.marks.__getitem__, marks)) + sum(map(self.groups.__getitem__, groups)))
        word_count, mark_count = of_words[LABELS], of_marks[LABELS]
        word_unit = parameters.unit * parameters.word_scale / max(word_count, 1) ** 0.5
        mark_unit = parameters.unit * parameters.mark_scale
        middle = OFFSET * (word_count * word_unit + mark_count * mark_unit)
        return [
            word * word_unit + mark * mark_unit - middle + bias
            for word, mark, bias in zip(of_words, of_marks, parameters.bias, strict=False)
        ]


def _fields(packed: int) -> tuple[int, ...]:
    """The sum for each label, and last how many buckets were added up."""
    return FIELDS.unpack(packed.to_bytes(FIELDS.size, "little"))


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
