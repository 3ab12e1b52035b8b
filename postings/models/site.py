"""Career sites and the keys they are read and written with."""

from __future__ import annotations

from django.core.validators import URLValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now


class CareerSite(models.Model):
    """A place where postings are shown.  `heading_level` is the rank of a section heading on its pages.

    With `requires_approval` only text that a second person has approved is shown.
    """

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=200)
    language = models.CharField(max_length=16, default="en")
    heading_level = models.PositiveSmallIntegerField(default=2)
    allowed_origins = models.JSONField(default=list, blank=True)
    base_url = models.CharField(max_length=500, blank=True, default="", validators=[URLValidator(["http", "https"])])
    is_public = models.BooleanField(default=True)
    requires_approval = models.BooleanField(default=False)

    class Meta:
        ordering = ("name",)
        constraints = (
            models.CheckConstraint(
                condition=Q(heading_level__gte=1, heading_level__lte=5), name="site_heading_level_is_1_to_5"
            ),
        )

    def __str__(self) -> str:
        return self.name


class SiteChanges(models.Model):
    """How often what a site shows has changed.

    Counted in the transaction of the change, which holds this row until it commits: so a site's changes have numbers in
    the order of their commits, and whoever has read number n has seen everything up to it.
    """

    site = models.OneToOneField(CareerSite, on_delete=models.CASCADE, primary_key=True, related_name="changes")
    number = models.BigIntegerField(default=0)
    changed_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.site_id}: {self.number}"


class KeyScope(models.TextChoices):
    READ = "read"
    WRITE = "write"


class SiteKeyQuerySet(models.QuerySet["SiteKey"]):
    def usable(self) -> SiteKeyQuerySet:
        """Keys that were not revoked and whose time is not over."""
        in_time = Q(expires_at__isnull=True) | Q(expires_at__gt=Now())
        return self.filter(in_time, revoked_at__isnull=True)


class SiteKey(models.Model):
    """A key to one site.  Only the SHA-256 of its text is kept; `prefix` is the part people may see.

    With `allowed_origins` it may stand in a page's script: it is accepted from those origins only.  A key that another
    one replaces works until `expires_at`.
    """

    site = models.ForeignKey(CareerSite, on_delete=models.CASCADE, related_name="keys")
    scope = models.CharField(max_length=8, choices=KeyScope.choices)
    name = models.CharField(max_length=120)
    prefix = models.CharField(max_length=16, db_index=True)
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    allowed_origins = models.JSONField(default=list, blank=True)

    objects = SiteKeyQuerySet.as_manager()

    class Meta:
        ordering = ("site", "created_at")
        constraints = (
            models.CheckConstraint(condition=Q(scope__in=["read", "write"]), name="site_key_scope_is_read_or_write"),
        )

    def __str__(self) -> str:
        return f"{self.name} (pw_{self.scope}_{self.prefix}…)"
