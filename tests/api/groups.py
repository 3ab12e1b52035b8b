"""The groups of the migration, for tests that commit."""

from __future__ import annotations

import importlib

from django.apps import apps
from django.db import connection


def make_groups() -> None:
    """The groups again: a test that commits empties every table behind it, the migrations' rows with them."""
    importlib.import_module("postings.migrations.0002_groups").make_groups(apps, connection.schema_editor())
