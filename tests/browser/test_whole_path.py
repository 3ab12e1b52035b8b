"""The product's main job, as a person does it: log in, paste, look, edit, publish, read."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from postings.models import CareerSite, Posting, Publication
from tests.browser.conftest import SignIn
from tests.support.worker import WorkerProcess

pytestmark = [pytest.mark.needs_browser, pytest.mark.django_db(transaction=True)]

# A cold worker reads its first source more slowly than the others.
READING_MILLISECONDS = 30_000

PASTED = """Harbour Pilot

About us
Quayside runs the pilot boats of the northern harbour, day and night.

What you will do
- Bring ships safely to their berths
- Train two junior pilots

What you need
- A master mariner's licence
- Ten years at sea

What we offer
- 30 days of paid leave
- A pension with employer contributions

Pay
The salary is 92,000 EUR a year.

Quayside is an equal opportunity employer.

Apply now!
"""


def test_from_pasting_to_the_careers_page(
    page: Page,
    site: CareerSite,
    sign_in: SignIn,
    celery_worker_process: WorkerProcess,
    complaints: list[str],
) -> None:
    sign_in(page, "paula")
    page.get_by_role("link", name="Add the first posting").click()
    page.get_by_label("Text of the posting").fill(PASTED)
    page.get_by_role("button", name="Add posting").click()

    pay = page.get_by_role("article", name="Pay")
    expect(pay).to_contain_text("92,000 EUR a year", timeout=READING_MILLISECONDS)
    expect(page.get_by_role("article", name="Requirements")).to_contain_text("A master mariner's licence")
    assert_the_ledger_tells_what_was_left_out(page)
    assert_a_block_and_its_twin_are_one_selection(page)

    pay.get_by_role("button", name="Edit Pay").click()
    editor = pay.locator("[contenteditable=true]")
    expect(editor).to_be_focused()
    editor.press("End")
    editor.press_sequentially(" Paid monthly.")
    page.get_by_placeholder("Note for the history").fill("When it is paid")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved as revision 2.")).to_be_visible()
    expect(pay).to_contain_text("Paid monthly.")

    page.get_by_role("tab", name=re.compile("^Left out")).click()
    page.get_by_role("button", name=re.compile("^Restore “Quayside is an equal")).click()
    expect(page.locator("[data-sections]")).to_contain_text("Quayside is an equal opportunity employer.")
    page.get_by_role("tab", name=re.compile("^History")).click()
    page.get_by_role("link", name="Compare revision 3 with the one before").click()
    expect(page.get_by_role("status").filter(has_text="1 added")).to_be_visible()
    expect(page.locator(".was-added")).to_contain_text("Quayside is an equal opportunity employer.")
    page.get_by_role("link", name="Back to the posting").click()

    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.get_by_text("Published on Harbour.")).to_be_visible()

    posting = Posting.objects.get()
    page.goto(f"/careers/{site.slug}/")
    page.get_by_role("link", name=re.compile(re.escape(posting.title))).click()
    fragment = page.locator('[data-section="pay"]')
    expect(fragment).to_contain_text("The salary is 92,000 EUR a year. Paid monthly.")
    expect(page.get_by_text("Train two junior pilots")).to_be_visible()
    expect(page.get_by_text("equal opportunity")).to_be_visible()
    assert Publication.objects.get().revision.number == 3


def assert_the_ledger_tells_what_was_left_out(page: Page) -> None:
    blocks = page.get_by_role("listbox", name="Blocks of the source")
    expect(blocks.get_by_role("option", name=re.compile("Apply now!"))).to_contain_text("left out: call to apply")
    page.get_by_role("button", name=re.compile("^left out")).click()
    expect(blocks.get_by_role("option", name=re.compile("A master mariner"))).to_be_hidden()
    page.get_by_role("button", name=re.compile("^all")).click()
    table = page.get_by_role("tabpanel", name=re.compile("Left out"))
    expect(table).to_contain_text("Equal opportunity")


def assert_a_block_and_its_twin_are_one_selection(page: Page) -> None:
    block = page.get_by_role("option", name=re.compile("Ten years at sea"))
    twin = page.get_by_role("article", name="Requirements").locator("li", has_text="Ten years at sea")
    block.click()
    expect(twin).to_have_class(re.compile("selected"))
    page.get_by_role("article", name="Benefits").locator("li", has_text="30 days").click()
    expect(page.get_by_role("option", name=re.compile("30 days"))).to_have_attribute("aria-selected", "true")
    expect(twin).not_to_have_class(re.compile("selected"))
