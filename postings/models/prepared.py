"""A query whose SQL is written once and then only filled in: Django's part of a small query costs more than its run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.backends.base.base import BaseDatabaseWrapper


class Prepared:
    """A queryset of values with named places for texts, such as slugs.

    `make` is called once, with a stand-in for each of its parameters, when the first row is asked for; it has to use
    them as values only, so that the same SQL fits whatever is filled in.
    """

    def __init__(self, make: Callable[..., models.QuerySet[Any, Any]], *names: str) -> None:
        self._make = make
        self._names = names
        self._compiled: tuple[str, tuple[Any, ...], dict[int, Any]] | None = None

    def first(self, **values: str) -> tuple[Any, ...] | None:
        """The first row, with its values as the fields have them, or None."""
        sql, params, converters = self._compiled or self._compile()
        filled = [values[param.name] if isinstance(param, _Place) else param for param in params]
        connection = connections[DEFAULT_DB_ALIAS]
        row = _first_row(connection, sql, filled)
        if row is None:
            return None
        changed = list(row)
        for position, (functions, expression) in converters.items():
            for function in functions:
                changed[position] = function(changed[position], expression, connection)
        return tuple(changed)

    def _compile(self) -> tuple[str, tuple[Any, ...], dict[int, Any]]:
        query = self._make(*(_Place(name) for name in self._names)).query
        compiler = query.get_compiler(DEFAULT_DB_ALIAS)
        sql, params = compiler.as_sql()
        converters = compiler.get_converters([selected[0] for selected in compiler.select or ()])
        self._compiled = (sql, tuple(params), converters)
        return self._compiled


def _first_row(connection: BaseDatabaseWrapper, sql: str, params: list[Any]) -> tuple[Any, ...] | None:
    # Whoever counts or logs queries sees this one as well, as an ordinary one.
    if connection.vendor == "postgresql" and not connection.queries_logged:
        from postings.models import prepared_postgresql

        return prepared_postgresql.first_row(connection, sql, params)
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        row: tuple[Any, ...] | None = cursor.fetchone()
        return row


class _Place(str):
    """Stands in a query for a text that comes later."""

    name: str

    def __new__(cls, name: str) -> _Place:
        place = super().__new__(cls, f"\0{name}")
        place.name = name
        return place
