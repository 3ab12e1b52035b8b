"""Markup back to blocks: what an editor's window, a word processor or a stored fragment holds.

The sanitizer parses first, as browsers do, so that Beautiful Soup meets well-formed markup only; then the tree is
walked once, without recursion.  Whatever is not on the contract's list is unwrapped: its text stays, its markup goes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import nh3
from bs4 import BeautifulSoup, NavigableString, PageElement, Tag

from postings.normalizer.inline import SPACES, clean_text, is_blank, tidy_runs
from postings.normalizer.links import clean_link
from postings.normalizer.model import Block, BlockKind, InvariantBroken, Run, Section, SourceRefused
from postings.normalizer.taxonomy import LINK_SCHEMES, MAX_ELEMENTS, SectionKind

MAX_DEPTH = 250  # the sanitizer's time grows with the square of the depth; word processors stay below fifty
MAX_WORK = 2_000_000  # open formatting times elements: what a parser may have to reopen

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_LISTS = frozenset({"ul", "ol", "menu", "dir"})
_CELLS = frozenset({"td", "th"})
_BLOCKS = _HEADINGS | _LISTS | _CELLS | frozenset(
    "p div li dl dt dd section article main aside header footer nav blockquote pre address figure figcaption hr center "
    "table thead tbody tfoot tr caption form fieldset legend details summary".split()
)  # fmt: skip
_STRONG = frozenset({"strong", "b"})
_EMPHASIS = frozenset({"em", "i"})
_READ = set(_BLOCKS | _STRONG | _EMPHASIS | {"a", "br"})
_SILENT = set("script style template noscript iframe object svg math head title textarea select xmp".split())
_FORMATTING = frozenset("a b big code em font i nobr s small strike strong tt u".split())
_UNCOUNTED = frozenset(
    "p li dt dd td th tr option br img hr input meta link wbr area base col embed source track param".split()
)  # fmt: skip
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9:-]*)")
_SPACE = re.compile(f"[{SPACES}\n]+")


def read_body(markup: str) -> tuple[Block, ...]:
    """The blocks that a section's inner markup holds, cleaned to the contract; written again they give stable bytes.

    Raises SourceRefused where the markup is too large or too deep to be an edited text.
    """
    return _blocks(_parsed(markup).contents, 0)


def read_fragment(markup: str) -> tuple[Section, ...]:
    """The sections of a fragment, without their headings; blocks are numbered through.

    Raises InvariantBroken where anything but known sections stands at the top.
    """
    sections: list[Section] = []
    start = 0
    for node in _parsed(markup, attributes={"section": {"data-section"}}).contents:
        if isinstance(node, Tag) and node.name == "section":
            blocks = _blocks(_without_title(node), start)
            start += len(blocks)
            sections.append(Section(_kind(node), blocks))
        elif not is_blank(node.get_text()):
            raise InvariantBroken("form", "The fragment holds text outside its sections.")
    return tuple(sections)


def _kind(node: Tag) -> SectionKind:
    try:
        return SectionKind(str(node.get("data-section")))
    except ValueError:
        raise InvariantBroken("form", f"The fragment has an unknown section, “{node.get('data-section')}”.") from None


def _without_title(section: Tag) -> list[PageElement]:
    contents = list(section.contents)
    for place, node in enumerate(contents):
        if isinstance(node, Tag):
            return contents[:place] + contents[place + 1 :] if node.name in _HEADINGS else contents
    return contents


def _parsed(markup: str, attributes: dict[str, set[str]] | None = None) -> BeautifulSoup:
    guard_markup(markup)
    clean = nh3.clean(
        markup.replace("\x00", ""),
        tags=_READ,
        clean_content_tags=_SILENT,
        attributes={"a": {"href"}} | (attributes or {}),
        url_schemes=set(LINK_SCHEMES),
        link_rel=None,
    )
    return BeautifulSoup(clean, "html.parser")


def guard_markup(markup: str) -> None:
    """Refuse, in one linear pass, markup on which parsers take time beyond measure."""
    depth = formatting = count = 0
    for slash, name in _TAG.findall(markup):
        count += not slash
        name = name.lower()
        if name not in _UNCOUNTED:
            step = -1 if slash else 1
            depth = max(0, depth + step)
            formatting = max(0, formatting + step) if name in _FORMATTING else formatting
        if count > MAX_ELEMENTS or depth > MAX_DEPTH or formatting * count > MAX_WORK:
            raise SourceRefused("too_many_elements", "The text has more or deeper markup than can be read.")


@dataclass
class _State:
    """Where the walk stands: the text being gathered, and what encloses it."""

    blocks: list[Block]
    start: int
    runs: list[Run] = field(default_factory=list)
    strong: int = 0
    em: int = 0
    heading: int = 0
    links: list[str] = field(default_factory=list)
    lists: list[tuple[int, bool]] = field(default_factory=list)  # group, ordered
    items: int = 0
    groups: int = 0
    row: list[tuple[bool, tuple[Run, ...]]] | None = None
    tables: int = 0
    table: int = 0

    def text(self, text: str) -> None:
        href = self.links[-1] if self.links else ""
        self.runs.append(Run(text, self.strong > 0, self.em > 0, href))

    def add(self, kind: BlockKind, runs: tuple[Run, ...], **more: object) -> None:
        if not is_blank("".join(run.text for run in runs)):
            index = self.start + len(self.blocks)
            self.blocks.append(replace(Block(index, kind, runs), **more))  # type: ignore[arg-type]


def _blocks(nodes: Iterable[PageElement], start: int) -> tuple[Block, ...]:
    state = _State([], start)
    stack: list[tuple[PageElement | None, Tag | None]] = [(node, None) for node in reversed(list(nodes))]
    while stack:
        node, left = stack.pop()
        if left is not None:
            _leave(state, left.name)
        elif isinstance(node, Tag):
            _enter(state, node)
            stack.append((None, node))
            stack.extend((child, None) for child in reversed(node.contents))
        elif type(node) is NavigableString:
            state.text(_SPACE.sub(" ", clean_text(node)))
    _flush(state)
    return tuple(state.blocks)


def _enter(state: _State, node: Tag) -> None:
    name = node.name
    if name == "br":
        state.text("\n")
    elif name in _STRONG:
        state.strong += 1
    elif name in _EMPHASIS:
        state.em += 1
    elif name == "a":
        state.links.append(clean_link(str(node.get("href") or "")))
    elif name in _BLOCKS:
        _enter_block(state, name)


def _leave(state: _State, name: str) -> None:
    if name in _STRONG:
        state.strong -= 1
    elif name in _EMPHASIS:
        state.em -= 1
    elif name == "a":
        state.links.pop()
    elif name in _BLOCKS:
        _leave_block(state, name)


def _enter_block(state: _State, name: str) -> None:
    if state.row is not None:  # inside a cell everything is lines of that cell
        _break(state)
        state.tables += name == "table"
        return
    if state.items and name not in _LISTS and name not in ("li", "table"):
        _break(state)
    else:
        _flush(state)
    if name in _LISTS:
        if not state.lists:
            state.groups += 1
        state.lists.append((state.groups, name == "ol"))
    elif name == "li":
        state.items += 1
    elif name == "table":
        state.tables += 1
        state.groups += 1
        state.table = state.groups
    elif name == "tr" and state.tables:
        state.row = []
    state.heading += name in _HEADINGS


def _break(state: _State) -> None:
    """A block inside an item or a cell begins a line of it."""
    if state.runs:
        state.runs.append(Run("\n"))


def _leave_block(state: _State, name: str) -> None:
    if state.row is not None:
        _leave_in_row(state, name)
        return
    if state.items and name not in _LISTS and name not in ("li", "table"):
        _break(state)
    else:
        _flush(state)
    if name in _LISTS:
        state.lists.pop()
    elif name == "li":
        state.items -= 1
    elif name == "table":
        state.tables -= 1
    state.heading -= name in _HEADINGS


def _leave_in_row(state: _State, name: str) -> None:
    assert state.row is not None
    if name == "table":
        state.tables -= 1
    elif state.tables > 1:
        _break(state)
    elif name in _CELLS:
        state.row.append((name == "th", tidy_runs(state.runs)))
        state.runs = []
    elif name == "tr":
        _end_row(state, state.row)
    else:
        _break(state)


def _end_row(state: _State, row: list[tuple[bool, tuple[Run, ...]]]) -> None:
    cells = tuple(runs for _, runs in row)
    header = bool(row) and all(heads for heads, _ in row)
    runs = tuple(run for number, cell in enumerate(cells) for run in ((Run(" "), *cell) if number else cell))
    state.row = None
    state.runs = []
    state.add(BlockKind.ROW, runs, cells=cells, header=header, group=state.table)


def _flush(state: _State) -> None:
    """End the paragraph, heading or item whose text was being gathered."""
    runs = tidy_runs(state.runs)
    state.runs = []
    if not runs:
        return
    if state.lists or state.items:
        group, ordered = state.lists[-1] if state.lists else (0, False)
        state.add(BlockKind.ITEM, runs, level=max(0, len(state.lists) - 1), group=group, ordered=ordered)
    elif state.heading:
        state.add(BlockKind.HEADING, runs, level=3)
    else:
        state.add(BlockKind.PARAGRAPH, runs)
