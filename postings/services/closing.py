"""Closing dates: ending what was shown until then.

A reader never waits for the ending: what is over is not shown, whether or not it has been ended (`Publication.live`).
Ending gives it a number among the site's changes, so that those who keep a copy hear of it.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from postings.models import CareerSite, Posting, Publication
from postings.models.publication import CLOSED
from postings.services import changes, journal

# How many are ended in one transaction; while one runs, the site's other changes wait.
BATCH = 100


@transaction.atomic
def end_closed(*, site_id: int) -> bool:
    """End some of a site's publications whose closing date is over; whether there may be more.

    Each gets its own number, as if taken down at that moment by nobody.  A posting that somebody is working on is left
    for the next time.
    """
    due = Publication.objects.closed().filter(site=site_id).order_by("expires_at", "id")
    wanted = due.values_list("posting", flat=True)[:BATCH]
    postings = Posting.objects.select_for_update(no_key=True, skip_locked=True).filter(pk__in=list(wanted))
    locked = {posting.pk: posting for posting in postings.order_by("pk")}
    # Looked at again under the lock: another may have ended or replaced it meanwhile.
    closed = list(due.filter(posting__in=locked).defer("fragment", "sections", "payload", "summary", "search_text"))
    if closed:
        _end(CareerSite.objects.get(pk=site_id), closed, locked)
    return len(closed) == BATCH


def end_all_closed() -> None:
    """The same for every site, until nothing is left: what beat does, so that readers seldom have to."""
    for site_id in sites_with_closed().values_list("site", flat=True):
        while end_closed(site_id=site_id):
            pass


def sites_with_closed() -> QuerySet[Any, Any]:
    return Publication.objects.closed().order_by("site").values("site").distinct()


def _end(site: CareerSite, closed: list[Publication], postings: Mapping[int, Posting]) -> None:
    at = max(publication.expires_at for publication in closed if publication.expires_at)
    last = changes.next_number(site, at, len(closed))
    for number, publication in enumerate(closed, last - len(closed) + 1):
        ended_at = publication.expires_at
        assert ended_at is not None  # closed() has found no others.
        if Publication.objects.filter(pk=publication.pk).end(at=ended_at, by=None, reason=CLOSED, number=number):
            posting, cause = postings[publication.posting_id], uuid.uuid4()
            details = {"publication": str(publication.public_id), "number": number}
            journal.note("posting.closed", cause=cause, posting=posting, details=details)
            journal.announce("posting.closed", cause=cause, posting=posting, payload=details)
