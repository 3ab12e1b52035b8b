"""Numbering what a site shows: each change gets the next number of its site, in the order of the commits."""

from __future__ import annotations

from datetime import datetime

from django.db.models import F

from postings import remembering
from postings.models import CareerSite, SiteChanges


def next_number(site: CareerSite, at: datetime, count: int = 1) -> int:
    """The number of a change, inside the transaction that makes it; with `count`, the last of so many numbers.

    The site's row stays locked until that transaction ends, so no higher number can be seen before this one.  Ask for
    it late and after the posting's lock: changes of one site wait for each other from here on.
    """
    SiteChanges.objects.get_or_create(site=site, defaults={"changed_at": at})
    remembering.forget(site.slug)
    SiteChanges.objects.filter(site=site).update(number=F("number") + count, changed_at=at)
    return SiteChanges.objects.values_list("number", flat=True).get(site=site)
