"""What kind of line a piece is, whatever its words: length, beginning and end, numbers, addresses, dress."""

from __future__ import annotations

import re
from collections.abc import Sequence

from postings.normalizer.labeller.words import MOST_CHARACTERS, MOST_WORDS
from postings.normalizer.model import Block

_CURRENCY = re.compile(r"[$€£¥₹円]|\b(?:eur|usd|gbp|chf|pln|zł|sek|dkk|kr|k€)\b", re.IGNORECASE)
_CODES = frozenset("eur usd gbp chf pln sek dkk kr".split())
# Each begins with a digit, for which a text is soon searched.
_NUMBERS = (
    ("clock", re.compile(r"\d(?<!\w.)\d?(?:[:.hu]\d{2}|\s?(?:am|pm|uhr|h)\b)", re.IGNORECASE)),
    ("thousands", re.compile(r"\d(?:[.,' \u00a0\u202f]\d{3}\b|\d?k\b|\d{3})", re.IGNORECASE)),
    ("telephone", re.compile(r"\d(?:(?<=\+.)|(?<!\w.)\d{1,3}\)?[ /-]\d{2,4}[ -]\d{2})")),
    ("year", re.compile(r"[12](?<!\w.)(?:(?<=1)9|(?<=2)0)\d\d\b")),
)
# "m/w/d", or an ending such as "*in": found by the sign in its middle, for which a text is soon searched.
_GENDER_FORM = re.compile(
    r"[/|:*·](?:(?<=[/|])(?:(?<=\b[mfwhdx].)|(?<=\b[mfwhdx]\s.))\s?[mfwhdx](?:\s?[/|]\s?[mfwhdx])?\b"
    r"|(?<!\|)-?(?:in|innen|e|a|ne|euse|trice)\b)",
    re.IGNORECASE,
)
_ENDS = ".!?:;…。！？"
_SEEN = 120  # characters whose capitals are counted


def length_of(words: Sequence[str]) -> str:
    """The number of words, roughly."""
    size = len(words)
    return f"n{size}" if size < 4 else "n6" if size < 7 else "n12" if size < 13 else "n25" if size < 26 else "n+"


def shape_of(block: Block, text: str, folded: str, words: Sequence[str]) -> tuple[str, ...]:
    """The group of marks of a line's shape (see `marks`); `folded` is the text with its digits made alike."""
    length = length_of(words)
    found = ["shape", "k:" + block.kind.value, length, "end:" + _class(text[-1:]), "begin:" + _class(text[:1])]
    found.append(_cased(text))
    if "0" in folded:
        found.append("digit")
        if _names_currency(text, words):
            found.append("currency")
        if "%" in text:
            found.append("percent")
        found += [name for name, pattern in _NUMBERS if pattern.search(text)]
    if "@" in text:
        found.append("mail")
    if "http" in text or "www." in text:
        found.append("address")
    if _GENDER_FORM.search(text):
        found.append("gender form")
    if "?" in text:
        found.append("question")
    if ":" in text[:40]:
        found.append("colon")
    if text.isupper():
        found.append("capitals")
    return tuple(found + _dress(block))


def _names_currency(text: str, words: Sequence[str]) -> bool:
    """Whether a text holds the sign or code of a currency; of a plain line that was seen whole its words tell."""
    if text.isascii() and "_" not in text and len(words) < MOST_WORDS and len(text) <= MOST_CHARACTERS:
        return "$" in text or not _CODES.isdisjoint(words)
    return _CURRENCY.search(text) is not None


def _dress(block: Block) -> list[str]:
    runs = block.runs
    found = ["bold"] if runs and runs[0].strong and all(run.strong or not run.text.strip() for run in runs) else []
    for run in runs:
        if run.href:
            return [*found, "link"]
    return found


def _class(character: str) -> str:
    """A character by its class: letters and digits alike, punctuation itself."""
    if character.isalpha():
        return "A" if character.isupper() else "a"
    return "0" if character.isdigit() else character


def _cased(text: str) -> str:
    """Whether a line is written like a name or a title (most words with a capital) or like a sentence."""
    words = text[:_SEEN].split()
    capitals = sum(map(str.isupper, [word[0] for word in words]))
    ended = "." if text[-1:] in _ENDS else ""
    return f"cased:{capitals * 4 // max(len(words), 1)}{ended}{'s' if len(words) < 12 else 'l'}"
