"""Requests are counted for all processes together: never more than the limit, whoever asks, and seldom by Redis."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
import redis
from django.test import Client

from postings import counting, redis_line
from postings.api import limits
from postings.models import Publication
from tests.api.answers import problem

PROCESSES = 4


@pytest.fixture(autouse=True)
def one_minute(redis_client: redis.Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    """A minute that does not end meanwhile, and that nobody has used yet."""
    for name in redis_client.scan_iter("postwright:rate:*"):
        redis_client.delete(name)
    monkeypatch.setattr(counting.time, "time", lambda: 1_800_000_010.0)


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """`processes(2)`: what comes next is counted by the second process, which has a memory of its own."""
    memories: list[dict[Any, Any]] = [{} for _ in range(PROCESSES)]
    return lambda number: monkeypatch.setattr(counting, "_leases", memories[number])


@pytest.mark.parametrize("limit", [1, 3, 100, 6_000])
def test_all_processes_together_never_pass_the_limit(processes: Callable[[int], None], limit: int) -> None:
    allowed = refused = 0
    while refused < PROCESSES:
        processes((allowed + refused) % PROCESSES)
        counted = counting.count("reads:1", limit)
        assert counted is not None
        allowed, refused = allowed + (not counted.is_over), refused + counted.is_over

    # What a process still had in hand when the first was refused may stay unused.
    assert 0.99 * limit - PROCESSES <= allowed <= limit


def test_threads_of_a_process_never_pass_the_limit() -> None:
    allowed: list[int] = []

    def ask() -> None:
        for _ in range(100):
            counted = counting.count("reads:1", 250)
            assert counted is not None
            allowed.append(not counted.is_over)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(allowed) == 250


def test_what_is_left_goes_down_one_by_one(processes: Callable[[int], None]) -> None:
    processes(0)
    told = [counting.count("reads:1", 1_000) for _ in range(1_000)]

    assert [one.remaining for one in told if one] == [*range(999, -1, -1)]


def test_redis_is_seldom_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    real = redis_line.ask
    monkeypatch.setattr(redis_line, "ask", lambda *command: (asked.append(command), real(*command))[1])

    for _ in range(1_000):
        counting.count("reads:1", 6_000)

    assert len(asked) < 20


def test_a_counter_ends_with_its_minute(redis_client: redis.Redis) -> None:
    counting.count("reads:1", 10)

    (name,) = redis_client.scan_iter("postwright:rate:*")
    assert 60 <= redis_client.ttl(name) <= 120


@pytest.mark.parametrize(
    ("proxies", "remote", "forwarded", "counted_by"),
    [
        (0, "8.8.4.4", "", "8.8.4.4"),
        (0, "8.8.4.4", "9.9.9.9", "8.8.4.4"),
        (1, "10.0.0.1", "8.8.4.4", "8.8.4.4"),
        (1, "10.0.0.1", "1.2.3.4, 8.8.4.4", "8.8.4.4"),
        (2, "10.0.0.1", "1.2.3.4, 8.8.4.4, 9.9.9.9", "8.8.4.4"),
        (0, "2a00:1450:4001:81b::200e", "", "2a00:1450:4001:81b::/64"),
        # An address of the inside stands for many readers, and one that nobody told is nobody's.
        *((0, inside, "8.8.4.4", "") for inside in ("127.0.0.1", "10.0.0.1", "192.168.1.7", "::1", "")),
        *((1, "10.0.0.1", nonsense, "") for nonsense in ("", "unknown", "<script>")),
    ],
)
def test_a_reader_without_a_key_is_counted_by_its_address(
    settings: Any, proxies: int, remote: str, forwarded: str, counted_by: str
) -> None:
    settings.POSTWRIGHT_PROXIES = proxies

    assert limits.caller(remote, forwarded) == counted_by


def test_an_address_ends_at_its_limit_and_others_go_on(client: Client, nurse: Publication, settings: Any) -> None:
    settings.POSTWRIGHT_READS_PER_MINUTE_WITHOUT_KEY = 2
    address = "/api/v1/sites/harbour/postings/nurse/"

    answers = [client.get(address, REMOTE_ADDR="8.8.4.4") for _ in range(3)]

    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[0]["RateLimit"] == '"reads";r=1;t=50'
    assert "address" in problem(answers[2], "too-many-requests")["detail"]
    assert client.get(address, REMOTE_ADDR="9.9.9.9").status_code == 200
