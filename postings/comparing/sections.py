"""Two texts of a posting shown as one: section by section, block by block, word by word."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from postings.comparing.leaves import Leaf, Token, leaves_of
from postings.comparing.matching import Matching, match
from postings.comparing.values import (
    ADDED,
    CHANGED,
    MOVED,
    REMOVED,
    SAME,
    UNCHANGED,
    BlockComparison,
    Comparison,
    Place,
    SectionComparison,
    Span,
)
from postings.comparing.wording import compared, spans_of
from postings.normalizer.taxonomy import SECTION_ORDER


def compare(before: Mapping[str, str], after: Mapping[str, str]) -> Comparison:
    """What became of a text (kind to inner HTML, as sections are stored) in another one."""
    kinds = [kind.value for kind in SECTION_ORDER if before.get(kind) or after.get(kind)]
    old = {kind: leaves_of(kind, before.get(kind, "")) for kind in kinds}
    new = {kind: leaves_of(kind, after.get(kind, "")) for kind in kinds}
    matching = match(old, new)
    return Comparison(
        tuple(
            SectionComparison(
                kind=kind,
                status=_section_status(before.get(kind, ""), after.get(kind, "")),
                blocks=tuple(_blocks(matching, old[kind], new[kind])),
                left=tuple(_left(matching, old[kind])),
            )
            for kind in kinds
        )
    )


def compare_texts(before: str, after: str, kind: str = SECTION_ORDER[0].value) -> SectionComparison:
    """What became of one section's inner HTML."""
    found = compare({kind: before}, {kind: after}).sections
    return found[0] if found else SectionComparison(kind, UNCHANGED, ())


def _section_status(before: str, after: str) -> str:
    if before == after:
        return UNCHANGED
    return ADDED if not before else REMOVED if not after else CHANGED


def _blocks(matching: Matching, old: Sequence[Leaf], new: Sequence[Leaf]) -> Iterator[BlockComparison]:
    """The new blocks in order; between two that stayed, what was removed comes before what is new."""
    behind = 0  # the first old block that is not behind us
    for leaf, ahead in zip(new, _old_places_ahead(matching, new, len(old)), strict=True):
        yield from _removed(matching, old[behind:ahead])
        behind = max(behind, ahead)
        yield _block(matching, leaf)
    yield from _removed(matching, old[behind:])


def _old_places_ahead(matching: Matching, new: Sequence[Leaf], end: int) -> list[int]:
    """For each new block the old place of the next one that stayed, itself included."""
    places = []
    for leaf in reversed(new):
        if leaf in matching.in_place:
            end = matching.old_of[leaf][0].place.position
        places.append(end)
    return places[::-1]


def _removed(matching: Matching, old: Sequence[Leaf]) -> Iterator[BlockComparison]:
    for leaf in old:
        if leaf not in matching.new_of:
            yield _comparison(REMOVED, leaf, leaf.place, None, spans_of(leaf.tokens, REMOVED))


def _left(matching: Matching, old: Sequence[Leaf]) -> Iterator[BlockComparison]:
    """The blocks of a section that stand in another one now."""
    for leaf in old:
        for new in matching.new_of.get(leaf, ()):
            if new.place.section != leaf.place.section:
                yield _block(matching, new)


def _block(matching: Matching, leaf: Leaf) -> BlockComparison:
    old = matching.old_of.get(leaf)
    if not old:
        return _comparison(ADDED, leaf, None, leaf.place, spans_of(leaf.tokens, ADDED))
    spans = compared(_old_tokens(matching, leaf, old), leaf.tokens)
    notes = _notes(matching, leaf, old)
    has_changes = bool(notes) or any(span.status != SAME for span in spans)
    status = (CHANGED if has_changes else UNCHANGED) if leaf in matching.in_place else MOVED
    return _comparison(status, leaf, old[0].place, leaf.place, spans, has_changes, notes)


def _comparison(
    status: str,
    leaf: Leaf,
    before: Place | None,
    after: Place | None,
    spans: tuple[Span, ...],
    has_changes: bool = False,
    notes: tuple[str, ...] = (),
) -> BlockComparison:
    block = leaf.block
    return BlockComparison(
        status, block.kind.value, block.level, block.ordered, before, after, spans, has_changes, notes
    )


def _notes(matching: Matching, leaf: Leaf, old: Sequence[Leaf]) -> tuple[str, ...]:
    notes = []
    if len(old) > 1:
        notes.append("joined")
    elif len(matching.new_of[old[0]]) > 1:
        notes.append("split")
    if old[0].form != leaf.form:
        notes.append("form")
    return tuple(notes)


def _old_tokens(matching: Matching, leaf: Leaf, old: Sequence[Leaf]) -> Sequence[Token]:
    """The old words that this block is made of: those of its one block, of several, or its share of one."""
    if len(old) > 1:
        return _side_by_side(old)
    siblings = matching.new_of[old[0]]
    if len(siblings) == 1:
        return old[0].tokens
    ahead = sum(len(sibling.letters) for sibling in siblings[: siblings.index(leaf)])
    return _share(old[0].tokens, ahead, len(leaf.letters))


def _side_by_side(leaves: Sequence[Leaf]) -> list[Token]:
    tokens = list(leaves[0].tokens)
    for leaf in leaves[1:]:
        first, *rest = leaf.tokens
        tokens += [first._replace(gap=" "), *rest]
    return tokens


def _share(tokens: Sequence[Token], ahead: int, length: int) -> list[Token]:
    """The tokens behind a number of letters, as many as hold a number of letters."""
    share: list[Token] = []
    passed = 0
    for token in tokens:
        size = len(token.text.casefold())
        if ahead <= passed < ahead + length:
            share.append(token if share else token._replace(gap=""))
        passed += size
    return share
