"""Plain text to blocks.

The theory.  A line that somebody typed is a block of its own.  Lines are joined where a whole text was wrapped by a
machine: there, the first word of the next line would not have fitted on the line before, many times over.  Elsewhere
they are joined where a long line that began a sentence has not ended it and the next one goes on in lower case; and
where many are broken inside sentences, short lines too.  A blank line always parts.  In a long line, gaps of several
blanks are breaks that somebody else's program took out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from postings.normalizer.model import Block, BlockKind, Run
from postings.normalizer.readers.lines import TIGHT_DASH, Line, is_rule, read_line, source_lines

# Mail programs and editors wrap at 60 to 100 columns; a longer line was not wrapped by a machine.
NARROWEST_WRAP = 50
WIDEST_WRAP = 110
# So many lines must go on in lower case after a full line before a text counts as wrapped.
WRAPPED_LINES = 3
WRAPPED_SHARE = 0.5
# So many lines must go on in lower case, and so large a share of all that have a line before them, before a text counts
# as broken inside its sentences; there a line of so many characters that ends in a small word is no heading.
RAGGED_LINES = 5
RAGGED_SHARE = 0.2
LONG_RAGGED = 30
SMALL_WORD = 3  # letters: "a", "of", "der"; with a longer one a list item may end as well
# So long is a line, and so many gaps it has, in which lost breaks show as gaps.
LONG_LINE = 400
FEWEST_GAPS = 3
_GAP = re.compile(r"(?<=[^\s·•*o-]) {3,}(?=\S)")  # not behind a bullet
MANY_GAPS = 8
_NARROW_GAP = re.compile(r"(?<=[a-z)]) {2,3}(?=[A-Z])")  # of two blanks, and not behind a stop, where many type two
_WRITTEN_BLANK = "&nbsp;"  # HTML's name for a blank, copied with its text
# What may stand at the end of a line that is complete.
ENDS = ".!?:;…。！？：；"


def read_text(text: str) -> list[Block]:
    """The blocks of a plain text, each with its line number."""
    numbered = enumerate(source_lines(text.replace(_WRITTEN_BLANK, " ")), start=1)
    lines = [read_line(part, number) for number, raw in numbered for part in _by_gaps(raw)]
    lines = _with_tight_dashes(lines) if "\n-" in text or "\n–" in text else lines
    width = wrap_width(lines)
    ragged = is_ragged(lines, width)
    blocks: list[Block] = []
    lists = _Lists()
    for paragraph in _paragraphs(lines, width, ragged):
        if block := lists.block(paragraph, len(blocks)):
            blocks.append(block)
    return blocks


def _with_tight_dashes(lines: Sequence[Line]) -> list[Line]:
    """The lines, those behind a dash that touches their first word as items where the line before or behind is one."""
    held = [line for line in lines if line.text]
    tight = [TIGHT_DASH.match(line.text) is not None for line in held]
    listed = [False, *(dash or line.bullet for dash, line in zip(tight, held, strict=True)), False]
    items = {
        id(line): replace(line, text=line.text[1:], bullet=True)
        for place, line in enumerate(held)
        if tight[place] and (listed[place] or listed[place + 2])
    }
    return [items.get(id(line), line) for line in lines]


def _by_gaps(raw: str) -> list[str]:
    """The lines that a line was before its breaks were replaced by blanks."""
    if len(raw) < LONG_LINE or "  " not in raw:
        return [raw]
    parts = _GAP.split(raw) if "   " in raw else [raw]
    if len(parts) > FEWEST_GAPS:
        return parts
    parts = _NARROW_GAP.split(raw)
    return parts if len(parts) > MANY_GAPS else [raw]


def wrap_width(lines: Sequence[Line]) -> int:
    """The column at which a machine wrapped this text, or 0 if it was not wrapped."""
    full = [line for line in lines if line.text]
    width = max((_end(line) for line in full), default=0)
    if not NARROWEST_WRAP <= width <= WIDEST_WRAP:
        return 0
    pairs = [(a, b) for a, b in pairwise(lines) if a.text and b.text and not b.is_item]
    forced = [(a, b) for a, b in pairs if _forced(a, b, width)]
    lower = sum(b.text[0].islower() or a.text[-1] == "," for a, b in forced)
    return width if lower >= WRAPPED_LINES and len(forced) >= WRAPPED_SHARE * len(pairs) else 0


def is_ragged(lines: Sequence[Line], width: int) -> bool:
    """Whether many lines that began a sentence have not ended it, and the next ones go on in lower case, which
    no machine that wraps at `width` explains.
    """
    pairs = [(a, b) for a, b in pairwise(lines) if a.text and b.text and not b.is_item]
    open_ended = [(a, b) for a, b in pairs if b.text[0].islower() and a.text[0].isupper() and a.text[-1] not in ENDS]
    broken = sum(not (width and _forced(a, b, width)) for a, b in open_ended)
    return broken >= RAGGED_LINES and broken >= RAGGED_SHARE * len(pairs)


def _end(line: Line) -> int:
    return line.indent + len(line.text) + (2 if line.is_item else 0)


def _forced(line: Line, following: Line, width: int) -> bool:
    """Would the next line's first word not have fitted on this line?"""
    return _end(line) + 1 + len(following.text.split(None, 1)[0]) > width


def _paragraphs(lines: Sequence[Line], width: int, ragged: bool) -> Iterable[list[Line]]:
    """Lines that belong together: one each, but for wrapped ones.  Underlined lines come with their underline."""
    open_lines: list[Line] = []
    for line in lines:
        if open_lines and (not line.text or line.is_item or not _continues(open_lines, line, width, ragged)):
            yield open_lines
            open_lines = []
        if line.text:
            open_lines.append(line)
    if open_lines:
        yield open_lines


def _continues(lines: Sequence[Line], line: Line, width: int, ragged: bool) -> bool:
    before = lines[-1]
    if is_rule(line.text):
        return line.text[0] in "=-" and len(before.text) <= WIDEST_WRAP and not before.is_item
    if is_rule(before.text) or before.text.endswith(":"):
        return False
    if ragged:
        return _is_broken(lines, line)
    if width > 0:
        return _forced(before, line, width) and not _shouts(line.text) and not _shouts(before.text)
    return _goes_on(lines, line)


def _is_broken(lines: Sequence[Line], line: Line) -> bool:
    """Whether a line of a text broken inside its sentences goes on with the one before."""
    before = lines[-1].text
    if before[-1] in ENDS or (not lines[0].is_item and lines[0].text[0].islower()):
        return False
    last = before[before.rfind(" ") + 1 :]
    return line.text[0].islower() or (len(before) >= LONG_RAGGED and last.islower() and len(last) <= SMALL_WORD)


def _goes_on(lines: Sequence[Line], line: Line) -> bool:
    """Whether a line goes on with a sentence that began in capitals; lines that all begin small are a list."""
    before = lines[-1].text
    if not NARROWEST_WRAP <= len(before) <= WIDEST_WRAP or before[-1] in ENDS:
        return False
    return line.text[0].islower() and (lines[0].is_item or not lines[0].text[0].islower())


def _shouts(text: str) -> bool:
    return text.isupper() and len(text) > 3


class _Lists:
    """Numbers the lists that items form: a blank line does not end one, other text does."""

    def __init__(self) -> None:
        self.group = 0
        self.open = False
        self.indents: list[int] = []

    def block(self, lines: list[Line], index: int) -> Block | None:
        first = lines[0]
        path = f"line {first.number}"
        if len(lines) > 1 and is_rule(lines[-1].text):
            self.open = False
            rank = 1 if lines[-1].text[0] == "=" else 2
            return Block(index, BlockKind.HEADING, (Run(_joined(lines[:-1])),), path, level=rank)
        if is_rule(first.text):
            self.open = False
            return None
        if not first.is_item:
            self.open = False
            return Block(index, BlockKind.PARAGRAPH, (Run(_joined(lines)),), path)
        level = self._level(first.indent)
        ordered = first.ordinal > 0
        return Block(index, BlockKind.ITEM, (Run(_joined(lines)),), path, 0, level, self.group, ordered)

    def _level(self, indent: int) -> int:
        if not self.open:
            self.group += 1
            self.open = True
            self.indents = []
        while self.indents and indent < self.indents[-1]:
            self.indents.pop()
        if not self.indents or indent > self.indents[-1] + 1:
            self.indents.append(indent)
        return len(self.indents) - 1


def _joined(lines: Sequence[Line]) -> str:
    return " ".join(line.text for line in lines)
