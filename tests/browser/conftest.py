"""People with passwords, a site, and an ear for what the browser complains of."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection
from playwright.sync_api import Page

from postings.models import CareerSite
from tests.services import story

PASSWORD = "correct horse battery staple"

SignIn = Callable[[Page, str], None]


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
def complaints(page: Page) -> Iterator[list[str]]:
    """What the browser's console complains of; a test that asks for it fails where there is any."""
    heard: list[str] = []
    page.on("console", lambda said: heard.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda fault: heard.append(str(fault)))
    yield heard
    assert heard == []
