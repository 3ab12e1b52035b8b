"""What can be done on a posting's page, and what happens when it cannot."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from postings.models import CareerSite, Draft, NormalizationRun, Posting, Publication, Revision
from postings.services import editing, publishing
from tests.admin.addresses import action, desk
from tests.admin.conftest import LogIn
from tests.services import story
from tests.services.story import NAMES, bodies

pytestmark = pytest.mark.django_db


def fresh(posting: Posting) -> Posting:
    return Posting.objects.with_state().get(pk=posting.pk)


def test_saving_writes_a_revision_with_note_and_author(posting: Posting, editor: User, log_in: LogIn) -> None:
    typed = {"base_number": "1", "section-pay": "<p>30 <b>EUR</b></p>", "note": "More money"}
    page = log_in(editor).post(desk(posting), typed, follow=True).content.decode()
    head = fresh(posting).head
    assert "Saved as revision 2." in page
    assert bodies(head)["pay"] == "<p>30 <strong>EUR</strong></p>"
    assert (head.number, head.author, head.note) == (2, editor, "More money")


def test_an_empty_section_is_taken_out_and_a_new_one_is_added(posting: Posting, editor: User, log_in: LogIn) -> None:
    log_in(editor).post(desk(posting), {"base_number": "1", "section-pay": "", "section-skills": "<p>Care</p>"})
    assert set(bodies(fresh(posting).head)) == {"responsibilities", "skills"}


def test_saving_nothing_new_says_so(posting: Posting, editor: User, log_in: LogIn) -> None:
    page = log_in(editor).post(desk(posting), {"base_number": "1"}, follow=True).content.decode()
    assert "nothing was saved" in page
    assert Revision.objects.count() == 1


def test_a_stale_save_is_a_conflict_that_keeps_both_texts(
    posting: Posting, editor: User, publisher: User, log_in: LogIn
) -> None:
    editing.save_sections(posting_id=posting.pk, base_number=1, bodies={"pay": "<p>Theirs</p>"}, actor=publisher)
    typed = {"base_number": "1", "section-pay": "<p>Mine</p>", "note": "My note"}
    response = log_in(editor).post(desk(posting), typed)
    page = response.content.decode()
    assert response.status_code == 409
    assert "Somebody else saved first" in page
    assert "<p>Mine</p>" in page
    assert "<p>Theirs</p>" in page
    assert "<p>24 EUR an hour</p>" in page
    assert "My note" in page
    assert bodies(fresh(posting).head)["pay"] == "<p>Theirs</p>"


def test_after_a_conflict_one_save_puts_mine_on_top(
    posting: Posting, editor: User, publisher: User, log_in: LogIn
) -> None:
    editing.save_sections(posting_id=posting.pk, base_number=1, bodies={"pay": "<p>Theirs</p>"}, actor=publisher)
    client = log_in(editor)
    client.post(desk(posting), {"base_number": "1", "section-pay": "<p>Mine</p>"})
    client.post(action(posting, "conflict"), {"base_number": "2"})
    assert bodies(fresh(posting).head)["pay"] == "<p>Mine</p>"
    assert fresh(posting).head.origin == "merge"


def test_a_refused_text_is_kept_in_its_editor(posting: Posting, editor: User, log_in: LogIn) -> None:
    typed = {"base_number": "1", "section-pay": "", "section-responsibilities": "", "section-nonsense": "<p>x</p>"}
    response = log_in(editor).post(desk(posting), typed)
    assert response.status_code == 422
    assert "is no section of a posting" in response.content.decode()
    assert Revision.objects.count() == 1


def test_a_closing_date_that_is_over_is_told_before_anybody_publishes(
    site: CareerSite, publisher: User, log_in: LogIn, small_normalizer: None
) -> None:
    over = story.normalized(site, reference="over", facts={"valid_through": "2020-01-31"})
    client = log_in(publisher)
    sentence = "The closing date, 2020-01-31, is over: nobody would see this posting."

    before = client.get(desk(over)).content.decode()
    after = client.post(action(over, "publish"), {"base_number": "1"}, follow=True).content.decode()

    assert "data-publish" not in before
    assert f'<span id="why-publish">{sentence}</span>' in before
    assert after.count(sentence) > before.count(sentence), "the refusal says what the page said"
    assert not Publication.objects.exists()


def test_facts_that_a_newer_source_states_can_be_published_though_the_text_is_the_same(
    site: CareerSite, publisher: User, log_in: LogIn, small_normalizer: None
) -> None:
    first = story.normalized(site, reference="n1", facts={"valid_through": "2998-01-31"})
    publishing.publish(posting_id=first.pk, site_id=site.pk, actor=publisher)
    client = log_in(publisher)
    assert "The site shows this text already." in client.get(desk(first)).content.decode()

    story.normalized(site, reference="n1", facts={"valid_through": "2999-01-31"})
    page = client.get(desk(first)).content.decode()
    assert "newer on the desk: valid through" in page
    assert "data-publish" in page
    client.post(action(first, "publish"), {"base_number": "1"})

    assert Publication.objects.live().get().facts["valid_through"] == "2999-01-31"
    assert "The site shows this text already." in client.get(desk(first)).content.decode()


def test_publishing_and_taking_down(posting: Posting, publisher: User, log_in: LogIn) -> None:
    client = log_in(publisher)
    page = client.post(action(posting, "publish"), {"base_number": "1"}, follow=True).content.decode()
    assert "Published on Harbour." in page
    assert "The site shows this text already." in page
    page = client.post(action(posting, "unpublish"), follow=True).content.decode()
    assert "Taken down from Harbour." in page
    assert fresh(posting).state == "taken_down"


def test_publishing_what_somebody_changed_meanwhile_is_refused(
    posting: Posting, editor: User, publisher: User, log_in: LogIn
) -> None:
    editing.save_sections(posting_id=posting.pk, base_number=1, bodies={"pay": "<p>Other</p>"}, actor=editor)
    page = log_in(publisher).post(action(posting, "publish"), {"base_number": "1"}, follow=True).content.decode()
    assert "is at revision 2" in page
    assert not Publication.objects.exists()


def test_restoring_brings_an_older_text_back(posting: Posting, editor: User, log_in: LogIn) -> None:
    editing.save_sections(posting_id=posting.pk, base_number=1, bodies={"pay": "<p>Other</p>"}, actor=editor)
    page = log_in(editor).post(action(posting, "restore"), {"base_number": "2", "number": "1"}, follow=True)
    assert "The text of revision 1 is back." in page.content.decode()
    assert bodies(fresh(posting).head)["pay"] == "<p>24 EUR an hour</p>"


SEEN = {"was_title": "Nurse", "was_company": "Ward House"}


def test_renaming(posting: Posting, editor: User, log_in: LogIn) -> None:
    client = log_in(editor)
    client.post(action(posting, "rename"), {"title": "Head nurse", "company": "Ward House", **SEEN})
    assert fresh(posting).title == "Head nurse"
    page = client.post(action(posting, "rename"), {"title": " ", "company": "The Ward"})
    assert page.status_code == 422
    assert "A posting needs a title." in page.content.decode()
    assert 'name="company" value="The Ward"' in page.content.decode()


def test_a_stale_name_is_shown_beside_todays_and_offered_again(
    posting: Posting, editor: User, publisher: User, log_in: LogIn
) -> None:
    editing.rename_posting(posting_id=posting.pk, title="Midwife", company="", was=NAMES, actor=publisher)
    client = log_in(editor)
    page = client.post(action(posting, "rename"), {"title": "Night nurse", **SEEN})
    assert page.status_code == 409
    for said in ("Meanwhile this posting was named “Midwife”.", 'name="title" value="Night nurse"', "Now: Midwife"):
        assert said in page.content.decode()
    assert fresh(posting).title == "Midwife"
    offer = client.get(desk(posting)).content.decode()
    assert "the names: “Night nurse”" in offer
    assert 'name="title" value="Night nurse"' in client.get(desk(posting), {"draft": "1"}).content.decode()
    client.post(action(posting, "rename"), {"title": "Night nurse", "was_title": "Midwife", "was_company": ""})
    assert fresh(posting).title == "Night nurse"
    assert not Draft.objects.exists()


def test_a_name_that_is_being_typed_is_a_draft(posting: Posting, editor: User, log_in: LogIn) -> None:
    client = log_in(editor)
    client.post(action(posting, "draft"), {"base_number": "1", "title": "Night nurse", "company": "Ward House"})
    assert Draft.objects.get().title == "Night nurse"
    client.post(action(posting, "draft"), {"base_number": "1", "title": "Nurse", "company": "Ward House"})
    assert not Draft.objects.exists()


@pytest.mark.parametrize("name", ["run_again", "review", "discard"])
def test_after_a_log_in_the_forms_of_a_page_lead_back_to_it(
    name: str, posting: Posting, editor: User, log_in: LogIn
) -> None:
    assert log_in(editor).get(action(posting, name))["Location"] == desk(posting)


def test_the_newest_source_is_run_again_where_the_normalizer_is_newer(
    posting: Posting, editor: User, viewer: User, log_in: LogIn
) -> None:
    client = log_in(editor)
    read_already = "Today&#x27;s normalizer has read the newest source already."
    assert read_already in client.get(desk(posting)).content.decode()
    assert read_already in client.post(action(posting, "run_again"), follow=True).content.decode()
    NormalizationRun.objects.update(normalizer_version="0.0.1")
    assert action(posting, "run_again") in client.get(desk(posting)).content.decode()
    assert log_in(viewer).post(action(posting, "run_again")).status_code == 403
    assert "Running again." in client.post(action(posting, "run_again"), follow=True).content.decode()
    assert NormalizationRun.objects.filter(state="queued").count() == 1


def test_a_failed_run_can_be_run_again(
    site: CareerSite, small_normalizer: None, sent_runs: list[int], editor: User, log_in: LogIn
) -> None:
    posting = story.normalized(site, b"crash: badly")
    page = log_in(editor).post(action(posting, "retry"), follow=True).content.decode()
    assert "Running again." in page
    assert fresh(posting).state == "processing"


WRITES = {
    "save": ({"base_number": "1", "section-pay": "<p>New</p>"}, "editor"),
    "rename": ({"title": "New", **SEEN}, "editor"),
    "restore": ({"base_number": "2", "number": "1"}, "editor"),
    "publish": ({"base_number": "2"}, "publisher"),
    "unpublish": ({}, "publisher"),
}
RANK = ["viewer", "editor", "publisher"]


@pytest.mark.parametrize("name", WRITES)
@pytest.mark.parametrize("role", RANK)
def test_who_may_do_what(
    name: str, role: str, posting: Posting, publisher: User, request: pytest.FixtureRequest, log_in: LogIn
) -> None:
    editing.save_sections(posting_id=posting.pk, base_number=1, bodies={"pay": "<p>30</p>"}, actor=publisher)
    publishing.publish(posting_id=posting.pk, site_id=posting.site_id, actor=publisher)
    typed, needed = WRITES[name]
    typed = {**typed, "base_number": "2"} if name == "save" else typed
    address = desk(posting) if name == "save" else action(posting, name)
    response = log_in(request.getfixturevalue(role)).post(address, typed)
    may = RANK.index(role) >= RANK.index(needed)
    assert response.status_code == (302 if may else 403)
    if not may:
        assert "You do not have the right to" in response.content.decode()
        assert (fresh(posting).state, fresh(posting).title, fresh(posting).head_number) == ("published", "Nurse", 2)


@pytest.mark.parametrize("name", [*WRITES, "retry"])
def test_every_write_needs_post_and_the_forms_token(
    name: str, posting: Posting, publisher: User, log_in: LogIn
) -> None:
    address = desk(posting) if name == "save" else action(posting, name)
    if name != "save":
        assert log_in(publisher).get(address)["Location"] == desk(posting)
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(publisher)
    assert strict.post(address, {"base_number": "1"}).status_code == 403


def test_a_disabled_button_says_why(posting: Posting, viewer: User, editor: User, log_in: LogIn) -> None:
    page = log_in(viewer).get(desk(posting)).content.decode()
    assert "You do not have the right to publish postings." in page
    assert "You do not have the right to edit postings." in page
    assert "data-edit " not in page
    page = log_in(editor).get(desk(posting)).content.decode()
    assert "You do not have the right to publish postings." in page
    assert "You do not have the right to edit postings." not in page


def test_strangers_and_people_without_rights_see_nothing(posting: Posting, client: Client, log_in: LogIn) -> None:
    assert "/admin/login/" in client.get(desk(posting))["Location"]
    nobody = User.objects.create_user("nora", is_staff=True)
    assert log_in(nobody).get(desk(posting)).status_code == 403
    assert log_in(nobody).get(action(posting, "progress")).status_code == 403
    assert log_in(nobody).get("/admin/").status_code == 200
