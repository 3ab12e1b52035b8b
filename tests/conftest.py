"""Fixtures that every test may ask for. The services behind them are started by tests/support/plugin.py."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import redis

from tests.support import services
from tests.support.worker import WorkerProcess

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of real postings; tests that use it are marked needs_corpus."""
    found = services.find_corpus()
    if found is None:
        pytest.skip(services.HOW_TO_GET_THE_CORPUS)
    return found


@pytest.fixture(autouse=True)
def _nothing_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """What this process counts and remembers beside the database does not outlive a test; the rows are rolled back."""
    from postings import counting, redis_line, remembering

    monkeypatch.setattr(counting, "_leases", {})
    monkeypatch.setattr(remembering, "_entries", {})
    monkeypatch.setattr(remembering, "_bytes", 0)
    monkeypatch.setattr(redis_line, "_rests_until", 0.0)


@pytest.fixture
def redis_client() -> Iterator[redis.Redis]:
    """A client of the Redis that carries the tasks."""
    from django.conf import settings

    with redis.Redis.from_url(settings.REDIS_URL) as client:
        yield client


@pytest.fixture(scope="session")
def _worker_process(django_db_setup: None) -> Iterator[WorkerProcess]:
    from config.celery import app

    worker = WorkerProcess(app)
    yield worker
    worker.stop()


@pytest.fixture
def celery_worker_process(_worker_process: WorkerProcess, transactional_db: None) -> Iterator[WorkerProcess]:
    """A real worker on an empty queue. The test commits for real, so what it queues is done by another process.

    A test has to wait for the end of what it queued, or the next one finds it at work.  Between such tests the worker
    rests, for other tests commit as well.
    """
    _worker_process.app.control.purge()
    _worker_process.start()
    yield _worker_process
    _worker_process.rest()
    _worker_process.app.control.purge()


@pytest.fixture(scope="session")
def chromium_path() -> Path:
    """The browser's program; tests that use it are marked needs_browser."""
    found = services.find_chromium()
    if found is None:
        pytest.skip(services.HOW_TO_GET_A_BROWSER)
    return found


@pytest.fixture(scope="session")
def browser(chromium_path: Path) -> Iterator[Browser]:
    """A Chromium without a window, shared by all tests."""
    from playwright.sync_api import sync_playwright

    # Playwright keeps an event loop in this thread, in which Django otherwise refuses its database.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=str(chromium_path), args=CHROMIUM_ARGUMENTS)
        yield found
        found.close()


@pytest.fixture
def page(browser: Browser, live_server: Any) -> Iterator[Page]:
    """A page of a new browser profile, on the live server: `page.goto("/admin/")`."""
    context = browser.new_context(base_url=live_server.url, viewport={"width": 1280, "height": 900}, locale="en-GB")
    context.set_default_timeout(15_000)
    yield context.new_page()
    context.close()
