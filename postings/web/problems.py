"""Every error as `application/problem+json` (RFC 9457), the framework's own among them."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping
from typing import Any

from django.core import exceptions as django_errors
from django.core.signals import got_request_exception
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import UnreadablePostError
from rest_framework import exceptions as drf
from rest_framework.utils.encoders import JSONEncoder
from rest_framework.views import set_rollback

from postings.services import errors
from postings.web.catalogue import PROBLEMS
from postings.web.validators import PreconditionFailed

logger = logging.getLogger(__name__)

CONTENT_TYPE = "application/problem+json"
RETRY_AFTER_SECONDS = 5

_FRAMEWORK = (
    (drf.ParseError, "invalid-request"),
    ((drf.NotAuthenticated, drf.AuthenticationFailed), "key-not-accepted"),
    ((drf.PermissionDenied, django_errors.PermissionDenied), "not-allowed"),
    ((drf.NotFound, Http404), "not-found"),
    (drf.MethodNotAllowed, "method-not-allowed"),
    (drf.NotAcceptable, "not-acceptable"),
    (drf.UnsupportedMediaType, "unsupported-media-type"),
    (PreconditionFailed, "precondition-failed"),
    (drf.Throttled, "too-many-requests"),
    (django_errors.RequestDataTooBig, "too-large"),
    ((django_errors.SuspiciousOperation, django_errors.BadRequest, UnreadablePostError), "invalid-request"),
    ((OperationalError, InterfaceError), "unavailable"),
)
# What a door that does without the framework may raise, and answers with `answer`.
FORESEEN = (drf.APIException, PreconditionFailed, OperationalError, InterfaceError)
_SERVICES = (
    (errors.SourceInvalid, "source-invalid"),
    (errors.NotAllowed, "not-allowed"),
    (errors.NotFound, "not-found"),
    (errors.ServiceError, "conflict"),
)


class Problem(drf.APIException):
    """A problem of the catalogue, with a sentence for this case and members of its own."""

    def __init__(self, name: str, sentence: str = "", **members: Any) -> None:
        self.kind = PROBLEMS[name]
        self.status_code = self.kind.status
        self.sentence = sentence or self.kind.meaning
        self.members = members
        super().__init__(self.sentence, code=name)


def handle(exception: Exception, context: Mapping[str, Any]) -> HttpResponse:
    """The answer for whatever a view of the framework raised, in its own form whatever else the view renders.

    What is nobody's request's fault is logged and told to Django as well.
    """
    problem = to_problem(exception)
    if problem.status_code >= 500:
        _report(exception, context)
    set_rollback()
    return told(problem, _headers(exception, problem))


def answer(exception: Exception, request: HttpRequest) -> HttpResponse:
    """The same for a view that answers without the framework."""
    problem = to_problem(exception)
    if problem.status_code >= 500:
        _report(exception, {"request": request})
    return told(problem, _headers(exception, problem))


def told(problem: Problem, headers: Mapping[str, str] | None = None) -> HttpResponse:
    """A problem as an answer; who found it has reported it.

    It is never stored by a cache: what is missing now may be there in a second.
    """
    return HttpResponse(
        json.dumps(_body(problem), cls=JSONEncoder, ensure_ascii=False),
        status=problem.kind.status,
        content_type=CONTENT_TYPE,
        headers={"Cache-Control": "no-store", **(headers or {})},
    )


def to_problem(exception: Exception) -> Problem:
    """The problem that says what was raised; unknown exceptions are internal errors and tell nothing."""
    if isinstance(exception, Problem):
        return exception
    if isinstance(exception, errors.ServiceError):
        return _from_service(exception)
    if isinstance(exception, drf.ValidationError):
        return Problem("invalid-fields", "Some fields cannot be used.", errors=list(_field_errors(exception.detail)))
    for kinds, name in _FRAMEWORK:
        if isinstance(exception, kinds):
            return Problem(name, _sentence(exception))
    return Problem("internal-error")


def _body(problem: Problem) -> dict[str, Any]:
    kind = problem.kind
    told = {"type": kind.uri, "title": kind.title, "status": kind.status, "detail": problem.sentence}
    return {**told, **problem.members}


def _from_service(error: errors.ServiceError) -> Problem:
    if error.code == "too_large":
        return Problem("too-large", error.sentence, code=error.code)
    name = next(name for kind, name in _SERVICES if isinstance(error, kind))
    return Problem(name, error.sentence, code=error.code)


def _sentence(exception: Exception) -> str:
    """The framework's sentence where it is written for clients; the catalogue's words otherwise."""
    told = isinstance(exception, drf.ParseError | drf.MethodNotAllowed | drf.Throttled)
    return str(exception.detail) if told and isinstance(exception, drf.APIException) else ""


def _field_errors(detail: Any, path: str = "") -> Iterator[dict[str, str]]:
    if isinstance(detail, Mapping):
        for name, inner in detail.items():
            own = "" if name == "non_field_errors" else str(name)
            yield from _field_errors(inner, ".".join(part for part in (path, own) if part))
    elif isinstance(detail, list | tuple):
        for inner in detail:
            yield from _field_errors(inner, path)
    else:
        yield {"field": path, "message": str(detail)}


def _headers(exception: Exception, problem: Problem) -> dict[str, str]:
    headers = {}
    if problem.kind.status == 401:
        headers["WWW-Authenticate"] = getattr(exception, "auth_header", "") or "Bearer"
    if problem.kind.status == 503:
        headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
    if wait := getattr(exception, "wait", None):
        headers["Retry-After"] = str(int(wait))
    if isinstance(exception, drf.MethodNotAllowed) and (allowed := getattr(exception, "allowed", "")):
        headers["Allow"] = allowed
    return headers


def _report(exception: Exception, context: Mapping[str, Any]) -> None:
    request = context.get("request")
    path = getattr(request, "path", "?")
    logger.error("%s at %s", type(exception).__name__, path, exc_info=exception)
    if not isinstance(exception, OperationalError | InterfaceError):
        got_request_exception.send(sender=handle, request=getattr(request, "_request", request))
