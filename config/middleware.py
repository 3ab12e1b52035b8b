"""What is decided about a request before any view sees it, and about every answer after."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from config.errors import FOR_PROGRAMS
from postings.web import problems

Answer = Callable[[HttpRequest], HttpResponse]

POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
# The admin theme evaluates expressions in its markup, and the API docs start from an inline script.
POLICY_WITH_INLINE_SCRIPTS = (
    POLICY + "; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'"
)
_INLINE_SCRIPTS_UNDER = ("/admin/", "/api/docs/")


class ContentSecurityPolicyMiddleware:
    """Tells browsers what a page may load. A view that has set the header itself keeps its own."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        inline = request.path_info.startswith(_INLINE_SCRIPTS_UNDER)
        response.headers.setdefault("Content-Security-Policy", POLICY_WITH_INLINE_SCRIPTS if inline else POLICY)
        return response


class RequestSizeMiddleware:
    """Refuses a body larger than POSTWRIGHT_MAX_REQUEST_BYTES with 413, before a byte of it is read.

    Django's own limit does not count uploaded files and does not reach REST framework's parsers.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if _declared_bytes(request) > settings.POSTWRIGHT_MAX_REQUEST_BYTES:
            return _too_large(request)
        return self.get_response(request)


def _declared_bytes(request: HttpRequest) -> int:
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0


def _too_large(request: HttpRequest) -> HttpResponse:
    most = settings.POSTWRIGHT_MAX_REQUEST_BYTES
    detail = f"The request is larger than the {most:,} bytes that are allowed. Send a smaller file."
    if request.path_info.startswith(FOR_PROGRAMS):
        return problems.told(problems.Problem("too-large", detail, code="too_large"))
    return HttpResponse(detail, status=413, content_type="text/plain; charset=utf-8")
