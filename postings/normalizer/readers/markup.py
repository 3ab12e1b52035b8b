"""HTML to drafts: a conformant parser, and one walk over its tree that never recurses.

The theory.  What a reader would see on a line of its own is a block: an element of block kind, or what stands
between two line breaks.  The walk goes through the tree once and writes text into the draft that is open; entering or
leaving a block element closes it. Nothing visible is judged here: what is hidden from view or looks like navigation
is read, with the elements around it named in `within`, so that a later step can leave it out and say so.  Only what
is no text at all (scripts, styles, drawings) is passed over.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser, LexborNode

from postings.normalizer.links import clean_link
from postings.normalizer.model import BlockKind, Run
from postings.normalizer.readers.drafts import Draft
from postings.normalizer.readers.guard import IMPLIED, SWALLOWING
from postings.normalizer.readers.names import names
from postings.normalizer.readers.runs import split_lines, trimmed
from postings.normalizer.readers.tables import row_drafts

SKIPPED = names("script style template noscript svg iframe noembed noframes -comment")
BLOCKS = names(
    """
    address article aside blockquote body button caption center dd details dialog dir div dl dt fieldset
    figcaption figure footer form header hgroup hr html label legend main menuitem nav optgroup option p pre
    search section select summary table tbody td textarea tfoot th thead tr
    """
)
HEADINGS = {f"h{rank}": rank for rank in range(1, 7)}
LISTS = frozenset({"ul", "ol", "menu", "dir"})
STRONG = frozenset({"strong", "b"})
EM = frozenset({"em", "i", "cite", "dfn"})
BOUNDARIES = BLOCKS | LISTS | frozenset(HEADINGS) | {"li"}
TAKEN = BOUNDARIES | STRONG | EM | SKIPPED | {"a", "br", "img", "head"}
# Blocks that change nothing but where a text stands.
PLAIN = BLOCKS - names("table tr td th thead pre textarea")
TEXT = 2  # the parser's own number for a piece of text
# Elements whose name alone tells something about the text in them.
TELLING = names(
    """
    address article aside blockquote button details dialog dl dt dd fieldset figcaption figure footer form
    header label legend main menu nav option search section select summary textarea table
    """
)
# Elements whose text the parser takes as it stands, tags and all, or whose markup is none of the page's.
RAW = frozenset({*SWALLOWING, "-comment"})
BLANKS = re.compile(r"[ \t\n\r\f]+")
HIDING_STYLE = re.compile(r"display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden", re.IGNORECASE)
KEEPING_STYLE = re.compile(r"white-space(?:-collapse)?\s{0,3}:\s{0,3}(?:pre|preserve|break-spaces)", re.IGNORECASE)
MAX_WITHIN = 16
MAX_TOKEN = 120
MAX_PATH = 120
# A first line of a list item this short, followed by one more line, is the item's title and stays with it.
ITEM_TITLE = 80


class Place(NamedTuple):
    """What the elements around a text say about it."""

    kind: BlockKind = BlockKind.PARAGRAPH
    level: int = 0
    depth: int = 0
    group: int = 0
    ordered: bool = False
    header: bool = False
    keeps_lines: bool = False
    cell: tuple[int, int, int] | None = None
    item: int = 0


class Style(NamedTuple):
    """The formatting of the text that comes next."""

    strong: bool = False
    em: bool = False
    href: str = ""
    linked: bool = False


@dataclass(slots=True)
class Reading:
    """What a walk found: drafts in reading order, the page's title, script texts with structured data, images left
    out, elements seen, and how many of these hold no markup of their own."""

    drafts: list[Draft] = field(default_factory=list)
    title: str = ""
    heading: str = ""
    structured: list[str] = field(default_factory=list)
    meta: dict[str, str] = field(default_factory=dict)
    images: list[str] = field(default_factory=list)
    elements: int = 0
    raw: int = 0


# What to go back to on the way out of an element: its node and name, and what was known in front of it.
_Open = tuple[LexborNode, str, Place, str, tuple[str, ...], Style]


def read_markup(markup: str, address: str = "") -> Reading:
    """Everything a page or piece of markup says, in reading order; `address` resolves relative links."""
    walk = _Walk(address)
    root = LexborHTMLParser(markup).root
    if root is not None:
        walk.over(root)
    return walk.reading


class _Walk:
    """One pass over a tree, with a stack of what to restore on the way out."""

    def __init__(self, address: str) -> None:
        self.reading = Reading()
        self.base = address
        self.place = Place()
        self.path = ""
        self.within: tuple[str, ...] = ()
        self.style = Style()
        self.runs: list[Run] = []
        self.linked = 0
        self.length = 0
        self.groups = 0
        self.items = 0
        self.tables: dict[int, int] = {}
        self.counts: dict[tuple[str, str], int] = {}
        self.rows: dict[int, int] = {}
        self.columns: dict[tuple[int, int], int] = {}
        self.orphans: dict[str, int] = {}
        self.names: dict[int, str] = {}
        self.seen: list[str] = []

    def over(self, root: LexborNode) -> None:
        stack: list[_Open] = []
        node: LexborNode | None = root
        while node is not None:
            number = node.tag_id
            if number == TEXT:
                self._text(node.text_content or "")
            else:
                name = self.names.get(number) or self._named(node)
                self.seen.append(name)
                here = (node, name, self.place, self.path, self.within, self.style)
                child = node.child if name not in TAKEN or self._take(node, name) else None
                if child is not None:
                    stack.append(here)
                    node = child
                    continue
                self._leave(here)
            following = node.next
            while following is None and stack:
                left = stack.pop()
                self._leave(left)
                following = left[0].next
            node = following
        self._close()
        self._count(self.seen)

    def _named(self, node: LexborNode) -> str:
        """The element's name, asked for once in a document: the parser makes a new string each time."""
        return self.names.setdefault(node.tag_id, node.tag or "")

    def _count(self, seen: Sequence[str]) -> None:
        counts = Counter(seen)
        self.reading.elements += len(seen) - sum(counts[name] for name in IMPLIED)
        self.reading.raw += sum(counts[name] for name in RAW)

    def _take(self, node: LexborNode, name: str) -> bool:
        """Take in the beginning of one element; is there anything to read in it?"""
        if name in BOUNDARIES:
            if self.runs:
                self._close()
            self._enter(node, name)
        elif name == "br":
            self._break()
        elif name in STRONG:
            self.style = Style(True, *self.style[1:])
        elif name in EM:
            self.style = Style(self.style.strong, True, *self.style[2:])
        elif name == "a":
            if href := node.attributes.get("href"):
                self.style = Style(self.style.strong, self.style.em, clean_link(href, self.base), True)
        elif name == "img":
            self.reading.images.append((node.attributes.get("alt") or "").strip())
        elif name in SKIPPED:
            if name == "script":
                self._script(node)
            return False
        elif name == "head":
            self._head(node)
            return False
        return True

    def _leave(self, left: _Open) -> None:
        _, name, place, path, within, style = left
        if name in BOUNDARIES:
            if self.runs:
                self._close()
            if name == "table":
                self._table(self.place)
            elif name == "h1" and not self.reading.heading and self.reading.drafts:
                self.reading.heading = self.reading.drafts[-1].text
            self.place, self.path, self.within = place, path, within
        self.style = style

    def _enter(self, node: LexborNode, name: str) -> None:
        """Go into a block element."""
        attributes = node.attributes
        parent, self.path = self.path, self._path(name)
        if attributes or name in TELLING:
            self.within = _within(self.within, name, attributes)
            style = attributes.get("style")
            if style and KEEPING_STYLE.search(style):
                self.place = self.place._replace(keeps_lines=True)
        if name in PLAIN:
            return
        place = self.place
        if name in HEADINGS:
            self.place = place._replace(kind=BlockKind.HEADING, level=HEADINGS[name])
        elif name == "li":
            self.place = self._item(place, parent)
        elif name in LISTS:
            self.place = self._list(place, name)
        elif name == "pre" or name == "textarea":
            self.place = place._replace(keeps_lines=True)
        else:
            self.place = self._table_part(place, name)

    def _list(self, place: Place, name: str) -> Place:
        group = place.group
        if not place.depth:
            self.groups += 1
            group = self.groups
        kind = BlockKind.PARAGRAPH if place.kind is BlockKind.HEADING else place.kind
        return place._replace(kind=kind, level=0, depth=place.depth + 1, group=group, ordered=name == "ol")

    def _item(self, place: Place, parent: str) -> Place:
        _, _, depth, group, ordered, header, keeps_lines, cell, _ = place
        if not depth:
            group = self.orphans.get(parent, 0)
            if not group:
                self.groups += 1
                group = self.orphans[parent] = self.groups
        self.items += 1
        level = max(0, depth - 1)
        return Place(BlockKind.ITEM, level, depth, group, ordered, header, keeps_lines, cell, self.items)

    def _table_part(self, place: Place, name: str) -> Place:
        if name == "table":
            self.groups += 1
            self.tables[self.groups] = len(self.reading.drafts)
            cell = (self.groups, 0, 0)
            return place._replace(kind=BlockKind.PARAGRAPH, level=0, depth=0, item=0, group=self.groups, cell=cell)
        if name == "thead":
            return place._replace(header=True)
        if place.cell is None:
            return place
        table, row, column = place.cell
        if name == "tr":
            row = self.rows[table] = self.rows.get(table, 0) + 1
        else:
            column = self.columns[table, row] = self.columns.get((table, row), 0) + 1
        header, cell = place.header or name == "th", (table, row, column)
        return place._replace(kind=BlockKind.PARAGRAPH, level=0, depth=0, header=header, cell=cell)

    def _path(self, name: str) -> str:
        parent = self.path
        if name in ("html", "body"):
            return parent
        key = (parent, name)
        number = self.counts[key] = self.counts.get(key, 0) + 1
        if len(parent) > MAX_PATH:
            return parent
        step = f"{name}[{number}]" if number > 1 else name
        return f"{parent}/{step}" if parent else step

    def _text(self, text: str) -> None:
        if not self.runs and text.isspace():
            return
        if self.place.keeps_lines and "\n" in text:
            first, *others = text.split("\n")
            self._append(first)
            for line in others:
                self._close()
                if line.strip():
                    self._append(line)
        elif "\n" in text or "  " in text or "\t" in text:
            self._append(BLANKS.sub(" ", text))
        else:
            self._append(text)

    def _append(self, text: str) -> None:
        length = len(text.strip())
        if not length and not (text and self.runs):
            return
        strong, em, href, linked = self.style
        self.runs.append(Run(text, strong, em, href))
        self.length += length
        if linked:
            self.linked += length

    def _break(self) -> None:
        if self.place.cell is not None or self.place.item:
            if self.runs:
                self.runs.append(Run("\n"))
        else:
            self._close()

    def _close(self) -> None:
        """End the open draft: trim its edges, and write it down if it says something."""
        runs, self.runs = self.runs, []
        linked, length, self.linked, self.length = self.linked, self.length, 0, 0
        if not length:
            return
        place = self.place
        within = (*self.within, "a") if linked == length else self.within
        for part in self._parts(trimmed(runs), place):
            self.reading.drafts.append(
                Draft(
                    place.kind, part, self.path, place.level, place.group if place.kind is BlockKind.ITEM else 0,
                    place.ordered and place.kind is BlockKind.ITEM, place.header, (), within, place.cell,
                )
            )  # fmt: skip

    def _parts(self, runs: list[Run], place: Place) -> list[list[Run]]:
        """The runs, cut at line breaks where these part more than an item's title from its text."""
        if len(runs) == 1 or not any(run.text == "\n" for run in runs):
            return [runs]
        lines = split_lines(runs)
        if place.cell is not None and place.kind is not BlockKind.ITEM:
            return lines
        if len(lines) == 2 and sum(len(run.text) for run in lines[0]) <= ITEM_TITLE:
            return [[*lines[0], Run("\n"), *lines[1]]]
        return lines

    def _table(self, place: Place) -> None:
        if place.cell is None:
            return
        table = place.cell[0]
        start = self.tables.pop(table)
        drafts = self.reading.drafts
        drafts[start:] = row_drafts(drafts[start:], table)

    def _script(self, node: LexborNode) -> None:
        if "ld+json" in (node.attributes.get("type") or "").lower():
            self.reading.structured.append(node.text() or node.text_content or "")

    def _head(self, node: LexborNode) -> None:
        for child in node.iter():
            self.seen.append(child.tag or "")
            if child.tag == "title":
                title = child.text() or ""
                self.reading.title = " ".join(title.split())
            elif child.tag == "script":
                self._script(child)
            elif child.tag == "meta":
                attributes = child.attributes
                key = attributes.get("property") or attributes.get("name") or attributes.get("itemprop") or ""
                self.reading.meta.setdefault(key.lower(), attributes.get("content") or "")


def _within(within: tuple[str, ...], name: str, attributes: dict[str, str | None]) -> tuple[str, ...]:
    """The names around a text with one more element, if that element says anything."""
    if name in ("body", "html"):
        return within
    token = name
    if attributes:
        if identity := attributes.get("id"):
            token += "#" + identity.strip()[:40]
        if classes := attributes.get("class"):
            token += "." + ".".join(classes.split())
        if role := attributes.get("role"):
            token += f"[role={role}]"
        token = token[:MAX_TOKEN]
        if "hidden" in attributes or ((style := attributes.get("style")) and HIDING_STYLE.search(style)):
            token += "[hidden]"
        if "aria-hidden" in attributes and attributes["aria-hidden"] == "true":
            token += "[aria-hidden]"
    if token == name and name not in TELLING:
        return within
    return (*within[1 - MAX_WITHIN :], token)
