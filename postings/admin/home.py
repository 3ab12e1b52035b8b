"""The first page: what needs somebody, how much there is, what happened last."""

from __future__ import annotations

from typing import Any

from django.db.models import Q
from django.http import HttpRequest

from postings import conditions, selectors
from postings.admin import words
from postings.admin.asking import person
from postings.models import PostingState

NEEDS_SHOWN = 8
RECENT_SHOWN = 10


def add_to_context(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """Unfold's dashboard callback."""
    if not conditions.may(person(request), "view_posting"):
        return {**context, "title": "Home", "may_see": False}
    counts = selectors.counts_by_state(request.user)
    needs = _needs_attention(request)
    recent = selectors.recent_changes(RECENT_SHOWN, person(request))
    return {
        **context,
        "title": "Home",
        "may_see": True,
        "states": [(code, counts.get(code, 0)) for code in PostingState.values],
        "postings_count": sum(counts.values()),
        "needs": needs[:NEEDS_SHOWN],
        "more_need": len(needs) > NEEDS_SHOWN,
        "recent": [(entry, words.action(entry.action)) for entry in recent],
        "refusal_to_add": conditions.why_not_add_source(person(request)),
    }


def _needs_attention(request: HttpRequest) -> list[tuple[Any, str]]:
    """Postings that wait for a person and why, the newest change first; one more than are shown."""
    unread = Q(state=PostingState.IN_REVIEW, warning_count__gt=0)
    waiting = Q(state__in=[PostingState.FAILED, PostingState.CHANGED]) | Q(has_proposal=True) | unread
    postings = selectors.postings_list(request.user).filter(waiting)[: NEEDS_SHOWN + 1]
    return [(posting, _why(posting)) for posting in postings]


def _why(posting: Any) -> str:
    if posting.state == PostingState.FAILED:
        return "could not be read"
    if posting.has_proposal:
        return "its source changed after a person edited it"
    if posting.state == PostingState.CHANGED:
        return "newer text is not published"
    return words.counted(posting.warning_count, "warning", "warnings")
