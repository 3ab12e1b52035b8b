"""Facts in named fields, as the better known systems name and nest them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from postings.normalizer import normalize
from postings.normalizer.model import Facts, Pay, Source
from postings.normalizer.readers import read
from postings.normalizer.readers.field_facts import facts_from_fields

TEXT = "<p>We weld the pipes of ships, and we do so by day and by night, in halls and on the water.</p>"
SYSTEMS: dict[str, tuple[dict[str, Any], Facts]] = {
    "parts of a name grouped by category": (
        {
            "id": "52fb",
            "text": "Welder",
            "categories": {"commitment": "Full-time", "location": "Oslo", "allLocations": ["Oslo", "Bergen"]},
            "workplaceType": "onsite",
            "salaryRange": {"currency": "NOK", "interval": "per-hour-wage", "min": 250, "max": 300},
            "description": TEXT,
        },
        Facts(
            "Welder", "", ("Oslo", "Bergen"), "on_site", ("full_time",), Pay(250, 300, "NOK", "hour"), identifier="52fb"
        ),
    ),
    "pay in components, further places": (
        {
            "title": "Welder",
            "employmentType": "FullTime",
            "location": "Oslo, Norway",
            "secondaryLocations": [{"location": "Bergen, Norway"}],
            "publishedAt": "2026-03-03T10:00:00.000+00:00",
            "workplaceType": "Hybrid",
            "compensation": {
                "compensationTierSummary": "52K to 60K and equity",
                "summaryComponents": [
                    {"compensationType": "EquityPercentage", "minValue": 1, "maxValue": 2},
                    {
                        "compensationType": "Salary",
                        "interval": "1 YEAR",
                        "currencyCode": "NOK",
                        "minValue": 520000,
                        "maxValue": 600000,
                    },
                ],
            },
            "descriptionHtml": TEXT,
        },
        Facts(
            "Welder", "", ("Oslo, Norway", "Bergen, Norway"), "hybrid", ("full_time",),
            Pay(520000, 600000, "NOK", "year"), "", "2026-03-03",
        ),
    ),
    "objects with a label, a place as an object": (
        {
            "name": "Welder",
            "refNumber": "REF12X",
            "company": {"identifier": "RorbyAS", "name": "Rørby AS"},
            "location": {"city": "Oslo", "region": "Oslo", "country": "no", "address": "12 Quay", "remote": True},
            "typeOfEmployment": {"id": "permanent", "label": "Full-time"},
            "releasedDate": "2026-03-03T10:00:00.000Z",
            "language": {"code": "en", "label": "English"},
            "jobAd": {"sections": {"jobDescription": {"title": "Job", "text": TEXT}}},
        },
        Facts("Welder", "Rørby AS", ("Oslo, NO",), "remote", ("full_time",), None, "", "2026-03-03", "REF12X", "en"),
    ),
    "an opening inside of a result": (
        {
            "result": {
                "jobOpening": {
                    "jobOpeningName": "Welder",
                    "employmentStatusLabel": "Part-Time",
                    "location": {"city": "Oslo", "state": "Oslo fylke", "addressCountry": "Norway"},
                    "compensation": "NOK 250 - 300 / hr",
                    "datePosted": "2026-03-03",
                    "description": TEXT,
                }
            }
        },
        Facts(
            "Welder", "", ("Oslo, Oslo fylke, Norway",), "", ("part_time",), Pay(250, 300, "NOK", "hour"), "",
            "2026-03-03",
        ),
    ),
    "a government's announcement": (
        {
            "MatchedObjectDescriptor": {
                "PositionID": "RB-26-1",
                "PositionTitle": "Welder",
                "OrganizationName": "Bureau of Ships",
                "PositionLocationDisplay": "Marlow, Ohio",
                "PositionSchedule": [{"Name": "Full-time", "Code": "1"}],
                "PositionRemuneration": [
                    {"MinimumRange": "52000.0", "MaximumRange": "60000.0", "RateIntervalCode": "PA"}
                ],
                "ApplicationCloseDate": "2026-05-01T00:00:00",
                "PublicationStartDate": "2026-03-03T00:00:00",
                "UserArea": {"Details": {"JobSummary": TEXT}},
            }
        },
        Facts(
            "Welder", "Bureau of Ships", ("Marlow, Ohio",), "", ("full_time",), Pay(52000, 60000, "", "year"),
            "2026-05-01", "2026-03-03", "RB-26-1",
        ),
    ),
    "nowhere in particular": (
        {"title": "Rørby AS: Welder", "company": "Rørby AS", "location": "Remote (EU)", "job_type": "contract",
         "candidate_required_location": "Worldwide", "description": TEXT},
        Facts("Welder", "Rørby AS", ("Remote (EU)",), "remote", ("contract",)),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SYSTEMS)
def test_facts_are_found_however_a_system_names_and_nests_them(name: str) -> None:
    payload, expected = SYSTEMS[name]
    assert read(Source(json.dumps(payload).encode()), Facts()).stated == expected


def test_pay_in_several_fields_reaches_from_the_lowest_to_the_highest() -> None:
    ranges = [{"min_cents": 5200000, "max_cents": 6000000, "currency_type": "USD"}]
    ranges.append({"min_cents": 4800000, "max_cents": 5500000, "currency_type": "USD"})
    payload = {"title": "Welder", "pay_input_ranges": ranges, "content": TEXT}
    assert read(Source(json.dumps(payload).encode()), Facts()).stated.pay == Pay(48000, 60000, "USD", "")
    ranges.append({"min_cents": 2500, "max_cents": 3000, "currency_type": "CAD"})
    assert read(Source(json.dumps(payload).encode()), Facts()).stated.pay is None


def test_a_sign_in_a_field_means_the_currency_of_the_posting() -> None:
    payload = {"title": "Welder", "salary_text": "$20 - $24 / hr", "job_types": ["Full-time"], "description": TEXT}
    facts = normalize(Source(json.dumps(payload).encode())).facts.facts
    assert (facts.pay, facts.employment_types) == (Pay(20, 24, "USD", "hour"), ("full_time",))
    payload["location"] = "Toronto"
    payload["description"] = TEXT + "<p>The halls are in Toronto.</p>"
    assert normalize(Source(json.dumps(payload).encode())).facts.facts.pay == Pay(20, 24, "", "hour")


def test_a_feed_of_positions_states_facts() -> None:
    feed = (
        "<jobs><position><id>24</id><subcompany>Rørby AS</subcompany><office>Oslo</office><name>Welder</name>"
        f"<jobDescriptions><jobDescription><name>Your tasks</name><value><![CDATA[{TEXT}]]></value></jobDescription>"
        "</jobDescriptions><employmentType>permanent</employmentType><schedule>full-time</schedule></position></jobs>"
    )
    stated = read(Source(f'<?xml version="1.0"?>{feed}'.encode()), Facts()).stated
    assert (stated.title, stated.company, stated.locations) == ("Welder", "Rørby AS", ("Oslo",))
    assert stated.employment_types == ("permanent", "full_time")


def test_a_slug_is_no_number_of_the_posting() -> None:
    payload = {"id": 96515, "reference": "96515-night-welder", "title": "Welder", "types": ["full-time"],
               "publishDate": "2026-03-03 08:14:43", "description": TEXT}  # fmt: skip
    stated = read(Source(json.dumps(payload).encode()), Facts()).stated
    assert (stated.identifier, stated.employment_types, stated.posted_on) == ("96515", ("full_time",), "2026-03-03")


def test_a_fact_holds_no_character_that_no_fragment_holds() -> None:
    fields = {"title": "Night\u202e Baker\u2066", "company": "\ud800", "location": "Graz\x00\ufeff\ufffe"}

    facts = facts_from_fields(fields)

    assert (facts.title, facts.company, facts.locations) == ("Night Baker", "", ("Graz",))


@pytest.mark.parametrize("day", ["2031-13-45", "0000-01-01", "2031-02-30", "02/30/2031", "30 Feb 2031"])
def test_a_day_that_no_calendar_has_is_none(day: str) -> None:
    facts = facts_from_fields({"datePosted": day, "validThrough": day})

    assert (facts.posted_on, facts.valid_through) == ("", "")
