"""How many queries a reader costs, with everything switched on: a key, its limit, another origin, conditions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client

from postings.models import CareerSite, Publication
from postings.services import keys, publishing
from tests.api.fixtures import *  # noqa: F403
from tests.api.groups import make_groups
from tests.services import story

SITE = "/api/v1/sites/harbour/"
ORIGIN = "https://jobs.example"
FACTS = {"locations": ["Graz, Austria"], "valid_through": "2999-01-31", "employment_types": ["full_time"]}


@pytest.fixture
def shown(site: CareerSite, publish: Callable[..., Publication]) -> Publication:
    CareerSite.objects.filter(pk=site.pk).update(allowed_origins=[ORIGIN])
    return publish(facts=FACTS)


@pytest.fixture
def reader(client: Client, shown: Publication) -> Callable[..., Any]:
    """Reads with a key whose use has been noted; every answer has to be right for it."""
    text = keys.issue_key(site=shown.site, scope="read", name="page", allowed_origins=[ORIGIN])[1]

    def read(address: str, status: int = 200, **headers: str) -> Any:
        response = client.get(address, headers={"authorization": f"Bearer {text}", "origin": ORIGIN, **headers})
        assert response.status_code == status
        return response

    read(f"{SITE}postings/")
    return read


@pytest.mark.parametrize("path", ["", "?fields=title,fragment", "?heading_level=3", "fragment/", "structured-data/"])
def test_a_posting_costs_one_query_and_so_does_not_sending_it(
    reader: Callable[..., Any], django_assert_num_queries: Any, path: str
) -> None:
    address = f"{SITE}postings/nurse/{path}"
    with django_assert_num_queries(1):
        first = reader(address)
    assert {"RateLimit", "Access-Control-Allow-Origin", "ETag"} <= set(first.headers)
    with django_assert_num_queries(1):
        reader(address, status=304, **{"if-none-match": first["ETag"]})


@pytest.mark.parametrize("count", [1, 12])
@pytest.mark.parametrize(
    "path",
    [
        *("postings/?limit=100", "postings/?fields=*&limit=10", "postings/?fields=title,fragment", "changes/"),
        "postings/?place=graz&employment_type=full_time&search=patients&pay_stated=false&language=en",
    ],
)
def test_a_list_costs_two_queries_of_any_size_and_not_sending_it_one(
    reader: Callable[..., Any],
    publish: Callable[..., Publication],
    django_assert_num_queries: Any,
    path: str,
    count: int,
) -> None:
    for number in range(count):
        publish(reference=str(number), facts=FACTS)
    with django_assert_num_queries(2):
        first = reader(SITE + path)
    with django_assert_num_queries(1):
        reader(SITE + path, status=304, **{"if-none-match": first["ETag"]})


@pytest.mark.parametrize(
    "address",
    [
        *("/careers/harbour/", "/careers/harbour/nurse/"),
        *(f"/feeds/harbour/{name}" for name in ("sitemap.xml", "jobs.xml", "rss.xml", "atom.xml", "feed.json")),
    ],
)
def test_a_page_or_feed_that_a_reader_has_costs_one_query(
    client: Client, shown: Publication, django_assert_num_queries: Any, address: str
) -> None:
    has = {"if-none-match": client.get(address)["ETag"]}
    with django_assert_num_queries(1):
        assert client.get(address, headers=has).status_code == 304


@pytest.mark.needs_postgres
@pytest.mark.django_db(transaction=True)
def test_a_database_that_closed_the_connection_is_asked_again(
    transactional_db: None, client: Client, small_normalizer: None
) -> None:
    """Nobody asks beforehand whether a connection lives, so the query itself has to bear that it does not."""
    make_groups()
    posting = story.normalized(story.make_site())
    admin = User.objects.create_superuser("admin")

    publishing.publish(posting_id=posting.pk, site_id=posting.site_id, actor=admin)
    for path in ("postings/nurse/", "postings/", "changes/"):
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            (number,) = cursor.fetchone()
        other = connection.copy()
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [number])
        other.close()

        assert client.get(SITE + path).status_code == 200
