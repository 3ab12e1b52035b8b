"""What readers write while they read: drafts of blocks, and how drafts become blocks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from postings.normalizer.model import Block, BlockKind, Run, SourceRefused
from postings.normalizer.taxonomy import MAX_ELEMENTS


@dataclass(slots=True)
class Draft:
    """A block that is being read.  `cell` tells which (table, row, cell) it was read in."""

    kind: BlockKind
    runs: list[Run]
    path: str = ""
    level: int = 0
    group: int = 0
    ordered: bool = False
    header: bool = False
    cells: tuple[tuple[Run, ...], ...] = ()
    within: tuple[str, ...] = ()
    cell: tuple[int, int, int] | None = field(default=None, compare=False)

    @property
    def text(self) -> str:
        return "".join(run.text for run in self.runs)


def too_many() -> SourceRefused:
    return SourceRefused(
        "too_many_elements",
        f"The source has more than {MAX_ELEMENTS:,} elements or lines. Send the posting alone, not a whole site.",
    )


def finished(drafts: Iterable[Draft]) -> tuple[Block, ...]:
    """The drafts that hold anything, as numbered blocks.  Raises SourceRefused (too_many_elements)."""
    kept = [draft for draft in drafts if draft.runs]
    if len(kept) > MAX_ELEMENTS:
        raise too_many()
    return tuple(
        Block(
            index,
            draft.kind,
            tuple(draft.runs),
            draft.path,
            0,
            draft.level,
            draft.group,
            draft.ordered,
            draft.header,
            draft.cells,
            draft.within,
        )
        for index, draft in enumerate(kept)
    )
