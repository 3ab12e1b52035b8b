"""A new source beside a person's text: section by section the new one is taken, the own one kept, or both merged."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from postings import conditions, selectors
from postings.admin import conflicts, words
from postings.admin.asking import find, number_of, person
from postings.models import Posting
from postings.selectors import ProposalView
from postings.services import normalizing, proposing
from postings.services.errors import NotAllowed, ServiceError

TEMPLATE = "admin/postings/posting/proposals.html"


@require_safe
def proposals(request: HttpRequest, posting_id: int) -> HttpResponse:
    """What waits of a changed source; the desk where nothing does."""
    posting = find(request, posting_id)
    waiting = selectors.open_proposals(posting)
    if not waiting:
        return redirect("admin:postings_posting_change", posting.pk)
    return _page(request, posting, waiting)


@require_POST
def decide(request: HttpRequest, posting_id: int, proposal_id: int) -> HttpResponse:
    """Take, keep or merge one section (`do`)."""
    posting = find(request, posting_id)
    view = next((one for one in selectors.open_proposals(posting) if one.proposal.pk == proposal_id), None)
    if view is None:
        messages.info(request, "This section is decided already.")
        return redirect("admin:postings_posting_proposals", posting.pk)
    act = _acts(request, view).get(request.POST.get("do", ""))
    if act is None:
        raise Http404("There is no such decision.")
    return _done(request, posting, act, f"{words.section(view.kind)}: {DONE[request.POST['do']]}")


@require_POST
def decline(request: HttpRequest, posting_id: int) -> HttpResponse:
    """Keep the own text of everything that waits."""
    posting = find(request, posting_id)
    act = partial(proposing.decline_all, posting_id=posting.pk, actor=person(request))
    return _done(request, posting, act, "Your text is kept as it is.")


@require_POST
def rerun(request: HttpRequest) -> HttpResponse:
    """Run the current normalizer again over the chosen postings; what people wrote is never replaced."""
    ids = [int(value) for value in request.POST.getlist("posting") if value.isascii() and value.isdecimal()]
    came = normalizing.rerun_postings(posting_ids=ids, actor=person(request))
    if came.queued:
        counted = words.counted(len(came.queued), "posting is", "postings are")
        messages.success(request, f"{counted} being read again. Texts that people edited wait as proposals.")
    if came.current:
        counted = words.counted(len(came.current), "posting was", "postings were")
        messages.info(request, f"{counted} read by this normalizer already.")
    for sentence in sorted({refusal.sentence for refusal in came.refused.values()}):
        messages.error(request, sentence)
    if not ids:
        messages.info(request, "Choose postings first.")
    return redirect(f"{reverse('admin:postings_posting_changelist')}?{request.POST.get('back', '')}")


DONE = {"accept": "the new text is taken.", "keep": "your text is kept.", "merge": "both texts are brought together."}


def _acts(request: HttpRequest, view: ProposalView) -> dict[str, Callable[[], object]]:
    number, actor = view.proposal.pk, person(request)
    base = number_of(request, "base_number") or 0
    return {
        "accept": lambda: proposing.accept_section(proposal_id=number, base_number=base, actor=actor),
        "keep": lambda: proposing.keep_section(proposal_id=number, actor=actor),
        "merge": lambda: proposing.merge_section(
            proposal_id=number, base_number=base, body=conflicts.chosen(request, view.merged), actor=actor
        ),
    }


def _done(request: HttpRequest, posting: Posting, act: Callable[[], object], said: str) -> HttpResponse:
    try:
        act()
    except ServiceError as refusal:
        status = 403 if isinstance(refusal, NotAllowed) else 409
        fresh = find(request, posting.pk)
        return _page(request, fresh, selectors.open_proposals(fresh), told=refusal.sentence, status=status)
    messages.success(request, said)
    return redirect("admin:postings_posting_proposals", posting.pk)


def _page(
    request: HttpRequest, posting: Posting, waiting: list[ProposalView], *, told: str = "", status: int = 200
) -> HttpResponse:
    context = {
        **admin.site.each_context(request),
        "title": f"{posting.title}: the source has changed",
        "opts": Posting._meta,
        "posting": posting,
        "proposals": waiting,
        "told": told,
        "refusal": conditions.why_not_edit(posting, person(request)),
    }
    return render(request, TEMPLATE, context, status=status)
