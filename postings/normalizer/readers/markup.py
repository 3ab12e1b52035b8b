"""HTML to blocks: one walk over a parsed tree that never recurses.

The theory.  What a reader would see on a line of its own is a block: an element of block kind, or what stands
between two line breaks.  The walk goes through the tree once and gathers the text of the block that is open; entering
or leaving a block element closes it. Nothing visible is judged here: what is hidden from view or looks like navigation
is read, with the elements around it named in `within`, so that a later step can leave it out and say so.  Only what
is no text at all (scripts, styles, drawings) is passed over.  A part of the page that is called furniture and holds
no prose (a menu, a list of links) is one block with a line for each of its pieces: see `parts`.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser, LexborNode

from postings.normalizer.links import clean_link
from postings.normalizer.model import ITEM, Block, BlockKind, Run
from postings.normalizer.readers.elements import (
    BLOCK,
    ELEMENTS,
    FORMAT,
    HEADINGS,
    IMAGE,
    LINE_BREAK,
    LISTS,
    NO_ELEMENT,
    PASSED_OVER,
    ROOT,
    SPEAKING_BLOCK,
    TEXT,
)
from postings.normalizer.readers.microdata import POSTING, read_microdata
from postings.normalizer.readers.parts import Parts
from postings.normalizer.readers.runs import split_lines, trimmed
from postings.normalizer.readers.tables import Cell, row_blocks

BLANKS = re.compile(r"[ \t\n\r\f]+")
HIDING_STYLE = re.compile(r"display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden", re.IGNORECASE)
KEEPING_STYLE = re.compile(r"white-space(?:-collapse)?\s{0,3}:\s{0,3}(?:pre|preserve|break-spaces)", re.IGNORECASE)
STRUCTURED = 'script[type*="ld+json" i]'
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
    cell: Cell | None = None
    is_item: bool = False


NOWHERE = Place()
# Elements at whose end there is more to do than to go back.
_TAKEN_APART = frozenset({"h1", "table"})
# The formatting of the text that comes next: strong, em, address, inside a link.
Style = tuple[bool, bool, str, bool]
NO_STYLE: Style = (False, False, "", False)
BREAK: tuple[str, Style] = ("\n", NO_STYLE)


@dataclass(slots=True)
class Reading:
    """What a walk found: blocks in reading order, the page's title and first heading, script texts with structured
    data, what its meta elements say, images left out."""

    blocks: list[Block] = field(default_factory=list)
    title: str = ""
    heading: str = ""
    structured: list[str] = field(default_factory=list)
    meta: dict[str, str] = field(default_factory=dict)
    images: list[str] = field(default_factory=list)


# What to go back to on the way out of an element: a block's name, and what was known in front of it.
_Before = tuple[str, Place, str, tuple[str, ...], Style]


def read_tree(parser: LexborHTMLParser, address: str = "") -> Reading:
    """Everything a page or piece of markup says, in reading order; `address` resolves relative links."""
    says_more = parser.css_first(f"{STRUCTURED}, {POSTING}") is not None
    structured = [script.text() for script in parser.css(STRUCTURED)] if says_more else []
    parts = Parts()
    reading = _Walk(address, parts).over(parser.root)
    if not parts.are_furniture(reading.blocks):
        reading = _Walk(address, None).over(parser.root)
    reading.structured = structured
    if says_more and (microdata := read_microdata(parser)):
        reading.structured.append(json.dumps(microdata))
    if (head := parser.head) is not None and head.child is not None:
        _read_head(head, reading)
    return reading


def _read_head(head: LexborNode, reading: Reading) -> None:
    if title := head.css_first("title"):
        reading.title = " ".join(title.text().split())
    for element in head.css('meta[property^="og:" i], meta[name^="og:" i]'):
        attributes = element.attributes
        key = attributes.get("property") or attributes.get("name") or ""
        reading.meta.setdefault(key.lower(), attributes.get("content") or "")


class _Walk:
    """One pass over a tree, with a stack of what to restore on the way out."""

    def __init__(self, address: str, parts: Parts | None) -> None:
        self.reading = Reading()
        self.parts = parts
        self.base = address
        self.place = NOWHERE
        self.path = ""
        self.within: tuple[str, ...] = ()
        self.style = NO_STYLE
        self.pieces: list[tuple[str, Style]] = []
        self.groups = 0
        self.last_item: tuple[Place | None, Place] = (None, NOWHERE)
        self.cells: dict[int, Cell] = {}
        self.tables: dict[int, int] = {}
        self.counts: dict[tuple[str, str], int] = {}
        self.rows: dict[int, int] = {}
        self.columns: dict[tuple[int, int], int] = {}
        self.orphans: dict[str, int] = {}

    def over(self, root: LexborNode | None) -> Reading:
        elements = ELEMENTS
        stack: list[tuple[LexborNode, _Before | None]] = []
        node: LexborNode | None = root
        while node is not None:
            number = node.tag_id
            if number == TEXT:
                text = node.text_content
                if text and (self.pieces or not text.isspace()):
                    self._text(text)
            else:
                role, name, tells, is_part = elements.get(number, NO_ELEMENT)
                if not (BLOCK <= role <= SPEAKING_BLOCK) or is_part or not self._leaf(node, role, name, tells):
                    before = self._take(node, role, name, tells) if role else None
                    ends = role == PASSED_OVER or (is_part and before and self._part(node, before))
                    if not ends and (child := node.child) is not None:
                        stack.append((node, before))
                        node = child
                        continue
                    if before is not None:
                        self._leave(before)
            following = node.next
            while following is None and stack:
                node, before = stack.pop()
                if before is not None:
                    self._leave(before)
                following = node.next
            node = following
        self._close()
        return self.reading

    def _leaf(self, node: LexborNode, role: int, name: str, tells: bool) -> bool:
        """Write down a block that holds one text and nothing else, as most do, without going into it; is it one?"""
        place, path, within = self.place, self.path, self.within
        if place.cell is not None or place.keeps_lines or name in _TAKEN_APART:
            return False
        child = node.child
        if child is None or child.tag_id != TEXT or child.next is not None:
            return False
        if self.pieces:
            self._close()
        self._enter(node, name, tells)
        if role == SPEAKING_BLOCK:
            self.place = self._spoken(self.place, name, path)
        text = child.text_content
        if text and not text.isspace():
            if self.place.keeps_lines:
                self._text(text)
                self._close()
            else:
                strong, em, href, linked = self.style
                self._write((Run(_collapsed(text).strip(), strong, em, href),), linked)
        self.place, self.path, self.within = place, path, within
        if name == "li" and place.kind is BlockKind.HEADING:
            self.place = _behind_heading(place)
        return True

    def _take(self, node: LexborNode, role: int, name: str, tells: bool) -> _Before | None:
        """Take in the beginning of one element; what is to be restored behind it."""
        if role <= ROOT:
            if self.pieces:
                self._close()
            before = (name, self.place, self.path, self.within, self.style)
            if role != ROOT:
                self._enter(node, name, tells)
            if role == SPEAKING_BLOCK:
                self.place = self._spoken(self.place, name, before[2])
            return before
        if role == FORMAT:
            before = ("", self.place, self.path, self.within, self.style)
            self._format(node, name)
            return before
        if role == LINE_BREAK:
            self._break()
        elif role == IMAGE:
            self.reading.images.append((node.attributes.get("alt") or "").strip())
        return None

    def _part(self, node: LexborNode, before: _Before) -> bool:
        """Take in an element as one block, if it is a piece of the page's furniture."""
        if self.parts is None or self.within is before[3]:
            return False
        lines = self.parts.lines(node, self.within[-1], len(self.reading.blocks))
        if not lines:
            return False
        within = (*self.within, "a") if 2 * len(node.css("a[href]")) >= len(lines) else self.within
        blocks = self.reading.blocks
        blocks.append(Block(len(blocks), BlockKind.PARAGRAPH, (Run("\n".join(lines)),), self.path, within=within))
        return True

    def _leave(self, before: _Before) -> None:
        name = before[0]
        if name:
            if self.pieces:
                self._close()
            if name == "table":
                self._table(self.place)
            elif name == "h1" and not self.reading.heading and self.reading.blocks:
                self.reading.heading = self.reading.blocks[-1].text
        _, self.place, self.path, self.within, self.style = before
        if (name == "li" or name in LISTS) and self.place.kind is BlockKind.HEADING:
            self.place = _behind_heading(self.place)

    def _format(self, node: LexborNode, name: str) -> None:
        strong, em, href, linked = self.style
        if name == "a":
            if address := node.attributes.get("href"):
                self.style = (strong, em, clean_link(address, self.base), True)
        elif name == "strong" or name == "b":
            self.style = (True, em, href, linked)
        else:
            self.style = (strong, True, href, linked)

    def _enter(self, node: LexborNode, name: str, tells: bool) -> None:
        """Go into a block element: where it stands, and what it is called."""
        parent = self.path
        key = (parent, name)
        number = self.counts[key] = self.counts.get(key, 0) + 1
        if len(parent) <= MAX_PATH:
            step = f"{name}[{number}]" if number > 1 else name
            self.path = f"{parent}/{step}" if parent else step
        attributes = node.attributes
        if attributes:
            token = _token(name, attributes)
            if tells or token != name:
                self.within = (*self.within[1 - MAX_WITHIN :], token)
            if (style := attributes.get("style")) and KEEPING_STYLE.search(style):
                self.place = self.place._replace(keeps_lines=True)
        elif tells:
            self.within = (*self.within[1 - MAX_WITHIN :], name)

    def _spoken(self, place: Place, name: str, parent: str) -> Place:
        """What a list, item, heading or part of a table says about the text in it."""
        if name == "li":
            return self._item(place, parent)
        if name in HEADINGS:
            return place._replace(kind=BlockKind.HEADING, level=HEADINGS[name])
        if name in LISTS:
            return self._list(place, name)
        if name == "pre" or name == "textarea":
            return place._replace(keeps_lines=True)
        return self._table_part(place, name)

    def _list(self, place: Place, name: str) -> Place:
        group = place.group
        if not place.depth:
            self.groups += 1
            group = self.groups
        kind = BlockKind.PARAGRAPH if place.kind is BlockKind.HEADING else place.kind
        return Place(
            kind, 0, place.depth + 1, group, name == "ol", place.header, place.keeps_lines, place.cell, place.is_item
        )

    def _item(self, place: Place, parent: str) -> Place:
        """The place of an item; all items of one list have the same."""
        around, item = self.last_item
        if place is around:
            return item
        _, _, depth, group, ordered, header, keeps_lines, cell, _ = place
        if not depth:
            group = self.orphans.get(parent, 0)
            if not group:
                self.groups += 1
                group = self.orphans[parent] = self.groups
        item = Place(BlockKind.ITEM, max(0, depth - 1), depth, group, ordered, header, keeps_lines, cell, True)
        if depth:
            self.last_item = (place, item)
        return item

    def _table_part(self, place: Place, name: str) -> Place:
        if name == "table":
            self.groups += 1
            self.tables[self.groups] = len(self.reading.blocks)
            cell = (self.groups, 0, 0)
            return place._replace(
                kind=BlockKind.PARAGRAPH, level=0, depth=0, is_item=False, group=self.groups, cell=cell
            )
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
        return Place(
            BlockKind.PARAGRAPH, 0, 0, place.group, place.ordered, header, place.keeps_lines, cell, place.is_item
        )

    def _text(self, text: str) -> None:
        """Write down a piece of text; blank ones count only between others."""
        if "\n" in text and self.place.keeps_lines:
            first, *others = text.split("\n")
            self._append(first)
            for line in others:
                self._close()
                self._append(line)
            return
        self.pieces.append((_collapsed(text), self.style))

    def _append(self, text: str) -> None:
        if text and (self.pieces or not text.isspace()):
            self.pieces.append((text, self.style))

    def _break(self) -> None:
        if not self.pieces:
            return
        if self.place.cell is not None or self.place.is_item:
            self.pieces.append(BREAK)
        else:
            self._close()

    def _close(self) -> None:
        """End the open block: trim its edges, and write it down."""
        pieces = self.pieces
        if not pieces:
            return
        self.pieces = []
        while pieces[-1][0].isspace():  # never the first
            pieces.pop()
        if len(pieces) == 1:
            text, (strong, em, href, linked) = pieces[0]
            self._write((Run(text.strip(), strong, em, href),), linked)
        else:
            linked = all(style[3] for text, style in pieces if not text.isspace())
            for line in _lines(trimmed([Run(text, *style[:3]) for text, style in pieces]), self.place):
                self._write(tuple(line), linked)

    def _write(self, runs: tuple[Run, ...], linked: bool) -> None:
        """Write down a line that stands at the walk's place."""
        kind, level, _, group, ordered, header, _, cell, _ = self.place
        if kind is not ITEM:
            group, ordered = 0, False
        within = (*self.within, "a") if linked else self.within
        blocks = self.reading.blocks
        index = len(blocks)
        if cell is not None:
            self.cells[index] = cell
        blocks.append(Block(index, kind, runs, self.path, 0, level, group, ordered, header, (), within))

    def _table(self, place: Place) -> None:
        if place.cell is None:
            return
        table = place.cell[0]
        start = self.tables.pop(table)
        blocks = self.reading.blocks
        blocks[start:] = row_blocks(blocks[start:], self.cells, table)


def _behind_heading(place: Place) -> Place:
    """The place of what follows an item or a list in a heading that nobody closed."""
    return place._replace(kind=BlockKind.PARAGRAPH, level=0)


def _collapsed(text: str) -> str:
    return BLANKS.sub(" ", text) if "\n" in text or "  " in text or "\t" in text else text


def _lines(runs: list[Run], place: Place) -> list[list[Run]]:
    """The runs, cut at line breaks where these part more than an item's title from its text."""
    if len(runs) == 1 or not any(run.text == "\n" for run in runs):
        return [runs]
    lines = split_lines(runs)
    if place.cell is not None and place.kind is not BlockKind.ITEM:
        return lines
    if len(lines) == 2 and sum(len(run.text) for run in lines[0]) <= ITEM_TITLE:
        return [[*lines[0], Run("\n"), *lines[1]]]
    return lines


def _token(name: str, attributes: dict[str, str | None]) -> str:
    """An element's name with what its id, classes, role and visibility add."""
    token = name
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
    return token
