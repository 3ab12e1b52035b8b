"""A publication as the feeds need it: a few columns, no object."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.urls import reverse

from postings import selectors_public
from postings.models import CareerSite

COLUMNS = (
    *("posting_id", "public_id", "slug", "title", "company", "language", "facts", "fragment", "structured_data"),
    *("published_at", "first_published_at"),
)


@dataclass(frozen=True, slots=True)
class Item:
    """One posting in a feed; `number` is its reference, the same for the whole of its life."""

    number: str
    publication: str
    slug: str
    title: str
    company: str
    language: str
    facts: dict[str, Any]
    html: str
    structured: dict[str, Any]
    published_at: datetime
    first_published_at: datetime
    page: str


def items(site: CareerSite, newest: int | None = None) -> Iterator[Item]:
    """A site's live postings, newest first."""
    page = page_of(site)
    for row in selectors_public.feed(site, *COLUMNS, newest=newest):
        yield Item(
            number=str(row["posting_id"]),
            publication=str(row["public_id"]),
            slug=row["slug"],
            title=row["title"],
            company=row["company"],
            language=row["language"] or site.language,
            facts=row["facts"],
            html=row["fragment"],
            structured=row["structured_data"],
            published_at=row["published_at"].astimezone(UTC),
            first_published_at=(row["first_published_at"] or row["published_at"]).astimezone(UTC),
            page=page + row["slug"] + "/",
        )


def page_of(site: CareerSite) -> str:
    """The address of a site's careers page; a posting's page is below it."""
    return f"{settings.POSTWRIGHT_PUBLIC_BASE_URL}{reverse('careers:postings', kwargs={'site': site.slug})}"
