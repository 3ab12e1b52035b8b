"""`manage.py train_labeller SET…`: learn the labeller's weights from labelled postings, or measure how well they
would be learned.
"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

WEIGHTS = Path("postings") / "normalizer" / "labeller" / "weights.bin"


class Command(BaseCommand):
    help = "Learn the labeller's weights from folders of labelled postings (needs requirements/training.txt)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("sets", nargs="+", type=Path, metavar="SET", help="a folder with sources/ and labels/")
        parser.add_argument(
            "--out", type=Path, default=Path(settings.BASE_DIR) / WEIGHTS, help="where to write the weights"
        )
        parser.add_argument(
            "--evaluate",
            type=Path,
            metavar="SCORE",
            help="write nothing: leave employers out and judge by this score.py",
        )
        parser.add_argument("--folds", type=int, default=5, help="into how many parts --evaluate divides the employers")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            from postings.training import build, evaluate
            from postings.training.corpus import read_corpus
        except ImportError as fault:
            raise CommandError(f"Training needs requirements/training.txt ({fault}).") from fault
        postings = [posting for folder in options["sets"] for posting in read_corpus(folder)]
        if not postings:
            raise CommandError("No labelled postings in these folders.")
        if options["evaluate"]:
            for line in evaluate.leave_out(postings, options["evaluate"], options["folds"]):
                self.stdout.write(line)
            return
        options["out"].write_bytes(build.train(postings))
        self.stdout.write(f"Learned from {len(postings)} postings: {options['out']}")
