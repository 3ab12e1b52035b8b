"""Noting what happened and announcing it, in the transaction of the change itself."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from postings.models import AuditEntry, CareerSite, OutboxEvent, Posting, SiteKey


def note(
    action: str,
    *,
    cause: uuid.UUID,
    actor: User | None = None,
    key: SiteKey | None = None,
    site: CareerSite | None = None,
    posting: Posting | None = None,
    details: Mapping[str, Any] | None = None,
) -> AuditEntry:
    """Write an audit entry: past tense, dotted ("posting.published")."""
    return AuditEntry.objects.create(
        at=timezone.now(),
        action=action,
        actor=actor,
        actor_name=_name_of(actor, key),
        site=site or (posting.site if posting else None),
        posting=posting,
        cause=cause,
        details=dict(details or {}),
    )


def announce(kind: str, *, cause: uuid.UUID, posting: Posting, payload: Mapping[str, Any]) -> OutboxEvent:
    """Write an outbox event, to be sent after the commit.  The payload names things, it never holds text."""
    return OutboxEvent.objects.create(
        kind=kind,
        site=posting.site,
        posting=posting,
        cause=cause,
        payload={"posting": posting.slug, **payload},
        created_at=timezone.now(),
    )


def _name_of(actor: User | None, key: SiteKey | None) -> str:
    if actor is not None:
        return actor.get_username()
    return f"key {key.prefix}" if key is not None else "system"
