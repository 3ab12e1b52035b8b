"""Postings come in by pasting and by upload; a refusal keeps what was typed."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile

from postings.models import CareerSite, Posting, Source
from tests.admin.addresses import ADD, action, desk
from tests.admin.conftest import LogIn

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_normalizer", "sent_runs")]


def test_pasted_text_becomes_a_source_and_leads_to_its_page(site: CareerSite, editor: User, log_in: LogIn) -> None:
    response = log_in(editor).post(ADD, {"site": "harbour", "text": "about: A ship\r\npay: 20 EUR"})
    posting = Posting.objects.get()
    assert response["Location"] == desk(posting)
    source = Source.objects.get()
    assert bytes(source.data) == b"about: A ship\npay: 20 EUR"
    assert (source.origin, source.received_by, source.posting.site) == ("paste", editor, site)


def test_formatting_from_the_clipboard_is_kept_as_html(site: CareerSite, editor: User, log_in: LogIn) -> None:
    typed = {"site": "harbour", "text": "A ship", "markup": "<h1>A ship</h1>"}
    log_in(editor).post(ADD, typed)
    source = Source.objects.get()
    assert bytes(source.data) == b"<h1>A ship</h1>"
    assert source.media_type == "text/html; charset=utf-8"


def test_an_upload_keeps_its_bytes_and_name(site: CareerSite, editor: User, log_in: LogIn) -> None:
    file = SimpleUploadedFile("nurse.html", "<p>Café</p>\r\n".encode("latin-1"), "text/html")
    log_in(editor).post(ADD, {"site": "harbour", "file": file})
    source = Source.objects.get()
    assert bytes(source.data) == b"<p>Caf\xe9</p>\r\n"
    assert (source.origin, source.name, source.media_type) == ("upload", "nurse.html", "text/html")


def test_what_is_known_goes_along(site: CareerSite, editor: User, log_in: LogIn) -> None:
    known = {
        "title": "Sailor",
        "company": "Quay Ltd",
        "location": "Kiel",
        "workplace": "on_site",
        "employment_type": "full_time",
        "address": "https://quay.example/jobs/1",
    }
    log_in(editor).post(ADD, {"site": "harbour", "text": "about: A ship", **known})
    source = Source.objects.get()
    assert source.address == "https://quay.example/jobs/1"
    assert source.facts == {
        "title": "Sailor",
        "company": "Quay Ltd",
        "locations": ["Kiel"],
        "workplace": "on_site",
        "employment_types": ["full_time"],
    }


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({}, "Paste the posting&#x27;s text or choose a file."),
        ({"text": "   \n "}, "Paste the posting&#x27;s text or choose a file."),
        ({"text": "%PDF-1.7 and so on"}, "This is a PDF file."),
        ({"text": "A ship", "address": "not an address"}, "This is not a web address."),
        ({"text": "A ship", "site": "nowhere"}, "Select a valid choice."),
    ],
)
def test_a_refusal_is_a_sentence_and_keeps_what_was_typed(
    typed: dict[str, str], sentence: str, site: CareerSite, editor: User, log_in: LogIn
) -> None:
    response = log_in(editor).post(ADD, {"site": "harbour", "company": "Typed Company", **typed})
    page = response.content.decode()
    assert response.status_code == 422
    assert sentence in page
    assert "Typed Company" in page
    assert typed.get("text", "").strip() in page
    assert not Source.objects.exists()


def test_text_and_a_file_together_are_refused(site: CareerSite, editor: User, log_in: LogIn) -> None:
    file = SimpleUploadedFile("a.txt", b"A ship", "text/plain")
    page = log_in(editor).post(ADD, {"site": "harbour", "text": "Another", "file": file}).content.decode()
    assert "Keep one of them." in page
    assert not Source.objects.exists()


def test_a_binary_upload_is_refused_in_words(site: CareerSite, editor: User, log_in: LogIn) -> None:
    file = SimpleUploadedFile("a.bin", bytes(range(256)) * 20)
    page = log_in(editor).post(ADD, {"site": "harbour", "file": file}).content.decode()
    assert "it looks like a binary file" in page
    assert not Posting.objects.exists()


def test_a_viewer_cannot_add(site: CareerSite, viewer: User, log_in: LogIn) -> None:
    client = log_in(viewer)
    assert client.get(ADD).status_code == 403
    assert client.post(ADD, {"site": "harbour", "text": "about: A ship"}).status_code == 403
    assert not Source.objects.exists()


def test_without_a_site_the_page_says_so(editor: User, log_in: LogIn) -> None:
    assert "There is no career site yet" in log_in(editor).get(ADD).content.decode()


def test_a_new_source_joins_its_posting(posting: Posting, editor: User, log_in: LogIn) -> None:
    response = log_in(editor).post(action(posting, "source"), {"text": "about: Something newer"})
    assert response["Location"] == desk(posting)
    assert Posting.objects.count() == 1
    assert posting.sources.count() == 2


def test_the_same_source_again_is_told_and_not_kept_twice(posting: Posting, editor: User, log_in: LogIn) -> None:
    client = log_in(editor)
    client.post(action(posting, "source"), {"text": "about: Something newer"})
    page = client.post(action(posting, "source"), {"text": "about: Something newer"}, follow=True).content.decode()
    assert "the source that the posting has already" in page
    assert posting.sources.count() == 2
