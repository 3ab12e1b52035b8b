"""Markdown inside a line to inline markup, in one pass: emphasis, links, images, escapes.  HTML passes through."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

TOKEN = re.compile(
    r"\\([!-/:-@\[-`{-~])"  # an escaped character
    r"|(\*+|_+|~~)"  # emphasis
    r"|(!?\[)"  # a link or image begins
    r"|\]\(\s{0,9}<?([^\s()<>]{0,2000}(?:\([^\s()<>]{0,500}\)[^\s()<>]{0,500}){0,3})>?"  # it ends, with its address
    r"(?:\s{1,9}[\"'(][^\"'()\n]{0,300}[\"')])?\s{0,9}\)"  # and perhaps a title
    r"|(`+)"  # code
    r"|<((?:https?://|mailto:)[^\s<>]{1,2000})>"  # an address in angle brackets
    r"|(<(?![a-zA-Z/!]))"  # a sign that is no tag
    # In a tag or a bare address nothing is Markdown.
    r"|(<[a-zA-Z/!][^<>]{0,2000}>|https?://[^\s<>()\[\]*\"']{1,2000})"
)
MARKS = {1: ("em",), 2: ("strong",), 3: ("em", "strong")}


@dataclass(slots=True)
class _Opener:
    mark: str
    position: int


def inline_markup(text: str) -> str:
    """The line as inline HTML.  What is no Markdown stays as it is."""
    return _Inline(text).read()


class _Inline:
    def __init__(self, text: str) -> None:
        self.text = text
        self.out: list[str] = []
        self.openers: list[_Opener] = []
        self.waiting: dict[str, int] = {}

    def read(self) -> str:
        position = 0
        for match in TOKEN.finditer(self.text):
            self.out.append(self.text[position : match.start()])
            self._take(match)
            position = match.end()
        self.out.append(self.text[position:])
        return "".join(self.out)

    def _take(self, match: re.Match[str]) -> None:
        escaped, mark, bracket, target, code, address, sign, verbatim = match.groups()
        if escaped:
            self.out.append(html.escape(escaped))
        elif mark:
            self._emphasis(mark, match)
        elif bracket:
            self._open(bracket)
        elif target is not None:
            self._link(target, match.group())
        elif code:
            pass
        elif address:
            self.out.append(f'<a href="{html.escape(address)}">{html.escape(address.removeprefix("mailto:"))}</a>')
        elif sign:
            self.out.append("&lt;")
        elif verbatim:
            self.out.append(verbatim)

    def _open(self, mark: str) -> None:
        self.openers.append(_Opener(mark, len(self.out)))
        self.waiting[mark] = self.waiting.get(mark, 0) + 1
        self.out.append(mark)

    def _close(self, mark: str) -> _Opener | None:
        """The opener that a closing mark belongs to; those opened since stay as text."""
        if not self.waiting.get(mark):
            return None
        while True:
            opener = self.openers.pop()
            self.waiting[opener.mark] -= 1
            if opener.mark == mark:
                return opener

    def _emphasis(self, mark: str, match: re.Match[str]) -> None:
        before = self.text[match.start() - 1 : match.start()]
        after = self.text[match.end() : match.end() + 1]
        opens, closes = bool(after) and not after.isspace(), bool(before) and not before.isspace()
        if mark[0] == "_" and before.isalnum() and after.isalnum():
            opens = closes = False
        if len(mark) > 3 or mark == "~~":
            self.out.append("" if mark != "~~" and len(mark) % 2 == 0 else mark)
            return
        if closes and (opener := self._close(mark)):
            names = MARKS[len(mark)]
            self.out[opener.position] = "".join(f"<{name}>" for name in names)
            self.out.append("".join(f"</{name}>" for name in reversed(names)))
        elif opens:
            self._open(mark)
        else:
            self.out.append(mark)

    def _link(self, target: str, raw: str) -> None:
        if not self.waiting.get("[") and not self.waiting.get("!["):
            self.out.append(raw)
            return
        last = next(opener.mark for opener in reversed(self.openers) if opener.mark in ("[", "!["))
        opener = self._close(last)
        if opener is None:
            return
        if last == "![":
            alt = "".join(self.out[opener.position + 1 :])
            del self.out[opener.position :]
            self.out.append(f'<img alt="{html.escape(alt)}">')
            return
        self.out[opener.position] = f'<a href="{html.escape(target)}">'
        self.out.append("</a>")
