"""`manage.py load_demo`: the demonstration postings, through queue, worker, normalizer and publishing."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from postings.management import demonstration
from postings.management.demonstration import Sent
from postings.models import NormalizationRun, RunState
from postings.services.errors import ServiceError

POLL_SECONDS = 0.2


class Command(BaseCommand):
    help = "Load the demonstration postings through the real pipeline; a worker has to be running. Safe to repeat."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--password", default="postwright", help="for the people admin, editor and publisher")
        parser.add_argument("--timeout", type=float, default=60, help="seconds to wait without any progress")

    def handle(self, *args: Any, **options: Any) -> None:
        if not demonstration.is_only_local():
            raise CommandError(
                "The demonstration comes with a key and passwords that everybody knows, so it is only loaded where "
                "PUBLIC_BASE_URL is on localhost, or with DEBUG."
            )
        manifest = demonstration.read_manifest()
        sites = demonstration.make_sites(manifest)
        publisher = demonstration.make_people(options["password"])
        sent = list(demonstration.send(manifest, sites))
        runs = self._wait(sent, options["timeout"])
        refused = [problem for one in sent if one.publish and (problem := self._publish(one, publisher, runs))]
        self._tell(sent, runs)
        if refused:
            raise CommandError("Not published: " + "; ".join(refused))

    def _wait(self, sent: list[Sent], timeout: float) -> dict[int, NormalizationRun]:
        """The runs once the worker has finished them all; the time limit starts anew with each one."""
        done, deadline = -1, time.monotonic() + timeout
        while True:
            runs = demonstration.runs_of(sent)
            finished = sum(run.is_finished for run in runs.values())
            if finished != done:
                done, deadline = finished, time.monotonic() + timeout
                self.stdout.write(f"Demonstration postings: {done} of {len(sent)} normalized")
            if done == len(sent):
                return runs
            if time.monotonic() > deadline:
                raise CommandError(_no_worker(done, len(sent), timeout))
            time.sleep(POLL_SECONDS)

    def _publish(self, one: Sent, publisher: Any, runs: dict[int, NormalizationRun]) -> str:
        """Why a posting could not be published; empty where it was, or was before."""
        run = runs[one.run_id]
        if run.state == RunState.FAILED:
            return f"{one.file}: {run.failure_sentence}"
        try:
            demonstration.publish(one, publisher)
        except ServiceError as error:
            return f"{one.file}: {error.sentence}"
        return ""

    def _tell(self, sent: list[Sent], runs: dict[int, NormalizationRun]) -> None:
        failed = [one for one in sent if runs[one.run_id].state == RunState.FAILED]
        published = sum(one.publish for one in sent if one not in failed)
        waiting = len(sent) - len(failed) - published
        self.stdout.write(f"Demonstration postings: {published} published, {waiting} in review, {len(failed)} failed")
        self.stdout.write("Send one more, with the key of the demonstration:")
        self.stdout.write(_curl())


def _curl() -> str:
    """A command that works as it is, from the project's folder."""
    source = (demonstration.FOLDER / "sources" / "orchard-cook.txt").relative_to(settings.BASE_DIR)
    return (
        f"  curl {settings.POSTWRIGHT_PUBLIC_BASE_URL}/api/v1/sources/ "
        f"-H 'Authorization: Bearer {demonstration.WRITE_KEY}' -H 'Content-Type: text/plain' --data-binary @{source}"
    )


def _no_worker(done: int, total: int, timeout: float) -> str:
    happened = "No worker took the demonstration postings" if not done else f"The worker stopped at {done} of {total}"
    return (
        f"{happened}: nothing happened for {timeout:g} seconds. They are safe and wait in the queue. "
        "Is a worker running (celery -A config worker), and does it reach the same database and REDIS_URL?"
    )
