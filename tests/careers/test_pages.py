"""What people see: the list, a posting, and what is no longer there."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from typing import Any

import pytest
from bs4 import BeautifulSoup
from django.contrib.auth.models import User
from django.test import Client

from postings.careers import views
from postings.models import CareerSite, Publication
from postings.services import editing, publishing
from tests.services import story

LIST = "/careers/harbour/"


def read(response: Any) -> BeautifulSoup:
    return BeautifulSoup(response.content.decode(), "html.parser")


def test_the_list_shows_what_is_live_newest_first(
    client: Client, publish: Callable[..., Publication], publisher: User
) -> None:
    shown = [publish(reference=str(number), title=f"Nurse {number}") for number in range(3)]
    publishing.unpublish(posting_id=shown[1].posting_id, site_id=shown[1].site_id, actor=publisher)

    page = read(client.get(LIST))

    assert [link.text for link in page.select(".postings h2 a")] == ["Nurse 2", "Nurse 0"]
    assert page.select_one(".postings h2 a")["href"] == f"{LIST}{shown[2].slug}/"
    assert page.h1.text == "Open positions"


def test_an_empty_site_says_so(client: Client, site: CareerSite) -> None:
    response = client.get(LIST)

    assert response.status_code == 200
    assert "There are no open positions right now." in read(response).main.text


def test_a_site_speaks_its_language(client: Client, db: None) -> None:
    story.make_site("lindenau", language="de")

    page = read(client.get("/careers/lindenau/"))

    assert page.html["lang"] == "de"
    assert page.h1.text == "Offene Stellen"


def test_a_posting_is_shown_with_the_stored_bytes_inside(client: Client, publish: Callable[..., Publication]) -> None:
    shown = publish(data="title: Bäcker\ncompany: L'Atelier & Fils\nabout: {{ x }} <b> & 5 € 🥖".encode())

    response = client.get(f"{LIST}{shown.slug}/")

    assert shown.fragment.encode() in response.content
    assert read(response).h1.text == "Bäcker"


def test_a_page_and_the_api_show_the_same_bytes(client: Client, nurse: Publication) -> None:
    fragment = client.get(f"/api/v1/sites/harbour/postings/{nurse.slug}/fragment/").content

    assert fragment in client.get(f"{LIST}{nurse.slug}/").content


def test_headings_have_their_order_and_the_title_is_the_first(client: Client, nurse: Publication) -> None:
    page = read(client.get(f"{LIST}{nurse.slug}/"))

    assert [heading.name for heading in page.select("h1, h2, h3")] == ["h1", "h2", "h2"]
    assert page.title.text == "Nurse · Ward House – Harbour"


def test_a_posting_has_its_language_and_direction(client: Client, publish: Callable[..., Publication]) -> None:
    german = publish(data=b"language: de\n" + story.NURSE, reference="de")
    arabic = publish(data=b"language: ar\n" + story.NURSE, reference="ar")

    page = read(client.get(f"{LIST}{german.slug}/"))
    assert (page.html["lang"], page.html["dir"], page.article["lang"]) == ("de", "ltr", "de")
    page = read(client.get(f"{LIST}{arabic.slug}/"))
    assert (page.html["lang"], page.html["dir"], page.footer["lang"]) == ("ar", "rtl", "en")


def test_a_page_names_itself_to_search_engines(client: Client, nurse: Publication) -> None:
    page = read(client.get(f"{LIST}{nurse.slug}/"))

    address = f"http://testserver/careers/harbour/{nurse.slug}/"
    assert page.find("link", rel="canonical")["href"] == address
    assert page.find("meta", attrs={"name": "description"})["content"] == "Look after patients"
    assert page.find("meta", property="og:title")["content"] == "Nurse · Ward House"
    assert page.find("meta", property="og:url")["content"] == address


def test_structured_data_stands_in_the_page_where_facts_suffice(
    client: Client, publish: Callable[..., Publication]
) -> None:
    with_place = publish(facts={"locations": ["Milbrook"]}, reference="1")
    without = publish(reference="2")

    script = read(client.get(f"{LIST}{with_place.slug}/")).find("script", type="application/ld+json")
    assert json.loads(script.string) == with_place.structured_data
    assert script.string
    assert read(client.get(f"{LIST}{without.slug}/")).find("script") is None


@pytest.mark.parametrize(
    "text", ["</script><script>alert(1)</script>", "<!--<script>", "]]>", "\u2028 \u2029 & <", "🥖 é"]
)
def test_structured_data_cannot_leave_its_script(text: str) -> None:
    written = views.script_json({"title": text})

    assert json.loads(written) == {"title": text}
    assert not set("<>&\u2028\u2029") & set(written)


def test_a_hostile_title_stays_text(client: Client, publish: Callable[..., Publication]) -> None:
    title = '"><script>alert(1)</script>'
    shown = publish(facts={"title": title, "company": title, "locations": [title]})

    for address in (LIST, f"{LIST}{shown.slug}/"):
        page = read(client.get(address))
        assert [script["type"] for script in page.find_all("script")] in ([], ["application/ld+json"])
        assert title in page.get_text()


def test_what_was_taken_down_is_gone(client: Client, nurse: Publication, publisher: User) -> None:
    publishing.unpublish(posting_id=nurse.posting_id, site_id=nurse.site_id, actor=publisher)

    response = client.get(f"{LIST}{nurse.slug}/")

    assert response.status_code == 410
    page = read(response)
    assert page.h1.text == "This position is no longer open"
    assert "“Nurse” was taken down." in page.main.text
    assert page.main.a["href"] == LIST
    assert "patients" not in page.text
    assert page.find("script") is None


@pytest.mark.parametrize("address", ["/careers/nowhere/", "/careers/nowhere/x/", "/careers/harbour/nobody/"])
def test_what_never_was_is_not_found(client: Client, site: CareerSite, address: str) -> None:
    response = client.get(address)

    assert response.status_code == 404
    assert read(response).h1.text == "There is nothing at this address"


def test_a_draft_and_a_closed_site_are_not_shown(
    client: Client, nurse: Publication, site: CareerSite, small_normalizer: None
) -> None:
    draft = story.normalized(site)
    assert client.get(f"{LIST}{draft.slug}/").status_code == 404

    CareerSite.objects.filter(pk=site.pk).update(is_public=False)
    assert client.get(LIST).status_code == 404
    assert client.get(f"{LIST}{nurse.slug}/").status_code == 404


def test_many_postings_are_shown_in_pages(
    client: Client, publish: Callable[..., Publication], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "PAGE_SIZE", 2)
    for number in range(5):
        publish(reference=str(number), title=f"Nurse {number}")

    titles, address = [], LIST
    for _ in range(3):
        page = read(client.get(address))
        titles += [link.text for link in page.select(".postings h2 a")]
        following = page.find("a", rel="next")
        address = LIST + following["href"] if following else ""

    assert titles == [f"Nurse {number}" for number in (4, 3, 2, 1, 0)]
    assert address == ""
    assert client.get(f"{LIST}?after=nonsense").status_code == 404


def test_a_page_of_a_posting_costs_one_query(
    client: Client, nurse: Publication, django_assert_num_queries: Callable[[int], Any]
) -> None:
    with django_assert_num_queries(1):
        client.get(f"{LIST}{nurse.slug}/")


@pytest.mark.parametrize("count", [1, 10])
def test_a_list_costs_two_queries_of_any_size(
    client: Client,
    publish: Callable[..., Publication],
    django_assert_num_queries: Callable[[int], Any],
    count: int,
) -> None:
    for number in range(count):
        publish(reference=str(number))

    with django_assert_num_queries(2):
        client.get(LIST)


def test_pages_need_no_script_and_set_no_cookie(client: Client, nurse: Publication) -> None:
    for address in (LIST, f"{LIST}{nurse.slug}/"):
        response = client.get(address)
        page = read(response)
        assert not [script for script in page.find_all("script") if script.get("type") != "application/ld+json"]
        assert not response.cookies
        assert not page.select("[style], [onclick]")
        assert page.select_one("a.skip")["href"] == "#" + page.main["id"]


def test_pages_are_only_read(client: Client, nurse: Publication) -> None:
    assert Client(enforce_csrf_checks=True).post(LIST).status_code == 405
    assert client.head(f"{LIST}{nurse.slug}/").status_code == 200


@pytest.mark.parametrize("path", ["", "nurse/"])
def test_a_page_is_not_sent_again_until_what_it_shows_changes(
    client: Client, nurse: Publication, editor: User, publisher: User, path: str
) -> None:
    first = client.get(LIST + path)
    has = {"if-none-match": first["ETag"]}

    for condition in (has, {"if-modified-since": first["Last-Modified"]}):
        again = client.get(LIST + path, headers=condition)
        assert (again.status_code, again.content) == (304, b"")
        assert again["Cache-Control"] == first["Cache-Control"]
    assert "stale-while-revalidate" in first["Cache-Control"]
    assert "site-harbour" in first["Surrogate-Key"]
    editing.save_sections(posting_id=nurse.posting_id, base_number=1, bodies={"pay": "<p>30 EUR</p>"}, actor=editor)
    publishing.publish(posting_id=nurse.posting_id, site_id=nurse.site_id, actor=publisher)
    assert client.get(LIST + path, headers=has).status_code == 200


@pytest.mark.parametrize("path", ["", "nurse/"])
def test_a_page_with_another_name_of_the_site_is_another_page(
    client: Client, nurse: Publication, site: CareerSite, path: str
) -> None:
    has = {"if-none-match": client.get(LIST + path)["ETag"]}
    CareerSite.objects.filter(pk=site.pk).update(name="Harbour & Sons")

    assert client.get(LIST + path, headers=has).status_code == 200


def test_a_compressed_page_is_the_same_page(client: Client, nurse: Publication) -> None:
    plain = client.get(LIST + "nurse/")
    packed = client.get(LIST + "nurse/", headers={"accept-encoding": "gzip"})

    assert gzip.decompress(packed.content) == plain.content
    assert packed["ETag"] != plain["ETag"]
    assert client.get(LIST + "nurse/", headers={"if-none-match": packed["ETag"]}).status_code == 304
