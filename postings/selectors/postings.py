"""Postings as the desk shows them: the list, one posting's page, its parts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.contrib.auth.models import User
from django.db.models import Count, F, Q

from postings.models import (
    AuditEntry,
    Heartbeat,
    NormalizationRun,
    Posting,
    PostingState,
    Publication,
    Revision,
    Section,
    Source,
)
from postings.models.posting import PostingQuerySet
from postings.models.publication import PublicationQuerySet

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from postings.models.run import RunQuerySet

AUDIT_ENTRIES_SHOWN = 50


@dataclass(frozen=True, slots=True)
class PostingPage:
    """What the page of one posting shows.  `posting` carries `state` and `has_proposal`.

    `source` and `run` are the newest; `proposal` is a newer result that waits beside a person's text.
    """

    posting: Posting
    head: Revision | None
    sections: list[Section]
    source: Source | None
    run: NormalizationRun | None
    proposal: NormalizationRun | None
    history: list[Revision]
    publications: list[Publication]
    audit: list[AuditEntry]

    @property
    def live(self) -> Publication | None:
        """What is shown now."""
        return next((publication for publication in self.publications if publication.is_live), None)


def posting_page(posting_id: int) -> PostingPage | None:
    """Everything about one posting, or None where there is none."""
    postings = Posting.objects.with_state().with_proposal().select_related("site", "head")
    posting = postings.filter(pk=posting_id).first()
    if posting is None:
        return None
    runs = NormalizationRun.objects.filter(source__posting=posting).select_related("source").newest_first()
    history = _revisions(posting)
    head = next((revision for revision in history if revision.pk == posting.head_id), None)
    return PostingPage(
        posting=posting,
        head=head,
        sections=head.ordered_sections() if head else [],
        source=Source.objects.filter(posting=posting).newest_first().first(),
        run=runs.first(),
        proposal=runs.open_proposals().first(),
        history=history,
        publications=list(_publications(posting)),
        audit=_audit(posting),
    )


def last_beat(name: str) -> datetime | None:
    """When something last showed that it works."""
    return Heartbeat.objects.filter(name=name).values_list("beat_at", flat=True).first()


def counts_by_state(user: User | AnonymousUser) -> dict[str, int]:
    """How many of the postings a person may see are in each state; states without any are absent.

    What was ever shown is counted from the publications, which are few; the rest that has text is in review.  The
    newest run, dear to find for each of many, matters only to postings without text.
    """
    postings = Posting.objects.visible_to(user).order_by()
    number = postings.aggregate(all=Count("pk"), with_text=Count("pk", filter=Q(head_number__gt=0)))
    counts = _shown_by_state(postings)
    counts[PostingState.IN_REVIEW] = number["with_text"] - sum(counts.values())
    if number["all"] > number["with_text"]:
        without = postings.filter(head_number=0).with_state()
        counts |= dict(without.values_list("state").annotate(number=Count("pk")))  # type: ignore[misc]
    return {str(state): many for state, many in counts.items() if many}


def _shown_by_state(postings: PostingQuerySet) -> dict[str, int]:
    """How many of the postings are, or were, shown, by their state."""
    live = Q(ended_at__isnull=True)
    same = {"revision": F("posting__head"), "title": F("posting__title"), "company": F("posting__company")}
    shown = Publication.objects.filter(posting__in=postings).aggregate(
        ever=Count("posting", distinct=True),
        now=Count("posting", distinct=True, filter=live),
        as_it_is=Count("posting", distinct=True, filter=live & Q(**same)),
    )
    return {
        PostingState.PUBLISHED: shown["as_it_is"],
        PostingState.CHANGED: shown["now"] - shown["as_it_is"],
        PostingState.TAKEN_DOWN: shown["ever"] - shown["now"],
    }


def recent_changes(limit: int, user: User | AnonymousUser | None = None) -> list[AuditEntry]:
    """What happened last to postings, newest first; for a user, to those that the user may see."""
    entries = AuditEntry.objects.filter(posting__isnull=False).exclude(action__startswith="run.queued")
    if user is not None and not user.has_perm("postings.view_posting"):
        entries = entries.filter(posting__in=Posting.objects.visible_to(user))
    return list(entries.select_related("posting__site", "actor").newest_first()[:limit])


def desk_posting(posting_id: int, user: User | AnonymousUser | None = None) -> Posting | None:
    """A posting for its page, with `state`, `has_proposal`, `latest_run_state`, site and head.

    For a user None also where the posting is not theirs to see.
    """
    postings = Posting.objects.all() if user is None else Posting.objects.visible_to(user)
    postings = postings.with_state().with_proposal().defer("search_text")
    return postings.select_related("site", "head__author").filter(pk=posting_id).first()


def runs_of(posting: Posting) -> RunQuerySet:
    """A posting's runs with their sources, newest first, without what is large."""
    runs = NormalizationRun.objects.filter(source__posting=posting).select_related("source__received_by")
    return runs.defer("source__data", "ledger", "warnings", "facts", "fragment").newest_first()


def head_sections(posting: Posting) -> list[Section]:
    """The section versions of a posting's newest text, in the contract's order."""
    return posting.head.ordered_sections() if posting.head else []


def history_of(posting: Posting) -> list[Revision]:
    """A posting's revisions with author and base, newest first, without their texts."""
    revisions = Revision.objects.filter(posting=posting).select_related("author", "base", "run")
    return list(revisions.defer("run__ledger", "run__fragment", "run__facts", "run__warnings").order_by("-number"))


def user_names(ids: Iterable[int]) -> dict[int, str]:
    """The names of users by id."""
    return dict(User.objects.filter(pk__in=set(ids)).values_list("pk", "username"))


def _revisions(posting: Posting) -> list[Revision]:
    revisions = Revision.objects.filter(posting=posting).select_related("author", "base").with_sections()
    return list(revisions.order_by("-number"))


def _publications(posting: Posting) -> PublicationQuerySet:
    publications = Publication.objects.filter(posting=posting).select_related("revision", "published_by", "ended_by")
    return publications.newest_first()


def _audit(posting: Posting) -> list[AuditEntry]:
    entries = AuditEntry.objects.filter(posting=posting).select_related("actor", "site")
    return list(entries.newest_first()[:AUDIT_ENTRIES_SHOWN])
