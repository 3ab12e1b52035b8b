"""Keep a repeated statement once, at its best place.

Statements are the same when their folded words are; a piece that repeats part of a longer one is its echo and goes.
Short lines repeat by chance ("Full-time"), so these go only where the same section would show them twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import chain

from postings.normalizer.model import HEADING, NO_READING, Block, Document, Dropped, Outcome, Placement
from postings.normalizer.taxonomy import DropReason
from postings.normalizer.words import words_of

LONG = 6  # words from which a repetition anywhere is one; shorter ones only within one section
ECHO = 8  # words from which a piece that stands whole inside a longer one is its echo


def deduplicate(document: Document) -> Document:
    """The document with every repeated statement dropped but the best placed one."""
    if document.source_format == "fragment":
        return document
    outcomes: dict[str, Outcome] = dict(document.outcomes)
    placed = [(b, o) for b in document.blocks if isinstance(o := outcomes.get(b.id), Placement)]
    words = {block.id: words_of(block) for block, _ in placed if block.kind is not HEADING}
    for same in _alike(document, placed, words):
        keeper = max(same, key=lambda entry: _worth(document, *entry))
        for block, _ in same:
            if block.id != keeper[0].id:
                outcomes[block.id] = Dropped(DropReason.DUPLICATE, "the same words", 1.0, keeper[0].id)
    _drop_paragraphs(document.blocks, words, outcomes)
    _drop_echoes(words, outcomes)
    return replace(document, outcomes=outcomes)


def _drop_paragraphs(blocks: Iterable[Block], words: dict[str, tuple[str, ...]], outcomes: dict[str, Outcome]) -> None:
    """Drop the parts of a paragraph of short sentences that was there before: together they are long enough."""
    parts: dict[int, list[str]] = {}
    for block in blocks:
        if block.part and block.id in words and isinstance(outcomes[block.id], Placement):
            parts.setdefault(block.index, []).append(block.id)
    first: dict[tuple[str, ...], list[str]] = {}
    for names in parts.values():
        joined = tuple(chain.from_iterable([words[name] for name in names])) if len(names) > 1 else ()
        if len(joined) < LONG:
            continue
        before = first.setdefault(joined, names)
        if before is not names:
            for name in names:
                outcomes[name] = Dropped(DropReason.DUPLICATE, "the same words", 1.0, before[0])


def _alike(
    document: Document, placed: list[tuple[Block, Placement]], words: dict[str, tuple[str, ...]]
) -> Iterable[list[tuple[Block, Placement]]]:
    """Groups of two or more placed blocks that say the same."""
    first: dict[object, tuple[Block, Placement]] = {}
    alike: dict[object, list[tuple[Block, Placement]]] = {}
    for entry in placed:
        block, placement = entry
        own = words.get(block.id)
        if own:
            key = own if len(own) >= LONG else (placement.section, own)
            before = first.setdefault(key, entry)
            if before is not entry:
                alike.setdefault(key, [before]).append(entry)
    return alike.values()


def _worth(document: Document, block: Block, placement: Placement) -> tuple[int, int, float, int]:
    """What speaks for keeping a block and not its double: a heading that says its section, markup, sureness, place."""
    above = document.governing.get(block.id, ())
    under_own = bool(above) and any(
        placement.section in document.headings.get(name, NO_READING).kinds for name in above
    )
    return int(under_own), len(block.runs), placement.confidence, -block.index


def _drop_echoes(words: dict[str, tuple[str, ...]], outcomes: dict[str, Outcome]) -> None:
    """Drop pieces whose words stand in a row inside a longer piece."""
    kept = {name: own for name, own in words.items() if len(own) >= ECHO and isinstance(outcomes[name], Placement)}
    lengths: dict[tuple[str, ...], tuple[int, ...]] = {}  # of the pieces that begin with these words
    for own in kept.values():
        known = lengths.get(own[:ECHO], ())
        if len(own) not in known:
            lengths[own[:ECHO]] = (*known, len(own))
    first_words = {own[0] for own in kept.values()}
    holding: dict[tuple[str, ...], list[str]] = {}
    for name, own in kept.items():
        if len(lengths[own[:ECHO]]) == 1 and first_words.isdisjoint(own[1 : 1 - ECHO]):
            continue  # as it is with nearly all: no other piece begins where this one does, or inside it
        for at, head in _beginnings(own, first_words):
            for length in lengths.get(head, ()):
                if at + length <= len(own) and length < len(own):
                    holding.setdefault(own[at : at + length], []).append(name)
    for name, own in kept.items() if holding else ():
        longer = next((other for other in holding.get(own, ()) if isinstance(outcomes[other], Placement)), "")
        if longer:
            outcomes[name] = Dropped(DropReason.DUPLICATE, "stands in a longer statement", 0.95, longer)


def _beginnings(own: tuple[str, ...], first_words: set[str]) -> Iterable[tuple[int, tuple[str, ...]]]:
    """Where in a piece another one may begin, and the words there; the same words once only."""
    found: dict[tuple[str, ...], int] = {}
    for at in range(len(own) - ECHO + 1):
        if own[at] in first_words:
            found.setdefault(own[at : at + ECHO], at)
    return [(at, head) for head, at in found.items()]
