"""Two people at one posting see each other, ask before they write over each other, and may take over with a word."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from postings.models import Posting
from tests.admin.addresses import desk
from tests.browser.conftest import SignIn

pytestmark = [
    pytest.mark.needs_browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("small_normalizer", "sent_runs"),
]

# A question is asked every ten seconds.
SEEN_MILLISECONDS = 15_000


def test_two_people_see_each_other_and_one_takes_over_with_a_word(
    page: Page, second: Page, posting: Posting, sign_in: SignIn, complaints: list[str]
) -> None:
    sign_in(page, "edgar")
    page.goto(desk(posting))
    page.get_by_role("button", name="Edit Pay").click()
    expect(page.get_by_role("article", name="Pay").locator("[contenteditable=true]")).to_be_focused()
    sign_in(second, "paula")
    heard: list[str] = []
    second.on("console", lambda said: heard.append(said.text) if said.type in ("error", "warning") else None)
    second.goto(desk(posting))
    expect(second.locator("[data-presence]")).to_contain_text("Also here: edgar")
    expect(second.get_by_role("article", name="Pay")).to_contain_text("edgar is writing here")
    second.get_by_role("button", name="Edit Pay").click()
    note = second.locator("[data-lock-note]")
    expect(note).to_contain_text("edgar has worked on Pay since")
    note.get_by_label("Message to whoever").fill("I have the new figures")
    with second.expect_response(re.compile("/lock/")):
        note.get_by_role("button", name="Take over").click()
    expect(note).to_have_count(0)
    message = page.get_by_role("log", name="Messages from others")
    expect(message).to_contain_text("I have the new figures", timeout=SEEN_MILLISECONDS)
    expect(page.locator("[data-presence]")).to_contain_text("Also here: paula (in Pay).", timeout=SEEN_MILLISECONDS)
    message.get_by_role("button", name="Close").click()
    expect(message).to_have_text("")
    assert heard == []


def test_a_save_by_somebody_else_is_told_quietly_and_shown_on_demand(
    page: Page, second: Page, posting: Posting, sign_in: SignIn, complaints: list[str]
) -> None:
    sign_in(second, "paula")
    second.goto(desk(posting))
    sign_in(page, "edgar")
    page.goto(desk(posting))
    second.get_by_role("option", name=re.compile("24 EUR")).click()
    second.keyboard.press("6")
    expect(second.locator("[data-saved]")).to_contain_text("✓")
    line = page.locator("[data-presence]")
    expect(line).to_contain_text("paula saved revision 2", timeout=SEEN_MILLISECONDS)
    expect(page.get_by_role("article", name="Pay")).to_be_visible()
    line.get_by_role("button", name="Show it").click()
    expect(page.get_by_role("article", name="Benefits")).to_contain_text("24 EUR an hour")
    expect(page.get_by_role("article", name="Pay")).to_have_count(0)
