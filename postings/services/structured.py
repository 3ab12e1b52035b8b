"""A posting as schema.org JobPosting, for search engines: only where the facts that they require are known."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

_EMPLOYMENT_TYPES = {
    "full_time": "FULL_TIME",
    "part_time": "PART_TIME",
    "contract": "CONTRACTOR",
    "temporary": "TEMPORARY",
    "internship": "INTERN",
    "volunteer": "VOLUNTEER",
    "per_diem": "PER_DIEM",
}


def job_posting(facts: Mapping[str, Any], fragment: str, first_shown_on: date) -> dict[str, Any]:
    """The JSON-LD object, or `{}` without a title, a company, and a place (remote counts as one)."""
    is_remote = facts.get("workplace") == "remote"
    if not (facts.get("title") and facts.get("company") and (facts.get("locations") or is_remote)):
        return {}
    data: dict[str, Any] = {
        "@context": "https://schema.org/",
        "@type": "JobPosting",
        "title": facts["title"],
        "description": fragment,
        "datePosted": facts.get("posted_on") or first_shown_on.isoformat(),
        "validThrough": facts.get("valid_through"),
        "hiringOrganization": {"@type": "Organization", "name": facts["company"]},
        "identifier": _identifier(facts),
        "employmentType": [
            known for kind in facts.get("employment_types", ()) if (known := _EMPLOYMENT_TYPES.get(kind))
        ],
        "jobLocationType": "TELECOMMUTE" if is_remote else None,
        "jobLocation": [_place(name) for name in facts.get("locations", ())],
        "baseSalary": _salary(facts.get("pay")),
    }
    return {name: value for name, value in data.items() if value}


def _place(name: str) -> dict[str, Any]:
    return {"@type": "Place", "address": {"@type": "PostalAddress", "addressLocality": name}}


def _identifier(facts: Mapping[str, Any]) -> dict[str, Any] | None:
    value = facts.get("identifier")
    return {"@type": "PropertyValue", "name": facts["company"], "value": value} if value else None


def _salary(pay: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Pay needs a currency and a unit to mean anything outside its sentence."""
    if not pay or not pay.get("currency") or not pay.get("unit"):
        return None
    amounts = {"minValue": pay.get("min"), "maxValue": pay.get("max")}
    value = {"@type": "QuantitativeValue", "unitText": pay["unit"].upper()}
    value |= {name: amount for name, amount in amounts.items() if amount is not None}
    return {"@type": "MonetaryAmount", "currency": pay["currency"], "value": value}
