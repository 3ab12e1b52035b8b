"""Whoever follows the changes ends with what is shown, whenever it looked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from postings.models import CareerSite, Publication
from postings.services import editing, publishing
from tests.api.answers import problem
from tests.api.follower import Follower
from tests.services import story

CHANGES = "/api/v1/sites/harbour/changes/"


@pytest.fixture
def follower(client: Client) -> Follower:
    return Follower(client, CHANGES)


def take_down(shown: Publication, publisher: User, reason: str = "") -> None:
    publishing.unpublish(posting_id=shown.posting_id, site_id=shown.site_id, actor=publisher, reason=reason)


def test_it_begins_with_what_is_there(
    client: Client, follower: Follower, publish: Callable[..., Publication], publisher: User
) -> None:
    shown = [publish(reference=str(number)) for number in range(3)]
    take_down(shown[1], publisher)

    first = client.get(CHANGES).json()

    assert [item["type"] for item in first["items"]] == ["published", "published"]
    assert follower.catch_up() == {str(one.posting_id): str(one.public_id) for one in (shown[0], shown[2])}


def test_what_goes_is_told_with_its_reason(
    client: Client, follower: Follower, nurse: Publication, publisher: User
) -> None:
    follower.catch_up()
    take_down(nurse, publisher, "Filled.")

    (item,) = client.get(follower.address).json()["items"]

    assert (item["type"], item["posting_id"], item["slug"]) == ("removed", str(nurse.posting_id), nurse.slug)
    assert item["reason"] == "Filled."
    assert item["ended_at"].endswith("Z")
    assert follower.catch_up() == {}


def test_an_edit_is_told_once_as_what_it_is_now(
    client: Client, follower: Follower, nurse: Publication, editor: User, publisher: User
) -> None:
    follower.catch_up()
    for number, pay in enumerate(("25", "26"), 1):
        bodies = {"pay": f"<p>{pay} EUR an hour</p>"}
        editing.save_sections(posting_id=nurse.posting_id, base_number=number, bodies=bodies, actor=editor)
        publishing.publish(posting_id=nurse.posting_id, site_id=nurse.site_id, actor=publisher)

    (item,) = client.get(f"{follower.address}&fields=fragment").json()["items"]

    assert item["type"] == "published"
    assert "26 EUR" in item["posting"]["fragment"]


def test_what_went_and_came_back_is_there(follower: Follower, nurse: Publication, publisher: User) -> None:
    follower.catch_up()
    take_down(nurse, publisher)
    back = publishing.publish(posting_id=nurse.posting_id, site_id=nurse.site_id, actor=publisher)

    assert follower.catch_up() == {str(nurse.posting_id): str(back.public_id)}


def test_small_pages_tell_the_same(follower: Follower, publish: Callable[..., Publication], publisher: User) -> None:
    follower.address += "?limit=2"
    shown = [publish(reference=str(number)) for number in range(5)]
    follower.catch_up()
    take_down(shown[0], publisher)
    take_down(shown[3], publisher)

    assert set(follower.catch_up()) == {str(shown[number].posting_id) for number in (1, 2, 4)}


def test_nothing_new_is_an_empty_page_that_can_be_asked_again(client: Client, site: CareerSite) -> None:
    first = client.get(CHANGES).json()
    assert (first["items"], first["has_more"]) == ([], False)
    second = client.get(first["next"]).json()
    assert second == first


def test_another_sites_changes_are_not_told(
    client: Client, follower: Follower, publish: Callable[..., Publication], nurse: Publication
) -> None:
    other = story.make_site("lindenau")
    publish(site=other)

    assert set(follower.catch_up()) == {str(nurse.posting_id)}


def test_a_cursor_from_the_future_is_told_to_start_again(client: Client, nurse: Publication) -> None:
    problem(client.get(CHANGES, {"cursor": "c99"}), "cursor-ahead")
    problem(client.get(CHANGES, {"cursor": "p1"}), "invalid-parameter")


def test_while_nothing_changes_nothing_is_sent(client: Client, nurse: Publication, publisher: User) -> None:
    has = {"if-none-match": client.get(CHANGES)["ETag"]}
    assert client.get(CHANGES, headers=has).status_code == 304
    take_down(nurse, publisher)
    assert client.get(CHANGES, headers=has).status_code == 200


def test_changes_cost_two_queries(
    client: Client, publish: Callable[..., Publication], django_assert_num_queries: Callable[[int], Any]
) -> None:
    for number in range(10):
        publish(reference=str(number))
    with django_assert_num_queries(2):
        assert len(client.get(CHANGES, {"fields": "*"}).json()["items"]) == 10
