"""Readers of the API go straight to their view.

They come without session, cookie, form and person; what the product does about those for every request, and its line in
the log (see the README), would be most of what reading costs: an answer from memory takes 0.2 ms of processor time this
way and 0.9 ms the other.  Their views answer every error themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from django.http import HttpRequest, HttpResponseBase
from django.urls import Resolver404, get_resolver
from django.urls.resolvers import ResolverMatch, URLResolver

Answer = Callable[[HttpRequest], HttpResponseBase]

PREFIX = "/api/v1/sites/"
_URLS = "postings.api.urls"
_MOUNTED_AT = "/api"


class StraightToReadersMiddleware:
    """Answers readers of sites before the middleware below it; everything else goes on."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        match = _found(request.path_info) if request.path_info.startswith(PREFIX) else None
        if match is None:
            return self.get_response(request)
        request.resolver_match = match
        response: HttpResponseBase = match.func(request, *match.args, **match.kwargs)
        # What the middleware below would have said of any answer.
        response.headers.setdefault("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
        return response


def _found(path: str) -> ResolverMatch | None:
    try:
        match = _resolver().resolve(path[len(_MOUNTED_AT) :])
    except Resolver404:
        return None
    return match if match.url_name != "unknown" else None


@lru_cache(maxsize=1)
def _resolver() -> URLResolver:
    return get_resolver(_URLS)
