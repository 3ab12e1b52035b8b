"""Keep a repeated statement once, at its best place.

Statements are the same when their folded words are; a piece that repeats part of a longer one is its echo and goes.
Short lines repeat by chance ("Full-time"), so these go only where the same section would show them twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from postings.normalizer.model import Block, BlockKind, Document, Dropped, Outcome, Placement
from postings.normalizer.taxonomy import DropReason
from postings.normalizer.words import fold_words

LONG = 6  # words from which a repetition anywhere is one; shorter ones only within one section
ECHO = 8  # words from which a piece that stands whole inside a longer one is its echo


def deduplicate(document: Document) -> Document:
    """The document with every repeated statement dropped but the best placed one."""
    if document.source_format == "fragment":
        return document
    outcomes: dict[str, Outcome] = dict(document.outcomes)
    placed = [(b, o) for b in document.blocks if isinstance(o := outcomes.get(b.id), Placement)]
    words = {block.id: fold_words(block.text) for block, _ in placed if block.kind is not BlockKind.HEADING}
    for same in _alike(document, placed, words):
        keeper = max(same, key=lambda entry: _worth(document, *entry))
        for block, _ in same:
            if block.id != keeper[0].id:
                outcomes[block.id] = Dropped(DropReason.DUPLICATE, "the same words", 1.0, keeper[0].id)
    _drop_echoes(words, outcomes)
    return replace(document, outcomes=outcomes)


def _alike(
    document: Document, placed: list[tuple[Block, Placement]], words: dict[str, tuple[str, ...]]
) -> Iterable[list[tuple[Block, Placement]]]:
    """Groups of two or more placed blocks that say the same."""
    groups: dict[object, list[tuple[Block, Placement]]] = {}
    for block, placement in placed:
        own = words.get(block.id)
        if own:
            key = own if len(own) >= LONG else (placement.section, own)
            groups.setdefault(key, []).append((block, placement))
    return [group for group in groups.values() if len(group) > 1]


def _worth(document: Document, block: Block, placement: Placement) -> tuple[int, int, float, int]:
    """What speaks for keeping a block and not its double: a heading that says its section, markup, sureness, place."""
    readings = [document.headings.get(name) for name in document.governing.get(block.id, ())]
    under_own = any(reading is not None and placement.section in reading.kinds for reading in readings)
    return int(under_own), len(block.runs), placement.confidence, -block.index


def _drop_echoes(words: dict[str, tuple[str, ...]], outcomes: dict[str, Outcome]) -> None:
    """Drop pieces whose words stand in a row inside a longer piece."""
    kept = [(name, own) for name, own in words.items() if isinstance(outcomes.get(name), Placement)]
    starts: dict[tuple[str, ...], list[tuple[str, int]]] = {}
    wanted = {own[:ECHO] for _, own in kept if len(own) >= ECHO}
    for name, own in kept:
        for at in range(len(own) - ECHO + 1):
            if (head := own[at : at + ECHO]) in wanted:
                starts.setdefault(head, []).append((name, at))
    texts = dict(kept)
    for name, own in kept:
        for other, at in starts.get(own[:ECHO], ()):
            longer = texts[other]
            if other == name or len(longer) <= len(own) or not isinstance(outcomes[other], Placement):
                continue
            if longer[at : at + len(own)] == own:
                outcomes[name] = Dropped(DropReason.DUPLICATE, "stands in a longer statement", 0.95, other)
                break
