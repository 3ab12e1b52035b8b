"""What readers end with: blocks numbered in reading order, and no more of them than a posting can have."""

from __future__ import annotations

from collections.abc import Iterable

from postings.normalizer.model import Block, SourceRefused
from postings.normalizer.taxonomy import MAX_ELEMENTS


def too_many() -> SourceRefused:
    return SourceRefused(
        "too_many_elements",
        f"The source has more than {MAX_ELEMENTS:,} elements or lines. Send the posting alone, not a whole site.",
    )


def numbered(blocks: Iterable[Block]) -> tuple[Block, ...]:
    """The blocks, each with its number.  Raises SourceRefused (too_many_elements)."""
    found = tuple([block if block.index == index else moved(block, index) for index, block in enumerate(blocks)])
    if len(found) > MAX_ELEMENTS:
        raise too_many()
    return found


def moved(block: Block, index: int, path: str = "", groups: int = 0) -> Block:
    """The block as it stands in a larger whole: with another number, below a path, its group behind so many others."""
    path = f"{path}/{block.path}" if path and block.path else path or block.path
    group = block.group + groups if block.group else 0
    return Block(
        index, block.kind, block.runs, path, block.part, block.level, group, block.ordered, block.header, block.cells,
        block.within,
    )  # fmt: skip
