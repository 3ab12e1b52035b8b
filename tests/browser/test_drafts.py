"""Nothing typed is lost: drafts, a log-out in the middle, another tab's clipboard, a preview while typing."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from postings.models import Draft, Posting, Revision
from postings.services import editing
from tests.admin.addresses import desk
from tests.browser.conftest import PASSWORD, SignIn
from tests.services import story

pytestmark = [
    pytest.mark.needs_browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("small_normalizer", "sent_runs"),
]


def editor_of(page: Page, section: str) -> Locator:
    return page.get_by_role("article", name=section).locator("[contenteditable=true]")


def type_in(page: Page, section: str, words: str) -> None:
    page.get_by_role("button", name=f"Edit {section}").click()
    text = editor_of(page, section)
    expect(text).to_be_focused()
    text.press("ControlOrMeta+a")
    text.press_sequentially(words)


def test_typing_is_kept_as_a_draft_and_offered_on_coming_back(
    page: Page, posting: Posting, sign_in: SignIn, complaints: list[str]
) -> None:
    sign_in(page, "edgar")
    page.goto(desk(posting))
    type_in(page, "Pay", "30 EUR an hour")
    expect(page.locator("[data-draft-state]")).to_have_text(re.compile(r"draft kept \d\d:\d\d"))
    assert Draft.objects.get().bodies == {"pay": "<p>30 EUR an hour</p>"}
    assert Revision.objects.count() == 1
    page.once("dialog", lambda dialog: dialog.accept())
    page.goto("/admin/")
    page.goto(desk(posting))
    offer = page.get_by_role("region", name="You have text here that is not saved")
    offer.get_by_text("What differs").click()
    expect(offer).to_contain_text("30")
    offer.get_by_role("link", name="Go on with it").click()
    expect(editor_of(page, "Pay")).to_have_text("30 EUR an hour")
    page.keyboard.press("ControlOrMeta+s")
    expect(page.get_by_text("Saved as revision 2.")).to_be_visible()
    expect(offer).to_have_count(0)
    assert not Draft.objects.exists()


def test_cancelling_throws_the_draft_away(page: Page, posting: Posting, sign_in: SignIn) -> None:
    sign_in(page, "edgar")
    page.goto(desk(posting))
    type_in(page, "Pay", "30")
    expect(page.locator("[data-draft-state]")).to_have_text(re.compile("draft kept"))
    with page.expect_response(re.compile("/draft/")):
        page.get_by_role("button", name="Cancel editing Pay").click()
    assert not Draft.objects.exists()


def test_a_log_out_in_the_middle_loses_nothing(page: Page, posting: Posting, sign_in: SignIn) -> None:
    sign_in(page, "edgar")
    page.goto(desk(posting))
    page.get_by_role("button", name="Edit Pay").click()
    text = editor_of(page, "Pay")
    expect(text).to_be_focused()
    cookies = [cookie for cookie in page.context.cookies() if cookie["name"] != "sessionid"]
    page.context.clear_cookies()
    page.context.add_cookies(cookies)  # type: ignore[arg-type]
    text.press("ControlOrMeta+a")
    text.press_sequentially("31 EUR an hour")
    expect(page.locator("[data-draft-state]")).to_contain_text("You are logged out. Your text is kept in this browser.")
    page.get_by_role("link", name="Log in again").click()
    page.get_by_label("Username").fill("edgar")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(editor_of(page, "Pay")).to_have_text("31 EUR an hour")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved as revision 2.")).to_be_visible()


def test_a_save_after_a_log_out_loses_nothing(page: Page, posting: Posting, sign_in: SignIn) -> None:
    sign_in(page, "edgar")
    page.goto(desk(posting))
    page.get_by_role("button", name="Edit Pay").click()
    expect(editor_of(page, "Pay")).to_be_focused()
    page.context.clear_cookies(name="sessionid")
    editor_of(page, "Pay").press_sequentially("!")
    page.keyboard.press("ControlOrMeta+s")
    page.get_by_label("Username").fill("edgar")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("link", name="Go on with it").click()
    expect(editor_of(page, "Pay")).to_have_text("24 EUR an hour!")


def test_a_draft_that_others_overtook_is_brought_together(
    page: Page, posting: Posting, people: dict[str, object], sign_in: SignIn, complaints: list[str]
) -> None:
    sign_in(page, "edgar")
    page.goto(desk(posting))
    type_in(page, "Pay", "30 EUR an hour")
    expect(page.locator("[data-draft-state]")).to_have_text(re.compile("draft kept"))
    theirs = {"skills": "<p>Swimming</p>"}
    editing.save_sections(posting_id=posting.pk, base_number=1, bodies=theirs, actor=people["paula"])  # type: ignore[arg-type]
    page.once("dialog", lambda dialog: dialog.accept())
    page.goto(desk(posting))
    page.get_by_role("link", name="Bring both together").click()
    page.get_by_role("button", name="Save what is chosen").click()
    expect(page.get_by_text("brought together in revision 3")).to_be_visible()
    assert story.bodies(Posting.objects.get().head) == {
        "responsibilities": "<p>Look after patients</p>",
        "pay": "<p>30 EUR an hour</p>",
        "skills": "<p>Swimming</p>",
    }


PASTE = """(target, html) => {
    const clipboard = new DataTransfer();
    clipboard.setData("text/html", html);
    clipboard.setData("text/plain", "plain");
    target.dispatchEvent(new ClipboardEvent("paste", { clipboardData: clipboard, bubbles: true, cancelable: true }));
}"""
WORD = (
    '<html><body><p class="MsoNormal" style="margin:0"><font face="Arial"><b>Night</b> premium</font></p>'
    '<p><span style="color:red">Every shift</span><img src="data:,"></p></body></html>'
)


def test_pasted_word_markup_is_cleaned_and_what_was_dropped_is_said(
    page: Page, posting: Posting, sign_in: SignIn, complaints: list[str]
) -> None:
    sign_in(page, "edgar")
    page.goto(desk(posting))
    type_in(page, "Pay", "x")
    editor_of(page, "Pay").press("ControlOrMeta+a")
    editor_of(page, "Pay").evaluate(PASTE, WORD)
    note = page.get_by_role("article", name="Pay").locator("[data-paste-note]")
    expect(note).to_contain_text("Dropped on the way:")
    expect(note).to_contain_text("font")
    page.keyboard.press("ControlOrMeta+s")
    expect(page.get_by_text("Saved as revision 2.")).to_be_visible()
    pay = story.bodies(Posting.objects.get().head)["pay"]
    assert pay == "<p><strong>Night</strong> premium</p>\n<p>Every shift</p>"


def test_the_preview_follows_what_is_typed(
    page: Page, posting: Posting, sign_in: SignIn, complaints: list[str]
) -> None:
    sign_in(page, "edgar")
    page.goto(desk(posting))
    page.get_by_role("button", name="Live preview").click()
    shown = page.frame_locator("[data-preview-frame]")
    expect(shown.get_by_text("24 EUR an hour")).to_be_visible()
    type_in(page, "Pay", "35 EUR an hour")
    expect(shown.get_by_text("35 EUR an hour")).to_be_visible()
    expect(page.get_by_role("listbox")).to_be_hidden()
    page.get_by_role("button", name="Live preview").click()
    expect(page.get_by_role("listbox")).to_be_visible()
