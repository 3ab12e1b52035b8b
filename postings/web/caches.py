"""What caches may do with an answer, and the names by which a CDN finds what to purge."""

from __future__ import annotations

from django.http.response import HttpResponseBase

# A browser asks each time, which "not modified" makes cheap. A shared cache may be a minute behind; for another minute
# it may answer at once and look again behind the reader's back, and for an hour while we are not there.
PUBLIC = "public, max-age=0, s-maxage=60, stale-while-revalidate=60, stale-if-error=3600"
PRIVATE = "private, no-cache"
IMMUTABLE = "public, max-age=31536000, immutable"
PRIVATE_IMMUTABLE = "private, max-age=31536000, immutable"
NEVER = "no-store"


def site_key(site: str) -> str:
    """Names everything that lists a site's postings."""
    return f"site-{site}"


def posting_key(posting_id: int) -> str:
    """Names everything that shows one posting."""
    return f"posting-{posting_id}"


def tell(response: HttpResponseBase, cache_control: str, *keys: str) -> None:
    """Say how long an answer may be kept, and by which keys it is purged."""
    response.headers["Cache-Control"] = cache_control
    if keys:
        response.headers["Surrogate-Key"] = " ".join(keys)
