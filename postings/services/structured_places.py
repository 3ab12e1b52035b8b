"""Places as postings write them ("Austin, TX", "Graz, Austria") as parts of an address; what is unsure stays out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

# Names by which postings call countries, in English and in the country's own language.
_NAMES = """
AR argentina|AT austria|österreich|AU australia|BE belgium|belgique|belgië|BG bulgaria|BR brazil|brasil|CA canada
CH switzerland|schweiz|suisse|svizzera|CL chile|CN china|CO colombia|CY cyprus|CZ czechia|czech republic|česko
DE germany|deutschland|DK denmark|danmark|EE estonia|eesti|EG egypt|ES spain|españa|FI finland|suomi
FR france|GB united kingdom|uk|great britain|england|scotland|wales|northern ireland|GR greece|HR croatia|hrvatska
HU hungary|magyarország|ID indonesia|IE ireland|IL israel|IN india|IS iceland|IT italy|italia|JP japan|KE kenya
KR south korea|korea|LT lithuania|lietuva|LU luxembourg|LV latvia|latvija|MA morocco|MT malta|MX mexico|méxico
MY malaysia|NG nigeria|NL netherlands|the netherlands|nederland|NO norway|norge|NZ new zealand|PE peru
PH philippines|PK pakistan|PL poland|polska|PT portugal|RO romania|românia|RS serbia|SA saudi arabia
SE sweden|sverige|SG singapore|SI slovenia|slovenija|SK slovakia|slovensko|TH thailand|TR turkey|türkiye
TW taiwan|UA ukraine|AE united arab emirates|uae|US united states|united states of america|usa|u.s.|us|UY uruguay
VN vietnam|ZA south africa
"""
_STATES = frozenset(
    "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA "
    "RI SC SD TN TX UT VT VA WA WV WI WY DC".split()
)
# What is paid in countries whose code is also a state's.
_PAID_IN = {"AR": "ARS", "CA": "CAD", "CO": "COP", "DE": "EUR", "ID": "IDR", "IL": "ILS", "IN": "INR", "MA": "MAD"}
_PAID_IN |= {"MT": "EUR"}
# How the work is done, where postings write it beside a place or instead of one: "Remote (Germany)", "Graz / hybrid".
_HOW = r"(?:fully |100 ?% )?(?:remote|hybrid|on-?site|home ?office|anywhere|worldwide)"
_HOW_BEFORE = re.compile(rf"^{_HOW}(?![\w-])[\s(\[:,/–—-]*(?:(?:in|from|within)\s)?", re.IGNORECASE)
_HOW_BEHIND = re.compile(rf"[\s(\[:,/–—-]+{_HOW}\W*$", re.IGNORECASE)
_REMOTE = re.compile(r"(?:fully |100 ?% )?remote(?![\w-])", re.IGNORECASE)
# Parts of the world, in which nobody can be written to: too wide for an address, and no countries.
_TOO_WIDE = frozenset(
    "europe|european union|eu|emea|africa|asia|apac|americas|north america|south america|latin america|latam|oceania"
    "|middle east|dach|europa".split("|")
)


def _read_names() -> dict[str, str]:
    found: dict[str, str] = {}
    code = ""
    for name in _NAMES.replace("\n", "|").strip("|").split("|"):
        if name[:2].isupper() and name[2:3] == " ":
            code, name = name[:2], name[3:]
        found[name] = code
    return found


COUNTRIES = _read_names()
_CODES = frozenset(COUNTRIES.values())


@dataclass(frozen=True, slots=True)
class Place:
    """The parts of an address; `country` is ISO 3166-1, each is empty where it is unknown."""

    locality: str = ""
    region: str = ""
    country: str = ""

    @property
    def is_named(self) -> bool:
        return bool(self.locality or self.region or self.country)

    def as_location(self) -> dict[str, Any]:
        """A schema.org Place."""
        parts = {
            "addressLocality": self.locality,
            "addressRegion": self.region,
            "addressCountry": self.country,
        }
        address = {"@type": "PostalAddress", **{name: part for name, part in parts.items() if part}}
        return {"@type": "Place", "address": address}


def is_remote(facts: Mapping[str, Any]) -> bool:
    """Whether the work is remote: facts say so, or every place does where they say nothing about it."""
    places = facts.get("locations", ())
    if workplace := facts.get("workplace"):
        return bool(workplace == "remote")
    return bool(places) and all(_REMOTE.match(place.strip()) for place in places)


def read(place: str, currency: str = "") -> Place:
    """A place's parts.  Two letters that are a state and a country alike are read by the currency that is paid."""
    bare = _HOW_BEHIND.sub("", _HOW_BEFORE.sub("", place.strip()))
    parts = [part for part in (part.strip(" ()[]") for part in bare.split(",")) if part]
    parts = [part for part in parts if part.casefold() not in _TOO_WIDE]
    if not parts:
        return Place()
    country = _country(parts[-1], len(parts), currency)
    rest = parts[:-1] if country else parts
    if len(rest) > 1 and rest[-1] in _STATES:
        return Place(", ".join(rest[:-1]), rest[-1], country or _country_of_state(rest[-1], currency))
    return Place(rest[0] if rest else "", ", ".join(rest[1:]), country)


def _country(text: str, parts: int, currency: str) -> str:
    """The country that a last part names; two letters count behind a place, and not where they may be a state."""
    if known := COUNTRIES.get(text.casefold()):
        return known
    if text not in _CODES or (parts == 1 and text in _STATES):
        return ""
    return text if text not in _STATES or _PAID_IN.get(text) == currency else ""


def _country_of_state(state: str, currency: str) -> str:
    """The United States, unless the same letters are a country and nothing else speaks for the state."""
    return "US" if state not in _CODES or currency == "USD" else ""
