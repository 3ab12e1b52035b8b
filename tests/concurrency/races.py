"""Real threads, each with its own connection, that start at one moment."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

from django.db import connection

WAIT_SECONDS = 30


def race(*contestants: Callable[[], Any], seconds: float = WAIT_SECONDS) -> list[Any]:
    """What each of them returned, or the exception it raised, in their order."""
    start = threading.Barrier(len(contestants))
    results: list[Any] = [TimeoutError("did not finish")] * len(contestants)

    def run(place: int, contestant: Callable[[], Any]) -> None:
        try:
            start.wait(WAIT_SECONDS)
            results[place] = contestant()
        except Exception as failure:
            results[place] = failure
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=numbered) for numbered in enumerate(contestants)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(seconds)
    return results


def failures(results: Sequence[Any]) -> list[Exception]:
    return [result for result in results if isinstance(result, Exception)]
