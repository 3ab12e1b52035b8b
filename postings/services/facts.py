"""Facts as senders state them and rows keep them: JSON in one shape, and the normalizer's value of it.

The shape, each key optional: title, company, workplace, identifier, language, posted_on, valid_through,
department (text);
locations, employment_types (lists of text); pay `{"min", "max": number, "currency", "unit": text}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from postings.normalizer.model import Facts, Pay
from postings.services.errors import SourceInvalid
from postings.services.wording import clean_line, require_storable

TEXTS = ("title", "company", "workplace", "identifier", "language", "posted_on", "valid_through", "department")
# What no text is searched for: it is known from the sender or not at all.
ONLY_STATED = ("department",)
LISTS = ("locations", "employment_types")
# Senders say it as stored facts do; the normalizer has its own word.
WORKPLACES = {"onsite": "on_site"}
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
    return without_empty(facts)


def to_facts(stated: Mapping[str, Any]) -> Facts:
    """The normalizer's value of stored facts."""
    pay = stated.get("pay")
    known = {name: stated.get(name, "") for name in TEXTS if name not in ONLY_STATED}
    known["workplace"] = WORKPLACES.get(known["workplace"], known["workplace"])
    return Facts(
        **known,
        locations=tuple(stated.get("locations", ())),
        employment_types=tuple(stated.get("employment_types", ())),
        pay=Pay(pay.get("min"), pay.get("max"), pay.get("currency", ""), pay.get("unit", "")) if pay else None,
    )


def without_empty(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Only the facts that say something."""
    return {name: value for name, value in facts.items() if value}


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
    return pay | {name: _text(value.get(name) or "", name) for name in ("currency", "unit")}


def _amount(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= PAY_MAX:
        raise _invalid("Amounts of pay are numbers from 0 up.")
    return value


def _invalid(sentence: str) -> SourceInvalid:
    return SourceInvalid(sentence, "facts_invalid")
