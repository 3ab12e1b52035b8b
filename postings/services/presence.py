"""Who is here and who works on which section: polled, soft, forgotten by itself.

Nothing here stops anybody from saving; that is what the comparison of revisions is for.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from postings import conditions
from postings.models import EditorMessage, Posting, Presence, SectionLock
from postings.services.editing import section_title
from postings.services.errors import Conflict, refuse
from postings.services.visiting import visit
from postings.services.wording import clean_line

LOCKED_FOR = timedelta(minutes=2)
MESSAGE_LENGTH_MAX = 500


@transaction.atomic
def see(*, posting_id: int, actor: User | None, section: str = "") -> None:
    """Note that somebody is on a posting's page; a section they hold stays theirs.  Raises NotFound, NotAllowed."""
    posting, user = visit(posting_id, actor)
    now = timezone.now()
    seen = {"seen_at": now, "section": section[:40]}
    Presence.objects.update_or_create(posting=posting, user=user, defaults=seen)
    if section:
        mine = SectionLock.objects.filter(posting=posting, kind=section, user=user)
        mine.update(expires_at=now + LOCKED_FOR)


@transaction.atomic
def leave(*, posting_id: int, actor: User | None) -> None:
    """Note that somebody has closed a posting's page: their presence and locks end."""
    if actor is not None:
        Presence.objects.filter(posting=posting_id, user=actor).delete()
        SectionLock.objects.filter(posting=posting_id, user=actor).delete()


def take_section(
    *, posting_id: int, kind: str, actor: User | None, take_over: bool = False, message: str = ""
) -> SectionLock:
    """Hold a section for oneself, or `take_over` what somebody else holds, with a message to them.

    Raises NotFound, NotAllowed, TextInvalid (section_unknown), Conflict (section_locked).
    """
    title = section_title(kind)
    try:
        return _take(posting_id, kind, title, actor, take_over, clean_line(message, MESSAGE_LENGTH_MAX))
    except IntegrityError:  # Two hands at one moment: the constraint let one through.
        sentence = f"Somebody else has just begun to work on {title}. You can take it over."
        raise Conflict(sentence, "section_locked") from None


def release_section(*, posting_id: int, kind: str, actor: User | None) -> bool:
    """Let go of a section; whether one held it."""
    if actor is None:
        return False
    return bool(SectionLock.objects.filter(posting=posting_id, kind=kind, user=actor).delete()[0])


@transaction.atomic
def read_messages(*, posting_id: int, actor: User | None) -> list[EditorMessage]:
    """What others have told somebody about a posting, oldest first; each is given once."""
    waiting = EditorMessage.objects.filter(posting=posting_id, recipient=actor, read_at__isnull=True)
    messages = list(waiting.select_related("sender"))
    EditorMessage.objects.filter(pk__in=[message.pk for message in messages]).update(read_at=timezone.now())
    return messages


@transaction.atomic
def _take(posting_id: int, kind: str, title: str, actor: User | None, take_over: bool, message: str) -> SectionLock:
    posting, user = visit(posting_id, actor)
    if refusal := conditions.why_not_edit(posting, user):
        refuse(refusal)
    now = timezone.now()
    held = SectionLock.objects.filter(posting=posting, kind=kind).select_related("user").first()
    is_theirs = held is not None and held.user_id != user.pk and held.expires_at > now
    if held is not None and is_theirs and not take_over:
        since = f"{held.taken_at:%H:%M} UTC"
        sentence = f"{held.user.get_username()} has worked on {title} since {since}. You can take it over."
        raise Conflict(sentence, "section_locked")
    lock = _hold(posting, kind, user, held, now)
    if held is not None and is_theirs:
        text = message or f"{user.get_username()} has taken over {title}."
        EditorMessage.objects.create(
            posting=posting, kind=kind, sender=user, recipient=held.user, text=text, sent_at=now
        )
    return lock


def _hold(posting: Posting, kind: str, user: User, held: SectionLock | None, now: datetime) -> SectionLock:
    until = now + LOCKED_FOR
    if held is None:
        return SectionLock.objects.create(posting=posting, kind=kind, user=user, taken_at=now, expires_at=until)
    taken_at = held.taken_at if held.user_id == user.pk else now
    rows = SectionLock.objects.filter(pk=held.pk, user=held.user_id)
    if not rows.update(user=user, taken_at=taken_at, expires_at=until):
        raise Conflict("Somebody else has just taken this section over.", "section_locked")
    return SectionLock.objects.select_related("user").get(pk=held.pk)
