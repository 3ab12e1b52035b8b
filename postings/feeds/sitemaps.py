"""The sitemap: every posting's page with the moment it last changed; more than one file can hold become an index."""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings
from django.urls import reverse

from postings import selectors_public
from postings.feeds import markup
from postings.feeds.rows import page_of
from postings.models import CareerSite
from postings.services.payloads import moment

# A file may hold 50,000 addresses; postings that come while it is read need room.
ADDRESSES_MAX = 40_000
_SPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def whole(site: CareerSite) -> Iterator[str]:
    """A site's sitemap, or the index of its parts."""
    starts = selectors_public.feed_starts(site, ADDRESSES_MAX)
    if len(starts) < 2:
        yield from part(site, starts[0] if starts else 0)
        return
    yield f"{markup.HEAD}<sitemapindex {_SPACE}>\n"
    for start in starts:
        address = reverse("feeds:sitemap-part", kwargs={"site": site.slug, "part": start})
        yield f"<sitemap>{markup.element('loc', settings.POSTWRIGHT_PUBLIC_BASE_URL + address)}</sitemap>\n"
    yield "</sitemapindex>\n"


def part(site: CareerSite, start: int) -> Iterator[str]:
    """The addresses from a posting on, in an order that no edit changes, so a part keeps its address."""
    page = page_of(site)
    yield f"{markup.HEAD}<urlset {_SPACE}>\n"
    for slug, published_at in selectors_public.feed_addresses(site, start, ADDRESSES_MAX):
        yield f"<url>{markup.element('loc', f'{page}{slug}/')}{markup.element('lastmod', moment(published_at))}</url>\n"
    yield "</urlset>\n"
