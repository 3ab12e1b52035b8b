"""Blocks to markup: the only place in the product that writes any.

What is written here is canonical: one text has one form, every HTML parser reads that form alike, and parsing, cleaning
or reading it back and writing it again gives the same bytes.  To that end only `&`, `<` and `>` are escaped in text, no
white space but single spaces and the line ends between elements is written, and inline elements nest in one order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter

from postings.normalizer.inline import Format, Piece, is_blank, pieces_of, plain_text
from postings.normalizer.model import HEADING, ITEM, PARAGRAPH, ROW, Block, Run, Section
from postings.normalizer.rereading import read_body, read_fragment
from postings.normalizer.taxonomy import section_titles

__all__ = ["joined", "plain_text", "read_body", "read_fragment", "render_body", "render_fragment", "render_runs"]

MAX_ITEM_LEVEL = 24  # each costs two elements: with section, link and formatting well below the contract's 64

_SPACE = Run(" ")
_KIND, _GROUP = attrgetter("kind"), attrgetter("group")
_UNSPACED = re.compile("[\u3000-\u30ff\u3400-\u9fff\uff01-\uff60]{2}")

OpenList = tuple[int, int, bool]  # level, group, ordered


def render_fragment(sections: Iterable[Section], language: str = "", heading_level: int = 2) -> str:
    """The fragment: section headings in the posting's language at `heading_level` (1-5), sub-headings one below."""
    titles = section_titles(language)
    return "\n".join(
        f'<section data-section="{section.kind.value}">\n'
        f"<h{heading_level}>{titles[section.kind]}</h{heading_level}>\n"
        f"{render_body(section.blocks, heading_level + 1)}\n</section>"
        for section in sections
    )


def render_body(blocks: Iterable[Block], sub_heading_level: int = 3) -> str:
    """The markup inside one section, without its heading; empty text for blocks that hold none."""
    parts: list[str] = []
    for kind, members in groupby(joined(blocks), key=_KIND):
        if kind is ROW:
            parts += [_table(list(rows)) for _, rows in groupby(members, key=_GROUP)]
        elif kind is ITEM:
            parts.append(_lists(list(members)))
        elif kind is HEADING:
            parts += [_heading(block, f"h{sub_heading_level}") for block in members]
        else:
            parts += [f"<p>{render_runs(block.runs)}</p>" for block in members]
    return "\n".join(parts)


def joined(blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks that hold text; pieces of one paragraph or item that again stand side by side are one."""
    before: Block | None = None
    part = 0
    runs: list[Run] = []  # of all the pieces, where there are several
    for block in blocks:
        if not block.text[:1].isalnum() and is_blank(block.text):
            continue
        if block.part > 1 and before is not None and _continues(before, part, block):
            runs = runs or list(before.runs)
            runs += block.runs if _is_unspaced(runs[-1].text[-1:] + block.text[:1]) else (_SPACE, *block.runs)
        else:
            if before is not None:
                yield before.with_runs(tuple(runs)) if runs else before
            before, runs = block, []
        part = block.part
    if before is not None:
        yield before.with_runs(tuple(runs)) if runs else before


def _is_unspaced(signs: str) -> bool:
    """Whether the signs on both sides of a joint belong to a script that puts no blank between sentences."""
    return _UNSPACED.fullmatch(signs) is not None


def render_runs(runs: Sequence[Run]) -> str:
    """Formatted text inside one element: a, strong, em and br, nested always in the same order."""
    if len(runs) == 1:
        only = runs[0]
        text = only.text
        if not (only.strong or only.em or only.href) and text.isprintable() and "  " not in text:
            return _text(text.strip(" "))
    return _formatted(pieces_of(runs))


def _formatted(pieces: Iterable[Piece]) -> str:
    out: list[str] = []
    opened: list[str] = []
    for text, form in pieces:
        wanted = _tags(form)
        shared = 0
        while shared < min(len(wanted), len(opened)) and wanted[shared] == opened[shared]:
            shared += 1
        out.extend(map(_end, reversed(opened[shared:])))
        out.extend(wanted[shared:])
        out.append(_text(text))
        opened = wanted
    out.extend(map(_end, reversed(opened)))
    return "".join(out)


def _continues(before: Block, part: int, block: Block) -> bool:
    return (
        0 < part == block.part - 1
        and block.index == before.index
        and block.kind is before.kind
        and block.kind in (PARAGRAPH, ITEM)
    )


def _heading(block: Block, tag: str) -> str:
    """A sub-heading: bold by itself, so that the bold of a pretended heading goes."""
    return f"<{tag}>{render_runs([replace(run, strong=False) for run in block.runs])}</{tag}>"


def _lists(members: list[Block]) -> str:
    """Items that follow each other: the first is outermost whatever its level, another group is another list."""
    first = members[0]
    if len({(item.group, item.level, item.ordered) for item in members}) == 1:
        tag = "ol" if first.ordered else "ul"
        return "\n".join([f"<{tag}>", *[f"<li>{render_runs(item.runs)}</li>" for item in members], f"</{tag}>"])
    return _nested_lists(members)


def _nested_lists(items: Iterable[Block]) -> str:
    lines: list[str] = []
    stack: list[OpenList] = []
    for item in items:
        here = (min(item.level, MAX_ITEM_LEVEL), item.group, item.ordered)
        while len(stack) > 1 and here[0] < stack[-1][0] and here[0] <= stack[-2][0]:
            _close_list(lines, stack.pop())
        if stack and here[0] <= stack[-1][0]:
            is_inner = len(stack) > 1  # lists in one item that are written alike are one list to every reader
            if here[2] == stack[-1][2] and (is_inner or here[1] == stack[-1][1]):
                _close_item(lines)
                stack[-1] = here
            else:
                _close_list(lines, stack.pop())
                _open_list(lines, stack, here)
        else:
            _open_list(lines, stack, here)
        lines.append(f"<li>{render_runs(item.runs)}")
    for remaining in reversed(stack):
        _close_list(lines, remaining)
    return "\n".join(lines)


def _open_list(lines: list[str], stack: list[OpenList], here: OpenList) -> None:
    lines.append("<ol>" if here[2] else "<ul>")
    stack.append(here)


def _close_list(lines: list[str], closed: OpenList) -> None:
    _close_item(lines)
    lines.append("</ol>" if closed[2] else "</ul>")


def _close_item(lines: list[str]) -> None:
    """End the open item: on its own line where a list stands inside it."""
    if lines[-1].startswith("<li>"):
        lines[-1] += "</li>"
    else:
        lines.append("</li>")


def _table(rows: list[Block]) -> str:
    heads = 0
    while heads < len(rows) and rows[heads].header:
        heads += 1
    lines = ["<table>"]
    for tag, members in (("thead", rows[:heads]), ("tbody", rows[heads:])):
        if members:
            lines.extend([f"<{tag}>", *map(_row, members), f"</{tag}>"])
    return "\n".join([*lines, "</table>"])


def _row(row: Block) -> str:
    tag = "th" if row.header else "td"
    cells = row.cells or (row.runs,)
    return "\n".join(["<tr>", *(f"<{tag}>{render_runs(cell)}</{tag}>" for cell in cells), "</tr>"])


def _tags(form: Format) -> list[str]:
    link, strong, em = form
    address = link.replace("&", "&amp;")
    tags = [f'<a href="{address}">'] if link else []
    return tags + ["<strong>"] * strong + ["<em>"] * em


def _end(tag: str) -> str:
    return "</a>" if tag.startswith("<a ") else f"</{tag[1:]}"


def _text(text: str) -> str:
    if "&" in text or "<" in text or ">" in text or "\n" in text:
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\n", "<br>")
    return text
