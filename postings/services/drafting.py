"""What an editor has typed, kept while it is not saved: by the page every few seconds, and by every refused save.

A draft never touches history.  Whoever may look at a posting may have one, so a right that was lost meanwhile loses no
text.
"""

from __future__ import annotations

from collections.abc import Mapping, Set

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from postings import conditions
from postings.models import Draft, Posting, RevisionSection
from postings.models.revision import SECTION_KINDS
from postings.normalizer.model import NormalizerError
from postings.normalizer.render import read_body, render_body
from postings.services.errors import TextInvalid
from postings.services.visiting import visit
from postings.services.wording import clean_line, make_storable

NAME_LENGTH_MAX = 300
NOTE_LENGTH_MAX = 500


@transaction.atomic
def save_draft(
    *,
    posting_id: int,
    base_number: int,
    bodies: Mapping[str, str],
    actor: User | None,
    names: tuple[str, str] | None = None,
    note: str = "",
) -> Draft | None:
    """Keep everything somebody has typed on a posting; it takes the place of their draft before.

    `names` are the title and company as they stand in the form, None where those of the draft before stay.  What says
    the same as the newest text is left out; where nothing remains there is no draft (None).  Raises
    NotFound, NotAllowed, TextInvalid (section_unknown, too_large).
    """
    posting, editor = visit(posting_id, actor)
    if unknown := next((kind for kind in bodies if kind not in SECTION_KINDS), None):
        raise TextInvalid(f"“{unknown}” is no section of a posting.", "section_unknown")
    if any(len(body) > settings.POSTWRIGHT_MAX_SOURCE_BYTES for body in bodies.values()):
        raise TextInvalid("This section is too long.", "too_large")
    typed = _without_the_same(posting, bodies)
    before = draft_for(posting_id=posting_id, actor=actor)
    title, company = ((before.title, before.company) if before else ("", "")) if names is None else _names(names)
    if (title, company) == (posting.title, posting.company):
        title = company = ""
    if not typed and not title and not company:
        discard_draft(posting_id=posting_id, actor=actor)
        return None
    values = {"base_number": base_number, "bodies": typed, "note": clean_line(note, NOTE_LENGTH_MAX)}
    values |= {"saved_at": timezone.now(), "title": title, "company": company}
    return Draft.objects.update_or_create(posting=posting, editor=editor, defaults=values)[0]


def discard_draft(*, posting_id: int, actor: User | None) -> bool:
    """Throw somebody's own draft away; whether there was one."""
    if actor is None:
        return False
    return bool(Draft.objects.filter(posting=posting_id, editor=actor).delete()[0])


def draft_for(*, posting_id: int, actor: User | None) -> Draft | None:
    """Somebody's own draft of a posting."""
    return Draft.objects.filter(posting=posting_id, editor=actor).first() if actor is not None else None


def keep_refused(posting_id: int, base_number: int, bodies: Mapping[str, str], actor: User | None, note: str) -> None:
    """Keep what a save was refused for, beside what the draft holds already.  Refuses nothing itself.

    Called outside the transaction that the refusal rolls back.  Of two bases the older one counts: a merge from it
    takes nobody's change for the actor's own.
    """
    limit = settings.POSTWRIGHT_MAX_SOURCE_BYTES
    typed = {kind: body for kind, body in bodies.items() if kind in SECTION_KINDS and len(body) <= limit}
    posting = Posting.objects.filter(pk=posting_id).first()
    if actor is None or posting is None or not typed or conditions.why_not_view(posting, actor):
        return
    with transaction.atomic():
        fresh = {"base_number": base_number, "saved_at": timezone.now()}
        draft, _ = Draft.objects.select_for_update().get_or_create(posting=posting, editor=actor, defaults=fresh)
        draft.bodies = {**draft.bodies, **make_storable(typed)}
        draft.base_number = min(draft.base_number, base_number)
        draft.note, draft.saved_at = note or draft.note, timezone.now()
        draft.save()


def keep_refused_names(posting_id: int, names: tuple[str, str], actor: User | None) -> None:
    """Keep a title and a company that were refused, beside what the draft holds already.  Refuses nothing itself."""
    posting = Posting.objects.filter(pk=posting_id).first()
    if actor is None or posting is None or not any(names) or conditions.why_not_view(posting, actor):
        return
    title, company = names
    with transaction.atomic():
        fresh = {"base_number": posting.head_number, "saved_at": timezone.now()}
        draft, _ = Draft.objects.select_for_update().get_or_create(posting=posting, editor=actor, defaults=fresh)
        draft.title, draft.company, draft.saved_at = title, company, timezone.now()
        draft.save(update_fields=["title", "company", "saved_at"])


def drop_names(posting: Posting, actor: User | None) -> None:
    """After the actor has named a posting: title and company leave the draft."""
    draft = draft_for(posting_id=posting.pk, actor=actor)
    if draft is None:
        return
    if not draft.bodies:
        draft.delete()
        return
    draft.title = draft.company = ""
    draft.save(update_fields=["title", "company"])


def advance(
    posting: Posting,
    actor: User | None,
    base_number: int,
    *,
    saved: Set[str] = frozenset(),
    touched: Set[str] = frozenset(),
) -> None:
    """After the actor has written a new head on `base_number`: what was `saved` leaves the draft.

    The rest of a draft from the same base is a draft on the new head, unless the head changed there (`touched`).
    """
    draft = draft_for(posting_id=posting.pk, actor=actor)
    if draft is None:
        return
    draft.bodies = {kind: body for kind, body in draft.bodies.items() if kind not in saved}
    if not draft.bodies and not draft.title and not draft.company:
        draft.delete()
        return
    if draft.base_number == base_number and not touched & draft.bodies.keys():
        draft.base_number = posting.head_number
    draft.save(update_fields=["bodies", "base_number"])


def _without_the_same(posting: Posting, bodies: Mapping[str, str]) -> dict[str, str]:
    """A late autosave of text that has been saved meanwhile is no draft."""
    links = RevisionSection.objects.filter(revision=posting.head_id, kind__in=bodies)
    head = dict(links.values_list("kind", "section__html"))
    typed: dict[str, str] = make_storable(dict(bodies))
    return {kind: body for kind, body in typed.items() if _canonical(body) != head.get(kind, "")}


def _names(names: tuple[str, str]) -> tuple[str, str]:
    return clean_line(names[0], NAME_LENGTH_MAX), clean_line(names[1], NAME_LENGTH_MAX)


def _canonical(body: str) -> str | None:
    try:
        return render_body(read_body(body))
    except NormalizerError:
        return None
