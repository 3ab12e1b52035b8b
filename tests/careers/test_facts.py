"""Facts in words for people."""

from __future__ import annotations

from typing import Any

import pytest

from postings.templatetags.posting_facts import fact_items

EVERYTHING = {
    "company": "Ward House",
    "locations": ["Milbrook", "Elmford"],
    "workplace": "hybrid",
    "employment_types": ["full_time"],
    "pay": {"min": 38.5, "max": 46.0, "currency": "USD", "unit": "hour"},
    "valid_through": "2026-12-31",
}


def test_all_facts_stand_in_one_order() -> None:
    assert fact_items(EVERYTHING, "en") == [
        "Ward House",
        "Milbrook · Elmford",
        "Hybrid",
        "Full-time",
        "$38.50–$46 an hour",
        "Apply by Dec. 31, 2026",
    ]


def test_the_posting_s_language_is_used() -> None:
    facts = {**EVERYTHING, "pay": {"min": 2800, "max": 3400.5, "currency": "EUR", "unit": "month"}}
    assert fact_items(facts, "de")[2:] == [
        "Hybrid",
        "Vollzeit",
        "2.800–3.400,50\u00a0€ im Monat",
        "Bewerben bis 31. Dezember 2026",
    ]
    assert fact_items(facts, "fr")[3] == "Temps plein"
    assert fact_items(facts, "ja")[3] == "Full-time"


@pytest.mark.parametrize(
    ("pay", "words"),
    [
        ({"min": 52000, "max": 52000, "currency": "GBP", "unit": "year"}, "£52,000 a year"),
        ({"min": 52000, "currency": "GBP", "unit": "year"}, "from £52,000 a year"),
        ({"max": 20, "currency": "CHF", "unit": "hour"}, "up to CHF\u00a020 an hour"),
        ({"min": 20, "max": 25, "currency": "CAD", "unit": ""}, "CAD\u00a020–25"),
        ({"min": 0, "max": 25, "currency": "", "unit": "day"}, "0–25 a day"),
    ],
)
def test_pay_says_no_more_than_is_known(pay: dict[str, Any], words: str) -> None:
    assert fact_items({"pay": pay}, "en") == [words]


@pytest.mark.parametrize("facts", [None, {}, {"pay": {}}, {"valid_through": "soon"}, {"workplace": "moon"}])
def test_what_is_not_known_is_not_said(facts: dict[str, Any] | None) -> None:
    assert fact_items(facts, "en") == []


def test_a_type_that_no_table_knows_stays_as_it_was_sent() -> None:
    assert fact_items({"employment_types": ["per_diem"]}, "en") == ["Per diem"]


def test_many_places_are_counted() -> None:
    assert fact_items({"locations": list("ABCDE")}, "en") == ["A · B · C (+2)"]
