"""One block placed, left out, restored, moved or removed at the desk: one service, answered with what changed.

Answers are JSON: `{"number", "said", "saved_at", "parts", "counts"}`, or `{"code", "sentence", "number"}` where the
service refused.  Nothing is reloaded; the page puts the parts into their places.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import User
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from postings.admin import parts
from postings.admin.asking import find, number_of, person, refused
from postings.models import Posting, Revision
from postings.services import editing, placing
from postings.services.errors import ServiceError

Fields = dict[str, Any]


@require_POST
def act(request: HttpRequest, posting_id: int) -> JsonResponse:
    """Do what `do` names: place, leave-out, restore, move, remove, or undo (back to the revision `number`)."""
    posting = find(request, posting_id)
    verb = VERBS.get(request.POST.get("do", ""))
    if verb is None:
        return JsonResponse({"code": "unknown", "sentence": "This cannot be done here."}, status=422)
    try:
        revision = verb(posting, number_of(request, "base_number") or 0, person(request), request)
    except ServiceError as refusal:
        return refused(refusal)
    return JsonResponse(_answer(request, posting.pk, revision))


@require_safe
def newest(request: HttpRequest, posting_id: int) -> JsonResponse:
    """The parts of the page as they are now."""
    posting = find(request, posting_id)
    return JsonResponse({"number": posting.head_number, **parts.of(request, posting)})


def _answer(request: HttpRequest, posting_id: int, revision: Revision) -> Fields:
    posting = find(request, posting_id)
    return {
        "number": posting.head_number,
        "said": revision.note,
        "saved_at": f"{timezone.localtime(revision.created_at):%H:%M}",
        **parts.of(request, posting),
    }


def _place(posting: Posting, base: int, actor: User, request: HttpRequest) -> Revision:
    block, section, position = _block(request), request.POST.get("section", ""), number_of(request, "position")
    where: Fields = {"block": block, "section": section, "position": position}
    return placing.place_block(posting_id=posting.pk, base_number=base, actor=actor, **where)


def _leave_out(posting: Posting, base: int, actor: User, request: HttpRequest) -> Revision:
    return placing.leave_out_block(posting_id=posting.pk, base_number=base, block=_block(request), actor=actor)


def _restore(posting: Posting, base: int, actor: User, request: HttpRequest) -> Revision:
    return placing.restore_block(posting_id=posting.pk, base_number=base, block=_block(request), actor=actor)


def _move(posting: Posting, base: int, actor: User, request: HttpRequest) -> Revision:
    target, to_section = number_of(request, "to_position"), request.POST.get("to_section") or None
    where: Fields = {"section": request.POST.get("section", ""), "position": number_of(request, "position") or 0}
    where |= {"to_section": to_section, "to_position": LAST if target is None else target}
    return placing.move_block(posting_id=posting.pk, base_number=base, actor=actor, **where)


def _remove(posting: Posting, base: int, actor: User, request: HttpRequest) -> Revision:
    where: Fields = {"section": request.POST.get("section", ""), "position": number_of(request, "position") or 0}
    return placing.remove_block(posting_id=posting.pk, base_number=base, actor=actor, **where)


def _undo(posting: Posting, base: int, actor: User, request: HttpRequest) -> Revision:
    number = number_of(request, "number") or 0
    return editing.restore_revision(posting_id=posting.pk, base_number=base, number=number, actor=actor)


def _block(request: HttpRequest) -> str:
    return request.POST.get("block", "")


# Beyond every section's end: a block that comes from another section goes there.
LAST = 1_000_000
VERBS: dict[str, Callable[[Posting, int, User, HttpRequest], Revision]] = {
    "place": _place,
    "leave-out": _leave_out,
    "restore": _restore,
    "move": _move,
    "remove": _remove,
    "undo": _undo,
}
