"""A search finds the same on every database: what SQLite reads out of it is what PostgreSQL does."""

from __future__ import annotations

import re

import pytest
from django.db import connection

from postings.models import websearch

TEXTS = [
    "Line cook\nRun the grill in Linz",
    "Weekly revenue report, full-time",
    "R&D: the run of the mill",
    "Bäcker für die Nacht\nBrot backen",
    "or else",
    "",
]
SEARCHES = [
    *("grill", "GRILL", "gril", "the run", '"the run"', '"run the"', "-grill", "grill -linz", "-grill -revenue"),
    *("grill or revenue", "grill OR -the", "grill or revenue weekly", "or", "or else", "else or", "order", "grill or"),
    *("full-time", "full", "time full", "r&d", "R & D", "bäcker", "BÄCKER", "nacht, brot!", '-"run the" the'),
    *("'", "%", "100%_\\", '""', "-", "grill  or  or  linz"),
]


def holds(text: str, search: str) -> bool:
    found = [[bool(re.search(f"(?i){term.pattern}", text)) is term.is_wanted for term in one] for one in ask(search)]
    return any(map(all, found))


def ask(search: str) -> list[list[websearch.Term]]:
    return websearch.alternatives(search)


@pytest.mark.needs_postgres
@pytest.mark.django_db
@pytest.mark.parametrize("search", SEARCHES)
def test_it_is_read_as_postgresql_reads_it(search: str) -> None:
    with connection.cursor() as cursor:
        for text in TEXTS:
            sql = "SELECT to_tsvector('simple', %s) @@ websearch_to_tsquery('simple', %s)"
            cursor.execute(sql, [text.lower(), search.lower()])
            assert (text, holds(text, search)) == (text, cursor.fetchone()[0])


def test_it_is_soon_done_with_a_search_of_any_size() -> None:
    assert len(websearch.alternatives("a or " * 50)) == 50
    assert websearch.alternatives('"' * 200) == []
