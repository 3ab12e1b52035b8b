"""Who comes to a posting: a person who may look at it."""

from __future__ import annotations

from django.contrib.auth.models import User

from postings import conditions
from postings.models import Posting
from postings.services.errors import NotAllowed, NotFound, refuse


def visit(posting_id: int, actor: User | None) -> tuple[Posting, User]:
    """The posting and the person who may look at it.  Raises NotFound, NotAllowed."""
    posting = Posting.objects.filter(pk=posting_id).first()
    if posting is None:
        raise NotFound("This posting does not exist.")
    if refusal := conditions.why_not_view(posting, actor):
        refuse(refusal)
    if actor is None:
        raise NotAllowed("Only people work on postings.")
    return posting, actor
