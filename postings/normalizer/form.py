"""The exact form of a fragment: a grammar far narrower than HTML, so that no two parsers can disagree about it.

A fragment is read line by line, as `render` lays it out.  A line opens or closes a structure, or it is one paragraph,
heading, item or cell.  What is not exactly so is refused; nothing is mended here.  Most sections hold nothing but
paragraphs and lists without lists in them: one expression reads such a section as a whole.
"""

from __future__ import annotations

import re
from html import unescape

from postings.normalizer.inline import SPACES, UNWANTED
from postings.normalizer.links import clean_link
from postings.normalizer.model import InvariantBroken
from postings.normalizer.taxonomy import MAX_NESTING, SECTION_ORDER, SECTION_TITLES

_FORBIDDEN = re.compile(f"[{UNWANTED}{SPACES[1:]}]")
_ORDINARY = b"\n" + bytes(range(0x20, 0x7F))
_BARE_AMPERSAND = re.compile(r"&(?!amp;|lt;|gt;)")
_SECTION = re.compile(r'<section data-section="([a-z-]+)">')
_STRUCTURE = re.compile(r"<(/?)(section|ul|ol|li|table|thead|tbody|tr)>")
_LEAVES = {f"<{name}>": (name, f"</{name}>") for name in ("h2", "h3", "p", "li", "td", "th")}
_END = "\n</section>"
_FLAT = re.compile(
    r'<section data-section="([a-z-]+)">\n<h2>([^<>\n]+)</h2>'
    r"((?:\n<p>\S[^\n]*</p>|\n<h3>\S[^\n]*</h3>|\n<(ul|ol)>(?:\n<li>\S[^\n]*</li>)++\n</\4>)++)"
)
_FLAT_TEXT = re.compile(r"\n<(?:p|h3|li)>([^\n]*)</")
_INLINE = re.compile(r'<(?:(br)|(/?)(strong|em)|(/)a|a href="([^"<>]*)"(?: rel="[a-z]+(?: [a-z]+)*")?)>')
_PARENTS = {
    "section": ("",),
    "h2": ("section",),
    "h3": ("section",),
    "p": ("section",),
    "ul": ("section", "li"),
    "ol": ("section", "li"),
    "li": ("ul", "ol"),
    "table": ("section",),
    "thead": ("table",),
    "tbody": ("table",),
    "tr": ("thead", "tbody"),
    "td": ("tr",),
    "th": ("tr",),
}
_MAY_BE_EMPTY = ("td", "th")
TITLES = {kind.value: frozenset(titles[kind] for titles in SECTION_TITLES.values()) for kind in SECTION_ORDER}


def check_form(markup: str) -> list[list[str]]:
    """Raise InvariantBroken unless the markup is laid out as a fragment: safe, in order, nothing empty.

    Gives back what stands in each section, its heading left out: the inner markup of every element that holds text.
    """
    unusual = markup.encode("utf-8", "surrogatepass").translate(None, _ORDINARY).decode("utf-8", "surrogatepass")
    if not unusual.isprintable() and _FORBIDDEN.search(unusual):
        raise InvariantBroken("characters", "The fragment holds control, invisible or unusual white space characters.")
    if "&" in markup and _BARE_AMPERSAND.search(markup):
        raise _form("The fragment holds an ampersand that is not escaped.")
    reader = _Reader()
    if markup:
        *sections, last = markup.split(f"{_END}\n")
        for section in sections:
            reader.read(section, _END)
        reader.read(last.removesuffix(_END), _END if last.endswith(_END) else "")
        reader.end()
    return reader.texts


def _form(sentence: str) -> InvariantBroken:
    return InvariantBroken("form", sentence)


class _Reader:
    """Reads lines; `stack` holds the elements that are open."""

    def __init__(self) -> None:
        self.stack: list[str] = []
        self.kinds: list[str] = []
        self.texts: list[list[str]] = []
        self.lines = 0  # in the section that is open
        self.statements = 0
        self.before = ""

    def read(self, section: str, end: str) -> None:
        """Read on as far as the end of a section, which is given apart; if there is none, to the end of all."""
        flat = _FLAT.fullmatch(section) if end and not self.stack else None
        if flat is not None and ("\n<p>" in section or "\n<li>" in section):
            self._flat(flat[1], flat[2], flat[3])
        else:
            self._lines(section + end)

    def end(self) -> None:
        """Refuse a fragment whose last element is not closed."""
        if self.stack:
            raise _form("The fragment ends in the middle of an element.")

    def _flat(self, kind: str, title: str, body: str) -> None:
        self._section(kind)
        self._title(unescape(title))
        texts = self.texts[-1] = _FLAT_TEXT.findall(body)
        for text in texts:
            if "<" in text or ">" in text:
                _check_inline(text)

    def _lines(self, markup: str) -> None:
        for line in markup.split("\n"):
            if leaf := _LEAVES.get(line[: line.find(">") + 1]):
                self._text(*leaf, line)
            elif structure := _STRUCTURE.fullmatch(line):
                self._structure(structure[1], structure[2])
            elif section := _SECTION.fullmatch(line):
                self._open("section")
                self._section(section[1])
            else:
                raise _form(f"The fragment holds a line that is no part of one: “{line[:60]}”.")
            self.before = line

    def _section(self, kind: str) -> None:
        if kind not in TITLES:
            raise _form(f"The contract does not know a section “{kind}”.")
        order = list(TITLES)
        if self.kinds and order.index(kind) <= order.index(self.kinds[-1]):
            raise InvariantBroken("order", "The sections are out of order, or one stands twice.")
        self.kinds.append(kind)
        self.texts.append([])
        self.lines = self.statements = 0

    def _structure(self, slash: str, name: str) -> None:
        if not slash:
            if name in ("section", "li"):
                raise _form(f"<{name}> stands alone on a line.")
            return self._open(name)
        if not self.stack or self.stack.pop() != name:
            raise _form(f"</{name}> closes what is not open.")
        if self.before == f"<{name}>":
            raise _form(f"<{name}> is empty.")
        if name == "section" and not self.statements:
            raise InvariantBroken("empty_section", f"The section “{self.kinds[-1]}” says nothing.")

    def _open(self, name: str) -> None:
        self._allow(name)
        self.stack.append(name)

    def _allow(self, name: str) -> None:
        """Refuse an element that may not begin here."""
        parent = self.stack[-1] if self.stack else ""
        if parent not in _PARENTS[name]:
            raise _form(f"<{name}> may not stand in <{parent or 'nothing'}>.")
        if parent == "section" and (self.lines == 0) != (name == "h2"):
            raise _form("A section begins with its one heading.")
        self.lines += 1
        if len(self.stack) >= MAX_NESTING - 3:  # a link, strong and em may stand inside
            raise InvariantBroken("too_deep", f"The fragment nests deeper than {MAX_NESTING} elements.")

    def _text(self, name: str, end: str, line: str) -> None:
        self._allow(name)
        if line.endswith(end):
            rest = line[len(end) - 1 : -len(end)]
        elif name == "li":
            self.stack.append(name)
            rest = line[len(end) - 1 :]
        else:
            raise _form(f"<{name}> is not closed on its line.")
        if "<" in rest or ">" in rest:
            _check_inline(rest)
        if name == "h2":
            self._title(unescape(rest))
            return
        self.texts[-1].append(rest)
        if not rest or rest.isspace():
            if name not in _MAY_BE_EMPTY:
                raise _form(f"<{name}> is empty.")
        elif name != "h3":
            self.statements += 1

    def _title(self, title: str) -> None:
        if title not in TITLES[self.kinds[-1]]:
            raise InvariantBroken("invented", f"“{title}” is not the heading of “{self.kinds[-1]}” in any language.")


def _check_inline(text: str) -> None:
    """Formatted text: links, strong and em, each inside itself never, closed in the order in which they were opened."""
    if "<" in (bare := _INLINE.sub("", text)) or ">" in bare:
        raise _form(f"The fragment holds markup that is not allowed in text: “{text[:60]}”.")
    stack: list[str] = []
    for br, slash, name, slash_a, href in _INLINE.findall(text):
        if br:
            continue
        tag = name or "a"
        if slash or slash_a:
            if not stack or stack.pop() != tag:
                raise _form(f"</{tag}> closes what is not open.")
            continue
        if tag in stack:
            raise _form(f"<{tag}> stands inside <{tag}>.")
        if tag == "a" and (not href or clean_link(unescape(href)) != unescape(href)):
            raise InvariantBroken("link", f"The address “{href[:80]}” may not be linked.")
        stack.append(tag)
    if stack:
        raise _form(f"<{stack[-1]}> is not closed.")
