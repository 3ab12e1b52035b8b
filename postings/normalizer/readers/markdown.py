"""Markdown to markup, line by line, so that one walk reads both.

The theory.  Postings use a small part of Markdown, and use it loosely: `###Heading` without a blank, lists without a
blank line before them, one fact a line.  So lines are read by their look; only a paragraph's lines that are long
enough to have been wrapped are joined.  HTML inside Markdown passes through.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from postings.normalizer.readers.inline import inline_markup
from postings.normalizer.readers.lines import Line, read_line, source_lines

HEADING = re.compile(r"(#{1,6})\s*([^#\s].*?)\s*#*\s*$")
UNDERLINE = re.compile(r"(=+|-{2,})\s*")
RULE = re.compile(r"(?:[-*_]\s*){3,}")
TABLE_RULE = re.compile(r"\|?(?:\s*:?-+:?\s*\|)+\s*(?::?-+:?\s*)?")
BLOCK_HTML = re.compile(
    r"</?(?:p|ul|ol|li|div|h[1-6]|br|hr|table|thead|tbody|tr|td|th|section|article|details|summary|center|dl|dt|dd|blockquote|figure|iframe|script|style|form|!--)\b",
    re.IGNORECASE,
)
QUOTE = re.compile(r"^\s*(?:>[ \t]*)+")
FENCE = re.compile(r"(?:```|~~~)")
# What some dialects write behind a line to give it a class or a name: `{: .large }`, `## Tasks {#tasks}`.
ATTRIBUTES = re.compile(r"\s*\{(?::[^{}]*|[#.][\w.#-]*)\}\s*$")
# What a site's generator puts in its place: `{{< icon name="calendar" >}}`.
SHORTCODE = re.compile(r"\{\{[<%][^{}]{0,300}[%>]\}\}")
# A line at least this long was probably wrapped where the next one goes on in it.
SHORT_LINE = 50


def to_markup(text: str) -> str:
    """HTML that says what the Markdown says."""
    return "\n".join(_Writer(source_lines(SHORTCODE.sub(" ", text) if "{{" in text else text)).written())


class _Writer:
    def __init__(self, raw: Sequence[str]) -> None:
        self.raw = raw
        self.out: list[str] = []
        self.paragraph: list[Line] = []
        self.item: Line | None = None
        self.lists: list[tuple[int, str]] = []
        self.after_blank = False
        self.in_table = False
        self.in_fence = False
        self.broken = False

    def written(self) -> list[str]:
        for number, raw in enumerate(self.raw, start=1):
            self._line(raw, number)
        self._flush()
        self._end_lists(-1)
        self._end_table()
        return self.out

    def _line(self, raw: str, number: int) -> None:
        if raw.rstrip()[-1:] == "}" and not self.in_fence and ATTRIBUTES.search(raw):
            raw = ATTRIBUTES.sub("", raw)
            if not raw.strip():
                return
        text = raw.strip()
        if FENCE.match(text):
            self._flush()
            self.in_fence = not self.in_fence
            return
        if not text:
            self._flush()
            self._end_table()
            self.after_blank = True
            return
        if not self.in_fence and self._structural(text):
            self.after_blank = False
            return
        self._words(raw, number)
        self.after_blank = False

    def _structural(self, text: str) -> bool:
        """Take in a heading, underline, rule, table row or line of HTML; False for a line of words."""
        text = QUOTE.sub("", text)
        if match := HEADING.match(text):
            self._flush()
            self._end_lists(-1)
            self._heading(len(match.group(1)), match.group(2))
        elif UNDERLINE.fullmatch(text) and self.paragraph and not self.item:
            *before, title = self.paragraph
            self.paragraph = before
            self._flush()
            self._heading(1 if text[0] == "=" else 2, title.text)
        elif TABLE_RULE.fullmatch(text) and "|" in text:
            pass
        elif RULE.fullmatch(text):
            self._flush()
        elif text.startswith("|") and text.count("|") > 1:
            self._flush()
            self._row(text)
        elif BLOCK_HTML.match(text):
            self._flush()
            self._end_lists(-1)
            self.out.append(inline_markup(text))
        else:
            return False
        return True

    def _heading(self, rank: int, text: str) -> None:
        self._end_lists(-1)
        self.out.append(f"<h{rank}>{inline_markup(text)}</h{rank}>")

    def _row(self, text: str) -> None:
        if not self.in_table:
            self._end_lists(-1)
            self.out.append("<table>")
            self.in_table = True
        cells = text.strip("|").replace("\\|", "&#124;").split("|")
        self.out.append("<tr>" + "".join(f"<td>{inline_markup(cell.strip())}</td>" for cell in cells) + "</tr>")

    def _words(self, raw: str, number: int) -> None:
        line = read_line(QUOTE.sub("", raw), number)
        if self._is_emphasis(raw.strip()):
            line = Line(number, line.indent, raw.strip())
        if line.is_item:
            self._flush()
            self._open_list(line)
            self.item = line
            self.paragraph = [line]
            return
        if self.paragraph and (self.broken or not self._joins(self.paragraph[-1], raw)):
            self._flush()
        self.broken = raw.endswith(("  ", "\\"))
        if not self.paragraph and self.lists and not (self.after_blank and line.indent >= 2):
            self._end_lists(-1)
        self.paragraph.append(line)

    @staticmethod
    def _is_emphasis(text: str) -> bool:
        """`**Bold.** words` and `*so*` begin with emphasis, not with a bullet."""
        return text.startswith("**") or (text.startswith("*") and not text[1:2].isspace() and text.count("*") > 1)

    @staticmethod
    def _joins(before: Line, raw: str) -> bool:
        """Does a line go on in the next one?"""
        return len(before.text) >= SHORT_LINE or raw.strip()[:1].islower()

    def _open_list(self, line: Line) -> None:
        name = "ol" if line.ordinal else "ul"
        self._end_table()
        while self.lists and line.indent + 1 < self.lists[-1][0]:
            self._close_list()
        if self.lists and self.lists[-1][1] != name and abs(self.lists[-1][0] - line.indent) <= 1:
            self._close_list()
        if not self.lists or line.indent > self.lists[-1][0] + 1:
            self.lists.append((line.indent, name))
            self.out.append(f"<{name}>")

    def _close_list(self) -> None:
        self.out.append(f"</{self.lists.pop()[1]}>")

    def _end_lists(self, indent: int) -> None:
        while self.lists and self.lists[-1][0] > indent:
            self._close_list()

    def _end_table(self) -> None:
        if self.in_table:
            self.out.append("</table>")
            self.in_table = False

    def _flush(self) -> None:
        lines, self.paragraph = self.paragraph, []
        item, self.item = self.item, None
        if not lines:
            return
        self._end_table()
        text = inline_markup(" ".join(line.text for line in lines))
        name = "li" if item else "p"
        self.out.append(f"<{name}>{text}</{name}>")
