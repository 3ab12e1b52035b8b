"""`make run` comes up, says what went wrong, and leaves nothing behind."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from postings.management.machine import free_port, port_is_free
from tests.support.waiting import eventually

PROJECT = Path(__file__).resolve().parents[2]


def _environment(folder: Path) -> dict[str, str]:
    own = {"DJANGO_SETTINGS_MODULE", "DATABASE_URL", "REDIS_URL", "BROKER_URL", "PUBLIC_BASE_URL", "PORT"}
    kept = {name: value for name, value in os.environ.items() if name not in own}
    return {**kept, "VAR_DIR": str(folder), "PYTHONUNBUFFERED": "1"}


class LocalRun:
    """One `run_local` in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.log = folder / "log"
        command = [sys.executable, "manage.py", "run_local", "--no-demo", "--port", str(self.port)]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command, cwd=PROJECT, env=_environment(folder), stdout=log, stderr=subprocess.STDOUT
            )

    def said(self, words: str) -> bool:
        return words in self.log.read_text()

    def groups(self) -> set[int]:
        """The process groups this run has started: one for each service."""
        return {os.getpgid(pid) for pid in self._children()}

    def _children(self) -> list[int]:
        task = Path(f"/proc/{self.process.pid}/task")
        return [int(pid) for children in task.glob("*/children") for pid in children.read_text().split()]

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(60)


@pytest.fixture
def local_run(tmp_path: Path) -> Iterator[LocalRun]:
    run = LocalRun(tmp_path)
    yield run
    run.end()


def test_it_serves_and_stops_with_everything_it_started(local_run: LocalRun) -> None:
    eventually(lambda: local_run.said("Postwright is running"), "the addresses", seconds=60)
    with urllib.request.urlopen(f"http://127.0.0.1:{local_run.port}/readyz", timeout=5) as answer:
        assert answer.status == 200
    eventually(lambda: local_run.said("worker |"), "a word from the worker", seconds=60)
    groups = local_run.groups()
    assert len(groups) == 4, "web, worker, beat and Redis"

    local_run.process.send_signal(signal.SIGINT)

    assert local_run.process.wait(60) == 0
    for group in groups:
        with pytest.raises(ProcessLookupError):
            os.killpg(group, 0)
    assert port_is_free(local_run.port)
    assert "Traceback" not in local_run.log.read_text()


def test_a_signal_at_any_moment_stops_it() -> None:
    asked_often = """
import signal
from postings.management import together as module

module.POLL_SECONDS = 0.0001
signal.signal(signal.SIGALRM, lambda *_: together.ask_to_stop())
for _ in range(3000):
    together = module.Together(print)
    signal.setitimer(signal.ITIMER_REAL, 0.0003)
    try:
        together.run_until_stopped()
    except module.Stopped:
        pass
print("stopped every time")
"""
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings.test"}
    command = [sys.executable, "-c", asked_often]
    done = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, timeout=60)
    assert done.stdout == "stopped every time\n", done.stderr


def test_a_taken_port_is_named_with_the_way_out(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        command = [sys.executable, "manage.py", "run_local", "--port", str(port)]
        done = subprocess.run(command, cwd=PROJECT, env=_environment(tmp_path), capture_output=True, text=True)
    assert done.returncode == 1
    assert f"Port {port} is taken" in done.stderr
    assert "make run PORT=" in done.stderr
