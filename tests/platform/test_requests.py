"""What every request meets, whatever view it is for."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.test.utils import override_settings
from django.utils import timezone

from postings.models import Heartbeat
from postings.services import heartbeats


@override_settings(POSTWRIGHT_MAX_REQUEST_BYTES=1000)
def test_a_body_that_is_too_large_is_refused_before_it_is_read(client: Client) -> None:
    answer = client.post("/api/v1/sources/", data=b"x" * 1001, content_type="application/json")
    assert answer.status_code == 413
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert "1,000 bytes" in answer.json()["detail"]


@override_settings(POSTWRIGHT_MAX_REQUEST_BYTES=1000)
def test_an_upload_that_is_too_large_is_refused_in_words(client: Client, tmp_path: Path) -> None:
    large = tmp_path / "large.html"
    large.write_bytes(b"x" * 1001)
    with large.open("rb") as file:
        answer = client.post("/admin/postings/posting/add/", {"file": file})
    assert answer.status_code == 413
    assert b"Send a smaller file" in answer.content


def test_pages_load_nothing_from_elsewhere(client: Client) -> None:
    policy = client.get("/healthz").headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy


def test_a_living_process_says_so_without_a_database(client: Client) -> None:
    assert client.get("/healthz").json() == {"status": "alive"}


@pytest.mark.django_db
def test_readiness_asks_the_database(client: Client) -> None:
    assert client.get("/readyz").status_code == 200


@pytest.mark.django_db
def test_workers_are_ready_while_their_heartbeat_is_young(client: Client) -> None:
    assert client.get("/readyz/worker").status_code == 503
    heartbeats.beat(name=heartbeats.WORKER)
    assert client.get("/readyz/worker").status_code == 200
    Heartbeat.objects.update(beat_at=timezone.now() - timedelta(minutes=2))
    assert client.get("/readyz/worker").status_code == 503
