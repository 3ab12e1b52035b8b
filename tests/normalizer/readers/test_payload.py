"""Payloads: every field that holds posting text, in the order people see it, each once."""

from __future__ import annotations

import json
from typing import Any

import pytest

from postings.normalizer.model import Facts, Pay, Source, SourceRefused
from postings.normalizer.readers import read

LONG = "We weld pipes that bring warm water to the houses of this town, and we mend them when they break."


def texts(payload: Any) -> list[str]:
    return [block.text for block in read(Source(json.dumps(payload).encode()), Facts()).blocks]


def test_text_fields_are_read_in_the_order_people_see_them() -> None:
    payload = {
        "benefits": "<ul><li>Free lunch for everybody</li></ul>",
        "requirements": "<p>A welding certificate is needed.</p>",
        "description": f"<p>{LONG}</p>",
        "companyDescription": "<p>Rørby is a small workshop.</p>",
    }
    assert texts(payload) == [
        "Rørby is a small workshop.",
        LONG,
        "A welding certificate is needed.",
        "Free lunch for everybody",
    ]


def test_copies_and_translations_are_not_read_twice() -> None:
    payload = {
        "description": f"<p>{LONG}</p>",
        "descriptionPlain": LONG,
        "sharing_description": LONG[:60],
        "translations": {"de": {"description": "<p>Wir schweißen Rohre für die Häuser dieser Stadt.</p>"}},
    }
    assert texts(payload) == [LONG]


def test_a_title_beside_a_text_is_its_heading_and_no_heading_is_made_of_a_name() -> None:
    sections = {
        "jobDescription": {"title": "What you do", "text": f"<p>{LONG}</p>"},
        "qualifications": {"text": "<p>A welding certificate is needed.</p>"},
    }
    document = read(Source(json.dumps({"jobAd": {"sections": sections}}).encode()), Facts())
    assert [(block.kind.value, block.text) for block in document.blocks] == [
        ("heading", "What you do"),
        ("paragraph", LONG),
        ("paragraph", "A welding certificate is needed."),
    ]
    assert document.blocks[1].path == "jobAd.sections.jobDescription.text/p"


def test_lists_of_parts_follow_the_description() -> None:
    payload = {
        "text": "Welder",
        "description": f"<div>{LONG}</div>",
        "lists": [{"text": "Your tasks", "content": "<li>Weld pipes</li><li>Mend pipes</li>"}],
        "additional": "<div>Write to us when you have a question.</div>",
    }
    assert texts(payload) == [
        LONG,
        "Your tasks",
        "Weld pipes",
        "Mend pipes",
        "Write to us when you have a question.",
    ]


def test_lists_of_strings_are_items() -> None:
    blocks = read(
        Source(json.dumps({"description": LONG, "requirements": ["Steel", "Water"]}).encode()), Facts()
    ).blocks
    assert [(block.kind.value, block.text) for block in blocks[1:]] == [("item", "Steel"), ("item", "Water")]
    assert blocks[1].group == blocks[2].group


def test_escaped_markup_in_a_field_is_read_as_markup() -> None:
    assert texts({"content": "&lt;h3&gt;Tasks&lt;/h3&gt;&lt;p&gt;Weld &amp;amp; mend&lt;/p&gt;"}) == [
        "Tasks",
        "Weld & mend",
    ]


def test_fields_state_facts() -> None:
    payload = {
        "title": "Welder",
        "company_name": "Rørby AS ",
        "location": {"name": "Oslo, Norway"},
        "employment_type": "Full-time",
        "salary": {"min": "250", "max": "300", "currency": "nok", "period": "hour"},
        "published_at": "2025-03-01 10:00:00 UTC",
        "id": 41,
        "language": "nb-NO",
        "description": f"<p>{LONG}</p>",
    }
    stated = read(Source(json.dumps(payload).encode()), Facts()).stated
    assert stated == Facts(
        title="Welder",
        company="Rørby AS",
        locations=("Oslo, Norway",),
        employment_types=("full_time",),
        pay=Pay(250.0, 300.0, "NOK", "hour"),
        posted_on="2025-03-01",
        identifier="41",
        language="nb",
    )


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        (
            {"salary_min": 60000, "salary_max": "70000.0", "salary_currency": "usd", "salary_period": "YEAR"},
            Pay(60000.0, 70000.0, "USD", "year"),
        ),
        ({"minAmount": 20, "currency": "EUR", "interval": "hourly"}, Pay(20.0, None, "EUR", "hour")),
        ({"min": 3, "max": 9, "currency": "EUR"}, None),
    ],
)
def test_pay_told_in_fields_side_by_side(fields: dict[str, object], expected: Pay | None) -> None:
    payload = {"title": "Welder", "description": LONG, **fields}
    assert read(Source(json.dumps(payload).encode()), Facts()).stated.pay == expected


def test_a_printed_moment_and_a_bare_type_are_read() -> None:
    payload = {"title": "Welder", "description": LONG, "posted_at": "Tue Mar 03 15:38:41 UTC 2026", "type": "Full Time"}
    stated = read(Source(json.dumps(payload).encode()), Facts()).stated
    assert (stated.posted_on, stated.employment_types) == ("2026-03-03", ("full_time",))


def test_two_postings_in_one_payload_are_pointed_out() -> None:
    jobs = [{"title": f"Welder {n}", "description": f"{LONG} Number {n}."} for n in range(2)]
    document = read(Source(json.dumps({"jobs": jobs}).encode()), Facts())
    assert [warning.code for warning in document.warnings] == ["several_postings"]


@pytest.mark.parametrize("data", [b'{"a": "b', b'{"description": ' + b"[" * 5000, b'{"n": ' + b"1" * 100_000 + b"}"])
def test_json_that_cannot_be_read_is_refused(data: bytes) -> None:
    with pytest.raises(SourceRefused) as refusal:
        read(Source(data), Facts())
    assert refusal.value.code == "unreadable"
