"""What one site shows, rendered once and kept for ever."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from django.conf import settings
from django.db import connections, models
from django.db.models import Exists, F, Func, OuterRef, Q, Value
from django.db.models.functions import Now
from django.utils import timezone

from postings.models import websearch
from postings.models.writeonce import WriteOnce, WriteOnceQuerySet

if TYPE_CHECKING:
    from postings.models.site import CareerSite


# The reason for an end that nobody had to bring about.
CLOSED = "The closing date is over."


class End(NamedTuple):
    """When and why something stopped being shown."""

    at: datetime
    reason: str


def end_of(ended_at: datetime | None, reason: str, expires_at: datetime | None) -> End | None:
    """How a publication ended, by hand or by its closing date; None while it is shown."""
    if ended_at is not None:
        return End(ended_at, reason)
    is_over = expires_at is not None and expires_at <= timezone.now()
    return End(expires_at, CLOSED) if expires_at is not None and is_over else None


def _holding_all(terms: Iterable[websearch.Term]) -> Q:
    every = Q()
    for term in terms:
        held = Q(search_text__iregex=term.pattern)
        every &= held if term.is_wanted else ~held
    return every


class PublicationQuerySet(WriteOnceQuerySet["Publication"]):
    def live(self) -> PublicationQuerySet:
        """What is shown now: not ended, and its closing date is not over, whoever has noticed."""
        return self.not_ended().filter(Q(expires_at__isnull=True) | Q(expires_at__gt=Now()))

    def not_ended(self) -> PublicationQuerySet:
        """What nobody has ended; some of it may be over by its closing date."""
        return self.filter(ended_at__isnull=True)

    def closed(self) -> PublicationQuerySet:
        """What is over by its closing date and still waits to be ended."""
        return self.not_ended().filter(expires_at__lte=Now())

    def on(self, site: CareerSite) -> PublicationQuerySet:
        return self.filter(site=site)

    def newest_first(self) -> PublicationQuerySet:
        return self.order_by("-published_at", "-id")

    def in_order(self) -> PublicationQuerySet:
        """Newest posting first, in an order that no edit changes."""
        return self.order_by("-first_number", "-id")

    def named(self, facet: str, value: str) -> PublicationQuerySet:
        """Those with a value among the values of a facet, as `PublicationFacet` keeps it."""
        facets = PublicationFacet.objects.filter(publication=OuterRef("pk"), name=facet, value=value)
        return self.filter(Exists(facets))

    def holding(self, search: str) -> PublicationQuerySet:
        """Those that hold what a search asks for; PostgreSQL has an index of words, SQLite looks into each text."""
        if connections[self.db].vendor == "postgresql":
            words = Func(F("search_text"), template="to_tsvector('simple', %(expressions)s)")
            asked = Func(
                Value(search.lower(), models.CharField()), template="websearch_to_tsquery('simple', %(expressions)s)"
            )
            both = {"template": "%(expressions)s", "arg_joiner": " @@ ", "output_field": models.BooleanField()}
            return self.filter(Func(words, asked, **both))
        either = Q(pk__in=())
        for terms in websearch.alternatives(search):
            either |= _holding_all(terms)
        return self.filter(either)

    def end(self, *, at: datetime, by: Any, reason: str, number: int, is_replaced: bool = False) -> int:
        """End those of them that nobody has ended; the only change a publication ever sees.  Returns how many."""
        changes = {"ended_at": at, "ended_by": by, "ended_reason": reason}
        changes |= {"changed_number": number, "is_replaced": is_replaced}
        return models.QuerySet.update(self.not_ended(), **changes)


class Publication(WriteOnce):
    """One revision of a posting as a site shows it, with everything a reader needs in this one row.

    `fragment` is served byte for byte, and so are `payload` (the API's detail, JSON without addresses) and `summary`.
    `sections` is a list of `{"kind", "heading", "html", "text"}` in the order shown.  `structured_data` is a schema.org
    JobPosting, or `{}` where the facts do not suffice.  `public_id` is the validator of every response made from this
    row.

    `number` is the site's change that brought it; `changed_number` the change that brought or ended it: in the order
    of commits, so a reader who remembers one misses nothing.  `first_number` is that of the posting's first publication
    here and stays the same over every edit: the order of lists.  From `expires_at` on it is over, ended or not.  The
    columns after it are facts to filter by.
    """

    posting = models.ForeignKey("postings.Posting", on_delete=models.PROTECT, related_name="publications")
    site = models.ForeignKey("postings.CareerSite", on_delete=models.PROTECT, related_name="publications")
    revision = models.ForeignKey("postings.Revision", on_delete=models.PROTECT, related_name="publications")
    slug = models.SlugField(max_length=120)
    title = models.CharField(max_length=300)
    company = models.CharField(max_length=300, blank=True, default="")
    facts = models.JSONField(default=dict, blank=True)
    language = models.CharField(max_length=16, blank=True, default="")
    fragment = models.TextField()
    sections = models.JSONField(default=list)
    structured_data = models.JSONField(default=dict, blank=True)
    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    published_at = models.DateTimeField()
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    ended_reason = models.CharField(max_length=300, blank=True, default="")
    is_replaced = models.BooleanField(default=False)

    number = models.BigIntegerField(default=0)
    changed_number = models.BigIntegerField(default=0)
    first_number = models.BigIntegerField(default=0)
    first_published_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)

    department = models.CharField(max_length=300, blank=True, default="")
    workplace = models.CharField(max_length=40, blank=True, default="")
    pay_currency = models.CharField(max_length=8, blank=True, default="")
    pay_unit = models.CharField(max_length=16, blank=True, default="")
    pay_most = models.FloatField(null=True, blank=True)
    search_text = models.TextField(blank=True, default="")
    summary = models.TextField(blank=True, default="")
    payload = models.TextField(blank=True, default="")

    objects = PublicationQuerySet.as_manager()

    class Meta:
        ordering = ("-published_at", "-id")
        constraints = (
            models.UniqueConstraint(
                fields=("posting", "site"),
                condition=Q(ended_at__isnull=True),
                name="one_live_publication_for_a_posting_and_site",
            ),
            models.UniqueConstraint(
                fields=("site", "slug"),
                condition=Q(ended_at__isnull=True),
                name="one_live_publication_for_a_slug_and_site",
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=False) | Q(ended_by__isnull=True, ended_reason=""),
                name="publication_end_has_a_time",
            ),
            models.CheckConstraint(condition=~Q(fragment=""), name="publication_shows_something"),
        )
        indexes = (
            models.Index(
                fields=("site", "-published_at", "-id"),
                condition=Q(ended_at__isnull=True),
                name="publication_live_newest_first",
            ),
            models.Index(
                fields=("site", "-first_number"), condition=Q(ended_at__isnull=True), name="publication_live_in_order"
            ),
            models.Index(
                fields=("site", "published_at"), condition=Q(ended_at__isnull=True), name="publication_live_updated"
            ),
            models.Index(
                fields=("site", "pay_unit", "pay_most"),
                condition=Q(ended_at__isnull=True, pay_most__isnull=False),
                name="publication_live_pay",
            ),
            models.Index(fields=("site", "changed_number"), condition=Q(is_replaced=False), name="publication_changes"),
            models.Index(
                fields=("site", "expires_at"),
                condition=Q(ended_at__isnull=True, expires_at__isnull=False),
                name="publication_live_until",
            ),
            models.Index(fields=("site", "slug", "-published_at"), name="publication_site_slug"),
        )

    def __str__(self) -> str:
        return f"{self.title} on {self.site_id}"

    @property
    def is_live(self) -> bool:
        return self.end is None

    @property
    def end(self) -> End | None:
        """How it ended, by hand or by its closing date; None while it is shown."""
        return end_of(self.ended_at, self.ended_reason, self.expires_at)


class PublicationFacet(models.Model):
    """One of several values of a publication that readers filter by, in small letters: a place, an employment type."""

    publication = models.ForeignKey(Publication, on_delete=models.CASCADE, related_name="facets")
    name = models.CharField(max_length=20)
    value = models.CharField(max_length=300)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("name", "value", "publication"), name="one_facet_of_a_publication"),
        )

    def __str__(self) -> str:
        return f"{self.name}: {self.value}"
