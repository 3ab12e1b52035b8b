"""The Django application that holds everything of Postwright but its settings."""

from __future__ import annotations

from django.apps import AppConfig


class PostingsConfig(AppConfig):
    name = "postings"
    verbose_name = "Postings"
    default_auto_field = "django.db.models.BigAutoField"
