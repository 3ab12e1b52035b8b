"""Structured data by the search engines' published rules, one claim a rule; and what an editor is told is missing."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest

from postings.services import structured

TODAY = date(2026, 11, 30)
SECTIONS = [
    {
        "kind": "responsibilities",
        "heading": "Responsibilities & more",
        "html": "<h3>Days</h3><ol><li>Care <strong>well</strong></li></ol><p>See <a href='https://x.example'>us</a></p>",
        "text": "Days\nCare well\nSee us",
    },
    {"kind": "requirements", "heading": "Requirements", "html": "<p>A licence</p>", "text": "A licence"},
    {"kind": "qualifications", "heading": "Qualifications", "html": "<p>A degree</p>", "text": "A degree"},
    {"kind": "skills", "heading": "Skills", "html": "<p>Triage</p>", "text": "Triage"},
    {"kind": "benefits", "heading": "Benefits", "html": "<p>A pension</p>", "text": "A pension"},
    {
        "kind": "schedule",
        "heading": "Schedule",
        "html": "<table><tbody><tr><th>Mon</th><td>7 to 3</td></tr></tbody></table>",
        "text": "Mon 7 to 3",
    },
]
FACTS: dict[str, Any] = {"title": "Nurse", "company": "Ward House", "locations": ["Graz, Austria"]}


def made(**more: Any) -> dict[str, Any]:
    return structured.job_posting({**FACTS, **more}, SECTIONS, TODAY)


def address(place: str, **more: Any) -> dict[str, str]:
    found = made(locations=[place], **more)["jobLocation"][0]["address"]
    return {name.removeprefix("address"): value for name, value in found.items() if name != "@type"}


def test_what_is_required_is_there() -> None:
    data = made()
    assert (data["@context"], data["@type"]) == ("https://schema.org/", "JobPosting")
    assert data["title"] == "Nurse"
    assert data["hiringOrganization"] == {"@type": "Organization", "name": "Ward House"}
    assert data["datePosted"] == "2026-11-30"
    assert data["jobLocation"][0]["@type"] == "Place"
    assert data["description"]


def test_the_day_a_posting_states_is_the_day_it_was_posted() -> None:
    assert made(posted_on="2026-11-01")["datePosted"] == "2026-11-01"


def test_the_description_is_the_whole_text_in_their_tags() -> None:
    description = made()["description"]
    assert set(re.findall(r"</?([a-z0-9]+)[^>]*>", description)) <= {"p", "ul", "li", "br"}
    assert description.startswith(
        "<p>Responsibilities &amp; more</p><p>Days</p><ul><li>Care well</li></ul><p>See us</p>"
    )
    assert "<ul><li>Mon – 7 to 3</li></ul>" in description
    for section in SECTIONS:
        assert section["text"].split()[0] in description


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Senior Nurse - Graz", "Senior Nurse"),
        ("Nurse (REQ-12345)", "Nurse"),
        ("Nurse | $20/hr | Graz, Austria", "Nurse"),
        ("REF 4711 - Nurse", "Nurse"),
        ("Remote – Nurse (m/w/d)", "Nurse (m/w/d)"),
        ("Nurse #2231", "Nurse"),
        ("Nurse at heart, Ward House", "Nurse at heart"),
        ("Analyst, Growth", "Analyst, Growth"),
        ("Level 3 Technician", "Level 3 Technician"),
        ("Graz", "Graz"),
    ],
)
def test_a_title_is_the_job_without_codes_pay_place_and_company(title: str, expected: str) -> None:
    assert made(title=title)["title"] == expected


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("Graz, Austria", {"Locality": "Graz", "Country": "AT"}),
        ("Graz, Styria, Österreich", {"Locality": "Graz", "Region": "Styria", "Country": "AT"}),
        ("Austin, TX", {"Locality": "Austin", "Region": "TX", "Country": "US"}),
        ("Boston, MA, US", {"Locality": "Boston", "Region": "MA", "Country": "US"}),
        ("San Jose, CA", {"Locality": "San Jose", "Region": "CA"}),
        ("Port Selwyn", {"Locality": "Port Selwyn"}),
        ("Deutschland", {"Country": "DE"}),
        ("Graz, Austria (hybrid)", {"Locality": "Graz", "Country": "AT"}),
        ("Onsite – Austin, TX", {"Locality": "Austin", "Region": "TX", "Country": "US"}),
        ("Remoteville, Austria", {"Locality": "Remoteville", "Country": "AT"}),
    ],
)
def test_a_place_is_read_and_no_country_is_guessed(place: str, expected: dict[str, str]) -> None:
    assert address(place) == expected


def test_what_is_paid_decides_between_a_state_and_a_country() -> None:
    pay = {"min": 20, "unit": "hour"}
    assert address("San Jose, CA", pay={**pay, "currency": "USD"})["Country"] == "US"
    assert address("Berlin, DE", pay={**pay, "currency": "EUR"}) == {"Locality": "Berlin", "Country": "DE"}


def test_remote_work_says_from_where_and_names_no_office_it_does_not_have() -> None:
    data = made(workplace="remote", locations=["Remote, Germany"])
    assert data["jobLocationType"] == "TELECOMMUTE"
    assert data["applicantLocationRequirements"] == [{"@type": "Country", "name": "DE"}]
    assert "jobLocation" not in data
    for workplace in ("hybrid", "on_site"):
        assert "jobLocationType" not in made(workplace=workplace)


@pytest.mark.parametrize(
    ("place", "countries"),
    [
        ("Remote", []),
        ("Remote (Europe)", []),
        ("Remote (Germany)", ["DE"]),
        ("remote - US", ["US"]),
        ("Fully remote in Austria", ["AT"]),
        ("Remote, Germany", ["DE"]),
    ],
)
def test_a_place_that_says_remote_is_no_town_and_no_part_of_the_world_is_a_country(
    place: str, countries: list[str]
) -> None:
    data = made(locations=[place])
    assert data["jobLocationType"] == "TELECOMMUTE"
    assert data.get("applicantLocationRequirements", []) == [{"@type": "Country", "name": code} for code in countries]
    assert "jobLocation" not in data


def test_one_office_among_remote_places_is_where_the_work_is_done() -> None:
    data = made(locations=["Remote", "Graz, Austria"])
    assert "jobLocationType" not in data
    assert [place["address"]["addressLocality"] for place in data["jobLocation"]] == ["Graz"]


@pytest.mark.parametrize("place", ["Worldwide", "Anywhere", "Europe", "On-site"])
def test_a_place_that_nobody_can_go_to_is_none(place: str) -> None:
    assert made(locations=[place]) == {}


@pytest.mark.parametrize("told", ["soon", "31.01.2027", "2027-02-30", "last week"])
def test_a_day_that_is_none_is_left_out(told: str) -> None:
    data = made(posted_on=told, valid_through=told)
    assert data["datePosted"] == "2026-11-30"
    assert "validThrough" not in data


@pytest.mark.parametrize(
    ("pay", "expected"),
    [
        (
            {"min": 24, "max": 26, "currency": "EUR", "unit": "hour"},
            {"unitText": "HOUR", "minValue": 24, "maxValue": 26},
        ),
        ({"min": 24, "max": 24, "currency": "EUR", "unit": "hour"}, {"unitText": "HOUR", "value": 24}),
        ({"min": 5e4, "currency": "EUR", "unit": "year"}, {"unitText": "YEAR", "minValue": 5e4}),
        ({"min": 0, "max": 900, "currency": "EUR", "unit": "week"}, {"unitText": "WEEK", "maxValue": 900}),
    ],
)
def test_pay_is_what_is_stated(pay: dict[str, Any], expected: dict[str, Any]) -> None:
    salary = made(pay=pay)["baseSalary"]
    assert salary["currency"] == "EUR"
    assert salary["value"] == {"@type": "QuantitativeValue", **expected}


@pytest.mark.parametrize(
    "pay",
    [
        None,
        {"min": 24, "unit": "hour"},
        {"min": 24, "currency": "EUR"},
        {"min": 24, "currency": "EUR", "unit": "shift"},
        {"min": 24, "currency": "€", "unit": "hour"},
        {"min": 0, "max": 0, "currency": "EUR", "unit": "hour"},
        {"currency": "EUR", "unit": "hour"},
    ],
)
def test_pay_that_is_not_stated_whole_is_left_out_and_never_zero(pay: dict[str, Any] | None) -> None:
    assert "baseSalary" not in made(pay=pay)


def test_what_is_stated_is_recommended_and_there() -> None:
    data = made(employment_types=["full_time", "permanent"], valid_through="2027-01-31", identifier="W-9")
    assert data["employmentType"] == ["FULL_TIME"]
    assert data["validThrough"] == "2027-01-31"
    assert data["identifier"] == {"@type": "PropertyValue", "name": "Ward House", "value": "W-9"}
    assert data["responsibilities"] == "Days\nCare well\nSee us"
    assert data["qualifications"] == "A licence\nA degree"
    assert (data["skills"], data["jobBenefits"], data["workHours"]) == ("Triage", "A pension", "Mon 7 to 3")
    assert data["directApply"] is False


def test_what_is_unknown_is_left_out() -> None:
    data = structured.job_posting(FACTS, SECTIONS[:1], TODAY)
    for name in ("employmentType", "validThrough", "identifier", "qualifications", "skills", "workHours", "baseSalary"):
        assert name not in data


@pytest.mark.parametrize("lacks", ["title", "company", "locations"])
def test_without_title_company_or_place_there_is_none(lacks: str) -> None:
    facts = {name: value for name, value in FACTS.items() if name != lacks}
    assert structured.job_posting(facts, SECTIONS, TODAY) == {}


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        (FACTS, []),
        ({**FACTS, "locations": ["Graz"]}, ["jobLocation.address.addressCountry"]),
        ({**FACTS, "locations": []}, ["jobLocation"]),
        ({**FACTS, "workplace": "remote", "locations": []}, ["applicantLocationRequirements"]),
        ({**FACTS, "workplace": "remote"}, []),
        ({"title": "Nurse"}, ["hiringOrganization", "jobLocation"]),
        ({}, ["title", "hiringOrganization", "jobLocation"]),
    ],
)
def test_an_editor_is_told_what_is_missing(facts: dict[str, Any], expected: list[str]) -> None:
    lacks = structured.missing(facts, SECTIONS)
    assert [one.property for one in lacks] == expected
    assert all(one.sentence.endswith(".") for one in lacks)


def test_a_posting_without_text_has_no_description() -> None:
    assert [one.property for one in structured.missing(FACTS, [])] == ["description"]
