"""Comparing and merging texts of a posting: pure functions of section texts, the same answer every time.

`compare` shows what became of one text in another, `three_way` brings two people's texts from one base together, and
`standing_twice` says what would stand in two sections of the result.
"""

from postings.comparing.merging import merge_texts, standing_twice, three_way
from postings.comparing.sections import compare, compare_texts
from postings.comparing.values import (
    BlockComparison,
    Comparison,
    Merge,
    MergedBlock,
    MergedSection,
    Place,
    SectionComparison,
    Span,
)

__all__ = [
    "BlockComparison",
    "Comparison",
    "Merge",
    "MergedBlock",
    "MergedSection",
    "Place",
    "SectionComparison",
    "Span",
    "compare",
    "compare_texts",
    "merge_texts",
    "standing_twice",
    "three_way",
]
