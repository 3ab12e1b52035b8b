"""Reading what a site shows: a list, a posting, its fragment, its structured data.  Publications only: no drafts."""

from __future__ import annotations

import json
import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from drf_spectacular.utils import extend_schema

from postings import selectors_public
from postings.api import cursors, described_reading, fields, links, stored
from postings.api.filters import FILTERS, narrowed
from postings.api.parameters import require_known, whole_number
from postings.api.views import ReadingView
from postings.models.publication import End
from postings.selectors_public import Found, Gate, Row, Shown
from postings.web import caches
from postings.web.problems import Problem
from postings.web.validators import EPOCH, Validator

PAGE_SIZE = 20
PAGE_SIZE_MAX = 100
# The fragment is meant for other pages; opened by itself it may load and run nothing.
FRAGMENT_POLICY = "default-src 'none'; sandbox"
PAGING = ("cursor", "limit", "fields")


class PostingList(ReadingView):
    @extend_schema(**described_reading.POSTING_LIST)
    def get(self, request: HttpRequest, site: str) -> HttpResponse:
        gate = self.enter(request, site)
        asked = request.GET
        require_known(asked, *PAGING, *FILTERS)
        limit = whole_number(asked, "limit", default=PAGE_SIZE, most=PAGE_SIZE_MAX)
        before, chosen = cursors.read(cursors.LIST, asked.get("cursor")), fields.read(asked)
        publications = narrowed(selectors_public.shown_on(gate.site_id), asked)

        def make() -> HttpResponse:
            text = fields.text_for(chosen)
            found = selectors_public.page(publications, before, limit + 1, text=text)
            following = _next(request, gate, found[limit - 1]) if len(found) > limit else None
            items = ",".join(item(gate, row, chosen, text) for row in found[:limit])
            response = stored.answer(f'{{"items":[{items}],"next":{json.dumps(following)}}}')
            if following:
                response.headers["Link"] = f'<{following}>; rel="next"'
            return response

        return self.conditional(request, validator_of(gate), make, until=gate.closes_at)


class PublicationView(ReadingView):
    """A view of one posting: found in one query, 410 once it was taken down, 404 if it was never shown."""

    text = "payload"

    def find(self, request: HttpRequest, site: str, slug: str) -> tuple[Gate, Found]:
        found = selectors_public.posting_at(site, slug, self.digest, self.text)
        gate = self.admit(request, found[0] if found else None, site)
        publication = found[1] if found else None
        if publication is None:
            raise Problem("posting-not-found", f"This site never showed a posting “{slug}”.")
        if publication.end is not None:
            raise gone(publication, publication.end)
        return gate, publication

    def answer(self, request: HttpRequest, found: Found, make: Any) -> HttpResponse:
        validator = Validator(str(found.public_id), found.published_at)
        posting_key = caches.posting_key(found.posting_id)
        return self.conditional(request, validator, make, posting_key, until=found.expires_at)


class PostingDetail(PublicationView):
    @extend_schema(**described_reading.POSTING_DETAIL)
    def get(self, request: HttpRequest, site: str, slug: str) -> HttpResponse:
        gate, found = self.find(request, site, slug)
        require_known(request.GET, "fields", "heading_level")
        chosen, heading_level = fields.read(request.GET), _heading_level(request)
        return self.answer(request, found, lambda: whole(gate, found, chosen, heading_level))


class PostingFragment(PublicationView):
    text = "fragment"

    @extend_schema(**described_reading.POSTING_FRAGMENT)
    def get(self, request: HttpRequest, site: str, slug: str) -> HttpResponse:
        _, found = self.find(request, site, slug)
        require_known(request.GET, "heading_level")
        heading_level = _heading_level(request)
        return self.answer(request, found, lambda: _fragment(found, heading_level))


class PostingStructuredData(PublicationView):
    text = "structured_data"

    @extend_schema(**described_reading.STRUCTURED_DATA)
    def get(self, request: HttpRequest, site: str, slug: str) -> HttpResponse:
        _, found = self.find(request, site, slug)
        require_known(request.GET)
        if not found.text:
            raise Problem("structured-data-not-found", "Too little is known of this posting for structured data.")
        body = json.dumps(found.text, ensure_ascii=False)
        return self.answer(request, found, lambda: HttpResponse(body, content_type="application/ld+json"))


class PublicationDetail(ReadingView):
    # It ends with another publication of its posting; nobody asks often for what never changes.
    is_remembered = False

    @extend_schema(**described_reading.PUBLICATION)
    def get(self, request: HttpRequest, site: str, public_id: uuid.UUID) -> HttpResponse:
        gate = self.enter(request, site)
        require_known(request.GET, "fields", "heading_level")
        row = selectors_public.publication_by_id(gate.site_id, public_id)
        if row is None:
            raise Problem("posting-not-found", "This site never showed such a publication.")
        found, is_shown = row
        if not is_shown:
            raise gone(found, selectors_public.end_of_posting(gate.site_id, found.posting_id))
        chosen, heading_level = fields.read(request.GET), _heading_level(request)
        keys = caches.posting_key(found.posting_id)
        validator = Validator(str(found.public_id), found.published_at)
        response = self.conditional(request, validator, lambda: whole(gate, found, chosen, heading_level), keys)
        response.headers["Cache-Control"] = caches.IMMUTABLE if gate.is_public else caches.PRIVATE_IMMUTABLE
        return response


def item(gate: Gate, row: Row, chosen: fields.Chosen | None, text: str) -> str:
    """One posting of a list as JSON text."""
    kept = stored.text_of(row.text, row.public_id, whole=text == selectors_public.WHOLE)
    if chosen is None or text == selectors_public.WHOLE:
        return stored.chosen_posting(stored.posting(gate.slug, row.slug, row.public_id, kept), chosen, None)
    more = {"fragment": row.fragment} if text == selectors_public.WITH_FRAGMENT else {}
    return stored.some(gate.slug, row.slug, row.public_id, kept, chosen, more)


def whole(gate: Gate, found: Found, chosen: fields.Chosen | None, heading_level: int | None) -> HttpResponse:
    """A posting whole, or what is wanted of it."""
    text = stored.text_of(found.text, found.public_id, whole=True)
    text = stored.posting(gate.slug, found.slug, found.public_id, text)
    return stored.answer(stored.chosen_posting(text, chosen, heading_level))


def validator_of(gate: Gate) -> Validator:
    """What names all that a site shows now: its count of changes, and when the last one was."""
    shown = Shown.of(gate.number, gate.changed_at, gate.closed_at)
    return Validator(f"{gate.slug}-{shown.name}", shown.at or EPOCH)


def gone(found: Found, end: End | None) -> Problem:
    sentence = f"“{found.title}” was taken down."
    return Problem("posting-gone", sentence, ended_at=end and end.at, reason=end.reason if end else "")


def _fragment(found: Found, heading_level: int | None) -> HttpResponse:
    """Exactly the stored bytes, unless other ranks of headings are wanted."""
    html = found.text
    if heading_level is not None:
        html = stored.with_headings(html, heading_level, stored.level_of(html))
    headers: dict[str, Any] = {"Content-Security-Policy": FRAGMENT_POLICY}
    if found.language:
        headers["Content-Language"] = found.language
    return HttpResponse(html.encode(), content_type="text/html; charset=utf-8", headers=headers)


def _heading_level(request: HttpRequest) -> int | None:
    if "heading_level" not in request.GET:
        return None
    return whole_number(request.GET, "heading_level", default=2, most=5)


def _next(request: HttpRequest, gate: Gate, last: Row) -> str:
    same = {name: value for name, value in request.GET.items() if name != "cursor"}
    return links.absolute("api:postings", {**same, "cursor": cursors.write(cursors.LIST, last.number)}, site=gate.slug)
