"""Facts as senders state them and rows keep them: JSON in one shape, and the normalizer's value of it.

The shape, each key optional: title, company, identifier, department (text); workplace (one of three); language (such
as de); posted_on, valid_through (ISO 8601); locations, employment_types (lists of text); pay
`{"min", "max": number, "currency": ISO 4217, "unit": one of five}`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from django.utils.dateparse import parse_date, parse_datetime

from postings.normalizer.model import Facts, Pay
from postings.normalizer.taxonomy import PAY_UNITS, WORKPLACES
from postings.services.errors import SourceInvalid
from postings.services.wording import clean_line, require_storable

TEXTS = ("title", "company", "workplace", "identifier", "language", "posted_on", "valid_through", "department")
# What no text is searched for: it is known from the sender or not at all.
ONLY_STATED = ("department",)
LISTS = ("locations", "employment_types")
# Senders say it as stored facts do; the normalizer has its own word.
WORKPLACE_NAMES = {"onsite": "on_site"}
CURRENCY = re.compile("[A-Z]{3}")
_LANGUAGE = re.compile("[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*")
TEXT_LENGTH_MAX = 300
LIST_LENGTH_MAX = 100
PAY_MAX = 1e12


def read_facts(stated: Mapping[str, Any]) -> dict[str, Any]:
    """What a sender states, checked and cleaned; empty values are left out.  Raises SourceInvalid."""
    if not isinstance(stated, Mapping):
        raise _invalid("Facts are an object with names and values.")
    unknown = sorted(str(name) for name in stated if name not in (*TEXTS, *LISTS, "pay"))
    if unknown:
        raise _invalid(f"These facts are not known: {require_storable(', '.join(unknown), 'facts')[:200]}.")
    facts: dict[str, Any] = {name: _text(stated[name], name) for name in TEXTS if stated.get(name) is not None}
    facts |= {name: _texts(stated[name], name) for name in LISTS if stated.get(name) is not None}
    if stated.get("pay") is not None:
        facts["pay"] = _pay(stated["pay"])
    facts = without_empty(facts)
    return facts | {name: _in_form(facts[name], name) for name in _FORMS if name in facts}


def to_facts(stated: Mapping[str, Any]) -> Facts:
    """The normalizer's value of stored facts."""
    pay = stated.get("pay")
    known = {name: stated.get(name, "") for name in TEXTS if name not in ONLY_STATED}
    known["workplace"] = WORKPLACE_NAMES.get(known["workplace"], known["workplace"])
    return Facts(
        **known,
        locations=tuple(stated.get("locations", ())),
        employment_types=tuple(stated.get("employment_types", ())),
        pay=Pay(pay.get("min"), pay.get("max"), pay.get("currency", ""), pay.get("unit", "")) if pay else None,
    )


def without_empty(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Only the facts that say something."""
    return {name: value for name, value in facts.items() if value}


def iso(text: object) -> str:
    """A day or a moment in ISO 8601, as it is kept; empty for anything else."""
    try:
        found = parse_date(str(text)) or parse_datetime(str(text))
    except ValueError:
        return ""
    return found.isoformat() if found else ""


def _workplace(text: str) -> str:
    kind = WORKPLACE_NAMES.get(text, text)
    return kind if kind in WORKPLACES else ""


def _language(text: str) -> str:
    return text if _LANGUAGE.fullmatch(text) else ""


# Facts that have one form: how it is read (empty where it is none), and what it is in words.
_FORMS: dict[str, tuple[Callable[[str], str], str]] = {
    "workplace": (_workplace, f"one of {', '.join(WORKPLACES)}"),
    "language": (_language, "a language such as de"),
    "posted_on": (iso, "a day such as 2026-11-30, or a moment"),
    "valid_through": (iso, "a day such as 2026-11-30, or a moment"),
}


def _in_form(text: str, name: str) -> str:
    read, words = _FORMS[name]
    if found := read(text):
        return found
    raise _invalid(f"The fact “{name}” is {words}.")


def _text(value: object, name: str) -> str:
    if not isinstance(value, str):
        raise _invalid(f"The fact “{name}” is text.")
    return clean_line(require_storable(value, name), TEXT_LENGTH_MAX)


def _texts(values: object, name: str) -> list[str]:
    if not isinstance(values, list | tuple) or len(values) > LIST_LENGTH_MAX:
        raise _invalid(f"The fact “{name}” is a list of at most {LIST_LENGTH_MAX} texts.")
    return [text for text in (_text(value, name) for value in values) if text]


def _pay(value: object) -> dict[str, Any]:
    if not isinstance(value, Mapping) or set(value) - {"min", "max", "currency", "unit"}:
        raise _invalid("The fact “pay” is an object with min, max, currency and unit.")
    pay: dict[str, Any] = {name: _amount(value[name]) for name in ("min", "max") if value.get(name) is not None}
    if not pay:
        raise _invalid("The fact “pay” needs min or max.")
    currency, unit = (_text(value.get(name) or "", name) for name in ("currency", "unit"))
    if currency and not CURRENCY.fullmatch(currency.upper()):
        raise _invalid("The currency of pay is three letters such as EUR.")
    if unit and unit not in PAY_UNITS:
        raise _invalid(f"The unit of pay is one of {', '.join(PAY_UNITS)}.")
    return pay | {"currency": currency.upper(), "unit": unit}


def _amount(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= PAY_MAX:
        raise _invalid("Amounts of pay are numbers from 0 up.")
    return value


def _invalid(sentence: str) -> SourceInvalid:
    return SourceInvalid(sentence, "facts_invalid")
