"""What sites show and senders ask for: reads of the API and of the careers pages."""

from __future__ import annotations

import uuid
from datetime import datetime

from django.db.models import F, OuterRef, Q, Subquery

from postings.models import CareerSite, NormalizationRun, Publication, Revision, RevisionOrigin
from postings.models.publication import PublicationQuerySet


def live_publications(site: CareerSite) -> PublicationQuerySet:
    """What a site shows now, newest first."""
    return Publication.objects.live().on(site).newest_first()


def live_publication(site: CareerSite, slug: str) -> Publication | None:
    """What a site shows at a slug, else what it showed there last (`is_live` is False: gone), else None."""
    publications = Publication.objects.on(site).filter(slug=slug)
    return publications.order_by(F("ended_at").desc(nulls_first=True), "-id").first()


def run_by_public_id(public_id: uuid.UUID) -> NormalizationRun | None:
    """A run with its source, posting and site, without the source's bytes."""
    runs = NormalizationRun.objects.select_related("source__posting__site", "source__received_key")
    return runs.defer("source__data").filter(public_id=public_id).first()


def public_site(slug: str) -> CareerSite | None:
    """The site with this slug, if everybody may read it."""
    return CareerSite.objects.filter(slug=slug, is_public=True).first()


def publication_at(site_slug: str, slug: str) -> Publication | None:
    """What a public site shows at a slug, else what it showed there last, else None; with its site and revision.

    One query.  `normalizer_version` is the version whose text the revision was made from, or None.
    """
    made_by_machine = Revision.objects.filter(
        posting=OuterRef("posting"), origin=RevisionOrigin.NORMALIZER, number__lte=OuterRef("revision__number")
    ).order_by("-number")
    publications = Publication.objects.filter(site__slug=site_slug, site__is_public=True, slug=slug)
    publications = publications.select_related("site", "revision").annotate(
        normalizer_version=Subquery(made_by_machine.values("run__normalizer_version")[:1])
    )
    return publications.order_by(F("ended_at").desc(nulls_first=True), "-id").first()


def live_publications_after(site: CareerSite, after: tuple[datetime, int] | None) -> PublicationQuerySet:
    """What a site shows now, newest first, from behind a place in that order (published_at, id); without the texts."""
    publications = live_publications(site).defer("fragment", "sections", "structured_data")
    if after is None:
        return publications
    moment, number = after
    return publications.filter(Q(published_at__lt=moment) | Q(published_at=moment, id__lt=number))


def publication_place(site: CareerSite, public_id: uuid.UUID) -> tuple[datetime, int] | None:
    """Where a publication stands, or stood, in its site's order: (published_at, id)."""
    return Publication.objects.on(site).filter(public_id=public_id).values_list("published_at", "id").first()
