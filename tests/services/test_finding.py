"""Finding a posting: by words of its names and newest text, by what it is, and by views people keep."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from postings import selectors
from postings.models import CareerSite, Posting, SavedView
from postings.models.searching import searchable, words_wanted
from postings.selectors import Finding, columns_of
from postings.services import editing, publishing, views
from postings.services.errors import NotFound, TextInvalid
from tests.services.story import make_site, normalized

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_normalizer", "sent_runs")]


def found(user: User, **asked: str) -> list[str]:
    return sorted(posting.title for posting in selectors.postings_list(user, Finding(**asked)))


def named(site: CareerSite, title: str, text: str = "about: Something", **more: str) -> Posting:
    return normalized(site, f"title: {title}\n{text}".encode(), **more)


def test_every_word_begins_a_word_of_names_or_text(site: CareerSite, viewer: User) -> None:
    named(site, "Nurse", "company: Ward House\nabout: Research & care for <strong>children", reference="REQ-77")
    named(site, "Driver", "about: Drive the bus, full-time")
    for search in ("nurs", "WARD", "research &", "child care", "req-77", "77"):
        assert found(viewer, search=search) == ["Nurse"], search
    assert found(viewer, search="full-time bus") == ["Driver"]
    assert found(viewer, search="bus nurse") == []
    assert found(viewer, search="urse") == [], "words are found by their beginning"
    assert found(viewer, search="&") == ["Driver", "Nurse"]


@pytest.mark.parametrize("search", ["'", "a'b", "\\", "%", "_", "a | b", "!x", ":*", "x" * 5000, "a\0b", "\ud800"])
def test_no_search_breaks_the_list(site: CareerSite, viewer: User, search: str) -> None:
    named(site, "Nurse")
    found(viewer, search=search)


def test_writing_without_spaces_is_found_by_its_letters(site: CareerSite, viewer: User) -> None:
    named(site, "倉庫スタッフ", "about: 夜勤ができる方を募集します")
    assert found(viewer, search="夜勤") == found(viewer, search="募集します") == ["倉庫スタッフ"]
    assert found(viewer, search="勤夜") == []


def test_the_words_follow_every_change(site: CareerSite, viewer: User, editor: User) -> None:
    posting = named(site, "Nurse", "pay: 24 EUR")
    editing.save_sections(posting_id=posting.pk, base_number=1, bodies={"pay": "<p>Thirty<br>Euros</p>"}, actor=editor)
    assert (found(viewer, search="thirty euros"), found(viewer, search="24")) == (["Nurse"], [])
    editing.restore_revision(posting_id=posting.pk, base_number=2, number=1, actor=editor)
    assert (found(viewer, search="thirty"), found(viewer, search="24")) == ([], ["Nurse"])
    editing.rename_posting(posting_id=posting.pk, title="Midwife", company="The Ward", was=("Nurse", ""), actor=editor)
    assert (found(viewer, search="midwife ward 24"), found(viewer, search="nurse")) == (["Midwife"], [])


def test_words_are_kept_once_and_bounded() -> None:
    assert searchable("Go, go GO", "straße") == " go strasse"
    assert words_wanted("A a Straße 夜勤中") == ["a", "strasse", "夜勤", "勤中"]
    assert len(searchable(" ".join(map(str, range(50_000))))) < 200_000


def test_filters_narrow_and_combine(site: CareerSite, viewer: User, editor: User, publisher: User) -> None:
    shown = named(site, "Shown")
    publishing.publish(posting_id=shown.pk, site_id=site.pk, actor=publisher)
    edited = named(make_site("inland"), "Edited", "language: de\nabout: Etwas\nwarn: Kein Gehalt\nwarn: Kein Ort")
    editing.save_sections(posting_id=edited.pk, base_number=1, bodies={"pay": "<p>Viel</p>"}, actor=editor)
    Posting.objects.filter(pk=shown.pk).update(changed_at=timezone.now() - timedelta(days=9))
    assert found(viewer, state="published") == found(viewer, origin="normalizer") == ["Shown"]
    for asked in ({"site": "inland"}, {"language": "de"}, {"warnings": "some"}, {"origin": "person"}, {"age": "7"}):
        assert found(viewer, **asked) == ["Edited"], asked
    assert found(viewer, warnings="none") == ["Shown"]
    assert found(viewer, state="published", site="inland") == []
    assert found(viewer, proposal="yes") == []
    assert found(viewer, age="x", origin="nobody") == ["Edited", "Shown"]


def test_a_view_is_kept_under_a_name_by_each_person(editor: User, viewer: User) -> None:
    asked = {"search": "nurse", "state": "", "page": "7", "site": "harbour"}
    views.save_view(actor=editor, name=" Night  shifts ", query=asked, columns=["company", "secret", "state"])
    views.save_view(actor=editor, name="Night shifts", query={"search": "night"}, columns=["company"])
    (view,) = selectors.saved_views(editor)
    assert (view.name, view.query, columns_of(view)) == ("Night shifts", {"search": "night"}, ["title", "company"])
    assert Finding.of(view.query) == Finding(search="night")
    assert selectors.saved_views(viewer) == []
    with pytest.raises(NotFound):
        views.delete_view(view_id=view.pk, actor=viewer)
    views.delete_view(view_id=view.pk, actor=editor)
    assert not SavedView.objects.exists()


def test_a_view_needs_a_name_and_columns_have_a_default(editor: User) -> None:
    with pytest.raises(TextInvalid):
        views.save_view(actor=editor, name="\n", query={})
    assert columns_of(None)[:2] == ["title", "state"]
