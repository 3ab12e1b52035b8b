"""Finding postings: what is searched and filtered, and which columns show it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import timedelta
from typing import TYPE_CHECKING, cast

from django.core.paginator import Page, Paginator
from django.utils import timezone

from postings.models import CareerSite, Posting, RevisionOrigin, SavedView
from postings.models.posting import PostingQuerySet

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser, User

# Everything a list can show of a posting, with its heading; the first is always there.
COLUMNS: dict[str, str] = {
    "title": "Title",
    "state": "State",
    "site": "Site",
    "warnings": "Warnings",
    "changed_at": "Changed",
    "author": "By",
    "company": "Company",
    "language": "Language",
    "origin": "Text by",
    "reference": "Reference",
    "created_at": "Added",
}
DEFAULT_COLUMNS = ("title", "state", "site", "warnings", "changed_at", "author")
PERSON = "person"


class LeanPaginator(Paginator):
    """Pages of a list of postings: first which rows, then what they show, so that rows that are passed over cost
    next to nothing."""

    def page(self, number: int | str) -> Page:
        wanted = self.validate_number(number)
        start = (wanted - 1) * self.per_page
        postings = cast("PostingQuerySet", self.object_list)
        ids = list(postings.values_list("pk", flat=True)[start : start + self.per_page])
        order = {pk: place for place, pk in enumerate(ids)}
        rows = sorted(postings.filter(pk__in=ids), key=lambda posting: order[posting.pk])
        return Page(rows, wanted, self)


@dataclass(frozen=True, slots=True)
class Finding:
    """What a list of postings is narrowed to; an empty value asks for nothing.

    `site` is a slug, `warnings` some or none, `origin` of the newest text normalizer or person (or an exact
    RevisionOrigin), `age` at most so many days since the last change, `proposal` "yes" for a source that changed.
    """

    search: str = ""
    state: str = ""
    site: str = ""
    language: str = ""
    warnings: str = ""
    origin: str = ""
    age: str = ""
    proposal: str = ""

    @classmethod
    def of(cls, stated: Mapping[str, object]) -> Finding:
        """From a form or a saved view; what is unknown is left out."""
        return cls(**{name: str(stated.get(name) or "") for name in FINDING_NAMES})


FINDING_NAMES = tuple(field.name for field in fields(Finding))


def postings_list(user: User | AnonymousUser, finding: Finding | None = None) -> PostingQuerySet:
    """The postings a person may see, newest change first, with `state` and `has_proposal`."""
    postings = Posting.objects.visible_to(user).with_state().with_proposal()
    postings = postings.select_related("site", "head__author").defer("search_text")
    return narrowed(postings, finding or Finding()).order_by("-changed_at", "-id")


def narrowed(postings: PostingQuerySet, finding: Finding) -> PostingQuerySet:
    """Those of the postings, as `postings_list` gives them, that are asked for."""
    if finding.search:
        postings = postings.holding(finding.search)
    if finding.state:
        postings = postings.in_state(finding.state)
    if finding.site:
        # By its id: of a joined slug PostgreSQL cannot know how many postings it stands for, and plans for thousands.
        site = CareerSite.objects.filter(slug=finding.site).values_list("pk", flat=True).first()
        postings = postings.filter(site=site)
    if finding.language:
        postings = postings.filter(head__language=finding.language)
    if finding.warnings in ("some", "none"):
        some = finding.warnings == "some"
        postings = postings.filter(warning_count__gt=0) if some else postings.filter(warning_count=0)
    if finding.age.isascii() and finding.age.isdecimal() and len(finding.age) < 6:
        postings = postings.filter(changed_at__gte=timezone.now() - timedelta(days=int(finding.age)))
    if finding.proposal == "yes":
        postings = postings.filter(has_proposal=True)  # type: ignore[misc]  # the stubs know no annotations
    return _by_origin(postings, finding.origin)


def _by_origin(postings: PostingQuerySet, origin: str) -> PostingQuerySet:
    if origin == PERSON:
        return postings.filter(head__isnull=False).exclude(head__origin=RevisionOrigin.NORMALIZER)
    return postings.filter(head__origin=origin) if origin in RevisionOrigin.values else postings


def postings_holding(postings: PostingQuerySet, text: str) -> PostingQuerySet:
    """Those of the postings that hold every word of a search in title, company, reference or their newest text."""
    return postings.holding(text)


def visible_sites(user: User | AnonymousUser) -> list[CareerSite]:
    """The sites whose postings a person may see."""
    if user.has_perm("postings.view_posting"):
        return list(CareerSite.objects.all())
    if not user.is_authenticated or not user.is_active:
        return []
    return list(CareerSite.objects.filter(memberships__user=user.pk))


def saved_views(user: User | AnonymousUser) -> list[SavedView]:
    """The views a person keeps, by name."""
    return list(SavedView.objects.filter(user=user.pk)) if user.is_authenticated else []


def columns_of(view: SavedView | None) -> list[str]:
    """The columns a view shows, the title first; the usual ones where it names none."""
    named = [column for column in (view.columns if view else ()) if column in COLUMNS]
    return list(dict.fromkeys(["title", *(named or DEFAULT_COLUMNS)]))
