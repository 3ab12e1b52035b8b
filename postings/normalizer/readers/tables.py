"""Tables: those that hold data become rows, those that only lay a page out become the blocks in their cells."""

from __future__ import annotations

from itertools import groupby

from postings.normalizer.model import BlockKind, Run
from postings.normalizer.readers.drafts import Draft

# Longer text in a cell is prose that a layout table holds, not a value.
MAX_CELL = 240
MAX_CELL_LINES = 4


def row_drafts(drafts: list[Draft], table: int) -> list[Draft]:
    """The drafts read inside one table: one ROW for each table row where the table holds data, else as they are."""
    if not _holds_data(drafts, table):
        return drafts
    return [_row(list(row), table) for _, row in groupby(drafts, key=lambda draft: draft.cell and draft.cell[1])]


def _holds_data(drafts: list[Draft], table: int) -> bool:
    cells: dict[tuple[int, int], list[Draft]] = {}
    for draft in drafts:
        if draft.cell is None or draft.cell[0] != table or draft.kind is not BlockKind.PARAGRAPH or not draft.cell[2]:
            return False
        cells.setdefault(draft.cell[1:], []).append(draft)
    rows = [row for row, _ in cells]
    if not cells or len(set(rows)) == len(rows):
        return False
    return all(
        len(lines) <= MAX_CELL_LINES and sum(len(line.text) for line in lines) <= MAX_CELL for lines in cells.values()
    )


def _row(drafts: list[Draft], table: int) -> Draft:
    by_column: dict[int, list[Draft]] = {}
    for draft in drafts:
        by_column.setdefault(draft.cell[2] if draft.cell else 0, []).append(draft)
    cells = [_joined(by_column.get(column, [])) for column in range(1, max(by_column) + 1)]
    first = drafts[0]
    runs = [run for number, cell in enumerate(cells) for run in ([Run(" ")] if number and cell else []) + list(cell)]
    return Draft(
        BlockKind.ROW, runs, first.path.rpartition("/")[0] or first.path, 0, table, False,
        all(draft.header for draft in drafts), tuple(cells), first.within,
    )  # fmt: skip


def _joined(lines: list[Draft]) -> tuple[Run, ...]:
    runs: list[Run] = []
    for number, line in enumerate(lines):
        runs.extend([Run("\n")] if number else [])
        runs.extend(line.runs)
    return tuple(runs)
