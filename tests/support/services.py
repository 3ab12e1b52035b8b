"""The real parts that tests run against: a Redis and a database, found or started before Django reads its settings."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from postings.management.machine import find_redis_server, free_port, redis_answers, start_redis, stop
from tests.support.postgres import PostgresServer, start_postgres

_CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")

HOW_TO_GET_POSTGRES = (
    "PostgreSQL was not found. Install it (Debian: apt-get install postgresql) or set DATABASE_URL=postgresql://…"
)
HOW_TO_GET_A_BROWSER = (
    "No Chromium was found. Install it (Debian: apt-get install chromium) or set CHROMIUM to its path."
)
HOW_TO_GET_THE_CORPUS = "The corpus was not found. Set CORPUS to its folder, or lay it at ../shared/corpus."


@dataclass
class Services:
    """What was started for this run; `stop` ends it."""

    redis: subprocess.Popen[bytes] | None = None
    postgres: PostgresServer | None = None
    folder: Path = field(default_factory=lambda: Path(tempfile.mkdtemp(prefix="postwright-test-")))

    def stop(self) -> None:
        if self.postgres is not None:
            self.postgres.stop()
        if self.redis is not None:
            stop(self.redis)
        shutil.rmtree(self.folder, ignore_errors=True)


def start_services() -> Services:
    """Set DATABASE_URL and REDIS_URL to services that answer, starting what is not there yet."""
    services = Services()
    try:
        _provide_redis(services)
        _provide_database(services)
    except BaseException:
        services.stop()
        raise
    return services


def _provide_redis(services: Services) -> None:
    url = os.environ.get("REDIS_URL")
    if url:
        if not redis_answers(url):
            raise RuntimeError("No Redis answers at REDIS_URL. Start it, or unset REDIS_URL to have one started.")
        return
    program = find_redis_server()
    if program is None:
        raise RuntimeError("No redis-server was found. Install it (Debian: apt-get install redis-server).")
    port = free_port()
    services.redis = start_redis(program, services.folder / "redis", port, keep=False)
    os.environ["REDIS_URL"] = f"redis://127.0.0.1:{port}/0"


def _provide_database(services: Services) -> None:
    if os.environ.get("DATABASE_URL"):
        return
    services.postgres = start_postgres()
    # SQLite in a file, not in memory: a worker is another process and has to see it.
    sqlite = f"sqlite:///{services.folder / 'postwright.sqlite3'}"
    os.environ["DATABASE_URL"] = services.postgres.url if services.postgres else sqlite


def take_own_redis_database(worker: str) -> None:
    """Give each process of a parallel run a Redis database of its own: gw0 takes 1, gw1 takes 2."""
    parts = urlsplit(os.environ["REDIS_URL"])
    os.environ["REDIS_URL"] = urlunsplit(parts._replace(path=f"/{int(worker.removeprefix('gw')) + 1}"))


def find_chromium() -> Path | None:
    """The browser for tests: the one CHROMIUM names, else one on the path, else None."""
    named = os.environ.get("CHROMIUM")
    found = named or next(filter(None, map(shutil.which, _CHROMIUM)), None)
    return Path(found) if found else None


def find_corpus() -> Path | None:
    """The folder of real postings that stands beside the checkout, if it is there."""
    project = Path(__file__).resolve().parents[2]
    folder = Path(os.environ.get("CORPUS") or project.parent / "shared" / "corpus")
    return folder if folder.is_dir() else None
