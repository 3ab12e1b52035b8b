"""A posting's words as search engines want them: a bare title, a description in few tags, sections as plain text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

# All tags that every published list of theirs has in common.
DESCRIPTION_TAGS = frozenset({"p", "ul", "li", "br"})
_BECOMES = {"ol": "ul", "table": "ul", "tr": "li", **{f"h{rank}": "p" for rank in range(1, 7)}}
_TAG = re.compile(r"<(/?)([a-z0-9]+)(?: [^<>]*)?>")
_BETWEEN_CELLS = re.compile(r"</t[dh]>\s*<t[dh]>")

_BORDER = re.compile(r"\s+[-–—|•·/]\s+|\s*[|•]\s*|,\s+|\s+(?=[(\[]|#\d)|(?<=[)\]])\s+")
_CODE = re.compile(
    r"(?:(?:job|req|requisition|ref|reference|posting|vacancy|stellen)[\s.:#-]*(?:id|nr|no|number|code)?[\s.:#-]*)?"
    r"#?(?:[a-z]{1,5}[-_/]?)?\d[\d_/-]{2,}[a-z]?",
    re.IGNORECASE,
)
_PAY = re.compile(
    r"[$€£¥₹]|\b(?:USD|EUR|GBP|CHF|CAD|AUD)\b|\d\s?k\b|\b(?:per|an?|pro)\s+(?:hour|year|stunde|jahr)\b", re.IGNORECASE
)
_WORKPLACE = frozenset({"remote", "hybrid", "on-site", "onsite", "on site", "home office", "homeoffice"})
_EDGES = " -–—|•·/,()[]"


def clean_title(facts: Mapping[str, Any]) -> str:
    """The title without codes, pay, place and company; whole where nothing else would be left."""
    title = str(facts.get("title", ""))
    known = {_plain(name) for name in (facts.get("company", ""), facts.get("identifier", "")) if name}
    known |= {_plain(part) for place in facts.get("locations", ()) for part in (place, *str(place).split(","))}
    pieces = _BORDER.split(title)
    ends = [match.span() for match in _BORDER.finditer(title)]
    kept, start = "", 0
    for piece, (cut, behind) in zip(pieces, [*ends, (len(title), len(title))], strict=True):
        if not _is_beside(piece, known):
            kept += title[start:cut] if kept else piece
        start = cut if kept else behind
    return kept.strip(" -–—|•·/,") or title


def description(sections: Iterable[Mapping[str, str]]) -> str:
    """The whole text under its headings, in paragraphs and lists only."""
    return "".join(
        f"<p>{escape(section['heading'], quote=False)}</p>{_simple(section['html'])}" for section in sections
    )


def plain(sections: Sequence[Mapping[str, str]], kinds: Iterable[str]) -> str:
    """The plain text of some sections."""
    wanted = tuple(kinds)
    return "\n".join(section["text"] for section in sections if section["kind"] in wanted)


def _is_beside(piece: str, known: set[str]) -> bool:
    """Whether a piece of a title is about something else than the job."""
    bare = _plain(piece)
    if not bare or bare in known or bare in _WORKPLACE:
        return True
    return bool(_CODE.fullmatch(bare) or _PAY.search(piece))


def _plain(text: str) -> str:
    return " ".join(str(text).strip(_EDGES).split()).casefold()


def _simple(html: str) -> str:
    html = _BETWEEN_CELLS.sub(" – ", html).replace("\n", "")
    return _TAG.sub(_simple_tag, html)


def _simple_tag(tag: re.Match[str]) -> str:
    name = _BECOMES.get(tag[2], tag[2])
    return f"<{tag[1]}{name}>" if name in DESCRIPTION_TAGS else ""
