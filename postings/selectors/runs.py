"""Runs as their senders ask for them."""

from __future__ import annotations

import uuid

from postings.models import NormalizationRun


def run_by_public_id(public_id: uuid.UUID) -> NormalizationRun | None:
    """A run with its source, posting and site, without the source's bytes."""
    runs = NormalizationRun.objects.select_related("source__posting__site", "source__received_key")
    return runs.defer("source__data").filter(public_id=public_id).first()
