"""`make run`: the whole of Postwright on one machine, until Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from argparse import ArgumentParser
from pathlib import Path
from types import FrameType
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from postings.management import machine
from postings.management.together import Together
from postings.models import CareerSite

DEMO_USER, DEMO_PASSWORD = "admin", "postwright"
REDIS_PORT = 6399


class Command(BaseCommand):
    """Serve web, worker, beat and Redis, with demonstration postings."""

    help = "Serve everything on this machine: web, Celery worker and beat, and a Redis. Ctrl-C stops it all."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", default=os.environ.get("PORT") or "8000", help="where the web server listens")
        parser.add_argument("--no-demo", action="store_true", help="do not load the demonstration postings")

    def handle(self, *args: Any, **options: Any) -> None:
        port = _port(options["port"])
        with Together(self.stdout.write) as together:
            _stop_on_signals(together)
            self._prepare_database()
            environment = self._environment(together, port)
            _start_all(together, environment, port)
            together.wait_until("web", lambda: _web_answers(port))
            if not options["no_demo"]:
                self._load_demo(together, environment)
            self._print_addresses(environment["PUBLIC_BASE_URL"])
            together.run_until_stopped()

    def _prepare_database(self) -> None:
        self.stdout.write("Preparing the database …")
        call_command("migrate", interactive=False, verbosity=0)
        users = get_user_model().objects
        # Never beside real accounts: everybody knows this password.
        if not users.exists():
            users.create_superuser(DEMO_USER, "admin@example.org", DEMO_PASSWORD)

    def _environment(self, together: Together, port: int) -> dict[str, str]:
        return {
            "PYTHONUNBUFFERED": "1",
            "PUBLIC_BASE_URL": os.environ.get("PUBLIC_BASE_URL") or f"http://localhost:{port}",
            "REDIS_URL": self._redis(together),
        }

    def _redis(self, together: Together) -> str:
        given = os.environ.get("REDIS_URL")
        if given and machine.redis_answers(given):
            return given
        if given:
            self.stdout.write("No Redis answers at REDIS_URL; starting one for this run.")
        program = machine.find_redis_server()
        if program is None:
            raise CommandError("No redis-server was found. Install it (Debian: apt-get install redis-server).")
        port = REDIS_PORT if machine.port_is_free(REDIS_PORT) else machine.free_port()
        folder = Path(settings.VAR_DIR) / "redis"
        together.add("redis", machine.start_redis(program, folder, port, keep=True, log=subprocess.PIPE), quiet=True)
        return f"redis://{machine.LOOPBACK}:{port}/0"

    def _load_demo(self, together: Together, environment: dict[str, str]) -> None:
        if "load_demo" not in get_commands():
            return
        together.start("demo", _manage("load_demo"), environment, lasting=False)
        if together.wait_for_end("demo") != 0:
            self.stdout.write("The demonstration postings were not all loaded; the lines above say why.")

    def _print_addresses(self, base: str) -> None:
        sites = CareerSite.objects.order_by("slug").values_list("slug", flat=True)
        lines = [("Careers page", f"{base}/careers/{slug}/") for slug in sites[:5]]
        lines += [("API", f"{base}/api/v1/sites/{slug}/postings/") for slug in sites[:1]]
        lines += [("API docs", f"{base}/api/docs/"), ("Admin", f"{base}/admin/{_how_to_log_in()}")]
        self.stdout.write("\nPostwright is running. Ctrl-C stops it.\n")
        self.stdout.write("".join(f"  {name:<14}{value}\n" for name, value in lines))
        connections.close_all()


def _port(value: str) -> int:
    try:
        port = int(value)
    except ValueError:
        port = 0
    if not 0 < port < 65536:
        raise CommandError(f"PORT must be a number between 1 and 65535, not {value!r}.")
    if not machine.port_is_free(port):
        raise CommandError(
            f"Port {port} is taken by another program. Choose another one: make run PORT={machine.free_port()}"
        )
    return port


def _stop_on_signals(together: Together) -> None:
    def stop(number: int, frame: FrameType | None) -> None:
        together.ask_to_stop()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)


def _start_all(together: Together, environment: dict[str, str], port: int) -> None:
    celery = [sys.executable, "-m", "celery", "--quiet", "-A", "config"]
    together.start("worker", [*celery, "worker", "--concurrency", "2", "--without-gossip"], environment)
    together.start("beat", [*celery, "beat"], environment)
    gunicorn = [sys.executable, "-m", "gunicorn", "config.wsgi", "--bind", f"{machine.LOOPBACK}:{port}"]
    gunicorn += ["--worker-class", "gthread", "--workers", "2", "--threads", "4", "--log-level", "warning"]
    together.start("web", gunicorn, {**environment, "DJANGO_SETTINGS_MODULE": os.environ["DJANGO_SETTINGS_MODULE"]})


def _manage(*words: str) -> list[str]:
    return [sys.executable, str(Path(settings.BASE_DIR) / "manage.py"), *words]


def _web_answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://{machine.LOOPBACK}:{port}/healthz", timeout=2) as answer:
            return int(answer.status) == 200
    except (urllib.error.URLError, OSError):
        return False


def _how_to_log_in() -> str:
    user = get_user_model().objects.filter(username=DEMO_USER).first()
    if user is not None and user.check_password(DEMO_PASSWORD):
        return f"   user {DEMO_USER}, password {DEMO_PASSWORD}"
    return ""
