"""Blocks moved by key, menu and mouse: shown at once, saved without a reload, undone by a key."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from postings.models import Posting
from postings.services import editing
from tests.admin.addresses import desk
from tests.browser.conftest import SignIn
from tests.services import story

pytestmark = [
    pytest.mark.needs_browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("small_normalizer", "sent_runs"),
]


@pytest.fixture
def reloads(page: Page) -> list[str]:
    """Every document the browser has loaded."""
    loaded: list[str] = []
    page.on("framenavigated", lambda frame: loaded.append(frame.url))
    return loaded


def actions_of(posting: Posting) -> list[str]:
    return [revision.action for revision in posting.revisions.order_by("number")]  # type: ignore[attr-defined]


def block(page: Page, words: str) -> Locator:
    return page.get_by_role("option", name=re.compile(re.escape(words)))


def saved(page: Page, times: int = 1) -> None:
    expect(page.locator("[data-saved]")).to_have_text(re.compile(r"^\S.+ · saved \d\d:\d\d ✓ Undo$"))


def test_keys_place_leave_out_restore_and_undo(
    page: Page, posting: Posting, sign_in: SignIn, complaints: list[str], reloads: list[str]
) -> None:
    sign_in(page, "edgar")
    page.goto(desk(posting))
    before = len(reloads)
    pay = block(page, "24 EUR an hour")
    pay.click()
    page.keyboard.press("6")
    expect(pay).to_contain_text("→ Benefits placed by hand")
    saved(page)
    expect(page.get_by_role("article", name="Benefits")).to_contain_text("24 EUR an hour")
    expect(page.get_by_role("article", name="Pay")).to_have_count(0)
    page.keyboard.press("x")
    expect(pay).to_contain_text("left out: taken out by an editor")
    page.keyboard.press("r")
    expect(page.get_by_role("article", name="Pay")).to_contain_text("24 EUR an hour")
    page.keyboard.press("u")
    expect(pay).to_contain_text("left out: taken out by an editor")
    page.keyboard.press("u")
    expect(page.get_by_role("article", name="Benefits")).to_contain_text("24 EUR an hour")
    expect(page.get_by_role("listbox")).to_be_focused()
    assert len(reloads) == before
    expected = ["", "block_placed", "block_left_out", "block_restored", "revision_restored", "revision_restored"]
    assert actions_of(posting) == expected
    page.get_by_role("tab", name="History").click()
    expect(page.get_by_role("tabpanel", name="History")).to_contain_text("Placed “24 EUR an hour” in Benefits")


def test_the_menu_is_reached_by_keyboard_and_by_mouse_from_both_sides(
    page: Page, posting: Posting, sign_in: SignIn, complaints: list[str]
) -> None:
    sign_in(page, "edgar")
    page.goto(desk(posting))
    page.get_by_role("article", name="Pay").locator("[data-position]").hover()
    page.get_by_role("article", name="Pay").locator(".handle").click()
    menu = page.get_by_role("menu")
    expect(menu.get_by_role("menuitem").first).to_be_focused()
    expect(menu.get_by_role("menuitem", name="Place in Pay")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(page.get_by_role("article", name="Pay").locator("[data-position]")).to_be_focused()
    page.get_by_role("listbox").focus()
    block(page, "Apply now").click()
    page.keyboard.press("m")
    menu.get_by_role("menuitem", name="Restore").click()
    saved(page)
    expect(page.locator("[data-sections]")).to_contain_text("Apply now")


@pytest.mark.parametrize("height", [380, 560, 700, 900])
def test_the_menu_stands_at_its_block(height: int, page: Page, posting: Posting, sign_in: SignIn) -> None:
    page.set_viewport_size({"width": 1440, "height": height})
    sign_in(page, "edgar")
    page.goto(desk(posting))
    for side in (page.get_by_role("option"), page.locator("[data-text] [data-position]")):
        for element in (side.first, side.last):
            element.locator(".handle").click()
            menu, handle = page.get_by_role("menu").bounding_box(), element.locator(".handle").bounding_box()
            assert menu is not None
            assert handle is not None
            assert menu["y"] >= 0
            assert menu["y"] + menu["height"] <= height
            gap = max(menu["y"] - handle["y"] - handle["height"], handle["y"] - menu["y"] - menu["height"])
            assert gap <= 8
            page.keyboard.press("Escape")


def test_blocks_are_reordered_with_alt_and_arrows(
    page: Page, posting: Posting, people: dict[str, object], sign_in: SignIn, complaints: list[str]
) -> None:
    text = {"pay": "<p>One</p><p>Two</p><p>Three</p>"}
    editing.save_sections(posting_id=posting.pk, base_number=1, bodies=text, actor=people["edgar"])  # type: ignore[arg-type]
    sign_in(page, "edgar")
    page.goto(desk(posting))
    pay = page.get_by_role("article", name="Pay")
    pay.locator("[data-position]").first.click()
    page.keyboard.press("Alt+ArrowDown")
    page.keyboard.press("Alt+ArrowDown")
    expect(pay.locator("[data-position]")).to_contain_text(["Two", "Three", "One"])
    expect(pay.locator(".selected")).to_contain_text("One")
    page.keyboard.press("Alt+ArrowDown")
    expect(page.locator("[data-saved]")).to_contain_text("It is the last of its section.")
    assert actions_of(posting)[2:] == ["block_moved", "block_moved"]


def test_the_list_of_what_was_left_out_restores_says_where_and_takes_it_back(
    page: Page, posting: Posting, sign_in: SignIn, complaints: list[str]
) -> None:
    sign_in(page, "edgar")
    page.goto(desk(posting))
    page.get_by_role("button", name="Restore “Apply now”").click()
    expect(page.locator("[data-sections]")).to_contain_text("Apply now")
    expect(page.get_by_role("button", name="Restore “Apply now”")).to_have_count(0)
    state = page.locator("[data-saved]")
    expect(state).to_contain_text("Restored “Apply now” to Pay")
    state.get_by_role("button", name="Undo").click()
    expect(state).to_have_text(re.compile(r"^Undone · saved \d\d:\d\d ✓$"))
    expect(page.locator("[data-sections]")).not_to_contain_text("Apply now")
    expect(page.get_by_role("button", name="Restore “Apply now”")).to_be_visible()


def test_what_is_told_at_the_lower_edge_hides_nothing_for_good(page: Page, posting: Posting, sign_in: SignIn) -> None:
    sign_in(page, "edgar")
    page.goto(desk(posting))
    block(page, "24 EUR").click()
    page.keyboard.press("x")
    saved(page)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    last = page.get_by_role("tabpanel", name=re.compile("Left out")).bounding_box()
    told = page.locator("[data-saved]").bounding_box()
    assert last is not None
    assert told is not None
    assert last["y"] + last["height"] <= told["y"]


def test_on_a_phone_what_is_told_leaves_the_tabs_free(phone: Page, posting: Posting, sign_in: SignIn) -> None:
    phone.set_viewport_size({"width": 390, "height": 500})
    sign_in(phone, "edgar")
    phone.goto(desk(posting))
    phone.get_by_role("tab", name="Source", exact=True).click()
    block(phone, "24 EUR").locator(".handle").click()
    phone.get_by_role("menuitem", name="Leave out").click()
    saved(phone)
    phone.evaluate("document.querySelector('.columns').scrollIntoView()")
    tabs, told = (
        phone.get_by_role("tablist", name="Columns").bounding_box(),
        phone.locator("[data-saved]").bounding_box(),
    )
    assert tabs is not None
    assert told is not None
    assert tabs["y"] < 60
    assert told["y"] >= tabs["y"] + tabs["height"]
    phone.locator("[data-saved]").get_by_role("button", name="Undo").click()
    expect(block(phone, "24 EUR")).to_contain_text("→ Pay")


def test_the_sections_that_can_be_added_are_seen_when_they_are_offered(
    page: Page, posting: Posting, sign_in: SignIn, complaints: list[str]
) -> None:
    page.set_viewport_size({"width": 1440, "height": 500})
    sign_in(page, "edgar")
    page.goto(desk(posting))
    page.get_by_text("Add a section").click()
    offered = page.get_by_role("button", name="Schedule", exact=True)
    expect(offered).to_be_in_viewport()
    column = page.locator("[data-editing]").bounding_box()
    button = offered.bounding_box()
    assert column is not None
    assert button is not None
    assert button["y"] + button["height"] <= column["y"] + column["height"]


def test_somebody_elses_save_is_told_and_shown_on_demand(
    page: Page, posting: Posting, people: dict[str, object], sign_in: SignIn
) -> None:
    sign_in(page, "edgar")
    page.goto(desk(posting))
    theirs = {"skills": "<p>Swimming</p>"}
    editing.save_sections(posting_id=posting.pk, base_number=1, bodies=theirs, actor=people["paula"])  # type: ignore[arg-type]
    block(page, "24 EUR").click()
    page.keyboard.press("x")
    state = page.locator("[data-saved]")
    expect(state).to_contain_text("could not save: “Nurse” is at revision 2, saved by paula")
    expect(block(page, "24 EUR")).to_contain_text("→ Pay")
    state.get_by_role("button", name="show the newest").click()
    expect(page.get_by_role("article", name="Skills")).to_contain_text("Swimming")
    block(page, "24 EUR").click()
    page.keyboard.press("x")
    saved(page)
    assert set(story.bodies(Posting.objects.get().head)) == {"responsibilities", "skills"}


def test_a_server_that_is_away_loses_nothing(page: Page, posting: Posting, sign_in: SignIn) -> None:
    sign_in(page, "edgar")
    page.goto(desk(posting))
    page.context.set_offline(True)
    block(page, "24 EUR").click()
    page.keyboard.press("x")
    state = page.locator("[data-saved]")
    expect(state).to_contain_text("could not save: the server does not answer")
    page.context.set_offline(False)
    state.get_by_role("button", name="try again").click()
    saved(page)
    assert set(story.bodies(Posting.objects.get().head)) == {"responsibilities"}


def test_blocks_of_a_section_under_the_editor_wait(page: Page, posting: Posting, sign_in: SignIn) -> None:
    sign_in(page, "edgar")
    page.goto(desk(posting))
    page.get_by_role("button", name="Edit Pay").click()
    editor = page.get_by_role("article", name="Pay").locator("[contenteditable=true]")
    expect(editor).to_be_focused()
    editor.press_sequentially("!")
    block(page, "24 EUR").click()
    page.keyboard.press("x")
    expect(page.locator("[data-saved]")).to_contain_text("You are editing Pay.")
    block(page, "Look after").click()
    page.keyboard.press("5")
    saved(page)
    page.keyboard.press("ControlOrMeta+s")
    expect(page.get_by_text("Saved as revision 3.")).to_be_visible()
    assert story.bodies(Posting.objects.get().head) == {
        "skills": "<p>Look after patients</p>",
        "pay": "<p>24 EUR an hour!</p>",
    }


def test_the_keys_are_told(page: Page, posting: Posting, sign_in: SignIn, complaints: list[str]) -> None:
    sign_in(page, "vera")
    page.goto(desk(posting))
    page.get_by_role("button", name="Keys ?").click()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_contain_text("Next and previous block")
    expect(keys).not_to_contain_text("Leave the block out")
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
