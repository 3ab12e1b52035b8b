"""How good the normalizer is on postings it has not learned from: whole employers left out, and for comparison
postings at random.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from postings.normalizer import pipeline
from postings.normalizer.labeller.weights import Weights, unpack
from postings.normalizer.model import Document
from postings.normalizer.render import render_fragment
from postings.normalizer.steps.place import place, place_with
from postings.training.build import learned, packed
from postings.training.chain import Array
from postings.training.corpus import LabelledPosting, employers
from postings.training.examples import undecided

OTHER_LANGUAGES = ("written", "france-travail", "betagouv", "atento", "rodm", "interselektie")


def leave_out(postings: Sequence[LabelledPosting], score: Path, folds: int) -> Iterator[str]:
    """Figures by the corpus's own script: employers left out (English, other languages), then random postings left
    out.
    """
    documents = [undecided(posting) for posting in postings]
    groups = employers(postings)
    together = np.array([_part(postings[group].name, folds) for group in groups])
    alone = np.array([_part("random " + posting.name, folds) for posting in postings])
    for name, parts in (("employers left out", together), ("random postings left out", alone)):
        with tempfile.TemporaryDirectory() as folder:
            fragments = _fragments(postings, documents, parts, folds)
            for language, figures in _score(postings, fragments, score, Path(folder)):
                yield f"{name}, {language}: {figures}"


def _part(name: str, folds: int) -> int:
    return zlib.crc32(name.encode()) % folds


def _fragments(
    postings: Sequence[LabelledPosting], documents: Sequence[Document], parts: Array, folds: int
) -> list[str]:
    fragments = [""] * len(postings)
    for part in range(folds):
        known = [number for number, other in enumerate(parts) if other != part]
        chain = learned([documents[n] for n in known], [postings[n] for n in known])
        weights = unpack(packed(chain))
        for number in np.flatnonzero(parts == part):
            fragments[number] = finish(documents[number], weights)
    return fragments


def finish(document: Document, weights: Weights) -> str:
    """The fragment of a document that is ready for placing, placed by these weights."""
    document = place_with(document, weights)
    for step in pipeline.STEPS[pipeline.STEPS.index(place) + 1 :]:
        document = step(document)
    return render_fragment(document.sections, document.language)


def _score(
    postings: Sequence[LabelledPosting], fragments: Sequence[str], score: Path, folder: Path
) -> Iterator[tuple[str, str]]:
    for name, other in (("English", False), ("other languages", True)):
        gold, out = folder / name / "gold", folder / name / "out"
        for directory in (gold / "sources", gold / "labels", out):
            directory.mkdir(parents=True)
        for posting, fragment in zip(postings, fragments, strict=True):
            if posting.name.startswith(OTHER_LANGUAGES) is other:
                labels = posting.source.parent.parent / "labels" / f"{posting.name}.tsv"
                (gold / "sources" / posting.source.name).symlink_to(posting.source.resolve())
                (gold / "labels" / labels.name).symlink_to(labels.resolve())
                (out / f"{posting.name}.html").write_text(fragment, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, str(score), str(gold), str(out)], capture_output=True, text=True, check=True
        )
        yield name, done.stdout.strip()
