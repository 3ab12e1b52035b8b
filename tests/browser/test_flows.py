"""History, a changed source, a second pair of eyes, the list: each driven as a person drives it."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from postings.models import CareerSite, Posting, Proposal
from postings.services import editing
from tests.admin.addresses import LIST, desk
from tests.browser.conftest import SignIn
from tests.services import story

pytestmark = [
    pytest.mark.needs_browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("small_normalizer", "sent_runs"),
]


@pytest.fixture
def posting(site: CareerSite, people: dict[str, User], small_normalizer: None, sent_runs: list[int]) -> Posting:
    """Its second revision says that it is paid monthly."""
    made = story.normalized(site, reference="n1")
    typed = {"pay": "<p>24 EUR an hour</p><p>Paid monthly</p>"}
    editing.save_sections(posting_id=made.pk, base_number=1, bodies=typed, actor=people["edgar"])
    return made


def pay_of(posting: Posting) -> str:
    return story.bodies(Posting.objects.get(pk=posting.pk).head)["pay"]


def test_two_revisions_are_chosen_compared_and_one_section_comes_back(
    page: Page, posting: Posting, people: dict[str, User], sign_in: SignIn, complaints: list[str]
) -> None:
    typed = {"skills": "<p>Swimming</p>"}
    editing.save_sections(posting_id=posting.pk, base_number=2, bodies=typed, actor=people["paula"])
    sign_in(page, "edgar")
    page.goto(desk(posting))
    page.get_by_role("tab", name="History").click()
    page.get_by_role("radio", name="Compare from revision 1").check()
    page.get_by_role("button", name="Compare the two chosen").click()
    expect(page.locator(".was-added")).to_have_count(2)
    pay = page.get_by_role("region", name=re.compile("^Pay"))
    expect(pay.locator("ins")).to_have_text("Paid monthly")
    pay.get_by_role("button", name="Restore as in revision 1").click()
    expect(page.get_by_text("Pay is as it was in revision 1.")).to_be_visible()
    assert pay_of(posting) == "<p>24 EUR an hour</p>"
    page.get_by_role("link", name="v1").last.click()
    expect(page.get_by_role("heading", name=re.compile("^Version 1 since revision 1"))).to_be_visible()


def test_a_changed_source_is_found_in_the_list_and_merged(
    page: Page, posting: Posting, site: CareerSite, sign_in: SignIn, complaints: list[str]
) -> None:
    story.normalized(site, story.NURSE_WITH_MORE_PAY, reference="n1")
    sign_in(page, "edgar")
    page.goto(LIST)
    page.locator("select[name=proposal]").select_option("yes")
    expect(page.get_by_role("row", name=re.compile("Nurse"))).to_contain_text("source changed")
    page.get_by_role("link", name="Nurse").click()
    page.get_by_role("link", name="Look at what changed").click()
    expect(page.locator(".proposal-sides ins").first).to_have_text("26")
    page.get_by_text("Merge both").click()
    page.get_by_role("button", name="Save the merged text").click()
    expect(page.get_by_text("both texts are brought together")).to_be_visible()
    assert pay_of(posting) == "<p>26 EUR an hour</p>\n<p>Paid monthly</p>"
    assert not Proposal.objects.open().exists()


def test_one_asks_and_another_approves(
    page: Page, second: Page, posting: Posting, sign_in: SignIn, complaints: list[str]
) -> None:
    CareerSite.objects.update(requires_approval=True)
    sign_in(second, "paula")
    second.goto(desk(posting))
    expect(second.get_by_role("button", name="Publish")).to_be_disabled()
    expect(second.get_by_text("Harbour shows approved text only")).to_be_visible()
    sign_in(page, "edgar")
    page.goto(desk(posting))
    page.get_by_text("Ask for approval").click()
    page.get_by_label("Note", exact=True).fill("Is the pay right?")
    page.get_by_role("button", name="Ask others to approve revision 2").click()
    expect(page.get_by_text("waits for approval, asked by edgar")).to_be_visible()
    second.reload()
    second.get_by_text("Answer the request").click()
    expect(second.get_by_text("Is the pay right?")).to_be_visible()
    second.get_by_role("button", name="Approve", exact=True).click()
    expect(second.get_by_text("approved by paula")).to_be_visible()
    second.get_by_role("button", name="Publish", exact=True).click()
    expect(second.get_by_text("Published on Harbour.")).to_be_visible()


def test_columns_views_and_rows_of_the_list(
    page: Page, posting: Posting, sign_in: SignIn, complaints: list[str]
) -> None:
    sign_in(page, "edgar")
    page.goto(LIST)
    page.get_by_text("Columns", exact=True).click()
    page.get_by_role("checkbox", name="Reference").check()
    page.get_by_role("button", name="Show these").click()
    expect(page.get_by_role("columnheader", name="Reference")).to_be_visible()
    page.locator("select[name=origin]").select_option("editor")
    page.get_by_text("Keep this view").click()
    page.get_by_label("Name").fill("By hand")
    page.get_by_role("button", name="Keep filters and columns").click()
    expect(page.get_by_text("Kept as “By hand”.")).to_be_visible()
    page.goto(LIST)
    page.get_by_role("link", name="By hand").click()
    expect(page).to_have_url(re.compile("origin=editor"))
    page.get_by_role("checkbox", name="Choose Nurse").check()
    expect(page.get_by_text("1 chosen")).to_be_visible()
    page.get_by_role("button", name="Run the current normalizer again").click()
    expect(page.get_by_text(re.compile("being read again|read by this normalizer already"))).to_be_visible()
