"""Keys of readers: for sites that are not public, for being counted, and never more than that."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import redis
from django.test import Client
from django.utils import timezone

from postings import counting
from postings.models import CareerSite, Publication, SiteKey
from postings.services import keys
from tests.api.answers import problem
from tests.services import story

LIST = "/api/v1/sites/harbour/postings/"
PAGE = "https://jobs.example"


def bearer(text: str, **more: str) -> dict[str, Any]:
    return {"headers": {"authorization": f"Bearer {text}", **more}}


@pytest.fixture
def read_key(site: CareerSite) -> tuple[SiteKey, str]:
    return keys.issue_key(site=site, scope="read", name="site")


@pytest.fixture
def hidden(site: CareerSite, nurse: Publication) -> Publication:
    CareerSite.objects.filter(pk=site.pk).update(is_public=False)
    return nurse


@pytest.fixture(autouse=True)
def fresh_counter(redis_client: redis.Redis) -> None:
    for name in redis_client.scan_iter("postwright:rate:*"):
        redis_client.delete(name)


SITE = "/api/v1/sites/harbour/"
ADDRESSES = ["postings/", "postings/nurse/", "postings/nurse/fragment/", "changes/"]


@pytest.mark.parametrize("path", ADDRESSES)
def test_a_site_that_is_not_public_is_read_with_its_key(
    client: Client, hidden: Publication, read_key: tuple[SiteKey, str], path: str
) -> None:
    problem(client.get(f"{SITE}{path}"), "site-not-found")

    response = client.get(f"{SITE}{path}", **bearer(read_key[1]))

    assert response.status_code == 200
    assert response["Cache-Control"].startswith("private")
    assert "Authorization" in response["Vary"]


@pytest.mark.parametrize("path", ADDRESSES)
def test_wrong_keys_are_answered_alike_whatever_is_wrong_with_them(
    client: Client, nurse: Publication, read_key: tuple[SiteKey, str], path: str
) -> None:
    other = story.make_site("lindenau")
    revoked = keys.issue_key(site=nurse.site, scope="read", name="old")
    keys.revoke_key(key=revoked[0])
    bound = keys.issue_key(site=nurse.site, scope="read", name="page", allowed_origins=[PAGE])
    wrong = [
        "",
        "nonsense",
        "pw_read_00000000_" + "0" * 48,
        read_key[1] + "x",
        read_key[1][:-1],
        revoked[1],
        bound[1],
        keys.issue_key(site=other, scope="read", name="other's")[1],
        keys.issue_key(site=nurse.site, scope="write", name="writer")[1],
    ]
    answers = [client.get(f"{SITE}{path}", **bearer(text)) for text in wrong]
    answers.append(client.get(f"{SITE}{path}", headers={"authorization": f"Basic {read_key[1]}"}))

    assert {problem(answer, "key-not-accepted")["detail"] for answer in answers} == {answers[0].json()["detail"]}
    assert all(answer["WWW-Authenticate"].startswith("Bearer") for answer in answers)


def test_a_key_tells_nothing_about_sites_that_are_not_its_own(client: Client, read_key: tuple[SiteKey, str]) -> None:
    problem(client.get("/api/v1/sites/nowhere/postings/", **bearer(read_key[1])), "key-not-accepted")


def test_who_may_not_read_learns_nothing_from_a_validator(client: Client, hidden: Publication) -> None:
    has = {"if-none-match": f'"{hidden.public_id}"'}

    problem(client.get(f"{LIST}nurse/", headers=has), "site-not-found")
    problem(client.get(f"{LIST}nurse/", **bearer("pw_read_00000000_x", **has)), "key-not-accepted")


@pytest.mark.parametrize("path", ADDRESSES)
def test_a_site_that_is_not_public_is_in_nothing_other_than_none(
    client: Client, hidden: Publication, path: str
) -> None:
    for method in ("GET", "HEAD", "OPTIONS", "POST"):
        there = client.generic(method, f"{SITE}{path}")
        none = client.generic(method, f"/api/v1/sites/nowhere/{path}")
        assert there.status_code == none.status_code
        assert {**there.headers, "Content-Length": ""} == {**none.headers, "Content-Length": ""}


def test_a_key_in_a_page_is_accepted_from_that_page_only(client: Client, hidden: Publication) -> None:
    text = keys.issue_key(site=hidden.site, scope="read", name="page", allowed_origins=[PAGE])[1]
    asked = {"origin": PAGE, "access-control-request-method": "GET", "access-control-request-headers": "authorization"}

    first = client.options(f"{LIST}nurse/", headers=asked)
    response = client.get(f"{LIST}nurse/", **bearer(text, origin=PAGE))

    assert first["Access-Control-Allow-Origin"] == response["Access-Control-Allow-Origin"] == PAGE
    assert "Authorization" in first["Access-Control-Allow-Headers"]
    assert response.status_code == 200
    for origin in ("https://evil.example", "null"):
        problem(client.get(f"{LIST}nurse/", **bearer(text, origin=origin)), "key-not-accepted")


def test_a_revoked_key_is_refused_from_that_moment_on(
    client: Client, nurse: Publication, read_key: tuple[SiteKey, str]
) -> None:
    has = {"if-none-match": client.get(f"{LIST}nurse/", **bearer(read_key[1]))["ETag"]}
    assert client.get(f"{LIST}nurse/", **bearer(read_key[1], **has)).status_code == 304
    keys.revoke_key(key=read_key[0])

    problem(client.get(f"{LIST}nurse/", **bearer(read_key[1], **has)), "key-not-accepted")


def test_a_key_that_is_replaced_works_until_the_overlap_is_over(
    client: Client, nurse: Publication, read_key: tuple[SiteKey, str]
) -> None:
    new = keys.rotate_key(key=read_key[0])[1]
    for text in (read_key[1], new):
        assert client.get(LIST, **bearer(text)).status_code == 200

    SiteKey.objects.filter(pk=read_key[0].pk).update(expires_at=timezone.now() - timedelta(seconds=1))

    problem(client.get(LIST, **bearer(read_key[1])), "key-not-accepted")
    assert client.get(LIST, **bearer(new)).status_code == 200


def test_the_last_use_is_written_once_a_minute(
    client: Client, nurse: Publication, read_key: tuple[SiteKey, str], django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(2):
        client.get(f"{LIST}nurse/", **bearer(read_key[1]))
    with django_assert_num_queries(1):
        client.get(f"{LIST}nurse/", **bearer(read_key[1]))

    read_key[0].refresh_from_db()
    assert read_key[0].last_used_at is not None


def test_a_key_says_how_much_is_left_and_ends_at_its_limit(
    client: Client, nurse: Publication, read_key: tuple[SiteKey, str], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.POSTWRIGHT_READS_PER_MINUTE = 3
    monkeypatch.setattr(counting.time, "time", lambda: 1_800_000_010.0)

    answers = [client.get(LIST, **bearer(read_key[1])) for _ in range(4)]

    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert [answer["RateLimit"] for answer in answers] == [f'"reads";r={left};t=50' for left in (2, 1, 0, 0)]
    assert answers[0]["RateLimit-Policy"] == '"reads";q=3;w=60'
    problem(answers[3], "too-many-requests")
    assert answers[3]["Retry-After"] == "50"
    assert client.get(LIST).status_code == 200, "who has no key is not counted"
    monkeypatch.setattr(counting.time, "time", lambda: 1_800_000_070.0)
    assert client.get(LIST, **bearer(read_key[1])).status_code == 200


def test_writers_are_counted_by_themselves(sender: Client, settings: Any) -> None:
    settings.POSTWRIGHT_WRITES_PER_MINUTE = 1
    body = {"content": story.NURSE.decode()}

    first, second = (sender.post("/api/v1/sources/", body, content_type="application/json") for _ in range(2))

    assert (first.status_code, second.status_code) == (202, 429)
    assert first["RateLimit"].startswith('"writes";r=0;')
    problem(second, "too-many-requests")


def test_while_redis_is_away_readers_are_answered_and_not_counted(
    client: Client, nurse: Publication, read_key: tuple[SiteKey, str], settings: Any
) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    settings.POSTWRIGHT_READS_PER_MINUTE = 1

    for _ in range(3):
        response = client.get(f"{LIST}nurse/", **bearer(read_key[1]))
        assert response.status_code == 200
        assert "RateLimit" not in response


def test_a_redis_that_was_restarted_is_found_again(redis_client: redis.Redis) -> None:
    first = counting.count("reads:test", 10)
    redis_client.client_kill_filter(_type="normal", skipme=True)
    second = counting.count("reads:test", 10)

    assert first is not None
    assert second is not None
    assert (first.remaining, second.remaining) == (9, 8)
