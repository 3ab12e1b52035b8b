"""The measurement: three servers on one PostgreSQL, load in turns, ratios of medians."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from urllib.parse import parse_qs, urlsplit

from postings.management.machine import find_redis_server, free_port, start_redis, stop
from tests.performance.serving import seeding
from tests.performance.serving.load import Measured, measure
from tests.performance.serving.servers import Server, serve
from tests.performance.serving.tail import SHARE, Tail, tail
from tests.support.postgres import start_postgres

PROJECT = Path(__file__).resolve().parents[3]
HERE = Path(__file__).resolve().parent
OTHERS_PYTHON = PROJECT / "var/bench/bin/python"
Say = Callable[[str], None]
# How often an address is measured, in turns with the others: what disturbs one disturbs all.  Connections are new ones
# each time, and the rate depends on how evenly they fall on the workers.
ROUNDS = 5
# What Wagtail says of a page with `fields=*`, and more: the facts and the fragment.
WITH_FRAGMENTS = "id,slug,title,company,language,facts,first_published_at,published_at,url,page_url,fragment"
PATHS = 200
TARGETS = (
    # what is measured, against what, by what, and the bound
    ("detail", "wagtail detail", "cpu", 0.12),
    ("list", "wagtail list", "cpu", 0.08),
    ("304", "wagtail detail", "cpu", 0.08),
    ("detail", "bare view", "rate", 0.85),
)
SPREAD_MAX = 5
# How much of it each may cost more, and how much seldomer it may be answered, with very many postings.
GROWN_MAX = 1.3
GROWN = "grown: "
# A Redis that is away: nothing is remembered, and every answer comes from the database.
NO_REDIS = "redis://127.0.0.1:1/0"
Asked = dict[str, tuple[Server, list[str], dict[str, str]]]


class Bench:
    """Servers with the same postings, and what asking them costs."""

    def __init__(self, count: int, seconds: float, stack: ExitStack) -> None:
        self.count, self.seconds, self.stack = count, seconds, stack
        self.folder = Path(tempfile.mkdtemp(prefix="postwright-bench-"))
        stack.callback(shutil.rmtree, self.folder, ignore_errors=True)
        self.host = self._start_postgres()
        self.redis = self._start_redis()

    def prepare(self, grown: int) -> Asked:
        """Fill the databases, start the servers; what is asked of which, by name.

        With `grown`, the same with so many live postings in a database of their own.
        """
        asked = self._postwright("postgres", self.count, 0)
        asked |= self._bare() | self._wagtail()
        if grown:
            self._create("grown")
            asked |= {GROWN + name: one for name, one in self._postwright("grown", grown, 1).items()}
        return asked

    def _postwright(self, database: str, count: int, redis_number: int) -> Asked:
        env = self._postwright_env(database, f"{self.redis}/{redis_number}")
        self._run([sys.executable, "manage.py", "migrate", "--no-input"], env)
        self._run([sys.executable, "manage.py", "collectstatic", "--no-input"], env)
        fill = ["bench_serving", "--fill", str(self.folder), "--count", count]
        self._run([sys.executable, "manage.py", *fill], env)
        postwright, alone = (
            self._serve(Path(sys.executable), "config.wsgi", {**env, **more}, PROJECT, "/healthz")
            for more in ({}, {"REDIS_URL": NO_REDIS})
        )
        site = f"/api/v1/sites/{seeding.SITE}/postings/"
        details = [f"{site}{slug}/" for slug in _slugs(count)]
        key = {"Authorization": f"Bearer {(self.folder / 'key').read_text()}", "Origin": seeding.ORIGIN}
        has = {**key, "If-None-Match": _etag(postwright.base + details[0], key)}
        listed = [f"{site}?fields={WITH_FRAGMENTS}"]
        return {
            "detail": (postwright, details, key),
            "detail without key": (postwright, details, {}),
            "detail, no Redis": (alone, details, key),
            "list": (postwright, listed, key),
            "list, no Redis": (alone, listed, key),
            "list, everything": (postwright, [f"{site}?fields=*"], key),
            "304": (postwright, details[:1], has),
            "304 of the list": (postwright, [site], {**key, "If-None-Match": _etag(postwright.base + site, key)}),
        }

    def _bare(self) -> Asked:
        env = {"DJANGO_SETTINGS_MODULE": "bare.settings", "BENCH_HOST": self.host, "BENCH_NAME": "postgres"}
        paths = [f"/{slug}/" for slug in _slugs(self.count)]
        server = self._serve(Path(sys.executable), "bare.wsgi", env, HERE, paths[0])
        return {"bare view": (server, paths, {})}

    def _wagtail(self) -> Asked:
        env = {"DJANGO_SETTINGS_MODULE": "wagtail_site.settings", "BENCH_HOST": self.host, "BENCH_NAME": "wagtail"}
        self._create("wagtail")
        python = str(OTHERS_PYTHON)
        manage = [python, "-m", "django"]
        self.stack.callback(_remove, HERE / "wagtail_site/shown/migrations", "0001_initial.py")
        self._run([*manage, "makemigrations", "shown"], env, HERE)
        self._run([*manage, "migrate", "--no-input"], env, HERE)
        count = min(self.count, 2_000)
        self._run([python, "-m", "wagtail_site.fill", count, str(self.folder / "fragment")], env, HERE)
        server = self._serve(OTHERS_PYTHON, "wagtail_site.wsgi", env, HERE, "/api/v2/pages/?limit=1")
        # The first two pages are Wagtail's own.
        pages = [f"/api/v2/pages/{number}/" for number in range(3, count, max(1, count // PATHS))]
        listed = "/api/v2/pages/?type=shown.JobPage&fields=*&limit=20"
        return {"wagtail detail": (server, pages, {}), "wagtail list": (server, [listed], {})}

    def measure(self, asked: Asked) -> dict[str, Measured]:
        """The medians of some rounds, each with everything in turn; the first round only warms up."""
        rounds: dict[str, list[Measured]] = {name: [] for name in asked}
        for turn in range(ROUNDS + 1):
            for name, (server, paths, headers) in asked.items():
                seconds = self.seconds if turn else 1
                found = measure(server, paths, headers, self.folder, seconds=seconds)
                if turn:
                    rounds[name].append(found)
        return {name: _median(found) for name, found in rounds.items()}

    def _postwright_env(self, database: str, redis: str) -> dict[str, str]:
        return {
            "DJANGO_SETTINGS_MODULE": "config.settings.production",
            "SECRET_KEY": secrets.token_urlsafe(50),
            "ALLOWED_HOSTS": "127.0.0.1",
            "PUBLIC_BASE_URL": "https://jobs.example",
            "SECURE_SSL_REDIRECT": "false",
            "DATABASE_URL": f"postgresql://postwright@/{database}?host={self.host}",
            "REDIS_URL": redis,
            "VAR_DIR": str(self.folder),
            "POSTWRIGHT_READS_PER_MINUTE": "100000000",
        }

    def _start_postgres(self) -> str:
        server = start_postgres()
        if server is None:
            raise RuntimeError("PostgreSQL was not found. Install it (Debian: apt-get install postgresql).")
        self.stack.callback(server.stop)
        return parse_qs(urlsplit(server.url).query)["host"][0]

    def _start_redis(self) -> str:
        program = find_redis_server()
        if program is None:
            raise RuntimeError("No redis-server was found. Install it (Debian: apt-get install redis-server).")
        port = free_port()
        self.stack.callback(stop, start_redis(program, self.folder / "redis", port, keep=False))
        return f"redis://127.0.0.1:{port}"

    def _create(self, database: str) -> None:
        command = f"CREATE DATABASE {database}"
        self._run(["psql", "-h", self.host, "-U", "postwright", "-d", "postgres", "-c", command], {})

    def _serve(self, python: Path, application: str, env: Mapping[str, str], folder: Path, probe: str) -> Server:
        server = serve(python, application, env, folder, probe, self.folder)
        self.stack.callback(server.stop)
        return server

    def _run(self, command: list[object], env: Mapping[str, str], folder: Path = PROJECT) -> None:
        words = [str(word) for word in command]
        done = subprocess.run(words, cwd=folder, env={**os.environ, **env}, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"{' '.join(words)} failed:\n{done.stdout[-2000:]}{done.stderr[-4000:]}")


def run(count: int, grown: int, seconds: float, say: Say) -> list[str]:
    """Measure and tell; the targets that were missed.  When it is told to end, its servers end with it."""
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    if shutil.which("wrk") is None:
        raise RuntimeError("wrk was not found. Install it (Debian: apt-get install wrk).")
    with ExitStack() as stack:
        bench = Bench(count, seconds, stack)
        asked = bench.prepare(grown)
        found = bench.measure(asked)
        _tell(found, say)
        # The bare view beside it shows how much of the tail is the machine's own.
        tails = {name: tail(asked[name], found[name].rate, bench.folder) for name in ("bare view", "detail")}
        for name, one in tails.items():
            say(f"{name} at {SHARE:.0%} load: {one}")
        return _missed(found, tails["detail"], say) + _outgrown(found, say)


def _tell(found: Mapping[str, Measured], say: Say) -> None:
    say(f"{'':22}{'requests/s':>12}{'CPU ms':>9}{'median ms':>11}{'p99 ms':>9}")
    for name, one in found.items():
        say(f"{name:22}{one.rate:12.0f}{one.cpu_ms:9.3f}{one.median_ms:11.2f}{one.p99_ms:9.2f}")


def _missed(found: Mapping[str, Measured], loaded: Tail, say: Say) -> list[str]:
    missed = []
    for ours, theirs, by, bound in TARGETS:
        mine, other = found[ours], found[theirs]
        ratio = mine.cpu_ms / other.cpu_ms if by == "cpu" else mine.rate / other.rate
        holds = ratio <= bound if by == "cpu" else ratio >= bound
        line = f"{ours} to {theirs}, {by}: {ratio:.3f} ({'at most' if by == 'cpu' else 'at least'} {bound})"
        say(line)
        missed += [] if holds else [line]
    line = f"p99 to median at {SHARE:.0%} load, in steady seconds: {loaded.spread:.1f} (under {SPREAD_MAX})"
    say(line)
    return missed + ([] if loaded.spread < SPREAD_MAX else [line])


def _outgrown(found: Mapping[str, Measured], say: Say) -> list[str]:
    missed = []
    for name in (name for name in found if GROWN + name in found):
        small, large = found[name], found[GROWN + name]
        ratios = (large.cpu_ms / small.cpu_ms, small.rate / large.rate)
        line = f"{name} with very many postings: CPU {ratios[0]:.2f}, time {ratios[1]:.2f} (at most {GROWN_MAX})"
        say(line)
        missed += [] if max(ratios) <= GROWN_MAX else [line]
    return missed


def _slugs(count: int) -> list[str]:
    return [f"many-{number}" for number in range(0, count - 1, max(1, count // PATHS))][:PATHS]


def _median(found: list[Measured]) -> Measured:
    names = ("rate", "cpu_ms", "median_ms", "p99_ms")
    return Measured(**{name: median(getattr(one, name) for one in found) for name in names})


def _etag(address: str, headers: Mapping[str, str]) -> str:
    with urllib.request.urlopen(urllib.request.Request(address, headers=dict(headers))) as answer:
        return str(answer.headers["ETag"])


def _remove(folder: Path, name: str) -> None:
    (folder / name).unlink(missing_ok=True)
