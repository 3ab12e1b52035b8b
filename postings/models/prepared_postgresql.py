"""Small queries by psycopg itself, on Django's connection; imported only where there is a PostgreSQL.

PostgreSQL plans the statement once for each connection, which for a few joined tables costs more than running it.  And
a connection is not asked beforehand whether it still lives: the query itself tells, and a reader's query may be asked
again.  (Both measured on a posting by its address: a quarter of its processor time.)
"""

from __future__ import annotations

from typing import Any

import psycopg
from django.db import InterfaceError, OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper


def first_row(wrapper: BaseDatabaseWrapper, sql: str, params: list[Any]) -> tuple[Any, ...] | None:
    """The first row of a statement that only reads, on a new connection where the old one was closed meanwhile."""
    try:
        return _ask(wrapper, sql, params)
    except (InterfaceError, OperationalError):
        if wrapper.in_atomic_block or wrapper.is_usable():
            raise
        wrapper.close()
        return _ask(wrapper, sql, params)


def _ask(wrapper: BaseDatabaseWrapper, sql: str, params: list[Any]) -> tuple[Any, ...] | None:
    wrapper.ensure_connection()
    with wrapper.wrap_database_errors, psycopg.Cursor(wrapper.connection) as cursor:
        cursor.execute(sql, params, prepare=True)
        row: tuple[Any, ...] | None = cursor.fetchone()
    # What comes after in this request need not ask either.
    wrapper.health_check_done = True  # type: ignore[attr-defined]
    return row
