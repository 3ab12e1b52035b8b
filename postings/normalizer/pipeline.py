"""The pipeline: an ordered list of steps one can read aloud, and the loop that runs them."""

from __future__ import annotations

from collections.abc import Callable

from postings.normalizer.model import Document, NormalizerError, StepFailed
from postings.normalizer.steps.arrange import arrange
from postings.normalizer.steps.deduplicate import deduplicate
from postings.normalizer.steps.drop import drop
from postings.normalizer.steps.headings import read_headings
from postings.normalizer.steps.place import place
from postings.normalizer.steps.split import split
from postings.normalizer.steps.tidy import tidy
from postings.normalizer.steps.warn import warn
from postings.normalizer.steps.zones import find_zones

Step = Callable[[Document], Document]

STEPS: tuple[Step, ...] = (
    tidy,  # mend encodings, invisible characters and bullet glyphs; tell the language
    find_zones,  # leave out page chrome
    split,  # cut run-on text and paragraphs into pieces that can stand apart
    read_headings,  # find headings, real ones and pretended ones, and what each says
    drop,  # leave out boilerplate by whole-block evidence
    place,  # give each piece its section: heading, cues, neighbours, model
    deduplicate,  # keep a repeated statement once, at its best place
    arrange,  # order sections, keep informative sub-headings, number positions
    warn,  # tell an editor where to look
)


def run(document: Document) -> Document:
    """The document after every step.  A step's unexpected fault is raised as StepFailed, naming the step."""
    for step in STEPS:
        try:
            document = step(document)
        except NormalizerError:
            raise
        except Exception as fault:
            raise StepFailed("step_failed", f"The step “{step.__name__}” failed on this source: {fault}") from fault
    return document
