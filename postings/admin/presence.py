"""Who else is here: asked by the page every few seconds, answered as JSON.  Nothing here stops anybody from saving."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from postings import selectors
from postings.admin import words
from postings.admin.asking import find, person, refused
from postings.models import EditorMessage, Presence, SectionLock
from postings.models.revision import SECTION_KINDS
from postings.services import presence
from postings.services.errors import ServiceError


@require_POST
def here(request: HttpRequest, posting_id: int) -> JsonResponse:
    """I am here, in `section` (empty: in none): `{"number", "author", "at", "others", "locks", "messages"}`."""
    posting, user = find(request, posting_id), person(request)
    section = request.POST.get("section", "")
    presence.see(posting_id=posting.pk, actor=user, section=section if section in SECTION_KINDS else "")
    status = selectors.desk_status(posting.pk, user)
    if status is None:
        raise Http404("There is no such posting.")
    read = presence.read_messages(posting_id=posting.pk, actor=user) if status.messages else []
    answer = {
        "number": status.head_number,
        "author": status.head_author or "The normalizer",
        "at": f"{timezone.localtime(status.head_at):%H:%M}" if status.head_at else "",
        "others": [_other(one) for one in status.others],
        "locks": [_lock(lock) for lock in status.locks if lock.user_id != user.pk],
        "messages": [_message(message) for message in read],
    }
    return JsonResponse(answer)


@require_POST
def leave(request: HttpRequest, posting_id: int) -> HttpResponse:
    presence.leave(posting_id=find(request, posting_id).pk, actor=person(request))
    return HttpResponse(status=204)


@require_POST
def lock(request: HttpRequest, posting_id: int) -> JsonResponse:
    """Hold a section while I write in it; with `take_over` even where somebody else does, with a `message` to them.

    That somebody holds it already is an answer and no fault: `{"code": "section_locked", "sentence"}`.
    """
    posting = find(request, posting_id)
    asked: dict[str, Any] = {"take_over": bool(request.POST.get("take_over"))}
    asked |= {"kind": request.POST.get("kind", ""), "message": request.POST.get("message", "")}
    try:
        presence.take_section(posting_id=posting.pk, actor=person(request), **asked)
    except ServiceError as refusal:
        if refusal.code == "section_locked":
            return JsonResponse({"code": refusal.code, "sentence": refusal.sentence})
        return refused(refusal)
    return JsonResponse({"held": asked["kind"]})


@require_POST
def unlock(request: HttpRequest, posting_id: int) -> HttpResponse:
    kind = request.POST.get("kind", "")
    presence.release_section(posting_id=find(request, posting_id).pk, kind=kind, actor=person(request))
    return HttpResponse(status=204)


def _other(one: Presence) -> dict[str, str]:
    return {"name": one.user.get_username(), "section": words.section(one.section) if one.section else ""}


def _lock(held: SectionLock) -> dict[str, str]:
    since = f"{timezone.localtime(held.taken_at):%H:%M}"
    return {"kind": held.kind, "name": held.user.get_username(), "since": since}


def _message(message: EditorMessage) -> dict[str, str]:
    at = f"{timezone.localtime(message.sent_at):%H:%M}"
    sender = message.sender.get_username()
    return {"from": sender, "text": message.text, "section": words.section(message.kind), "at": at}
