"""Which source explains a text: whose blocks the desk shows beside it.

After a changed source a text may hold pieces of several sources, each numbered in its own.  A piece of an older one is
found again by its words, so a block has one number at the desk: that of the explaining source.
"""

from __future__ import annotations

from collections.abc import Iterable

from postings.comparing.aligning import common
from postings.models import NormalizationRun, Posting, Section

BlockNumbers = dict[tuple[int, str], str]


def explaining_run(posting: Posting) -> NormalizationRun | None:
    """The run whose ledger explains a posting's text: the newest one that became it or agrees with it."""
    runs = NormalizationRun.objects.behind(posting).select_related("source")
    return runs.defer("source__data", "fragment").first()


def warnings_of_text(posting: Posting) -> int:
    """How many warnings the run has that explains a posting's text; none where no run does."""
    return NormalizationRun.objects.behind(posting).values_list("warning_count", flat=True).first() or 0


def block_numbers(run: NormalizationRun | None, sections: Iterable[Section]) -> BlockNumbers:
    """For the pieces of other runs in these sections, (run, block) to the block of `run` with the same words.

    No query where every piece is of this run.
    """
    named = {piece.get("run") for section in sections for piece in section.blocks if piece.get("block") is not None}
    others = named - {None, run.pk if run else None}
    if run is None or not others:
        return {}
    numbers: BlockNumbers = {}
    texts, blocks = _column(run.ledger, "text"), _column(run.ledger, "block")
    for other in NormalizationRun.objects.filter(pk__in=others).only("ledger"):
        for old, new in common(_column(other.ledger, "text"), texts):
            numbers[other.pk, str(other.ledger[old]["block"])] = blocks[new]
    return numbers


def _column(ledger: list[dict[str, object]], name: str) -> list[str]:
    return [" ".join(str(entry[name]).split()) for entry in ledger]
