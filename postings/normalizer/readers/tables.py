"""Tables: those that hold data become rows, those that only lay a page out become the blocks in their cells."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from postings.normalizer.model import Block, BlockKind, Run

# Longer text in a cell is prose that a layout table holds, not a value.
MAX_CELL = 240
MAX_CELL_LINES = 4


Cell = tuple[int, int, int]  # table, row and column, each counted from one


def row_blocks(blocks: list[Block], cells: Mapping[int, Cell], table: int) -> list[Block]:
    """The blocks read inside one table: one ROW for each table row where the table holds data, else as they are.

    `cells` tells for a block's number in which cell it was read.
    """
    if not blocks or not _holds_data(blocks, cells, table):
        return blocks
    rows = groupby(blocks, key=lambda block: cells[block.index][1])
    return [_row(list(row), cells, table, index) for index, (_, row) in enumerate(rows, start=blocks[0].index)]


def _holds_data(blocks: list[Block], cells: Mapping[int, Cell], table: int) -> bool:
    found: dict[tuple[int, int], list[Block]] = {}
    for block in blocks:
        cell = cells.get(block.index)
        if cell is None or cell[0] != table or block.kind is not BlockKind.PARAGRAPH or not cell[2]:
            return False
        found.setdefault(cell[1:], []).append(block)
    rows = [row for row, _ in found]
    if len(set(rows)) == len(rows):
        return False
    return all(
        len(lines) <= MAX_CELL_LINES and sum(len(line.text) for line in lines) <= MAX_CELL for lines in found.values()
    )


def _row(blocks: list[Block], cells: Mapping[int, Cell], table: int, index: int) -> Block:
    by_column: dict[int, list[Block]] = {}
    for block in blocks:
        by_column.setdefault(cells[block.index][2], []).append(block)
    joined = [_joined(by_column.get(column, [])) for column in range(1, max(by_column) + 1)]
    first = blocks[0]
    runs = [run for number, cell in enumerate(joined) for run in ([Run(" ")] if number and cell else []) + list(cell)]
    return Block(
        index, BlockKind.ROW, tuple(runs), first.path.rpartition("/")[0] or first.path, 0, 0, table, False,
        all(block.header for block in blocks), tuple(joined), first.within,
    )  # fmt: skip


def _joined(lines: list[Block]) -> tuple[Run, ...]:
    runs: list[Run] = []
    for number, line in enumerate(lines):
        runs.extend([Run("\n")] if number else [])
        runs.extend(line.runs)
    return tuple(runs)
