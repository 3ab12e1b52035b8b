"""Small queries by psycopg itself, on Django's connection; imported only where there is a PostgreSQL.

PostgreSQL plans the statement once for each connection, which for a few joined tables costs more than running it; one
cursor for each connection remembers how to read its columns (0.12 ms of processor time instead of 0.20 for a posting by
its address); and a connection is not asked beforehand whether it still lives: the query itself tells, and a reader's
query may be asked again.
"""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

import psycopg
from django.db import InterfaceError, OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper

# A connection belongs to one thread, and so does its cursor.
_cursors: WeakKeyDictionary[psycopg.Connection[Any], psycopg.Cursor[Any]] = WeakKeyDictionary()


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
    with wrapper.wrap_database_errors:
        cursor = _cursors.get(wrapper.connection) or _cursors.setdefault(
            wrapper.connection, psycopg.Cursor(wrapper.connection)
        )
        row: tuple[Any, ...] | None = cursor.execute(sql, params, prepare=True).fetchone()
    # What comes after in this request need not ask either.
    wrapper.health_check_done = True  # type: ignore[attr-defined]
    return row
