"""Text from outside that is to be stored: made storable where that loses nothing, refused clearly where it would."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from postings.normalizer.inline import clean_text
from postings.services.errors import SourceInvalid

# Bidirectional controls and invisible characters that no title needs; the joiners U+200C and U+200D stay.
_INVISIBLE = {*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200B, 0x200E, 0x200F, 0x2060, 0xFEFF}
_NOT_STORABLE = re.compile("[\0\ud800-\udfff]")


def clean_line(text: str, length_max: int) -> str:
    """One line of visible text: control and invisible characters removed, white space single, cut to a length."""
    visible = (
        " " if unicodedata.category(char) in ("Cc", "Cs") else char for char in text if ord(char) not in _INVISIBLE
    )
    return " ".join(clean_text("".join(visible)).split())[:length_max].rstrip()


def require_storable(text: str, field: str) -> str:
    """The text itself.  Raises SourceInvalid for U+0000 and lone surrogates, which databases refuse."""
    if "\0" in text:
        raise SourceInvalid(f"“{field}” holds the character U+0000, which cannot be stored.", "unstorable_text")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        sentence = f"“{field}” holds half a character (a lone surrogate), which cannot be stored."
        raise SourceInvalid(sentence, "unstorable_text") from None
    return text


def make_storable(value: Any) -> Any:
    """A JSON value without U+0000 and lone surrogates in its texts, for what was found and not sent."""
    if isinstance(value, str):
        return _NOT_STORABLE.sub("", value)
    if isinstance(value, dict):
        return {make_storable(name): make_storable(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [make_storable(part) for part in value]
    return value
