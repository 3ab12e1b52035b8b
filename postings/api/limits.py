"""How much a key, or an address without one, may ask in a minute, and the headers that say so.

The headers are those of draft-ietf-httpapi-ratelimit-headers.
"""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest

from postings import counting
from postings.web.problems import Problem

READS = "reads"
WRITES = "writes"
# One household or office has so much of the address space of IPv6.
IPV6_PREFIX = 64


class TooMany(Problem):
    """A key or an address has asked too much; `wait` is how many seconds are left of the minute."""

    def __init__(self, who: str, counted: counting.Counted, headers: dict[str, str]) -> None:
        super().__init__("too-many-requests", f"This {who} may ask {counted.limit} times in a minute.")
        self.wait = counted.seconds_left
        self.limit_headers = headers


def count(key_id: int, kind: str) -> dict[str, str]:
    """Count a request of a key; the headers for its answer, none while Redis is away.  Raises TooMany."""
    limit = settings.POSTWRIGHT_READS_PER_MINUTE if kind == READS else settings.POSTWRIGHT_WRITES_PER_MINUTE
    return _count("key", f"{kind}:{key_id}", kind, limit)


def count_address(request: HttpRequest) -> dict[str, str]:
    """The same for a reader without a key, by its address; one that may stand for many readers is not counted."""
    address = caller(request.META.get("REMOTE_ADDR", ""), request.META.get("HTTP_X_FORWARDED_FOR", ""))
    if not address:
        return {}
    return _count("address", f"{READS}:{address}", READS, settings.POSTWRIGHT_READS_PER_MINUTE_WITHOUT_KEY)


def caller(remote: str, forwarded: str) -> str:
    """The address that a reader is counted by, behind as many proxies as are configured; empty where it is not known.

    Each proxy adds the address that it was asked from, so only the last ones are true.
    """
    hops = [*(hop.strip() for hop in forwarded.split(",") if hop.strip()), remote]
    proxies = settings.POSTWRIGHT_PROXIES
    return _countable(hops[-1 - proxies]) if len(hops) > proxies else ""


@lru_cache(maxsize=10_000)
def _countable(address: str) -> str:
    """An address of the open network, IPv6 by its network; nothing for one of the inside, which may be a proxy."""
    try:
        found = ip_address(address)
    except ValueError:
        return ""
    if not found.is_global:
        return ""
    is_long = isinstance(found, IPv6Address) and found.ipv4_mapped is None
    return str(ip_network((found, IPV6_PREFIX), strict=False)) if is_long else str(found)


def _count(who: str, name: str, kind: str, limit: int) -> dict[str, str]:
    counted = counting.count(name, limit)
    if counted is None:
        return {}
    headers = {
        "RateLimit-Policy": f'"{kind}";q={limit};w={counting.WINDOW_SECONDS}',
        "RateLimit": f'"{kind}";r={counted.remaining};t={counted.seconds_left}',
    }
    if counted.is_over:
        raise TooMany(who, counted, headers)
    return headers
