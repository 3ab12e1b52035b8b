"""What happens at the desk beside the history: drafts, who is here, who works on what, messages, views people keep."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q

from postings.models.revision import SECTION_KINDS

_USER = settings.AUTH_USER_MODEL


class Draft(models.Model):
    """What one editor has typed and not saved yet: the only text here that is rewritten, and it never makes history.

    `base_number` is the revision it was made from.  `bodies` maps a section's kind to HTML as it was typed; `title` and
    `company` are empty where they were not touched.
    """

    posting = models.ForeignKey("postings.Posting", on_delete=models.CASCADE, related_name="drafts")
    editor = models.ForeignKey(_USER, on_delete=models.CASCADE, related_name="+")
    base_number = models.PositiveIntegerField()
    bodies = models.JSONField(default=dict, blank=True)
    title = models.CharField(max_length=300, blank=True, default="")
    company = models.CharField(max_length=300, blank=True, default="")
    note = models.CharField(max_length=500, blank=True, default="")
    saved_at = models.DateTimeField()

    class Meta:
        ordering = ("-saved_at",)
        constraints = (
            models.UniqueConstraint(fields=("posting", "editor"), name="one_draft_for_a_posting_and_editor"),
        )

    def __str__(self) -> str:
        return f"Draft of {self.posting_id} by {self.editor_id}"


class PresenceQuerySet(models.QuerySet["Presence"]):
    def since(self, moment: datetime) -> PresenceQuerySet:
        return self.filter(seen_at__gte=moment)


class Presence(models.Model):
    """When somebody was last seen on a posting's page, and in which section (empty: in none)."""

    posting = models.ForeignKey("postings.Posting", on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(_USER, on_delete=models.CASCADE, related_name="+")
    section = models.CharField(max_length=40, blank=True, default="")
    seen_at = models.DateTimeField()

    objects = PresenceQuerySet.as_manager()

    class Meta:
        ordering = ("user_id",)
        constraints = (models.UniqueConstraint(fields=("posting", "user"), name="one_presence_for_a_posting_and_user"),)

    def __str__(self) -> str:
        return f"{self.user_id} at {self.posting_id}"


class SectionLock(models.Model):
    """Somebody works on a section.  Soft: it warns others and can be taken over; saving never asks for it."""

    posting = models.ForeignKey("postings.Posting", on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=40)
    user = models.ForeignKey(_USER, on_delete=models.CASCADE, related_name="+")
    taken_at = models.DateTimeField()
    expires_at = models.DateTimeField()

    class Meta:
        ordering = ("posting", "kind")
        constraints = (
            models.UniqueConstraint(fields=("posting", "kind"), name="one_lock_for_a_posting_and_section"),
            models.CheckConstraint(condition=Q(kind__in=SECTION_KINDS), name="lock_kind_is_in_the_contract"),
        )

    def __str__(self) -> str:
        return f"{self.kind} of {self.posting_id} by {self.user_id}"


class EditorMessage(models.Model):
    """A line from one editor to another about a section, kept until it is read."""

    posting = models.ForeignKey("postings.Posting", on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=40)
    sender = models.ForeignKey(_USER, on_delete=models.CASCADE, related_name="+")
    recipient = models.ForeignKey(_USER, on_delete=models.CASCADE, related_name="+")
    text = models.CharField(max_length=500)
    sent_at = models.DateTimeField()
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("id",)
        indexes = (
            models.Index(fields=("recipient", "posting"), condition=Q(read_at__isnull=True), name="message_not_read"),
        )

    def __str__(self) -> str:
        return self.text


class SavedView(models.Model):
    """A way of looking at the list of postings that somebody keeps: what is searched and filtered, which columns."""

    user = models.ForeignKey(_USER, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=80)
    query = models.JSONField(default=dict, blank=True)
    columns = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ("name", "id")
        constraints = (
            models.UniqueConstraint(fields=("user", "name"), name="one_view_for_a_user_and_name"),
            models.CheckConstraint(condition=~Q(name=""), name="view_has_a_name"),
        )

    def __str__(self) -> str:
        return self.name
