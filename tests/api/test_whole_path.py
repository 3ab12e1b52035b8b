"""The product's main job, through real parts: sent over HTTP, normalized by a worker, published, read back."""

from __future__ import annotations

import json
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User

from postings.management import demonstration
from postings.models import NormalizationRun
from postings.services import publishing
from tests.api.groups import make_groups
from tests.support.waiting import eventually
from tests.support.worker import WorkerProcess

KEY = {"Authorization": f"Bearer {demonstration.WRITE_KEY}"}


def fetch(address: str, data: bytes | None = None, **headers: str) -> bytes:
    request = urllib.request.Request(address, data=data, headers=headers)
    with urllib.request.urlopen(request, timeout=10) as answer:
        body: bytes = answer.read()
    return body


@pytest.fixture
def publisher(transactional_db: None) -> User:
    make_groups()
    demonstration.make_sites(demonstration.read_manifest())
    return demonstration.make_people("postwright")


def test_what_is_sent_with_the_demonstration_s_key_is_read_back_with_the_same_bytes(
    live_server: Any,
    celery_worker_process: WorkerProcess,
    publisher: User,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.undo()  # The worker is told for real.
    settings.POSTWRIGHT_PUBLIC_BASE_URL = live_server.url
    source = Path(demonstration.FOLDER / "sources" / "harbour-logistics-night-warehouse.html").read_bytes()
    address = f"{live_server.url}/api/v1/sources/?reference=NIGHT-1"
    sent = json.loads(fetch(address, source, **KEY, **{"Content-Type": "text/html"}))

    def run() -> Any:
        return json.loads(fetch(sent["run"]["url"], **KEY))

    eventually(lambda: run()["state"] in ("succeeded", "failed"), "the worker's answer")
    assert run()["failure"] is None
    posting = NormalizationRun.objects.get(public_id=sent["run"]["id"]).source.posting
    assert bytes(posting.sources.get().data) == source

    shown = publishing.publish(posting_id=posting.pk, site_id=posting.site_id, actor=publisher)

    told = run()["posting"]
    fragment = fetch(told["fragment_url"])
    assert fragment == shown.fragment.encode()
    assert json.loads(fetch(told["url"]))["fragment"].encode() == fragment
    assert fragment in fetch(told["page_url"])
