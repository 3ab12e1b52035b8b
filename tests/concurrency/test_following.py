"""Many hands publish, edit and take down at once; who follows the changes or pages through the list misses nothing."""

from __future__ import annotations

import random
import threading
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.test import Client
from django.utils import timezone

from postings.models import CareerSite, Posting, Publication, SiteChanges
from postings.services import editing, publishing
from postings.services.errors import StaleRevision
from tests.api.follower import Follower
from tests.concurrency.races import failures, race
from tests.services.story import normalized

pytestmark = [
    pytest.mark.needs_postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("small"),
]

SITE = "/api/v1/sites/harbour/"
POSTINGS, STEADY, HANDS, ACTS = 8, 12, 4, 250


@pytest.fixture
def publisher(small: None, publisher: User) -> User:
    return publisher


@pytest.fixture
def steady(small: None, site: CareerSite, publisher: User) -> set[str]:
    """Postings that are shown throughout; half of them are edited meanwhile."""
    shown = [normalized(site, reference=f"steady-{number}") for number in range(STEADY)]
    for posting in shown:
        publishing.publish(posting_id=posting.pk, site_id=site.pk, actor=publisher)
    return {str(posting.pk) for posting in shown}


def act(chance: random.Random, posting_id: int, site: CareerSite, actor: User, *, stays: bool) -> None:
    """Publish, edit and publish, take down, or let the closing date be over; a stale edit is simply not made."""
    where: dict[str, Any] = {"posting_id": posting_id, "site_id": site.pk, "actor": actor}
    choice = chance.random()
    if choice < 0.1 and not stays:
        shown = Publication.objects.not_ended().filter(posting=posting_id)
        QuerySet.update(shown, expires_at=timezone.now())
        return
    if choice < 0.35 and not stays:
        publishing.unpublish(**where)
        return
    if choice < 0.8:
        head = Posting.objects.get(pk=posting_id).head_number
        bodies = {"pay": f"<p>{chance.random()} EUR</p>"}
        try:
            editing.save_sections(posting_id=posting_id, base_number=head, bodies=bodies, actor=actor)
        except StaleRevision:
            return
    publishing.publish(**where)


def test_whoever_follows_or_pages_meanwhile_misses_nothing(site: CareerSite, publisher: User, steady: set[str]) -> None:
    postings = [normalized(site, reference=str(number)).pk for number in range(POSTINGS)]
    edited = sorted(map(int, steady))[: STEADY // 2]
    done = threading.Event()
    left = threading.Semaphore(0)

    def hand(number: int) -> None:
        chance = random.Random(number)
        try:
            for _ in range(ACTS):
                stays = chance.random() < 0.2
                act(chance, chance.choice(edited if stays else postings), site, publisher, stays=stays)
        finally:
            left.release()

    def wait() -> None:
        try:
            assert all(left.acquire(timeout=240) for _ in range(HANDS)), "the hands are not done"
        finally:
            done.set()

    def follow(limit: int) -> Follower:
        follower = Follower(Client(), f"{SITE}changes/?limit={limit}&fields=id")
        while not done.wait(0.05):
            follower.read()
        follower.catch_up()
        return follower

    def page() -> list[set[str]]:
        seen = []
        client = Client()
        while not done.wait(0.05):
            address, found = f"{SITE}postings/?limit=3&fields=posting_id", set()
            while address:
                body = client.get(address).json()
                found |= {item["posting_id"] for item in body["items"]}
                address = body["next"]
            seen.append(found)
        return seen

    contestants = [*(lambda number=number: hand(number) for number in range(HANDS)), wait]
    results = race(*contestants, lambda: follow(2), lambda: follow(100), page, seconds=300)

    assert failures(results) == []
    live = {str(one.posting_id): str(one.public_id) for one in Publication.objects.live()}
    *_, small_steps, large_steps, pages = results
    assert small_steps.copy == large_steps.copy == live
    assert pages
    assert all(found >= steady for found in pages)
    assert SiteChanges.objects.get(site=site).number > HANDS * ACTS / 4


def test_no_two_changes_of_a_site_have_one_number(site: CareerSite, publisher: User) -> None:
    postings = [normalized(site, reference=str(number)) for number in range(8)]
    where = {"site_id": site.pk, "actor": publisher}
    results = race(*(lambda pk=posting.pk: publishing.publish(posting_id=pk, **where) for posting in postings))

    assert failures(results) == []
    assert sorted(Publication.objects.values_list("number", flat=True)) == list(range(1, 9))
