"""A publication's own address, headings of another rank, structured data, and compression."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from postings.models import CareerSite, Publication
from postings.services import editing, publishing
from tests.api.answers import problem
from tests.services import story

LIST = "/api/v1/sites/harbour/postings/"


def edited(shown: Publication, editor: User, publisher: User) -> Publication:
    bodies = {"pay": "<h3>Nights</h3><p>30 EUR an hour</p>"}
    editing.save_sections(posting_id=shown.posting_id, base_number=1, bodies=bodies, actor=editor)
    return publishing.publish(posting_id=shown.posting_id, site_id=shown.site_id, actor=publisher)


def test_what_a_publication_showed_stays_at_its_address(
    client: Client, nurse: Publication, editor: User, publisher: User
) -> None:
    address = client.get(f"{LIST}nurse/").json()["publication_url"]
    before = client.get(address)
    edited(nurse, editor, publisher)

    after = client.get(address)

    assert after.content == before.content
    assert "immutable" in after["Cache-Control"]
    assert client.get(f"{LIST}nurse/").json()["publication_url"] != address


def test_a_publication_is_gone_with_its_posting(client: Client, nurse: Publication, publisher: User) -> None:
    address = client.get(f"{LIST}nurse/").json()["publication_url"]
    publishing.unpublish(posting_id=nurse.posting_id, site_id=nurse.site_id, actor=publisher, reason="Filled.")

    assert problem(client.get(address), "posting-gone")["reason"] == "Filled."


def test_another_sites_publication_is_not_found(client: Client, nurse: Publication) -> None:
    story.make_site("lindenau")
    address = f"/api/v1/sites/lindenau/publications/{nurse.public_id}/"

    problem(client.get(address), "posting-not-found")


@pytest.mark.parametrize("level", [1, 2, 3, 5])
def test_headings_have_the_rank_a_reader_asks_for(
    client: Client, nurse: Publication, editor: User, publisher: User, level: int
) -> None:
    shown = edited(nurse, editor, publisher)

    html = client.get(f"{LIST}nurse/fragment/", {"heading_level": level}).content.decode()
    body = client.get(f"{LIST}nurse/", {"heading_level": level}).json()

    assert f"<h{level}>Pay</h{level}>" in html
    assert f"<h{level + 1}>Nights</h{level + 1}>" in html
    assert html.replace(f"h{level}>", "h2>").replace(f"h{level + 1}>", "h3>") == shown.fragment or level == 1
    assert body["fragment"] == html
    assert body["sections"][-1]["html"].startswith(f"<h{level + 1}>Nights")


def test_the_sites_rank_is_where_a_reader_starts_from(client: Client, publish: Callable[..., Publication]) -> None:
    site = story.make_site("deep", heading_level=4)
    shown = publish(site=site)
    address = f"/api/v1/sites/deep/postings/{shown.slug}/fragment/"

    assert b"<h4>Pay</h4>" in client.get(address).content
    assert b"<h2>Pay</h2>" in client.get(address, {"heading_level": 2}).content


@pytest.mark.parametrize("level", ["0", "6", "x", ""])
def test_a_rank_that_is_none_is_refused(client: Client, nurse: Publication, level: str) -> None:
    problem(client.get(f"{LIST}nurse/fragment/", {"heading_level": level}), "invalid-parameter")


def test_provenance_says_what_stands_in_the_source_and_what_was_written(
    client: Client, nurse: Publication, editor: User, publisher: User
) -> None:
    before = client.get(f"{LIST}nurse/").json()["provenance"]
    edited(nurse, editor, publisher)
    after = client.get(f"{LIST}nurse/").json()["provenance"]

    assert (before["origin"], after["origin"]) == ("normalizer", "editor")
    assert before["sections"][1] == {"kind": "pay", "from_source": 1, "written": 0}
    assert after["sections"][0]["written"] == 0
    assert after["sections"][1]["written"] > 0
    assert before["source_sha256"] == after["source_sha256"] == nurse.revision.run.source.digest


def test_structured_data_is_at_its_own_address_and_gone_with_the_posting(
    client: Client, publish: Callable[..., Publication], publisher: User
) -> None:
    shown = publish(facts={"locations": ["Graz, Austria"]})
    address = f"{LIST}{shown.slug}/structured-data/"

    response = client.get(address)

    assert response["Content-Type"] == "application/ld+json"
    assert response.json() == shown.structured_data
    assert client.get(address, headers={"if-none-match": response["ETag"]}).status_code == 304
    publishing.unpublish(posting_id=shown.posting_id, site_id=shown.site_id, actor=publisher)
    problem(client.get(address), "posting-gone")


def test_too_little_for_structured_data_is_said(client: Client, nurse: Publication) -> None:
    problem(client.get(f"{LIST}nurse/structured-data/"), "structured-data-not-found")


@pytest.fixture
def long(publish: Callable[..., Publication]) -> Publication:
    return publish(data=b"title: Long\ncompany: Ward House\nabout: " + b"Look after many patients. " * 99)


@pytest.mark.parametrize("path", ["", "long/", "long/fragment/"])
def test_compressed_answers_are_the_same_with_a_tag_of_their_own(client: Client, long: Publication, path: str) -> None:
    plain = client.get(f"{LIST}{path}", {"limit": 1} if not path else {})
    packed = client.get(
        f"{LIST}{path}", {"limit": 1} if not path else {}, headers={"accept-encoding": "br, gzip;q=0.8"}
    )

    assert "Accept-Encoding" in plain["Vary"]
    assert gzip.decompress(packed.content) == plain.content
    assert packed["Content-Encoding"] == "gzip"
    assert int(packed["Content-Length"]) == len(packed.content)
    assert not packed["ETag"].startswith("W/")
    assert packed["ETag"] != plain["ETag"]
    for tag in (packed["ETag"], plain["ETag"]):
        assert client.get(f"{LIST}{path}", headers={"if-none-match": tag}).status_code == 304


@pytest.mark.parametrize("accepts", ["", "br", "gzip;q=0", "gzip;q=0.0, br"])
def test_who_does_not_want_it_packed_gets_it_plain(client: Client, long: Publication, accepts: str) -> None:
    response = client.get(f"{LIST}long/", headers={"accept-encoding": accepts})

    assert "Content-Encoding" not in response
    assert json.loads(response.content)["slug"] == "long"


def test_a_private_sites_publication_is_for_no_shared_cache(client: Client, nurse: Publication) -> None:
    from postings.services import keys

    CareerSite.objects.filter(pk=nurse.site_id).update(is_public=False)
    text = keys.issue_key(site=nurse.site, scope="read", name="x")[1]
    address = f"/api/v1/sites/harbour/publications/{nurse.public_id}/"

    assert client.get(address, headers={"authorization": f"Bearer {text}"})["Cache-Control"].startswith("private")


def test_caches_are_told_what_to_purge(client: Client, nurse: Publication) -> None:
    assert client.get(f"{LIST}nurse/")["Surrogate-Key"] == f"posting-{nurse.posting_id} site-harbour"
    assert client.get(LIST)["Surrogate-Key"] == "site-harbour"
    assert "stale-while-revalidate" in client.get(LIST)["Cache-Control"]
