"""What a page says about its posting outside its text: JSON-LD, meta elements, the page's title."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from postings.normalizer.model import Facts, SourceRefused
from postings.normalizer.readers.field_facts import facts_from_fields, merged
from postings.normalizer.readers.payload import parse_json

MAX_NODES = 5000


def job_postings(scripts: list[str]) -> list[Mapping[str, Any]]:
    """The JobPosting objects in a page's JSON-LD, in order.  Broken scripts are passed over."""
    found: list[Mapping[str, Any]] = []
    for script in scripts:
        try:
            payload = parse_json(script.strip().removesuffix(";"))
        except SourceRefused:
            continue
        found.extend(node for node in _objects(payload) if _is_posting(node))
    return found


def _objects(payload: Any) -> Iterator[Mapping[str, Any]]:
    waiting, seen = [payload], 0
    while waiting and seen < MAX_NODES:
        node, seen = waiting.pop(0), seen + 1
        if isinstance(node, Mapping):
            yield node
            waiting.extend(value for value in node.values() if isinstance(value, Mapping | list))
        elif isinstance(node, list):
            waiting.extend(node)


def _is_posting(node: Mapping[str, Any]) -> bool:
    kind = node.get("@type")
    return "JobPosting" in (kind if isinstance(kind, list) else [kind])


def stated_facts(postings: list[Mapping[str, Any]], meta: Mapping[str, str]) -> Facts:
    """Facts from the first JobPosting, then from meta elements."""
    stated = (
        facts_from_fields({key: value for key, value in postings[0].items() if not key.startswith("@")})
        if postings
        else Facts()
    )
    return merged(stated, Facts(company=meta.get("og:site_name", "").strip() if postings else ""))
