"""The feeds as answers: 304 for who has them already, and else a stream that never holds more than a few postings."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

from django.http import HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.csrf import csrf_exempt

from postings import selectors_public
from postings.feeds import jobs as job_board
from postings.feeds import readers, sitemaps
from postings.models import CareerSite
from postings.web import caches, compression, reading
from postings.web.problems import Problem
from postings.web.validators import EPOCH, Validator, mark, not_modified

XML = "application/xml; charset=utf-8"
# Sent to the network in pieces of about this size.
PIECE_BYTES = 32_000

Write = Callable[[CareerSite], Iterator[str]]
EXPOSED_HEADERS = "ETag, Last-Modified, Retry-After"


def _feed_door(view: reading.View) -> reading.View:
    """A view that is only read, by pages of any origin: feeds are public, and so is what is wrong with a request."""
    inner = reading.only_read(view)

    @csrf_exempt
    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = inner(request, *args, **kwargs)
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Access-Control-Expose-Headers"] = EXPOSED_HEADERS
        if reading.is_preflight(request):
            reading.allow_reading(response)
        return response

    return answer


@_feed_door
def sitemap(request: HttpRequest, site: str) -> HttpResponseBase:
    return _feed(request, site, "sitemap", XML, sitemaps.whole)


@_feed_door
def sitemap_part(request: HttpRequest, site: str, part: int) -> HttpResponseBase:
    return _feed(request, site, f"sitemap-{part}", XML, lambda shown: sitemaps.part(shown, part))


@_feed_door
def jobs(request: HttpRequest, site: str) -> HttpResponseBase:
    return _feed(request, site, "jobs", XML, job_board.feed)


@_feed_door
def rss(request: HttpRequest, site: str) -> HttpResponseBase:
    return _dated(request, site, "rss", "application/rss+xml; charset=utf-8", readers.rss)


@_feed_door
def atom(request: HttpRequest, site: str) -> HttpResponseBase:
    return _dated(request, site, "atom", "application/atom+xml; charset=utf-8", readers.atom)


@_feed_door
def json_feed(request: HttpRequest, site: str) -> HttpResponseBase:
    return _dated(request, site, "json", "application/feed+json", readers.json_feed)


@_feed_door
def unknown(request: HttpRequest) -> HttpResponseBase:
    """The rest of the feeds' addresses."""
    raise Problem("not-found", "There is no such feed.")


def _dated(request: HttpRequest, site: str, name: str, media_type: str, write: Any) -> HttpResponseBase:
    return _feed(request, site, name, media_type, lambda shown: write(shown, _validator(shown, name).changed_at))


def _feed(request: HttpRequest, site: str, name: str, media_type: str, write: Write) -> HttpResponseBase:
    shown = selectors_public.public_site(site)
    if shown is None:
        raise Problem("site-not-found", f"There is no public site “{site}”.")
    validator = _validator(shown, name)
    response: HttpResponseBase | None = not_modified(request, validator)
    if response is None:
        pieces = _in_pieces(write(shown)) if request.method == "GET" else iter(())
        response = StreamingHttpResponse(pieces, content_type=media_type)
        mark(response, validator)
    caches.tell(response, caches.PUBLIC, caches.site_key(shown.slug))
    compression.compress(request, response)
    return response


def _validator(site: CareerSite, name: str) -> Validator:
    """The site's count of changes, and what of its settings is in the feed."""
    shown = selectors_public.shown_by(site)
    settings = _hash_of(site.name, site.language, site.base_url)
    return Validator(f"{name}-{site.slug}-{shown.name}-{settings}", shown.at or EPOCH)


def _hash_of(*values: str) -> str:
    """A few characters that differ when the values do."""
    return hashlib.sha256("\0".join(values).encode()).hexdigest()[:8]


def _in_pieces(parts: Iterator[str]) -> Iterator[bytes]:
    kept: list[bytes] = []
    size = 0
    for part in parts:
        kept.append(part.encode())
        size += len(kept[-1])
        if size >= PIECE_BYTES:
            yield b"".join(kept)
            kept, size = [], 0
    if kept:
        yield b"".join(kept)
