"""What stands before every parser: limits, counted in one linear pass, and mending of what makes parsers lose text.

The theory.  No parser is safe on depth and none is trusted to keep text.  So elements and levels are counted before
parsing with expressions that can only move forward.  Honest depth (editors and mail programs nest hundreds of levels)
is flattened beyond MAX_DEPTH: the tags go, the text stays.  What swallows the rest of a page (an unclosed comment,
script or title, a quote that never ends) is closed where it began; whether anything was swallowed is told by
comparing text in and text out.  Hardly any source needs mending, so each fault is looked for with one cheap look that
never misses it, and only a source that may have it is looked at closely.  The looks are taken at bytes, which costs a
third.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from postings.normalizer.readers.blocks import too_many
from postings.normalizer.readers.names import names
from postings.normalizer.taxonomy import MAX_ELEMENTS

# lexbor's time grows with elements times levels: at this depth the largest allowed source takes well under a second.
MAX_DEPTH = 1000

SHORTEST_TAG = len("<p>")
# The beginnings of start tags, of character data and of comments.
SIGN = re.compile(rb"<(?:[a-zA-Z]|!\[|!-)")
TAG = re.compile(rb"</?[a-z][a-z0-9:-]{0,30}")
SLASH = ord("/")
# Elements that need not be closed, or hold nothing, say nothing about depth.
FLAT = frozenset(
    sign + name
    for name in b"area base br col embed hr img input link meta param source track wbr p li dt dd option optgroup "
    b"tr td th thead tbody tfoot colgroup html head body".split()
    for sign in (b"<", b"</")
)
# An end tag may not reach out of these, so what was opened around them may stay open.
ENCLOSING = frozenset(b"<applet <marquee <object <template".split())
START_TAG = re.compile(r"<[a-zA-Z]")
ANY_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9:-]{0,30})([^<>]{0,4000})/?>")
# Elements that hold no text but long attributes, which look like text to a counter where they hold a "<".
VOID_TAG = re.compile(r"""<(?:meta|input|link|img)\b(?:[^"'<>]|"[^"]{0,2000}"|'[^']{0,2000}')*+>""", re.IGNORECASE)
MARKUP = re.compile(r"<[^<>]*>")
SWALLOWING = (
    "script",
    "style",
    "title",
    "textarea",
    "xmp",
    "iframe",
    "noembed",
    "noframes",
    "noscript",
    "template",
    "svg",
)
RAW_TAG = re.compile(rf"<(/?)({'|'.join(SWALLOWING)})\b", re.IGNORECASE)
RAW_END = {name: re.compile(f"</{name}", re.IGNORECASE) for name in SWALLOWING}
INLINE = names("a abbr b big code em font i label mark s small span strong sub sup tt u")
# A parser compares each attribute of a tag with all others; of a tag this long only what is asked for later is kept.
MAX_TAG = 2000
LONG_TAG = re.compile(rf"<([a-zA-Z][a-zA-Z0-9:-]{{0,30}})\b([^<>]{{{MAX_TAG},}})(>?)")
KEPT_ATTRIBUTE = re.compile(
    r"""\s(id|class|role|href|hidden|type)\s{0,9}=\s{0,9}("[^"<>]{0,1000}"|'[^'<>]{0,1000}')""", re.IGNORECASE
)
HREF = re.compile(r"""href\s{0,9}=\s{0,9}["']?([^"'\s<>]{1,2000})""", re.IGNORECASE)
WORD = re.compile(r"[^\W\d_]{3,30}")
# So many words may be missing through differences in counting alone (broken attributes look like text to a counter).
MISSING_WORDS = 8
MISSING_SHARE = 0.01


@dataclass(frozen=True, slots=True)
class Guarded:
    """Markup that is safe to parse, as a parser takes it, and how many start tags it has."""

    text: str
    data: bytes
    tags: int


def guard_markup(markup: str, utf8: bytes = b"") -> Guarded:
    """The markup, safe to parse; `utf8` is the same in bytes, if known.  Raises SourceRefused (too_many_elements)."""
    text = bounded(markup)
    data = utf8 if utf8 and text is markup else text.encode("utf-8", "replace")
    signs = SIGN.findall(data)
    if signs.count(b"<![") or (signs.count(b"<!-") and _has_open_comment(data)) or _has_long_tag(data):
        text = _mended(text)
        data = text.encode("utf-8", "replace")
        signs = SIGN.findall(data)
    if len(signs) > MAX_DEPTH and depth(data) > MAX_DEPTH:
        text = flattened(text)
        data = text.encode("utf-8", "replace")
        signs = SIGN.findall(data)
    return Guarded(text, data, len(signs) - signs.count(b"<!-") - signs.count(b"<!["))


def _mended(text: str) -> str:
    """The markup without the signs of character data, with its open comment opened and its longest tags shortened."""
    text = close_comment(text.replace("<![CDATA[", "").replace("]]>", "") if "<![CDATA[" in text else text)
    return LONG_TAG.sub(_shortened, text)


def bounded(text: str) -> str:
    """The markup if a posting can have so many elements; where only its scripts and comments hold that many tags,
    without these.

    Raises SourceRefused (too_many_elements).
    """
    if len(text) <= SHORTEST_TAG * MAX_ELEMENTS or text.count("<") <= MAX_ELEMENTS:
        return text
    if _start_tags(text) <= MAX_ELEMENTS:
        return text
    text = without_comments(without_raw_elements(close_what_swallows(text)))
    if _start_tags(text) > MAX_ELEMENTS:
        raise too_many()
    return text


def _start_tags(text: str) -> int:
    return sum(1 for _ in START_TAG.finditer(text))


def _has_long_tag(data: bytes) -> bool:
    """May a tag be longer than MAX_TAG?  Such a tag fills a whole stretch of half that size."""
    opening = -1
    for start in range(0, len(data), MAX_TAG // 2):
        end = start + MAX_TAG // 2
        last = data.rfind(b"<", start, end)
        if last < 0 <= opening and data.find(b">", start, end) < 0:
            closing = data.find(b">", opening)
            if closing < 0 or closing - opening > MAX_TAG:
                return True
        opening = max(opening, last)
    return False


def _shortened(match: re.Match[str]) -> str:
    """A tag with many or long attributes, with those that are read."""
    kept = {name.lower(): value for name, value in KEPT_ATTRIBUTE.findall(match.group(2))}
    return f"<{match.group(1)}{''.join(f' {name}={value}' for name, value in kept.items())}{match.group(3)}"


def depth(data: bytes) -> int:
    """How many levels the markup has at most; never too few, at times too many.  An end tag ends no more than what
    was begun by its name."""
    opened: dict[bytes, int] = {}
    level = deepest = 0
    for match in TAG.finditer(data.lower()):
        tag = match[0]
        if tag in FLAT:
            continue
        if tag[1] != SLASH:
            opened[tag] = opened.get(tag, 0) + 1
            level += 1
            if level > deepest:
                deepest = level
        elif opened.get(name := b"<" + tag[2:]) and name not in ENCLOSING:
            opened[name] -= 1
            level -= 1
    return deepest


def _has_open_comment(data: bytes) -> bool:
    return data.rfind(b"-->") < data.rfind(b"<!--") + 4


def close_comment(text: str) -> str:
    """The markup with the last comment opened, if it never ends."""
    opening = text.rfind("<!--") if "<!--" in text else -1
    if opening >= 0 and text.find("-->", opening + 4) < 0:
        return text[:opening] + text[opening + 4 :]
    return text


def close_what_swallows(text: str) -> str:
    """The markup with the last unclosed comment opened and every unclosed raw-text element closed at the next tag."""
    text = close_comment(text)
    unclosed = {name.lower(): closing for closing, name in RAW_TAG.findall(text)}
    for name in [name for name, closing in unclosed.items() if not closing]:
        opening = text.lower().rfind(f"<{name}")
        end = text.find(">", opening)
        following = text.find("<", end) if end >= 0 else -1
        following = len(text) if following < 0 else following
        text = f"{text[:following]}</{name}>{text[following:]}"
    return text


def without_raw_elements(text: str) -> str:
    """The markup without scripts, styles, titles and the like, from the first of a kind to its first end.  What is
    never closed stays; `close_what_swallows` sees to it that there is none."""
    kept: list[str] = []
    unclosed: set[str] = set()
    position = 0
    for match in RAW_TAG.finditer(text):
        name = match[2].lower()
        if match[1] or match.start() < position or name in unclosed:
            continue
        end = RAW_END[name].search(text, match.end())
        if end is None:
            unclosed.add(name)
            continue
        kept.append(text[position : match.start()])
        position = end.end()
    kept.append(text[position:])
    return "".join(kept)


def without_comments(text: str) -> str:
    """The markup without closed comments."""
    kept, position = [], 0
    while (opening := text.find("<!--", position)) >= 0:
        closing = text.find("-->", opening + 4)
        if closing < 0:
            break
        kept.append(text[position:opening])
        position = closing + 3
    kept.append(text[position:])
    return "".join(kept)


def lost_words(markup: str, texts: Iterable[str]) -> bool:
    """Are words of this markup missing in the texts that a parser found in it?"""
    bare = without_comments(without_raw_elements(markup))
    seen = Counter(WORD.findall(" ".join(texts)))
    missing = Counter(WORD.findall(html.unescape(MARKUP.sub(" ", VOID_TAG.sub("", bare))))) - seen
    return missing.total() > max(MISSING_WORDS, MISSING_SHARE * seen.total())


def flattened(text: str) -> str:
    """The markup with bare tags alone, and none deeper than MAX_DEPTH: what is too deep becomes line breaks and plain
    text."""
    text = without_comments(without_raw_elements(text))
    kept: list[str] = []
    open_names: list[str] = []
    position = 0
    for match in ANY_TAG.finditer(text):
        kept.append(text[position : match.start()].replace("<", "&lt;"))
        kept.append(_bare_tag(match, open_names))
        position = match.end()
    kept.append(text[position:].replace("<", "&lt;"))
    return "".join(kept)


def _bare_tag(match: re.Match[str], open_names: list[str]) -> str:
    """The tag without attributes but a link's address, or what stands for it where it is too deep."""
    closing, name = match.group(1), match.group(2).lower()
    if closing:
        if open_names and open_names[-1] == name:
            open_names.pop()
            return f"</{name}>"
        return "" if name in INLINE else "<br>"
    if len(open_names) >= MAX_DEPTH // 4 and name != "br":
        return "" if name in INLINE else "<br>"
    if name in ("br", "hr", "img", "input", "meta", "link"):
        return f"<{name}>" if name in ("br", "hr") else ""
    open_names.append(name)
    href = HREF.search(match.group(3)) if name == "a" else None
    return f'<{name} href="{href.group(1)}">' if href else f"<{name}>"
