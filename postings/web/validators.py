"""Conditional requests (RFC 9110): what a reader has already is not sent again.

The validator is the publication (or a site's count of changes), never a hash of the response, and it is strong: the
compressed form of a representation has a tag of its own.  Call this only after the reader was let in.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.http import http_date, parse_etags, parse_http_date_safe

COMPRESSED = "-gz"
# When nothing has happened yet.
EPOCH = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Validator:
    """What names a representation: `name` goes between the quotes of the ETag."""

    name: str
    changed_at: datetime

    @property
    def etag(self) -> str:
        return f'"{self.name}"'

    @property
    def seconds(self) -> int:
        return int(self.changed_at.timestamp())


class PreconditionFailed(Exception):
    """If-Match or If-Unmodified-Since named something else than there is."""


def not_modified(request: HttpRequest, validator: Validator) -> HttpResponse | None:
    """304 for a reader who has the representation already, else None.  Raises PreconditionFailed."""
    headers = request.META
    _require_match(request, validator)
    if has := headers.get("HTTP_IF_NONE_MATCH"):
        given = [tag.removeprefix("W/") for tag in parse_etags(has)]
        matched = next((tag for tag in given if tag in _tags(validator) or tag == "*"), None)
        if matched is None:
            return None
        return _answer(validator, validator.etag if matched == "*" else matched)
    since = parse_http_date_safe(headers.get("HTTP_IF_MODIFIED_SINCE", "")) if request.method in _SAFE else None
    return _answer(validator, validator.etag) if since is not None and validator.seconds <= since else None


def mark(response: HttpResponseBase, validator: Validator) -> None:
    """Put the validators on an answer; an answer that is compressed later gets a tag of its own then."""
    response.headers["ETag"] = validator.etag
    response.headers["Last-Modified"] = http_date(validator.seconds)


_SAFE = frozenset({"GET", "HEAD"})


def _require_match(request: HttpRequest, validator: Validator) -> None:
    if must := request.META.get("HTTP_IF_MATCH"):
        if not {"*", *_tags(validator)} & set(parse_etags(must)):
            raise PreconditionFailed
        return
    if until := request.META.get("HTTP_IF_UNMODIFIED_SINCE"):
        limit = parse_http_date_safe(until)
        if limit is not None and validator.seconds > limit:
            raise PreconditionFailed


def _tags(validator: Validator) -> tuple[str, str]:
    return validator.etag, f'"{validator.name}{COMPRESSED}"'


def _answer(validator: Validator, etag: str) -> HttpResponse:
    response = HttpResponse(status=304)
    del response.headers["Content-Type"]
    response.headers["ETag"] = etag
    response.headers["Last-Modified"] = http_date(validator.seconds)
    return response
