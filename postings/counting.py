"""Counting requests in Redis, atomically for all processes, a minute at a time.

Redis is not a record here: while it is away nothing is counted and nothing is refused.
"""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import dataclass

import redis
from django.conf import settings

logger = logging.getLogger(__name__)

WINDOW_SECONDS = 60
# Readers wait this long for a Redis that is away, and then nobody does for a while.
TIMEOUT_SECONDS = 0.25
REST_SECONDS = 5.0
# One step for all processes: a counter never stays without its end.
_COUNT = "local n = redis.call('INCR', KEYS[1]) if n == 1 then redis.call('EXPIRE', KEYS[1], ARGV[1]) end return n"

_rests_until = 0.0
_own = threading.local()


@dataclass(frozen=True, slots=True)
class Counted:
    """Where somebody stands in the current minute."""

    limit: int
    used: int
    seconds_left: int

    @property
    def is_over(self) -> bool:
        return self.used > self.limit

    @property
    def remaining(self) -> int:
        return max(0, self.limit - self.used)


def count(name: str, limit: int) -> Counted | None:
    """Count one request of `name`; None while Redis is away."""
    global _rests_until
    now = time.time()
    if now < _rests_until:
        return None
    window, passed = divmod(int(now), WINDOW_SECONDS)
    try:
        used = _count(f"postwright:rate:{name}:{window}")
    except redis.RedisError:
        _rests_until = now + REST_SECONDS
        logger.warning("requests are not counted: Redis does not answer")
        return None
    return Counted(limit, used, WINDOW_SECONDS - passed)


def _count(key: str) -> int:
    """One more, on a connection of this thread's own: a pool and retries would cost more than the count."""
    try:
        return _ask(key)
    except redis.RedisError:
        # A connection that the other side closed meanwhile; a new one decides.
        _forget()
        return _ask(key)


def _ask(key: str) -> int:
    connection = _connection()
    try:
        connection.send_command("EVAL", _COUNT, 1, key, 2 * WINDOW_SECONDS, check_health=False)
        return int(connection.read_response())
    except BaseException:
        # What is left on the line would be the answer to the next question.
        _forget()
        raise


def _connection() -> redis.connection.AbstractConnection:
    url = settings.REDIS_URL
    if getattr(_own, "url", None) != url:
        pool = redis.ConnectionPool.from_url(
            url, socket_timeout=TIMEOUT_SECONDS, socket_connect_timeout=TIMEOUT_SECONDS, retry=None
        )
        connection = pool.make_connection()
        connection.connect()
        _own.url, _own.connection = url, connection
    found: redis.connection.AbstractConnection = _own.connection
    return found


def _forget() -> None:
    connection = getattr(_own, "connection", None)
    _own.url = _own.connection = None
    if connection is not None:
        connection.disconnect()
