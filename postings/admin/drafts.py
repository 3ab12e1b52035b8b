"""What somebody has typed and not saved: kept by the page every few seconds, offered when they come back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.html import format_html
from django.views.decorators.http import require_POST

from postings import selectors
from postings.admin import words
from postings.admin.asking import find, from_the_page, number_of, person, refused, typed_bodies
from postings.comparing import SectionComparison, compare_texts
from postings.models import Draft, Posting
from postings.services import drafting
from postings.services.cleaning import clean_body
from postings.services.errors import ServiceError, TextInvalid


@dataclass(frozen=True, slots=True)
class Offer:
    """A draft and how it differs from the newest text and names; `is_behind`: others have saved since it was begun."""

    draft: Draft
    changes: list[SectionComparison]
    is_behind: bool

    @property
    def names(self) -> tuple[str, str] | None:
        """The title and company that were typed, if any were."""
        draft = self.draft
        return (draft.title, draft.company) if draft.title or draft.company else None


def offer(posting: Posting, user: User) -> Offer | None:
    """The user's draft of a posting, if there is one."""
    draft = drafting.draft_for(posting_id=posting.pk, actor=user)
    if draft is None:
        return None
    head = selectors.bodies_of(posting.head)
    changes = [compare_texts(head.get(kind, ""), _clean(body), kind) for kind, body in draft.bodies.items()]
    return Offer(draft, changes, bool(draft.bodies) and draft.base_number != posting.head_number)


@require_POST
def keep(request: HttpRequest, posting_id: int) -> JsonResponse:
    """Keep what is typed: `{"saved_at"}`, empty where nothing differs from what is saved.

    `beside`: an older draft is offered on the page and not taken up yet, so it stays beside what is typed.
    """
    posting = find(request, posting_id)
    bodies, base = typed_bodies(request), number_of(request, "base_number") or 0
    before = drafting.draft_for(posting_id=posting.pk, actor=person(request)) if request.POST.get("beside") else None
    if before is not None:
        bodies, base = {**before.bodies, **bodies}, min(before.base_number, base)
    more: dict[str, Any] = {"note": request.POST.get("note", ""), "names": _typed_names(request)}
    try:
        draft = drafting.save_draft(
            posting_id=posting.pk, base_number=base, bodies=bodies, actor=person(request), **more
        )
    except ServiceError as refusal:
        return refused(refusal)
    return JsonResponse({"saved_at": f"{timezone.localtime(draft.saved_at):%H:%M}" if draft else ""})


@from_the_page
def discard(request: HttpRequest, posting_id: int) -> HttpResponse:
    posting = find(request, posting_id)
    if drafting.discard_draft(posting_id=posting.pk, actor=person(request)):
        messages.success(request, "Your unsaved text is thrown away.")
    return redirect("admin:postings_posting_change", posting.pk)


@require_POST
def clean(request: HttpRequest, posting_id: int) -> JsonResponse:
    """Pasted markup as a section may hold it, what was dropped, and that in words: `{"html", "dropped", "told"}`."""
    find(request, posting_id)
    try:
        cleaned = clean_body(request.POST.get("markup", ""))
    except ServiceError as refusal:
        return refused(refusal)
    told = words.dropped(cleaned.dropped)
    return JsonResponse({"html": cleaned.html, "dropped": list(cleaned.dropped), "told": told})


def _typed_names(request: HttpRequest) -> tuple[str, str] | None:
    """Title and company, where they were typed; None where the page says nothing of them."""
    if "title" not in request.POST:
        return None
    return request.POST["title"], request.POST.get("company", "")


def _clean(body: str) -> str:
    try:
        return clean_body(body).html
    except TextInvalid:
        return format_html("<p>{}</p>", body)
