"""Filters, search and fields: a reader gets what it asks for, and is told when it asks for what there is not."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import QuerySet
from django.test import Client

from postings.api import fields
from postings.models import CareerSite, Publication
from tests.api.answers import problem

LIST = "/api/v1/sites/harbour/postings/"
HOURLY = {"min": 24, "max": 26, "currency": "EUR", "unit": "hour"}
YEARLY = {"min": 60_000, "max": 80_000, "currency": "USD", "unit": "year"}


@pytest.fixture
def shown(publish: Callable[..., Publication]) -> dict[str, Publication]:
    nurse = {"locations": ["Graz, Austria"], "employment_types": ["full_time"], "pay": HOURLY, "department": "Wards"}
    analyst = {"locations": ["Austin, TX", "Remote"], "workplace": "remote", "pay": YEARLY}
    cook = {"locations": ["Linz"], "employment_types": ["full_time", "temporary"], "workplace": "on_site"}
    german = b"title: B\xc3\xa4cker\ncompany: Ofen\nlanguage: de\nresponsibilities: Brot backen\nskills: Teig kneten"
    return {
        "nurse": publish(facts=nurse, reference="1"),
        "analyst": publish(
            data=b"title: Analyst\ncompany: Vantage\nabout: Weekly revenue report", facts=analyst, reference="2"
        ),
        "cook": publish(data=b"title: Cook\ncompany: Orchard\nabout: Run the grill", facts=cook, reference="3"),
        "baker": publish(data=german, reference="4"),
    }


CASES = [
    ({"place": "graz"}, "nurse"),
    ({"place": "Austria"}, "nurse"),
    ({"place": "Graz,  Austria"}, "nurse"),
    ({"place": "Gra"}, ""),
    ({"department": "wards"}, "nurse"),
    ({"workplace": "remote"}, "analyst"),
    ({"employment_type": "full_time"}, "cook nurse"),
    ({"employment_type": "temporary", "workplace": "on_site"}, "cook"),
    ({"language": "DE"}, "baker"),
    ({"pay_stated": "true"}, "analyst nurse"),
    ({"pay_stated": "false"}, "baker cook"),
    ({"minimum_pay": "70000"}, "analyst"),
    ({"minimum_pay": "90000"}, ""),
    ({"minimum_pay": "25", "pay_unit": "hour"}, "nurse"),
    ({"minimum_pay": "0"}, "analyst"),
    ({"pay_unit": "hour"}, "nurse"),
    ({"pay_currency": "eur"}, "nurse"),
    ({"search": "grill"}, "cook"),
    ({"search": "revenue weekly"}, "analyst"),
    ({"search": "Brot"}, "baker"),
    ({"search": "linz"}, "cook"),
    ({"search": "nothing-like-it"}, ""),
    ({"search": "gril"}, ""),
    ({"search": '"run the grill"'}, "cook"),
    ({"search": '"the run grill"'}, ""),
    ({"search": "linz or graz"}, "cook nurse"),
    ({"search": "bäcker"}, "baker"),
    ({"search": "BÄCKER"}, "baker"),
    ({"search": "-grill -Brot"}, "analyst nurse"),
    ({"search": "revenue or the -report"}, "analyst cook"),
    ({"search": "'"}, None),
    ({"search": "100%_\\"}, None),
]


@pytest.mark.parametrize(("asked", "expected"), CASES)
def test_a_filter_keeps_what_fits(
    client: Client, shown: dict[str, Publication], asked: dict[str, str], expected: str | None
) -> None:
    response = client.get(LIST, asked)

    assert response.status_code == 200, response.content
    found = {item["id"] for item in response.json()["items"]}
    if expected is not None:
        assert {name for name, one in shown.items() if str(one.public_id) in found} == set(expected.split())


def test_updated_since_looks_at_the_last_publication(client: Client, shown: dict[str, Publication]) -> None:
    after = shown["cook"].published_at
    for moment in (after.isoformat(), after.isoformat().replace("+00:00", "Z")):
        items = client.get(LIST, {"updated_since": moment}).json()["items"]
        assert [item["slug"] for item in items] == [shown["baker"].slug, shown["cook"].slug]
    tomorrow = (after + timedelta(days=1)).date().isoformat()
    assert client.get(LIST, {"updated_since": tomorrow}).json()["items"] == []


def test_the_next_page_keeps_the_filter(client: Client, shown: dict[str, Publication]) -> None:
    first = client.get(LIST, {"employment_type": "full_time", "limit": "1"}).json()

    second = client.get(first["next"]).json()

    assert [item["slug"] for item in (*first["items"], *second["items"])] == [shown["cook"].slug, shown["nurse"].slug]
    assert second["next"] is None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("workplace", value) for value in ("", "Remote", "office")),
        *(("pay_stated", value) for value in ("", "1", "yes")),
        *(("minimum_pay", value) for value in ("", "-1", "nan", "inf", "1e400", "ten", "9" * 400)),
        *(("pay_unit", value) for value in ("", "years")),
        *(("pay_currency", value) for value in ("", "EU", "EURO", "E€R")),
        *(("language", value) for value in ("", "german", "d", "de_")),
        *(("updated_since", value) for value in ("", "yesterday", "2026-13-01", "2026-02-30T00:00:00Z")),
        *(("search", value) for value in ("", " ", "\x00", "x" * 201)),
        *(("place", value) for value in ("", "\x00")),
        *(("fields", value) for value in ("", "colour", "title,", "pay", "facts.colour", "title.x", "a.b.c", "*.*")),
    ],
)
def test_a_value_that_cannot_be_used_is_refused_by_name(
    client: Client, site: CareerSite, name: str, value: str
) -> None:
    body = problem(client.get(LIST, {name: value}), "invalid-parameter")
    assert [error["field"] for error in body["errors"]] == [name]


def test_every_value_that_cannot_be_used_is_named_at_once(client: Client, site: CareerSite) -> None:
    body = problem(client.get(LIST, {"place": "Graz", "workplace": "moon", "minimum_pay": "much"}), "invalid-parameter")
    assert {error["field"]: error["message"] for error in body["errors"]} == {
        "workplace": "“workplace” must be one of remote, hybrid, on_site.",
        "minimum_pay": "“minimum_pay” must be an amount from 0 up, such as 40000.",
    }


@pytest.mark.parametrize("moment", ["0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59", "0004-02-29"])
def test_the_ends_of_the_calendar_are_moments_too(client: Client, site: CareerSite, moment: str) -> None:
    assert client.get(LIST, {"updated_since": moment}).status_code == 200


def test_fields_give_only_what_is_named(client: Client, shown: dict[str, Publication]) -> None:
    asked = {"fields": "title,facts.pay,sections.kind", "search": "Ward"}
    (item,) = client.get(LIST, asked).json()["items"]

    assert item["title"] == "Nurse"
    assert item["facts"] == {"pay": HOURLY}
    assert item["sections"] == [{"kind": "responsibilities"}, {"kind": "pay"}]
    assert set(item) == {"title", "facts", "sections"}


def test_everything_can_be_had_in_a_list_and_is_what_the_detail_says(
    client: Client, shown: dict[str, Publication]
) -> None:
    for item in client.get(LIST, {"fields": "*"}).json()["items"]:
        assert item == client.get(item["url"]).json()
        assert set(item) == set(fields.WHOLE)


def test_a_detail_gives_only_what_is_named(client: Client, nurse: Publication) -> None:
    body = client.get(f"{LIST}{nurse.slug}/", {"fields": "slug,fragment"}).json()
    assert body == {"slug": nurse.slug, "fragment": nurse.fragment}


@pytest.mark.parametrize("asked", [{}, {"fields": "*"}, {"fields": "title,sections"}, {"search": "Nurse"}])
@pytest.mark.parametrize("count", [1, 10])
def test_any_list_costs_two_queries(
    client: Client,
    publish: Callable[..., Publication],
    django_assert_num_queries: Callable[[int], Any],
    asked: dict[str, str],
    count: int,
) -> None:
    for number in range(count):
        publish(reference=str(number))

    with django_assert_num_queries(2):
        assert len(client.get(LIST, asked).json()["items"]) == count


def test_a_row_from_before_there_was_stored_json_is_read_all_the_same(client: Client, nurse: Publication) -> None:
    whole, page = client.get(f"{LIST}{nurse.slug}/").json(), client.get(LIST).json()
    QuerySet(Publication).update(payload="", summary="")

    assert client.get(f"{LIST}{nurse.slug}/").json() == whole
    assert client.get(LIST).json() == page
