"""Small documents for the tests of single steps: one line of text, one block."""

from __future__ import annotations

import re

from postings.normalizer.model import Block, BlockKind, Document, Dropped, Facts, Placement, Run
from postings.normalizer.steps.headings import read_headings
from postings.normalizer.steps.split import split
from postings.normalizer.taxonomy import DropReason, SectionKind

TEXT, ITEM, HEADING, ROW = BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.HEADING, BlockKind.ROW


def draft(*lines: str, language: str = "en", title: str = "", company: str = "") -> Document:
    """A document of lines: "# x", "## x" are headings, "- x" items ("  - x" deeper ones), "**x**" bold paragraphs."""
    blocks: list[Block] = []
    group = 0
    for index, line in enumerate(lines, start=1):
        listed = bool(blocks) and blocks[-1].kind is ITEM
        blocks.append(_block(index, line, group if listed else group + 1))
        group = max(group, blocks[-1].group)
    return Document("text", tuple(blocks), Facts(company=company), language=language, title=title)


def _block(index: int, line: str, group: int) -> Block:
    text = line.strip()
    if re.match(r"#{1,6} ", text):
        return Block(index, HEADING, (Run(text.lstrip("# ")),), level=len(text) - len(text.lstrip("#")))
    if text.startswith("- "):
        return Block(index, ITEM, (Run(text[2:]),), level=(len(line) - len(line.lstrip())) // 2, group=group)
    if text.startswith("**") and text.endswith("**"):
        return Block(index, TEXT, (Run(text.strip("*"), strong=True),))
    return Block(index, TEXT, (Run(text),))


def headed(*lines: str, language: str = "en", title: str = "", company: str = "") -> Document:
    """A draft after split and read_headings."""
    return read_headings(split(draft(*lines, language=language, title=title, company=company)))


def texts(document: Document, kind: BlockKind | None = None) -> list[str]:
    return [block.text for block in document.blocks if kind is None or block.kind is kind]


def kinds_above(document: Document, text: str) -> tuple[SectionKind, ...]:
    """What the nearest understood heading above the piece that begins with a text says."""
    block = next(block for block in document.blocks if block.text.startswith(text))
    for name in reversed(document.governing[block.id]):
        if document.headings[name].kinds:
            return document.headings[name].kinds
    return ()


def reasons(document: Document) -> dict[str, DropReason]:
    """Text -> why it was left out."""
    outcomes = ((block.text, document.outcomes.get(block.id)) for block in document.blocks)
    return {text: outcome.reason for text, outcome in outcomes if isinstance(outcome, Dropped)}


def placed(document: Document, **sections: SectionKind) -> dict[str, Placement | Dropped]:
    """The outcomes with every open block that is no heading placed: `_7_1=KIND` for block 7.1, else `rest`."""
    outcomes = dict(document.outcomes)
    for block in document.blocks:
        if block.kind is not HEADING and block.id not in outcomes:
            kind = sections.get("_" + block.id.replace(".", "_"), sections["rest"])
            outcomes[block.id] = Placement(kind, "by the test", 0.9)
    return outcomes
