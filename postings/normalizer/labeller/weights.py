"""The learned weights: a small file of numbers, read once, and sums over it that cost little.

The file holds no words, only one signed byte for each bucket and label.  In memory the bytes of a bucket stand apart
in one long integer, 32 bits for each label, so that adding up a whole line is one `sum`.  Bytes are stored 128 higher
than they mean; as each bucket adds this to all labels alike, it changes nothing between them.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from operator import getitem
from typing import Any

from postings.normalizer.labeller.context import Heading, marks_of_heading
from postings.normalizer.labeller.features import Piece
from postings.normalizer.labeller.hashing import BUCKETS, bucket, pair_buckets, word_buckets
from postings.normalizer.labeller.marks import KINDS, Key
from postings.normalizer.labeller.sequence import LABELS, SURE, Chances, factors, likely, probabilities
from postings.normalizer.labeller.words import MOST_WORDS
from postings.normalizer.remembered import Remembered

LEAVE_OUT = LABELS - 1
FILE = "weights.bin"
OFFSET = 128
FIELD = 4  # bytes for each label in a packed sum: a line's buckets, times PARTS, come to less than a hundredth of it
FIELDS = struct.Struct(f"<{LABELS}I")
# A word of a line of n words counts 1 / √n, a mark MARK: both in whole parts of PARTS, to stay with whole numbers.
MARK = 0.5
PARTS = 128

Scores = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Parameters:
    """What is learned beside the buckets: `unit` turns bytes into scores; `moves[step][before][after]` are log
    weights.
    """

    unit: float
    bias: tuple[float, ...]
    moves: tuple[tuple[tuple[float, ...], ...], ...]


class _Packed(Remembered[Any, int]):
    """Key -> packed weights of its buckets."""

    def __init__(self, table: bytes, buckets: Callable[[Any], Iterable[int]]) -> None:
        super().__init__()
        self.table = table
        self.buckets = buckets

    def work_out(self, asked: Any) -> int:
        size = FIELDS.size
        starts = [number * size for number in self.buckets(asked)]
        return sum([int.from_bytes(self.table[start : start + size], "little") for start in starts])


class Weights:
    """What was learned, ready to be asked about the pieces of a posting."""

    def __init__(self, table: bytes, parameters: Parameters) -> None:
        """`table` holds LABELS bytes for each bucket, 128 meaning nothing."""
        if len(table) != BUCKETS * LABELS:
            raise ValueError(f"{len(table)} bytes of weights where {BUCKETS * LABELS} are needed")
        self.parameters = parameters
        self.unit = parameters.unit / PARTS
        self.moves = factors(parameters.moves)
        least = min(parameters.bias)
        self.bias = int.from_bytes(
            FIELDS.pack(*(round((bias - least) / self.unit) for bias in parameters.bias)), "little"
        )
        spread = bytearray(len(table) * FIELD)
        spread[::FIELD] = table
        packed = bytes(spread)
        self.words = _Packed(packed, word_buckets)
        self.pairs = _Packed(packed, lambda number: (number,))
        self.headings = _Packed(packed, _buckets_of(marks_of_heading))
        self.keys = tuple([_Packed(packed, _buckets_of(marks_of)) for marks_of in KINDS.values()])
        # A line's sum of words in PARTS of a mark.
        self.shares = [round(PARTS / max(size, 1) ** 0.5) for size in range(MOST_WORDS + 1)]

    def chances(self, pieces: Sequence[Piece]) -> list[Chances]:
        """For each piece how sure each label is."""
        rows = iter(self.scores([piece for piece in pieces if piece.settled is None]))
        local = [likely(next(rows), self.unit) if p.settled is None else SURE[p.settled] for p in pieces]
        return probabilities(local, [piece.step for piece in pieces], self.moves)

    def scores(self, pieces: Sequence[Piece]) -> list[Scores]:
        """For each piece its labels' log weights in parts of `unit`."""
        words, pairs, keys, shares = self.words.__getitem__, self.pairs.__getitem__, self.keys, self.shares
        marks_share = round(MARK * PARTS)
        heading: Heading | None = None
        above = 0
        found = []
        for piece in pieces:
            if piece.heading is not heading:
                heading = piece.heading
                above = self.headings[heading]
            line = piece.words
            of_words = sum(map(words, line)) + sum(map(pairs, pair_buckets(line)))
            of_marks = sum(map(getitem, keys, piece.keys), above)
            packed = of_words * shares[len(line)] + of_marks * marks_share + self.bias
            found.append(FIELDS.unpack(packed.to_bytes(FIELDS.size, "little")))
        return found


def _buckets_of(marks_of: Callable[[Key], list[str]]) -> Callable[[Key], list[int]]:
    return lambda key: _mark_buckets(marks_of(key))


def _mark_buckets(marks: Iterable[str]) -> list[int]:
    return list(map(bucket, marks))


def pack(table: bytes, parameters: Parameters) -> bytes:
    """The file's bytes for a table and its parameters; the same input gives the same bytes."""
    head = json.dumps({"unit": parameters.unit, "bias": parameters.bias, "moves": parameters.moves})
    return head.encode() + b"\n" + zlib.compress(table, 9)


def unpack(data: bytes) -> Weights:
    head, _, body = data.partition(b"\n")
    fields = json.loads(head)
    moves = tuple(tuple(tuple(row) for row in matrix) for matrix in fields["moves"])
    return Weights(zlib.decompress(body), Parameters(fields["unit"], tuple(fields["bias"]), moves))


@cache
def shipped() -> Weights:
    """The weights that come with the product."""
    return unpack(resources.files(__package__).joinpath(FILE).read_bytes())
