"""Counting requests in Redis, atomically for all processes, a minute at a time.

Redis is not a record here: while it is away nothing is counted and nothing is refused.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from functools import lru_cache

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
        used = int(_script()(keys=[f"postwright:rate:{name}:{window}"], args=[2 * WINDOW_SECONDS]))
    except redis.RedisError:
        _rests_until = now + REST_SECONDS
        logger.warning("requests are not counted: Redis does not answer")
        return None
    return Counted(limit, used, WINDOW_SECONDS - passed)


@lru_cache(maxsize=1)
def _script() -> redis.commands.core.Script:
    client = redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=TIMEOUT_SECONDS, socket_connect_timeout=TIMEOUT_SECONDS
    )
    return client.register_script(_COUNT)
