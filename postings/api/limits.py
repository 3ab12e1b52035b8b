"""How much one key may ask in a minute, and the headers that say so (draft-ietf-httpapi-ratelimit-headers)."""

from __future__ import annotations

from django.conf import settings

from postings import counting
from postings.api.problems import Problem

READS = "reads"
WRITES = "writes"


class TooMany(Problem):
    """The key has asked too much; `wait` is how many seconds are left of the minute."""

    def __init__(self, counted: counting.Counted, headers: dict[str, str]) -> None:
        super().__init__("too-many-requests", f"This key may ask {counted.limit} times in a minute.")
        self.wait = counted.seconds_left
        self.limit_headers = headers


def count(key_id: int, kind: str) -> dict[str, str]:
    """Count a request of a key; the headers for its answer, none while Redis is away.  Raises TooMany."""
    limit = settings.POSTWRIGHT_READS_PER_MINUTE if kind == READS else settings.POSTWRIGHT_WRITES_PER_MINUTE
    counted = counting.count(f"{kind}:{key_id}", limit)
    if counted is None:
        return {}
    headers = {
        "RateLimit-Policy": f'"{kind}";q={limit};w={counting.WINDOW_SECONDS}',
        "RateLimit": f'"{kind}";r={counted.remaining};t={counted.seconds_left}',
    }
    if counted.is_over:
        raise TooMany(counted, headers)
    return headers
