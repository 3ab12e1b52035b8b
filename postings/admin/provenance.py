"""Leading each piece of a section's text back to its block in the source.

A section's HTML is canonical: `<p>`, `<h3>`, `<li>` and `<tr>` appear in it as tags only, each the start of one piece.
Section.blocks lists the pieces in the same order; pieces of one paragraph that stand side by side are one tag.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
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


def pieces_of(html: str, stored: Sequence[Mapping[str, Any]], run: int | None = None) -> list[Piece]:
    """One Piece for each leaf tag of a section's HTML, in order.

    Numbers of blocks count in one source: those of another run than `run` lead nowhere and are left out.
    """
    return [_piece(entries, run) for entries in by_element(_LEAF.split(html)[2::2], stored)]


def marked(html: str, pieces: Iterable[Piece], names: Mapping[int, str]) -> SafeString:
    """The section's HTML; each leaf says which it is (`data-position`), the blocks it came from (`data-blocks`), and
    whose hand it is (`data-hand`: "written by …", "edited by …").

    The HTML must be a stored section's: it was cleaned to the contract before it was stored.
    """
    found = iter(enumerate(pieces))
    return mark_safe(_LEAF.sub(lambda leaf: _opening(leaf[1], found, names), html))


def _piece(entries: Sequence[Mapping[str, Any]], run: int | None) -> Piece:
    here = [entry for entry in entries if run is None or entry.get("run") in (None, run)]
    blocks = [str(block) for entry in here for block in (entry.get("block"), *entry.get("also", ())) if block]
    return Piece(tuple(blocks), _first(entries, "written_by"), _first(entries, "edited_by"))


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
