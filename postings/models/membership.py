"""Who may do what on which site."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q


class SiteRole(models.TextChoices):
    """What somebody may do on one site; each role holds the one before it."""

    VIEWER = "viewer", "Viewer"
    EDITOR = "editor", "Editor"
    PUBLISHER = "publisher", "Publisher"
    ADMINISTRATOR = "administrator", "Administrator"


class SiteMembership(models.Model):
    """One person's role on one site.  The groups of the same names are roles on every site."""

    site = models.ForeignKey("postings.CareerSite", on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="site_memberships")
    role = models.CharField(max_length=16, choices=SiteRole.choices)

    class Meta:
        ordering = ("site", "user")
        constraints = (
            models.UniqueConstraint(fields=("site", "user"), name="one_role_for_a_site_and_user"),
            models.CheckConstraint(
                condition=Q(role__in=["viewer", "editor", "publisher", "administrator"]), name="site_role_is_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user_id} is {self.role} of {self.site_id}"
