"""A posting's page: every sentence with where it came from, every block with where it went."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from postings import selectors
from postings.models import CareerSite, NormalizationRun, Posting
from postings.services import editing, normalizing, publishing
from tests.admin.addresses import LIST, action, desk
from tests.admin.conftest import LogIn
from tests.services import story

pytestmark = pytest.mark.django_db


def opened(client: object, posting: Posting) -> str:
    response = client.get(desk(posting))  # type: ignore[attr-defined]
    assert response.status_code == 200
    return re.sub(r"\s+", " ", response.content.decode())


def test_each_block_says_where_it_went_or_why_not(posting: Posting, viewer: User, log_in: LogIn) -> None:
    page = opened(log_in(viewer), posting)
    assert re.search(r'data-block="2".*?Look after patients</span>.*?→ Responsibilities', page)
    assert re.search(r'left-out.*?data-block="4".*?Apply now</span>.*?left out: call to apply', page)


def test_a_sentence_of_the_text_leads_back_to_its_block(posting: Posting, viewer: User, log_in: LogIn) -> None:
    assert '<p data-position="0" data-blocks="2">Look after patients</p>' in opened(log_in(viewer), posting)


def test_a_changed_block_says_who_changed_it_on_both_sides(
    posting: Posting, editor: User, viewer: User, log_in: LogIn
) -> None:
    editing.save_sections(posting_id=posting.pk, base_number=1, bodies={"pay": "<p>26 EUR an hour</p>"}, actor=editor)
    page = opened(log_in(viewer), posting)
    assert '<p data-position="0" data-blocks="3" data-hand="edited by edgar">26 EUR an hour</p>' in page
    assert re.search(r"24 EUR an hour</span>.*?→ Pay</span> <i>edited by edgar</i>", page)


def test_what_somebody_wrote_anew_says_so_and_what_was_taken_out_too(
    posting: Posting, editor: User, viewer: User, log_in: LogIn
) -> None:
    bodies = {"pay": "<p>A fair wage for everybody on board, always.</p>"}
    editing.save_sections(posting_id=posting.pk, base_number=1, bodies=bodies, actor=editor)
    page = opened(log_in(viewer), posting)
    assert 'data-hand="written by edgar">A fair wage' in page
    assert re.search(r"24 EUR an hour</span>.*?left out: taken out by an editor", page)


def test_the_source_is_text_and_never_markup(
    site: CareerSite, small_normalizer: None, sent_runs: list[int], viewer: User, log_in: LogIn
) -> None:
    posting = story.normalized(site, b"about: <script>alert(1)</script> & more\ndrop: <img src=x onerror=alert(2)>")
    page = opened(log_in(viewer), posting)
    assert "<script>alert" not in page
    assert "<img src=x" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; more" in page


def test_warnings_and_weak_placements_stand_in_the_attention_strip(
    posting: Posting, viewer: User, log_in: LogIn
) -> None:
    run = NormalizationRun.objects.get()
    ledger = [entry | {"confidence": 0.41} if entry["block"] == "3" else entry for entry in run.ledger]
    warnings = [{"code": "no_schedule", "sentence": "No hours are stated.", "blocks": []}]
    NormalizationRun.objects.update(ledger=ledger, warnings=warnings, warning_count=1)
    page = opened(log_in(viewer), posting)
    assert "Attention (2)" in page
    assert "No hours are stated." in page
    assert re.search(r'data-goto="3">“24 EUR an hour” → Pay <span class="quiet">line · 41% sure', page)


def test_each_block_that_a_warning_names_is_walked_to_until_somebody_has_decided(
    posting: Posting, editor: User, log_in: LogIn
) -> None:
    warnings = [
        {"code": "weak_placement", "sentence": "Placed on weak evidence.", "blocks": ["2", "3"]},
        {"code": "placeholder", "sentence": "Never filled in.", "blocks": ["3"]},
    ]
    NormalizationRun.objects.update(warnings=warnings, warning_count=2)
    client = log_in(editor)
    page = opened(client, posting)
    assert "Attention (3)" in page
    assert re.search(
        r'data-goto="2">“Look after patients” → Responsibilities <span class="quiet">line · 100% sure', page
    )
    assert 'data-goto="3">“24 EUR an hour” → Pay ' in page
    assert 'data-goto="3">Never filled in. “24 EUR an hour” ' in page
    client.post(action(posting, "block"), {"do": "place", "base_number": 1, "block": "2", "section": "skills"})
    client.post(action(posting, "block"), {"do": "leave-out", "base_number": 2, "block": "3"})
    page = opened(client, posting)
    assert "Attention (1)" in page
    assert 'data-goto="3">Never filled in. “24 EUR an hour” ' in page


def test_what_was_left_out_is_a_table_by_reason(posting: Posting, viewer: User, log_in: LogIn) -> None:
    page = opened(log_in(viewer), posting)
    table = page[page.index('<table class="ledger">') :]
    assert "Call to apply" in table
    assert "Apply now" in table


def test_a_run_at_work_is_polled_and_a_finished_one_is_not(
    site: CareerSite, small_normalizer: None, sent_runs: list[int], viewer: User, log_in: LogIn
) -> None:
    posting = story.receive(site).posting
    client = log_in(viewer)
    assert f'data-progress="{action(posting, "progress")}"' in opened(client, posting)
    waiting = {"state": "queued", "word": "Waiting", "finished": False, "waits_for_worker": False}
    assert client.get(action(posting, "progress")).json() == waiting
    done = story.normalized(site, b"about: Another", reference="other")
    assert "data-progress=" not in opened(client, done)
    assert client.get(action(done, "progress")).json()["finished"] is True


def test_a_run_that_ends_while_its_page_is_put_together_is_asked_about_again(
    site: CareerSite,
    small_normalizer: None,
    sent_runs: list[int],
    viewer: User,
    log_in: LogIn,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    received = story.receive(site)

    runs_of = selectors.runs_of

    def read_when_the_worker_is_done(posting: Posting) -> object:
        normalizing.perform_run(run_id=received.run.pk)
        return runs_of(posting)

    client = log_in(viewer)
    monkeypatch.setattr(selectors, "runs_of", read_when_the_worker_is_done)
    assert f'data-progress="{action(received.posting, "progress")}"' in opened(client, received.posting)
    monkeypatch.undo()
    assert client.get(action(received.posting, "progress")).json()["finished"] is True
    assert "data-progress=" not in opened(client, received.posting)


def test_a_failed_run_says_what_went_wrong_and_what_to_do(
    site: CareerSite, small_normalizer: None, sent_runs: list[int], editor: User, log_in: LogIn
) -> None:
    posting = story.normalized(site, b"refuse: There is nothing to show.")
    page = opened(log_in(editor), posting)
    assert "This source could not be read" in page
    assert "There is nothing to show." in page
    assert "copy the posting&#x27;s text and add it as a new source" in page
    assert "Run again" in page


def test_a_proposal_is_announced(posting: Posting, site: CareerSite, editor: User, log_in: LogIn) -> None:
    editing.save_sections(posting_id=posting.pk, base_number=1, bodies={"pay": "<p>30 EUR</p>"}, actor=editor)
    story.normalized(site, story.NURSE_WITH_MORE_PAY, reference="n1")
    page = opened(log_in(editor), posting)
    assert "The source has changed" in page
    assert "30 EUR" in page


def test_history_lists_revisions_and_offers_older_ones(posting: Posting, editor: User, log_in: LogIn) -> None:
    editing.save_sections(
        posting_id=posting.pk, base_number=1, bodies={"pay": "<p>30 EUR</p>"}, actor=editor, note="More money"
    )
    page = opened(log_in(editor), posting)
    history = page[page.index('<ol class="history">') :]
    assert "More money" in history
    assert 'aria-label="Restore revision 1"' in history
    assert 'aria-label="Restore revision 2"' not in history


def test_the_preview_shows_the_newest_text_as_the_site_would(
    posting: Posting, editor: User, viewer: User, log_in: LogIn
) -> None:
    editing.save_sections(posting_id=posting.pk, base_number=1, bodies={"pay": "<p>30 EUR</p>"}, actor=editor)
    page = log_in(viewer).get(action(posting, "preview")).content.decode()
    assert "Preview of revision 2" in page
    assert "<p>30 EUR</p>" in page


def test_a_longer_history_costs_no_more_queries(posting: Posting, editor: User, viewer: User, log_in: LogIn) -> None:
    client = log_in(viewer)

    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            opened(client, posting)
        return len(queries)

    editing.save_sections(posting_id=posting.pk, base_number=1, bodies={"pay": "<p>1 EUR</p>"}, actor=editor)
    before = count()
    for number in range(2, 8):
        bodies = {"pay": f"<p>{number} EUR</p>"}
        editing.save_sections(posting_id=posting.pk, base_number=number, bodies=bodies, actor=editor)
    assert count() == before


def test_a_posting_that_is_not_there_is_a_404(viewer: User, log_in: LogIn) -> None:
    client = log_in(viewer)
    for address in ("999999/change/", "999999/progress/", "nonsense/change/", "999999999999999999999/change/"):
        assert client.get(LIST + address).status_code == 404


def test_the_site_shows_which_revision(posting: Posting, publisher: User, viewer: User, log_in: LogIn) -> None:
    publishing.publish(posting_id=posting.pk, site_id=posting.site_id, actor=publisher)
    page = opened(log_in(viewer), posting)
    assert re.search(r'href="/careers/harbour/nurse/"[^>]*>on the site</a>: revision 1', page)


def test_a_title_that_nobody_has_given_is_asked_for(
    site: CareerSite, small_normalizer: None, sent_runs: list[int], viewer: User, log_in: LogIn
) -> None:
    posting = story.normalized(site, b"about: A lighthouse")
    assert "No title was found, so “Untitled posting” stands in for it." in opened(log_in(viewer), posting)


def test_what_search_engines_miss_is_said_calmly(posting: Posting, viewer: User, log_in: LogIn) -> None:
    page = opened(log_in(viewer), posting)
    assert "Search engines would not list this as a job yet: 1 thing missing" in page
    assert "No place is known." in page


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("sub-heading: unknown", "a sub-heading that no rule knows"),
        ("sub-heading: heading: preferred", "sub-heading: preferred"),
        ("inside <nav>", "inside &lt;nav&gt;"),
    ],
)
def test_a_rule_is_told_in_words(rule: str, words: str, posting: Posting, viewer: User, log_in: LogIn) -> None:
    run = NormalizationRun.objects.get()
    NormalizationRun.objects.update(ledger=[{**entry, "rule": rule, "confidence": 0.5} for entry in run.ledger])
    assert f"<i>{words}</i>" in opened(log_in(viewer), posting)
