"""Turn a job posting as somebody published it into a clean fragment with a ledger.

Pure Python, no I/O; see README.md.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from postings.normalizer import facts as fact_finding
from postings.normalizer import pipeline, verify
from postings.normalizer.model import Document, Facts, LedgerEntry, Normalized, Source
from postings.normalizer.readers import read
from postings.normalizer.render import render_fragment

__all__ = ["NORMALIZER_VERSION", "normalize"]

NORMALIZER_VERSION = "1.0.0"


def normalize(source: Source, facts: Facts | None = None) -> Normalized:
    """The fragment of a posting, and where each piece of the source went.

    `facts` are what the sender already knows; they win over what the text says.  The same source gives the same bytes.
    Raises SourceRefused for a source that cannot be used, StepFailed or InvariantBroken where no trustworthy result
    exists.
    """
    with _no_search_for_cycles():
        document = pipeline.run(read(source, facts or Facts()))
        document = fact_finding.find_facts(document)
        result = result_of(document)
        verify.check(result, document)
    return result


@contextmanager
def _no_search_for_cycles() -> Iterator[None]:
    """Let Python not look for cyclic garbage meanwhile: among the many values of a large source looking for it takes as
    long as all the work.  What parsers leave (their trees are cycles) is found afterwards.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def result_of(document: Document) -> Normalized:
    """The result that a document's last step leaves, not yet verified."""
    return Normalized(
        fragment=render_fragment(document.sections, document.language),
        sections=document.sections,
        ledger=tuple([LedgerEntry(block, document.outcomes[block.id]) for block in document.blocks]),
        facts=document.facts,
        warnings=document.warnings,
        language=document.language,
        source_format=document.source_format,
        version=NORMALIZER_VERSION,
    )
