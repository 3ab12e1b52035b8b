"""What every view of the API has in common: one form of answer, and honest headers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerView
from rest_framework.exceptions import NotFound
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.permissions import AllowAny
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from postings import remembering, selectors_public
from postings.api import access, memory
from postings.remembering import Generation
from postings.selectors_public import Gate
from postings.web import caches, catalogue, compression, problems, reading
from postings.web.problems import Problem
from postings.web.validators import Validator, mark, not_modified

_BODYLESS = frozenset({204, 304})
_VARY, _VARY_PRIVATE = "Origin, Accept-Encoding", "Origin, Authorization, Accept-Encoding"


class OneForm(DefaultContentNegotiation):
    """An address has one form, whatever a client says it would accept; so no client is refused for its header."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        first = next(iter(renderers))
        return first, first.media_type or "application/json"


class TellsMethods(APIView):
    """A view of the framework's that tells its methods to everybody; the description is the OpenAPI document."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method == "OPTIONS":
            return reading.told_methods(self.allowed_methods)
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return response


class ApiView(TellsMethods):
    """A view that answers in JSON, or with a problem."""

    content_negotiation_class = OneForm
    permission_classes: Any = (AllowAny,)


class ReadingView(ApiView):
    """A view that shows what a site publishes.

    It answers without the framework's request and rendering, which cost more than all that is done here; the framework
    only describes it.  A view's `get` finds and checks, and answers with `conditional`.
    """

    http_method_names = ["get", "head", "options"]
    # Whether an answer may be given again from memory.
    is_remembered = True
    gate: Gate | None = None
    digest: str = ""
    generation: Generation | None = None
    keep: Callable[[HttpResponse], None] | None = None
    limit_headers: dict[str, str]

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        self.limit_headers = {}
        try:
            response = self._answer(request, **kwargs)
        except Exception as exception:
            self.limit_headers |= getattr(exception, "limit_headers", {})
            response = problems.answer(exception, request)
        return self._finish(request, response)

    def admit(self, request: HttpRequest, gate: Gate | None, site: str) -> Gate:
        """Let the reader in and remember its site for the answer's headers.  Raises 401, 404 and 429."""
        self.gate = gate
        self.limit_headers = access.admit(request, gate, site, self.digest)
        assert gate is not None  # admit let nobody into a site that is none.
        return gate

    def enter(self, request: HttpRequest, site: str) -> Gate:
        """The same for a view that needs nothing but the site: one query."""
        return self.admit(request, selectors_public.gate(site, self.digest), site)

    def conditional(
        self,
        request: HttpRequest,
        validator: Validator,
        make: Callable[[], HttpResponse],
        *purge_keys: str,
        until: datetime | None = None,
    ) -> HttpResponse:
        """The answer, or 304 without making it; `until` is when it stops being right by itself.

        Raises PreconditionFailed.
        """
        gate = self.gate
        assert gate is not None  # admit has set it.
        response = not_modified(request, validator)
        if response is None:
            response = make()
            mark(response, validator)
        cache_control = caches.PUBLIC if gate.is_public else caches.PRIVATE
        caches.tell(response, cache_control, *purge_keys, caches.site_key(gate.slug))
        self.keep = lambda whole: self._remember(request, whole, gate, validator, until)
        return response

    def _answer(self, request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        self.digest = access.digest_in(request)
        if request.method == "OPTIONS":
            return self._preflight(request, **kwargs)
        if request.method not in reading.METHODS:
            self.gate = selectors_public.gate(kwargs["site"])
        reading.require_reading(request)
        known = self._known(request, kwargs["site"])
        return self.get(request, **kwargs) if known is None else known  # type: ignore[attr-defined]

    def _known(self, request: HttpRequest, site: str) -> HttpResponse | None:
        """The answer from memory, if this reader was told the same a moment ago.  Raises 401 and 429."""
        self.generation = remembering.generation(site) if self.is_remembered else None
        told = self.generation and memory.recall(request, self.digest, self.generation)
        response = memory.again(request, told) if told else None
        if told and response:
            self.admit(request, told.gate, site)
        return response

    def _remember(
        self, request: HttpRequest, response: HttpResponse, gate: Gate, validator: Validator, until: datetime | None
    ) -> None:
        if self.generation is not None and request.method == "GET":
            memory.keep(request, self.digest, self.generation, response, gate, validator, until)

    def _preflight(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        """What is allowed here; a browser asks it before it shows a key, so it is told for all keys of the site."""
        gate = selectors_public.gate(kwargs["site"])
        response = reading.told_methods(reading.METHODS)
        self.gate = gate
        if gate is not None and reading.is_preflight(request):
            self.gate = gate._replace(key_origins=sorted(selectors_public.key_origins(gate.site_id)))
            reading.allow_reading(response)
        return response

    def _finish(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if compression.is_wanted(request):
            compression.pack(response)
        # A site that is not there is answered like one that is not public.
        private = self.digest or self.gate is None or not self.gate.is_public
        response.headers["Vary"] = _VARY_PRIVATE if private else _VARY
        if isinstance(response, HttpResponse) and response.status_code not in _BODYLESS:
            response.headers["Content-Length"] = str(len(response.content))
            if request.method == "HEAD":
                response.content = b""
        if self.keep is not None and isinstance(response, HttpResponse):
            self.keep(response)
        for name, value in (self.limit_headers | access.cross_origin(request, self.gate)).items():
            response.headers[name] = value
        return response


class UnknownAddress(APIView):
    """The rest of the API's addresses, so that a wrong one is answered in the API's own form."""

    content_negotiation_class = OneForm
    permission_classes: Any = (AllowAny,)
    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        hint = "" if request.path_info.endswith("/") else " Every address of the API ends with a slash."
        raise Problem("not-found", "The API has no such address." + hint)


class OpenApiDocument(TellsMethods, SpectacularAPIView):
    """The OpenAPI document, as YAML or JSON."""


class Reference(TellsMethods, SpectacularSwaggerView):
    """The page that is made from it."""

    content_negotiation_class = OneForm


class ProblemCatalogue(ApiView):
    """Every problem type of the API, or one of them by name."""

    http_method_names = ["get", "head", "options"]
    schema = None

    def get(self, request: Request, name: str = "") -> Response:
        if name and name not in catalogue.PROBLEMS:
            raise NotFound
        described = [_described(problem) for problem in catalogue.PROBLEMS.values()]
        if name:
            return Response(_described(catalogue.PROBLEMS[name]))
        return Response({"problems": described})


def _described(problem: catalogue.ProblemType) -> dict[str, Any]:
    return {"type": problem.uri, "status": problem.status, "title": problem.title, "meaning": problem.meaning}
