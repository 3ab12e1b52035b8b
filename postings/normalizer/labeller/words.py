"""A line's words as the labeller sees them: folded, digits made alike, at most as many as change a decision."""

from __future__ import annotations

import re

MOST_WORDS = 60
MOST_CHARACTERS = 12 * MOST_WORDS
CJK = "぀-ヿ㐀-䶿一-鿿가-힣々"
_WORD = re.compile(rf"[{CJK}]|[^\W_{CJK}]+")
_ALIKE = str.maketrans("123456789", "000000000")
_PLAIN = {code: chr(code).lower() if chr(code).isalnum() else " " for code in range(128)} | _ALIKE
# Most text that is not plain ASCII is so by one of these alone, and none of them is part of a word.
_TYPOGRAPHY = "’–“”•—…"


def words_of(text: str) -> list[str]:
    """The words of a text's beginning; characters where words are not parted by spaces."""
    text = text[:MOST_CHARACTERS]
    if not text.isascii():
        for sign in _TYPOGRAPHY:
            text = text.replace(sign, " ")
    words = text.translate(_PLAIN).split() if text.isascii() else _WORD.findall(text.translate(_ALIKE).casefold())
    return words[:MOST_WORDS]
