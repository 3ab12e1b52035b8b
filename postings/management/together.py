"""Several processes as one: their output in one stream, and one end for all."""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from django.conf import settings
from django.core.management.base import CommandError

from postings.management import machine

POLL_SECONDS = 0.1


class Stopped(Exception):
    """Somebody asked for the end."""


class Together:
    """A `with` block that owns processes: whatever way it ends, none of them and none of their children is left."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        self._readers: list[threading.Thread] = []
        self._lasting: set[str] = set()
        # No threading.Event: its lock may be held by the very thread that a signal interrupts.
        self._is_asked_to_stop = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if self._processes:
            self._write("Stopping …")
        # What was started last depends on what was started first.
        for process in reversed(self._processes.values()):
            machine.stop(process)
        for reader in self._readers:
            reader.join()
        return kind is Stopped

    def start(self, name: str, command: Sequence[str], env: dict[str, str], *, lasting: bool = True) -> None:
        """Start a process and show its output; a lasting one is not expected to end by itself."""
        self._raise_if_asked()
        self.add(name, machine.start(command, env, Path(settings.BASE_DIR)), lasting=lasting)

    def add(self, name: str, process: subprocess.Popen[bytes], *, lasting: bool = True, quiet: bool = False) -> None:
        """Take over a process whose output is in a pipe; a quiet one's output is read and not shown."""
        self._processes[name] = process
        if lasting:
            self._lasting.add(name)
        reader = threading.Thread(target=self._read, args=(name, process, quiet), daemon=True)
        reader.start()
        self._readers.append(reader)

    def ask_to_stop(self) -> None:
        """Safe in a signal handler: the block ends at the next look."""
        self._is_asked_to_stop = True

    def wait_until(self, name: str, ready: Callable[[], bool], seconds: float = 60) -> None:
        """Return once `ready` says yes; the end of any lasting process or of the time is an error."""
        deadline = time.monotonic() + seconds
        while not ready():
            self._look()
            if time.monotonic() > deadline:
                raise CommandError(f"{name} was not ready within {seconds:g} seconds.")

    def wait_for_end(self, name: str) -> int:
        """The exit code of a process that ends by itself."""
        process = self._processes[name]
        while process.poll() is None:
            self._look()
        return process.returncode

    def run_until_stopped(self) -> None:
        """Stay until asked to stop, or until a lasting process ends, which is an error."""
        while True:
            self._look()

    def _look(self) -> None:
        time.sleep(POLL_SECONDS)
        self._raise_if_asked()
        for name in self._lasting:
            code = self._processes[name].poll()
            if code is not None:
                raise CommandError(f"{name} ended by itself with exit code {code}; the lines above say why.")

    def _raise_if_asked(self) -> None:
        if self._is_asked_to_stop:
            raise Stopped

    def _read(self, name: str, process: subprocess.Popen[bytes], quiet: bool) -> None:
        assert process.stdout is not None
        with process.stdout as lines:
            for line in lines:
                if not quiet:
                    self._write(f"{name:<7}| {line.decode(errors='replace').rstrip()}")
