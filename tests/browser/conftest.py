"""People with passwords, a site, and an ear for what the browser complains of."""

from __future__ import annotations

import importlib
import threading
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.signals import request_finished, request_started
from django.db import connection
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from postings.models import CareerSite, Posting
from tests.services import story
from tests.services.fixtures import sent_runs, small_normalizer  # noqa: F401

PASSWORD = "correct horse battery staple"

# A page that is closed says goodbye; its last question is there within this time.
QUIET_SECONDS = 0.2

SignIn = Callable[[Page, str], None]


@pytest.fixture(autouse=True)
def answered(transactional_db: None) -> Iterator[None]:
    """The database is emptied only while nothing is being answered: pages ask by themselves, and as they are closed."""
    under_way = UnderWay()
    request_started.connect(under_way.begin)
    request_finished.connect(under_way.end)
    yield
    under_way.wait_for_none()
    request_started.disconnect(under_way.begin)
    request_finished.disconnect(under_way.end)


class UnderWay:
    """How many requests are being answered, by whatever thread."""

    def __init__(self) -> None:
        self.number = 0
        self.lock = threading.Lock()

    def begin(self, **signal: object) -> None:
        with self.lock:
            self.number += 1

    def end(self, **signal: object) -> None:
        with self.lock:
            self.number -= 1

    def wait_for_none(self) -> None:
        """Until there was none for a moment; at most ten seconds."""
        quiet_since, until = time.monotonic(), time.monotonic() + 10
        while time.monotonic() < until and time.monotonic() - quiet_since < QUIET_SECONDS:
            if self.number > 0:
                quiet_since = time.monotonic()
            time.sleep(0.02)


@pytest.fixture
def groups(transactional_db: None) -> None:
    """The groups of the migration: a test that commits for real leaves an emptied database to the next one."""
    migration = importlib.import_module("postings.migrations.0002_groups")
    migration.make_groups(apps, SimpleNamespace(connection=connection))


@pytest.fixture
def site(groups: None) -> CareerSite:
    return story.make_site()


@pytest.fixture
def people(groups: None) -> dict[str, User]:
    """One of each kind, by name."""
    found = {}
    for name, group in (("vera", "Viewer"), ("edgar", "Editor"), ("paula", "Publisher")):
        user = story.make_person(name, group)
        user.is_staff = True
        user.set_password(PASSWORD)
        user.save()
        found[name] = user
    return found


@pytest.fixture
def sign_in(people: dict[str, User]) -> SignIn:
    """Log in through the form."""

    def signed_in(page: Page, name: str) -> None:
        page.goto("/admin/")
        page.get_by_label("Username").fill(name)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Log in").click()
        page.wait_for_url("**/admin/")

    return signed_in


@pytest.fixture
def posting(site: CareerSite, small_normalizer: None, sent_runs: list[int]) -> Posting:  # noqa: F811
    """A posting whose first text is the normalizer's."""
    return story.normalized(site, reference="n1")


@pytest.fixture
def second(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    """Another person's browser."""
    yield from _page_of_its_own(browser, live_server.url, 1280, 900)


@pytest.fixture
def phone(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    """A browser as narrow as a phone."""
    yield from _page_of_its_own(browser, live_server.url, 390, 844)


def _page_of_its_own(browser: Browser, address: str, width: int, height: int) -> Iterator[Page]:
    context = browser.new_context(base_url=address, viewport={"width": width, "height": height}, locale="en-GB")
    context.set_default_timeout(15_000)
    yield context.new_page()
    context.close()


@pytest.fixture
def complaints(page: Page) -> Iterator[list[str]]:
    """What the browser's console complains of; a test that asks for it fails where there is any."""
    heard: list[str] = []
    page.on("console", lambda said: heard.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda fault: heard.append(str(fault)))
    yield heard
    assert heard == []
