"""`fields=`: only what a reader wants of a posting, two names deep at most, such as `title,facts.pay,sections.html`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from postings import selectors_public
from postings.api.parameters import invalid

# What there is: a name with None is given whole, one with names in it also in parts.
ADDRESSES = ("url", "fragment_url", "page_url", "publication_url", "structured_data_url")
_FACTS = (
    *("locations", "workplace", "employment_types", "department", "pay"),
    *("valid_through", "posted_on", "identifier"),
)
SUMMARY: dict[str, tuple[str, ...] | None] = {
    **dict.fromkeys((*ADDRESSES, "id", "posting_id", "slug", "title", "company", "language")),
    "facts": _FACTS,
    **dict.fromkeys(("first_published_at", "published_at")),
}
WHOLE: dict[str, tuple[str, ...] | None] = {
    **SUMMARY,
    **dict.fromkeys(("revision", "normalizer_version")),
    "provenance": ("origin", "received_at", "source_sha256", "sections"),
    "sections": ("kind", "heading", "html", "text"),
    **dict.fromkeys(("fragment", "structured_data")),
}
EVERYTHING = "*"
COUNT_MAX = 50

Chosen = dict[str, set[str] | None]


def read(asked: Mapping[str, str]) -> Chosen | None:
    """The names that are wanted, each whole (None) or in parts; None where nothing is said.  `*` is everything."""
    text = asked.get("fields")
    if text is None:
        return None
    names = [name.strip() for name in text.split(",")]
    if len(names) > COUNT_MAX:
        raise invalid("fields", f"a list of at most {COUNT_MAX} names")
    chosen: Chosen = {}
    for name in names:
        if name == EVERYTHING:
            chosen.update(dict.fromkeys(WHOLE))
        else:
            _choose(chosen, name)
    return chosen


def is_everything(chosen: Chosen) -> bool:
    return chosen.keys() == WHOLE.keys() and not any(chosen.values())


def text_for(chosen: Chosen | None) -> str:
    """How much of each posting a list has to read for this."""
    if chosen is None or chosen.keys() <= SUMMARY.keys():
        return selectors_public.SUMMARY
    few = chosen.keys() <= {*SUMMARY, "fragment"}
    return selectors_public.WITH_FRAGMENT if few else selectors_public.WHOLE


def pick(document: dict[str, Any], chosen: Chosen) -> dict[str, Any]:
    """The wanted part of a posting, in the order it has."""
    return {name: _part(value, chosen[name]) for name, value in document.items() if name in chosen}


def _choose(chosen: Chosen, name: str) -> None:
    outer, dot, inner = name.partition(".")
    inside = WHOLE.get(outer)
    if outer not in WHOLE or (dot and inner not in (inside or ())):
        raise invalid("fields", f"a list of names: {', '.join(_all_names())}; or *")
    if not dot:
        chosen[outer] = None
    elif (parts := chosen.setdefault(outer, set())) is not None:
        parts.add(inner)


def _all_names() -> list[str]:
    return [name for outer, parts in WHOLE.items() for name in (outer, *(f"{outer}.{part}" for part in parts or ()))]


def _part(value: Any, parts: set[str] | None) -> Any:
    if parts is None:
        return value
    if isinstance(value, list):
        return [_part(item, parts) for item in value]
    return {name: inner for name, inner in value.items() if name in parts} if isinstance(value, dict) else value
