"""Feeds for people's readers: RSS 2.0, Atom, JSON Feed 1.1.  The newest postings, each whole."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from email.utils import format_datetime

from django.conf import settings
from django.urls import reverse

from postings.feeds import markup
from postings.feeds.rows import Item, items, page_of
from postings.models import CareerSite
from postings.services.payloads import moment

# No reader shows more, and who wants every posting reads the sitemap, the job boards' feed, or the API.
NEWEST = 500


def rss(site: CareerSite, changed_at: datetime) -> Iterator[str]:
    """RSS 2.0, with each posting's HTML in CDATA."""
    own = {"href": _own_address(site, "rss"), "rel": "self", "type": "application/rss+xml"}
    yield f'{markup.HEAD}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">\n<channel>'
    yield markup.element("title", site.name) + markup.element("link", page_of(site))
    yield markup.element("description", site.name) + markup.element("language", site.language)
    yield markup.element("lastBuildDate", format_datetime(changed_at, usegmt=True)) + markup.empty("atom:link", **own)
    for item in items(site, NEWEST):
        yield "\n<item>" + "".join(
            (
                markup.element("title", _title(item)),
                markup.element("link", item.page),
                markup.element("guid", _name(item), isPermaLink="false"),
                markup.element("pubDate", format_datetime(item.first_published_at, usegmt=True)),
                markup.cdata("description", item.html),
                "</item>",
            )
        )
    yield "\n</channel>\n</rss>\n"


def atom(site: CareerSite, changed_at: datetime) -> Iterator[str]:
    """Atom (RFC 4287)."""
    yield f'{markup.HEAD}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{site.language}">\n'
    yield markup.element("id", _own_address(site, "atom")) + markup.element("title", site.name)
    yield markup.element("updated", moment(changed_at)) + f"<author>{markup.element('name', site.name)}</author>"
    yield markup.empty("link", rel="self", href=_own_address(site, "atom")) + markup.empty("link", href=page_of(site))
    for item in items(site, NEWEST):
        yield f'\n<entry xml:lang="{item.language}">' + "".join(
            (
                markup.element("id", _name(item)),
                markup.element("title", _title(item)),
                markup.empty("link", rel="alternate", type="text/html", href=item.page),
                markup.element("published", moment(item.first_published_at)),
                markup.element("updated", moment(item.published_at)),
                markup.element("content", item.html, type="html"),
                "</entry>",
            )
        )
    yield "\n</feed>\n"


def json_feed(site: CareerSite, changed_at: datetime) -> Iterator[str]:
    """JSON Feed 1.1."""
    head = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": site.name,
        "home_page_url": page_of(site),
        "feed_url": _own_address(site, "json"),
        "language": site.language,
    }
    yield json.dumps(head, ensure_ascii=False)[:-1] + ', "items": ['
    before = ""
    for item in items(site, NEWEST):
        entry = {
            "id": _name(item),
            "url": item.page,
            "title": _title(item),
            "content_html": item.html,
            "date_published": moment(item.first_published_at),
            "date_modified": moment(item.published_at),
            "language": item.language,
        }
        yield before + json.dumps(entry, ensure_ascii=False)
        before = ",\n"
    yield "]}\n"


def _name(item: Item) -> str:
    """What a reader knows a posting by, for ever and whatever its address."""
    return f"urn:postwright:posting:{item.number}"


def _title(item: Item) -> str:
    return f"{item.title} · {item.company}" if item.company else item.title


def _own_address(site: CareerSite, name: str) -> str:
    return f"{settings.POSTWRIGHT_PUBLIC_BASE_URL}{reverse(f'feeds:{name}', kwargs={'site': site.slug})}"
