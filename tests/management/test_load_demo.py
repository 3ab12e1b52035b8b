"""`load_demo` fills an empty product through the real pipeline, and can be repeated."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client

from postings import dispatch
from postings.management import demonstration
from postings.models import CareerSite, NormalizationRun, Posting, PostingState, Publication, SiteKey, Source
from postings.services import publishing
from tests.api.groups import make_groups
from tests.support.worker import WorkerProcess


@pytest.fixture(autouse=True)
def on_this_machine(settings: Any) -> None:
    settings.POSTWRIGHT_PUBLIC_BASE_URL = "http://localhost:8000"


def load(**options: Any) -> str:
    out = io.StringIO()
    call_command("load_demo", stdout=out, **options)
    return out.getvalue()


def counts() -> list[int]:
    return [
        model.objects.count() for model in (CareerSite, Posting, Source, NormalizationRun, Publication, User, SiteKey)
    ]


def test_everything_arrives_through_a_real_worker_and_once(celery_worker_process: WorkerProcess) -> None:
    make_groups()
    said = load()

    assert "11 published, 2 in review, 1 failed" in said
    assert demonstration.WRITE_KEY in said
    states = list(Posting.objects.with_state().values_list("state", flat=True))
    wanted = {PostingState.PUBLISHED: 11, PostingState.IN_REVIEW: 2, PostingState.FAILED: 1}
    assert {state: states.count(state) for state in wanted} == wanted
    waiting = Posting.objects.in_review()
    assert all(posting.warning_count for posting in waiting), "what waits for an editor says why"
    assert Client().login(username="publisher", password="postwright")

    there = counts()
    assert "11 published" in load(timeout=5)
    assert counts() == there

    taken_down = Publication.objects.live().first()
    assert taken_down is not None
    publisher = User.objects.get(username="publisher")
    publishing.unpublish(posting_id=taken_down.posting_id, site_id=taken_down.site_id, actor=publisher)
    load(timeout=5)
    assert not Publication.objects.live().filter(posting=taken_down.posting_id).exists()


def test_the_known_key_sends(db: None) -> None:
    demonstration.make_sites(demonstration.read_manifest())
    key = {"authorization": f"Bearer {demonstration.WRITE_KEY}"}

    response = Client().post("/api/v1/sources/", {"content": "text"}, content_type="application/json", headers=key)

    assert response.status_code == 202


def test_without_a_worker_it_says_so(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatch, "_send_run", lambda run_id: None)

    with pytest.raises(CommandError, match="No worker took the demonstration postings"):
        load(timeout=0.3)
    assert Source.objects.count() == len(demonstration.read_manifest()["postings"])


def test_it_is_refused_where_strangers_reach_the_product(db: None, settings: Any) -> None:
    settings.POSTWRIGHT_PUBLIC_BASE_URL = "https://jobs.example"

    with pytest.raises(CommandError, match="PUBLIC_BASE_URL is on localhost"):
        load()
    assert counts() == [0] * 7


def test_nobody_gets_a_known_password_beside_people_of_ones_own(db: None) -> None:
    User.objects.create_user("maria", password="her own")

    demonstration.make_people("postwright")

    assert not User.objects.filter(username="admin").exists()
    for name in demonstration.GROUPS:
        assert not User.objects.get(username=name).has_usable_password()
