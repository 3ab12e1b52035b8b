"""What a reader has already is told from memory, without a query, and never a moment longer than it is true."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.test import Client
from django.utils import timezone

from postings import redis_line, remembering
from postings.models import CareerSite, Publication, SiteKey
from postings.services import keys, publishing, sites
from tests.api.answers import problem
from tests.api.groups import make_groups
from tests.services import story

# What is remembered holds from the commit on, so these tests commit.
pytestmark = pytest.mark.django_db(transaction=True)

SITE = "/api/v1/sites/harbour/"
PATHS = ["postings/", "postings/?limit=5", "postings/nurse/", "postings/nurse/fragment/", "changes/"]
Ask = Callable[..., Any]


@pytest.fixture
def publisher(transactional_db: None) -> User:
    make_groups()
    return story.make_person("paula", "Publisher")


@pytest.fixture
def read_key(nurse: Publication) -> tuple[SiteKey, str]:
    return keys.issue_key(site=nurse.site, scope="read", name="site")


@pytest.fixture
def ask(client: Client, read_key: tuple[SiteKey, str]) -> Ask:
    """Asks with the key for what the reader has already, twice before the test begins: it is remembered then."""
    has: dict[str, str] = {}

    def ask_again(path: str, **more: str) -> Any:
        headers = {"authorization": f"Bearer {read_key[1]}", "if-none-match": has.get(path, '"nothing"'), **more}
        return client.get(SITE + path, headers=headers)

    for path in PATHS:
        has[path] = ask_again(path)["ETag"]
        assert ask_again(path).status_code == 304
    return ask_again


@pytest.mark.parametrize("path", PATHS)
def test_what_a_reader_has_costs_no_query(ask: Ask, django_assert_num_queries: Any, path: str) -> None:
    first = ask(path)

    with django_assert_num_queries(0):
        again = ask(path)

    assert (again.status_code, again.content) == (304, b"")
    for name in ("ETag", "Last-Modified", "Cache-Control", "Surrogate-Key", "Vary", "RateLimit-Policy"):
        assert again[name] == first[name]
    assert again["RateLimit"] != first["RateLimit"], "it is counted"


@pytest.mark.parametrize("path", [*PATHS, "postings/nurse/?heading_level=3", "postings/?fields=title,fragment"])
@pytest.mark.parametrize("accepts", ["gzip", ""])
def test_what_was_told_a_moment_ago_is_told_again_without_a_query(
    client: Client, nurse: Publication, django_assert_num_queries: Any, path: str, accepts: str
) -> None:
    headers = {"accept-encoding": accepts, "origin": "https://jobs.example"}
    CareerSite.objects.update(allowed_origins=["https://jobs.example"])
    first = client.get(SITE + path, headers=headers)

    with django_assert_num_queries(0):
        again = client.get(SITE + path, headers=headers)

    assert again.status_code == 200
    assert again.content == first.content
    assert dict(again.headers) == dict(first.headers)
    other = client.get(SITE + path, headers={"accept-encoding": "gzip" if not accepts else ""})
    assert "Access-Control-Allow-Origin" not in other, "what is said to one reader is not said to another"
    assert client.get(SITE + path, headers={"if-none-match": first["ETag"]}).status_code == 304
    assert client.head(SITE + path).content == b""


def test_an_answer_is_never_remembered_over_a_problem(client: Client, nurse: Publication, publisher: User) -> None:
    for _ in range(2):
        problem(client.get(f"{SITE}postings/nobody/"), "posting-not-found")
    client.get(f"{SITE}postings/nurse/")
    publishing.unpublish(posting_id=nurse.posting_id, site_id=nurse.site_id, actor=publisher)
    for _ in range(2):
        problem(client.get(f"{SITE}postings/nurse/"), "posting-gone")


def test_memory_has_an_end_and_the_oldest_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembering, "BYTES_MAX", 10 * remembering.ENTRY_BYTES)
    now = remembering.Generation(b"now", remembering.time.monotonic())
    for number in range(30):
        remembering.remember((str(number),), now, number, 0)
    remembering.remember(("29",), now, "again", 0)

    kept = [number for number in range(30) if remembering.recall((str(number),), now) is not None]

    assert kept == [*range(20, 30)]
    assert remembering.recall(("29",), now) == "again"


@pytest.mark.parametrize("path", PATHS)
def test_a_change_is_seen_by_the_next_reader(ask: Ask, nurse: Publication, publisher: User, path: str) -> None:
    publishing.unpublish(posting_id=nurse.posting_id, site_id=nurse.site_id, actor=publisher)

    assert ask(path).status_code == (410 if "nurse" in path else 200)


@pytest.mark.parametrize("path", PATHS)
def test_a_change_of_another_process_is_seen_too(
    ask: Ask, nurse: Publication, publisher: User, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """Another process has a memory of its own and shares Redis and the database."""
    with monkeypatch.context() as other:
        other.setattr(remembering, "_entries", {})
        publishing.unpublish(posting_id=nurse.posting_id, site_id=nurse.site_id, actor=publisher)

    assert ask(path).status_code == (410 if "nurse" in path else 200)


@pytest.mark.parametrize("path", PATHS)
def test_a_revoked_key_is_refused_at_once(ask: Ask, read_key: tuple[SiteKey, str], path: str) -> None:
    keys.revoke_key(key=read_key[0])

    problem(ask(path), "key-not-accepted")


def test_a_key_that_is_replaced_ends_on_time(
    ask: Ask, read_key: tuple[SiteKey, str], django_assert_num_queries: Any
) -> None:
    keys.rotate_key(key=read_key[0], overlap=timedelta(milliseconds=400))
    while ask(PATHS[0]).status_code == 304:
        pass

    problem(ask(PATHS[0]), "key-not-accepted")


def test_a_site_that_is_closed_is_closed_at_once(client: Client, nurse: Publication) -> None:
    address = f"{SITE}postings/nurse/"
    has = {"if-none-match": client.get(address)["ETag"]}
    assert client.get(address, headers=has).status_code == 304
    admin = User.objects.create_superuser("admin")
    nurse.site.is_public = False

    sites.save_site(site=nurse.site, actor=admin)

    problem(client.get(address, headers=has), "site-not-found")


def test_a_key_bound_to_a_page_is_refused_elsewhere_whatever_is_remembered(client: Client, nurse: Publication) -> None:
    page = "https://jobs.example"
    text = keys.issue_key(site=nurse.site, scope="read", name="page", allowed_origins=[page])[1]
    headers = {"authorization": f"Bearer {text}", "origin": page, "if-none-match": f'"{nurse.public_id}"'}
    for _ in range(3):
        response = client.get(f"{SITE}postings/nurse/", headers=headers)
        assert (response.status_code, response["Access-Control-Allow-Origin"]) == (304, page)

    headers["origin"] = "https://evil.example"

    problem(client.get(f"{SITE}postings/nurse/", headers=headers), "key-not-accepted")


@pytest.mark.parametrize("path", PATHS)
def test_a_closing_date_ends_what_is_remembered(client: Client, nurse: Publication, path: str) -> None:
    over = timezone.now() + timedelta(milliseconds=500)
    QuerySet.update(Publication.objects.filter(pk=nurse.pk), expires_at=over)
    has = {"if-none-match": client.get(SITE + path)["ETag"]}
    while client.get(SITE + path, headers=has).status_code == 304:
        assert timezone.now() < over + timedelta(seconds=1)

    assert timezone.now() >= over
    assert client.get(SITE + path, headers=has).status_code == (410 if "nurse" in path else 200)


def test_a_change_that_is_being_made_is_not_remembered_halfway(
    client: Client, nurse: Publication, publisher: User
) -> None:
    before = remembering.generation("harbour")

    remembering.redis_line.ask("SET", "postwright:generation:harbour", "", "EX", 5)

    assert before is not None
    assert remembering.generation("harbour") is None
    publishing.unpublish(posting_id=nurse.posting_id, site_id=nurse.site_id, actor=publisher)
    assert remembering.generation("harbour") not in (None, before)


def test_without_redis_the_database_answers(
    ask: Ask, nurse: Publication, publisher: User, settings: Any, django_assert_num_queries: Any
) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"

    with django_assert_num_queries(1):
        assert ask("postings/nurse/").status_code == 304
    publishing.unpublish(posting_id=nurse.posting_id, site_id=nurse.site_id, actor=publisher)
    problem(ask("postings/nurse/"), "posting-gone")


def test_what_a_writer_without_redis_changed_is_seen_after_a_few_seconds(
    ask: Ask, nurse: Publication, publisher: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*command: object) -> None:
        raise redis_line.Away

    with monkeypatch.context() as cut_off:
        cut_off.setattr(redis_line, "tell", fail)
        publishing.unpublish(posting_id=nurse.posting_id, site_id=nurse.site_id, actor=publisher)
    clock = remembering.time.monotonic() + remembering.SECONDS
    monkeypatch.setattr(remembering.time, "monotonic", lambda: clock)

    problem(ask("postings/nurse/"), "posting-gone")


def test_another_question_is_another_answer(client: Client, nurse: Publication, site: CareerSite) -> None:
    has = {"if-none-match": client.get(f"{SITE}postings/")["ETag"]}
    assert client.get(f"{SITE}postings/", headers=has).status_code == 304

    problem(client.get(f"{SITE}postings/?page=2", headers=has), "unknown-parameter")
    problem(client.get(f"{SITE}postings/", headers={**has, "authorization": "Bearer x"}), "key-not-accepted")
