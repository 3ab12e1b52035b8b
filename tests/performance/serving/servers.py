"""The servers that are measured: gunicorn with two workers each, on loopback, with their processor time."""

from __future__ import annotations

import os
import subprocess
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from postings.management.machine import free_port, stop, wait_until

TICKS = os.sysconf("SC_CLK_TCK")
WORKERS, THREADS = 2, 4


@dataclass
class Server:
    """A running gunicorn; `cpu_seconds` counts its workers, `log` is what it says of faults."""

    base: str
    process: subprocess.Popen[bytes]
    log: Path

    def cpu_seconds(self) -> float:
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return sum(_used(pid) for pid in children)

    def last_faults(self) -> str:
        """The end of its log."""
        return self.log.read_text("utf-8", "replace")[-4000:]

    def stop(self) -> None:
        stop(self.process)


def serve(python: Path, application: str, env: Mapping[str, str], folder: Path, probe: str, logs: Path) -> Server:
    """Start gunicorn on a free port and wait until an address answers; its log goes into the folder `logs`."""
    port = free_port()
    log = logs / f"server-{port}.log"
    command = [str(python), "-m", "gunicorn", application, "--bind", f"127.0.0.1:{port}", "--worker-class", "gthread"]
    command += ["--workers", str(WORKERS), "--threads", str(THREADS), "--log-level", "error"]
    with log.open("wb") as out:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, **env},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    server = Server(f"http://127.0.0.1:{port}", process, log)
    try:
        wait_until(lambda: _answers(server.base + probe), process, application, seconds=60)
    except BaseException:
        server.stop()
        raise
    return server


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def _used(pid: str) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS
