"""One messy page through the real normalizer: received, normalized, edited, published."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import User

from postings.models import CareerSite, NormalizationRun, Posting
from postings.normalizer.verify import check_fragment
from postings.services import editing, intake, normalizing, publishing
from tests.services.story import bodies, normalized

pytestmark = pytest.mark.django_db

PAGE = """<!doctype html><html><head><title>Dock worker - Quay Ltd</title></head><body>
<nav><a href="/">Home</a> <a href="/jobs">All jobs</a></nav>
<main><h1>Dock worker</h1>
<h2>What you will do</h2><ul><li>Load and unload ships by crane</li><li>Check freight papers at the gate</li></ul>
<h2>Requirements</h2><ul><li>A crane licence</li><li>Able to lift 25 kg</li></ul>
<h2>Pay</h2><p>The wage is 19.50 EUR an hour.</p>
<h2>Schedule</h2><p>Early and late shifts, 38 hours a week.</p>
<p>Apply now!</p></main>
<footer>Copyright Quay Ltd. All rights reserved.</footer></body></html>"""


@pytest.fixture
def posting(site: CareerSite, editor: User) -> Posting:
    received = intake.receive_source(
        site=site, data=PAGE.encode(), origin="upload", actor=editor, name="dock.html", media_type="text/html"
    )
    normalizing.perform_run(run_id=received.run.pk)
    run = NormalizationRun.objects.get()
    assert run.state == "succeeded", run.failure_sentence
    received.posting.refresh_from_db()
    return received.posting


def test_a_page_becomes_sections_with_every_block_accounted_for(posting: Posting) -> None:
    found = bodies(posting.head)
    assert list(found) == ["responsibilities", "requirements", "pay", "schedule"]
    assert "<li>Load and unload ships by crane</li>" in found["responsibilities"]
    ledger = NormalizationRun.objects.get().ledger
    assert all(("section" in entry) != ("reason" in entry) for entry in ledger)
    assert "Apply now!" in {entry["text"] for entry in ledger if "reason" in entry}


def test_every_stored_piece_leads_back_to_its_block(posting: Posting) -> None:
    places = {entry["block"] for entry in NormalizationRun.objects.get().ledger}
    pieces = [piece for section in posting.head.ordered_sections() for piece in section.blocks]
    assert pieces
    assert {piece["block"] for piece in pieces} <= places


def test_what_is_published_keeps_the_contract_and_its_bytes(posting: Posting, editor: User, publisher: User) -> None:
    run = NormalizationRun.objects.get()
    where = {"posting_id": posting.pk, "site_id": posting.site_id, "actor": publisher}
    assert publishing.publish(**where).fragment == run.fragment
    pay = {"pay": bodies(posting.head)["pay"].replace("19.50", "20.50")}
    editing.save_sections(posting_id=posting.pk, base_number=1, bodies=pay, actor=editor)
    shown = publishing.publish(**where)
    check_fragment(shown.fragment)
    assert shown.fragment == run.fragment.replace("19.50", "20.50")


def test_saving_what_the_normalizer_wrote_changes_nothing(posting: Posting, editor: User) -> None:
    head = editing.save_sections(posting_id=posting.pk, base_number=1, bodies=bodies(posting.head), actor=editor)
    assert head == posting.head


def test_characters_that_no_database_stores_do_not_fail_a_run(site: CareerSite) -> None:
    """JSON can spell them even where the bytes themselves are clean text."""
    description = "<p>You will look after \0patients \ud800in the ward.</p><p>The wage is 24 EUR an hour.</p>"
    payload = {"title": "Nurse \ud800\0", "company": "Ward\0 House", "job\0 \ud800description": description}
    posting = normalized(site, json.dumps(payload).encode(), name="nurse.json")
    run = NormalizationRun.objects.get()
    assert run.state == "succeeded", run.failure_sentence
    assert (posting.title, posting.company) == ("Nurse", "Ward House")
