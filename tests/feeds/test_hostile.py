"""Titles and facts that try to end the markup around them are shown as text, everywhere a posting is published."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import feedparser
import pytest
from bs4 import BeautifulSoup, Tag
from django.contrib.auth.models import User
from django.test import Client
from lxml import etree

from postings.models import Publication
from tests.feeds.test_agreement import read

HOSTILE = (
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "a]]>b<![CDATA[c",
    "\"'`=onload=alert(1) autofocus>",
    "a\u2028b\u2029c\x85d",
    "\u202etfosorciM\u202c \u200fa\u2066b\u2069",
    "{{ settings.SECRET_KEY }}{% debug %}",
    "&lt;b&gt; &amp;amp; &#x41; &nosuch;",
    '=HYPERLINK("https://evil.example","x")',
    "x" * 10_000,
    "a\ufffe\uffff\ufdd0\U0001f600\U0010ffff",
    "\\u003cb\\u003e\\",
)


@pytest.fixture
def shown(publish: Callable[..., Publication]) -> list[Publication]:
    return [
        publish(
            data=f"about: Salt {text.splitlines()[0]} pepper\npay: 24 EUR".encode(),
            reference=str(number),
            facts={
                "title": f"Cook {text}",
                "company": f"Kitchen {text}",
                "department": text,
                "identifier": text,
                "locations": [text, f"Graz, {text}"],
                "employment_types": [text, "full_time"],
                "pay": {"min": 24, "max": 1e12, "currency": "EUR", "unit": "hour"},
                "valid_through": "2999-01-31",
            },
        )
        for number, text in enumerate(HOSTILE)
    ]


def scripts(page: BeautifulSoup) -> Iterator[Tag]:
    """What a browser would run."""
    for script in page.find_all("script"):
        if script.get("type") not in ("application/json", "application/ld+json"):
            yield script


def assert_nothing_runs(page: BeautifulSoup) -> None:
    assert not any("alert(1)" in script.get_text() for script in scripts(page))
    names = {name for element in page.find_all(True) for name in element.attrs}
    assert not {name for name in names if name.startswith(("onload", '"', "'", "autofocus>"))}


def test_pages_hold_them_as_text(client: Client, shown: list[Publication]) -> None:
    for publication in shown:
        page = BeautifulSoup(client.get(f"/careers/harbour/{publication.slug}/").content, "html5lib")
        (script,) = page.find_all("script")

        assert page.h1.get_text() == publication.title
        assert json.loads(script.string) == publication.structured_data
        assert "<" not in script.string
        assert_nothing_runs(page)
    page = BeautifulSoup(client.get("/careers/harbour/").content, "html5lib")
    assert not page.find_all("script")
    assert {heading.get_text() for heading in page.find_all("h2")} == {publication.title for publication in shown}


def test_all_feeds_are_whole_and_tell_the_same(client: Client, shown: list[Publication]) -> None:
    jobs = etree.fromstring(read(client, "jobs.xml")).findall("job")
    rss, atom = (etree.fromstring(read(client, name)) for name in ("rss.xml", "atom.xml"))
    items = json.loads(read(client, "feed.json"))["items"]

    assert [job.findtext("description") for job in jobs] == [item["content_html"] for item in items]
    assert {job.findtext("title") for job in jobs} == {publication.title for publication in shown}
    titles = [item["title"] for item in items]
    assert [item.findtext("title") for item in rss.iter("item")] == titles
    assert [entry.findtext("{*}title") for entry in atom.iter("{*}entry")] == titles
    assert not feedparser.parse(read(client, "rss.xml")).bozo
    assert len(list(etree.fromstring(read(client, "sitemap.xml")).itertext("{*}loc"))) == len(shown)


def test_the_api_tells_them_as_json(client: Client, shown: list[Publication]) -> None:
    assert client.get("/api/v1/sites/harbour/postings/").json()
    for publication in shown:
        address = f"/api/v1/sites/harbour/postings/{publication.slug}/"

        assert client.get(address).json()["title"] == publication.title
        assert client.get(f"{address}structured-data/").json() == publication.structured_data


def test_the_desk_and_its_lists_hold_them_as_text(shown: list[Publication]) -> None:
    client = Client()
    client.force_login(User.objects.create_superuser("adam"))
    desks = [f"posting/{publication.posting_id}/change/" for publication in shown]
    for address in ("posting/", "publication/", "source/", "auditentry/", *desks):
        response = client.get(f"/admin/postings/{address}")

        assert response.status_code == 200
        assert_nothing_runs(BeautifulSoup(response.content, "html5lib"))
