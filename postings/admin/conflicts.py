"""Two people saved from one text: mine, theirs and the base by section, brought together by block."""

from __future__ import annotations

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from postings import conditions, selectors
from postings.admin.asking import find, number_of, person
from postings.comparing import MergedSection, standing_twice
from postings.models import Posting
from postings.services import drafting, editing
from postings.services.errors import NotAllowed, ServiceError, StaleRevision

TEMPLATE = "admin/postings/posting/conflict.html"
CHOICE, WHOLE = "choice-", "whole-"
SIDES = ("mine", "theirs", "base")
TWICE = "“{}” would stand in two sections. Choose one of them and leave the other; your text is here."


@require_http_methods(["GET", "HEAD", "POST"])
def conflict(request: HttpRequest, posting_id: int) -> HttpResponse:
    """The page; posted, it saves what was chosen.  What is chosen from is the person's draft."""
    posting = find(request, posting_id)
    return _save(request, posting) if request.method == "POST" else page(request, posting)


def page(request: HttpRequest, posting: Posting, *, told: str = "", status: int = 200) -> HttpResponse:
    """Mine, theirs and the base; the desk where there is nothing to bring together."""
    found = selectors.conflict_page(posting.pk, person(request))
    if found is None:
        messages.info(request, "There is nothing here that could be brought together.")
        return redirect("admin:postings_posting_change", posting.pk)
    draft = drafting.draft_for(posting_id=posting.pk, actor=person(request))
    context = {
        **admin.site.each_context(request),
        "title": f"{posting.title}: two versions",
        "opts": Posting._meta,
        "posting": posting,
        "page": found,
        "touched": [one for one in found.merge.sections if one.status != "same"],
        "told": told,
        "note": draft.note if draft else "",
        "refusal": conditions.why_not_edit(posting, person(request)),
    }
    return render(request, TEMPLATE, context, status=status)


def chosen(request: HttpRequest, section: MergedSection) -> str:
    """The text of a merged section by the form's choices: the whole section of one side, else block by block."""
    whole = request.POST.get(f"{WHOLE}{section.kind}", "")
    if whole in SIDES:
        return str(getattr(section, whole))
    choices = {name.removeprefix(CHOICE): str(value) for name, value in request.POST.items() if name.startswith(CHOICE)}
    return section.body(choices)


def _save(request: HttpRequest, posting: Posting) -> HttpResponse:
    found = selectors.conflict_page(posting.pk, person(request))
    if found is None:
        return page(request, posting)
    base = number_of(request, "base_number") or 0
    if found.current.number != base:
        said = f"Meanwhile revision {found.current.number} was saved. Look at the choices once more; your text is here."
        return page(request, posting, told=said, status=409)
    bodies = {section.kind: chosen(request, section) for section in found.merge.sections}
    sources = ({section.kind: getattr(section, side) for section in found.merge.sections} for side in SIDES)
    if twice := standing_twice(bodies, *sources):
        return page(request, posting, told=TWICE.format(twice[0]), status=422)
    note = request.POST.get("note", "")
    try:
        revision = editing.merge_sections(
            posting_id=posting.pk, base_number=base, bodies=bodies, actor=person(request), note=note
        )
    except StaleRevision as stale:
        return page(request, posting, told=stale.sentence, status=409)
    except ServiceError as refusal:
        return page(request, posting, told=refusal.sentence, status=403 if isinstance(refusal, NotAllowed) else 422)
    messages.success(request, f"Both texts are brought together in revision {revision.number}.")
    return redirect("admin:postings_posting_change", posting.pk)
