"""HTTP done right: validators, caches, methods, and who may read from a script."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from postings.models import CareerSite, Publication
from postings.services import publishing
from tests.api.answers import problem

LIST = "/api/v1/sites/harbour/postings/"


@pytest.fixture(params=["", "fragment/"])
def address(request: pytest.FixtureRequest, nurse: Publication) -> str:
    return f"{LIST}{nurse.slug}/{request.param}"


def test_the_validator_is_the_publication(client: Client, nurse: Publication, address: str) -> None:
    response = client.get(address)

    assert response["ETag"] == f'"{nurse.public_id}"'
    told = datetime.strptime(response["Last-Modified"], "%a, %d %b %Y %H:%M:%S GMT").replace(tzinfo=UTC)
    assert told == nurse.published_at.replace(microsecond=0)


def test_what_a_reader_has_is_not_sent_again(client: Client, nurse: Publication, address: str) -> None:
    for condition in (
        {"if-none-match": f'"{nurse.public_id}"'},
        {"if-modified-since": client.get(address)["Last-Modified"]},
    ):
        response = client.get(address, headers=condition)
        assert response.status_code == 304
        assert response.content == b""
        assert response["ETag"] == f'"{nurse.public_id}"'
        assert "max-age=0" in response["Cache-Control"]
        assert "Origin" in response["Vary"]


def test_a_new_publication_is_a_new_validator(
    client: Client, nurse: Publication, publisher: User, address: str
) -> None:
    publishing.unpublish(posting_id=nurse.posting_id, site_id=nurse.site_id, actor=publisher)
    publishing.publish(posting_id=nurse.posting_id, site_id=nurse.site_id, actor=publisher)

    response = client.get(address, headers={"if-none-match": f'"{nurse.public_id}"'})

    assert response.status_code == 200


def test_what_is_gone_is_gone_whatever_a_reader_has(
    client: Client, nurse: Publication, publisher: User, address: str
) -> None:
    publishing.unpublish(posting_id=nurse.posting_id, site_id=nurse.site_id, actor=publisher)

    response = client.get(address, headers={"if-none-match": f'"{nurse.public_id}"'})

    problem(response, "posting-gone")
    assert response["Cache-Control"] == "no-store"
    assert "ETag" not in response


def test_a_precondition_that_fails_is_a_problem(client: Client, address: str) -> None:
    problem(client.get(address, headers={"if-match": '"another"'}), "precondition-failed")


def test_head_says_what_get_says_without_a_body(client: Client, nurse: Publication) -> None:
    for address in (LIST, f"{LIST}{nurse.slug}/", f"{LIST}{nurse.slug}/fragment/"):
        head, get = client.head(address), client.get(address)
        assert head.status_code == 200
        assert head.content == b""
        for name in ("Content-Type", "Cache-Control", "Vary"):
            assert head[name] == get[name]


def test_options_names_the_methods(client: Client, nurse: Publication) -> None:
    for address in (LIST, f"{LIST}{nurse.slug}/", f"{LIST}{nurse.slug}/fragment/"):
        response = client.options(address)
        assert response.status_code == 204
        assert response["Allow"] == "GET, HEAD, OPTIONS"


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_readers_cannot_write(client: Client, nurse: Publication, method: str) -> None:
    response = getattr(client, method)(f"{LIST}{nurse.slug}/")

    problem(response, "method-not-allowed")
    assert response["Allow"] == "GET, HEAD, OPTIONS"


@pytest.fixture
def open_to(site: CareerSite) -> Callable[..., Any]:
    def allow(*origins: str) -> None:
        CareerSite.objects.filter(pk=site.pk).update(allowed_origins=list(origins))

    return allow


def test_scripts_of_an_allowed_origin_may_read(client: Client, address: str, open_to: Callable[..., Any]) -> None:
    open_to("https://jobs.example")

    response = client.get(address, headers={"origin": "https://jobs.example"})

    assert response["Access-Control-Allow-Origin"] == "https://jobs.example"
    assert "ETag" in response["Access-Control-Expose-Headers"]
    assert "Origin" in response["Vary"]


def test_scripts_of_other_origins_may_not(client: Client, address: str, open_to: Callable[..., Any]) -> None:
    open_to("https://jobs.example")

    for origin in ("https://evil.example", "https://jobs.example.evil", "null"):
        response = client.get(address, headers={"origin": origin})
        assert "Access-Control-Allow-Origin" not in response
        assert "Origin" in response["Vary"]


def test_scripts_may_read_why_something_is_missing(client: Client, open_to: Callable[..., Any]) -> None:
    open_to("https://jobs.example")

    for address, name in ((f"{LIST}nobody/", "posting-not-found"), (f"{LIST}?page=1", "unknown-parameter")):
        response = client.get(address, headers={"origin": "https://jobs.example"})
        problem(response, name)
        assert response["Access-Control-Allow-Origin"] == "https://jobs.example"


def test_a_browser_may_ask_first(client: Client, address: str, open_to: Callable[..., Any]) -> None:
    open_to("https://jobs.example")
    asked = {"origin": "https://jobs.example", "access-control-request-method": "GET"}

    response = client.options(address, headers=asked)

    assert response.status_code == 204
    assert response["Access-Control-Allow-Origin"] == "https://jobs.example"
    assert "GET" in response["Access-Control-Allow-Methods"]
    assert "If-None-Match" in response["Access-Control-Allow-Headers"]
