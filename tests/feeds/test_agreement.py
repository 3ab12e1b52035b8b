"""What programs of others read of a posting, in its page and in every feed, is the same posting."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import extruct
import feedparser
import pytest
from bs4 import BeautifulSoup
from django.test import Client
from lxml import etree

from postings.models import CareerSite, Publication

SCHEMA, SITEMAP = (etree.XMLSchema(etree.parse(Path(__file__).with_name(name))) for name in ("jobs.xsd", "sitemap.xsd"))
EVERYTHING = {
    "title": "Cook & Baker <1>",
    "company": "R&D Kitchen",
    "locations": ["Graz, Styria, Austria", "Vienna, Austria"],
    "workplace": "hybrid",
    "employment_types": ["full_time", "internship", "permanent"],
    "department": "Kitchen & Bar",
    "pay": {"min": 24, "max": 26.5, "currency": "EUR", "unit": "hour"},
    "valid_through": "2999-01-31",
    "identifier": "C-1",
}
CASES: dict[str, dict[str, Any]] = {
    "everything": EVERYTHING,
    "remote": {"workplace": "remote", "locations": ["Austria"], "title": "Cook", "company": "Kitchen"},
    "one amount": {"pay": {"min": 3000, "currency": "EUR", "unit": "month"}, "locations": ["Graz"]},
    "pay without its unit": {"pay": {"max": 3000.25, "currency": "CHF"}, "locations": ["Graz"]},
    "a moment": {"valid_through": "2999-01-31T12:00:00+01:00", "locations": ["Graz"]},
    "little": {},
}
TEXT = b"title: Cook\ncompany: Kitchen\nabout: Salt & pepper ]]> <b>\nbenefits: Meals\npay: 24 to 26.50 EUR an hour"


@pytest.fixture(params=CASES.values(), ids=CASES.keys())
def shown(request: pytest.FixtureRequest, publish: Callable[..., Publication]) -> Publication:
    return publish(data=TEXT, facts=request.param)


def read(client: Client, name: str) -> bytes:
    return b"".join(client.get(f"/feeds/harbour/{name}").streaming_content)  # type: ignore[attr-defined]


def page_of(client: Client, shown: Publication) -> str:
    return client.get(f"/careers/harbour/{shown.slug}/").content.decode()


def test_the_page_holds_the_structured_data_of_its_address(client: Client, shown: Publication) -> None:
    told = client.get(f"/api/v1/sites/harbour/postings/{shown.slug}/structured-data/")

    found = extruct.extract(page_of(client, shown), base_url="http://testserver/", syntaxes=["json-ld"])["json-ld"]

    assert found == ([told.json()] if shown.structured_data else [])
    assert told.status_code == (200 if shown.structured_data else 404)


def test_structured_data_says_what_the_page_says(client: Client, publish: Callable[..., Publication]) -> None:
    shown = publish(data=TEXT, facts=EVERYTHING)
    markup = page_of(client, shown)
    (found,) = extruct.extract(markup, base_url="http://testserver/", syntaxes=["json-ld"])["json-ld"]
    page = BeautifulSoup(markup, "html.parser")
    facts = page.select_one(".facts").get_text(" ")
    words = " ".join(page.select_one(".fragment").get_text(" ").split())

    assert found["title"] in page.h1.text
    assert found["hiringOrganization"]["name"] in facts
    assert "Graz" in facts
    assert found["jobLocation"][0]["address"]["addressLocality"] == "Graz"
    assert (found["baseSalary"]["value"]["minValue"], found["baseSalary"]["value"]["maxValue"]) == (24, 26.5)
    assert "24" in facts
    assert found["validThrough"] == "2999-01-31"
    described = BeautifulSoup(found["description"], "html.parser")
    assert all(item.get_text(" ", strip=True) in words for item in described.find_all(["p", "li"]))


def test_the_job_boards_feed_is_of_the_shape_they_describe(client: Client, shown: Publication) -> None:
    SCHEMA.assertValid(etree.fromstring(read(client, "jobs.xml")))


def test_the_shape_is_held_with_many_postings_and_with_none(
    client: Client, site: CareerSite, publish: Callable[..., Publication]
) -> None:
    SCHEMA.assertValid(etree.fromstring(read(client, "jobs.xml")))
    for number, facts in enumerate(CASES.values()):
        publish(data=TEXT, facts=facts, reference=str(number))

    feed = etree.fromstring(read(client, "jobs.xml"))

    SCHEMA.assertValid(feed)
    assert len(feed.findall("job")) == len(CASES)


@pytest.mark.parametrize(
    "wrong", ["<job/>", "<source><publisher>x</publisher><publisherurl>x</publisherurl></source>", "<source/>"]
)
def test_the_schema_refuses_what_is_wrong(wrong: str) -> None:
    assert not SCHEMA.validate(etree.fromstring(wrong))


def test_the_sitemap_and_its_index_are_of_the_protocols_shape(
    client: Client, publish: Callable[..., Publication], monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        publish(data=TEXT, reference=str(number))
    SITEMAP.assertValid(etree.fromstring(read(client, "sitemap.xml")))
    monkeypatch.setattr("postings.feeds.sitemaps.ADDRESSES_MAX", 2)

    index = etree.fromstring(read(client, "sitemap.xml"))

    SITEMAP.assertValid(index)
    for place in index.itertext("{*}loc"):
        SITEMAP.assertValid(etree.fromstring(read(client, place.rpartition("/")[2])))
    assert not SITEMAP.validate(etree.fromstring(read(client, "jobs.xml")))


def test_all_feeds_and_the_page_tell_of_one_posting(client: Client, shown: Publication) -> None:
    address = f"http://testserver/careers/harbour/{shown.slug}/"
    job = etree.fromstring(read(client, "jobs.xml")).find("job")
    (rss,), (atom,) = (feedparser.parse(read(client, name)).entries for name in ("rss.xml", "atom.xml"))
    (item,) = json.loads(read(client, "feed.json"))["items"]
    (place,) = etree.fromstring(read(client, "sitemap.xml")).itertext("{*}loc")

    assert {job.findtext("url"), rss.link, atom.link, item["url"], place} == {address}
    assert {job.findtext("description"), item["content_html"]} == {shown.fragment}
    assert shown.fragment in page_of(client, shown)
    assert {rss.id, atom.id, item["id"]} == {f"urn:postwright:posting:{job.findtext('referencenumber')}"}
    assert rss.title == atom.title == item["title"]
    assert shown.title in item["title"]
    assert rss.published_parsed == atom.published_parsed
