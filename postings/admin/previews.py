"""A posting as the site would show it: what is saved, or what somebody is typing in this moment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from postings import selectors
from postings.admin.asking import find, typed_bodies
from postings.models import Posting, Revision, Section
from postings.models.revision import SECTION_KINDS
from postings.services import rendering
from postings.services.cleaning import clean_body
from postings.services.errors import NotPublishable, TextInvalid


@dataclass(frozen=True, slots=True)
class _AsTyped:
    """What rendering asks of a revision, for texts that are in none."""

    language: str
    sections: list[Section]

    def ordered_sections(self) -> list[Section]:
        return self.sections


@require_http_methods(["GET", "HEAD", "POST"])
def preview(request: HttpRequest, posting_id: int) -> HttpResponse:
    """The careers page of the newest text; posted, with the sections as they are being typed."""
    posting = find(request, posting_id)
    is_live = request.method == "POST"
    if posting.head is None:
        return redirect("admin:postings_posting_change", posting.pk)
    revision = _as_typed(posting, posting.head, typed_bodies(request)) if is_live else posting.head
    try:
        rendered = rendering.render(posting, revision, posting.site)
    except NotPublishable as refusal:
        if is_live:
            return HttpResponse(refusal.sentence, status=422, content_type="text/plain; charset=utf-8")
        messages.error(request, refusal.sentence)
        return redirect("admin:postings_posting_change", posting.pk)
    facts = {**rendered.facts, "company": rendered.company}
    context = {"publication": rendered, "facts": facts, "posting": posting, "is_live": is_live}
    return render(request, "admin/postings/posting/preview.html", context)


def _as_typed(posting: Posting, head: Revision, typed: Mapping[str, str]) -> Revision:
    bodies = {**selectors.bodies_of(head), **{kind: _cleaned(body) for kind, body in typed.items()}}
    sections = [Section(posting=posting, kind=kind, html=bodies[kind]) for kind in SECTION_KINDS if bodies.get(kind)]
    return cast(Revision, _AsTyped(head.language, sections))


def _cleaned(body: str) -> str:
    try:
        return clean_body(body).html
    except TextInvalid:
        return ""
