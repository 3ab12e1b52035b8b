"""Reading needs the database and nothing else: Redis, workers and beat may all be down."""

from __future__ import annotations

from typing import Any

import pytest
from celery import current_app
from django.test import Client

from postings.models import CareerSite, Publication
from postings.services import keys


@pytest.fixture
def nothing_else(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """No Redis answers, and whoever asks for the broker fails the test."""
    settings.REDIS_URL = "redis://127.0.0.1:1/0"

    def fail(*arguments: object, **more: object) -> None:
        raise AssertionError("a reader needed a worker")

    monkeypatch.setattr(current_app, "send_task", fail)


ADDRESSES = [
    *("/api/v1/sites/harbour/postings/", "/api/v1/sites/harbour/changes/", "/careers/harbour/"),
    *("/api/v1/sites/harbour/postings/{slug}/", "/api/v1/sites/harbour/postings/{slug}/fragment/"),
    "/api/v1/sites/harbour/publications/{id}/",
    *("/careers/harbour/{slug}/", "/feeds/harbour/jobs.xml", "/feeds/harbour/sitemap.xml", "/feeds/harbour/feed.json"),
]


@pytest.mark.parametrize("address", ADDRESSES)
def test_reading_goes_on_while_everything_else_is_away(
    client: Client, nurse: Publication, site: CareerSite, nothing_else: None, address: str
) -> None:
    text = keys.issue_key(site=site, scope="read", name="x")[1]
    path = address.format(slug=nurse.slug, id=nurse.public_id)
    for headers in ({}, {"authorization": f"Bearer {text}"}):
        response = client.get(path, headers=headers)
        assert response.status_code == 200
        body = b"".join(response) if response.streaming else response.content
        assert b"nurse" in body.lower() or b"patients" in body
