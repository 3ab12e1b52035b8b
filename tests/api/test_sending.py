"""Sending a source with a site's key, and asking what came of it."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from postings.models import CareerSite, Source
from postings.services import keys, normalizing, publishing
from tests.api.answers import problem
from tests.services import story

SOURCES = "/api/v1/sources/"


def send(client: Client, **body: Any) -> Any:
    return client.post(SOURCES, body, content_type="application/json")


def test_a_source_is_taken_in_for_the_keys_site(sender: Client, site: CareerSite) -> None:
    facts = {"title": "Nurse", "company": "Ward House", "locations": ["Milbrook"]}
    response = send(sender, content="Look after patients", media_type="text/plain", reference="W-7", facts=facts)

    assert response.status_code == 202
    source = Source.objects.get()
    body = response.json()
    assert body["id"] == str(source.public_id)
    assert body["is_new"] is True
    assert response["Location"] == body["run"]["url"]
    assert bytes(source.data) == b"Look after patients"
    assert (source.media_type, source.origin, source.facts) == ("text/plain", "api", facts)
    assert (source.posting.site, source.posting.reference, source.posting.title) == (site, "W-7", "Nurse")
    assert source.received_key.site == site


def test_facts_that_have_one_form_are_kept_in_it(sender: Client) -> None:
    pay = {"min": 24, "currency": "eur", "unit": "hour"}
    facts = {"workplace": "on_site", "language": "de", "posted_on": "20261130", "valid_through": "2027-01-31T18:00Z"}

    assert send(sender, content="Look after patients", facts={**facts, "pay": pay}).status_code == 202

    kept = Source.objects.get().facts
    assert (kept["workplace"], kept["language"], kept["pay"]["currency"]) == ("on_site", "de", "EUR")
    assert (kept["posted_on"], kept["valid_through"]) == ("2026-11-30", "2027-01-31T18:00:00+00:00")


def test_a_fact_that_cannot_be_used_is_named(sender: Client) -> None:
    body = problem(send(sender, content="Look after patients", facts={"valid_through": "soon"}), "source-invalid")

    assert body["detail"] == "The fact “valid_through” is a day such as 2026-11-30, or a moment."
    assert not Source.objects.exists()


def test_a_worker_is_told_after_the_commit(
    sender: Client, sent_runs: list[int], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        send(sender, content="Look after patients")

    assert sent_runs == [Source.objects.get().runs.get().pk]


def test_bytes_come_as_base64(sender: Client) -> None:
    data = "Gehalt: 3.000 €".encode("utf-16")

    assert send(sender, content_base64=base64.b64encode(data).decode(), name="stelle.txt").status_code == 202
    assert bytes(Source.objects.get().data) == data


@pytest.mark.parametrize(
    ("media_type", "data"),
    [
        ("text/html", b"<h1>Nurse</h1>"),
        ("text/html; charset=iso-8859-1", "<h1>Köchin</h1>".encode("latin-1")),
        ("text/plain", b"Look after patients"),
        ("text/markdown", b"# Nurse"),
        ("application/xml", b"<job><title>Nurse</title></job>"),
    ],
)
def test_a_body_can_be_the_source_itself(sender: Client, media_type: str, data: bytes) -> None:
    address = f"{SOURCES}?title=Nurse&reference=W-7&name=nurse.html&address=https://ward.example/jobs/7"

    assert sender.generic("POST", address, data, content_type=media_type).status_code == 202

    source = Source.objects.get()
    assert bytes(source.data) == data
    assert (source.media_type, source.name, source.address) == (media_type, "nurse.html", "https://ward.example/jobs/7")
    assert (source.posting.reference, source.facts) == ("W-7", {"title": "Nurse"})


def test_another_systems_json_is_kept_as_it_was_sent(sender: Client) -> None:
    data = b'{ "title":"Nurse", "content": "<p>Look after patients</p>" }'
    kind = "application/vnd.postwright.payload+json"

    assert sender.generic("POST", SOURCES, data, content_type=kind).status_code == 202
    source = Source.objects.get()
    assert (bytes(source.data), source.media_type) == (data, "application/json")


def test_a_file_is_uploaded(sender: Client) -> None:
    file = SimpleUploadedFile("nurse.md", b"# Nurse", content_type="text/markdown")

    assert sender.post(SOURCES, {"file": file, "reference": "W-7", "facts": '{"company": "Ward"}'}).status_code == 202

    source = Source.objects.get()
    assert (bytes(source.data), source.name, source.media_type) == (b"# Nurse", "nurse.md", "text/markdown")
    assert (source.posting.reference, source.facts) == ("W-7", {"company": "Ward"})


def test_the_same_source_is_not_taken_in_twice(sender: Client) -> None:
    first = send(sender, content="Look after patients", reference="W-7").json()
    second = send(sender, content="Look after patients", reference="W-7")

    assert second.status_code == 202
    assert second.json() == {**first, "is_new": False}
    assert Source.objects.count() == 1


def test_a_run_is_followed_to_the_published_posting(
    sender: Client, publisher: Any, site: CareerSite, small_normalizer: None
) -> None:
    sent = send(sender, content=story.NURSE.decode(), reference="W-7").json()
    queued = sender.get(sent["run"]["url"])
    assert (queued.json()["state"], queued["Retry-After"]) == ("queued", "1")

    run = Source.objects.get().runs.get()
    normalizing.perform_run(run_id=run.pk)
    done = sender.get(sent["run"]["url"])
    assert "Retry-After" not in done
    assert done["Cache-Control"] == "no-store"
    body = done.json()
    assert (body["state"], body["outcome"], body["failure"]) == ("succeeded", "revision", None)
    assert body["ledger"]["sections"] == {"responsibilities": 1, "pay": 1}
    assert body["ledger"]["placed"] == 2
    assert body["ledger"]["dropped"] == 3
    assert body["posting"]["is_live"] is False
    assert body["posting"]["url"] is None

    shown = publishing.publish(posting_id=run.source.posting_id, site_id=site.pk, actor=publisher)
    posting = sender.get(sent["run"]["url"]).json()["posting"]
    assert posting["is_live"] is True
    assert Client().get(posting["fragment_url"]).content == shown.fragment.encode()


def test_a_failed_run_says_why_in_a_sentence(sender: Client, small_normalizer: None) -> None:
    sent = send(sender, content="refuse: There is nothing in it.").json()
    normalizing.perform_run(run_id=Source.objects.get().runs.get().pk)

    body = sender.get(sent["run"]["url"]).json()

    assert body["state"] == "failed"
    assert body["failure"] == {"code": "no_substance", "sentence": "There is nothing in it."}


def test_another_sites_run_is_not_found(sender: Client) -> None:
    sent = send(sender, content="Look after patients").json()
    _, other = keys.issue_key(site=story.make_site("lindenau"), scope="write", name="other")

    response = Client().get(sent["run"]["url"], headers={"authorization": f"Bearer {other}"})

    problem(response, "run-not-found")
    problem(sender.get("/api/v1/runs/00000000-0000-4000-8000-000000000000/"), "run-not-found")


def test_a_run_is_not_read_without_a_key(sender: Client, client: Client) -> None:
    sent = send(sender, content="Look after patients").json()

    problem(client.get(sent["run"]["url"]), "key-not-accepted")


def test_a_posting_that_cannot_be_announced_is_safe(
    sender: Client, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    """A broker that is away: the real sending of messages, with nobody there."""
    import celery.app.base

    from postings import dispatch

    def away(*args: Any, **kwargs: Any) -> None:
        raise ConnectionError("no broker")

    monkeypatch.undo()
    monkeypatch.setattr(celery.app.base.Celery, "send_task", away)
    with django_capture_on_commit_callbacks(execute=True):
        assert send(sender, content="Look after patients").status_code == 202
    assert Source.objects.get().runs.get().state == "queued"
    assert dispatch.RUN_TASK
