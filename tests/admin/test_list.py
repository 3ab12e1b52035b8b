"""The list of postings: what it shows, how it is narrowed, and what it costs."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from postings.models import CareerSite, Posting, SavedView
from postings.services import editing, publishing
from tests.admin.addresses import LIST, desk
from tests.admin.conftest import LogIn
from tests.services import story

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_normalizer", "sent_runs")]


QUERIES_MAX = 13


def titles(response: object) -> list[str]:
    return [posting.title for posting in response.context["cl"].result_list]  # type: ignore[attr-defined]


def named(site: CareerSite, title: str, text: str = "about: Something") -> Posting:
    return story.normalized(site, f"title: {title}\n{text}".encode())


def test_the_number_of_queries_does_not_depend_on_the_number_of_rows(
    site: CareerSite, viewer: User, publisher: User, log_in: LogIn
) -> None:
    client = log_in(viewer)
    counts = []
    for rows in (1, 10, 50):
        for number in range(Posting.objects.count(), rows):
            posting = named(site, f"Job {number}")
            if number % 2 == 0:
                publishing.publish(posting_id=posting.pk, site_id=site.pk, actor=publisher)
        with CaptureQueriesContext(connection) as queries:
            assert len(titles(client.get(LIST))) == rows
        counts.append(len(queries))
    assert len(set(counts)) == 1
    assert counts[0] <= QUERIES_MAX


def test_a_row_says_title_state_site_and_who(posting: Posting, viewer: User, log_in: LogIn) -> None:
    page = log_in(viewer).get(LIST).content.decode()
    for expected in (desk(posting), "Nurse", "Ward House", "In review", "Harbour", "just now", "Normalizer"):
        assert expected in page


def test_search_finds_words_of_title_company_and_text(site: CareerSite, viewer: User, log_in: LogIn) -> None:
    named(site, "Nurse", "company: Ward House\nabout: Research & care")
    named(site, "Driver", "about: Drive the bus")
    client = log_in(viewer)
    assert titles(client.get(LIST, {"q": "nurs"})) == ["Nurse"]
    assert titles(client.get(LIST, {"q": "ward"})) == ["Nurse"]
    assert titles(client.get(LIST, {"q": "research &"})) == ["Nurse"]
    assert titles(client.get(LIST, {"q": "bus drive"})) == ["Driver"]
    assert titles(client.get(LIST, {"q": "bus nurse"})) == []


def test_search_reads_the_newest_text_only(posting: Posting, editor: User, viewer: User, log_in: LogIn) -> None:
    editing.save_sections(posting_id=posting.pk, base_number=1, bodies={"pay": "<p>Thirty</p>"}, actor=editor)
    client = log_in(viewer)
    assert titles(client.get(LIST, {"q": "thirty"})) == ["Nurse"]
    assert titles(client.get(LIST, {"q": "24 EUR"})) == []


def test_filters_narrow_by_state_site_language_and_hand(
    site: CareerSite, viewer: User, editor: User, publisher: User, log_in: LogIn
) -> None:
    shown = named(site, "Shown")
    publishing.publish(posting_id=shown.pk, site_id=site.pk, actor=publisher)
    edited = named(story.make_site("inland"), "Edited", "language: de\nabout: Etwas")
    editing.save_sections(posting_id=edited.pk, base_number=1, bodies={"pay": "<p>Viel</p>"}, actor=editor)
    story.normalized(site, b"refuse: There is nothing.", title="Broken")
    client = log_in(viewer)
    assert titles(client.get(LIST, {"state": "published"})) == ["Shown"]
    assert titles(client.get(LIST, {"state": "failed"})) == ["Broken"]
    assert titles(client.get(LIST, {"site": "inland"})) == ["Edited"]
    assert titles(client.get(LIST, {"language": "de"})) == ["Edited"]
    assert titles(client.get(LIST, {"origin": "person"})) == ["Edited"]
    assert titles(client.get(LIST, {"origin": "normalizer", "state": ""})) == ["Shown"]


def test_warnings_are_counted_and_filtered(posting: Posting, site: CareerSite, viewer: User, log_in: LogIn) -> None:
    named(site, "Calm")
    named(site, "Doubtful", "about: A ship\nwarn: No pay\nwarn: No place")
    client = log_in(viewer)
    assert titles(client.get(LIST, {"warnings": "some"})) == ["Doubtful"]
    assert titles(client.get(LIST, {"warnings": "none"})) == ["Calm", "Nurse"]
    assert titles(client.get(LIST, {"o": "-2"})) == ["Doubtful", "Calm", "Nurse"]


def test_an_empty_list_says_what_to_do_next(editor: User, viewer: User, log_in: LogIn) -> None:
    assert "Add the first posting" in log_in(editor).get(LIST).content.decode()
    looking = log_in(viewer).get(LIST).content.decode()
    assert "Add the first posting" not in looking
    assert "You do not have the right to add postings." in looking


def test_a_search_without_a_result_offers_all(posting: Posting, viewer: User, log_in: LogIn) -> None:
    page = log_in(viewer).get(LIST, {"q": "zebra"}).content.decode()
    assert "No posting matches" in page
    assert "show all 1 posting" in page


def test_age_and_changed_sources_narrow_too(
    site: CareerSite, posting: Posting, viewer: User, editor: User, log_in: LogIn
) -> None:
    old = named(site, "Old")
    Posting.objects.filter(pk=old.pk).update(changed_at=timezone.now() - timedelta(days=9))
    client = log_in(viewer)
    assert titles(client.get(LIST, {"age": "7"})) == ["Nurse"]
    assert titles(client.get(LIST, {"age": "30"})) == ["Nurse", "Old"]
    editing.save_sections(posting_id=posting.pk, base_number=1, bodies={"pay": "<p>30 EUR</p>"}, actor=editor)
    assert titles(client.get(LIST, {"proposal": "yes"})) == []
    story.normalized(site, story.NURSE_WITH_MORE_PAY, reference="n1")
    assert titles(client.get(LIST, {"proposal": "yes"})) == ["Nurse"]


def test_columns_are_chosen_and_stay(posting: Posting, viewer: User, log_in: LogIn) -> None:
    client = log_in(viewer)
    assert '<th scope="col">Reference</th>' not in client.get(LIST).content.decode()
    answer = client.post(f"{LIST}columns/", {"column": ["reference", "created_at", "nonsense"], "back": "q=nurse"})
    assert answer["Location"] == f"{LIST}?q=nurse"
    page = client.get(LIST).content.decode()
    assert '<th scope="col">Reference</th>' in page
    assert "<td>n1</td>" in page
    assert '<th scope="col">State</th>' not in page


def test_a_view_keeps_filters_search_and_columns(
    posting: Posting, site: CareerSite, viewer: User, log_in: LogIn
) -> None:
    named(site, "Calm")
    client = log_in(viewer)
    client.post(f"{LIST}columns/", {"column": ["company"]})
    kept = client.post(f"{LIST}views/", {"name": "Mine", "back": "q=nurse&state=in_review"})
    client.post(f"{LIST}columns/", {"column": ["language"]})
    response = client.get(kept["Location"])
    assert titles(response) == ["Nurse"]
    page = response.content.decode()
    assert '<th scope="col">Company</th>' in page
    assert '<th scope="col">Language</th>' not in page
    assert ">Mine</a>" in page
    view = SavedView.objects.get()
    assert view.query == {"search": "nurse", "state": "in_review"}
    client.post(f"{LIST}views/{view.pk}/delete/")
    assert not SavedView.objects.exists()


def test_views_are_their_owners(posting: Posting, viewer: User, editor: User, log_in: LogIn) -> None:
    log_in(viewer).post(f"{LIST}views/", {"name": "Mine", "back": ""})
    view = SavedView.objects.get()
    assert log_in(editor).post(f"{LIST}views/{view.pk}/delete/").status_code == 404
    assert ">Mine</a>" not in log_in(editor).get(LIST).content.decode()
    assert "A view needs a name." in log_in(editor).post(f"{LIST}views/", {"name": " "}, follow=True).content.decode()
