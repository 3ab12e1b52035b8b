"""Every screen of the desk held against axe-core, light and dark, on a wide screen and a phone; and nothing jumps."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from postings.models import CareerSite, Posting
from postings.services import drafting, editing
from tests.admin.addresses import ADD, LIST, action, desk
from tests.browser.conftest import SignIn
from tests.services import story

pytestmark = [
    pytest.mark.needs_browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("small_normalizer", "sent_runs"),
]

GRAVE = {"serious", "critical"}
LAYOUT_SHIFT_MAX = 0.05


@pytest.fixture
def busy(site: CareerSite, people: dict[str, User], small_normalizer: None, sent_runs: list[int]) -> Posting:
    """A posting with everything at once: edits, a changed source, a draft that others overtook."""
    posting = story.normalized(site, reference="n1")
    typed = {"pay": "<p>24 EUR an hour</p><p>Paid monthly</p>", "skills": "<ul><li>Swimming</li></ul>"}
    editing.save_sections(posting_id=posting.pk, base_number=1, bodies=typed, actor=people["paula"])
    story.normalized(site, story.NURSE_WITH_MORE_PAY, reference="n1")
    drafting.save_draft(
        posting_id=posting.pk, base_number=1, bodies={"pay": "<p>30 EUR an hour</p>"}, actor=people["edgar"]
    )
    return posting


def faults(page: Page) -> list[str]:
    """What axe-core finds serious or worse, a line for each."""
    found = Axe().run(page).response["violations"]
    return [
        f"{page.url}: {one['id']}: {node['target']}: {node.get('failureSummary', '')}"
        for one in found
        if one["impact"] in GRAVE
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_fault(scheme: str, width: int, page: Page, busy: Posting, sign_in: SignIn) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.set_viewport_size({"width": width, "height": 900})
    sign_in(page, "edgar")
    found = []
    sections = f"/admin/postings/posting/{busy.pk}/sections/pay/"
    pages = (action(busy, name) for name in ("compare", "conflict", "proposals", "preview", "source"))
    for address in ("/admin/", LIST, ADD, desk(busy), sections, *pages):
        page.goto(address)
        found += faults(page)
    page.goto(desk(busy))
    page.get_by_role("button", name="Edit Skills").click()
    expect(page.get_by_role("article", name="Skills").locator("[contenteditable=true]")).to_be_focused()
    found += faults(page)
    page.get_by_role("button", name="Cancel editing Skills").click()
    page.get_by_role("article", name="Skills").locator("[data-position]").click()
    page.keyboard.press("m")
    expect(page.get_by_role("menu")).to_be_visible()
    found += faults(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Edit Skills").click()
    assert found == []


@pytest.mark.parametrize(("scheme", "width"), [("light", 1024), ("dark", 390)])
def test_axe_finds_no_serious_fault_in_what_opens_and_in_what_is_refused(
    scheme: str, width: int, page: Page, second: Page, busy: Posting, sign_in: SignIn
) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.set_viewport_size({"width": width, "height": 900})
    sign_in(page, "edgar")
    failed = story.normalized(busy.site, b"refuse: There is nothing to show.", title="Broken")
    found = []
    for address in (f"{LIST}?q=zebra", desk(failed), f"{LIST}999999/change/", "/admin/postings/sitekey/"):
        page.goto(address)
        found += faults(page)
    for opener in ("Columns", "Keep this view"):
        page.goto(LIST)
        page.get_by_text(opener, exact=True).click()
        found += faults(page)
    page.goto(ADD)
    page.get_by_text("What you know already").click()
    page.get_by_label("Web address").fill("not an address")
    page.get_by_role("button", name="Add posting").click()
    expect(page.get_by_role("alert")).to_be_focused()
    found += faults(page)
    page.goto(desk(busy))
    for opener in ("Rename", "Ask for approval", "Add a section"):
        page.get_by_text(opener, exact=True).first.click()
        found += faults(page)
        page.keyboard.press("Escape")
    for tab in ("History", "Sources and runs"):
        page.get_by_role("tab", name=tab).click()
        found += faults(page)
    page.get_by_role("tab", name="Left out").click()
    page.get_by_role("button", name="Restore “Apply now”").click()
    expect(page.locator("[data-saved]")).to_contain_text("✓")
    found += faults(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    found += faults(page)
    page.keyboard.press("Escape")
    sign_in(second, "paula")
    second.goto(desk(busy))
    second.get_by_role("button", name="Edit Skills").click()
    expect(second.get_by_role("article", name="Skills").locator("[contenteditable=true]")).to_be_focused()
    page.get_by_role("button", name="Edit Skills").click()
    expect(page.locator("[data-lock-note]")).to_be_visible()
    found += faults(page)
    page.context.clear_cookies()
    sign_in(page, "vera")
    for address in (desk(busy), ADD, action(busy, "proposals")):
        page.goto(address)
        found += faults(page)
    assert found == []


WATCH = """() => {
    window.shifted = 0;
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
}"""


def test_nothing_jumps_while_the_page_comes_and_while_a_block_is_moved(
    page: Page, busy: Posting, sign_in: SignIn
) -> None:
    sign_in(page, "paula")
    page.add_init_script(f"({WATCH})()")
    page.goto(desk(busy))
    page.wait_for_load_state("networkidle")
    assert page.evaluate("window.shifted") < LAYOUT_SHIFT_MAX
    page.get_by_role("article", name="Skills").locator("[data-position]").click()
    before = page.get_by_role("article", name="Responsibilities").bounding_box()
    page.keyboard.press("6")
    expect(page.get_by_role("article", name="Benefits")).to_contain_text("Swimming")
    assert page.get_by_role("article", name="Responsibilities").bounding_box() == before


@pytest.mark.parametrize("width", [1440, 1024, 390])
def test_no_page_is_wider_than_the_screen(width: int, page: Page, busy: Posting, sign_in: SignIn) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    sign_in(page, "edgar")
    sections = f"/admin/postings/posting/{busy.pk}/sections/pay/"
    pages = (action(busy, name) for name in ("compare", "conflict", "proposals", "preview", "source"))
    for address in ("/admin/", LIST, ADD, desk(busy), sections, *pages, f"{LIST}999999/change/"):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address


@pytest.mark.parametrize("where", ["list", "add", "desk", "compare", "conflict", "proposals"])
def test_what_is_under_the_keyboard_is_seen(where: str, page: Page, busy: Posting, sign_in: SignIn) -> None:
    sign_in(page, "edgar")
    page.goto({"list": LIST, "add": ADD, "desk": desk(busy)}.get(where) or action(busy, where))
    for _ in range(60):
        page.keyboard.press("Tab")
        outline = page.evaluate(
            "() => { const one = document.activeElement; return one === document.body ? 'body' :"
            " getComputedStyle(one).outlineStyle + getComputedStyle(one).boxShadow; }"
        )
        assert outline not in ("nonenone",), page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
