"""Showing that something works, so that others can tell a living process from a working one."""

from __future__ import annotations

from django.utils import timezone

from postings.models import Heartbeat

WORKER = "worker"


def beat(*, name: str) -> Heartbeat:
    """Note that `name` works now."""
    heartbeat, _ = Heartbeat.objects.update_or_create(name=name, defaults={"beat_at": timezone.now()})
    return heartbeat
