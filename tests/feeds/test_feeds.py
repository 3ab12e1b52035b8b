"""Feeds, read by programs that are not ours, agree with the page and are not sent twice."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from datetime import datetime
from typing import Any

import feedparser
import pytest
from django.contrib.auth.models import User
from django.test import Client

from postings.models import CareerSite, Publication
from postings.services import editing, publishing

FEEDS = ("sitemap.xml", "jobs.xml", "rss.xml", "atom.xml", "feed.json")
SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
FACTS = {
    "locations": ["Graz, Austria"],
    "employment_types": ["full_time"],
    "department": "Wards",
    "pay": {"min": 24, "max": 26.5, "currency": "EUR", "unit": "hour"},
    "valid_through": "2999-01-31",
}


@pytest.fixture
def cook(publish: Callable[..., Publication]) -> Publication:
    data = b"title: Cook & Baker <1>\ncompany: R&D Kitchen\nabout: Salt & pepper ]]> <b>\npay: 24 to 26.50 EUR an hour"
    return publish(data=data, facts=FACTS)


def read(client: Client, name: str, **headers: str) -> bytes:
    response = client.get(f"/feeds/harbour/{name}", headers=headers)
    assert response.status_code == 200
    return b"".join(response.streaming_content)  # type: ignore[attr-defined]


def test_the_sitemap_names_every_page_with_its_last_change(
    client: Client, nurse: Publication, cook: Publication
) -> None:
    found = ElementTree.fromstring(read(client, "sitemap.xml"))

    told = {url.findtext(f"{SITEMAP}loc"): url.findtext(f"{SITEMAP}lastmod") for url in found}
    assert set(told) == {f"http://testserver/careers/harbour/{shown.slug}/" for shown in (nurse, cook)}
    changed_at = told[f"http://testserver/careers/harbour/{nurse.slug}/"]
    assert changed_at
    assert datetime.fromisoformat(changed_at) == nurse.published_at
    assert client.get(next(iter(told))).status_code == 200


def test_a_sitemap_that_is_too_long_for_one_file_becomes_an_index(
    client: Client, publish: Callable[..., Publication], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("postings.feeds.sitemaps.ADDRESSES_MAX", 2)
    shown = [publish(reference=str(number)) for number in range(5)]

    parts = [part.findtext(f"{SITEMAP}loc") or "" for part in ElementTree.fromstring(read(client, "sitemap.xml"))]

    pages = [
        url.findtext(f"{SITEMAP}loc") or ""
        for part in parts
        for url in ElementTree.fromstring(read(client, part.rpartition("/")[2]))
    ]
    assert len(parts) == 3
    assert [page.split("/")[-2] for page in pages] == [publication.slug for publication in shown]


@pytest.mark.parametrize("name", ["rss.xml", "atom.xml"])
def test_feed_readers_read_rss_and_atom(client: Client, cook: Publication, name: str) -> None:
    found = feedparser.parse(read(client, name))

    assert not found.bozo, found.get("bozo_exception")
    assert found.feed.title == "Harbour"
    (entry,) = found.entries
    assert entry.title == "Cook & Baker <1> · R&D Kitchen"
    assert entry.link == f"http://testserver/careers/harbour/{cook.slug}/"
    assert entry.id == f"urn:postwright:posting:{cook.posting_id}"
    html = entry.content[0].value if name == "atom.xml" else entry.summary
    assert "Salt &amp; pepper ]]&gt; &lt;b&gt;" in html
    assert entry.published_parsed[:6] == cook.published_at.timetuple()[:6]


def test_json_feed_says_the_same(client: Client, cook: Publication) -> None:
    found = json.loads(read(client, "feed.json"))

    assert found["version"] == "https://jsonfeed.org/version/1.1"
    (item,) = found["items"]
    assert item["content_html"] == cook.fragment
    assert item["url"] == f"http://testserver/careers/harbour/{cook.slug}/"


def test_the_job_boards_feed_says_what_the_page_says(client: Client, cook: Publication) -> None:
    text = read(client, "jobs.xml").decode()
    (job,) = ElementTree.fromstring(text).findall("job")

    told = {element.tag: element.text for element in job}
    assert told["description"] == cook.fragment
    assert told["title"] == "Cook & Baker <1>"
    assert told["referencenumber"] == str(cook.posting_id)
    assert (told["city"], told["country"], told["location"]) == ("Graz", "AT", "Graz, Austria")
    assert (told["salary"], told["jobtype"]) == ("24-26.5 EUR per hour", "fulltime")
    assert (told["category"], told["expirationdate"]) == ("Wards", "2999-01-31")
    assert "<description><![CDATA[<section" in text, "markup stands as it is, without entities"


def test_what_is_not_known_is_left_out(client: Client, nurse: Publication) -> None:
    (job,) = ElementTree.fromstring(read(client, "jobs.xml")).findall("job")

    assert {"salary", "city", "country", "jobtype", "expirationdate"}.isdisjoint(element.tag for element in job)


def test_a_reference_number_survives_edits_and_taking_down(
    client: Client, nurse: Publication, editor: User, publisher: User
) -> None:
    where: dict[str, Any] = {"posting_id": nurse.posting_id, "site_id": nurse.site_id, "actor": publisher}
    before = ElementTree.fromstring(read(client, "jobs.xml")).findtext("job/referencenumber")
    bodies = {"pay": "<p>30 EUR</p>"}
    editing.save_sections(posting_id=nurse.posting_id, base_number=1, bodies=bodies, actor=editor)
    publishing.publish(**where)
    publishing.unpublish(**where)
    publishing.publish(**where)

    assert ElementTree.fromstring(read(client, "jobs.xml")).findtext("job/referencenumber") == before


@pytest.mark.parametrize("name", FEEDS)
def test_a_feed_is_not_sent_again_until_something_changes(
    client: Client, nurse: Publication, publisher: User, name: str
) -> None:
    address = f"/feeds/harbour/{name}"
    first = client.get(address)
    has = {"if-none-match": first["ETag"]}

    assert client.get(address, headers=has).status_code == 304
    assert client.get(address, headers={"if-modified-since": first["Last-Modified"]}).status_code == 304
    publishing.unpublish(posting_id=nurse.posting_id, site_id=nurse.site_id, actor=publisher)
    assert client.get(address, headers=has).status_code == 200
    assert nurse.slug not in read(client, name).decode()


@pytest.mark.parametrize("name", FEEDS)
def test_a_feed_is_for_caches_browsers_and_everybody(client: Client, nurse: Publication, name: str) -> None:
    response = client.head(f"/feeds/harbour/{name}")

    assert "stale-while-revalidate" in response["Cache-Control"]
    assert response["Surrogate-Key"] == "site-harbour"
    assert response["Access-Control-Allow-Origin"] == "*"


def test_a_feed_of_an_empty_site_is_a_feed(client: Client, site: CareerSite) -> None:
    for name in FEEDS:
        text = read(client, name)
        _ = json.loads(text) if name == "feed.json" else ElementTree.fromstring(text)


def test_a_feed_that_is_compressed_is_the_same_feed(client: Client, nurse: Publication) -> None:
    import gzip

    packed = read(client, "jobs.xml", **{"accept-encoding": "gzip"})

    assert gzip.decompress(packed) == read(client, "jobs.xml")
