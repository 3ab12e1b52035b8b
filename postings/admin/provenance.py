"""Leading each piece of a section's text back to its block in the source.

A section's HTML is canonical: `<p>`, `<h3>`, `<li>` and `<tr>` appear in it as tags only, each the start of one piece.
Section.blocks lists the pieces in the same order; pieces of one paragraph that stand side by side are one tag.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from postings.services.pieces import by_element

_LEAF = re.compile(r"<(p|h3|li|tr)>")


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of a section: the ids of the source's blocks it is made of, or the id of the user who wrote it."""

    blocks: tuple[str, ...] = ()
    written_by: int | None = None


def pieces_of(html: str, stored: Sequence[Mapping[str, Any]]) -> list[Piece]:
    """One Piece for each leaf tag of a section's HTML, in order."""
    return [_piece(entries) for entries in by_element(_LEAF.split(html)[2::2], stored)]


def marked(html: str, pieces: Iterable[Piece], names: Mapping[int, str]) -> SafeString:
    """The section's HTML, each leaf with the blocks it came from (`data-blocks`) or who wrote it (`data-writer`).

    The HTML must be a stored section's: it was cleaned to the contract before it was stored.
    """
    found = iter(pieces)
    return mark_safe(_LEAF.sub(lambda leaf: _opening(leaf[1], found, names), html))


def _piece(entries: Iterable[Mapping[str, Any]]) -> Piece:
    blocks = tuple(str(entry["block"]) for entry in entries if entry.get("block") is not None)
    writers = (entry["written_by"] for entry in entries if entry.get("written_by") is not None)
    return Piece(blocks, next(writers, None))


def _opening(tag: str, pieces: Iterator[Piece], names: Mapping[int, str]) -> str:
    piece = next(pieces, Piece())
    if piece.written_by is not None:
        return format_html('<{} class="by-hand" data-writer="{}">', tag, names.get(piece.written_by, "an editor"))
    if piece.blocks:
        return format_html('<{} data-blocks="{}">', tag, " ".join(piece.blocks))
    return f"<{tag}>"
