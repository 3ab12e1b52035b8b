"""Keep a repeated statement once, at its best place.

Statements are the same when their folded words are; a piece that repeats part of a longer one is its echo and goes.
Short lines repeat by chance ("Full-time"), so these go only where the same section would show them twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import chain, combinations, pairwise

from postings.normalizer.model import HEADING, NO_READING, Block, Document, Dropped, Outcome, Placement
from postings.normalizer.taxonomy import DropReason, SectionKind
from postings.normalizer.words import words_of

UNSURE = 0.5  # of a short statement
LONG = 6  # words from which a repetition anywhere is one; shorter ones only within one section
MOST_AMOUNTS = 8  # of a statement of pay; more are a table of wages
_FIGURE = re.compile(r"(\d[\d,]*(?:\.\d+)?)(?:\s?([kK])\b)?")
_END = r"[$€£]\s?\d[\d.,]*\s?[kK]?(?:\s?/\s?\w{1,5})?"
_RANGE_ALONE = re.compile(rf"{_END}\s?[–—-]\s?{_END}")
ECHO = 8  # words from which a piece that stands whole inside a longer one is its echo


def deduplicate(document: Document) -> Document:
    """The document with every repeated statement dropped but the best placed one."""
    if document.source_format == "fragment":
        return document
    outcomes: dict[str, Outcome] = dict(document.outcomes)
    words = {
        block.id: words_of(block)
        for block in document.blocks
        if block.kind is not HEADING and isinstance(outcomes.get(block.id), Placement)
    }
    if alike := _alike(words, outcomes):
        blocks = {block.id: block for block in document.blocks}
        for same in alike:
            keeper = max(same, key=lambda name: _worth(document, blocks[name]))
            for name in same:
                if name != keeper:
                    outcomes[name] = Dropped(DropReason.DUPLICATE, "the same words", 1.0, keeper)
    _drop_paragraphs(document.blocks, words, outcomes)
    _drop_echoes(words, outcomes)
    _drop_amounts([block for block in document.blocks if block.id in words and block.figure], outcomes)
    return document.with_changes(outcomes=outcomes)


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


def _alike(words: dict[str, tuple[str, ...]], outcomes: Mapping[str, Outcome]) -> list[list[str]]:
    """Groups of two or more placed blocks that say the same, by their ids."""
    if len(set(words.values())) == len(words):
        return []  # as with most postings
    first: dict[object, str] = {}
    alike: dict[object, list[str]] = {}
    sure = {own: _section(outcomes[name]) for name, own in words.items() if outcomes[name].confidence >= UNSURE}
    for name, own in words.items():
        if own:
            section = _section(outcomes[name])
            unsure = outcomes[name].confidence < UNSURE  # as likely where the same words surely stand
            key = own if len(own) >= LONG else (sure.get(own, section) if unsure else section, own)
            before = first.setdefault(key, name)
            if before is not name:
                alike.setdefault(key, [before]).append(name)
    return list(alike.values())


def _section(outcome: Outcome) -> SectionKind | None:
    return outcome.section if isinstance(outcome, Placement) else None


def _worth(document: Document, block: Block) -> tuple[int, int, float, int]:
    """What speaks for keeping a block and not its double: a heading that says its section, markup, sureness, place."""
    outcome = document.outcomes[block.id]
    section = _section(outcome)
    above = document.governing.get(block.id, ())
    under_own = any(section in document.headings.get(name, NO_READING).kinds for name in above)
    return int(under_own and outcome.confidence >= UNSURE), len(block.runs), outcome.confidence, -block.index


def _drop_echoes(words: dict[str, tuple[str, ...]], outcomes: dict[str, Outcome]) -> None:
    """Drop pieces whose words stand in a row inside a longer piece."""
    kept = [(name, own) for name, own in words.items() if len(own) >= ECHO and isinstance(outcomes[name], Placement)]
    lengths: dict[tuple[str, ...], set[int]] = {}  # of the pieces that begin with these words
    for _, own in kept:
        lengths.setdefault(own[:ECHO], set()).add(len(own))
    first_words, second_words = {head[0] for head in lengths}, {head[1] for head in lengths}
    holding: dict[tuple[str, ...], list[str]] = {}
    for name, own in kept:
        if first_words.isdisjoint(own[1 : 1 - ECHO]) and len(lengths[own[:ECHO]]) == 1:
            continue  # as it is with nearly all: no other piece begins where this one does, or inside it
        for at, begun in _beginnings(own, first_words, second_words):
            for length in lengths.get(begun, ()):
                if at + length <= len(own) and length < len(own):
                    holding.setdefault(own[at : at + length], []).append(name)
    for name, own in kept if holding else ():
        if own in holding:
            longer = next((other for other in holding[own] if isinstance(outcomes[other], Placement)), "")
            if longer:
                outcomes[name] = Dropped(DropReason.DUPLICATE, "stands in a longer statement", 0.95, longer)


def _beginnings(
    own: tuple[str, ...], first_words: set[str], second_words: set[str]
) -> Iterable[tuple[int, tuple[str, ...]]]:
    """Where in a piece another one may begin, and the words there; the same words once only."""
    found: dict[tuple[str, ...], int] = {}
    for at, (one, two) in enumerate(pairwise(own[: 2 - ECHO])):
        if one in first_words and two in second_words:
            found.setdefault(own[at : at + ECHO], at)
    return [(at, begun) for begun, at in found.items()]


def _drop_amounts(blocks: Iterable[Block], outcomes: dict[str, Outcome]) -> None:
    """Drop a range of pay that stands alone where another statement of pay has both its ends."""
    paid = [block for block in blocks if _section(outcomes[block.id]) is SectionKind.PAY]
    telling: dict[tuple[str, ...], list[str]] = {}  # the ends of ranges -> the ids of the statements that have both
    for block in paid if len(paid) > 1 else ():
        amounts = sorted(_amounts(block))
        for ends in combinations(amounts, 2) if len(amounts) <= MOST_AMOUNTS else ():
            telling.setdefault(ends, []).append(block.id)
    for block in paid if telling else ():
        if _RANGE_ALONE.fullmatch(block.text.strip()):
            told = telling.pop(tuple(sorted(_amounts(block))), [])
            fuller = next((name for name in told if name != block.id), "")
            if fuller:
                outcomes[block.id] = Dropped(DropReason.DUPLICATE, "the same amounts", 0.95, fuller)


def _amounts(block: Block) -> set[str]:
    """The figures of a block, thousands written out, in one form."""
    return {number.replace(",", "") + ("000" if thousands else "") for number, thousands in _FIGURE.findall(block.text)}
