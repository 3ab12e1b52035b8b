"""Counting requests for all processes, a minute at a time: never more than the limit, and Redis seldom asked.

A process takes some requests of somebody's minute at once, in one atomic step, and hands them out itself.  It takes
less as less is left, so that little stays unused in its hands; all processes together never take more than the limit.
While Redis is away nothing is counted and nothing is refused.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass

from postings import redis_line

WINDOW_SECONDS = 60
# A process takes at most this part of the limit, and of what is left.  With ten processes a tenth of the limit may be
# in their hands, which is how far the headers can be behind; near the end it is one request at a time.
PART_OF_LIMIT = 100
PART_OF_LEFT = 16
# Callers of past minutes are forgotten when there are this many.
LEASES_MAX = 10_000
# One step for all processes: a counter never stays without its end, and never passes the limit.
_TAKE = """
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
local left = math.max(tonumber(ARGV[1]) - used, 0)
local take = math.min(tonumber(ARGV[2]), math.ceil(left / tonumber(ARGV[3])))
if take > 0 then
  redis.call('SET', KEYS[1], used + take, 'EX', ARGV[4])
end
return {used + take, take}
"""

_lock = threading.Lock()
_leases: dict[tuple[str, int], _Lease] = {}


@dataclass(frozen=True, slots=True)
class Counted:
    """Where somebody stands in the current minute."""

    limit: int
    remaining: int
    seconds_left: int
    is_over: bool = False


@dataclass(slots=True)
class _Lease:
    """What this process took of somebody's minute: `left` in hand; `used` is what all had taken when it last looked."""

    window: int
    left: int = 0
    used: int = 0
    is_over: bool = False


def count(name: str, limit: int) -> Counted | None:
    """Count one request of `name`; None while Redis is away."""
    window, passed = divmod(int(time.time()), WINDOW_SECONDS)
    seconds_left = WINDOW_SECONDS - passed
    lease = _lease(name, limit, window)
    while True:
        with _lock:
            if lease.left > 0:
                lease.left -= 1
                return Counted(limit, limit - lease.used + lease.left, seconds_left)
            if lease.is_over:
                return Counted(limit, 0, seconds_left, is_over=True)
        try:
            used, taken = _take(f"postwright:rate:{name}:{window}", limit)
        except redis_line.Away:
            return None
        with _lock:
            lease.left, lease.used, lease.is_over = lease.left + taken, used, taken == 0


def _lease(name: str, limit: int, window: int) -> _Lease:
    with _lock:
        lease = _leases.get((name, limit))
        if lease is None or lease.window != window:
            if len(_leases) >= LEASES_MAX:
                _leases.clear()
            lease = _leases[name, limit] = _Lease(window)
        return lease


def _take(key: str, limit: int) -> tuple[int, int]:
    block = max(1, limit // PART_OF_LIMIT)
    used, taken = redis_line.ask("EVAL", _TAKE, 1, key, limit, block, PART_OF_LEFT, 2 * WINDOW_SECONDS)
    return int(used), int(taken)
