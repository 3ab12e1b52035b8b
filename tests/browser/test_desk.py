"""The desk under somebody's hands: keyboard, two people at once, a phone, a clipboard."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from postings.models import CareerSite, Posting, Source
from postings.services import editing
from tests.admin.addresses import ADD, LIST, action, desk
from tests.browser.conftest import SignIn
from tests.services import story

pytestmark = [
    pytest.mark.needs_browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("small_normalizer", "sent_runs"),
]


def write_in(page: Page, section: str, words: str) -> None:
    article = page.get_by_role("article", name=section)
    article.get_by_role("button", name=f"Edit {section}").click()
    text = article.locator("[contenteditable=true]")
    expect(text).to_be_focused()
    text.press("ControlOrMeta+a")
    text.press_sequentially(words)


def test_slash_goes_to_the_search_and_a_choice_searches_at_once(
    page: Page, posting: Posting, sign_in: SignIn, complaints: list[str]
) -> None:
    sign_in(page, "vera")
    page.goto(LIST)
    page.keyboard.press("/")
    search = page.get_by_role("searchbox")
    expect(search).to_be_focused()
    expect(search).to_have_value("")
    page.keyboard.type("patients")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"\?q=patients$"))
    expect(page.get_by_role("link", name="Nurse")).to_be_visible()
    page.locator("select[name=origin]").select_option("person")
    expect(page.get_by_text("No posting matches")).to_be_visible()


def test_a_section_that_is_opened_and_saved_unchanged_stays_as_it_is(
    page: Page, site: CareerSite, people: dict[str, User], sign_in: SignIn, complaints: list[str]
) -> None:
    posting = story.normalized(site)
    html = (
        '<h3>Grades</h3>\n<p>See <a href="https://pay.example/a?b=1&amp;c=2">the <strong>table</strong></a>.<br>'
        "<em>Every</em> year.</p>\n<ul>\n<li>One\n<ul>\n<li>Inner</li>\n</ul>\n</li>\n<li>Two</li>\n</ul>\n"
        "<ol>\n<li>First</li>\n</ol>\n<table>\n<thead>\n<tr>\n<th>Step</th>\n<th>EUR</th>\n</tr>\n</thead>\n<tbody>\n"
        "<tr>\n<td>1</td>\n<td>20</td>\n</tr>\n</tbody>\n</table>"
    )
    editing.save_sections(posting_id=posting.pk, base_number=1, bodies={"pay": html}, actor=people["edgar"])
    assert story.bodies(Posting.objects.get().head)["pay"] == html
    sign_in(page, "edgar")
    page.goto(desk(posting))
    page.get_by_role("button", name="Edit Pay").click()
    editor = page.get_by_role("article", name="Pay").locator("[contenteditable=true]")
    expect(editor).to_be_focused()
    editor.press("End")
    editor.press_sequentially("x")
    editor.press("Backspace")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("nothing was saved")).to_be_visible()
    assert story.bodies(Posting.objects.get().head)["pay"] == html


def test_two_people_at_once_lose_nothing(
    page: Page, posting: Posting, people: dict[str, User], sign_in: SignIn
) -> None:
    sign_in(page, "edgar")
    page.goto(desk(posting))
    write_in(page, "Pay", "Mine")
    theirs = {"pay": "<p>Theirs</p>"}
    editing.save_sections(posting_id=posting.pk, base_number=1, bodies=theirs, actor=people["paula"])
    page.keyboard.press("ControlOrMeta+s")
    expect(page.get_by_role("alert")).to_contain_text("paula has saved revision 2 since")
    conflict = page.get_by_role("group", name="Both changed this. Which one stays?")
    expect(conflict.get_by_role("radio", name="Mine")).to_be_checked()
    expect(conflict.get_by_role("radio", name="Theirs")).not_to_be_checked()
    conflict.get_by_role("radio", name="Both, one after the other").check()
    page.get_by_role("button", name="Save what is chosen").click()
    expect(page.get_by_text("brought together in revision 3")).to_be_visible()
    assert story.bodies(Posting.objects.get().head)["pay"] == "<p>Mine</p>\n<p>Theirs</p>"


def test_leaving_with_unsaved_text_asks_first(page: Page, posting: Posting, sign_in: SignIn) -> None:
    sign_in(page, "edgar")
    page.goto(desk(posting))
    write_in(page, "Pay", "Not saved yet")
    asked: list[str] = []

    def stay(dialog: object) -> None:
        asked.append(dialog.type)  # type: ignore[attr-defined]
        dialog.dismiss()  # type: ignore[attr-defined]

    page.once("dialog", stay)
    page.get_by_role("link", name="Add new source").click()
    assert asked == ["beforeunload"]
    expect(page.get_by_role("article", name="Pay").locator("[contenteditable=true]")).to_have_text("Not saved yet")
    page.once("dialog", lambda dialog: dialog.accept())
    page.goto(LIST)


def test_cancelling_brings_the_saved_text_back(
    page: Page, posting: Posting, sign_in: SignIn, complaints: list[str]
) -> None:
    sign_in(page, "edgar")
    page.goto(desk(posting))
    write_in(page, "Pay", "Nonsense")
    pay = page.get_by_role("article", name="Pay")
    pay.get_by_role("button", name="Cancel").click()
    expect(pay.get_by_text("24 EUR an hour", exact=True)).to_be_visible()
    write_in(page, "Pay", "25 EUR an hour")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(pay.get_by_text("25 EUR an hour", exact=True)).to_be_visible()


def test_adding_and_removing_a_section(page: Page, posting: Posting, sign_in: SignIn, complaints: list[str]) -> None:
    sign_in(page, "edgar")
    page.goto(desk(posting))
    page.get_by_text("Add a section").click()
    page.get_by_role("button", name="Schedule").click()
    editor = page.locator('[data-kind="schedule"] [contenteditable=true]')
    expect(editor).to_be_focused()
    editor.press_sequentially("40 hours a week")
    page.get_by_role("button", name="Remove Pay").click()
    expect(page.get_by_role("article", name="Pay").locator(".removed-note")).to_be_visible()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved as revision 2.")).to_be_visible()
    assert story.bodies(Posting.objects.get().head) == {
        "responsibilities": "<p>Look after patients</p>",
        "schedule": "<p>40 hours a week</p>",
    }


def test_arrow_keys_walk_the_blocks_and_their_twins(
    page: Page, posting: Posting, sign_in: SignIn, complaints: list[str]
) -> None:
    sign_in(page, "vera")
    page.goto(desk(posting))
    page.get_by_role("listbox").focus()
    for _ in range(4):
        page.keyboard.press("ArrowDown")
    expect(page.get_by_role("option", selected=True)).to_contain_text("24 EUR an hour")
    expect(page.locator(".desk-prose .selected")).to_have_text("24 EUR an hour")


def test_on_a_phone_the_columns_are_tabs_and_nothing_is_wider_than_the_screen(
    phone: Page, posting: Posting, sign_in: SignIn
) -> None:
    sign_in(phone, "paula")
    for address in ("/admin/", LIST, ADD, action(posting, "source"), desk(posting)):
        phone.goto(address)
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), address
    expect(phone.get_by_role("article", name="Pay")).to_be_visible()
    expect(phone.get_by_role("listbox")).to_be_hidden()
    phone.get_by_role("tab", name="Source", exact=True).click()
    expect(phone.get_by_role("listbox")).to_be_visible()
    expect(phone.get_by_role("article", name="Pay")).to_be_hidden()


def test_on_a_phone_what_was_left_out_is_read_in_lines(phone: Page, posting: Posting, sign_in: SignIn) -> None:
    sign_in(phone, "edgar")
    phone.goto(desk(posting))
    row = phone.get_by_role("row", name=re.compile("Apply now"))
    text, again = row.get_by_role("cell").first.bounding_box(), row.get_by_role("button", name="Restore").bounding_box()
    assert text is not None
    assert again is not None
    assert text["width"] > 200
    assert again["x"] >= text["x"] + text["width"]


def test_pasting_from_a_web_page_keeps_its_formatting(
    page: Page, site: CareerSite, sign_in: SignIn, complaints: list[str]
) -> None:
    sign_in(page, "edgar")
    page.goto(ADD)
    text = page.get_by_label("Text of the posting")
    paste = """(field) => {
        const clipboard = new DataTransfer();
        clipboard.setData("text/html", "<h2>Pay</h2><p>20 EUR</p>");
        clipboard.setData("text/plain", "Pay\\n20 EUR");
        field.focus();
        field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: clipboard, bubbles: true }));
        document.execCommand("insertText", false, "Pay 20 EUR");
    }"""
    text.evaluate(paste)
    expect(page.get_by_text("Pasted with headings, lists and links.")).to_be_visible()
    page.get_by_role("button", name="Add posting").click()
    page.wait_for_url("**/change/")
    assert bytes(Source.objects.get().data) == b"<h2>Pay</h2><p>20 EUR</p>"


def test_a_file_is_called_what_its_text_says_and_not_what_its_file_is_called(
    page: Page, site: CareerSite, sign_in: SignIn, complaints: list[str]
) -> None:
    sign_in(page, "edgar")
    page.goto(ADD)
    file = {"name": "download (3).txt", "mimeType": "text/plain", "buffer": story.NURSE}
    page.get_by_label("Or a file").set_input_files(file)
    page.get_by_role("button", name="Add posting").click()
    expect(page.get_by_role("heading", name="Download 3")).to_be_visible()
    source = Source.objects.get()
    assert (source.name, source.facts) == ("download (3).txt", {})


def test_a_wrong_field_is_led_to(page: Page, site: CareerSite, sign_in: SignIn) -> None:
    sign_in(page, "edgar")
    page.goto(ADD)
    page.get_by_text("What you know already").click()
    page.get_by_label("Web address").fill("not an address")
    page.get_by_role("button", name="Add posting").click()
    error = page.get_by_role("alert")
    expect(error).to_be_focused()
    expect(error).to_be_in_viewport()


def test_the_form_of_a_line_is_chosen_by_words(
    page: Page, posting: Posting, sign_in: SignIn, complaints: list[str]
) -> None:
    sign_in(page, "edgar")
    page.goto(desk(posting))
    write_in(page, "Pay", "What you earn")
    form = page.get_by_role("button", name="Paragraph: form of this line")
    expect(form).to_have_text("Paragraph")
    form.press("Enter")
    page.get_by_role("button", name="Sub-heading", exact=True).press("Enter")
    expect(page.get_by_role("button", name="Sub-heading: form of this line")).to_be_visible()
    page.get_by_role("article", name="Pay").locator("[contenteditable=true]").press("End")
    page.keyboard.press("Enter")
    page.keyboard.type("30 EUR an hour")
    page.keyboard.press("ControlOrMeta+s")
    expect(page.get_by_text("Saved as revision 2.")).to_be_visible()
    assert story.bodies(Posting.objects.get().head)["pay"] == "<h3>What you earn</h3>\n<p>30 EUR an hour</p>"


def test_changing_pasted_text_by_hand_sends_what_is_seen(
    page: Page, site: CareerSite, sign_in: SignIn, complaints: list[str]
) -> None:
    sign_in(page, "edgar")
    page.goto(ADD)
    page.evaluate("document.querySelector('[data-paste-markup]').value = '<p>Old</p>'")
    page.get_by_label("Text of the posting").press_sequentially("about: New")
    expect(page.get_by_text("so it is sent as plain text")).to_be_visible()
    page.get_by_role("button", name="Add posting").click()
    page.wait_for_url("**/change/")
    assert bytes(Source.objects.get().data) == b"about: New"
