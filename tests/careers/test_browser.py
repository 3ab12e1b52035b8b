"""The pages in a real browser: they fit, they load what they need from here, and nothing complains."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.contrib.auth.models import User

from postings.services import editing, publishing
from tests.api.groups import make_groups
from tests.services import story

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.needs_browser

LONG = (
    "title: Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamter\ncompany: Ward House\n"
    "responsibilities: https://ward.example/" + "a-very-long-address/" * 12 + "\npay: 24 EUR an hour"
).encode()


@pytest.fixture
def publisher(transactional_db: None) -> User:
    make_groups()
    return story.make_person("paula", "Publisher")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_fit_a_narrow_phone_and_nothing_complains(
    browser: Browser, live_server: Any, publisher: User, publish: Any, scheme: Any
) -> None:
    shown = publish(data=LONG, facts={"locations": ["Milbrook", "Elmford"], "workplace": "hybrid"})
    said: list[str] = []
    context = browser.new_context(viewport={"width": 320, "height": 640}, color_scheme=scheme)
    page = context.new_page()
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("requestfailed", lambda request: said.append(request.url))

    for path in ("/careers/harbour/", f"/careers/harbour/{shown.slug}/"):
        page.goto(live_server.url + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        assert page.evaluate("document.styleSheets.length") == 1
        light = page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(253, 253, 251)"
        assert light == (scheme == "light")
    context.close()
    assert said == []


def test_a_keyboard_reaches_the_content_first(
    browser: Browser, live_server: Any, publisher: User, publish: Any
) -> None:
    shown = publish()
    page = browser.new_page()
    page.goto(f"{live_server.url}/careers/harbour/{shown.slug}/")

    page.keyboard.press("Tab")
    skip = page.locator("a.skip")
    assert skip.evaluate("link => document.activeElement === link")
    page.wait_for_function("document.querySelector('a.skip').getBoundingClientRect().top >= 0")
    page.keyboard.press("Enter")

    assert page.evaluate("document.activeElement.id") == "content"
    page.close()


def test_two_lists_one_after_the_other_read_as_one(
    browser: Browser, live_server: Any, publisher: User, publish: Any
) -> None:
    shown = publish()
    lists = {"pay": "<ul><li>One</li><li>Two</li></ul><ul><li>Three</li></ul>"}
    editing.save_sections(posting_id=shown.posting_id, base_number=1, bodies=lists, actor=publisher)
    shown = publishing.publish(posting_id=shown.posting_id, site_id=shown.site_id, actor=publisher)
    page = browser.new_page()
    page.goto(f"{live_server.url}/careers/harbour/{shown.slug}/")
    assert page.locator(".fragment ul").count() >= 2
    tops = page.locator(".fragment [data-section=pay] li").evaluate_all(
        "lines => lines.map((line) => line.getBoundingClientRect().top)"
    )
    assert tops[1] - tops[0] == pytest.approx(tops[2] - tops[1], abs=1)
    page.close()
