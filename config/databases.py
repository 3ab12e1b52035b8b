"""How Postwright connects: connections that stay, are checked, and never wait for ever."""

from __future__ import annotations

from typing import Any

_SQLITE = {
    # Writers take the lock when their transaction begins. Taken later, a transaction that has
    # already read can fail at once with "database is locked", whatever the timeout.
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA busy_timeout=20000;",
}


def with_limits(
    database: dict[str, Any], *, conn_max_age_seconds: int, statement_timeout_ms: int, lock_timeout_ms: int
) -> dict[str, Any]:
    """The same database with timeouts, persistent connections and health checks.

    A timeout of 0 means none, as PostgreSQL has it. SQLite knows only how long to wait for its lock.
    """
    options = dict(database.get("OPTIONS", {}))
    if "sqlite" in database["ENGINE"]:
        options = {**_SQLITE, **options}
    else:
        options = {**_postgresql(statement_timeout_ms, lock_timeout_ms), **options}
    return {**database, "CONN_MAX_AGE": conn_max_age_seconds, "CONN_HEALTH_CHECKS": True, "OPTIONS": options}


def _postgresql(statement_timeout_ms: int, lock_timeout_ms: int) -> dict[str, Any]:
    limits = {
        "statement_timeout": statement_timeout_ms,
        "lock_timeout": lock_timeout_ms,
        "idle_in_transaction_session_timeout": 2 * statement_timeout_ms,
    }
    return {
        "connect_timeout": 5,
        "application_name": "postwright",
        "options": " ".join(f"-c {name}={value}" for name, value in limits.items()),
    }
