"""A second pair of eyes: asking for it, approving, asking for changes."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse

from postings.admin import actions
from postings.admin.asking import find, from_the_page, number_of, person
from postings.models import Review
from postings.services import reviewing

ACTS: dict[str, tuple[Callable[..., Review], str]] = {
    "request": (reviewing.request_review, "Others are asked to approve this text."),
    "approve": (reviewing.approve, "The text is approved."),
    "changes": (reviewing.request_changes, "Changes are asked for."),
}


@from_the_page
def review(request: HttpRequest, posting_id: int) -> HttpResponse:
    """`do` is request, approve or changes; `note` goes along."""
    posting = find(request, posting_id)
    act, done = ACTS.get(request.POST.get("do", ""), (None, ""))
    if act is None:
        raise Http404("There is no such step.")
    asked = {"base_number": number_of(request, "base_number") or 0, "note": request.POST.get("note", "")}
    return actions.told(request, posting.pk, lambda: act(posting_id=posting.pk, actor=person(request), **asked), done)
