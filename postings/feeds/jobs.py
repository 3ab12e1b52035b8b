"""The XML feed that large job boards read: one `job` a posting, all live ones, in a shape they share.

`referencenumber` never changes over the life of a posting; `date` is the day it was first shown; `description` is the
posting's HTML inside CDATA, with nothing escaped; pay and dates are those of the page and are left out where unknown.
"""

from __future__ import annotations

from collections.abc import Iterator
from email.utils import format_datetime
from typing import Any

from postings.feeds import markup
from postings.feeds.rows import Item, items, page_of
from postings.models import CareerSite
from postings.services import structured_places
from postings.services.facts import iso

_EMPLOYMENT_TYPES = {
    "full_time": "fulltime",
    "part_time": "parttime",
    "contract": "contract",
    "temporary": "temporary",
    "internship": "internship",
}
_FULLY_REMOTE, _HYBRID = "Fully remote", "Hybrid remote"


def feed(site: CareerSite) -> Iterator[str]:
    """The feed, a posting at a time."""
    yield f"{markup.HEAD}<source>\n"
    yield markup.element("publisher", site.name) + markup.element("publisherurl", site.base_url or page_of(site)) + "\n"
    for item in items(site):
        yield _job(item)
    yield "</source>\n"


def _job(item: Item) -> str:
    parts = [
        markup.cdata("title", item.structured.get("title") or item.title),
        markup.element("date", format_datetime(item.first_published_at, usegmt=True)),
        markup.element("lastupdated", format_datetime(item.published_at, usegmt=True)),
        markup.cdata("referencenumber", item.number),
        markup.cdata("url", item.page),
        markup.cdata("company", item.company),
        *_place(item.facts),
        markup.cdata("description", item.html),
        markup.cdata("salary", _salary(item.facts.get("pay"))),
        markup.element("jobtype", ",".join(_employment_types(item.facts))),
        markup.cdata("category", item.facts.get("department", "")),
        markup.element("remotetype", _remote_type(item.facts)),
        markup.element("expirationdate", iso(item.facts.get("valid_through"))),
        markup.element("language", item.language),
    ]
    return f"<job>{''.join(parts)}</job>\n"


def _place(facts: dict[str, Any]) -> list[str]:
    """The first place in its parts, and every place as it is written."""
    locations = facts.get("locations", ())
    if not locations:
        return []
    first = structured_places.read(locations[0], (facts.get("pay") or {}).get("currency", ""))
    return [
        markup.cdata("city", first.locality),
        markup.cdata("state", first.region),
        markup.element("country", first.country),
        markup.cdata("location", "; ".join(locations)),
    ]


def _remote_type(facts: dict[str, Any]) -> str:
    if structured_places.is_remote(facts):
        return _FULLY_REMOTE
    return _HYBRID if facts.get("workplace") == "hybrid" else ""


def _employment_types(facts: dict[str, Any]) -> list[str]:
    return [known for kind in facts.get("employment_types", ()) if (known := _EMPLOYMENT_TYPES.get(kind))]


def _salary(pay: dict[str, Any] | None) -> str:
    """The pay as the posting states it, in figures: "24.5-26 EUR per hour"."""
    if not pay:
        return ""
    amounts = [_figure(pay[name]) for name in ("min", "max") if pay.get(name)]
    figures = "-".join(dict.fromkeys(amounts))
    unit = f"per {pay['unit']}" if pay.get("unit") else ""
    return " ".join(part for part in (figures, pay.get("currency", ""), unit) if part) if figures else ""


def _figure(amount: float) -> str:
    return f"{amount:.2f}".rstrip("0").rstrip(".")
