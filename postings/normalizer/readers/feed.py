"""XML feed items to named fields, read as a payload is."""

from __future__ import annotations

import html
import re
from typing import Any
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from postings.normalizer.model import SourceRefused
from postings.normalizer.readers.detect import HTML_NAMES
from postings.normalizer.readers.guard import bounded, depth

MAX_DEPTH = 200
BARE_AMPERSAND = re.compile(r"&(?!#?\w{1,31};)")
NAMED_ENTITY = re.compile(r"&(?!amp;|lt;|gt;|quot;|apos;)(\w{1,31};)")


def parse_feed(text: str) -> dict[str, Any] | None:
    """The fields of a feed or feed item; None where it is no well-formed XML, to be read as loose markup then.

    Raises SourceRefused for a document type declaration (unreadable) and for too many elements.
    """
    if "<!DOCTYPE" in text[:100_000].upper() or "<!ENTITY" in text.upper():
        raise _declares()
    bounded(text)
    if depth(text.encode("utf-8", "replace")) > MAX_DEPTH:
        return None
    mended = NAMED_ENTITY.sub(lambda match: html.unescape(match.group()), _outside_cdata(text))
    try:
        root = fromstring(re.sub(r"^\s*<\?xml[^>]{0,200}\?>", "", mended), forbid_dtd=True)
    except DefusedXmlException as fault:
        raise _declares() from fault
    except (ParseError, ValueError):
        return None
    value = _value(root)
    return value if isinstance(value, dict) else {root.tag: value}


def _declares() -> SourceRefused:
    return SourceRefused(
        "unreadable", "The XML declares a document type or entities, which is not safe to read. Send it without."
    )


def _outside_cdata(text: str) -> str:
    """The XML with bare ampersands mended, outside CDATA only."""
    parts = text.split("<![CDATA[")
    mended = [BARE_AMPERSAND.sub("&amp;", parts[0])]
    for part in parts[1:]:
        inside, end, outside = part.partition("]]>")
        mended.append(inside + end + BARE_AMPERSAND.sub("&amp;", outside))
    return "<![CDATA[".join(mended)


def _value(element: Element) -> Any:
    """A string, or a mapping of names to values; an element that holds HTML elements is their markup.  Depth is
    bounded before."""
    children = list(element)
    if not children:
        return (element.text or "").strip()
    if any(
        _name(child) in HTML_NAMES - {"title", "link", "address", "header", "summary", "section"} for child in children
    ):
        return _markup(element)
    fields: dict[str, Any] = {}
    for child in children:
        name, value = _name(child, fold=False), _value(child)
        if name not in fields:
            fields[name] = value
        elif isinstance(fields[name], list):
            fields[name].append(value)
        else:
            fields[name] = [fields[name], value]
    loose = " ".join(filter(None, [(element.text or "").strip(), *((child.tail or "").strip() for child in children)]))
    return fields | {"text": loose} if loose else fields


def _markup(element: Element) -> str:
    parts = [html.escape(element.text or "")]
    for child in element:
        name = _name(child)
        link = f' href="{html.escape(child.get("href", ""))}"' if name == "a" else ""
        parts.append(f"<{name}{link}>{_markup(child)}</{name}>{html.escape(child.tail or '')}")
    return "".join(parts)


def _name(element: Element, fold: bool = True) -> str:
    name = str(element.tag).rpartition("}")[2]
    return name.lower() if fold else name
