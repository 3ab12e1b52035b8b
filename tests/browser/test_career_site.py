"""A small career site, written from the documentation alone, works in a page of another origin."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from postings.models import CareerSite, Publication
from postings.services import editing, keys, publishing
from tests.api.fixtures import publish  # noqa: F401
from tests.support.elsewhere import served

pytestmark = [pytest.mark.needs_browser, pytest.mark.django_db(transaction=True)]

PLACES = ("Graz, Austria", "Linz, Austria", "Hamburg, Germany")


@pytest.fixture
def elsewhere() -> Iterator[str]:
    with served(Path(__file__).with_name("career_site")) as origin:
        yield origin


@pytest.fixture
def publisher(people: dict[str, User]) -> User:
    return people["paula"]


@pytest.fixture
def shown(publisher: User, publish: Callable[..., Publication]) -> list[Publication]:  # noqa: F811
    """Three positions of one text, each at a place of its own."""
    named = enumerate(PLACES)
    return [publish(reference=str(number), title=f"Nurse {number}", facts={"locations": [at]}) for number, at in named]


@pytest.fixture
def visit(page: Page, live_server: Any, elsewhere: str, shown: list[Publication]) -> Callable[..., Page]:
    """Open the site; its origin is allowed unless `allowed` says another."""

    def visited(allowed: str = elsewhere, **more: str) -> Page:
        CareerSite.objects.update(allowed_origins=[allowed])
        page.goto(f"{elsewhere}/index.html?{urlencode({'product': live_server.url, **more})}")
        return page

    return visited


def said(page: Page, text: str) -> None:
    expect(page.get_by_role("status")).to_have_text(text)


def test_visitors_page_search_and_read(
    visit: Callable[..., Page], complaints: list[str], settings: Any, live_server: Any
) -> None:
    settings.POSTWRIGHT_PUBLIC_BASE_URL = live_server.url
    page = visit()
    said(page, "2 positions")
    page.get_by_role("button", name="More").click()
    said(page, "3 positions")
    expect(page.get_by_role("button", name="More")).to_be_hidden()

    page.get_by_label("Place").fill("germany")
    page.get_by_role("button", name="Find").click()
    said(page, "1 positions")
    page.get_by_role("button", name="Nurse 2, Hamburg, Germany").click()

    expect(page.get_by_role("heading", name="Responsibilities", level=3)).to_be_visible()
    expect(page.get_by_role("article", name="Position")).to_contain_text("Look after patients")
    script = page.locator("head script[type='application/ld+json']")
    expect(script).to_have_count(1)
    told = json.loads(script.text_content() or "")
    assert (told["@type"], told["jobLocation"][0]["address"]["addressCountry"]) == ("JobPosting", "DE")


def test_the_list_follows_what_is_published_edited_and_taken_down(
    visit: Callable[..., Page], shown: list[Publication], publisher: User, settings: Any, live_server: Any
) -> None:
    settings.POSTWRIGHT_PUBLIC_BASE_URL = live_server.url
    where = {"site_id": shown[0].site_id, "actor": publisher}
    page = visit()
    said(page, "2 positions")
    refresh = page.get_by_role("button", name="What is new?")
    refresh.click()
    said(page, "3 positions")

    publishing.unpublish(posting_id=shown[1].posting_id, reason="The place is taken.", **where)
    names = {"title": "Head nurse", "company": shown[0].company}
    was = (shown[0].title, shown[0].company)
    editing.rename_posting(posting_id=shown[0].posting_id, was=was, actor=publisher, **names)
    publishing.publish(posting_id=shown[0].posting_id, **where)
    gone = page.get_by_role("button", name="Nurse 1")
    gone.click()
    expect(page.get_by_role("article", name="Position")).to_have_text("“Nurse 1” was taken down. The place is taken.")
    refresh.click()

    said(page, "2 positions")
    expect(gone).to_have_count(0)
    expect(page.get_by_role("button", name="Head nurse, Graz, Austria")).to_be_visible()
    refresh.click()
    said(page, "2 positions")
    refresh.click()
    said(page, "Nothing is new")
    publishing.unpublish(posting_id=shown[2].posting_id, **where)
    refresh.click()
    said(page, "1 positions")


def test_a_site_that_is_not_public_is_read_with_a_key_bound_to_the_page(
    visit: Callable[..., Page], elsewhere: str, complaints: list[str]
) -> None:
    CareerSite.objects.update(is_public=False)
    site = CareerSite.objects.get()
    bound = keys.issue_key(site=site, scope="read", name="page", allowed_origins=[elsewhere])[1]

    said(visit("https://another.example", key=bound), "2 positions")


def test_what_is_wrong_is_said_to_the_page(visit: Callable[..., Page], elsewhere: str) -> None:
    site = CareerSite.objects.get()
    bound = keys.issue_key(site=site, scope="read", name="page", allowed_origins=["https://another.example"])[1]

    expect(visit(key=bound).get_by_role("status")).to_contain_text("/api/problems/key-not-accepted/")
    page = visit()
    page.get_by_label("Search").fill("x" * 201)
    page.get_by_role("button", name="Find").click()
    said(page, "/api/problems/invalid-parameter/: “search” must be a text of 1 to 200 characters.")


def test_the_page_watches_a_feed(visit: Callable[..., Page], shown: list[Publication], publisher: User) -> None:
    page = visit()
    assert page.evaluate("readFeed()") == 3
    assert page.evaluate("readFeed()") == "the same"
    publishing.unpublish(posting_id=shown[0].posting_id, site_id=shown[0].site_id, actor=publisher)
    assert page.evaluate("readFeed()") == 2
    CareerSite.objects.update(is_public=False)
    assert page.evaluate("readFeed()") == "/api/problems/site-not-found/"
