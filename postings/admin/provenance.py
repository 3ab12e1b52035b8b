"""Leading each piece of a section's text back to its block in the source.

A section's HTML is canonical: `<p>`, `<h3>`, `<li>` and `<tr>` appear in it as tags only, each the start of one piece.
Section.blocks lists the pieces in the same order; pieces of one paragraph that stand side by side are one tag.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from postings.services.pieces import by_element

_LEAF = re.compile(r"<(p|h3|li|tr)>")


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of a section: the ids of the source's blocks it is made of, and the users who wrote or changed it."""

    blocks: tuple[str, ...] = ()
    written_by: int | None = None
    edited_by: int | None = None

    @property
    def hand(self) -> int | None:
        """Who touched it last, if anybody did."""
        return self.edited_by or self.written_by


@dataclass(frozen=True, slots=True)
class Numbers:
    """Numbers of blocks count in one source: those of `run` as they are, others as `others` finds them in it."""

    run: int | None = None
    others: Mapping[tuple[int, str], str] = field(default_factory=dict)

    def of(self, run: int | None, block: object) -> str | None:
        if self.run is None or run in (None, self.run):
            return str(block)
        return self.others.get((run, str(block)))


def pieces_of(html: str, stored: Sequence[Mapping[str, Any]], numbers: Numbers | None = None) -> list[Piece]:
    """One Piece for each leaf tag of a section's HTML, in order."""
    return [_piece(entries, numbers or Numbers()) for entries in by_element(_LEAF.split(html)[2::2], stored)]


def marked(html: str, pieces: Iterable[Piece], names: Mapping[int, str]) -> SafeString:
    """The section's HTML; each leaf says which it is (`data-position`), the blocks it came from (`data-blocks`), and
    whose hand it is (`data-hand`: "written by …", "edited by …").

    The HTML must be a stored section's: it was cleaned to the contract before it was stored.
    """
    found = iter(enumerate(pieces))
    return mark_safe(_LEAF.sub(lambda leaf: _opening(leaf[1], found, names), html))


def _piece(entries: Sequence[Mapping[str, Any]], numbers: Numbers) -> Piece:
    named = [(entry, block) for entry in entries for block in (entry.get("block"), *entry.get("also", ()))]
    found = [numbers.of(entry.get("run"), block) for entry, block in named if block is not None]
    return Piece(
        tuple(block for block in found if block is not None),
        _first(entries, "written_by"),
        _first(entries, "edited_by"),
    )


def _first(entries: Iterable[Mapping[str, Any]], key: str) -> int | None:
    return next((entry[key] for entry in entries if entry.get(key) is not None), None)


def _opening(tag: str, pieces: Iterator[tuple[int, Piece]], names: Mapping[int, str]) -> str:
    position, piece = next(pieces, (None, Piece()))
    if position is None:
        return f"<{tag}>"
    values = [("data-position", str(position))]
    if piece.blocks:
        values.append(("data-blocks", " ".join(piece.blocks)))
    if piece.hand is not None:
        verb = "edited" if piece.edited_by else "written"
        values.append(("data-hand", f"{verb} by {names.get(piece.hand, 'an editor')}"))
    return format_html("<{} {}>", tag, format_html_join(" ", '{}="{}"', values))
