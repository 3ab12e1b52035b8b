"""Parts of a page that are furniture, each read as one draft.

The theory.  A menu is a hundred lines that nobody wants; to the reader of a ledger it is one piece.  A part is folded
where what it is called says furniture and no line in it reads like prose.  Whether that name can be trusted is known
only when the whole page has been read: not where the same name also stands around prose, nor on a page that has next
to no prose outside.  Then the page is read again with every line for itself.
"""

from __future__ import annotations

from collections.abc import Iterable

from selectolax.lexbor import LexborNode

from postings.normalizer.furniture import is_furniture, is_prose
from postings.normalizer.model import BlockKind
from postings.normalizer.readers.drafts import Draft

# A part with fewer lines is as soon read line by line.
FEWEST_LINES = 4
# Looking into a part costs time with its size, and parts stand in parts; so many are looked into in vain.
MOST_TRIES = 40
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
        self.tries = 0

    def folded(self, node: LexborNode, name: str) -> tuple[str, bool] | None:
        """The lines of a part that is called so, and whether they are links; None where it is to be read as any
        other."""
        if self.tries >= MOST_TRIES or not is_furniture(name):
            return None
        self.tries += 1
        for inner in node.css(WITHIN):
            if inner.tag == "h1":
                return None
            inner.decompose()
        text = node.text(separator=SEPARATOR, strip=True, skip_empty=True)
        lines = [" ".join(line.split()) for line in text.split(SEPARATOR) if line]
        if len(lines) < FEWEST_LINES or any(map(is_prose, lines)):
            return None
        self.tries -= 1
        self.names.add(name)
        self.longest = max(self.longest, len(text))
        return "\n".join(lines), 2 * len(node.css("a[href]")) >= len(lines)

    def are_furniture(self, drafts: Iterable[Draft]) -> bool:
        """Are all these parts what they are called, seen beside everything else that was read?"""
        if not self.names:
            return True
        around: set[str] = set()
        prose = 0
        for draft in drafts:
            text = draft.text
            if is_prose(text) and ("\n" not in text or draft.kind is not BlockKind.PARAGRAPH):
                around.update(draft.within)
                prose += len(text)
        return self.names.isdisjoint(around) and self.longest <= MOST_TEXT * prose
