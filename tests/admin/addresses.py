"""Where things are in the admin."""

from __future__ import annotations

from django.urls import reverse

from postings.models import Posting

LIST = "/admin/postings/posting/"
ADD = "/admin/postings/posting/add/"


def desk(posting: Posting) -> str:
    return reverse("admin:postings_posting_change", args=[posting.pk])


def action(posting: Posting, name: str) -> str:
    return reverse(f"admin:postings_posting_{name}", args=[posting.pk])
