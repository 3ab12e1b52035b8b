"""Reads for screens: the same number of queries for one row and for many, and nothing a site does not show."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from postings import selectors, selectors_public
from postings.models import CareerSite, Posting
from postings.services import editing, heartbeats, publishing
from tests.services.story import NURSE_WITH_MORE_PAY, make_site, normalized, receive

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_normalizer")]


def publish(posting: Posting, actor: User) -> None:
    publishing.publish(posting_id=posting.pk, site_id=posting.site_id, actor=actor)


def queries(read: Callable[[], Any]) -> int:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        read()
    return len(captured)


def test_the_list_costs_one_query_for_any_number_of_rows(site: CareerSite, viewer: User) -> None:
    def read() -> list[object]:
        viewer_again = User.objects.get(pk=viewer.pk)
        return [
            (
                posting.state,
                posting.warning_count,
                posting.has_proposal,
                posting.site.name,
                posting.head and posting.head.author,
            )
            for posting in selectors.postings_list(viewer_again)
        ]

    normalized(site)
    one = queries(read)
    for _ in range(9):
        normalized(site)
    assert queries(read) == one
    assert len(read()) == 10


def test_the_page_costs_the_same_for_any_length_of_history(site: CareerSite, editor: User) -> None:
    posting = normalized(site)

    def read() -> None:
        page = selectors.posting_page(posting.pk)
        assert page is not None
        assert [section.html for revision in page.history for section in revision.ordered_sections()]
        assert [str(revision.author) for revision in page.history]

    one = queries(read)
    for number in range(1, 8):
        text = {"pay": f"<p>{number}</p>"}
        editing.save_sections(posting_id=posting.pk, base_number=number, bodies=text, actor=editor)
    assert queries(read) == one


def test_the_page_shows_where_a_posting_stands(site: CareerSite, editor: User, publisher: User) -> None:
    posting = normalized(site, reference="A")
    publish(posting, publisher)
    editing.save_sections(posting_id=posting.pk, base_number=1, bodies={"pay": "<p>Ask</p>"}, actor=editor)
    normalized(site, NURSE_WITH_MORE_PAY, reference="A")
    page = selectors.posting_page(posting.pk)
    assert page is not None
    assert (page.posting.state, page.posting.has_proposal) == ("changed", True)
    assert page.head == page.history[0]
    assert [section.kind for section in page.sections] == ["responsibilities", "pay"]
    assert page.proposal == page.run
    assert page.live is not None
    assert page.live.revision.number == 1
    assert page.audit[0].action == "run.succeeded"


def test_a_page_without_a_posting_is_none(db: None) -> None:
    assert selectors.posting_page(4711) is None


def test_without_the_right_nothing_is_listed(site: CareerSite, django_user_model: type[User]) -> None:
    normalized(site)
    nobody = django_user_model.objects.create_user("nobody")
    assert not selectors.postings_list(nobody).exists()
    assert not selectors.postings_list(AnonymousUser()).exists()


def test_a_site_lists_only_what_it_shows_now(site: CareerSite, publisher: User) -> None:
    shown, down, _draft = (normalized(site, title=title) for title in ("Shown", "Down", "Draft"))
    publish(shown, publisher)
    publish(down, publisher)
    publish(normalized(make_site("quay")), publisher)
    publishing.unpublish(posting_id=down.pk, site_id=site.pk, actor=publisher)
    assert [publication.slug for publication in selectors_public.live_publications(site)] == ["shown"]


def test_a_run_is_found_by_its_public_id_in_one_query(site: CareerSite) -> None:
    run = receive(site).run

    def read() -> str:
        found = selectors.run_by_public_id(run.public_id)
        assert found is not None
        return found.source.posting.site.slug

    assert queries(read) == 1
    assert selectors.run_by_public_id(uuid.uuid4()) is None


def test_the_last_beat_is_known(db: None) -> None:
    assert selectors.last_beat(heartbeats.WORKER) is None
    beaten = heartbeats.beat(name=heartbeats.WORKER)
    again = heartbeats.beat(name=heartbeats.WORKER)
    assert beaten.pk == again.pk
    assert selectors.last_beat(heartbeats.WORKER) == again.beat_at
