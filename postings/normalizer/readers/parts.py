"""Parts of a page that are furniture, each read as one block.

The theory.  A menu is a hundred lines that nobody wants; to the reader of a ledger it is one piece.  A part is folded
where what it is called says furniture, or what it begins with announces other postings, and no line in it reads like
prose.  Whether that can be trusted is known only when the whole page has been read: not where the same name also
stands around prose, nor where most of the prose follows, nor on a page that has next to no prose outside.  Then the
page is read again with every line for itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from selectolax.lexbor import LexborNode

from postings.normalizer.furniture import MOST_PROSE, holds_prose, is_furniture, is_part, is_prose, stands_beside
from postings.normalizer.model import Block
from postings.normalizer.page_words import folded, is_related
from postings.normalizer.readers.elements import TEXT

# A part with fewer lines is as soon read line by line.
FEWEST_LINES = 4
# Looking into a part costs time with its size, and parts stand in parts; so many are looked into in vain.
MOST_TRIES = 40
# The first text of a part stands in one of so many nodes, or it has no heading.
FIRST_NODES = 30
# No part is furniture that holds more than this many times the prose that stands outside.
MOST_TEXT = 3
SEPARATOR = "\x1f"
# A page's heading is read wherever it stands; what is no text at all goes first.
WITHIN = "h1, script, style, template, noscript, svg, iframe, noembed, noframes"


class Parts:
    """The parts of one page that were folded."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.longest = 0
        self.announced = -1  # how many blocks stand before the first part that announces other postings
        self.tries = 0

    def lines(self, node: LexborNode, name: str, before: int) -> list[str]:
        """The lines of a part that is called so and stands behind so many blocks; none where it is to be read as any
        other."""
        if self.tries >= MOST_TRIES:
            return []
        is_named = is_furniture(name)
        if not is_named and not (stands_beside(name) and is_related(folded(_first_text(node)))):
            return []
        self.tries += 1
        lines = _lines(node)
        if len(lines) < FEWEST_LINES or holds_prose(lines):
            return []
        self.tries -= 1
        self.longest = max(self.longest, sum(map(len, lines)))
        if is_named:
            self.names.add(name)
        elif self.announced < 0:
            self.announced = before
        return lines

    def are_furniture(self, blocks: Sequence[Block]) -> bool:
        """Are all these parts what they are taken for, seen beside everything else that was read?"""
        if not self.longest:
            return True
        around: set[str] = set()
        prose = following = 0
        for number, block in enumerate(blocks):
            text = block.text
            if is_prose(text) and not is_part(block):
                around.update(block.within)
                prose += len(text)
                following += len(text) if 0 <= self.announced <= number else 0
        return (
            self.names.isdisjoint(around)
            and self.longest <= MOST_TEXT * prose
            and following <= (1 - MOST_PROSE) * prose
        )


def _first_text(node: LexborNode) -> str:
    for number, inner in enumerate(node.traverse(include_text=True, skip_empty=True)):
        if inner.tag_id == TEXT:
            return inner.text_content or ""
        if number == FIRST_NODES:
            break
    return ""


def _lines(node: LexborNode) -> list[str]:
    """What stands in a part, piece by piece; nothing where it holds the page's heading."""
    for inner in node.css(WITHIN):
        if inner.tag == "h1":
            return []
        inner.decompose()
    text = node.text(separator=SEPARATOR, strip=True, skip_empty=True)
    if "\n" in text or "  " in text or "\t" in text:
        return [" ".join(line.split()) for line in text.split(SEPARATOR) if line]
    return [line for line in text.split(SEPARATOR) if line]
