"""A posting's microdata: what elements marked `itemprop` inside an `itemtype` of JobPosting say, as JSON-LD says it."""

from __future__ import annotations

from typing import Any

from selectolax.lexbor import LexborHTMLParser, LexborNode

MOST_FIELDS = 200
LONGEST = 200  # characters of a fact; the posting's own text is read where it stands
POSTING = '[itemtype$="JobPosting" i]'
_VALUES = ("content", "datetime")  # attributes that hold a value for machines


def read_microdata(parser: LexborHTMLParser) -> dict[str, Any] | None:
    """The fields of the first posting that is marked up so; an object inside of it is a mapping of its own."""
    posting = parser.css_first(POSTING)
    if posting is None:
        return None
    objects: dict[int, dict[str, Any]] = {posting.mem_id: {"@type": "JobPosting"}}
    for element in posting.css("[itemprop]")[:MOST_FIELDS]:
        around = _object_around(element, objects)
        name = element.attributes.get("itemprop") or ""
        if around is None or element.mem_id == posting.mem_id or not name:
            continue
        if "itemscope" in element.attributes:
            value: Any = objects.setdefault(element.mem_id, {})
        else:
            value = _value(element)
        if isinstance(value, dict) or value:
            around.setdefault(name, value)
    return objects[posting.mem_id]


def _object_around(element: LexborNode, objects: dict[int, dict[str, Any]]) -> dict[str, Any] | None:
    node = element.parent
    while node is not None:
        if node.mem_id in objects:
            return objects[node.mem_id]
        if "itemscope" in node.attributes:
            return None  # of an object that is not named as a part of the posting
        node = node.parent
    return None


def _value(element: LexborNode) -> str:
    attributes = element.attributes
    value = next((text for name in _VALUES if (text := attributes.get(name))), "") or " ".join(element.text().split())
    return value if len(value) <= LONGEST else ""
