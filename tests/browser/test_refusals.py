"""What cannot be done says why, to everybody who gets there; and what was typed outlives it."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from postings.models import CareerSite, Posting
from postings.services import editing
from tests.admin.addresses import desk
from tests.browser.conftest import PASSWORD, SignIn
from tests.services import story
from tests.services.fixtures import sent_runs, small_normalizer  # noqa: F401

pytestmark = [
    pytest.mark.needs_browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("small_normalizer", "sent_runs"),
]
NO_EDITING = "You do not have the right to edit postings."


@pytest.fixture
def posting(site: CareerSite, small_normalizer: None, sent_runs: list[int]) -> Posting:  # noqa: F811
    return story.normalized(site, reference="n1")


def test_a_button_that_cannot_be_pressed_is_reached_by_keyboard_and_says_why(
    page: Page, posting: Posting, sign_in: SignIn, complaints: list[str]
) -> None:
    sign_in(page, "vera")
    page.goto(desk(posting))
    told = page.locator("[data-saved]")
    for name in ("Rename", "Ask for approval", "Edit Pay", "Remove Pay", "Add a section"):
        button = page.get_by_role("button", name=name, exact=True)
        expect(button).to_have_attribute("aria-disabled", "true")
        expect(button).to_have_accessible_description(NO_EDITING)
        button.focus()
        expect(button).to_be_focused()
        page.keyboard.press("Enter")
        expect(told).to_have_text(NO_EDITING)
    page.get_by_role("button", name="Publish", exact=True).press("Enter")
    expect(told).to_have_text("You do not have the right to publish postings.")
    page.get_by_role("option").first.click()
    page.keyboard.press("x")
    expect(told).to_have_text(NO_EDITING)
    expect(page).to_have_url(re.compile(desk(posting)))


def test_a_title_that_is_typed_outlives_a_log_out_and_a_colleague(
    page: Page, posting: Posting, people: dict[str, User], sign_in: SignIn, complaints: list[str]
) -> None:
    paula = people["paula"]
    sign_in(page, "edgar")
    page.goto(desk(posting))
    page.get_by_text("Rename", exact=True).click()
    page.context.clear_cookies(name="sessionid")
    page.get_by_label("Title").fill("Night nurse")
    menu = page.locator("[data-rename]")
    expect(menu).to_contain_text("You are logged out. Your text is kept in this browser.")
    editing.rename_posting(posting_id=posting.pk, title="Midwife", company="", was=story.NAMES, actor=paula)
    menu.get_by_role("link", name="Log in again").click()
    page.get_by_label("Username").fill("edgar")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_label("Title")).to_have_value("Night nurse")
    expect(page.locator("[data-rename]")).to_contain_text("Now: Midwife")
    page.get_by_role("button", name="Save title").click()
    expect(page.get_by_text("Title and company are saved.")).to_be_visible()
    posting.refresh_from_db()
    assert posting.title == "Night nurse"
