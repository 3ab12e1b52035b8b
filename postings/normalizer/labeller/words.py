"""A line's words as the labeller sees them: folded, digits made alike, at most as many as change a decision."""

from __future__ import annotations

import re
from collections.abc import Sequence

from postings.normalizer import words
from postings.normalizer.model import Block

MOST_WORDS = 60
MOST_CHARACTERS = 12 * MOST_WORDS
CJK = "぀-ヿ㐀-䶿一-鿿가-힣々"
_WORD = re.compile(rf"[{CJK}]|[^\W_{CJK}]+")
_ALIKE = str.maketrans("123456789", "000000000")
_PLAIN = bytes(
    ord(chr(code).lower().translate(_ALIKE) if code < 128 and chr(code).isalnum() else " ") for code in range(256)
)
# Most text that is not plain ASCII is so by one of these alone, and none of them is part of a word.
_TYPOGRAPHY = "’–“”•—…"


def words_in(block: Block) -> Sequence[str]:
    """The words of a block's beginning."""
    folded = words.words_of(block)
    if block.plain and not block.figure and len(block.text) <= MOST_CHARACTERS:
        return folded[:MOST_WORDS]  # they are the same
    return words_of(block.text.strip())


def words_of(text: str) -> list[str]:
    """The words of a text's beginning; characters where words are not parted by spaces."""
    text = text[:MOST_CHARACTERS]
    if not text.isascii():
        for sign in _TYPOGRAPHY:
            text = text.replace(sign, " ")
    if text.isascii():
        return text.encode().translate(_PLAIN).decode().split()[:MOST_WORDS]
    return _WORD.findall(text.translate(_ALIKE).casefold())[:MOST_WORDS]
