"""The guide is in the product, and what it tells runs as it stands: in a shell, in Python, in another site's page."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.conf import settings
from django.test import Client

from postings.api import guide
from postings.models import CareerSite, Publication
from tests.api.groups import make_groups
from tests.support.elsewhere import served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

EXAMPLE = re.compile(r"^```(sh|python|js)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXAMPLES = [
    pytest.param(kind, code, id=f"{page}-{number}-{kind}")
    for page in guide.PAGES
    for number, (kind, code) in enumerate(EXAMPLE.findall(guide.text(page)))
]
COOK = b"title: Line cook\ncompany: The Orchard\nabout: A team of five\nresponsibilities: Run the grill"


@pytest.fixture
def shown(transactional_db: None, request: pytest.FixtureRequest) -> Publication:
    make_groups()
    publish: Callable[..., Publication] = request.getfixturevalue("publish")
    publish(reference="other")
    return publish(data=COOK, facts={"locations": ["Milbrook"], "employment_types": ["full_time"]})


@pytest.mark.parametrize(("kind", "code"), [one for one in EXAMPLES if one.values[0] != "js"])
def test_an_example_runs_as_it_stands(
    kind: str, code: str, live_server: Any, shown: Publication, settings: Any
) -> None:
    settings.POSTWRIGHT_PUBLIC_BASE_URL = live_server.url
    program = [sys.executable, "-c"] if kind == "python" else ["bash", "-euc"]
    done = subprocess.run(
        [*program, code.replace(guide.WRITTEN_FOR, live_server.url)], capture_output=True, text=True, timeout=30
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.strip()


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[str]:
    """Another origin with an empty page on it."""
    page = '<!doctype html><meta charset="utf-8"><ul id="postings"></ul><article id="posting"></article>'
    (tmp_path / "index.html").write_text(page, "utf-8")

    with served(tmp_path) as origin:
        yield origin


@pytest.mark.needs_browser
@pytest.mark.parametrize(("kind", "code"), [one for one in EXAMPLES if one.values[0] == "js"])
def test_an_example_runs_in_a_page_of_another_origin(
    kind: str, code: str, browser: Browser, elsewhere: str, live_server: Any, shown: Publication
) -> None:
    CareerSite.objects.update(allowed_origins=[elsewhere])
    page = browser.new_page()
    failures: list[str] = []
    page.on("pageerror", lambda error: failures.append(str(error)))
    page.goto(f"{elsewhere}/index.html")

    page.evaluate(f"(async () => {{ {code.replace(guide.WRITTEN_FOR, live_server.url)} }})()")

    if "#postings" in code:
        page.get_by_role("button", name="Line cook").click()
        page.get_by_role("heading", name="Responsibilities").wait_for()
        assert page.locator("#posting section").count() == 2
    assert failures == []
    page.close()


@pytest.mark.needs_browser
def test_a_page_of_an_origin_that_is_not_allowed_reads_nothing(
    browser: Browser, elsewhere: str, live_server: Any, shown: Publication
) -> None:
    page = browser.new_page()
    page.goto(f"{elsewhere}/index.html")
    address = f"{live_server.url}/api/v1/sites/harbour/postings/"

    assert page.evaluate(f"fetch('{address}').then(() => 'read', () => 'refused')") == "refused"
    page.close()


@pytest.mark.parametrize("page", guide.PAGES)
def test_every_page_is_there_and_leads_to_addresses_that_are(client: Client, db: None, page: str) -> None:
    response = client.get(f"/api/guide/{page}/")

    assert response.status_code == 200
    text = response.content.decode()
    assert text.count("<h1>") == 1
    for address in set(re.findall(r'href="(/[^"#]*)', text)):
        assert address.startswith("/static/") or client.get(address).status_code == 200, address
    assert "localhost:8000" not in text


def test_a_page_that_is_not_there_is_a_problem(client: Client) -> None:
    assert client.get("/api/guide/nonsense/")["Content-Type"] == "application/problem+json"
    assert client.get("/api/guide/").status_code == 200


def test_every_page_of_the_folder_is_shown() -> None:
    assert {path.stem for path in (settings.BASE_DIR / guide.FOLDER).glob("*.md")} == set(guide.PAGES)
