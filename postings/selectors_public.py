"""What the public may read: live publications of a site, and that one was there.  Nothing here can show a draft.

A reader's request is one query where it can be: the site, the reader's key and the posting come in the same row, so a
key that was revoked a moment ago is refused in every process.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Exists, F, FilteredRelation, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Now

from postings.models import CareerSite, KeyScope, Publication, SiteChanges, SiteKey
from postings.models.prepared import Prepared
from postings.models.publication import End, PublicationQuerySet, end_of

TEXTS = ("payload", "fragment", "structured_data")


class Gate(NamedTuple):
    """A site as a reader meets it, and the reader's key if it is one of the site's.

    What comes after the key names all that the site shows: its count of changes, and the last closing date that still
    waits to be counted; `closes_at` is the next one.  It is asked for where lists are made, not for one posting.
    """

    site_id: int
    slug: str
    is_public: bool
    allowed_origins: list[str]
    key_id: int | None
    key_origins: list[str] | None
    key_used_at: datetime | None
    key_expires_at: datetime | None
    number: int | None = None
    changed_at: datetime | None = None
    closed_at: datetime | None = None
    closes_at: datetime | None = None


class Found(NamedTuple):
    """What a site shows at a slug, or showed there last (`end`); `text` is what was asked for."""

    posting_id: int
    public_id: uuid.UUID
    slug: str
    title: str
    language: str
    published_at: datetime
    ended_at: datetime | None
    ended_reason: str
    expires_at: datetime | None
    text: Any

    @property
    def end(self) -> End | None:
        return end_of(self.ended_at, self.ended_reason, self.expires_at)


_GATE = (
    *("id", "slug", "is_public", "allowed_origins"),
    *("key__id", "key__allowed_origins", "key__last_used_at", "key__expires_at"),
)
_SHOWN = ("changes__number", "changes__changed_at", "closed_at", "closes_at")
_FOUND = (
    *("posting_id", "public_id", "slug", "title", "language", "published_at"),
    *("ended_at", "ended_reason", "expires_at"),
)


def _sites(site: str, digest: str) -> QuerySet[CareerSite]:
    in_time = Q(keys__expires_at__isnull=True) | Q(keys__expires_at__gt=Now())
    usable = Q(in_time, keys__digest=digest, keys__scope=KeyScope.READ.value, keys__revoked_at__isnull=True)
    return CareerSite.objects.filter(slug=site).annotate(key=FilteredRelation("keys", condition=usable))


def _gates(site: str, digest: str) -> QuerySet[Any, Any]:
    waiting = Publication.objects.not_ended().filter(site=OuterRef("pk"))
    closed = waiting.filter(expires_at__lte=Now()).order_by("-expires_at")
    closing = waiting.filter(expires_at__gt=Now()).order_by("expires_at")
    rows = _sites(site, digest).annotate(
        closed_at=Subquery(closed.values("expires_at")[:1]), closes_at=Subquery(closing.values("expires_at")[:1])
    )
    return rows.order_by().values_list(*_GATE, *_SHOWN)[:1]


def _postings(text: str) -> Any:
    columns = [f"shown__{name}" for name in (*_FOUND, text)]

    def make(site: str, slug: str, digest: str) -> QuerySet[Any, Any]:
        shown = FilteredRelation("publications", condition=Q(publications__slug=slug))
        rows = _sites(site, digest).annotate(shown=shown)
        newest = rows.order_by(F("shown__ended_at").desc(nulls_first=True), F("shown__id").desc())
        return newest.values_list(*_GATE, *columns)[:1]

    return make


class Shown(NamedTuple):
    """What names all that a site shows at a moment: `name` is another whenever any of it is; `at` is the change."""

    name: str
    at: datetime | None

    @classmethod
    def of(cls, number: int | None, changed_at: datetime | None, closed_at: datetime | None) -> Shown:
        moments = [moment for moment in (changed_at, closed_at) if moment]
        told = (str(int(moment.timestamp() * 1000)) for moment in moments)
        return cls("-".join((str(number or 0), *told)), max(moments, default=None))


_GATE_QUERY = Prepared(_gates, "site", "digest")
_POSTING_QUERIES = {text: Prepared(_postings(text), "site", "slug", "digest") for text in TEXTS}


def gate(site: str, digest: str = "") -> Gate | None:
    """A site by its slug, with the read key that has this digest; one query."""
    row = _GATE_QUERY.first(site=site, digest=digest)
    return Gate(*row) if row else None


def posting_at(site: str, slug: str, digest: str, text: str) -> tuple[Gate, Found | None] | None:
    """A site, the key, and what stands at a slug with one of TEXTS; one query."""
    row = _POSTING_QUERIES[text].first(site=site, slug=slug, digest=digest)
    if row is None:
        return None
    found = row[len(_GATE) :]
    return Gate(*row[: len(_GATE)]), Found(*found) if found[0] is not None else None


def publication_by_id(site_id: int, public_id: uuid.UUID) -> tuple[Found, bool] | None:
    """One publication of a site, live or replaced, and whether its posting is still shown there."""
    live = Publication.objects.live().filter(posting=OuterRef("posting"), site=OuterRef("site"))
    rows = Publication.objects.filter(site=site_id, public_id=public_id).annotate(is_shown=Exists(live))
    row = rows.values_list(*_FOUND, "payload", "is_shown").first()
    return (Found(*row[:-1]), row[-1]) if row else None


def end_of_posting(site_id: int, posting_id: int) -> End | None:
    """When and why a site stopped showing a posting; None while it shows it."""
    publications = Publication.objects.filter(site=site_id, posting=posting_id).only(*_END)
    last = publications.order_by(F("ended_at").desc(nulls_first=True), "-id").first()
    return last.end if last else None


def whole_publication(public_id: uuid.UUID) -> Publication:
    """A publication with what its stored JSON is made of: for rows from before there was any."""
    rows = Publication.objects.select_related("revision__run__source", "posting")
    return rows.get(public_id=public_id)


def key_origins(site_id: int) -> set[str]:
    """The origins that any usable key of a site names; a browser asks before it shows its key."""
    keys = SiteKey.objects.usable().filter(site=site_id, scope=KeyScope.READ)
    return {origin for origins in keys.values_list("allowed_origins", flat=True) for origin in origins}


class Row(NamedTuple):
    """A publication in a list or among changes: `text` is its stored JSON (empty in old rows).

    `fragment` is there where it was asked for beside the summary.
    """

    public_id: uuid.UUID
    posting_id: int
    slug: str
    number: int
    ended_at: datetime | None
    ended_reason: str
    expires_at: datetime | None
    text: str
    fragment: str = ""

    @property
    def end(self) -> End | None:
        return end_of(self.ended_at, self.ended_reason, self.expires_at)


_END = ("ended_at", "ended_reason", "expires_at")
SUMMARY, WITH_FRAGMENT, WHOLE = "summary", "with fragment", "whole"
_TEXTS = {SUMMARY: ("summary",), WITH_FRAGMENT: ("summary", "fragment"), WHOLE: ("payload",)}


def shown_on(site_id: int) -> PublicationQuerySet:
    """What a site shows now."""
    return Publication.objects.live().filter(site=site_id)


def page(publications: PublicationQuerySet, before: int | None, limit: int, *, text: str) -> list[Row]:
    """Publications in their order, behind the posting with the number `before`; one query."""
    if before is not None:
        publications = publications.filter(first_number__lt=before)
    columns = ("public_id", "posting_id", "slug", "first_number", *_END)
    return [Row(*row) for row in publications.in_order().values_list(*columns, *_TEXTS[text])[:limit]]


def changes_after(site_id: int, number: int | None, limit: int, *, text: str) -> list[Row]:
    """What came and what went since a number, in the order of the commits; without one, what is there now.

    What was replaced is not among them: its replacement comes later.
    """
    rows = Publication.objects.filter(site=site_id, is_replaced=False)
    rows = rows.live() if number is None else rows.filter(changed_number__gt=number)
    columns = ("public_id", "posting_id", "slug", "changed_number", *_END)
    ordered = rows.order_by("changed_number", "id")
    return [Row(*row) for row in ordered.values_list(*columns, *_TEXTS[text])[:limit]]


# --- Careers pages and feeds ---------------------------------------------------------------------


def public_site(slug: str) -> CareerSite | None:
    """The site with this slug, if everybody may read it, with `closed_at`, the last closing date not counted yet."""
    closed = Publication.objects.closed().filter(site=OuterRef("pk")).order_by("-expires_at")
    sites = CareerSite.objects.filter(slug=slug, is_public=True).select_related("changes")
    return sites.annotate(closed_at=Subquery(closed.values("expires_at")[:1])).first()


def shown_by(site: CareerSite) -> Shown:
    """What names all that a site from `public_site` shows now."""
    changes: SiteChanges | None = getattr(site, "changes", None)
    closed_at: datetime | None = getattr(site, "closed_at", None)
    return Shown.of(changes.number if changes else None, changes.changed_at if changes else None, closed_at)


def live_publications(site: CareerSite) -> PublicationQuerySet:
    """What a site shows now, newest posting first."""
    return Publication.objects.live().on(site).in_order()


def publication_at(site_slug: str, slug: str) -> Publication | None:
    """What a public site shows at a slug, else what it showed there last, else None; with its site.  One query."""
    publications = Publication.objects.filter(site__slug=site_slug, site__is_public=True, slug=slug)
    publications = publications.select_related("site").defer("payload", "summary", "search_text")
    return publications.order_by(F("ended_at").desc(nulls_first=True), "-id").first()


def live_publications_after(site: CareerSite, before: int | None) -> PublicationQuerySet:
    """What a site shows now, from behind a place in that order (`first_number`); without the texts."""
    publications = live_publications(site).defer(
        "fragment", "sections", "structured_data", "payload", "summary", "search_text"
    )
    return publications if before is None else publications.filter(first_number__lt=before)


def publication_place(site: CareerSite, public_id: uuid.UUID) -> int | None:
    """Where a publication stands, or stood, in its site's order."""
    return Publication.objects.on(site).filter(public_id=public_id).values_list("first_number", flat=True).first()


def feed(site: CareerSite, *columns: str, newest: int | None = None) -> Iterator[dict[str, Any]]:
    """A site's live publications for a feed, a few hundred at a time, however many there are."""
    rows = live_publications(site).values(*columns)
    return (rows if newest is None else rows[:newest]).iterator(chunk_size=200)


def feed_addresses(site: CareerSite, start: int, limit: int) -> Iterator[tuple[str, datetime]]:
    """Slugs with the moment of their publication, oldest posting first, from a number on."""
    rows = Publication.objects.live().on(site).filter(first_number__gte=start).order_by("first_number", "id")
    return rows.values_list("slug", "published_at")[:limit].iterator(chunk_size=2_000)


def feed_starts(site: CareerSite, size: int) -> list[int]:
    """The numbers at which parts of `size` postings begin."""
    rows = Publication.objects.live().on(site).order_by("first_number", "id").values_list("first_number", flat=True)
    return [number for position, number in enumerate(rows.iterator(chunk_size=5_000)) if position % size == 0]
