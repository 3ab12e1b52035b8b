"""One version of the normalizer on one source: the row that says what is to be done and what came of it."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import models
from django.db.models import Exists, OuterRef, Q

from postings.models.review import Proposal

if TYPE_CHECKING:
    from postings.models.posting import Posting


class RunState(models.TextChoices):
    QUEUED = "queued"
    RUNNING = "running"
    SUCCEEDED = "succeeded"
    FAILED = "failed"


class RunOutcome(models.TextChoices):
    """What a run that succeeded led to."""

    NONE = "", "None yet"
    REVISION = "revision", "Became the head revision"
    UNCHANGED = "unchanged", "Said what the head revision says already"
    PROPOSAL = "proposal", "Kept as a proposal beside a person's text"
    SUPERSEDED = "superseded", "A newer source came first"


class RunQuerySet(models.QuerySet["NormalizationRun"]):
    def lost(self, before: datetime) -> RunQuerySet:
        """Runs that were queued or started before a moment and have not finished."""
        queued = Q(state=RunState.QUEUED, queued_at__lt=before)
        return self.filter(queued | Q(state=RunState.RUNNING, started_at__lt=before))

    def open_proposals(self) -> RunQuerySet:
        """Results of which at least one section waits beside a person's text."""
        return self.filter(Exists(Proposal.objects.open().filter(run=OuterRef("pk"))))

    def behind(self, posting: Posting) -> RunQuerySet:
        """The runs that became a posting's text or agree with it, newest first: the first one's facts are its facts."""
        became = self.filter(source__posting=posting, outcome__in=[RunOutcome.REVISION, RunOutcome.UNCHANGED])
        return became.newest_first()

    def newest_first(self) -> RunQuerySet:
        return self.order_by("-source_id", "-id")


class NormalizationRun(models.Model):
    """The work on one source by one version of the normalizer.

    `ledger`, `warnings` and `facts` are the normalizer's own JSON; `fragment` is its HTML.  `failure_sentence` is
    written for an editor.  `attempts` counts claims by workers, so a source that kills its process is given up.
    """

    source = models.ForeignKey("postings.Source", on_delete=models.PROTECT, related_name="runs")
    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    normalizer_version = models.CharField(max_length=40)
    state = models.CharField(max_length=12, choices=RunState.choices, default=RunState.QUEUED)
    outcome = models.CharField(max_length=12, choices=RunOutcome.choices, blank=True, default=RunOutcome.NONE)
    attempts = models.PositiveSmallIntegerField(default=0)
    queued_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    failure_code = models.CharField(max_length=60, blank=True, default="")
    failure_sentence = models.TextField(blank=True, default="")
    language = models.CharField(max_length=16, blank=True, default="")
    ledger = models.JSONField(default=list, blank=True)
    warnings = models.JSONField(default=list, blank=True)
    warning_count = models.PositiveIntegerField(default=0)
    facts = models.JSONField(default=dict, blank=True)
    fragment = models.TextField(blank=True, default="")

    objects = RunQuerySet.as_manager()

    class Meta:
        ordering = ("-source_id", "-id")
        constraints = (
            models.UniqueConstraint(
                fields=("source", "normalizer_version"), name="one_run_for_a_source_and_normalizer_version"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["queued", "running", "succeeded", "failed"]), name="run_state_is_known"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["succeeded", "failed"], finished_at__isnull=False)
                | Q(state__in=["queued", "running"], finished_at__isnull=True),
                name="run_is_finished_if_it_succeeded_or_failed",
            ),
            models.CheckConstraint(
                condition=Q(state="queued", started_at__isnull=True)
                | Q(state__in=["running", "succeeded"], started_at__isnull=False)
                | Q(state="failed"),
                name="run_is_started_unless_it_is_queued",
            ),
            models.CheckConstraint(
                condition=(Q(state="failed") & ~Q(failure_code=""))
                | (Q(state__in=["queued", "running", "succeeded"]) & Q(failure_code="")),
                name="run_has_a_failure_code_if_it_failed",
            ),
            models.CheckConstraint(
                condition=(Q(state="succeeded") & ~Q(outcome=""))
                | (~Q(state="succeeded") & Q(outcome="", fragment="")),
                name="run_has_a_result_if_it_succeeded",
            ),
        )
        indexes = (
            models.Index(fields=("state", "queued_at"), name="run_state_queued_at"),
            models.Index(fields=("state", "started_at"), name="run_state_started_at"),
        )

    def __str__(self) -> str:
        return f"Run {self.public_id} ({self.state})"

    @property
    def is_finished(self) -> bool:
        return self.state in (RunState.SUCCEEDED, RunState.FAILED)
