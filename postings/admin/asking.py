"""What every door of the desk asks first: who it is, which posting, what the form holds; how a refusal is answered."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect

from postings import conditions, selectors
from postings.models import Posting
from postings.services.errors import Conflict, NotAllowed, NotFound, ServiceError, StaleRevision

SECTION_PREFIX = "section-"
STATUS: tuple[tuple[type[ServiceError], int], ...] = ((NotAllowed, 403), (NotFound, 404), (Conflict, 409))


def from_the_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A door for the forms of a posting's page.  Who comes without a form, as after a log-in, is led to the page."""

    @wraps(view)
    def door(request: HttpRequest, posting_id: int | str, **more: object) -> HttpResponse:
        if request.method != "POST":
            return redirect("admin:postings_posting_change", posting_id)
        return view(request, posting_id, **more)

    return door


def person(request: HttpRequest) -> User:
    """The one who asks.  The admin lets nobody in without a log-in."""
    assert isinstance(request.user, User)
    return request.user


def find(request: HttpRequest, posting_id: str | int) -> Posting:
    """The posting, for those who may see it; raises Http404, PermissionDenied."""
    if not conditions.may(person(request), "view_posting"):
        raise PermissionDenied
    posting = selectors.desk_posting(int(posting_id)) if str(posting_id).isdecimal() else None
    if posting is None:
        raise Http404("There is no such posting.")
    if refusal := conditions.why_not_view(posting, person(request)):
        raise PermissionDenied(refusal.sentence)
    return posting


def typed_bodies(request: HttpRequest) -> dict[str, str]:
    """The texts of a form's sections, by kind."""
    fields = request.POST.items()
    return {name.removeprefix(SECTION_PREFIX): str(body) for name, body in fields if name.startswith(SECTION_PREFIX)}


def number_of(request: HttpRequest, name: str) -> int | None:
    """A number of the form; None where there is none."""
    value = request.POST.get(name, "")
    return int(value) if value.isascii() and value.isdecimal() and len(value) < 10 else None


def status_of(refusal: ServiceError) -> int:
    """The HTTP status that says what kind of refusal it is."""
    return next((code for kind, code in STATUS if isinstance(refusal, kind)), 422)


def refused(refusal: ServiceError) -> JsonResponse:
    """A refusal for the page's script: `{"code", "sentence"}`, and the newest `number` where the base was stale."""
    answer: dict[str, object] = {"code": refusal.code, "sentence": refusal.sentence}
    if isinstance(refusal, StaleRevision):
        answer["number"] = refusal.current
    return JsonResponse(answer, status=status_of(refusal))
