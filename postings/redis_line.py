"""Asking Redis quickly, and never waiting for it: a connection a thread, and a rest for everybody while it is away.

Redis is not a record here.  Whoever asks has to know what to do without an answer.
"""

from __future__ import annotations

import logging
import threading
import time
from typing import Any

import redis
from django.conf import settings

logger = logging.getLogger(__name__)

# Readers wait this long for a Redis that is away, and then none does for a while: longer than anything is remembered.
TIMEOUT_SECONDS = 0.25
REST_SECONDS = 6.0

_rests_until = 0.0
_own = threading.local()


class Away(Exception):
    """Redis does not answer."""


def ask(*command: object) -> Any:
    """The answer to a command, as Redis gave it.  Raises Away.

    A pool, retries and a client's reading of answers would cost more than the question.
    """
    if time.monotonic() < _rests_until:
        raise Away
    return tell(*command)


def tell(*command: object) -> Any:
    """The same for what has to be tried also while others rest."""
    global _rests_until
    try:
        return _twice(command)
    except redis.RedisError as error:
        now = time.monotonic()
        if now >= _rests_until:
            logger.warning("Redis does not answer: nothing is counted or remembered")
        _rests_until = now + REST_SECONDS
        raise Away from error


def _twice(command: tuple[object, ...]) -> Any:
    try:
        return _ask(command)
    except redis.ConnectionError:
        # A connection that the other side closed meanwhile; a new one decides.
        return _ask(command)


def _ask(command: tuple[object, ...]) -> Any:
    connection = _connection()
    try:
        connection.send_command(*command, check_health=False)
        return connection.read_response()
    except redis.ResponseError:
        raise
    except BaseException:
        # What is left on the line would be the answer to the next question.
        _forget()
        raise


def _connection() -> redis.connection.AbstractConnection:
    url = settings.REDIS_URL
    if getattr(_own, "url", None) != url:
        _forget()
        pool = redis.ConnectionPool.from_url(
            url, socket_timeout=TIMEOUT_SECONDS, socket_connect_timeout=TIMEOUT_SECONDS, retry=None
        )
        connection = pool.make_connection()
        connection.connect()
        _own.url, _own.connection = url, connection
    found: redis.connection.AbstractConnection = _own.connection
    return found


def _forget() -> None:
    connection = getattr(_own, "connection", None)
    _own.url = _own.connection = None
    if connection is not None:
        connection.disconnect()
