"""Showing a posting on its site and taking it down; doing either twice is an empty success."""

from __future__ import annotations

import uuid
from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Min
from django.utils import timezone

from postings import conditions
from postings.models import CareerSite, Posting, Publication, PublicationFacet, Revision
from postings.models.closing_dates import shown_until
from postings.services import changes, filters, journal, payloads, rendering, revising
from postings.services.errors import Conflict, NotFound, NotPublishable, refuse
from postings.services.rendering import Rendered
from postings.services.wording import clean_line

REPLACED = "replaced"
REASON_LENGTH_MAX = 300


def publish(*, posting_id: int, site_id: int, actor: User | None, base_number: int | None = None) -> Publication:
    """The live publication of the posting's head on its site.

    One that shows the head already stays, without a second event.  `base_number` is the revision the actor looked at.
    Raises NotAllowed, NotFound, NotPublishable, StaleRevision, Conflict (slug_taken).
    """
    try:
        return _publish(posting_id, site_id, actor, base_number)
    except IntegrityError:
        # Without row locks another may publish between the look and the write; the constraint stops the second.
        live = Publication.objects.live().filter(posting=posting_id, site=site_id).select_related("revision").first()
        if live is not None and base_number in (None, live.revision.number):
            return live
        raise Conflict("Another posting of this site is shown at this address.", "slug_taken") from None


@transaction.atomic
def unpublish(*, posting_id: int, site_id: int, actor: User | None, reason: str = "") -> Publication | None:
    """Take a posting down: the publication that ended, or None where none was live.  Raises NotAllowed, NotFound."""
    posting, site = _posting_and_site(posting_id, site_id)
    if refusal := conditions.why_not_unpublish(posting, actor):
        refuse(refusal)
    now = timezone.now()
    live = Publication.objects.not_ended().filter(posting=posting, site=site).first()
    if live is None:
        return None
    number = changes.next_number(site, now)
    ended = _end(live, number, now, actor, clean_line(reason, REASON_LENGTH_MAX))
    if ended is not None:
        Posting.objects.filter(pk=posting.pk).update(changed_at=now)
        _tell("posting.unpublished", posting, actor, {"publication": str(ended.public_id), "number": number})
    return ended


@transaction.atomic
def _publish(posting_id: int, site_id: int, actor: User | None, base_number: int | None) -> Publication:
    posting, site = _posting_and_site(posting_id, site_id)
    if refusal := conditions.why_not_publish(posting, actor):
        refuse(refusal, NotPublishable)
    if base_number is not None:
        revising.require_current(posting, base_number)
    head = Revision.objects.with_sections().get(posting=posting, number=posting.head_number)
    rendered = rendering.render(posting, head, site)
    live = Publication.objects.not_ended().filter(posting=posting, site=site).first()
    if live is not None and live.revision_id == head.pk and _shows(live, rendered):
        return live
    now = timezone.now()
    number = changes.next_number(site, now)
    ended = _end(live, number, now, actor, REPLACED)
    publication = Publication(
        posting=posting, site=site, revision=head, published_at=now, published_by=actor, **asdict(rendered)
    )
    publication.expires_at = shown_until(publication.facts)
    _keep(publication, number)
    Posting.objects.filter(pk=posting.pk).update(changed_at=now)
    details = {"publication": str(publication.public_id), "revision": head.number, "number": number}
    _tell("posting.published", posting, actor, details | {"replaced": str(ended.public_id) if ended else None})
    return publication


def _keep(publication: Publication, number: int) -> None:
    """Save a publication with what readers find it by and what they are served."""
    first = Publication.objects.filter(posting=publication.posting, site=publication.site).aggregate(
        number=Min("first_number"), at=Min("published_at")
    )
    publication.number = publication.changed_number = number
    publication.first_number = first["number"] or number
    publication.first_published_at = first["at"] or publication.published_at
    for name, value in filters.columns(publication.facts).items():
        setattr(publication, name, value)
    shown = (publication.title, publication.company, publication.facts, publication.sections)
    publication.search_text = filters.search_text(*shown)
    publication.summary = payloads.summary(publication)
    publication.payload = payloads.detail(publication, publication.revision)
    publication.save()
    PublicationFacet.objects.bulk_create(filters.facets(publication))


def _posting_and_site(posting_id: int, site_id: int) -> tuple[Posting, CareerSite]:
    posting = revising.lock_posting(posting_id)
    if posting.site_id != site_id:
        raise NotFound(f"“{posting.title}” belongs to another site.")
    return posting, posting.site


def _shows(live: Publication, rendered: Rendered) -> bool:
    return all(getattr(live, name) == value for name, value in asdict(rendered).items())


def _end(live: Publication | None, number: int, now: datetime, actor: User | None, reason: str) -> Publication | None:
    """End the very publication that was looked at, never one that came since; None where there is nothing to end."""
    if live is None:
        return None
    looked_at = Publication.objects.filter(pk=live.pk)
    if not looked_at.end(at=now, by=actor, reason=reason, number=number, is_replaced=reason is REPLACED):
        return None
    live.refresh_from_db()
    return live


def _tell(action: str, posting: Posting, actor: User | None, details: dict[str, Any]) -> None:
    cause = uuid.uuid4()
    journal.note(action, cause=cause, actor=actor, posting=posting, details=details)
    journal.announce(action, cause=cause, posting=posting, payload=details)
