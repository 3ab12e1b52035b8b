"""Readers: bytes as somebody sent them to blocks with their place in the source."""

from __future__ import annotations

import html
from dataclasses import replace

from postings.normalizer.model import Block, BlockKind, Document, Facts, Notice, Run, Source
from postings.normalizer.readers.blocks import moved, numbered
from postings.normalizer.readers.decoding import decode
from postings.normalizer.readers.detect import source_format, unescaped
from postings.normalizer.readers.feed import parse_feed
from postings.normalizer.readers.field_facts import facts_from_fields, merged
from postings.normalizer.readers.field_values import folded
from postings.normalizer.readers.fragment import read_own_fragment
from postings.normalizer.readers.front_matter import part_front_matter
from postings.normalizer.readers.guard import flattened, lost_words
from postings.normalizer.readers.markdown import to_markup
from postings.normalizer.readers.markup import Reading, read_tree
from postings.normalizer.readers.parsing import parse
from postings.normalizer.readers.payload import TAGGED, Piece, holds_several, parse_json, text_pieces
from postings.normalizer.readers.structured import job_postings, stated_facts
from postings.normalizer.readers.text import read_text
from postings.normalizer.steps.fields import STRUCTURED

__all__ = ["read"]

# A page that shows less text than this shows its posting by script only; then the structured data is read.
SHOWS_NOTHING = 400
# What a feed calls the one posting in it: what stands around such an object describes the feed.
MOST_LEVELS = 4
ITEMS = frozenset("item job entry vacancy position listing jobposting posting".split())
TITLES = frozenset("title jobtitle positiontitle postingtitle jobopeningname".split())
TEXTS = frozenset("description jobdescriptions jobad".split())  # beside which a name is a title
SEVERAL = "The source holds more than one posting; their texts were read as one. Send each posting alone."


def read(source: Source, known: Facts) -> Document:
    """The source as blocks in reading order, with what it states about itself.

    Raises SourceRefused: empty, too_large, too_many_elements, not_text, unreadable.
    """
    text, utf8 = decode(source)
    if own := read_own_fragment(text):
        return own.with_changes(known=known, address=source.address)
    found = source_format(text, source.name, source.media_type)
    if found == "html":
        return _html(text, source.address, utf8).with_changes(known=known)
    reader = {"json": _json, "xml": _xml, "markdown": _markdown, "text": _text}[found]
    return reader(text, source.address).with_changes(known=known)


def _text(text: str, address: str) -> Document:
    return Document("text", numbered(read_text(text)), address=address)


def _markdown(text: str, address: str) -> Document:
    stated, below, _ = part_front_matter(text)
    reading = _reading(to_markup(below), address)
    return Document(
        "markdown", numbered(reading.blocks), stated=stated, title=reading.heading or stated.title, address=address,
        warnings=_warnings(reading),
    )  # fmt: skip


def _html(text: str, address: str, utf8: bytes = b"") -> Document:
    markup = unescaped(text)
    reading = _reading(markup, address, utf8 if markup is text else b"")
    blocks = reading.blocks
    postings = job_postings(reading.structured)
    if postings and sum(len(block.text) for block in blocks) < SHOWS_NOTHING:
        pieces = [replace(piece, path=STRUCTURED + piece.path) for piece in text_pieces(dict(postings[0]))]
        blocks = [*blocks, *_piece_blocks(pieces, address)]
    title = reading.meta.get("og:title") or reading.title or reading.heading
    return Document(
        "html", numbered(blocks), stated=stated_facts(postings, reading.meta), title=title, address=address,
        warnings=_warnings(reading),
    )  # fmt: skip


def _reading(markup: str, address: str, utf8: bytes = b"") -> Reading:
    """The markup read; where the parser lost text, read again from bare tags."""
    tree = parse(markup, utf8)
    reading = read_tree(tree.parser, address)
    if tree.is_whole or not lost_words(tree.markup, (*(block.text for block in reading.blocks), reading.title)):
        return reading
    return read_tree(parse(flattened(markup)).parser, address)


def _json(text: str, address: str) -> Document:
    return _fields("json", parse_json(text), address)


def _xml(text: str, address: str) -> Document:
    fields = parse_feed(text)
    return _html(text, address) if fields is None else _fields("xml", fields, address)


def _fields(name: str, payload: object, address: str) -> Document:
    stated = Facts()
    for fields, is_around in _levels(payload):
        found = facts_from_fields(fields)
        stated = merged(stated, Facts(company=found.company, language=found.language) if is_around else found)
    drafts = _piece_blocks(text_pieces(payload), address)
    warnings = (Notice("several_postings", SEVERAL),) if holds_several(payload) else ()
    return Document(name, numbered(drafts), stated=stated, title=stated.title, address=address, warnings=warnings)


def _levels(payload: object) -> list[tuple[dict[str, object], bool]]:
    """The objects that describe the posting, the outermost first; and those around a feed's item, which do not."""
    levels: list[tuple[dict[str, object], bool]] = []
    while isinstance(payload, dict | list) and len(levels) < MOST_LEVELS:
        if isinstance(payload, list):
            payload = payload[0] if payload else None
            continue
        levels.append((payload, False))
        name, payload = next(((k, v) for k, v in payload.items() if isinstance(v, dict) and _leads_on(v)), ("", None))
        if folded(name) in ITEMS:
            levels = [(fields, True) for fields, _ in levels]
    return sorted(levels, key=lambda level: level[1])


def _leads_on(value: dict[str, object]) -> bool:
    """Whether an object describes the posting or holds one that does."""
    return _describes(value) or any(isinstance(inner, dict) and _describes(inner) for inner in value.values())


def _describes(value: dict[str, object]) -> bool:
    names = {folded(name) for name in value}
    return not TITLES.isdisjoint(names) or ("name" in names and not TEXTS.isdisjoint(names))


def _piece_blocks(pieces: list[Piece], address: str) -> list[Block]:
    blocks: list[Block] = []
    groups = 0
    for piece in pieces:
        part = _one_piece(piece, address)
        blocks += [moved(block, index, piece.path, groups) for index, block in enumerate(part, start=len(blocks))]
        groups = max([groups, *(groups + block.group for block in part)])
    return blocks


def _one_piece(piece: Piece, address: str) -> list[Block]:
    if piece.heading:
        return [Block(0, BlockKind.HEADING, (Run(piece.text),), level=2)]
    text = unescaped(piece.text)
    if "&" in text and not TAGGED.search(text):
        text = html.unescape(text)
    if TAGGED.search(text):
        return _reading(text, address).blocks
    if piece.item:
        return [Block(0, BlockKind.ITEM, (Run(text),))]
    return read_text(text)


def _warnings(reading: Reading) -> tuple[Notice, ...]:
    named = [alt for alt in reading.images if len(alt) > 3]
    if not named:
        return ()
    listed = ", ".join(f"“{alt[:60]}”" for alt in named[:3])
    return (Notice("image_left_out", f"Text in images cannot be read; left out: {listed}."),)
