"""What is answered where no view was reached, or none answered: as a problem under the addresses for programs."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views import defaults

from postings.web import problems

FOR_PROGRAMS = ("/api/", "/feeds/")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400: another host's name, a malformed form."""
    if request.path_info.startswith(FOR_PROGRAMS):
        return problems.answer(exception, request)
    return defaults.bad_request(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """500: Django has logged it already."""
    if request.path_info.startswith(FOR_PROGRAMS):
        return problems.told(problems.Problem("internal-error"))
    return defaults.server_error(request)
