"""What was received, byte for byte, for ever."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from postings.models.writeonce import WriteOnce, WriteOnceQuerySet


class SourceOrigin(models.TextChoices):
    PASTE = "paste"
    UPLOAD = "upload"
    API = "api"
    COMMAND = "command"


class SourceQuerySet(WriteOnceQuerySet["Source"]):
    def newest_first(self) -> SourceQuerySet:
        return self.order_by("-id")


class Source(WriteOnce):
    """One posting as it came in, with what its sender knows (`facts`).  `digest` is the SHA-256 of `data` in hex."""

    posting = models.ForeignKey("postings.Posting", on_delete=models.PROTECT, related_name="sources")
    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    received_at = models.DateTimeField()
    origin = models.CharField(max_length=12, choices=SourceOrigin.choices)
    data = models.BinaryField()
    size = models.PositiveIntegerField()
    digest = models.CharField(max_length=64, db_index=True)
    media_type = models.CharField(max_length=120, blank=True, default="")
    name = models.CharField(max_length=255, blank=True, default="")
    address = models.CharField(max_length=2000, blank=True, default="")
    facts = models.JSONField(default=dict, blank=True)
    received_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    received_key = models.ForeignKey(
        "postings.SiteKey", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    objects = SourceQuerySet.as_manager()

    class Meta:
        ordering = ("-id",)
        constraints = (
            models.CheckConstraint(condition=Q(size__gt=0), name="source_is_not_empty"),
            models.CheckConstraint(
                condition=Q(origin__in=["paste", "upload", "api", "command"]), name="source_origin_is_known"
            ),
        )

    def __str__(self) -> str:
        return self.name or f"Source {self.public_id}"
