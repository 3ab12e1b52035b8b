"""A posting as schema.org JobPosting, for search engines, by their published rules; pure functions.

What they require: title, description, datePosted, hiringOrganization, and jobLocation with its country, or, for remote
work, jobLocationType with applicantLocationRequirements.  What they recommend is there where the posting states it.
Nothing is estimated, and what is unknown is left out: no zero, no guessed country, no made-up end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from postings.normalizer.taxonomy import PAY_UNITS
from postings.services import structured_places as places
from postings.services import structured_text as text
from postings.services.facts import CURRENCY, iso

EMPLOYMENT_TYPES = {
    "full_time": "FULL_TIME",
    "part_time": "PART_TIME",
    "contract": "CONTRACTOR",
    "temporary": "TEMPORARY",
    "internship": "INTERN",
    "volunteer": "VOLUNTEER",
    "per_diem": "PER_DIEM",
}
_UNIT_TEXTS = frozenset(map(str.upper, PAY_UNITS))
# Which sections say it in a posting's own words.
_TEXTS = {
    "responsibilities": ("responsibilities",),
    "qualifications": ("requirements", "qualifications"),
    "skills": ("skills",),
    "jobBenefits": ("benefits",),
    "workHours": ("schedule",),
}


@dataclass(frozen=True, slots=True)
class Missing:
    """A property without which search engines do not show the posting, and what an editor can do."""

    property: str
    sentence: str


_SENTENCES = {
    "title": "The posting has no title.",
    "hiringOrganization": "The employer is not known. Fill in the company.",
    "description": "The posting has no text beside its title.",
    "datePosted": "The day of publication is not known.",
    "jobLocation": "No place is known. Add where the work is done, or that it is remote.",
    "jobLocation.address.addressCountry": "A place is known without its country. Write it behind the place.",
    "applicantLocationRequirements": "The work is remote; say in which country or countries applicants may live.",
}


def job_posting(
    facts: Mapping[str, Any], sections: Sequence[Mapping[str, str]], first_shown_on: date
) -> dict[str, Any]:
    """The JSON-LD object, or `{}` without a title, a company, and a place (remote counts as one).

    `sections` are a publication's: kind, heading, html, text.
    """
    if not (facts.get("title") and facts.get("company")):
        return {}
    data = _job_posting(facts, sections, first_shown_on)
    return data if data.keys() & {"jobLocation", "jobLocationType"} else {}


def missing(facts: Mapping[str, Any], sections: Sequence[Mapping[str, str]]) -> list[Missing]:
    """What search engines still require before they show the posting; empty where it is eligible."""
    data = _job_posting(facts, sections, date(2000, 1, 1))
    lacks = [name for name in ("title", "description", "hiringOrganization") if not data.get(name)]
    return [Missing(name, _SENTENCES[name]) for name in [*lacks, *_lacks_in_places(data)]]


def _job_posting(
    facts: Mapping[str, Any], sections: Sequence[Mapping[str, str]], first_shown_on: date
) -> dict[str, Any]:
    company = facts.get("company", "")
    data: dict[str, Any] = {
        "@context": "https://schema.org/",
        "@type": "JobPosting",
        "title": text.clean_title(facts),
        "description": text.description(sections),
        "datePosted": iso(facts.get("posted_on")) or first_shown_on.isoformat(),
        "validThrough": iso(facts.get("valid_through")),
        "hiringOrganization": {"@type": "Organization", "name": company} if company else None,
        "identifier": _identifier(facts),
        "employmentType": _employment_types(facts),
        **_where(facts),
        "baseSalary": _salary(facts.get("pay")),
        **{name: text.plain(sections, kinds) for name, kinds in _TEXTS.items()},
    }
    # Our pages carry no application form; False is the word for that, so it is not left out as empty.
    return {name: value for name, value in data.items() if value} | {"directApply": False}


def _where(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Where the work is done; for remote work, from where."""
    currency = (facts.get("pay") or {}).get("currency", "")
    found = [places.read(place, currency) for place in facts.get("locations", ())]
    if not places.is_remote(facts):
        return {"jobLocation": [place.as_location() for place in found if place.is_named]}
    countries = sorted({place.country for place in found if place.country})
    return {
        "jobLocationType": "TELECOMMUTE",
        "applicantLocationRequirements": [{"@type": "Country", "name": code} for code in countries],
        "jobLocation": [place.as_location() for place in found if place.locality],
    }


def _lacks_in_places(data: Mapping[str, Any]) -> list[str]:
    located = data.get("jobLocation", [])
    if "jobLocationType" in data:
        return [] if data.get("applicantLocationRequirements") else ["applicantLocationRequirements"]
    if not located:
        return ["jobLocation"]
    is_whole = all("addressCountry" in place["address"] for place in located)
    return [] if is_whole else ["jobLocation.address.addressCountry"]


def _employment_types(facts: Mapping[str, Any]) -> list[str]:
    return [known for kind in facts.get("employment_types", ()) if (known := EMPLOYMENT_TYPES.get(kind))]


def _identifier(facts: Mapping[str, Any]) -> dict[str, Any] | None:
    value = facts.get("identifier")
    return {"@type": "PropertyValue", "name": facts.get("company", ""), "value": value} if value else None


def _salary(pay: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Pay needs a currency, a unit and an amount to mean anything outside its sentence."""
    unit = str(pay.get("unit", "")).upper() if pay else ""
    if not pay or not CURRENCY.fullmatch(pay.get("currency", "")) or unit not in _UNIT_TEXTS:
        return None
    least, most = pay.get("min"), pay.get("max")
    amounts = {"value": least} if least == most else {"minValue": least, "maxValue": most}
    stated = {name: amount for name, amount in amounts.items() if amount}
    if not stated:
        return None
    value = {"@type": "QuantitativeValue", "unitText": unit, **stated}
    return {"@type": "MonetaryAmount", "currency": pay["currency"], "value": value}
