"""Examples for the chain: what the product's own steps leave to decide on labelled postings, and what is right for
it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from scipy import sparse

from postings.normalizer import pipeline
from postings.normalizer.labeller.context import marks_of_heading
from postings.normalizer.labeller.features import pieces
from postings.normalizer.labeller.hashing import BUCKETS, bucket, pair_buckets, word_buckets
from postings.normalizer.labeller.marks import marks_of
from postings.normalizer.labeller.weights import MARK
from postings.normalizer.model import Document, Facts, Source
from postings.normalizer.readers import read
from postings.normalizer.steps.place import place
from postings.training.chain import Examples
from postings.training.corpus import EVERYTHING, LABELS, Aim, LabelledPosting, align

SECOND = 0.7  # how much another label that is also right counts beside the likeliest

_word_buckets = cache(word_buckets)
_bucket = cache(bucket)


def undecided(posting: LabelledPosting) -> Document:
    """The posting after every step before `place`."""
    document = read(Source(posting.source.read_bytes(), name=posting.source.name), Facts())
    for step in pipeline.STEPS[: pipeline.STEPS.index(place)]:
        document = step(document)
    return document


def collect(documents: Sequence[Document], postings: Sequence[LabelledPosting]) -> Examples:
    """One row for each undecided piece of the documents."""
    rows: list[int] = []
    columns: list[int] = []
    values: list[float] = []
    allowed: list[list[float]] = []
    weights: list[float] = []
    steps: list[int] = []
    bounds = [0]
    for document, posting in zip(documents, postings, strict=True):
        found = pieces(document)
        blocks = sorted(document.blocks, key=lambda block: (block.index, block.part))
        aims = align([block.text for block in blocks], posting.units)
        wanted = {block.id: aim for block, aim in zip(blocks, aims, strict=True)}
        for piece in found:
            row = len(steps)
            words = [number for word in piece.words for number in _word_buckets(word)]
            words += pair_buckets(piece.words)
            marks = [_bucket(mark) for mark in (*marks_of_heading(piece.heading), *marks_of(piece.keys))]
            rows += [row] * (len(words) + len(marks))
            columns += words + marks
            values += [1 / max(len(piece.words), 1) ** 0.5] * len(words) + [MARK] * len(marks)
            aim = wanted[piece.block.id]
            allowed.append(_shares(aim))
            weights.append(aim.weight)
            steps.append(piece.step)
        bounds.append(len(steps))
    features = sparse.csr_matrix((values, (rows, columns)), shape=(len(steps), BUCKETS))
    features.sum_duplicates()
    return Examples(features, np.array(allowed), np.array(steps), np.array(weights), np.array(bounds))


def _shares(aim: Aim) -> list[float]:
    """For each label how welcome it is: 1 the likeliest, SECOND another right one, 0 a wrong one."""
    if aim.allowed == EVERYTHING:
        return [1.0] * len(LABELS)
    return [1.0 if label == aim.allowed[0] else SECOND if label in aim.allowed else 0.0 for label in range(len(LABELS))]
