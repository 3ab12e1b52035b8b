"""A line's words as the labeller sees them: folded, digits made alike, at most as many as change a decision."""

from __future__ import annotations

import re

MOST_WORDS = 60
CJK = "぀-ヿ㐀-䶿一-鿿가-힣々"
_ASCII_WORD = re.compile("[a-z0]+")
_WORD = re.compile(rf"[{CJK}]|[^\W_{CJK}]+")
_ALIKE = str.maketrans("123456789", "000000000")


def fold(text: str) -> str:
    """The beginning of a text, in one case, with its digits made alike."""
    return text[: MOST_WORDS * 12].translate(_ALIKE).casefold()


def words_of(folded: str) -> list[str]:
    """The words of a folded text; characters where words are not parted by spaces."""
    return (_ASCII_WORD if folded.isascii() else _WORD).findall(folded)[:MOST_WORDS]
