"""What a reader was told a moment ago is told again, whole or as "not modified", without a query."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse

from postings import remembering
from postings.remembering import Generation
from postings.selectors_public import Gate
from postings.services import keys
from postings.web import compression
from postings.web.validators import Validator, not_modified

_OF_BOTH = ("Cache-Control", "Surrogate-Key")


class Told(NamedTuple):
    """An answer as it was sent, but for what was said to that reader alone; `content` is None where it was a 304."""

    gate: Gate
    validator: Validator
    headers: dict[str, str]
    content: bytes | None


def recall(request: HttpRequest, digest: str, now: Generation) -> Told | None:
    """What this reader was told at this address, unless the database has to be asked for something else as well."""
    if "HTTP_IF_MATCH" in request.META or "HTTP_IF_UNMODIFIED_SINCE" in request.META:
        return None
    told: Told | None = remembering.recall(_place(request, digest), now)
    if told is None or (told.gate.key_id is not None and keys.is_use_worth_noting(told.gate.key_used_at)):
        return None
    return told


def again(request: HttpRequest, told: Told) -> HttpResponse | None:
    """The answer once more; None where it is wanted whole and only "not modified" was told."""
    response = not_modified(request, told.validator)
    if response is None:
        return None if told.content is None else HttpResponse(told.content, headers=told.headers)
    for name in _OF_BOTH:
        response.headers[name] = told.headers[name]
    return response


def keep(
    request: HttpRequest,
    digest: str,
    since: Generation,
    response: HttpResponse,
    gate: Gate,
    validator: Validator,
    until: datetime | None,
) -> None:
    """Keep an answer that is about to be sent; `until` is when it stops being right by itself."""
    content = response.content if response.status_code == 200 else None
    told = Told(gate, validator, dict(response.headers), content)
    remembering.remember(_place(request, digest), since, told, len(content or b""), until, gate.key_expires_at)


def _place(request: HttpRequest, digest: str) -> tuple[str, ...]:
    """Who asks, for what, and in which form."""
    form = "gzip" if compression.is_wanted(request) else ""
    return digest, form, request.path_info, request.META.get("QUERY_STRING", "")
