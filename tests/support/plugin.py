"""Real services before the first setting is read, and honest words about what did not run.

Loaded by `-p` in pyproject.toml, because Django's settings are read before any conftest.py.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from typing import Any

import pytest

from tests.support import services

_STARTED = pytest.StashKey[services.Services]()


def _in_ci() -> bool:
    return os.environ.get("CI", "").lower() in {"1", "true", "yes"}


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None]:
    """Start the services: a wrapper runs before pytest-django's hook, which reads the settings."""
    known = early_config.known_args_namespace
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker:
        services.take_own_redis_database(worker)
    elif not (known.help or known.version):
        early_config.stash[_STARTED] = services.start_services()
        early_config.add_cleanup(early_config.stash[_STARTED].stop)
    return (yield)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what this machine cannot run, each with the way to get it."""
    missing = _missing()
    for item in items:
        for marker, reason in missing.items():
            if item.get_closest_marker(marker):
                item.add_marker(pytest.mark.skip(reason=f"{marker}: {reason}"))


def _missing() -> dict[str, str]:
    from django.db import connection

    missing = {}
    if connection.vendor != "postgresql":
        missing["needs_postgres"] = services.HOW_TO_GET_POSTGRES
    if services.find_chromium() is None:
        missing["needs_browser"] = services.HOW_TO_GET_A_BROWSER
    if services.find_corpus() is None:
        missing["needs_corpus"] = services.HOW_TO_GET_THE_CORPUS
    return missing


def pytest_report_header() -> str:
    from django.db import connection

    return f"database: {connection.vendor}, browser: {services.find_chromium() or 'none'}"


def _skipped(config: pytest.Config) -> list[Any]:
    """The reports of tests that did not run; a test that is expected to fail did run."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    reports = reporter.stats.get("skipped", []) if reporter else []
    return [report for report in reports if not hasattr(report, "wasxfail")]


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """In CI a skipped test is a failed run: there everything can be had."""
    is_worker = "PYTEST_XDIST_WORKER" in os.environ
    if _in_ci() and not is_worker and session.exitstatus == pytest.ExitCode.OK and _skipped(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    skipped = _skipped(config)
    if not skipped or not _in_ci():
        return
    terminalreporter.section("skipped, which CI does not allow")
    for report in skipped:
        terminalreporter.line(f"{report.nodeid}: {report.longrepr[2]}")
