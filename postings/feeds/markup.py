"""Writing XML piece by piece: escaped text, CDATA that cannot end early, elements that are left out when empty."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape, quoteattr

HEAD = '<?xml version="1.0" encoding="utf-8"?>\n'
# What XML 1.0 cannot hold, in whatever form. No stored text has any of it; a title from long ago might.
_IMPOSSIBLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def text(value: object) -> str:
    return escape(_IMPOSSIBLE.sub("", str(value)))


def element(name: str, value: object, **attributes: str) -> str:
    """An element with text; nothing at all where there is no text."""
    if value is None or value == "":
        return ""
    return f"<{name}{_attributes(attributes)}>{text(value)}</{name}>"


def empty(name: str, **attributes: str) -> str:
    return f"<{name}{_attributes(attributes)}/>"


def cdata(name: str, value: str, **attributes: str) -> str:
    """An element with markup in it as it is; the one text that would end it early is cut in two."""
    if not value:
        return ""
    whole = _IMPOSSIBLE.sub("", value).replace("]]>", "]]]]><![CDATA[>")
    return f"<{name}{_attributes(attributes)}><![CDATA[{whole}]]></{name}>"


def _attributes(attributes: dict[str, str]) -> str:
    return "".join(f" {name}={quoteattr(_IMPOSSIBLE.sub('', value))}" for name, value in attributes.items())
