"""What a load balancer and an alarm ask: does the process live, can it serve, do the workers work."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db import Error, connection
from django.http import HttpRequest, JsonResponse
from django.utils import timezone

from postings.models import Heartbeat
from postings.services import heartbeats


def alive(request: HttpRequest) -> JsonResponse:
    """200 while this process answers at all."""
    return JsonResponse({"status": "alive"})


def ready(request: HttpRequest) -> JsonResponse:
    """200 when the database answers, 503 otherwise."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        return JsonResponse({"status": "the database does not answer"}, status=503)
    return JsonResponse({"status": "ready"})


def worker(request: HttpRequest) -> JsonResponse:
    """200 when a task came through the broker and was done lately, 503 otherwise.

    Not a part of `ready`: pages and the API are served from the database while the workers are away.
    """
    oldest = timezone.now() - timedelta(seconds=settings.POSTWRIGHT_HEARTBEAT_SECONDS_MAX)
    try:
        works = Heartbeat.objects.filter(name=heartbeats.WORKER, beat_at__gte=oldest).exists()
    except Error:
        return JsonResponse({"status": "the database does not answer"}, status=503)
    if not works:
        return JsonResponse({"status": "no worker has done a task lately"}, status=503)
    return JsonResponse({"status": "working"})
