"""What readers filter and search a publication by, taken out of its facts and texts once, when it is published."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from postings.models import Publication, PublicationFacet

PLACE = "place"
EMPLOYMENT_TYPE = "employment_type"
VALUE_LENGTH_MAX = 300
# What PostgreSQL's index of words bears is a megabyte; no posting says anything new after this.
SEARCH_LENGTH_MAX = 200_000


def columns(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The publication's columns to filter by; unknown facts are empty, unknown pay is null and never zero."""
    pay = facts.get("pay") or {}
    most = pay.get("max") if pay.get("max") is not None else pay.get("min")
    return {
        "department": str(facts.get("department", ""))[:VALUE_LENGTH_MAX].casefold(),
        "workplace": str(facts.get("workplace", ""))[:40],
        "pay_currency": str(pay.get("currency", ""))[:8].upper(),
        "pay_unit": str(pay.get("unit", ""))[:16],
        "pay_most": float(most) if most else None,
    }


def search_text(title: str, company: str, facts: Mapping[str, Any], sections: Sequence[Mapping[str, str]]) -> str:
    """Everything a search looks at, as plain text in small letters: not every database knows the small ones."""
    named = [title, company, str(facts.get("department", "")), *facts.get("locations", ())]
    told = [f"{section['heading']}\n{section['text']}" for section in sections]
    return "\n".join([*named, *told])[:SEARCH_LENGTH_MAX].lower()


def facets(publication: Publication) -> list[PublicationFacet]:
    """The rows of a publication's several values, not saved yet."""
    found = {(PLACE, value) for place in publication.facts.get("locations", ()) for value in places(place)}
    found |= {(EMPLOYMENT_TYPE, value_of(kind)) for kind in publication.facts.get("employment_types", ())}
    return [PublicationFacet(publication=publication, name=name, value=value) for name, value in sorted(found) if value]


def places(place: str) -> set[str]:
    """The names a place is found by: "Berlin, Germany" by itself, by "Berlin" and by "Germany"."""
    return {value_of(part) for part in (place, *place.split(","))}


def value_of(text: str) -> str:
    """A value as it is compared: without case, with single spaces."""
    return " ".join(str(text).split()).casefold()[:VALUE_LENGTH_MAX]
