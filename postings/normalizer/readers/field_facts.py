"""Facts from named fields: what payloads, feed items, front matter and structured data say outside the text.

The theory.  A field is understood by its name alone, compared without case and signs; the first field that holds a
usable value wins, nearer the top before deeper.  Nothing is estimated: a value that is not plainly what the name says
is left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from postings.normalizer.model import Facts
from postings.normalizer.readers.field_pay import pay_of_fields
from postings.normalizer.readers.field_values import each, folded, named_fields, text_of

# Names as they are folded, the surest first.
NAMES: dict[str, tuple[str, ...]] = {
    fact: tuple(names.split())
    for fact, names in {
        "title": "jobtitle positiontitle postingtitle jobopeningname roles title name text position",
        "company": "companyname hiringorganization company jobcompany subcompany organizationname organization "
        "organisation employer entreprise unternehmen firma arbeitgeber société empresa azienda bedrijf företag "
        "virksomhed ente",
        "locations": "joblocation joblocations alllocations locations location worklocations "
        "positionlocationdisplay city office offices applicantlocationrequirements "
        "candidaterequiredlocation workplaceaddress standort ort arbeitsort einsatzort lieu ville ubicación ubicacion "
        "ciudad sede luogo città localização localizacao cidade locatie standplaats plaats lokalizacja placering "
        "arbetsort arbejdssted",
        "employment": "employmenttype employmenttypes employmenttypecode timetype commitment contracttype contract "
        "contrat jobtype positiontype worktype types jobtypes schedule type typeofemployment employmentstatus "
        "employmentstatuslabel positionschedule positionofferingtype",
        "posted": "dateposted posted publishdate postedon posteddate postedat publishedat firstpublished releaseddate "
        "pubdate publishedon published publisheddate datepublished publicationdate publicationstartdate postingdate "
        "created date",
        "valid": "validthrough applicationdeadline deadline closingdate applicationclosedate closeat closes "
        "expirationdate expirydate expires depublicationdate posteferme",
        "identifier": "requisitionid jobreqid reqnumber refnumber requisitionnumber referencenumber reference jobid "
        "positionid identifier id guid",
        "language": "language inlanguage lang locale",
        "workplace": "workplacetype joblocationtype workplace remotetype",
    }.items()
}
GROUPS = ("categories", "attributes")  # objects that only hold fields of the posting together
FURTHER = ("secondarylocations", "additionallocations", "additionaloffices")  # beside the first place
CITIES, COUNTRIES = ("addresslocality", "city", "municipality"), ("addresscountry", "country")
REGIONS = ("addressregion", "stateprovince", "state", "region", "province", "statename")
CODE = 2  # letters of a country's code
ENDINGS = ("jobtype", "jobtypes", "employmenttype", "contracttype", "positiontype")  # "a_job_type", "main job type"
EMPLOYMENT = {
    name: kind
    for kind, names in {
        "full_time": "fulltime full ft fulltimeregular regularfulltime vollzeit tempsplein",
        "part_time": "parttime part pt parttimeregular regularparttime teilzeit tempspartiel",
        "contract": "contract contractor freelance",
        "temporary": "temporary temp seasonal fixedterm fixedtermcontract cdd",
        "permanent": "permanent permanentcontract cdi",
        "internship": "intern internship stage",
        "apprenticeship": "apprenticeship",
        "volunteer": "volunteer",
        "per_diem": "perdiem",
    }.items()
    for name in names.split()
}
WORKPLACES = {
    "remote": "remote",
    "remoto": "remote",
    "zdalnie": "remote",
    "ibrido": "hybrid",
    "híbrido": "hybrid",
    "hybride": "hybrid",
    "hybrydowo": "hybrid",
    "fullyremote": "remote",
    "telecommute": "remote",
    "hybrid": "hybrid",
    "onsite": "on_site",
}
# What stands where a place is asked for and is none.
NO_PLACES = frozenset((*WORKPLACES, *"worldwide anywhere global everywhere various multiplelocations".split()))
ENDS_WITH_WORKPLACE = re.compile(
    r"\s*[(/–—-]\s?(remote|hybrid|on-?site|ibrido|remoto|híbrido|hybride|hybrydowo|zdalnie)\)?$", re.IGNORECASE
)
BEGINS_WITH_WORKPLACE = re.compile(r"(?:fully )?(?:remote|hybrid|on-?site)\b", re.IGNORECASE)
SLUG = re.compile(r"[a-z]{3,}-[a-z]{3,}")  # of a page's address, and no number
ISO_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
MONTHS = {
    name: number for number, name in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), start=1)
}
WRITTEN_DATE = re.compile(
    r"(?:[A-Z][a-z]{2}, )?(?:(?P<day>\d{1,2})(?:st|nd|rd|th)? )?(?P<month>[A-Z][a-z]{2})[a-z]{0,6}\.?"
    r"(?: (?P<late>\d{1,2})(?:st|nd|rd|th)?)?,? (?P<year>\d{4})"
)
# As programs print a moment: "Tue Mar 03 15:38:41 UTC 2026".
PRINTED_DATE = re.compile(r"[A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d{1,2}) \d\d:\d\d:\d\d (?:\S+ )?(\d{4})")
US_DATE = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")


def facts_from_fields(fields: Mapping[str, Any]) -> Facts:
    """What the fields of one posting state.  Values may be strings, numbers, lists and mappings, as JSON has them."""
    named = named_fields(fields)
    for name in GROUPS:
        if isinstance(named.get(name), Mapping):
            named = named_fields(named.pop(name)) | named
    company = _first(named, "company", text_of)
    return Facts(
        title=_without_name(_first(named, "title", text_of), company),
        company=company,
        locations=_locations(named),
        workplace=_workplace(named),
        employment_types=_employment(named),
        pay=pay_of_fields(named),
        valid_through=_first(named, "valid", _date),
        posted_on=_first(named, "posted", _date),
        identifier=_first(named, "identifier", _identifier),
        language=_first(named, "language", _language),
    )


def _without_name(title: str, company: str) -> str:
    """The title where it begins with the employer's name, as in feeds of job boards ("Halden Mills: Night Baker")."""
    return title[len(company) + 1 :].strip() if company and title.startswith(f"{company}:") else title


def merged(first: Facts, second: Facts) -> Facts:
    """The first facts, and where they say nothing, the second ones."""
    names = [name for name in Facts.__slots__ if not getattr(first, name) and getattr(second, name)]
    return replace(first, **{name: getattr(second, name) for name in names}) if names else first


def _first(named: Mapping[str, Any], fact: str, read: Any) -> str:
    for name in NAMES[fact]:
        if name in named and (value := read(named[name])):
            return str(value)
    return ""


def _identifier(value: Any) -> str:
    if isinstance(value, Mapping):
        value = value.get("value", "")
    if isinstance(value, bool) or (isinstance(value, str) and SLUG.search(value)):
        return ""
    return str(value) if isinstance(value, int) else text_of(value)


def _date(value: Any) -> str:
    if not isinstance(value, str):
        return ""
    if match := ISO_DATE.match(value.strip()):
        year, month, day = match.groups()
        return _day(int(year), int(month), int(day))
    if match := US_DATE.fullmatch(value.strip()):
        month, day, year = match.groups()
        return _day(int(year), int(month), int(day))
    if match := PRINTED_DATE.fullmatch(value.strip()):
        name, day, year = match.groups()
        return _day(int(year), MONTHS.get(name.lower(), 0), int(day))
    match = WRITTEN_DATE.match(value.strip())
    day = (match["day"] or match["late"]) if match else None
    return _day(int(match["year"]), MONTHS.get(match["month"].lower(), 0), int(day)) if match and day else ""


def _day(year: int, month: int, day: int) -> str:
    """The day in ISO 8601; empty where no calendar has it."""
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return ""


def _language(value: Any) -> str:
    text = text_of(named_fields(value).get("code") if isinstance(value, Mapping) else value).lower()
    return text[:2] if re.fullmatch(r"[a-z]{2}(?:[-_][a-z]{2,4})?", text) else ""


def _employment(named: Mapping[str, Any]) -> tuple[str, ...]:
    found: list[str] = []
    known = [*NAMES["employment"], *(name for name in named if name.endswith(ENDINGS) and name not in ENDINGS)]
    for name in filter(named.__contains__, known):
        for text in filter(None, map(text_of, each(named[name]))):
            for part in re.split(r"[,;/_|()]|\s-\s|\band\b", text.lower()):
                if kind := EMPLOYMENT.get(folded(part)):
                    found.append(kind)
            if kind := EMPLOYMENT.get(folded(text)):
                found.append(kind)
    return tuple(dict.fromkeys(found))


def _workplace(named: Mapping[str, Any]) -> str:
    for name in filter(named.__contains__, NAMES["workplace"]):
        if kind := WORKPLACES.get(folded(text_of(named[name]))):
            return kind
    place = named.get("location")
    if match := BEGINS_WITH_WORKPLACE.match(_place(place)):
        return WORKPLACES[folded(match[0])]
    ends = {match[1] for text in _named_places(named)[1] if (match := ENDS_WITH_WORKPLACE.search(text))}
    if len(ends) == 1:
        return WORKPLACES[folded(ends.pop())]
    for fields in (named, named_fields(place) if isinstance(place, Mapping) else {}):
        if fields.get("hybrid") is True:
            return "hybrid"
        if fields.get("remote") is True or fields.get("isremote") is True:
            return "remote"
    return ""


def _locations(named: Mapping[str, Any]) -> tuple[str, ...]:
    name, found = _named_places(named)
    if not found:
        return ()
    found = [ENDS_WITH_WORKPLACE.sub("", place) for place in found]
    if name == "city":
        found = [", ".join([found[0], *_region(named)])]
    further = [place for name in FURTHER for item in each(named.get(name)) if (place := _place(item))]
    return tuple(dict.fromkeys([*found, *further]))


def _named_places(named: Mapping[str, Any]) -> tuple[str, list[str]]:
    """The first field that holds places, and these as it writes them."""
    for name in filter(named.__contains__, NAMES["locations"]):
        found = [place for item in each(named[name]) if (place := _place(item)) and folded(place) not in NO_PLACES]
        if found:
            return name, found
    return "", []


def _region(named: Mapping[str, Any]) -> list[str]:
    regions = [text for key in REGIONS if (text := text_of(named.get(key)))]
    country = next((text for key in COUNTRIES if (text := text_of(named.get(key)))), "")
    return [*regions[:1], *filter(None, [country.upper() if len(country) == CODE else country])]


def _place(value: Any) -> str:
    """A place in words: a string, a name, or the locality, region and country of an address."""
    if not isinstance(value, Mapping):
        return text_of(value)
    named = named_fields(value)
    if "," in (name := text_of(named.get("name"))):
        return name
    if whole := next((text for key in ("fulllocation", "location") if (text := text_of(named.get(key)))), ""):
        return whole
    address = named.get("address", named)
    inner = named_fields(address) if isinstance(address, Mapping) else named
    if isinstance(inner.get("postaladdress"), Mapping):
        inner = named_fields(inner["postaladdress"])
    cities = [text for key in CITIES if (text := text_of(inner.get(key)))]
    if cities or not {"addressregion", "addresscountry"}.isdisjoint(inner):
        return ", ".join(dict.fromkeys([*cities[:1], *_region(inner)]))
    return text_of(address) if isinstance(address, str) else text_of(value)
