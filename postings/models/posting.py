"""A posting: a name for one job on one site.  Its state is which source, run, revision and publication it points to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.models import Case, Exists, OuterRef, Q, Subquery, Value, When

from postings.models.membership import SiteMembership
from postings.models.publication import Publication
from postings.models.review import Proposal
from postings.models.revision import RevisionOrigin
from postings.models.run import NormalizationRun, RunState
from postings.models.searching import WordsField, words_wanted

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser, User


class PostingState(models.TextChoices):
    PROCESSING = "processing", "Processing"
    FAILED = "failed", "Failed"
    IN_REVIEW = "in_review", "In review"
    PUBLISHED = "published", "Published"
    CHANGED = "changed", "Published, with newer changes"
    TAKEN_DOWN = "taken_down", "Taken down"


class TitleOrigin(models.TextChoices):
    """Where a title comes from.  The machine replaces a placeholder or a found title, no other."""

    PLACEHOLDER = "placeholder"
    FOUND = "found"
    SENDER = "sender"
    EDITOR = "editor"


def _publications() -> models.QuerySet[Publication]:
    return Publication.objects.filter(posting=OuterRef("pk"))


def _latest_run() -> models.QuerySet[NormalizationRun]:
    return NormalizationRun.objects.filter(source__posting=OuterRef("pk")).order_by("-source_id", "-id")


def _newest_with(**wanted: Any) -> Exists:
    """Whether the newest run is such a one: a run that no other came after, so the database can start from few."""
    later = NormalizationRun.objects.filter(source__posting=OuterRef("source__posting")).filter(
        Q(source_id__gt=OuterRef("source_id")) | Q(source_id=OuterRef("source_id"), pk__gt=OuterRef("pk"))
    )
    return Exists(NormalizationRun.objects.filter(~Exists(later), source__posting=OuterRef("pk"), **wanted))


# A live publication that shows the posting as it is now.
_AS_IT_IS = {"revision": OuterRef("head"), "title": OuterRef("title"), "company": OuterRef("company")}


class PostingQuerySet(models.QuerySet["Posting"]):
    def with_state(self) -> PostingQuerySet:
        """Annotates `state`, one of PostingState: the same words on every screen, computed by the database."""
        live = _publications().filter(ended_at__isnull=True)
        return self.annotate(
            is_live=Exists(live),
            is_live_at_head=Exists(live.filter(**_AS_IT_IS)),
            was_live=Exists(_publications()),
            latest_run_state=Subquery(_latest_run().values("state")[:1]),
            state=Case(
                When(is_live_at_head=True, then=Value(PostingState.PUBLISHED)),
                When(is_live=True, then=Value(PostingState.CHANGED)),
                When(was_live=True, then=Value(PostingState.TAKEN_DOWN)),
                When(head_number__gt=0, then=Value(PostingState.IN_REVIEW)),
                When(latest_run_state=RunState.FAILED, then=Value(PostingState.FAILED)),
                default=Value(PostingState.PROCESSING),
                output_field=models.CharField(),
            ),
        )

    def with_proposal(self) -> PostingQuerySet:
        """Annotates `has_proposal`: a changed source waits beside text that a person has written."""
        return self.annotate(has_proposal=Exists(Proposal.objects.open().filter(posting=OuterRef("pk"))))

    def in_state(self, state: str) -> PostingQuerySet:
        """The postings in a state, without `state` itself: said so that the database can start from what is rare."""
        publications, live = Exists(_publications()), Exists(_publications().filter(ended_at__isnull=True))
        as_it_is = Exists(_publications().filter(ended_at__isnull=True, **_AS_IT_IS))
        failed = _newest_with(state=RunState.FAILED)
        conditions = {
            PostingState.PUBLISHED: Q(as_it_is),
            PostingState.CHANGED: Q(live) & ~Q(as_it_is),
            PostingState.TAKEN_DOWN: Q(publications) & ~Q(live),
            PostingState.IN_REVIEW: Q(head_number__gt=0) & ~Q(publications),
            PostingState.FAILED: Q(head_number=0) & ~Q(publications) & Q(failed),
            PostingState.PROCESSING: Q(head_number=0) & ~Q(publications) & ~Q(failed),
        }
        return self.filter(conditions[PostingState(state)]) if state in PostingState.values else self.none()

    def published(self) -> PostingQuerySet:
        """Postings that a site shows now, with or without newer changes."""
        return self.filter(Exists(_publications().filter(ended_at__isnull=True)))

    def in_review(self) -> PostingQuerySet:
        """Postings with text that were never shown."""
        return self.in_state(PostingState.IN_REVIEW)

    def failed(self) -> PostingQuerySet:
        """Postings without text whose latest run failed."""
        return self.in_state(PostingState.FAILED)

    def holding(self, query: str) -> PostingQuerySet:
        """The postings in which each word of a search begins a word of title, company, reference or newest text."""
        wanted = words_wanted(query)
        return self.filter(search_text__holds_words=wanted) if wanted else self.all()

    def visible_to(self, user: User | AnonymousUser) -> PostingQuerySet:
        """The postings that a person may look at: all by a group's right, else those of the person's sites."""
        if user.has_perm("postings.view_posting"):
            return self.all()
        if not user.is_authenticated or not user.is_active:
            return self.none()
        return self.filter(Exists(SiteMembership.objects.filter(user=user.pk, site=OuterRef("site"))))


class Posting(models.Model):
    """One job on one site.

    `reference` is the sender's own id, unique on the site where there is one.  `head_number` is the number of the
    newest revision (0: none yet); every save compares and swaps it, so `head` never moves under somebody's hands.
    `warning_count` repeats how many warnings the run has that explains the text, `search_text` names and text in the
    form that is searched (`postings.models.searching`).
    """

    site = models.ForeignKey("postings.CareerSite", on_delete=models.PROTECT, related_name="postings")
    slug = models.SlugField(max_length=120)
    reference = models.CharField(max_length=200, blank=True, default="")
    title = models.CharField(max_length=300)
    title_origin = models.CharField(max_length=12, choices=TitleOrigin.choices, default=TitleOrigin.PLACEHOLDER)
    company = models.CharField(max_length=300, blank=True, default="")
    head_number = models.PositiveIntegerField(default=0)
    head = models.ForeignKey("postings.Revision", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField(db_index=True)
    warning_count = models.PositiveIntegerField(default=0, db_index=True, editable=False)
    search_text = WordsField(blank=True, default="", editable=False)

    objects = PostingQuerySet.as_manager()

    class Meta:
        ordering = ("-changed_at", "-id")
        permissions = (("publish_posting", "Can publish and unpublish posting"),)
        constraints = (
            models.UniqueConstraint(fields=("site", "slug"), name="one_posting_for_a_slug_and_site"),
            models.UniqueConstraint(
                fields=("site", "reference"), condition=~Q(reference=""), name="one_posting_for_a_reference_and_site"
            ),
            models.CheckConstraint(condition=~Q(title=""), name="posting_has_a_title"),
            models.CheckConstraint(
                condition=Q(head_number__gt=0) | Q(head__isnull=True), name="posting_without_number_has_no_head"
            ),
        )

    def __str__(self) -> str:
        return self.title

    @property
    def head_is_machine_made(self) -> bool:
        """Whether a new normalizer result may take the head's place by itself."""
        return self.head is None or self.head.origin == RevisionOrigin.NORMALIZER
