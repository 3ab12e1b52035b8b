from __future__ import annotations

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.urls import path


def show(request: HttpRequest, slug: str) -> HttpResponse:
    with connection.cursor() as cursor:
        cursor.execute("SELECT payload FROM postings_publication WHERE slug = %s AND ended_at IS NULL", [slug])
        row = cursor.fetchone()
    return HttpResponse(row[0], content_type="application/json")


urlpatterns = [path("<slug:slug>/", show)]
