from __future__ import annotations

import importlib

import pytest

from tests.services.fixtures import *  # noqa: F403


@pytest.fixture(autouse=True)
def groups(transactional_db: None) -> None:
    """The groups of the migration again: a transactional test empties every table behind it."""
    from django.apps import apps
    from django.db import connection

    importlib.import_module("postings.migrations.0002_groups").make_groups(apps, connection.schema_editor())


@pytest.fixture
def small(small_normalizer: None, groups: None, sent_runs: list[int]) -> None:
    """The small normalizer and the groups, before anybody of the cast appears."""
