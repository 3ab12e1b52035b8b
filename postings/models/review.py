"""What waits for somebody's decision: a text for its approval, a section of a new source for an editor."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from postings.models.revision import SECTION_KINDS

_USER = settings.AUTH_USER_MODEL


class ReviewDecision(models.TextChoices):
    NONE = "", "Waiting"
    APPROVED = "approved", "Approved"
    CHANGES_REQUESTED = "changes_requested", "Changes requested"
    SUPERSEDED = "superseded", "A newer request took its place"


class ReviewQuerySet(models.QuerySet["Review"]):
    def waiting(self) -> ReviewQuerySet:
        return self.filter(decision=ReviewDecision.NONE)

    def approved(self) -> ReviewQuerySet:
        return self.filter(decision=ReviewDecision.APPROVED)


class Review(models.Model):
    """One revision, shown to others for their approval.  `note` is the asker's, `decision_note` the answer."""

    posting = models.ForeignKey("postings.Posting", on_delete=models.PROTECT, related_name="reviews")
    revision = models.ForeignKey("postings.Revision", on_delete=models.PROTECT, related_name="reviews")
    requested_by = models.ForeignKey(_USER, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    requested_at = models.DateTimeField()
    note = models.CharField(max_length=500, blank=True, default="")
    decided_by = models.ForeignKey(_USER, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    decided_at = models.DateTimeField(null=True, blank=True)
    decision = models.CharField(max_length=20, choices=ReviewDecision.choices, blank=True, default=ReviewDecision.NONE)
    decision_note = models.CharField(max_length=500, blank=True, default="")

    objects = ReviewQuerySet.as_manager()

    class Meta:
        ordering = ("-id",)
        constraints = (
            models.UniqueConstraint(
                fields=("posting",), condition=Q(decision=""), name="one_waiting_review_for_a_posting"
            ),
            models.CheckConstraint(
                condition=Q(decision__in=["", "approved", "changes_requested", "superseded"]),
                name="review_decision_is_known",
            ),
            models.CheckConstraint(
                condition=Q(decision="", decided_at__isnull=True) | (~Q(decision="") & Q(decided_at__isnull=False)),
                name="review_is_decided_at_a_time",
            ),
        )

    def __str__(self) -> str:
        return f"Review of {self.revision_id}: {self.get_decision_display()}"


class ProposalStatus(models.TextChoices):
    OPEN = "open", "Waiting"
    ACCEPTED = "accepted", "New text taken"
    KEPT = "kept", "Own text kept"
    MERGED = "merged", "Merged"
    SUPERSEDED = "superseded", "A newer source came"


class ProposalQuerySet(models.QuerySet["Proposal"]):
    def open(self) -> ProposalQuerySet:
        return self.filter(status=ProposalStatus.OPEN)


class Proposal(models.Model):
    """One section of a new source (or of a newer normalizer) beside a person's text, until the person decides.

    `base` is the machine's section that the person's text was made from, `theirs` the new one; either is empty where
    the section does not exist there.
    """

    posting = models.ForeignKey("postings.Posting", on_delete=models.PROTECT, related_name="proposals")
    run = models.ForeignKey("postings.NormalizationRun", on_delete=models.PROTECT, related_name="proposals")
    kind = models.CharField(max_length=40)
    status = models.CharField(max_length=12, choices=ProposalStatus.choices, default=ProposalStatus.OPEN)
    base = models.ForeignKey("postings.Section", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    theirs = models.ForeignKey("postings.Section", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField()
    decided_by = models.ForeignKey(_USER, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    decided_at = models.DateTimeField(null=True, blank=True)

    objects = ProposalQuerySet.as_manager()

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("posting", "kind"), condition=Q(status="open"), name="one_open_proposal_for_a_section"
            ),
            models.CheckConstraint(condition=Q(kind__in=SECTION_KINDS), name="proposal_kind_is_in_the_contract"),
            models.CheckConstraint(
                condition=Q(status__in=["open", "accepted", "kept", "merged", "superseded"]),
                name="proposal_status_is_known",
            ),
            models.CheckConstraint(
                condition=Q(status="open", decided_at__isnull=True) | (~Q(status="open") & Q(decided_at__isnull=False)),
                name="proposal_is_decided_at_a_time",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} of {self.posting_id} ({self.status})"
