"""Letting a reader in: a public site is open to everybody, any other to the holders of its read keys.

A key that is sent has to be right, also where none is needed.  Missing rights look like missing sites; unknown,
revoked, outdated, another site's and wrongly placed keys are answered alike.
"""

from __future__ import annotations

from django.http import HttpRequest
from rest_framework.exceptions import AuthenticationFailed

from postings.api import limits
from postings.selectors_public import Gate
from postings.services import keys
from postings.web.problems import Problem

EXPOSED_HEADERS = "ETag, Last-Modified, Link, Retry-After, RateLimit, RateLimit-Policy"
_NO_KEY_HAS_IT = "none"


def digest_in(request: HttpRequest) -> str:
    """The digest of the key in a request; empty without a key, and one that no key has for a text that is none."""
    header = request.META.get("HTTP_AUTHORIZATION", "").strip()
    if not header:
        return ""
    scheme, _, text = header.partition(" ")
    return (keys.digest_of(text.strip()) if scheme.lower() == "bearer" else "") or _NO_KEY_HAS_IT


def admit(request: HttpRequest, gate: Gate | None, site: str, digest: str) -> dict[str, str]:
    """Let a reader in and count it: the headers for its answer.  Raises 401, 404 and 429."""
    if digest:
        if gate is None or gate.key_id is None or not _is_at_home(request, gate):
            raise AuthenticationFailed
        keys.note_use(gate.key_id, gate.key_used_at)
        return limits.count(gate.key_id, limits.READS)
    if gate is None or not gate.is_public:
        raise Problem("site-not-found", f"There is no site “{site}”.")
    return limits.count_address(request)


def cross_origin(request: HttpRequest, gate: Gate | None) -> dict[str, str]:
    """The headers that let a page of another origin read the answer."""
    origin = request.META.get("HTTP_ORIGIN", "")
    if not origin or gate is None:
        return {}
    allowed = [*gate.allowed_origins, *(gate.key_origins or ())]
    if origin not in allowed and "*" not in allowed:
        return {}
    return {"Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": EXPOSED_HEADERS}


def _is_at_home(request: HttpRequest, gate: Gate) -> bool:
    """A key that is bound to origins is accepted from pages of those origins only."""
    return not gate.key_origins or request.META.get("HTTP_ORIGIN", "") in gate.key_origins
