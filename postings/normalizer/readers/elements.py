"""What HTML's elements mean to a reader of text, by the numbers the parser gives them."""

from __future__ import annotations

from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser

from postings.normalizer.readers.names import in_order, names

TEXT = 2  # the parser's own number for a piece of text
HEADINGS = {f"h{rank}": rank for rank in range(1, 7)}
LISTS = frozenset({"ul", "ol", "menu", "dir"})
# Blocks that change nothing but where a text stands.
PLAIN = in_order(
    """
    address article aside blockquote button caption center dd details dialog div dl dt fieldset figcaption figure
    footer form header hgroup hr label legend main menuitem nav optgroup option p search section select summary
    tbody tfoot
    """
)
# Blocks that also say how the text in them is read.
SPEAKING = (*HEADINGS, *LISTS, *in_order("li table thead tr td th pre textarea"))
# Blocks that may hold a menu, a banner or another part of a page as a whole.
PARTS = names("aside center details dialog div dl fieldset footer form header nav search section select ul ol menu dir")
# Elements whose name alone tells something about the text in them.
TELLING = names(
    """
    address article aside blockquote button details dialog dl dt dd fieldset figcaption figure footer form
    header label legend main menu nav option search section select summary textarea table
    """
)


# What to do at an element; those without a role only hold others.
NO_ROLE, BLOCK, SPEAKING_BLOCK, ROOT, FORMAT, LINE_BREAK, IMAGE, PASSED_OVER = range(8)


class Element(NamedTuple):
    role: int
    name: str
    tells: bool
    is_part: bool


NO_ELEMENT = Element(NO_ROLE, "", False, False)


def _elements() -> dict[int, Element]:
    parser = LexborHTMLParser("<!-- -->")
    roles = {
        BLOCK: PLAIN,
        SPEAKING_BLOCK: SPEAKING,
        ROOT: in_order("html body"),
        FORMAT: in_order("strong b em i cite dfn a"),
        LINE_BREAK: ("br",),
        IMAGE: ("img",),
        PASSED_OVER: in_order("script style template noscript svg iframe noembed noframes head"),
    }
    return {
        parser.create_node(name).tag_id: Element(role, name, name in TELLING, name in PARTS)
        for role, names_of_role in roles.items()
        for name in names_of_role
    }


ELEMENTS = _elements()
