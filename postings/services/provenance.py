"""Where each piece of a section's text comes from, kept through every edit.

A section is a list of passages: a block as it is rendered, and its origin.  What stands in the text as it stood before
keeps its origin; what was changed keeps its block and names who changed it; what is new names who wrote it.  "The same"
and "changed" mean what the comparison means by them, so the desk never shows two truths.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from django.contrib.auth.models import User

from postings.comparing.leaves import Leaf, leaves_of
from postings.comparing.matching import match
from postings.models import Section as StoredSection
from postings.normalizer.model import Block
from postings.normalizer.render import joined, read_body, render_body
from postings.services.pieces import by_element
from postings.services.revising import SectionText


@dataclass(frozen=True, slots=True)
class Origin:
    """The block of a run's source that a piece comes from, who wrote it, and who changed it since (user ids)."""

    block: str | None = None
    run: int | None = None
    written_by: int | None = None
    edited_by: int | None = None
    also: tuple[str, ...] = ()

    @property
    def blocks(self) -> tuple[str, ...]:
        return (self.block, *self.also) if self.block is not None else self.also

    def to_json(self, html: str) -> dict[str, Any]:
        stored = {"html": html, "block": self.block, "run": self.run}
        stored |= {"written_by": self.written_by, "edited_by": self.edited_by}
        return stored | ({"also": list(self.also)} if self.also else {})

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Origin:
        block = stored.get("block")
        return cls(
            block=None if block is None else str(block),
            run=stored.get("run"),
            written_by=stored.get("written_by"),
            edited_by=stored.get("edited_by"),
            also=tuple(map(str, stored.get("also", ()))),
        )


@dataclass(frozen=True, slots=True)
class Passage:
    """One piece of a section: its block, as `render_body` takes it, and where it comes from."""

    block: Block
    origin: Origin

    @property
    def text(self) -> str:
        return self.block.text


def passages_of(section: StoredSection) -> list[Passage]:
    """A stored section's passages in order.  Pieces that are shown as one paragraph have the same index."""
    passages: list[Passage] = []
    leaves = list(joined(read_body(section.html)))
    found = by_element([render_body((leaf,)) for leaf in leaves], section.blocks)
    for index, (leaf, taken) in enumerate(zip(leaves, found, strict=True)):
        if len(taken) < 2:
            origin = Origin.from_json(taken[0]) if taken else Origin()
            passages.append(Passage(replace(leaf, index=index, part=0), origin))
            continue
        for part, piece in enumerate(taken, 1):
            runs = tuple(run for block in read_body(piece["html"]) for run in block.runs)
            passages.append(Passage(replace(leaf, index=index, part=part, runs=runs), Origin.from_json(piece)))
    return passages


def text_of(passages: Iterable[Passage]) -> SectionText:
    """The section that the passages make."""
    passages = list(passages)
    pieces = [(render_body((passage.block,)), passage.origin) for passage in passages]
    stored = [origin.to_json(html) for html, origin in pieces if html]
    return SectionText(render_body(passage.block for passage in passages), stored)


def merged_text(
    kind: str, mine: StoredSection | None, theirs: StoredSection | None, body: str, actor: User | None
) -> dict[str, SectionText]:
    """A section's text (canonical, empty: none) made from two sections: each piece has the origin it has in either."""
    sides = [section for section in (mine, theirs) if section is not None]
    old = {str(number): leaves_of(kind, section.html) for number, section in enumerate(sides)}
    origins = {
        leaf: found for side, leaves in zip(sides, old.values(), strict=True) for leaf, found in _origins(side, leaves)
    }
    new = leaves_of(kind, body)
    matching = match(old, {"0": new})
    pieces = [piece for leaf in new for piece in _pieces(leaf, matching.old_of.get(leaf, []), origins, actor)]
    return {kind: SectionText(body, pieces)} if body else {}


def edited_texts(
    before: Mapping[str, StoredSection], bodies: Mapping[str, str], actor: User | None
) -> dict[str, SectionText]:
    """The new texts of some sections (canonical inner HTML by kind), each piece with its origin.

    `before` are the sections as they were, of the same kinds; a piece may come from another of them.
    """
    old = {kind: leaves_of(kind, before[kind].html) if kind in before else [] for kind in bodies}
    new = {kind: leaves_of(kind, html) for kind, html in bodies.items()}
    origins = {leaf: found for kind in old if kind in before for leaf, found in _origins(before[kind], old[kind])}
    matching = match(old, new)
    texts = {}
    for kind, leaves in new.items():
        pieces = [piece for leaf in leaves for piece in _pieces(leaf, matching.old_of.get(leaf, []), origins, actor)]
        texts[kind] = SectionText(bodies[kind], pieces)
    return {kind: text for kind, text in texts.items() if text.html}


def _origins(section: StoredSection, leaves: Sequence[Leaf]) -> Iterator[tuple[Leaf, list[Passage]]]:
    groups = groupby(passages_of(section), key=lambda passage: passage.block.index)
    for leaf, (_, passages) in zip(leaves, groups, strict=True):
        yield leaf, list(passages)


def _pieces(
    leaf: Leaf, old: Sequence[Leaf], origins: Mapping[Leaf, list[Passage]], actor: User | None
) -> list[dict[str, Any]]:
    """A leaf's stored pieces: as they were where it did not change, else one, changed or written by the actor."""
    person = actor.pk if actor else None
    html = render_body((leaf.block,))
    before = [passage for one in old for passage in origins.get(one, [])]
    if not before:
        return [Origin(written_by=person).to_json(html)]
    if len(old) == 1 and old[0].key == leaf.key:
        return [passage.origin.to_json(render_body((passage.block,))) for passage in before]
    return [replace(_joined([passage.origin for passage in before]), edited_by=person).to_json(html)]


def _joined(origins: Sequence[Origin]) -> Origin:
    blocks = list(dict.fromkeys(block for origin in origins for block in origin.blocks))
    first = origins[0]
    return replace(first, block=blocks[0] if blocks else None, also=tuple(blocks[1:]))
