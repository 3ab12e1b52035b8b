"""Variants of a posting to learn from: its parts in another order, its headings not known, so that a line's own words
count for more than its place and what stands above it.
"""

from __future__ import annotations

import zlib
from dataclasses import replace

from postings.normalizer.model import Block, BlockKind, Document
from postings.normalizer.steps.governing import readings_above

LEAST_PARTS = 3


def reordered(document: Document, seed: str) -> Document | None:
    """The document with what stands under its outermost headings in another order; None where it has too few of them.

    What stands under no heading keeps its place.  The same seed gives the same order.
    """
    parts = _parts(document)
    headed = [part for part in parts if part[0].kind is BlockKind.HEADING]
    if len(headed) < LEAST_PARTS:
        return None
    shuffled = iter(sorted(headed, key=lambda part: zlib.crc32(f"{seed}{part[0].id}".encode())))
    order = [next(shuffled) if part[0].kind is BlockKind.HEADING else part for part in parts]
    return replace(document, blocks=tuple(block for part in order for block in part))


def unheaded(document: Document, seed: str, share: float) -> Document | None:
    """The document with this share (0-1) of the headings above its lines not known; None where that is none of them.

    The same seed forgets the same ones.
    """
    known = {heading for above in document.governing.values() for heading in above}
    gone = {heading for heading in known if zlib.crc32(f"{seed}{heading}".encode()) % 1000 < share * 1000}
    if not gone:
        return None
    headings = {block: reading for block, reading in document.headings.items() if block not in gone}
    governing = {
        block: tuple(heading for heading in above if heading not in gone) for block, above in document.governing.items()
    }
    return replace(document, headings=headings, governing=governing, above=readings_above(governing, headings))


def _parts(document: Document) -> list[list[Block]]:
    """Runs of blocks under one outermost heading, which comes first; runs under none between them."""
    parts: list[list[Block]] = []
    last: str | None = None
    for block in document.blocks:
        above = document.governing.get(block.id, ())
        top = above[0] if above else block.id if block.kind is BlockKind.HEADING else ""
        if not parts or top != last:
            parts.append([])
        parts[-1].append(block)
        last = top
    return parts
