"""The values of named fields, read the same whether a system writes "jobTitle", "JobTitle" or "job_title"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from postings.normalizer.inline import clean_text

MAX_VALUE = 200  # characters of a fact
MOST_VALUES = 50
EMPTY: tuple[Any, ...] = (None, "", [], {})
_SAYING = ("name", "label", "descriptor", "value", "text")  # what an object calls the words that stand for it


def folded(name: str) -> str:
    """A field's name without case, signs and namespace."""
    return "".join(filter(str.isalnum, name.rpartition(":")[2].lower()))


def named_fields(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that hold anything, by their folded names; the first of a name wins."""
    named: dict[str, Any] = {}
    for name, value in fields.items():
        if value not in EMPTY:
            named.setdefault(folded(str(name)), value)
    return named


def text_of(value: Any) -> str:
    """A short text without the characters that no fragment holds, or the words that stand for an object; empty for
    markup, addresses and anything long."""
    if isinstance(value, Mapping):
        inner = named_fields(value)
        value = next((inner[key] for key in _SAYING if isinstance(inner.get(key), str)), "")
    if not isinstance(value, str) or "<" in value:
        return ""
    text = " ".join(clean_text(value).split())
    return text if len(text) <= MAX_VALUE and "://" not in text else ""


def each(value: Any) -> Iterator[Any]:
    """The values of a field that may hold one or several."""
    yield from (value[:MOST_VALUES] if isinstance(value, list) else [value])
