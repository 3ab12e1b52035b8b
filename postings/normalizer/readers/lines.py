"""What a line of plain text is by its own look: an item with a bullet or number, a rule, or words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from postings.normalizer.readers.blocks import too_many
from postings.normalizer.taxonomy import MAX_ELEMENTS

# Squares and diamonds are left to the tidying step: alone they mark headings.
# Glyphs that are bullets wherever they begin a line, and others that are bullets only before a blank, arrows
# of several signs among them.
SURE_BULLETS = "•●▪◦‣⁃∙➢➤➔➜►▶▸✓✔✅☑○★☆✦✪➡→·・･"
BULLET = re.compile(
    rf"[{SURE_BULLETS}\uf0b7\uf0a7\uf076\uf0d8\uf0fc\u2b9a]\ufe0f?\s*|[-*+–—‐‑−](?=\s)\s*|[o§](?=\s+\S)\s+|(?:>>|»|[-=]>|~)(?=\s)\s*"
)
# A dash or star that touches its word is a bullet only if it begins a sentence.
TIGHT_BULLET = re.compile(r"[-–—*](?=[A-ZÀ-ÞŚŻŹĆŁ][^\s*]*\s)")
# Whatever it begins, beside other such lines or items it is one.
TIGHT_DASH = re.compile(r"[-–—‐−](?=[^\W\d_])")
NUMBER = re.compile(r"(\d{1,2})\.\s+(?=\S)")
# Numbers and letters written in another way are kept as text: they may be referred to.
LETTERED = re.compile(r"\(?(?:\d{1,2}|[a-z])\)\s*\S")
BLANK_LINES = re.compile(r"\n[ \t]*\n\s*")
RULE = re.compile(r"[-=*_~#.•·]{3,}\s*")


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its number in the source, indent, what begins it (bullet, number or nothing) and its text without
    that."""

    number: int
    indent: int
    text: str
    bullet: bool = False
    ordinal: int = 0

    @property
    def is_item(self) -> bool:
        return self.bullet or self.ordinal > 0


def source_lines(text: str) -> list[str]:
    """The lines of a text.  Raises SourceRefused (too_many_elements) where more hold words than a posting can have."""
    if text.count("\n") > MAX_ELEMENTS:
        text = BLANK_LINES.sub("\n\n", text)
        if sum(1 for line in text.split("\n") if line) > MAX_ELEMENTS:
            raise too_many()
    return text.split("\n")


def read_line(raw: str, number: int) -> Line:
    """The line, with its bullet or number told apart from its words."""
    expanded = raw.expandtabs(4)
    text = expanded.strip()
    indent = len(expanded) - len(expanded.lstrip())
    match = BULLET.match(text) or TIGHT_BULLET.match(text)
    if match and match.end() < len(text):
        return Line(number, indent, text[match.end() :].strip(), bullet=True)
    match = NUMBER.match(text)
    if match and match.end() < len(text):
        return Line(number, indent, text[match.end() :].strip(), ordinal=int(match.group(1)))
    if LETTERED.match(text):
        return Line(number, indent, text, bullet=True)
    return Line(number, indent, text)


def is_rule(text: str) -> bool:
    """A line that is drawn and says nothing."""
    return RULE.fullmatch(text) is not None
