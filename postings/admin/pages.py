"""A posting's page, its progress while it is being read, and its preview."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib import admin
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from postings import conditions, selectors
from postings.admin import desk as desks
from postings.admin import drafts, editor, words
from postings.admin.asking import find, person
from postings.conditions import Refusal
from postings.models import NormalizationRun, Posting, PostingState, Publication, RunState
from postings.models.revision import SECTION_KINDS
from postings.services import rendering
from postings.services.heartbeats import WORKER
from postings.services.structured import Missing


def open_desk(request: HttpRequest, posting_id: str) -> HttpResponse:
    """The page as somebody comes to it; with `?draft=1` their draft stands in the editors."""
    posting = find(request, posting_id)
    offer = (
        drafts.offer(posting, person(request)) if conditions.why_not_edit(posting, person(request)) is None else None
    )
    if offer is None or "draft" not in request.GET:
        return desk(request, posting_id, offer=offer)
    if offer.is_behind:
        return redirect("admin:postings_posting_conflict", posting.pk)
    return desk(request, posting_id, typed=offer.draft.bodies, note=offer.draft.note, names=offer.names)


def desk(
    request: HttpRequest,
    posting_id: str | int,
    *,
    typed: Mapping[str, str] | None = None,
    note: str = "",
    names: tuple[str, str] | None = None,
    refusal: str = "",
    offer: drafts.Offer | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page.  After a refused save it holds what was typed: sections, and title and company (`names`)."""
    posting = find(request, posting_id)
    context = {
        **admin.site.each_context(request),
        **shown(posting, person(request), typed),
        "title": posting.title,
        "opts": Posting._meta,
        "typed": bool(typed),
        "names": dict(zip(("title", "company"), names, strict=True)) if names else None,
        "note": note,
        "offer": offer,
        "refusal": refusal,
    }
    return render(request, "admin/postings/posting/desk.html", context, status=status)


@require_safe
def progress(request: HttpRequest, posting_id: int) -> JsonResponse:
    """How far the newest source is: `{"state", "word", "finished", "waits_for_worker"}`."""
    posting = find(request, posting_id)
    run = selectors.runs_of(posting).first()
    state = run.state if run else ""
    finished = run is None or run.is_finished
    answer = {"state": state, "word": words.state(state), "finished": finished}
    return JsonResponse(answer | {"waits_for_worker": run is not None and _waits_for_worker(run)})


def shown(posting: Posting, user: User, typed: Mapping[str, str] | None = None) -> dict[str, Any]:
    """What the templates of a posting's page take."""
    runs = list(selectors.runs_of(posting))
    latest = runs[0] if runs else None
    live = Publication.objects.live().filter(posting=posting).select_related("published_by", "revision").first()
    newer_facts = list(map(words.spaced, rendering.newer_facts(posting, live))) if live else []
    refusals = _refusals(posting, latest, user, newer_facts)
    hidden = {"review"} if refusals["decide"] is None else set()
    hidden |= set() if live else {"unpublish"}
    return {
        "posting": posting,
        "desk": desks.build(posting, typed),
        "runs": runs,
        "latest_run": latest,
        "is_reading": _is_reading(posting),
        "failed_run": latest if latest and latest.state == RunState.FAILED else None,
        "advice": words.advice(latest.failure_code) if latest else "",
        "history": selectors.history_of(posting),
        "review": selectors.waiting_review(posting),
        "reviews": selectors.reviews_of(posting),
        "live": live,
        "newer_facts": newer_facts,
        "refusals": refusals,
        "reasons": _reasons(refusals, hidden),
        "missing_for_search": _missing_for_search(posting),
        "editor_config": editor.config(),
        "editor_media": editor.media(),
        "kinds": [(kind, words.section(kind), number) for number, kind in enumerate(SECTION_KINDS, 1)],
        "undo_to": _undo_to(posting, user),
    }


def _undo_to(posting: Posting, user: User) -> int | str:
    """The revision that undoing leads to, where the newest one is this person's."""
    head = posting.head
    return head.base.number if head and head.base and head.author_id == user.pk else ""


def _refusals(
    posting: Posting, latest: NormalizationRun | None, user: User, newer_facts: list[str]
) -> dict[str, Refusal | None]:
    """For each button why it cannot be pressed, or None."""
    return {
        "publish": conditions.why_not_publish(posting, user) or (None if newer_facts else _already_shown(posting)),
        "unpublish": conditions.why_not_unpublish(posting, user),
        "edit": conditions.why_not_edit(posting, user),
        "add_source": conditions.why_not_add_source(user, posting.site),
        "retry": conditions.why_not_retry(latest, user) if latest else None,
        "rerun": conditions.why_not_rerun(posting, user),
        "review": conditions.why_not_request_review(posting, user),
        "decide": conditions.why_not_decide_review(posting, user),
    }


# The buttons above the text, in their order; others say beside themselves why they cannot be pressed.
_ABOVE = ("edit", "add_source", "review", "publish", "unpublish")


def _reasons(refusals: Mapping[str, Refusal | None], hidden: set[str]) -> list[tuple[str, list[str]]]:
    """Each sentence why buttons above the text cannot be pressed, once, with their names; not of those not there."""
    names: dict[str, list[str]] = {}
    for name in _ABOVE:
        if name not in hidden and (refusal := refusals[name]):
            names.setdefault(refusal.sentence, []).append(name)
    return list(names.items())


def _is_reading(posting: Posting) -> bool:
    """Whether its newest source was still to be read when the posting was: a run that ends meanwhile is asked about."""
    return posting.latest_run_state in (RunState.QUEUED, RunState.RUNNING)  # type: ignore[attr-defined]


def _missing_for_search(posting: Posting) -> list[Missing]:
    return rendering.missing_for_search(posting, posting.head, posting.site) if posting.head else []


def _already_shown(posting: Posting) -> Refusal | None:
    if posting.state != PostingState.PUBLISHED:  # type: ignore[attr-defined]
        return None
    return Refusal("already_shown", "The site shows this text already.")


def _waits_for_worker(run: NormalizationRun) -> bool:
    """Whether a run waits and no worker has shown itself for longer than one should."""
    if run.state != RunState.QUEUED:
        return False
    patience = timedelta(seconds=settings.POSTWRIGHT_HEARTBEAT_SECONDS_MAX)
    beat = selectors.last_beat(WORKER)
    now = timezone.now()
    return now - run.queued_at > timedelta(seconds=10) and (beat is None or now - beat > patience)
