"""What a site shows, read by a program."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from postings.models import CareerSite, Publication
from postings.services import editing, publishing
from tests.api.answers import problem
from tests.services import story

LIST = "/api/v1/sites/harbour/postings/"


def test_a_posting_is_read_whole(client: Client, nurse: Publication) -> None:
    body = client.get(f"{LIST}{nurse.slug}/").json()

    assert body["id"] == str(nurse.public_id)
    assert (body["title"], body["company"], body["language"]) == ("Nurse", "Ward House", "en")
    assert (body["revision"], body["normalizer_version"]) == (1, nurse.revision.run.normalizer_version)
    assert body["fragment"] == nurse.fragment
    assert [section["kind"] for section in body["sections"]] == ["responsibilities", "pay"]
    assert body["sections"][1] == {
        "kind": "pay",
        "heading": "Pay",
        "html": "<p>24 EUR an hour</p>",
        "text": "24 EUR an hour",
    }


def test_the_links_lead_to_the_posting_its_fragment_and_its_page(client: Client, nurse: Publication) -> None:
    body = client.get(f"{LIST}{nurse.slug}/").json()

    for name in ("url", "fragment_url", "page_url"):
        assert body[name].startswith("http://testserver/")
        assert client.get(body[name]).status_code == 200


def test_the_fragment_is_the_stored_bytes(client: Client, publish: Callable[..., Publication]) -> None:
    shown = publish(data="title: Bäcker\nabout: Brot & Brötchen, 5 € je Laib 🥖".encode())

    response = client.get(f"{LIST}{shown.slug}/fragment/")

    assert response.content == shown.fragment.encode()
    assert response["Content-Type"] == "text/html; charset=utf-8"
    assert response["Content-Language"] == "en"


@pytest.mark.parametrize("accept", ["text/html", "application/json", "image/png", "nonsense"])
def test_no_reader_is_refused_for_what_it_says_it_accepts(client: Client, nurse: Publication, accept: str) -> None:
    assert client.get(f"{LIST}{nurse.slug}/fragment/", headers={"accept": accept}).status_code == 200
    assert client.get(LIST, headers={"accept": accept})["Content-Type"] == "application/json"


def test_a_draft_is_not_shown(client: Client, site: CareerSite, small_normalizer: None) -> None:
    draft = story.normalized(site)

    problem(client.get(f"{LIST}{draft.slug}/"), "posting-not-found")
    assert client.get(LIST).json()["items"] == []


def test_an_edit_is_not_shown_before_it_is_published(
    client: Client, nurse: Publication, editor: User, publisher: User
) -> None:
    bodies = {"pay": "<p>30 EUR an hour</p>"}
    editing.save_sections(posting_id=nurse.posting_id, base_number=1, bodies=bodies, actor=editor)
    assert "24 EUR" in client.get(f"{LIST}{nurse.slug}/").json()["fragment"]

    publishing.publish(posting_id=nurse.posting_id, site_id=nurse.site_id, actor=publisher)

    body = client.get(f"{LIST}{nurse.slug}/").json()
    assert "30 EUR" in body["fragment"]
    assert (body["revision"], body["normalizer_version"]) == (2, nurse.revision.run.normalizer_version)


def test_what_was_taken_down_is_gone_with_a_reason(client: Client, nurse: Publication, publisher: User) -> None:
    publishing.unpublish(posting_id=nurse.posting_id, site_id=nurse.site_id, actor=publisher, reason="Filled.")

    for address in (f"{LIST}{nurse.slug}/", f"{LIST}{nurse.slug}/fragment/"):
        body = problem(client.get(address), "posting-gone")
        assert body["reason"] == "Filled."
        assert body["ended_at"]
    assert client.get(LIST).json()["items"] == []


def test_a_posting_that_is_shown_again_is_back(client: Client, nurse: Publication, publisher: User) -> None:
    publishing.unpublish(posting_id=nurse.posting_id, site_id=nurse.site_id, actor=publisher)
    publishing.publish(posting_id=nurse.posting_id, site_id=nurse.site_id, actor=publisher)

    assert client.get(f"{LIST}{nurse.slug}/").status_code == 200


@pytest.mark.parametrize("name", ["posting-not-found", "site-not-found", "not-found"])
def test_what_never_was_is_not_found(client: Client, site: CareerSite, name: str) -> None:
    addresses = {
        "posting-not-found": f"{LIST}nobody/",
        "site-not-found": "/api/v1/sites/nowhere/postings/",
        "not-found": "/api/v2/",
    }
    problem(client.get(addresses[name]), name)


def test_a_site_that_is_not_public_looks_like_none(client: Client, nurse: Publication, site: CareerSite) -> None:
    CareerSite.objects.filter(pk=site.pk).update(is_public=False)

    problem(client.get(LIST), "site-not-found")
    problem(client.get(f"{LIST}{nurse.slug}/"), "site-not-found")


def test_another_sites_posting_is_not_found(client: Client, nurse: Publication) -> None:
    story.make_site("lindenau")

    problem(client.get(f"/api/v1/sites/lindenau/postings/{nurse.slug}/"), "posting-not-found")


def _follow(client: Client, address: str) -> list[dict[str, Any]]:
    pages = []
    while address:
        pages.append(client.get(address).json())
        address = pages[-1]["next"]
    return pages


def test_pages_show_everything_once_newest_first(client: Client, publish: Callable[..., Publication]) -> None:
    slugs = [publish(reference=str(number)).slug for number in range(7)]

    pages = _follow(client, f"{LIST}?limit=3")

    assert [len(page["items"]) for page in pages] == [3, 3, 1]
    assert [item["slug"] for page in pages for item in page["items"]] == slugs[::-1]


def test_pages_stay_when_something_is_published_or_taken_down_meanwhile(
    client: Client, publish: Callable[..., Publication], publisher: User
) -> None:
    shown = [publish(reference=str(number)) for number in range(4)]
    first = client.get(f"{LIST}?limit=2").json()

    publish(reference="new")
    publishing.unpublish(posting_id=shown[2].posting_id, site_id=shown[2].site_id, actor=publisher)

    second = client.get(first["next"]).json()
    assert [item["slug"] for item in second["items"]] == [shown[1].slug, shown[0].slug]
    assert second["next"] is None


def test_an_edited_posting_stays_where_it_was_so_a_reader_on_the_way_meets_it(
    client: Client, publish: Callable[..., Publication], editor: User, publisher: User
) -> None:
    shown = [publish(reference=str(number)) for number in range(4)]
    first = client.get(f"{LIST}?limit=2").json()
    bodies = {"pay": "<p>30 EUR an hour</p>"}
    editing.save_sections(posting_id=shown[0].posting_id, base_number=1, bodies=bodies, actor=editor)
    publishing.publish(posting_id=shown[0].posting_id, site_id=shown[0].site_id, actor=publisher)

    second = client.get(first["next"]).json()

    assert [item["slug"] for item in second["items"]] == [shown[1].slug, shown[0].slug]


def test_postings_of_one_moment_are_not_lost_between_pages(
    client: Client, publish: Callable[..., Publication], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = publish(reference="first")
    monkeypatch.setattr(publishing.timezone, "now", lambda: first.published_at)
    slugs = {first.slug, *(publish(reference=str(number)).slug for number in range(4))}

    pages = _follow(client, f"{LIST}?limit=2")

    found = [item["slug"] for page in pages for item in page["items"]]
    assert len(found) == 5
    assert set(found) == slugs


def test_a_full_last_page_has_no_next(client: Client, publish: Callable[..., Publication]) -> None:
    for number in range(2):
        publish(reference=str(number))

    response = client.get(f"{LIST}?limit=2")

    assert response.json()["next"] is None
    assert "Link" not in response


def test_an_unknown_parameter_is_named_with_the_known_ones(client: Client, nurse: Publication) -> None:
    body = problem(client.get(f"{LIST}?page=2&limit=3"), "unknown-parameter")
    assert (body["unknown"], body["known"][:3]) == (["page"], ["cursor", "limit", "fields"])
    assert "page" in body["detail"]

    body = problem(client.get(f"{LIST}{nurse.slug}/?colour=x"), "unknown-parameter")
    assert body["known"] == ["fields", "heading_level"]


def test_a_parameter_that_stands_there_twice_is_refused(client: Client, site: CareerSite) -> None:
    body = problem(client.get(f"{LIST}?limit=2&limit=3"), "invalid-parameter")
    assert body["errors"][0]["field"] == "limit"


@pytest.mark.parametrize("limit", ["0", "101", "-1", "ten", "", "1.5", "٣", "9" * 5000, "\x00"])
def test_a_limit_that_is_none_is_refused(client: Client, site: CareerSite, limit: str) -> None:
    body = problem(client.get(LIST, {"limit": limit}), "invalid-parameter")
    assert body["errors"][0]["field"] == "limit"


@pytest.mark.parametrize("cursor", ["", "x", "p", "p-1", "p01", "c1", "p٣", "p1\n", "\x00", "ü", "p" + "9" * 9999])
def test_a_cursor_of_ones_own_is_refused(client: Client, site: CareerSite, cursor: str) -> None:
    body = problem(client.get(LIST, {"cursor": cursor}), "invalid-parameter")
    assert body["errors"][0]["field"] == "cursor"


def test_a_detail_costs_one_query(
    client: Client, nurse: Publication, django_assert_num_queries: Callable[[int], Any]
) -> None:
    for address in (f"{LIST}{nurse.slug}/", f"{LIST}{nurse.slug}/fragment/"):
        with django_assert_num_queries(1):
            assert client.get(address).status_code == 200


@pytest.mark.parametrize("count", [1, 10])
def test_a_list_costs_two_queries_of_any_size(
    client: Client,
    publish: Callable[..., Publication],
    django_assert_num_queries: Callable[[int], Any],
    count: int,
) -> None:
    for number in range(count):
        publish(reference=str(number))

    with django_assert_num_queries(2) as queries:
        assert len(client.get(LIST).json()["items"]) == count
    assert not any("COUNT(" in query["sql"] for query in queries.captured_queries)
