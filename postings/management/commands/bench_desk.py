"""`manage.py bench_desk`: what the desk's pages cost with the postings that there are."""

from __future__ import annotations

import logging
import os
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from postings import selectors
from postings.management import bulk, demonstration
from postings.models import Posting

LIMIT_MS = 300
ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Cost:
    """A page in milliseconds: the median time it took, its processor time, and its queries.

    The processor time is this process's and, where it runs on this machine, that of the database's process for this
    connection.  It tells what of a long time was the page's own.
    """

    name: str
    milliseconds: float
    processor: float
    queries: int


class Command(BaseCommand):
    help = "Print server time and queries of list, search, review page and history (make_postings makes the postings)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rounds", type=int, default=ROUNDS)

    def handle(self, *args: Any, **options: Any) -> None:
        if not demonstration.is_only_local():
            raise CommandError("The bench logs in as a superuser of its own, so it only runs on a local installation.")
        first = Posting.objects.filter(site__slug__startswith=bulk.SITE).order_by("pk").first()
        if first is None:
            raise CommandError("There are no postings to look at. Make them with: manage.py make_postings")
        logging.disable(logging.WARNING)  # a line for each request would hide the answer
        with transaction.atomic():  # nothing of the bench stays: neither its user nor its sessions
            self.stdout.write(f"{Posting.objects.count()} postings on {connection.vendor}")
            costs = [self._told(cost) for cost in _costs(_client(), first, options["rounds"])]
            transaction.set_rollback(True)
        self._judge(costs)

    def _told(self, cost: Cost) -> Cost:
        mark = "" if cost.milliseconds < LIMIT_MS else f"  over {LIMIT_MS} ms"
        costs = f"{cost.milliseconds:8.1f} ms {cost.processor:8.1f} ms processor {cost.queries:4d} queries"
        self.stdout.write(f"{costs}  {cost.name}{mark}")
        return cost

    def _judge(self, costs: list[Cost]) -> None:
        by_rows = {cost.queries for cost in costs if cost.name.startswith("list, rows:")}
        slow = [cost.name for cost in costs if cost.milliseconds >= LIMIT_MS]
        if slow or len(by_rows) > 1:
            raise CommandError(f"Too slow: {', '.join(slow) or 'none'}; queries by rows: {sorted(by_rows)}")


def _client() -> Client:
    client = Client(SERVER_NAME="localhost", raise_request_exception=True)
    client.force_login(User.objects.create_superuser("bench-desk"))
    return client


def _costs(client: Client, first: Posting, rounds: int) -> Iterator[Cost]:
    for name, address in _addresses(first):
        yield _measured(name, partial(_get, client, address), rounds)
    user = User.objects.get(username="bench-desk")
    yield _measured("data: history", lambda: selectors.history_of(first), rounds)
    yield _measured("data: section history", lambda: selectors.section_history(first.pk, "pay"), rounds)
    yield _measured(
        "data: comparison of two revisions", lambda: selectors.comparison(first.pk, 1, first.head_number), rounds
    )
    yield _measured("data: what a page polls", lambda: selectors.desk_status(first.pk, user), rounds)


def _addresses(first: Posting) -> Iterator[tuple[str, str]]:
    """Each page by a name."""
    where = reverse("admin:postings_posting_changelist")
    yield "home", reverse("admin:index")
    for size in bulk.SIZES:
        yield f"list, rows: {size}", f"{where}?{urlencode({'site': f'{bulk.SITE}-{size}'})}"
    yield "list", where
    yield "list, far page", f"{where}?p=200"
    for name, asked in {
        "state": {"state": "published"},
        "changed": {"state": "changed"},
        "in review": {"state": "in_review"},
        "warnings": {"warnings": "some"},
        "by a person": {"origin": "person"},
        "language": {"language": "en"},
    }.items():
        yield f"list, filter: {name}", f"{where}?{urlencode(asked)}"
    for text in ("nurse", "parcels", "nurse kyoto", "bench-777", "zebra", "p", "pump carefully weigh 17"):
        yield f"search: {text}", f"{where}?{urlencode({'q': text})}"
    plain = Posting.objects.filter(site__slug=f"{bulk.SITE}-50").order_by("pk").last() or first
    for name, posting in (("review page", plain), ("review page, long history", first)):
        yield name, reverse("admin:postings_posting_change", args=[posting.pk])
    for view in ("history", "compare", "preview", "progress", "proposals"):
        yield view, reverse(f"admin:postings_posting_{view}", args=[first.pk])


def _get(client: Client, address: str) -> None:
    response = client.get(address)
    if response.status_code >= 400:
        raise CommandError(f"{address} answers {response.status_code}")


class _Counter:
    """Counts queries, whatever else resets or logs them."""

    number = 0

    def __call__(self, execute: Callable[..., Any], *arguments: Any) -> Any:
        self.number += 1
        return execute(*arguments)


def _measured(name: str, act: Callable[[], object], rounds: int) -> Cost:
    queries = _Counter()
    with connection.execute_wrapper(queries):
        act()
    times = []
    before = _processor_seconds()
    for _ in range(rounds):
        start = time.perf_counter()
        act()
        times.append((time.perf_counter() - start) * 1000)
    processor = (_processor_seconds() - before) * 1000 / rounds
    return Cost(name, median(times), processor, queries.number)


def _processor_seconds() -> float:
    """What this process has used, and the database's process that serves this connection."""
    own = time.process_time()
    if connection.vendor != "postgresql":
        return own
    process = Path(f"/proc/{connection.connection.info.backend_pid}/stat")
    if not process.exists() or "postgres" not in (process.parent / "comm").read_text():
        return own
    user, system = process.read_text().rpartition(")")[2].split()[11:13]
    return own + (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
