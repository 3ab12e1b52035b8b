"""Asking for a second pair of eyes on a posting's newest text, and answering."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from postings import conditions
from postings.models import Posting, Review, ReviewDecision
from postings.services import journal, revising
from postings.services.errors import Conflict, TextInvalid, refuse
from postings.services.wording import clean_line

NOTE_LENGTH_MAX = 500


@transaction.atomic
def request_review(*, posting_id: int, base_number: int, actor: User | None, note: str = "") -> Review:
    """Ask for the approval of the revision the actor looks at; a request for an older one ends.

    Raises NotFound, NotAllowed, StaleRevision, Conflict (already_requested, already_approved, no_text).
    """
    posting = revising.lock_posting(posting_id)
    if refusal := conditions.why_not_request_review(posting, actor):
        refuse(refusal)
    revising.require_current(posting, base_number)
    assert posting.head is not None
    Review.objects.waiting().filter(posting=posting).update(
        decision=ReviewDecision.SUPERSEDED, decided_at=timezone.now()
    )
    review = Review.objects.create(
        posting=posting,
        revision=posting.head,
        requested_by=actor,
        requested_at=timezone.now(),
        note=clean_line(note, NOTE_LENGTH_MAX),
    )
    _tell("review.requested", posting, actor, {"revision": base_number, "review": review.pk})
    return review


def approve(*, posting_id: int, base_number: int, actor: User | None, note: str = "") -> Review:
    """Approve the revision that waits, which is the one the actor looks at.

    Raises NotFound, NotAllowed, StaleRevision, Conflict (no_request, request_outdated, own_text).
    """
    return _decide(posting_id, base_number, actor, ReviewDecision.APPROVED, note)


def request_changes(*, posting_id: int, base_number: int, actor: User | None, note: str) -> Review:
    """Send the revision that waits back, with a word why.  Raises as approve, and TextInvalid (note_missing)."""
    if not clean_line(note, NOTE_LENGTH_MAX):
        raise TextInvalid("Say what should change.", "note_missing")
    return _decide(posting_id, base_number, actor, ReviewDecision.CHANGES_REQUESTED, note)


@transaction.atomic
def _decide(posting_id: int, base_number: int, actor: User | None, decision: str, note: str) -> Review:
    posting = revising.lock_posting(posting_id)
    if refusal := conditions.why_not_decide_review(posting, actor):
        refuse(refusal)
    revising.require_current(posting, base_number)
    waiting = Review.objects.waiting().filter(posting=posting, revision=posting.head)
    answer = {"decision": decision, "decided_by": actor, "decided_at": timezone.now()}
    review = waiting.first()
    if review is None or not waiting.update(**answer, decision_note=clean_line(note, NOTE_LENGTH_MAX)):
        raise Conflict("This request was answered in this moment by somebody else.", "no_request")
    review.refresh_from_db()
    action = "review.approved" if decision == ReviewDecision.APPROVED else "review.changes_requested"
    _tell(action, posting, actor, {"revision": base_number, "review": review.pk})
    return review


def _tell(action: str, posting: Posting, actor: User | None, details: dict[str, Any]) -> None:
    cause = uuid.uuid4()
    journal.note(action, cause=cause, actor=actor, posting=posting, details=details)
    journal.announce(action, cause=cause, posting=posting, payload=details)
