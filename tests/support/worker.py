"""A real Celery worker in a process of its own, at work on the test database."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

from celery import Celery
from django.conf import settings
from django.db import connection

from postings.management.machine import kill, start, stop, wait_until

PROJECT = Path(__file__).resolve().parents[2]


class WorkerProcess:
    """`start` returns when the worker takes tasks, `rest` when it takes none and stays ready; `kill` ends it as a power
    cut would; `output` is what it logged.
    """

    def __init__(self, app: Celery) -> None:
        self.app = app
        self.name = "postwright-test@localhost"
        self.output: list[str] = []
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def start(self) -> None:
        """Begin to work, or go on after a rest; nothing happens when it works already."""
        if self.alive:
            self._tell(self.app.control.add_consumer)
            return
        # fmt: off
        command = [
            sys.executable, "-m", "celery", "-A", "config", "worker", "--concurrency", "2", "--hostname", self.name,
            "--without-gossip", "--without-mingle", "--loglevel", "INFO",
        ]
        # fmt: on
        self.process = start(command, self._environment(), PROJECT)
        threading.Thread(target=self._read, args=(self.process,), daemon=True).start()
        wait_until(self._answers, self.process, "the Celery worker", seconds=60)

    def rest(self) -> None:
        """Take nothing more from the queue: what others queue is not for this worker."""
        if self.alive:
            self._tell(self.app.control.cancel_consumer)

    def stop(self) -> None:
        """Finish what is at hand and end."""
        if self.process is not None:
            stop(self.process, seconds=20)

    def kill(self) -> None:
        """End at once, with all children, in the middle of whatever it does."""
        if self.process is not None:
            kill(self.process)

    def _tell(self, order: Callable[..., Any]) -> None:
        answers = order(self.app.conf.task_default_queue, destination=[self.name], reply=True, timeout=10)
        assert answers, f"The worker did not answer {order.__name__}."

    def _environment(self) -> dict[str, str]:
        return {
            "DJANGO_SETTINGS_MODULE": "config.settings.test",
            "DATABASE_URL": url_of_test_database(),
            "REDIS_URL": settings.REDIS_URL,
        }

    def _answers(self) -> bool:
        return bool(self.app.control.ping(destination=[self.name], timeout=0.5))

    def _read(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        with process.stdout as lines:
            self.output.extend(line.decode(errors="replace").rstrip() for line in lines)


def url_of_test_database() -> str:
    """The address under which another process finds the database that the tests use."""
    found = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{found['NAME']}"
    credentials = quote(str(found["USER"]), safe="") + (
        f":{quote(str(found['PASSWORD']), safe='')}" if found["PASSWORD"] else ""
    )
    port = f"&port={found['PORT']}" if found["PORT"] else ""
    return f"postgresql://{credentials}@/{found['NAME']}?host={found['HOST'] or 'localhost'}{port}"
