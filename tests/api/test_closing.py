"""After its closing date nobody sees a posting, wherever they look and whether or not a scheduler has run."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.test import Client
from django.utils import timezone

from postings.models import AuditEntry, CareerSite, NormalizationRun, OutboxEvent, Posting, Publication, SiteChanges
from postings.models.closing_dates import shown_until
from postings.models.publication import CLOSED
from postings.services import closing, normalizing, publishing
from postings.services.errors import NotPublishable
from tests.api.answers import problem
from tests.api.follower import Follower
from tests.services import story

SITE = "/api/v1/sites/harbour/"
NOT_YET = (timezone.now() + timedelta(days=30)).date().isoformat()
FACTS = {"locations": ["Graz, Austria"], "valid_through": NOT_YET}


def pass_by(shown: Publication) -> datetime:
    """Let the closing date of a publication be over, without anybody noticing."""
    over = timezone.now() - timedelta(minutes=5)
    QuerySet.update(Publication.objects.filter(pk=shown.pk), expires_at=over)
    return over


@pytest.fixture
def cook(publish: Callable[..., Publication]) -> Publication:
    return publish(reference="cook", facts={**FACTS, "title": "Cook"})


def body_of(response: Any) -> str:
    return (b"".join(response) if response.streaming else response.content).decode()


@pytest.mark.parametrize(
    "address",
    [
        *(f"{SITE}postings/", f"{SITE}postings/?fields=*", f"{SITE}postings/?search=cook", f"{SITE}changes/"),
        *("/careers/harbour/", "/feeds/harbour/sitemap.xml", "/feeds/harbour/jobs.xml"),
        *("/feeds/harbour/rss.xml", "/feeds/harbour/atom.xml", "/feeds/harbour/feed.json"),
    ],
)
def test_lists_and_feeds_lose_it_and_say_so_to_caches(client: Client, cook: Publication, address: str) -> None:
    before = client.get(address)
    assert "cook" in body_of(before)
    pass_by(cook)

    after = client.get(address, headers={"if-none-match": before["ETag"]})

    assert after.status_code == 200
    assert "cook" not in body_of(after).replace("search=cook", "")
    assert after["ETag"] != before["ETag"]
    assert client.get(address, headers={"if-none-match": after["ETag"]}).status_code == 304
    assert client.get(address, headers={"if-modified-since": after["Last-Modified"]}).status_code == 304


@pytest.mark.parametrize("path", ["postings/cook/", "postings/cook/fragment/", "postings/cook/structured-data/", "id"])
def test_its_own_addresses_say_that_it_is_gone_and_why(client: Client, cook: Publication, path: str) -> None:
    address = SITE + (f"publications/{cook.public_id}/" if path == "id" else path)
    has = {"if-none-match": client.get(address)["ETag"]}
    assert client.get(address, headers=has).status_code == 304
    over = pass_by(cook)

    body = problem(client.get(address, headers=has), "posting-gone")

    assert body["reason"] == CLOSED
    assert datetime.fromisoformat(body["ended_at"]) == over


def test_its_page_is_gone_with_its_structured_data(client: Client, cook: Publication) -> None:
    assert "application/ld+json" in body_of(client.get("/careers/harbour/cook/"))
    pass_by(cook)

    response = client.get("/careers/harbour/cook/")

    assert response.status_code == 410
    assert "application/ld+json" not in body_of(response)


def test_who_follows_hears_of_it(client: Client, cook: Publication, nurse: Publication) -> None:
    follower = Follower(client, f"{SITE}changes/")
    assert len(follower.catch_up()) == 2
    pass_by(cook)

    (item,) = client.get(follower.address).json()["items"]

    assert (item["type"], item["posting_id"], item["reason"]) == ("removed", str(cook.posting_id), CLOSED)
    assert follower.catch_up() == {str(nurse.posting_id): str(nurse.public_id)}


def test_who_follows_hears_of_each_that_closes_with_others(
    client: Client, publish: Callable[..., Publication], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(closing, "BATCH", 2)
    shown = [publish(reference=str(number), facts=FACTS) for number in range(5)]
    follower = Follower(client, f"{SITE}changes/?limit=3")
    follower.catch_up()
    for one in shown[1:]:
        pass_by(one)

    assert follower.catch_up() == {str(shown[0].posting_id): str(shown[0].public_id)}


def test_ending_it_changes_nothing_for_a_reader_and_is_noted(client: Client, cook: Publication) -> None:
    pass_by(cook)
    before = client.get(f"{SITE}postings/cook/").json()

    closing.end_all_closed()
    closing.end_all_closed()

    assert client.get(f"{SITE}postings/cook/").json() == before
    assert AuditEntry.objects.filter(action="posting.closed", posting=cook.posting_id).count() == 1
    assert OutboxEvent.objects.filter(kind="posting.closed", posting=cook.posting_id).count() == 1
    assert Posting.objects.with_state().get(pk=cook.posting_id).state == "taken_down"  # type: ignore[attr-defined]


def test_it_comes_back_with_a_later_date(
    client: Client, cook: Publication, site: CareerSite, publisher: User, small_normalizer: None
) -> None:
    pass_by(cook)
    later = {**FACTS, "title": "Cook", "valid_through": "2999-01-01"}
    story.normalized(site, story.NURSE_WITH_MORE_PAY, reference="cook", facts=later)

    back = publishing.publish(posting_id=cook.posting_id, site_id=cook.site_id, actor=publisher)

    assert client.get(f"{SITE}postings/cook/").json()["id"] == str(back.public_id)
    assert client.get(f"{SITE}postings/").json()["items"][0]["id"] == str(back.public_id)


def test_what_is_over_is_not_published(site: CareerSite, publisher: User, small_normalizer: None) -> None:
    posting = story.normalized(site, facts={"valid_through": "2020-01-31"})

    with pytest.raises(NotPublishable) as refusal:
        publishing.publish(posting_id=posting.pk, site_id=site.pk, actor=publisher)

    assert refusal.value.code == "closing_date_over"
    assert "2020-01-31" in refusal.value.sentence
    assert not Publication.objects.exists()
    assert not SiteChanges.objects.exists()
    assert not OutboxEvent.objects.filter(posting=posting).exists()
    assert not AuditEntry.objects.filter(action="posting.published").exists()


def test_a_sender_is_told_beforehand_in_the_same_words(
    sender: Client, site: CareerSite, publisher: User, small_normalizer: None
) -> None:
    def told(**facts: str) -> Any:
        body = {"content": story.NURSE.decode(), "reference": "W-7", "facts": facts}
        sent = sender.post("/api/v1/sources/", body, content_type="application/json").json()
        before = sender.get(sent["run"]["url"]).json()["posting"]
        normalizing.perform_run(run_id=NormalizationRun.objects.get(public_id=sent["run"]["id"]).pk)
        return before["refusal"], sender.get(sent["run"]["url"]).json()["posting"]["refusal"]

    before, over = told(valid_through="2020-01-31")
    posting = Posting.objects.get(reference="W-7")

    assert before["code"] == "no_text"
    with pytest.raises(NotPublishable) as refusal:
        publishing.publish(posting_id=posting.pk, site_id=site.pk, actor=publisher)
    assert over == {"code": refusal.value.code, "sentence": refusal.value.sentence}
    assert told(valid_through=NOT_YET)[1] is None
    assert publishing.publish(posting_id=posting.pk, site_id=site.pk, actor=publisher).is_live


@pytest.mark.parametrize(
    ("told", "until"),
    [
        # A day is over when it is over everywhere on Earth.
        ("2027-01-31", datetime(2027, 2, 1, 12, tzinfo=UTC)),
        ("2027-01-31T18:00:00+01:00", datetime(2027, 1, 31, 17, tzinfo=UTC)),
        ("2027-01-31T18:00:00", datetime(2027, 2, 1, 6, tzinfo=UTC)),
        *((text, None) for text in ("", "soon", "2027-02-30", "9999-12-31", "2027-01-31T25:00")),
    ],
)
def test_a_closing_date_is_read_or_left_alone(told: str, until: datetime | None) -> None:
    assert shown_until({"valid_through": told}) == until
