"""Many publications at once, for tests of size: written as rows, not published one by one."""

from __future__ import annotations

import uuid
from datetime import timedelta

from django.utils import timezone

from postings.models import CareerSite, Posting, Publication, Revision, SiteChanges
from postings.services import filters, payloads

BATCH = 1_000


def show_many(site: CareerSite, count: int, *, like: Publication, whole: bool = True) -> None:
    """Let a site show `count` more postings with the text of one; `whole` with what the API stores and searches."""
    now = timezone.now()
    for start in range(0, count, BATCH):
        numbers = range(start, min(start + BATCH, count))
        postings = Posting.objects.bulk_create(
            Posting(site=site, slug=f"many-{number}", title=f"Job {number}", created_at=now, changed_at=now)
            for number in numbers
        )
        revisions = Revision.objects.bulk_create(
            Revision(posting=posting, number=1, origin="restore", created_at=now) for posting in postings
        )
        pairs = zip(numbers, postings, revisions, strict=True)
        Publication.objects.bulk_create(_publication(like, site, whole, *one) for one in pairs)
    SiteChanges.objects.filter(site=site).update(number=like.number + count)


def _publication(
    like: Publication, site: CareerSite, whole: bool, number: int, posting: Posting, revision: Revision
) -> Publication:
    at = like.published_at + timedelta(milliseconds=number)
    place = like.number + 1 + number
    shown = Publication(
        posting=posting,
        site=site,
        revision=revision,
        slug=posting.slug,
        title=posting.title,
        company=like.company,
        facts=like.facts,
        language=like.language,
        fragment=like.fragment,
        sections=like.sections,
        structured_data=like.structured_data,
        public_id=uuid.uuid4(),
        published_at=at,
        first_published_at=at,
        number=place,
        changed_number=place,
        first_number=place,
        **filters.columns(like.facts),
    )
    shown.summary = payloads.summary(shown)
    if whole:
        shown.search_text = like.search_text
        shown.payload = shown.summary[:-1] + like.payload[like.payload.index(',"revision"') :]
    return shown
