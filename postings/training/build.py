"""From labelled postings to the bytes of the weights file."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from postings.normalizer.labeller.hashing import BUCKETS
from postings.normalizer.labeller.weights import LABELS, OFFSET, Parameters, pack
from postings.normalizer.model import Document
from postings.training.chain import Chain, learn
from postings.training.corpus import LabelledPosting
from postings.training.examples import MARK_SCALE, WORD_SCALE, collect, undecided

LARGEST = 127
DIGITS = 5


def train(postings: Sequence[LabelledPosting]) -> bytes:
    """The weights file learned from postings; the same postings give the same bytes."""
    return packed(learned([undecided(posting) for posting in postings], postings))


def learned(documents: Sequence[Document], postings: Sequence[LabelledPosting]) -> Chain:
    """The chain learned from documents that are ready for placing, and the labels of their postings.

    Postings that are not in English count twice: there are few of them in each language, and they learn from each
    other.
    """
    pairs = list(zip(documents, postings, strict=True))
    pairs += [(document, posting) for document, posting in pairs if document.language != "en"]
    return learn(collect([document for document, _ in pairs], [posting for _, posting in pairs]))


def packed(chain: Chain) -> bytes:
    """A chain as the product reads it: a signed byte for each weight, the few parameters rounded."""
    unit = float(np.abs(chain.weights).max()) / LARGEST
    table = (np.rint(chain.weights / unit) + OFFSET).astype(np.uint8)
    if table.shape != (BUCKETS, LABELS):
        raise ValueError(f"weights of shape {table.shape}, not {(BUCKETS, LABELS)}")
    moves = tuple(tuple(tuple(round(float(v), DIGITS) for v in row) for row in matrix) for matrix in chain.moves)
    bias = tuple(round(float(value), DIGITS) for value in chain.bias)
    return pack(table.tobytes(), Parameters(unit, WORD_SCALE, MARK_SCALE, bias, moves))
