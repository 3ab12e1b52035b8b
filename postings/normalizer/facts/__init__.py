"""Facts a posting states about itself, each with the blocks it was read from; what it does not state is absent.

Three witnesses, the better one wins for each fact: what the sender knows, what the source's own fields state (payload,
structured data, front matter), and what the text says in plain words.  A wrong fact is worse than a missing one, so
text is believed only where its words leave one reading; nothing is estimated.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from postings.normalizer.facts.company import find_company, find_identifier
from postings.normalizer.facts.dates import find_closing_date, find_posting_date
from postings.normalizer.facts.employment import find_employment_types, says_time, with_time
from postings.normalizer.facts.evidence import Evidence, Found, gather
from postings.normalizer.facts.pay import find_pay, says_unit, with_currency, with_unit
from postings.normalizer.facts.places import find_locations
from postings.normalizer.facts.title import find_title, names_page
from postings.normalizer.facts.workplace import find_workplace
from postings.normalizer.model import Document, Facts, FoundFacts

__all__ = ["find_facts", "to_json"]

Finder = Callable[[Evidence], Found | None]

FINDERS: dict[str, Finder] = {
    "title": find_title,
    "company": find_company,
    "locations": find_locations,
    "workplace": find_workplace,
    "employment_types": find_employment_types,
    "pay": find_pay,
    "valid_through": find_closing_date,
    "posted_on": find_posting_date,
    "identifier": find_identifier,
}
# What the text may complete of a stated fact, and whether there is nothing to complete.
COMPLETED: dict[str, tuple[Callable[[Any, Any], Any], Callable[[Any], bool]]] = {
    "employment_types": (with_time, says_time),
    "pay": (with_unit, says_unit),
}
WORKPLACE_NAMES = {"on_site": "onsite"}


def find_facts(document: Document) -> Document:
    """The document with its facts: the sender's, else the source's own fields, else what the text says."""
    evidence = gather(document)
    values: dict[str, Any] = {"language": document.known.language or document.stated.language or document.language}
    origins: dict[str, tuple[str, ...]] = {}
    for name, find in FINDERS.items():
        stated = getattr(document.known, name) or getattr(document.stated, name)
        if name == "title" and not document.known.title and names_page(document.stated.title, document.language):
            stated = ""
        if stated:
            values[name] = stated
            completing = None if getattr(document.known, name) else COMPLETED.get(name)
            if completing and not completing[1](stated) and (found := evidence.once(find)):
                values[name] = completing[0](stated, found.value)
            if name == "pay":
                values[name] = with_currency(values[name], evidence)
        elif found := evidence.once(find):
            values[name] = found.value
            origins[name] = found.blocks
    return document.with_changes(facts=FoundFacts(Facts(**values), origins))


def to_json(facts: Facts) -> dict[str, Any]:
    """Facts as a JSON object: a key is absent where nothing is stated; pay holds min, max, currency and unit."""
    found: dict[str, Any] = {name: getattr(facts, name) for name in Facts.__slots__ if name != "pay"}
    found["workplace"] = WORKPLACE_NAMES.get(facts.workplace, facts.workplace)
    if facts.pay:
        pay: dict[str, Any] = {"min": facts.pay.minimum, "max": facts.pay.maximum}
        pay |= {"currency": facts.pay.currency or None, "unit": facts.pay.unit or None}
        found["pay"] = {name: value for name, value in pay.items() if value is not None}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in found.items() if value}
