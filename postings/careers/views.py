"""Two pages: what a site shows now, and one posting.  They read publications and nothing else."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import Truncator
from django.views.decorators.http import require_safe

from postings import selectors_public as selectors
from postings.careers import validators
from postings.careers.words import direction_of, words_for
from postings.models import CareerSite, Publication
from postings.web import caches, compression
from postings.web.validators import PreconditionFailed, Validator, mark, not_modified

PAGE_SIZE = 50
DESCRIPTION_LENGTH = 155
# In a script element only these can end it or start a comment; as escapes they mean the same to a JSON reader.
_SCRIPT_ESCAPES = {ord(char): f"\\u{ord(char):04x}" for char in "<>&\u2028\u2029"}


@require_safe
def posting_list(request: HttpRequest, site: str) -> HttpResponse:
    """What a site shows now, newest first; `?after=` a publication shows what came before it."""
    shown = selectors.public_site(site)
    if shown is None:
        return _missing(request)
    after = request.GET.get("after")
    place = _place(shown, after)
    if after is not None and place is None:
        return _missing(request, shown)

    def make() -> HttpResponse:
        found = list(selectors.live_publications_after(shown, place)[: PAGE_SIZE + 1])
        context = {
            "publications": found[:PAGE_SIZE],
            "older": found[PAGE_SIZE - 1].public_id if len(found) > PAGE_SIZE else None,
            "is_first": after is None,
            "canonical": _absolute("careers:postings", site=shown.slug),
            "description": f"{words_for(shown.language)['open_positions']}: {shown.name}",
        }
        return _page(request, "list", shown, shown.language, context)

    return _conditional(request, validators.of_list(shown), make, caches.site_key(shown.slug))


@require_safe
def posting_page(request: HttpRequest, site: str, slug: str) -> HttpResponse:
    """One posting, with the stored fragment inside as it is; 410 once it was taken down, 404 if it was never shown."""
    publication = selectors.publication_at(site, slug)
    if publication is None:
        return _missing(request, selectors.public_site(site))
    shown, language = publication.site, publication.language or publication.site.language
    if not publication.is_live:
        gone = words_for(shown.language)["gone_more"].format(title=publication.title)
        return _page(request, "gone", shown, shown.language, {"gone": gone}, status=410)

    def make() -> HttpResponse:
        context = {
            "publication": publication,
            "facts": {**publication.facts, "company": publication.company},
            "fragment": publication.fragment,
            "json_ld": script_json(publication.structured_data) if publication.structured_data else "",
            "canonical": _absolute("careers:posting", site=shown.slug, slug=publication.slug),
            "description": _description(publication),
        }
        return _page(request, "posting", shown, language, context)

    keys = (caches.posting_key(publication.posting_id), caches.site_key(shown.slug))
    return _conditional(request, validators.of_posting(publication), make, *keys)


def script_json(value: Any) -> SafeString:
    """JSON that can stand inside a script element, whatever text it holds."""
    return mark_safe(json.dumps(value, ensure_ascii=False).translate(_SCRIPT_ESCAPES))


def _conditional(
    request: HttpRequest, validator: Validator, make: Callable[[], HttpResponse], *purge_keys: str
) -> HttpResponse:
    """The page, or 304 without making it for who has it already."""
    try:
        response = not_modified(request, validator)
    except PreconditionFailed:
        sentence = "The precondition does not hold."
        return HttpResponse(sentence, status=412, content_type="text/plain; charset=utf-8")
    if response is None:
        response = make()
        mark(response, validator)
    caches.tell(response, caches.PUBLIC, *purge_keys)
    compression.compress(request, response)
    return response


def _missing(request: HttpRequest, site: CareerSite | None = None) -> HttpResponse:
    return _page(request, "missing", site, site.language if site else "en", {}, status=404)


def _page(
    request: HttpRequest,
    name: str,
    site: CareerSite | None,
    language: str,
    context: dict[str, Any],
    status: int = 200,
) -> HttpResponse:
    own = {"site": site, "language": language, "direction": direction_of(language), "words": words_for(language)}
    response = render(request, f"careers/{name}.html", {**own, **context}, status=status)
    if status != 200:
        response["Cache-Control"] = caches.NEVER
    return response


def _place(site: CareerSite, after: str | None) -> int | None:
    """The place of a publication in its site's list."""
    try:
        public_id = uuid.UUID(after or "")
    except ValueError:
        return None
    return selectors.publication_place(site, public_id)


def _absolute(name: str, **parts: str) -> str:
    return settings.POSTWRIGHT_PUBLIC_BASE_URL + reverse(name, kwargs=parts)


def _description(publication: Publication) -> str:
    """The beginning of the text, in its own words."""
    first = publication.sections[0]["text"] if publication.sections else publication.title
    return Truncator(" ".join(first.split())).chars(DESCRIPTION_LENGTH)
