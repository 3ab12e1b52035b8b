"""A cursor whose statements PostgreSQL plans once for each connection; imported only where there is a PostgreSQL."""

from __future__ import annotations

from typing import Any

import psycopg


class PreparingCursor(psycopg.Cursor[Any]):
    """Sends values beside the statement and asks the server to keep its plan: planning four joined tables costs more
    than running them.
    """

    def execute(self, query: Any, params: Any = None, **options: Any) -> PreparingCursor:
        super().execute(query, params, **{**options, "prepare": True})
        return self
