"""Which stored pieces stand in which paragraph, item or row of a section.

Section.blocks lists a section's pieces in order.  Pieces of one paragraph or item of the source that again stand side
by side are one element of the section's HTML, so an element has one piece or several.  Letters decide, not markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import unescape
from typing import Any

_TAG = re.compile(r"<[^>]*>")

Piece = Mapping[str, Any]


def by_element(elements: Iterable[str], stored: Sequence[Piece]) -> list[list[Piece]]:
    """For the HTML of each element, in order, the stored pieces that make it up; none where the letters differ."""
    rest = list(stored)
    found = []
    for html in elements:
        taken = _taken(letters(html), rest)
        rest = rest[taken:]
        found.append(list(stored[len(stored) - len(rest) - taken : len(stored) - len(rest)]))
    return found


def letters(html: str) -> str:
    """The text of markup without white space."""
    return "".join(unescape(_TAG.sub("", html)).split())


def _taken(text: str, stored: Sequence[Piece]) -> int:
    """How many of the next pieces make up a text; 0 where they do not."""
    taken = 0
    while text and taken < len(stored):
        piece = letters(stored[taken]["html"])
        if not text.startswith(piece):
            break
        text = text[len(piece) :]
        taken += 1
    return 0 if text else taken
