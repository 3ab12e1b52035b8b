"""Lines as candidates for headings: how each is dressed, and how it stands between its neighbours."""

from __future__ import annotations

import re
from dataclasses import dataclass

from postings.normalizer.model import HEADING, ITEM, PARAGRAPH, Block
from postings.normalizer.phrases import MAX_HEADING_WORDS, heading_words
from postings.normalizer.steps.lines import is_bold, is_capitals, is_written_as_title, word_count
from postings.normalizer.words import words_of

_LINE = re.compile(r"line (\d+)")
_BOXED = re.compile(r"【[^【】]{2,30}】|《[^《》]{2,30}》|＜[^＜＞]{2,30}＞")
GOES_ON = re.compile(r"\s*(?:…|\.\.\.)$")
_ASIDE_BEFORE = re.compile(r"^\([^()]{1,12}\)\s+(?=\w)")  # "(very) nice to have"
_ASIDE = re.compile(r"\s*\([^()]*\)\s*$")
SENTENCE_END = re.compile(r"[.!。！;…][\"”’)]*\s*$")
_SHORT = 200  # characters; a longer line is no heading, however it is dressed
MOST_NUMBERED = 8  # words of a heading that only its number or its place tells
FEWEST_IN_TITLE = 2  # words of a title that nothing but its capitals marks


@dataclass(slots=True)
class Line:
    """A block as heading candidates are judged: its text, and how it is dressed."""

    block: Block
    text: str
    words: int
    bold: bool
    capitals: bool
    colon: bool
    question: bool
    dressed: bool
    whole: bool = True  # nothing of the block's words is left out of the text
    shaped: bool = False  # it stands between blank line and text as other headings do

    def folded(self) -> tuple[str, ...]:
        """The line's folded words without its numbering."""
        return heading_words(self.text, words_of(self.block) if self.whole else None)


def source_line(block: Block) -> int:
    """The line of a plain text that a whole block stands on; 0: none."""
    match = _LINE.fullmatch(block.path)
    return int(match.group(1)) if match and not block.part else 0


def looks_short(line: Line) -> bool:
    """Whether a line is as short as a heading that only its place tells, and neither a field nor a sentence."""
    plain = line.block.kind is PARAGRAPH and line.words <= MOST_NUMBERED
    return plain and not any(c.isdigit() or c in ":：,;" for c in line.text) and not SENTENCE_END.search(line.text)


def line_of(block: Block) -> Line:
    """A block as a candidate, without an aside in brackets at its edges."""
    text = block.text.strip()
    is_heading = block.kind is HEADING
    if len(text) > _SHORT:
        colon = text[-1] in ":："
        return Line(block, text, word_count(text), False, False, colon, False, is_heading or colon)
    core = (_ASIDE.sub("", text) or text) if text.endswith(")") else text
    if text.endswith("):"):
        core = (_ASIDE.sub("", text[:-1]) or text[:-1]) + ":"
    core = _ASIDE_BEFORE.sub("", core) if core[:1] == "(" else core
    whole, last = core is text, core[-1:]
    colon = last in ":：" or (last in "-–" and core.endswith((":-", " -", " –")))
    bold = block.runs[0].strong if len(block.runs) == 1 else is_bold(block)
    capitals = is_capitals(text) if text.isupper() else text[:1] in "【《＜" and _BOXED.fullmatch(text) is not None
    dressed = is_heading or bold or capitals or colon
    if dressed and last in ".…":
        core = GOES_ON.sub("", core) or core
    return Line(block, core, word_count(core), bold, capitals, colon, last in "?？", dressed, whole)


def is_cut_off(line: Line) -> bool:
    """A line that begins or ends inside a sentence."""
    if line.colon:
        return False
    return line.text.endswith((",", ";", "-")) or (line.text[0].islower() and not line.bold)


def is_cut_title(line: Line, before: Line | None, following: Line | None) -> bool:
    """A piece cut out between lost breaks that is written as a title, with a capital in front of its longer words."""
    if line.words < FEWEST_IN_TITLE or not is_cut_out(line, before, following):
        return False
    return is_written_as_title(line.text)


def is_cut_out(line: Line, before: Line | None, following: Line | None) -> bool:
    """Whether a line was cut from a text that ran together, at lost breaks on both sides."""
    block = line.block
    if not block.part or following is None or following.block.index != block.index or block.kind is not PARAGRAPH:
        return False
    return not flows(line, before) and following.block.part > block.part + 1


def flows(line: Line, before: Line | None) -> bool:
    """Whether a line goes on in the paragraph of the one before it."""
    block = line.block
    return before is not None and before.block.index == block.index and before.block.part + 1 == block.part


def longer_follows(line: Line, following: Line | None) -> bool:
    """Whether an item or a longer line stands below."""
    return following is not None and (following.block.kind is ITEM or following.words > line.words)


def stands_out(line: Line, before: Line | None, following: Line | None) -> bool:
    """A short line between longer ones, or right above a list."""
    if following is None:
        return False
    if following.block.kind is ITEM and line.block.kind is not ITEM:
        return True
    return following.words >= line.words + 6 and (before is None or before.words >= line.words + 6 or before.dressed)


def is_unknown_heading(line: Line, before: Line | None, following: Line | None) -> bool:
    """A line dressed as a heading, not a sentence, with something below that is not dressed alike."""
    if following is None or following.block.kind is HEADING:
        return False
    if line.colon:
        return line.words <= MAX_HEADING_WORDS and not following.colon
    if SENTENCE_END.search(line.text) or line.words > 12:
        return False
    if line.shaped:
        return not following.shaped
    if line.bold:
        return not following.bold and not _continues(line, following)
    if line.capitals:
        return not following.capitals and len(line.text) >= 4 and line.words <= 9
    if line.question:
        above_items = following.block.kind is ITEM is not line.block.kind
        return line.words <= 9 and not following.question and (above_items or following.words > 3)
    above_list = following.block.kind is ITEM and line.block.kind is PARAGRAPH
    return above_list and line.words <= 8


def _continues(line: Line, following: Line) -> bool:
    """Whether the next block goes on with the line's own sentence (a bold beginning cut off its text)."""
    return following.block.index == line.block.index and following.text[:1].islower()


def heads_items(line: Line, following: Line | None) -> bool:
    """An item with deeper items below it."""
    if following is None or following.block.kind is not ITEM:
        return False
    return following.block.level > line.block.level and line.words <= 10


def is_numbered(line: Line, before: Line | None, following: Line | None) -> bool:
    """A short line behind a number of its own, which counts no list: "3. Term and payment" above its text."""
    if not line.block.ordered or following is None or line.words > MOST_NUMBERED or SENTENCE_END.search(line.text):
        return False
    if following.block.kind is HEADING or (":" in line.text and not line.colon):
        return False
    return not any(other is not None and other.block.ordered for other in (before, following))


def is_alone(line: Line, before: Line | None, following: Line | None) -> bool:
    """A list of one item above a paragraph: a heading behind a glyph ("◆ Benefits")."""
    if following is None or following.block.kind is not PARAGRAPH or SENTENCE_END.search(line.text):
        return False
    return line.words <= 8 and (before is None or before.block.group != line.block.group or not line.block.group)
