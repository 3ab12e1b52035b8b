"""Keys to a site: issued once, kept as a digest, compared in constant time, revoked for ever."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from postings import conditions, remembering
from postings.models import CareerSite, KeyScope, SiteKey
from postings.services import journal
from postings.services.errors import Conflict, refuse

PREFIX_BYTES = 4
SECRET_BYTES = 24
KEY_LENGTH_MAX = 200
# How exactly `last_used_at` is kept: a busy key costs one write in this time, not one a request.
LAST_USE_PRECISION = timedelta(minutes=1)
# Time enough to carry a new key to every place that holds the old one.
ROTATION_OVERLAP = timedelta(days=7)


@transaction.atomic
def issue_key(
    *, site: CareerSite, scope: str, name: str, actor: User | None = None, allowed_origins: Sequence[str] = ()
) -> tuple[SiteKey, str]:
    """A new key and its text, which is shown this once.  Without an actor it is the system that asks (a command).

    A read key with `allowed_origins` is accepted from pages of those origins only, so it may stand in their scripts.
    """
    if actor is not None and (refusal := conditions.why_not_manage_keys(actor, site)):
        refuse(refusal)
    if scope not in KeyScope.values:
        raise Conflict(f"A key is for “read” or “write”, not for “{scope}”.", "scope_unknown")
    prefix = secrets.token_hex(PREFIX_BYTES)
    text = f"pw_{scope}_{prefix}_{secrets.token_hex(SECRET_BYTES)}"
    if allowed_origins and scope != KeyScope.READ:
        raise Conflict("Only a key for reading may be bound to origins: no other belongs into a page.", "scope_unknown")
    key = SiteKey.objects.create(
        site=site, scope=scope, name=name, prefix=prefix, digest=_digest(text), allowed_origins=list(allowed_origins)
    )
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
        note_use(found.pk, found.last_used_at)
    return found


@transaction.atomic
def rotate_key(
    *, key: SiteKey, actor: User | None = None, overlap: timedelta = ROTATION_OVERLAP
) -> tuple[SiteKey, str]:
    """A new key in place of another one, which works until `overlap` is over.  Raises NotAllowed, Conflict."""
    if actor is not None and (refusal := conditions.why_not_manage_keys(actor, key.site)):
        refuse(refusal)
    now = timezone.now()
    if not SiteKey.objects.usable().filter(pk=key.pk, expires_at__isnull=True).update(expires_at=now + overlap):
        raise Conflict("This key was revoked or replaced before; make a new one.", "key_not_usable")
    named = {"scope": key.scope, "name": key.name, "allowed_origins": key.allowed_origins}
    new, text = issue_key(site=key.site, actor=actor, **named)
    remembering.forget(key.site.slug)
    details = {"key": key.prefix, "by": new.prefix, "until": (now + overlap).isoformat()}
    journal.note("key.rotated", cause=uuid.uuid4(), actor=actor, site=key.site, details=details)
    return new, text


@transaction.atomic
def revoke_key(*, key: SiteKey, actor: User | None = None) -> SiteKey:
    """End a key.  Revoking it again changes nothing."""
    if actor is not None and (refusal := conditions.why_not_manage_keys(actor, key.site)):
        refuse(refusal)
    if SiteKey.objects.usable().filter(pk=key.pk).update(revoked_at=timezone.now()):
        remembering.forget(key.site.slug)
        journal.note("key.revoked", cause=uuid.uuid4(), actor=actor, site=key.site, details={"key": key.prefix})
    key.refresh_from_db()
    return key


def digest_of(plain_text: str) -> str:
    """What a key is found by; empty for a text that cannot be a key."""
    return _digest(plain_text) if _prefix(plain_text) else ""


def note_use(key_id: int, last_used_at: datetime | None) -> None:
    """Remember that a key was used, if it was not remembered within the last minute."""
    now = timezone.now()
    if is_use_worth_noting(last_used_at):
        stale = Q(last_used_at__isnull=True) | Q(last_used_at__lt=now - LAST_USE_PRECISION)
        SiteKey.objects.filter(stale, pk=key_id).update(last_used_at=now)


def is_use_worth_noting(last_used_at: datetime | None) -> bool:
    """Whether a key that is used now was not used within the last minute."""
    return last_used_at is None or last_used_at < timezone.now() - LAST_USE_PRECISION


def _digest(plain_text: str) -> str:
    return hashlib.sha256(plain_text.encode("utf-8", "surrogatepass")).hexdigest()


def _prefix(plain_text: str) -> str:
    parts = plain_text.split("_")
    well_formed = len(plain_text) <= KEY_LENGTH_MAX and len(parts) == 4 and parts[2].isalnum() and parts[2].isascii()
    return parts[2] if well_formed else ""
