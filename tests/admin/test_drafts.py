"""What is typed and not saved is kept, offered, brought together with what others saved, and thrown away on demand."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from postings.models import Draft, Posting, Revision
from postings.services import editing, placing
from tests.admin.addresses import action, desk
from tests.admin.conftest import LogIn
from tests.services.story import bodies

pytestmark = pytest.mark.django_db

TYPED = {"base_number": "1", "section-pay": "<p>30 EUR an hour</p>", "note": "More"}


def test_a_draft_is_kept_offered_and_gone_on_with(posting: Posting, editor: User, log_in: LogIn) -> None:
    client = log_in(editor)
    assert client.post(action(posting, "draft"), TYPED).json()["saved_at"]
    assert Revision.objects.count() == 1
    page = client.get(desk(posting)).content.decode()
    assert "You have text here that is not saved" in page
    assert "<ins>30</ins>" in page
    page = client.get(desk(posting), {"draft": "1"}).content.decode()
    assert "&lt;p&gt;30 EUR an hour&lt;/p&gt;</textarea>" in page
    assert 'value="More"' in page


def test_a_draft_is_its_editors_own(posting: Posting, editor: User, publisher: User, log_in: LogIn) -> None:
    log_in(editor).post(action(posting, "draft"), TYPED)
    assert "not saved" not in log_in(publisher).get(desk(posting)).content.decode()


def test_text_that_differs_in_nothing_is_no_draft(posting: Posting, editor: User, log_in: LogIn) -> None:
    typed = {"base_number": "1", "section-pay": "<p>24 EUR an hour</p>"}
    assert log_in(editor).post(action(posting, "draft"), typed).json() == {"saved_at": ""}
    assert not Draft.objects.exists()


def test_a_draft_is_thrown_away_on_demand(posting: Posting, editor: User, log_in: LogIn) -> None:
    client = log_in(editor)
    client.post(action(posting, "draft"), TYPED)
    client.post(action(posting, "discard"))
    assert not Draft.objects.exists()


def test_a_draft_behind_the_newest_text_leads_to_the_conflict(
    posting: Posting, editor: User, publisher: User, log_in: LogIn
) -> None:
    client = log_in(editor)
    client.post(action(posting, "draft"), TYPED)
    theirs = {"skills": "<p>Swimming</p>"}
    editing.save_sections(posting_id=posting.pk, base_number=1, bodies=theirs, actor=publisher)
    assert "Bring both together" in client.get(desk(posting)).content.decode()
    assert client.get(desk(posting), {"draft": "1"})["Location"] == action(posting, "conflict")
    page = client.get(action(posting, "conflict")).content.decode()
    assert "Nothing was changed by both" in page
    client.post(action(posting, "conflict"), {"base_number": "2", "note": "Both"})
    head = Posting.objects.get().head
    assert bodies(head)["pay"] == "<p>30 EUR an hour</p>"
    assert bodies(head)["skills"] == "<p>Swimming</p>"
    assert (head.origin, head.note) == ("merge", "Both")  # type: ignore[union-attr]
    assert not Draft.objects.exists()


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        ({}, "<p>Thirty</p>"),
        ({"choice-pay/0": "theirs"}, "<p>Forty</p>"),
        ({"choice-pay/0": "both"}, "<p>Thirty</p>\n<p>Forty</p>"),
        ({"whole-pay": "theirs"}, "<p>Forty</p>"),
        ({"whole-pay": "base"}, "<p>24 EUR an hour</p>"),
    ],
)
def test_what_both_changed_is_chosen_and_mine_is_preselected(
    choice: dict[str, str], expected: str, posting: Posting, editor: User, publisher: User, log_in: LogIn
) -> None:
    editing.save_sections(posting_id=posting.pk, base_number=1, bodies={"pay": "<p>Forty</p>"}, actor=publisher)
    client = log_in(editor)
    client.post(desk(posting), {"base_number": "1", "section-pay": "<p>Thirty</p>"})
    client.post(action(posting, "conflict"), {"base_number": "2", **choice})
    assert bodies(Posting.objects.get().head)["pay"] == expected


def test_a_third_save_meanwhile_asks_once_more(posting: Posting, editor: User, publisher: User, log_in: LogIn) -> None:
    editing.save_sections(
        posting_id=posting.pk, base_number=1, bodies={"pay": "<p>26 EUR an hour</p>"}, actor=publisher
    )
    client = log_in(editor)
    client.post(desk(posting), {"base_number": "1", "section-pay": "<p>30 EUR an hour</p>"})
    editing.save_sections(
        posting_id=posting.pk, base_number=2, bodies={"pay": "<p>27 EUR an hour</p>"}, actor=publisher
    )
    response = client.post(action(posting, "conflict"), {"base_number": "2"})
    assert response.status_code == 409
    assert "Meanwhile revision 3 was saved" in response.content.decode()
    assert Draft.objects.get().bodies == {"pay": "<p>30 EUR an hour</p>"}


def test_pasted_markup_is_cleaned_and_what_was_dropped_is_named(posting: Posting, editor: User, log_in: LogIn) -> None:
    pasted = '<p class="MsoNormal" style="color:red"><font face="Arial">Good <b>pay</b></font><img src="x"></p>'
    answer = log_in(editor).post(action(posting, "clean"), {"markup": pasted}).json()
    assert answer["html"] == "<p>Good <strong>pay</strong></p>"
    assert {"font", "img"} <= set(answer["dropped"])
    assert answer["told"] == ["fonts and colours", "pictures"]


def test_a_draft_that_nothing_can_read_is_shown_by_its_words(
    posting: Posting, editor: User, publisher: User, log_in: LogIn
) -> None:
    client = log_in(editor)
    deep = "<ul><li>" * 2000 + "deep"
    client.post(desk(posting), {"base_number": "1", "section-pay": deep})
    editing.save_sections(posting_id=posting.pk, base_number=1, bodies={"pay": "<p>30</p>"}, actor=publisher)
    page = client.get(action(posting, "conflict"))
    assert page.status_code == 200
    assert '<span class="desk-prose"><p>deep</p></span>' in page.content.decode()
    assert Draft.objects.exists()


def test_a_block_that_each_put_into_another_section_is_asked_about_once(
    posting: Posting, editor: User, publisher: User, log_in: LogIn
) -> None:
    placing.place_block(posting_id=posting.pk, base_number=1, block="2", section="skills", actor=publisher)
    client = log_in(editor)
    mine = {"section-responsibilities": "", "section-benefits": "<p>Look after patients</p>"}
    client.post(desk(posting), {"base_number": "1", **mine})
    page = client.get(action(posting, "conflict")).content.decode()
    assert page.count("Each of you put this somewhere else. Where does it stand?") == 1
    twice = {"base_number": "2", "whole-skills": "theirs", "whole-benefits": "mine"}
    response = client.post(action(posting, "conflict"), twice)
    assert response.status_code == 422
    assert "“Look after patients” would stand in two sections." in response.content.decode()
    client.post(action(posting, "conflict"), {"base_number": "2", "choice-responsibilities:0": "theirs"})
    assert [kind for kind, html in bodies(Posting.objects.get().head).items() if "patients" in html] == ["skills"]
