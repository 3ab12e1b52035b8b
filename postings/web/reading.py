"""Doors that are only read through: which methods there are, who may read from another page, and errors as problems."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.csrf import csrf_exempt
from rest_framework.exceptions import MethodNotAllowed

from postings.web import problems

METHODS = ("GET", "HEAD", "OPTIONS")
# What a page of another origin may send, and for how long a browser need not ask again.
REQUEST_HEADERS = "Authorization, If-None-Match, If-Modified-Since"
PREFLIGHT_SECONDS = "3600"

View = Callable[..., HttpResponseBase]


def only_read(view: View) -> View:
    """A view of GET and HEAD: OPTIONS tells so, other methods are refused, and what may go wrong is a problem.

    No form's token is asked for: who tries to write is told the methods there are.
    """

    @csrf_exempt
    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            if request.method == "OPTIONS":
                return told_methods(METHODS)
            require_reading(request)
            return view(request, *args, **kwargs)
        except problems.FORESEEN as exception:
            return problems.answer(exception, request)

    return answer


def told_methods(methods: Sequence[str]) -> HttpResponse:
    """The answer to OPTIONS: the methods there are, and nothing else."""
    response = HttpResponse(status=204, headers={"Allow": ", ".join(methods)})
    del response.headers["Content-Type"]
    return response


def require_reading(request: HttpRequest) -> None:
    """Raises MethodNotAllowed, with the methods that are."""
    if request.method not in METHODS:
        refusal = MethodNotAllowed(request.method or "")
        refusal.allowed = ", ".join(METHODS)  # type: ignore[attr-defined]
        raise refusal


def is_preflight(request: HttpRequest) -> bool:
    """Whether a browser asks what a page of another origin may do."""
    return request.method == "OPTIONS" and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in request.META


def allow_reading(response: HttpResponseBase) -> None:
    """Tell a browser that asks what a page of another origin may do; which origins, the door says."""
    response.headers["Access-Control-Allow-Methods"] = ", ".join(METHODS)
    response.headers["Access-Control-Allow-Headers"] = REQUEST_HEADERS
    response.headers["Access-Control-Max-Age"] = PREFLIGHT_SECONDS
