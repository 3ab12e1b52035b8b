"""`manage.py bench_serving`: what reading costs, beside a small Wagtail site and a bare view (`make bench-serving`)."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = "Measure reading on servers of its own; needs PostgreSQL, Redis, wrk, and the development requirements."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--count", type=int, default=2_000, help="live postings")
        parser.add_argument("--grown", type=int, default=0, help="measure so many live postings as well")
        parser.add_argument("--seconds", type=float, default=4, help="for each address in each round")
        parser.add_argument("--fill", type=Path, help="only fill this database, and write the key into this folder")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            from tests.performance.serving import bench, seeding
        except ImportError as missing:
            raise CommandError(f"This is for developers: {missing}.") from missing
        if options["fill"]:
            seeding.seed(options["count"], options["fill"])
            return
        try:
            missed = bench.run(options["count"], options["grown"], options["seconds"], self.stdout.write)
        except RuntimeError as error:
            raise CommandError(str(error)) from error
        if missed:
            raise CommandError("Missed: " + "; ".join(missed))
