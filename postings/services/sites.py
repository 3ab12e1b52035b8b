"""Changing a site's settings."""

from __future__ import annotations

import uuid

from django.contrib.auth.models import User
from django.db import transaction

from postings import conditions, remembering
from postings.models import CareerSite
from postings.services import journal
from postings.services.errors import refuse


@transaction.atomic
def save_site(*, site: CareerSite, actor: User) -> CareerSite:
    """Keep a new site, or the new settings of one; they hold for the next reader.  Raises NotAllowed."""
    before = CareerSite.objects.filter(pk=site.pk).first()
    if refusal := conditions.why_not_manage_site(actor, before):
        refuse(refusal)
    site.save()
    for slug in {site.slug, before.slug if before else site.slug}:
        remembering.forget(slug)
    action = "site.changed" if before else "site.added"
    journal.note(action, cause=uuid.uuid4(), actor=actor, site=site, details={"slug": site.slug})
    return site
