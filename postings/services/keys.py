"""Keys to a site: issued once, kept as a digest, compared in constant time, revoked for ever."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import uuid
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from postings import conditions
from postings.models import CareerSite, KeyScope, SiteKey
from postings.services import journal
from postings.services.errors import Conflict, refuse

PREFIX_BYTES = 4
SECRET_BYTES = 24
KEY_LENGTH_MAX = 200
# How exactly `last_used_at` is kept: a busy key costs one write in this time, not one a request.
LAST_USE_PRECISION = timedelta(minutes=1)


@transaction.atomic
def issue_key(*, site: CareerSite, scope: str, name: str, actor: User | None = None) -> tuple[SiteKey, str]:
    """A new key and its text, which is shown this once.  Without an actor it is the system that asks (a command)."""
    if actor is not None and (refusal := conditions.why_not_manage_keys(actor)):
        refuse(refusal)
    if scope not in KeyScope.values:
        raise Conflict(f"A key is for “read” or “write”, not for “{scope}”.", "scope_unknown")
    prefix = secrets.token_hex(PREFIX_BYTES)
    text = f"pw_{scope}_{prefix}_{secrets.token_hex(SECRET_BYTES)}"
    key = SiteKey.objects.create(site=site, scope=scope, name=name, prefix=prefix, digest=_digest(text))
    journal.note("key.issued", cause=uuid.uuid4(), actor=actor, site=site, details={"key": prefix, "scope": scope})
    return key, text


def authenticate(plain_text: str, scope: str) -> SiteKey | None:
    """The usable key with this text and scope, or None: unknown, malformed, revoked and wrong scope look alike."""
    prefix = _prefix(plain_text)
    digest = _digest(plain_text)
    found = None
    for key in SiteKey.objects.usable().filter(prefix=prefix, scope=scope).select_related("site"):
        if hmac.compare_digest(key.digest, digest):
            found = key
    if found is not None:
        _note_use(found)
    return found


@transaction.atomic
def revoke_key(*, key: SiteKey, actor: User | None = None) -> SiteKey:
    """End a key.  Revoking it again changes nothing."""
    if actor is not None and (refusal := conditions.why_not_manage_keys(actor)):
        refuse(refusal)
    if SiteKey.objects.usable().filter(pk=key.pk).update(revoked_at=timezone.now()):
        journal.note("key.revoked", cause=uuid.uuid4(), actor=actor, site=key.site, details={"key": key.prefix})
    key.refresh_from_db()
    return key


def _digest(plain_text: str) -> str:
    return hashlib.sha256(plain_text.encode("utf-8", "surrogatepass")).hexdigest()


def _prefix(plain_text: str) -> str:
    parts = plain_text.split("_")
    well_formed = len(plain_text) <= KEY_LENGTH_MAX and len(parts) == 4 and parts[2].isalnum() and parts[2].isascii()
    return parts[2] if well_formed else ""


def _note_use(key: SiteKey) -> None:
    now = timezone.now()
    stale = Q(last_used_at__isnull=True) | Q(last_used_at__lt=now - LAST_USE_PRECISION)
    SiteKey.objects.filter(stale, pk=key.pk).update(last_used_at=now)
