"""What every view of the API has in common: one form of answer, reading for everybody, and honest headers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.http import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import condition
from rest_framework.exceptions import NotFound
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.permissions import AllowAny
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from postings import selectors
from postings.api import catalogue
from postings.api.problems import Problem
from postings.models import CareerSite, Publication

# A browser asks each time (an answer of "not modified" is cheap); a shared cache may be a minute behind.
CACHE_CONTROL = "public, max-age=0, s-maxage=60"
EXPOSED_HEADERS = "ETag, Last-Modified, Link, Retry-After"
PREFLIGHT_SECONDS = "3600"


class OneForm(DefaultContentNegotiation):
    """An address has one form, whatever a client says it would accept; so no client is refused for its header."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        first = next(iter(renderers))
        return first, first.media_type or "application/json"


class ApiView(APIView):
    """A view that answers in JSON, or with a problem."""

    content_negotiation_class = OneForm
    permission_classes: Any = (AllowAny,)

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        """The methods there are, in the Allow header; the description is the OpenAPI document."""
        return Response(status=204)


class ReadingView(ApiView):
    """A view that shows a public site to everybody, and to scripts of the origins that the site allows."""

    http_method_names = ["get", "head", "options"]
    site: CareerSite | None = None

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        self.site = self.find_site(kwargs["site"])
        response = super().options(request, *args, **kwargs)
        if self.site is not None and "Access-Control-Request-Method" in request.headers:
            response["Access-Control-Allow-Methods"] = "GET, HEAD, OPTIONS"
            response["Access-Control-Allow-Headers"] = "If-None-Match, If-Modified-Since"
            response["Access-Control-Max-Age"] = PREFLIGHT_SECONDS
        return response

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        patch_vary_headers(response, ["Origin"])
        allowed = self.site.allowed_origins if self.site else []
        origin = request.headers.get("Origin", "")
        if origin and (origin in allowed or "*" in allowed):
            response["Access-Control-Allow-Origin"] = origin
            response["Access-Control-Expose-Headers"] = EXPOSED_HEADERS
        return response

    def find_site(self, slug: str) -> CareerSite | None:
        return selectors.public_site(slug)

    def require_site(self, slug: str) -> CareerSite:
        """The public site, noted for the answer's headers.  Raises the problem site-not-found."""
        self.site = self.find_site(slug)
        if self.site is None:
            raise Problem("site-not-found", f"There is no site “{slug}”.")
        return self.site

    def conditional(
        self, request: Request, publication: Publication, answer: Callable[[], HttpResponseBase]
    ) -> HttpResponseBase:
        """The answer, or 304 or 412 without making it; the validator is the publication, never a hash of its text."""
        checked = condition(
            etag_func=lambda _: f'"{publication.public_id}"', last_modified_func=lambda _: publication.published_at
        )
        response = checked(lambda _: answer())(request)
        if response.status_code == 412:
            raise Problem("precondition-failed")
        response["Cache-Control"] = CACHE_CONTROL
        return response


class UnknownAddress(ApiView):
    """The rest of the API's addresses, so that a wrong one is answered in the API's own form."""

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        hint = "" if request.path_info.endswith("/") else " Every address of the API ends with a slash."
        raise Problem("not-found", "The API has no such address." + hint)


class ProblemCatalogue(ApiView):
    """Every problem type of the API, or one of them by name."""

    http_method_names = ["get", "head", "options"]
    schema = None

    def get(self, request: Request, name: str = "") -> Response:
        if name and name not in catalogue.PROBLEMS:
            raise NotFound
        problems = [_described(problem) for problem in catalogue.PROBLEMS.values()]
        if name:
            return Response(_described(catalogue.PROBLEMS[name]))
        return Response({"problems": problems})


def _described(problem: catalogue.ProblemType) -> dict[str, Any]:
    return {"type": problem.uri, "status": problem.status, "title": problem.title, "meaning": problem.meaning}
