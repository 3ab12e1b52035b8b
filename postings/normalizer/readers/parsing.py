"""Markup to a tree that holds all of it.

The theory.  lexbor reads as browsers do, so it also swallows as they do: what follows an unclosed script is script.
A script that swallowed the rest of a page is the last thing in its tree, and is closed where it began.  Nothing else
was swallowed where every start tag of the source became an element; tags in scripts, templates and comments never do.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser

from postings.normalizer.readers.guard import SIGN, SWALLOWING, Guarded, close_what_swallows, guard_markup

# A parser adds these where they are missing, so they are counted on neither side.
IMPLIED = re.compile(rb"<(?:html|head|body|tbody|colgroup)\b", re.IGNORECASE)
ALWAYS_THERE = (b"<html", b"<head", b"<body")
# Elements whose text the parser takes as it stands, tags and all.
RAW_TEXT = "script, style, title, textarea, xmp, iframe, noembed, noframes, plaintext"
# Where the end tag of a page's last script mostly stands.
TAIL = 300


@dataclass(frozen=True, slots=True)
class Tree:
    """A parsed markup. `is_whole`: every start tag became an element, so nothing was swallowed."""

    parser: LexborHTMLParser
    markup: str
    is_whole: bool


def parse(markup: str, utf8: bytes = b"") -> Tree:
    """The tree of any markup, in bounded time; `utf8` is the same markup in bytes, if that is known.

    Raises SourceRefused (too_many_elements).
    """
    guarded = guard_markup(markup, utf8)
    parser = LexborHTMLParser(guarded.data)
    if _ends_in_raw_text(parser, guarded.data):
        text = close_what_swallows(guarded.text)
        guarded = Guarded(text, text.encode("utf-8", "replace"), guarded.tags)
        parser = LexborHTMLParser(guarded.data)
    return Tree(parser, guarded.text, _is_whole(parser, guarded))


def _ends_in_raw_text(parser: LexborHTMLParser, data: bytes) -> bool:
    """Is the last piece of the tree inside an element that may never have been closed?"""
    node = parser.root
    while node is not None:
        name = node.tag or ""
        if name in SWALLOWING and not (_is_closed(data[-TAIL:], name) or _is_closed(data, name)):
            return True
        node = node.last_child
    return False


def _is_closed(data: bytes, name: str) -> bool:
    """Does the last element of this name end?"""
    data = data.lower()
    return data.rfind(b"</" + name.encode()) > data.rfind(b"<" + name.encode())


def _is_whole(parser: LexborHTMLParser, markup: Guarded) -> bool:
    elements = len(parser.css("*")) - len(ALWAYS_THERE)
    if parser.css_first("table") is not None:
        elements -= len(parser.css("tbody, colgroup"))
    missing = markup.tags - elements
    if missing == len(ALWAYS_THERE) and all(_stands_in(markup.data, tag) for tag in ALWAYS_THERE):
        return True
    if missing > 0:
        missing -= len(IMPLIED.findall(markup.data))
    if missing > 0:
        missing -= _tags_in_text(parser)
    if missing > 0:
        missing -= _tags_in_comments(markup.data)
    return missing <= 0


def _stands_in(data: bytes, tag: bytes) -> bool:
    """Does a tag stand in the markup, as nearly every page writes it?"""
    position = data.find(tag)
    return position >= 0 and data[position + len(tag) : position + len(tag) + 1] in (b">", b" ")


def _tags_in_text(parser: LexborHTMLParser) -> int:
    """How many start tags stand in raw text and in templates, which the parser keeps apart."""
    raw = [node.text() for node in parser.css(RAW_TEXT)]
    templates = [(node.html or "")[1:] for node in parser.css("template")]
    return sum(len(SIGN.findall(text.encode("utf-8", "replace"))) for text in raw + templates if "<" in text)


def _tags_in_comments(data: bytes) -> int:
    count = position = 0
    while (opening := data.find(b"<!--", position)) >= 0:
        position = data.find(b"-->", opening + 4)
        if position < 0:
            break
        count += len(SIGN.findall(data, opening + 4, position))
    return count
