"""A line's words as the labeller sees them: folded, digits made alike, at most as many as change a decision."""

from __future__ import annotations

import re

MOST_WORDS = 60
MOST_CHARACTERS = 12 * MOST_WORDS
CJK = "぀-ヿ㐀-䶿一-鿿가-힣々"
_WORD = re.compile(rf"[{CJK}]|[^\W_{CJK}]+")
_DIGIT = re.compile(r"[1-9]")
_ALIKE = str.maketrans("123456789", "000000000")
_WORDS_ALONE = {code: chr(code) if chr(code).isalnum() else " " for code in range(128)}
# Most text that is not plain ASCII is so by one of these alone, and none of them is part of a word.
_TYPOGRAPHY = "’–“”•—…"


def fold(text: str) -> str:
    """The beginning of a text, in one case, with its digits made alike."""
    text = text[:MOST_CHARACTERS]
    return (text.translate(_ALIKE) if _DIGIT.search(text) else text).casefold()


def words_of(folded: str) -> list[str]:
    """The words of a folded text; characters where words are not parted by spaces."""
    if not folded.isascii():
        for sign in _TYPOGRAPHY:
            folded = folded.replace(sign, " ")
    words = folded.translate(_WORDS_ALONE).split() if folded.isascii() else _WORD.findall(folded)
    return words[:MOST_WORDS]
