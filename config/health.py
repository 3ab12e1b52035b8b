"""Two questions that a load balancer asks: does the process live, and can it work."""

from __future__ import annotations

from django.db import Error, connection
from django.http import HttpRequest, JsonResponse


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
