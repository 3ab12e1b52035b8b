"""Facts from named fields: what payloads, feed items, front matter and structured data say outside the text.

The theory.  A field is understood by its name alone, compared without case and signs; the first field that holds a
usable value wins, nearer the top before deeper.  Nothing is estimated: a value that is not plainly what the name says
is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from postings.normalizer.facts.money import find_amounts, may_hold_money
from postings.normalizer.model import Facts, Pay

# Names as they are folded, the surest first.
NAMES: dict[str, tuple[str, ...]] = {
    fact: tuple(names.split())
    for fact, names in {
        "title": "jobtitle positiontitle postingtitle roles title name text position",
        "company": "companyname hiringorganization company organization organisation employer entreprise",
        "locations": "joblocation joblocations locations location city office offices applicantlocationrequirements",
        "employment": "employmenttype employmenttypes employmenttypecode timetype commitment contracttype contract "
        "contrat jobtype positiontype worktype schedule type",
        "posted": "dateposted postedon posteddate postedat publishedat firstpublished releaseddate pubdate created "
        "date",
        "valid": "validthrough applicationdeadline deadline closingdate closeat closes expirationdate expirydate "
        "expires depublicationdate posteferme",
        "identifier": "requisitionid jobreqid reqnumber refnumber reference jobid identifier id guid",
        "pay": "basesalary salary compensation salaryrange payrange pay wage",
        "language": "language inlanguage lang locale",
        "workplace": "workplacetype joblocationtype workplace remotetype",
    }.items()
}
# Pay told in fields side by side: the first words of their names, and the last ones ("salary_min", "minAmount").
PAY_WORDS = "salary pay compensation wage amount salaryrange payrange".split()
LOWEST, HIGHEST = "min minimum from low".split(), "max maximum to high".split()
CURRENCIES = ("currency", *(f"{word}currency" for word in PAY_WORDS), "currencycode", "salarycurrencycode")
PERIODS = tuple(
    f"{word}{end}" for word in ("salary", "pay") for end in ("period", "interval", "unit", "type", "frequency")
)
ENDINGS = ("jobtype", "jobtypes", "employmenttype", "contracttype", "positiontype")  # "a_job_type", "main job type"
EMPLOYMENT = {
    name: kind
    for kind, names in {
        "full_time": "fulltime fulltimeregular regularfulltime vollzeit tempsplein",
        "part_time": "parttime parttimeregular regularparttime teilzeit tempspartiel",
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
    "fullyremote": "remote",
    "telecommute": "remote",
    "hybrid": "hybrid",
    "onsite": "on_site",
}
UNITS = {
    name: unit
    for unit, names in {
        "hour": "hour hourly hr perhour perhourwage",
        "day": "day daily perday",
        "week": "week weekly wk perweek",
        "month": "month monthly permonth",
        "year": "year yearly annual annually annum yr pa peryear peryearsalary",
    }.items()
    for name in names.split()
}
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
AMOUNT = re.compile(r"\d{1,9}(?:\.\d{1,4})?")
MAX_VALUE = 200
LEAST_PAY = 3  # no hour is paid with less in any currency that a sign names


def folded(name: str) -> str:
    """A field's name without case, signs and namespace."""
    return "".join(character for character in name.rpartition(":")[2].lower() if character.isalnum())


def facts_from_fields(fields: Mapping[str, Any]) -> Facts:
    """What the fields of one posting state.  Values may be strings, numbers, lists and mappings, as JSON has them."""
    named: dict[str, Any] = {}
    for name, value in fields.items():
        if value not in (None, "", [], {}):
            named.setdefault(folded(str(name)), value)
    return Facts(
        title=_first(named, "title", _text),
        company=_first(named, "company", _text),
        locations=_locations(named),
        workplace=_workplace(named),
        employment_types=_employment(named),
        pay=_pay(named),
        valid_through=_first(named, "valid", _date),
        posted_on=_first(named, "posted", _date),
        identifier=_first(named, "identifier", _identifier),
        language=_first(named, "language", _language),
    )


def merged(first: Facts, second: Facts) -> Facts:
    """The first facts, and where they say nothing, the second ones."""
    names = [name for name in Facts.__slots__ if not getattr(first, name) and getattr(second, name)]
    return replace(first, **{name: getattr(second, name) for name in names}) if names else first


def _first(named: Mapping[str, Any], fact: str, read: Any) -> str:
    for name in NAMES[fact]:
        if name in named and (value := read(named[name])):
            return str(value)
    return ""


def _text(value: Any) -> str:
    if isinstance(value, Mapping):
        value = next(
            (value[key] for key in ("name", "label", "descriptor", "value", "text") if isinstance(value.get(key), str)),
            "",
        )
    if not isinstance(value, str) or "<" in value:
        return ""
    text = " ".join(value.split())
    return text if len(text) <= MAX_VALUE and "://" not in text else ""


def _identifier(value: Any) -> str:
    if isinstance(value, Mapping):
        value = value.get("value", "")
    if isinstance(value, bool):
        return ""
    return str(value) if isinstance(value, int) else _text(value)


def _date(value: Any) -> str:
    if not isinstance(value, str):
        return ""
    if match := ISO_DATE.match(value.strip()):
        return match.group()
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
    return f"{year}-{month:02d}-{day:02d}" if 1 <= month <= 12 and 1 <= day <= 31 else ""


def _language(value: Any) -> str:
    text = _text(value).lower()
    return text[:2] if re.fullmatch(r"[a-z]{2}(?:[-_][a-z]{2,4})?", text) else ""


def _strings(value: Any) -> Iterable[str]:
    values = value if isinstance(value, list) else [value]
    return [text for item in values[:50] if (text := _text(item))]


def _employment(named: Mapping[str, Any]) -> tuple[str, ...]:
    found: list[str] = []
    known = [*NAMES["employment"], *(name for name in named if name.endswith(ENDINGS) and name not in ENDINGS)]
    for name in known:
        for text in _strings(named.get(name)):
            for part in re.split(r"[,;/_|()]|\s-\s|\band\b", text.lower()):
                if kind := EMPLOYMENT.get(folded(part)):
                    found.append(kind)
            if kind := EMPLOYMENT.get(folded(text)):
                found.append(kind)
    return tuple(dict.fromkeys(found))


def _workplace(named: Mapping[str, Any]) -> str:
    for name in NAMES["workplace"]:
        if kind := WORKPLACES.get(folded(_text(named.get(name)))):
            return kind
    if named.get("hybrid") is True:
        return "hybrid"
    return "remote" if named.get("remote") is True or named.get("isremote") is True else ""


def _locations(named: Mapping[str, Any]) -> tuple[str, ...]:
    for name in NAMES["locations"]:
        value = named.get(name)
        found = [place for item in (value if isinstance(value, list) else [value])[:50] if (place := _place(item))]
        if found:
            if name == "city":
                found = [", ".join([found[0], *_region(named)])]
            return tuple(dict.fromkeys(found))
    return ()


def _region(named: Mapping[str, Any]) -> list[str]:
    regions = [text for key in ("stateprovince", "state", "region") if (text := _text(named.get(key)))]
    return [*regions[:1], *filter(None, [_text(named.get("country"))])]


def _place(value: Any) -> str:
    """A place in words: a string, a name, or the locality, region and country of an address."""
    if not isinstance(value, Mapping):
        return _text(value)
    if "," in (name := _text(value.get("name"))):
        return name
    address = value.get("address", value)
    if isinstance(address, str):
        return _text(address)
    if isinstance(address, Mapping):
        parts = [_text(address.get(key)) for key in ("addressLocality", "addressRegion", "addressCountry")]
        if any(parts):
            return ", ".join(dict.fromkeys(part for part in parts if part))
        parts = [_text(value.get(key)) for key in ("city", "state", "country")]
        if parts[0]:
            return ", ".join(dict.fromkeys(part for part in parts if part))
    return _text(value)


def _pay(named: Mapping[str, Any]) -> Pay | None:
    for name in NAMES["pay"]:
        value = named.get(name)
        if isinstance(value, Mapping) and (pay := _pay_of(value)):
            return pay
        if isinstance(value, str) and (pay := _pay_in(value)):
            return pay
    return _pay_beside(named)


def _pay_beside(named: Mapping[str, Any]) -> Pay | None:
    """Pay whose ends, currency and time stand in fields of their own."""
    low, high = (_end_of_pay(named, ends) for ends in (LOWEST, HIGHEST))
    if low is None and high is None:
        return None
    currency = next((text for name in CURRENCIES if (text := _text(named.get(name)))), "")
    period = next((unit for name in (*PERIODS, "interval", "period") if (unit := _period(named.get(name)))), "")
    return Pay(low, high, _code(currency), period)


def _end_of_pay(named: Mapping[str, Any], ends: list[str]) -> float | None:
    values = (named.get(name) for word in PAY_WORDS for end in ends for name in (word + end, end + word))
    return next((amount for value in values if (amount := _amount(value))), None)


def _period(value: Any) -> str:
    return UNITS.get(folded(_text(value)), "")


def _pay_in(text: str) -> Pay | None:
    """Pay in a field's words, where they name one amount or range and nothing else."""
    amounts = list(find_amounts(text[:MAX_VALUE])) if may_hold_money(text[:MAX_VALUE]) else []
    if len(amounts) != 1 or amounts[0].is_huge or amounts[0].low < LEAST_PAY:
        return None
    amount = amounts[0]
    unit = next((UNITS[word] for word in re.findall(r"[a-z]+", text.lower()) if word in UNITS), "")
    low = None if text.lower().startswith(("up to", "max")) else amount.low
    high = None if amount.is_open or text.lower().startswith("from") else amount.high
    return Pay(low, high, amount.currency if len(amount.currency) == 3 else "", unit)


def _pay_of(value: Mapping[str, Any]) -> Pay | None:
    amounts = value.get("value", value)
    amounts = amounts if isinstance(amounts, Mapping) else {"value": amounts}
    low = _amount(amounts.get("minValue", amounts.get("min", amounts.get("value"))))
    high = _amount(amounts.get("maxValue", amounts.get("max", amounts.get("value"))))
    currency = value.get("currency") or amounts.get("currency") or ""
    unit = amounts.get("unitText") or value.get("period") or value.get("interval") or value.get("unit") or ""
    if not (low or high) or not isinstance(currency, str):
        return None
    return Pay(low, high, _code(currency), UNITS.get(folded(str(unit)), ""))


def _code(currency: str) -> str:
    return currency.upper() if re.fullmatch(r"[A-Za-z]{3}", currency) else ""


def _amount(value: Any) -> float | None:
    if isinstance(value, bool) or value is None:
        return None
    text = str(value).replace(",", "").strip()
    return float(text) if AMOUNT.fullmatch(text) and float(text) > 0 else None
