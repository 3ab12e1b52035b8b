"""Who did what (audit), what is to be told to others (outbox), and who is alive (heartbeat)."""

from __future__ import annotations

import uuid
from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q

from postings.models.writeonce import WriteOnce, WriteOnceQuerySet


class AuditQuerySet(WriteOnceQuerySet["AuditEntry"]):
    def newest_first(self) -> AuditQuerySet:
        return self.order_by("-id")


class AuditEntry(WriteOnce):
    """One thing that happened.  `action` is past tense and dotted ("posting.published"); `cause` ties it to its event.

    `actor_name` is kept beside `actor` because keys and commands act as well ("key 3fa1c2d4", "system").
    """

    at = models.DateTimeField()
    action = models.CharField(max_length=60)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    actor_name = models.CharField(max_length=200, blank=True, default="")
    site = models.ForeignKey("postings.CareerSite", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    posting = models.ForeignKey(
        "postings.Posting", null=True, blank=True, on_delete=models.PROTECT, related_name="audit_entries"
    )
    cause = models.UUIDField()
    details = models.JSONField(default=dict, blank=True)

    objects = AuditQuerySet.as_manager()

    class Meta:
        ordering = ("-id",)
        verbose_name_plural = "audit entries"
        indexes = (models.Index(fields=("posting", "-id"), name="audit_posting_newest_first"),)

    def __str__(self) -> str:
        return f"{self.action} by {self.actor_name or 'system'}"


class OutboxQuerySet(models.QuerySet["OutboxEvent"]):
    def due(self, now: datetime) -> OutboxQuerySet:
        """Events that are not sent and that nobody holds a lease on, in their order."""
        free = Q(claimed_until__isnull=True) | Q(claimed_until__lte=now)
        return self.filter(free, sent_at__isnull=True).order_by("id")


class OutboxEvent(models.Model):
    """Something others may want to hear of, written with the change itself and sent after it.

    `event_id` stays the same over every attempt; `id` is the sequence; the payload holds ids, never text.
    """

    event_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    kind = models.CharField(max_length=60)
    site = models.ForeignKey("postings.CareerSite", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    posting = models.ForeignKey("postings.Posting", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    cause = models.UUIDField()
    payload = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField()
    claimed_until = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveIntegerField(default=0)

    objects = OutboxQuerySet.as_manager()

    class Meta:
        ordering = ("id",)
        indexes = (models.Index(fields=("id",), condition=Q(sent_at__isnull=True), name="outbox_not_sent"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.event_id}"

    @property
    def sequence(self) -> int:
        return self.pk


class Heartbeat(models.Model):
    """When something last showed that it works ("worker": a task came through the broker and was done)."""

    name = models.CharField(max_length=60, unique=True)
    beat_at = models.DateTimeField()

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return f"{self.name} at {self.beat_at:%Y-%m-%d %H:%M:%S}"
