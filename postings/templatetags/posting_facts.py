"""A posting's facts in words for people, in the posting's language: for the careers pages and the preview of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django import template
from django.utils import formats, translation

register = template.Library()


@dataclass(frozen=True, slots=True)
class Words:
    """What is said around facts in one language; `{}` stands for the value."""

    workplaces: Mapping[str, str]
    employment_types: Mapping[str, str]
    units: Mapping[str, str]
    up_to: str
    from_: str
    closing: str


WORDS = {
    "en": Words(
        {"remote": "Remote", "hybrid": "Hybrid", "on_site": "On site"},
        {
            "full_time": "Full-time",
            "part_time": "Part-time",
            "contract": "Contract",
            "temporary": "Temporary",
            "internship": "Internship",
            "permanent": "Permanent",
        },
        {"hour": "{} an hour", "day": "{} a day", "week": "{} a week", "month": "{} a month", "year": "{} a year"},
        "up to {}",
        "from {}",
        "Apply by {}",
    ),
    "de": Words(
        {"remote": "Von überall", "hybrid": "Hybrid", "on_site": "Vor Ort"},
        {
            "full_time": "Vollzeit",
            "part_time": "Teilzeit",
            "contract": "Freie Mitarbeit",
            "temporary": "Befristet",
            "internship": "Praktikum",
            "permanent": "Unbefristet",
        },
        {
            "hour": "{} pro Stunde",
            "day": "{} pro Tag",
            "week": "{} pro Woche",
            "month": "{} im Monat",
            "year": "{} im Jahr",
        },
        "bis {}",
        "ab {}",
        "Bewerben bis {}",
    ),
    "fr": Words(
        {"remote": "À distance", "hybrid": "Hybride", "on_site": "Sur site"},
        {
            "full_time": "Temps plein",
            "part_time": "Temps partiel",
            "contract": "Mission",
            "temporary": "CDD",
            "internship": "Stage",
            "permanent": "CDI",
        },
        {
            "hour": "{} de l’heure",
            "day": "{} par jour",
            "week": "{} par semaine",
            "month": "{} par mois",
            "year": "{} par an",
        },
        "jusqu’à {}",
        "à partir de {}",
        "Candidature jusqu’au {}",
    ),
}
# Only symbols that mean one currency; a dollar is one of many, so it is told by the code unless it is the US one.
_SYMBOLS = {"USD": "$", "EUR": "€", "GBP": "£"}
_RANGE = "–"


@register.filter
def fact_items(facts: Mapping[str, Any] | None, language: str = "en") -> list[str]:
    """The facts that are known, each as one short text: company, place, workplace, type, pay, closing date."""
    code = language if language in WORDS else "en"
    with translation.override(code):
        return list(_items(facts or {}, WORDS[code], code))


def _items(facts: Mapping[str, Any], words: Words, code: str) -> Iterator[str]:
    if company := facts.get("company"):
        yield company
    if locations := facts.get("locations"):
        yield " · ".join(locations[:3]) + (f" (+{len(locations) - 3})" if len(locations) > 3 else "")
    if workplace := words.workplaces.get(facts.get("workplace", "")):
        yield workplace
    yield from (words.employment_types.get(kind, _plain(kind)) for kind in facts.get("employment_types", ()))
    if pay := _pay(facts.get("pay") or {}, words, code):
        yield pay
    if day := _day(facts.get("valid_through")):
        yield words.closing.format(formats.date_format(day, "DATE_FORMAT"))


def _plain(kind: str) -> str:
    """A type that no table knows, as its sender wrote it."""
    return kind.replace("_", " ").strip().capitalize()


def _pay(pay: Mapping[str, Any], words: Words, code: str) -> str:
    least, most, currency = pay.get("min"), pay.get("max"), pay.get("currency", "")
    if least is not None and most is not None and least != most:
        amount = _money(_number(least) + _RANGE + _number(most), currency, code)
    elif least is not None:
        one = _money(_number(least), currency, code)
        amount = one if least == most else words.from_.format(one)
    elif most is not None:
        amount = words.up_to.format(_money(_number(most), currency, code))
    else:
        return ""
    return words.units.get(pay.get("unit", ""), "{}").format(amount)


def _number(amount: float) -> str:
    return formats.number_format(amount, 0 if float(amount).is_integer() else 2, use_l10n=True, force_grouping=True)


def _money(amount: str, currency: str, code: str) -> str:
    symbol = _SYMBOLS.get(currency, currency)
    if code != "en" or not symbol:
        return f"{amount}\u00a0{symbol}".strip()
    if len(symbol) > 1:
        return f"{symbol}\u00a0{amount}"
    return symbol + amount.replace(_RANGE, _RANGE + symbol)


def _day(text: Any) -> date | None:
    try:
        return date.fromisoformat(str(text)[:10])
    except ValueError:
        return None
