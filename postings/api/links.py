"""Where a posting is read: as data, as a fragment, as a page."""

from __future__ import annotations

from collections.abc import Container
from functools import lru_cache
from uuid import UUID

from django.conf import settings
from django.urls import reverse

from postings.web.addresses import absolute

__all__ = ["absolute", "of_posting"]

_NOBODY = UUID(int=0)


def of_posting(site: str, slug: str, public_id: UUID | str, only: Container[str] | None = None) -> dict[str, str]:
    """The addresses of a posting that a site shows, or some of them."""
    base = settings.POSTWRIGHT_PUBLIC_BASE_URL
    return {
        name: base + pattern.format(site=site, slug=slug, public_id=public_id)
        for name, pattern in _patterns().items()
        if only is None or name in only
    }


# Looking up five addresses costs more than everything else about a posting.
@lru_cache(maxsize=1)
def _patterns() -> dict[str, str]:
    posting = {"site": "SITE", "slug": "SLUG"}
    found = {
        "url": reverse("api:posting", kwargs=posting),
        "fragment_url": reverse("api:fragment", kwargs=posting),
        "page_url": reverse("careers:posting", kwargs=posting),
        "publication_url": reverse("api:publication", kwargs={"site": "SITE", "public_id": _NOBODY}),
        "structured_data_url": reverse("api:structured-data", kwargs=posting),
    }
    places = (("SITE", "{site}"), ("SLUG", "{slug}"), (str(_NOBODY), "{public_id}"))
    for stand_in, place in places:
        found = {name: address.replace(stand_in, place) for name, address in found.items()}
    return found
