"""Pay from named fields: an object with its ends, ends in fields side by side, or an amount in words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from postings.normalizer.facts.money import find_amounts, may_hold_money
from postings.normalizer.model import Pay
from postings.normalizer.readers.field_values import MAX_VALUE, each, folded, named_fields, text_of

# Fields that hold pay, the surest first.
NAMES = (
    "basesalary salary compensation salaryrange payrange payranges pay wage positionremuneration payrangedetails "
    "payinputranges salarytext salarystring salarydisplay formattedsalary compensationtext paytext"
).split()
INSIDE = ("summarycomponents", "components", "salaryrange", "range")  # in which an object of pay may keep its parts
# Pay told in fields side by side: the first words of their names, and the last ones ("salary_min", "minAmount").
WORDS = "salary pay compensation wage amount salaryrange payrange".split()
LOWEST, HIGHEST = (
    [name for word in WORDS for end in ends.split() for name in (word + end, end + word)]
    for ends in ("min minimum from low", "max maximum to high")
)
CURRENCIES = ("currency", "currencycode", "currencytype", *(f"{word}currency" for word in WORDS), "salarycurrencycode")
PERIODS = (
    *(word + end for word in ("salary", "pay") for end in "period interval unit type frequency".split()),
    *("interval", "period"),
)
# The same inside of an object that is all about pay.
LOW_INSIDE = "minvalue min minimum minimumrange minamount rangestart from low lower".split()
HIGH_INSIDE = "maxvalue max maximum maximumrange maxamount rangeend to high upper".split()
UNIT_INSIDE = "unittext period interval unit frequency rateintervalcode".split()
UNITS = {
    name: unit
    for unit, names in {
        "hour": "hour hourly hr ph perhour perhourwage",
        "day": "day daily perday",
        "week": "week weekly wk perweek",
        "month": "month monthly permonth",
        "year": "year yearly annual annually annum yr pa peryear peryearsalary",
    }.items()
    for name in names.split()
}
AMOUNT = re.compile(r"\d{1,9}(?:\.\d{1,4})?")
LEAST_PAY = 3  # no hour is paid with less in any currency that a sign names
_COUNT = re.compile(r"^\s*1\s+")  # "1 YEAR"


def pay_of_fields(named: Mapping[str, Any]) -> Pay | None:
    """The pay that fields state, by their folded names."""
    for name in NAMES:
        if pay := _of_each(named.get(name)):
            return pay
    return _beside(named)


def _of_each(value: Any) -> Pay | None:
    """The pay that a field states; from the lowest to the highest where it states several of one kind."""
    found = [pay for item in each(value) if (pay := _of_one(item))]
    if len({(pay.currency, pay.unit) for pay in found}) != 1:
        return None
    lows, highs = [pay.minimum for pay in found], [pay.maximum for pay in found]
    low = None if None in lows else min(filter(None, lows))
    high = None if None in highs else max(filter(None, highs))
    return Pay(low, high, found[0].currency, found[0].unit)


def _of_one(value: Any) -> Pay | None:
    if isinstance(value, str):
        return _in_words(value)
    return _of_object(value) if isinstance(value, Mapping) else None


def _of_object(value: Mapping[str, Any]) -> Pay | None:
    named = named_fields(value)
    for name in INSIDE:
        parts = [part for part in each(named.get(name)) if isinstance(part, Mapping) and _is_salary(part)]
        if len(parts) == 1 and (pay := _of_object(parts[0])):
            return pay
    amounts = named.get("value", named)
    amounts = named_fields(amounts) if isinstance(amounts, Mapping) else {"value": amounts}
    low, high = (_first_amount(amounts, names) for names in (LOW_INSIDE, HIGH_INSIDE))
    if low is None and high is None:
        low = high = _amount(amounts.get("value")) or _amount(amounts.get("amount"))
    cents_low, cents_high = _amount(amounts.get("mincents")), _amount(amounts.get("maxcents"))
    if low is None and high is None and cents_low and cents_high:
        low, high = cents_low / 100, cents_high / 100
    if low is None and high is None:
        return None
    currency = next((text for name in CURRENCIES for at in (named, amounts) if (text := text_of(at.get(name)))), "")
    unit = next((unit for name in UNIT_INSIDE for at in (amounts, named) if (unit := _period(at.get(name)))), "")
    return Pay(low, high, _code(currency), unit)


def _is_salary(part: Mapping[str, Any]) -> bool:
    kind = folded(text_of(named_fields(part).get("compensationtype")))
    return kind in ("", "salary", "hourly")


def _beside(named: Mapping[str, Any]) -> Pay | None:
    """Pay whose ends, currency and time stand in fields of their own."""
    low, high = _first_amount(named, LOWEST), _first_amount(named, HIGHEST)
    if low is None and high is None:
        return None
    currency = next((text for name in CURRENCIES if (text := text_of(named.get(name)))), "")
    return Pay(low, high, _code(currency), next((unit for name in PERIODS if (unit := _period(named.get(name)))), ""))


def _in_words(text: str) -> Pay | None:
    """Pay in a field's words, where they name one amount or range and nothing else."""
    amounts = list(find_amounts(text[:MAX_VALUE])) if may_hold_money(text[:MAX_VALUE]) else []
    if len(amounts) != 1 or amounts[0].is_huge or amounts[0].low < LEAST_PAY:
        return None
    amount = amounts[0]
    unit = next((UNITS[word] for word in re.findall(r"[a-z]+", text.lower()) if word in UNITS), "")
    low = None if text.lower().startswith(("up to", "max")) else amount.low
    high = None if amount.is_open or text.lower().startswith("from") else amount.high
    return Pay(low, high, amount.currency, unit)


def _first_amount(named: Mapping[str, Any], names: list[str]) -> float | None:
    return next(filter(None, (_amount(named[name]) for name in names if name in named)), None)


def _period(value: Any) -> str:
    return UNITS.get(folded(_COUNT.sub("", text_of(value))), "")


def _code(currency: str) -> str:
    return currency.upper() if re.fullmatch(r"[A-Za-z]{3}", currency) else ""


def _amount(value: Any) -> float | None:
    if isinstance(value, bool) or value is None:
        return None
    text = str(value).replace(",", "").strip()
    return float(text) if AMOUNT.fullmatch(text) and float(text) > 0 else None
