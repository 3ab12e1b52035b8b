from __future__ import annotations

from django.db import models
from wagtail.api import APIField
from wagtail.fields import RichTextField
from wagtail.models import Page


class JobPage(Page):
    company = models.CharField(max_length=300)
    language = models.CharField(max_length=16)
    facts = models.JSONField(default=dict)
    body = RichTextField()

    api_fields = [APIField(name) for name in ("company", "language", "facts", "body")]
