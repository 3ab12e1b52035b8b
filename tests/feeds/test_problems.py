"""What is wrong with a request for a feed is said as the API says it, and to pages of any origin."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from postings import selectors_public
from postings.models import CareerSite, Publication
from tests.api.answers import problem

FEEDS = ("sitemap.xml", "sitemap-1.xml", "jobs.xml", "rss.xml", "atom.xml", "feed.json")
PAGE = {"origin": "https://anything.example"}

every_feed = pytest.mark.parametrize("name", FEEDS)


def refused(response: Any, name: str) -> dict[str, Any]:
    """The problem, which a page of another origin can read and no cache keeps."""
    assert response["Access-Control-Allow-Origin"] == "*"
    assert response["Cache-Control"] == "no-store"
    return problem(response, name)


@every_feed
def test_a_site_that_is_none_and_one_that_is_not_public_are_alike(
    client: Client, nurse: Publication, name: str
) -> None:
    CareerSite.objects.update(is_public=False)

    hidden, none = (client.get(f"/feeds/{site}/{name}", headers=PAGE) for site in ("harbour", "nowhere"))

    assert "harbour" in refused(hidden, "site-not-found").pop("detail")
    assert "nowhere" in refused(none, "site-not-found").pop("detail")
    assert {**hidden.headers, "Content-Length": ""} == {**none.headers, "Content-Length": ""}


@pytest.mark.parametrize("path", ["", "harbour/", "harbour/feed.xml", "harbour/sitemap-x.xml", "harbour/rss.xml/"])
@pytest.mark.parametrize("method", ["GET", "POST", "BREW"])
def test_addresses_that_are_none(client: Client, site: CareerSite, path: str, method: str) -> None:
    response = client.generic(method, f"/feeds/{path}", headers=PAGE)

    refused(response, "not-found" if method == "GET" else "method-not-allowed")


@every_feed
def test_a_precondition_that_fails(client: Client, nurse: Publication, name: str) -> None:
    for wrong in ({"if-match": '"another"'}, {"if-unmodified-since": "Mon, 01 Jan 2001 00:00:00 GMT"}):
        refused(client.get(f"/feeds/harbour/{name}", headers={**PAGE, **wrong}), "precondition-failed")


@every_feed
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "BREW"])
def test_methods_that_are_not_there(nurse: Publication, name: str, method: str) -> None:
    response = Client(enforce_csrf_checks=True).generic(method, f"/feeds/harbour/{name}", headers=PAGE)

    refused(response, "method-not-allowed")
    assert response["Allow"] == "GET, HEAD, OPTIONS"


@every_feed
def test_a_database_that_is_away(client: Client, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    def away(*arguments: str) -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(selectors_public, "public_site", away)

    response = client.get(f"/feeds/harbour/{name}", headers=PAGE)

    refused(response, "unavailable")
    assert response["Retry-After"] == "5"


def test_a_fault_of_ours_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: str) -> None:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr(selectors_public, "public_site", broken)

    response = Client(raise_request_exception=False).get("/feeds/harbour/rss.xml")

    problem(response, "internal-error")
    assert b"secret" not in response.content


def test_what_is_refused_before_any_view(client: Client, db: None, settings: Any) -> None:
    settings.POSTWRIGHT_MAX_REQUEST_BYTES = 10
    large = client.generic("GET", "/feeds/harbour/rss.xml", b"x" * 11)
    assert problem(large, "too-large")["code"] == "too_large"
    problem(client.get("/feeds/harbour/rss.xml", headers={"host": "evil.example"}), "invalid-request")


@every_feed
def test_a_browser_may_ask_first(client: Client, nurse: Publication, name: str) -> None:
    """A page that sends a tag along has to be allowed to, and reads the tag from the answer."""
    asked = {**PAGE, "access-control-request-method": "GET", "access-control-request-headers": "if-none-match"}

    first = client.options(f"/feeds/harbour/{name}", headers=asked)
    answer = client.get(f"/feeds/harbour/{name}", headers=PAGE)

    assert (first.status_code, first.content, first["Allow"]) == (204, b"", "GET, HEAD, OPTIONS")
    assert first["Access-Control-Allow-Origin"] == answer["Access-Control-Allow-Origin"] == "*"
    assert "If-None-Match" in first["Access-Control-Allow-Headers"]
    assert "ETag" in answer["Access-Control-Expose-Headers"]
    assert "Access-Control-Allow-Headers" not in client.options(f"/feeds/harbour/{name}")
