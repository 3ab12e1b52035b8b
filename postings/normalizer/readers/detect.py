"""Which format a source has: told from its content, with its name and media type as hints."""

from __future__ import annotations

import html
import re
from itertools import islice

from postings.normalizer.readers.names import names

FORMATS = ("fragment", "html", "json", "xml", "markdown", "text")

# Whatever the case of the letters; but not of the first sign, so that a search can leap to it.
TAG = re.compile(
    r"<(?i:/?(?:p|ul|ol|li|div|h[1-6]|br|table|tr|td|span|strong|b|em|section|article|html|body|main|a|font)\b)"
    r"[^<>]{0,2000}>"
)
BLOCK_TAG = re.compile(
    r"<(?i:/?(?:p|ul|ol|li|div|h[1-6]|br|table|tr|td|section|article|html|body|main)\b)[^<>]{0,2000}>"
)
ESCAPED_TAG = re.compile(r"&(?i:(?:amp;){0,2}lt;/?(?:p|ul|ol|li|div|h[1-6]|br|strong|b|em|span|section)\b)")
XML_START = re.compile(r"<\?xml\b|<([A-Za-z_][\w.:-]{0,60})[\s>]")
HTML_NAMES = names(
    """
    html head body div p ul ol li table section article main header nav footer span h1 h2 h3 h4 h5 h6 br strong
    b em i a dl form aside blockquote font center pre title meta link style script button img figure tbody tr td
    hr small u address
    """
)
MARKDOWN_SIGN = re.compile(
    r"^(?:#{1,6}\s*\S|\s{0,8}[*+-]\s+\*\*|\*\*[^*\n]{1,200}\*\*\s*:?\s*$|\|[^\n]{0,2000}\||={3,}\s*$|```)|\]\(https?:|\*\*[^*\s][^*\n]{0,300}\*\*",
    re.MULTILINE,
)
FRONT_MATTER = re.compile(r"(?:---|\+\+\+)[ \t]*\n")
SUFFIXES = {
    "htm": "html",
    "html": "html",
    "xhtml": "html",
    "md": "markdown",
    "markdown": "markdown",
    "json": "json",
    "xml": "xml",
    "txt": "text",
}


def source_format(text: str, name: str = "", media_type: str = "") -> str:
    """One of html, json, xml, markdown, text."""
    start = text.lstrip()
    hint = _hint(name, media_type)
    if start[:1] in ("{", "[") and _looks_like_json(start, hint):
        return "json"
    if start[:1] == "<":
        if start[:9].upper() == "<!DOCTYPE" and not start[9:30].lstrip().lower().startswith("html"):
            return "xml"
        match = XML_START.match(start)
        if match and _is_xml(match.group(1), start):
            return "xml"
    if FRONT_MATTER.match(start) and hint != "html":
        return "markdown"
    has_tags = TAG.search(text) is not None
    if has_tags and (hint == "html" or start[:2] == "<!" or BLOCK_TAG.match(start)):
        return "html"
    if has_tags and hint != "markdown" and (start[:1] == "<" or sum(1 for _ in islice(TAG.finditer(text), 4)) == 4):
        return "html" if _is_laid_out_by_tags(text) else "markdown"
    if ESCAPED_TAG.search(text) and hint != "markdown":
        return "html"
    if hint == "html" and "<" in text:
        return "html"
    if hint == "markdown":
        return "markdown"
    signs = sum(1 for _ in islice(MARKDOWN_SIGN.finditer(text), 3))
    return "markdown" if signs >= (3 if hint == "text" else 2) else "text"


def _is_laid_out_by_tags(text: str) -> bool:
    """Are the lines of this text made by its tags, and not by its line breaks with a few tags between?"""
    lines = sum(1 for line in text.split("\n") if line.strip())
    return lines == 1 or sum(1 for _ in BLOCK_TAG.finditer(text)) >= lines


def _hint(name: str, media_type: str) -> str:
    kind = media_type.partition(";")[0].strip().lower()
    for format_name in ("json", "html", "markdown"):
        if kind.endswith(format_name):
            return format_name
    if kind.endswith("xml"):
        return "html" if "xhtml" in kind else "xml"
    return SUFFIXES.get(name.rpartition(".")[2].lower(), "text" if kind == "text/plain" else "")


def _looks_like_json(start: str, hint: str) -> bool:
    following = start[1:200].lstrip()
    if hint == "json":
        return True
    return following[:1] in ('"', "}") if start[0] == "{" else following[:1] in ("{", '"', "]")


def _is_xml(name: str | None, start: str) -> bool:
    if name is None:
        following = re.compile(r"<([A-Za-z_][\w.:-]{0,60})[\s>]").search(start, 5)
        name = following.group(1) if following else ""
        if "<!doctype html" in start[:500].lower():
            return False
    return (
        bool(name)
        and name.lower() not in HTML_NAMES
        and f"</{name}>" in start
        and not start[:15].lower().startswith("<!doctype html")
    )


def unescaped(text: str) -> str:
    """Markup that was escaped as a whole, once or twice or three times, as markup again."""
    for _ in range(3):
        if BLOCK_TAG.search(text) or not ESCAPED_TAG.search(text):
            return text
        text = html.unescape(text)
    return text
