"""Reading what a site shows: a list, a posting, its fragment.  Publications only, so a draft cannot leak."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.http import HttpResponse, HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from postings import selectors
from postings.api import cursors, descriptions, documents, links
from postings.api.parameters import require_known, whole_number
from postings.api.problems import Problem
from postings.api.views import CACHE_CONTROL, ReadingView
from postings.models import Publication

PAGE_SIZE = 20
PAGE_SIZE_MAX = 100
# The fragment is meant for other pages; opened by itself it may load and run nothing.
FRAGMENT_POLICY = "default-src 'none'; sandbox"


class PostingList(ReadingView):
    @extend_schema(**descriptions.POSTING_LIST)
    def get(self, request: Request, site: str) -> Response:
        shown = self.require_site(site)
        require_known(request, "cursor", "limit")
        limit = whole_number(request, "limit", default=PAGE_SIZE, most=PAGE_SIZE_MAX)
        after = cursors.read(request.query_params.get("cursor"))
        found = list(selectors.live_publications_after(shown, after)[: limit + 1])
        page, more = found[:limit], len(found) > limit
        following = self._link(site, limit, page[-1]) if more else None
        headers = {"Cache-Control": CACHE_CONTROL} | ({"Link": f'<{following}>; rel="next"'} if following else {})
        items = [documents.summary(publication, shown) for publication in page]
        return Response({"items": items, "next": following}, headers=headers)

    def _link(self, site: str, limit: int, last: Publication) -> str:
        return links.absolute("api:postings", {"limit": limit, "cursor": cursors.after(last)}, site=site)


class PublicationView(ReadingView):
    """A view of one posting: found in one query, 410 once it was taken down, 404 if it was never shown."""

    def find(self, request: Request, site: str, slug: str) -> Publication:
        publication = selectors.publication_at(site, slug)
        if publication is None:
            self.require_site(site)
            raise Problem("posting-not-found", f"This site never showed a posting “{slug}”.")
        self.site = publication.site
        require_known(request)
        if publication.ended_at is not None:
            raise _gone(publication)
        return publication


class PostingDetail(PublicationView):
    @extend_schema(**descriptions.POSTING_DETAIL)
    def get(self, request: Request, site: str, slug: str) -> HttpResponseBase:
        publication = self.find(request, site, slug)
        return self.conditional(request, publication, lambda: Response(documents.detail(publication)))


class PostingFragment(PublicationView):
    @extend_schema(**descriptions.POSTING_FRAGMENT)
    def get(self, request: Request, site: str, slug: str) -> HttpResponseBase:
        publication = self.find(request, site, slug)
        return self.conditional(request, publication, lambda: _fragment(publication))


def _fragment(publication: Publication) -> HttpResponse:
    """Exactly the stored bytes."""
    headers: dict[str, Any] = {"Content-Security-Policy": FRAGMENT_POLICY}
    if publication.language:
        headers["Content-Language"] = publication.language
    body = publication.fragment.encode()
    return HttpResponse(body, status=HTTPStatus.OK, content_type="text/html; charset=utf-8", headers=headers)


def _gone(publication: Publication) -> Problem:
    sentence = f"“{publication.title}” was taken down."
    return Problem("posting-gone", sentence, ended_at=publication.ended_at, reason=publication.ended_reason)
