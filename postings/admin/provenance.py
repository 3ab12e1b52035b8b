"""Leading each piece of a section's text back to its block in the source.

A section's HTML is canonical: `<p>`, `<h3>`, `<li>` and `<tr>` appear in it as tags only, each the start of one piece.
Section.blocks lists the pieces in the same order; pieces of one paragraph that stand side by side are one tag.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import unescape
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

_LEAF = re.compile(r"<(p|h3|li|tr)>")
_TAG = re.compile(r"<[^>]*>")


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of a section: the ids of the source's blocks it is made of, or the id of the user who wrote it."""

    blocks: tuple[str, ...] = ()
    written_by: int | None = None


def pieces_of(html: str, stored: Sequence[Mapping[str, Any]]) -> list[Piece]:
    """One Piece for each leaf tag of a section's HTML, in order."""
    rest = list(stored)
    pieces = []
    for text in leaf_texts(html):
        taken, rest = _take(text, rest)
        blocks = tuple(str(entry["block"]) for entry in taken if entry.get("block") is not None)
        writer = next((entry["written_by"] for entry in taken if entry.get("written_by") is not None), None)
        pieces.append(Piece(blocks, writer))
    return pieces


def leaf_texts(html: str) -> list[str]:
    """The letters of each leaf, without white space, up to the next leaf."""
    return [_letters(part) for part in _LEAF.split(html)[2::2]]


def marked(html: str, pieces: Iterable[Piece], names: Mapping[int, str]) -> SafeString:
    """The section's HTML, each leaf with the blocks it came from (`data-blocks`) or who wrote it (`data-writer`).

    The HTML must be a stored section's: it was cleaned to the contract before it was stored.
    """
    found = iter(pieces)
    return mark_safe(_LEAF.sub(lambda leaf: _opening(leaf[1], found, names), html))


def _opening(tag: str, pieces: Iterator[Piece], names: Mapping[int, str]) -> str:
    piece = next(pieces, Piece())
    if piece.written_by is not None:
        return format_html('<{} class="by-hand" data-writer="{}">', tag, names.get(piece.written_by, "an editor"))
    if piece.blocks:
        return format_html('<{} data-blocks="{}">', tag, " ".join(piece.blocks))
    return f"<{tag}>"


def _take(text: str, stored: list[Mapping[str, Any]]) -> tuple[list[Mapping[str, Any]], list[Mapping[str, Any]]]:
    """The stored pieces whose texts make up this leaf's, and those that remain."""
    taken: list[Mapping[str, Any]] = []
    rest = text
    while len(taken) < len(stored):
        letters = _letters(stored[len(taken)]["html"])
        if not rest.startswith(letters) or (taken and not rest):
            break
        rest = rest[len(letters) :]
        taken.append(stored[len(taken)])
    return taken, stored[len(taken) :]


def _letters(html: str) -> str:
    return "".join(unescape(_TAG.sub("", html)).split())
