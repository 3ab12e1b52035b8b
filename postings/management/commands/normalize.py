"""`manage.py normalize PATH…`: postings from files to fragments, without a database or a server."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from postings.normalizer import normalize
from postings.normalizer.facts import to_json
from postings.normalizer.model import Normalized, NormalizerError, Source

BAR_WIDTH = 30


class Command(BaseCommand):
    help = "Normalize postings from files or folders: print the fragments, or write them to a folder."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="a file, or a folder of files")
        parser.add_argument("--out", type=Path, metavar="DIR", help="write NAME.html there instead of printing")
        parser.add_argument(
            "--ledger", action="store_true", help="also NAME.ledger.json: where each piece went, and why"
        )
        parser.add_argument("--facts", action="store_true", help="also NAME.facts.json: title, places, pay, dates …")

    def handle(self, *args: Any, **options: Any) -> None:
        files, failures = find_files(options["paths"])
        writer = _Writer(self, options["out"], options["ledger"], options["facts"])
        for number, path in enumerate(files):
            self._show_progress(number, len(files), path.name)
            if reason := writer.write(path):
                failures.append(f"{path}: {reason}")
        self._show_progress(len(files), len(files), "")
        for failure in failures:
            self.stderr.write(self.style.ERROR(failure))
        if failures:
            raise CommandError(f"{len(failures)} of {len(files)} files failed.", returncode=1)

    def _show_progress(self, done: int, total: int, name: str) -> None:
        if not sys.stderr.isatty() or total < 2:
            return
        filled = BAR_WIDTH * done // total
        bar = "█" * filled + "░" * (BAR_WIDTH - filled)
        sys.stderr.write(f"\r\x1b[K{bar} {done}/{total} {name[:40]}" + ("\n" if done == total else ""))
        sys.stderr.flush()


def find_files(paths: list[Path]) -> tuple[list[Path], list[str]]:
    """The files to read, in order; and a sentence for each path that names none."""
    files: list[Path] = []
    missing: list[str] = []
    for path in paths:
        if path.is_dir():
            files.extend(_inside(path))
        elif path.exists():
            files.append(path)
        else:
            missing.append(f"{path}: There is no such file.")
    return files, missing


def _inside(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.iterdir()) if path.is_file() and not path.name.startswith("."))


class _Writer:
    """Normalizes one file after another; prints, or writes to the folder."""

    def __init__(self, command: BaseCommand, folder: Path | None, ledger: bool, facts: bool) -> None:
        self.command = command
        self.folder = folder
        self.ledger = ledger
        self.facts = facts
        self.written: dict[str, Path] = {}

    def write(self, path: Path) -> str:
        """Why the file gave no result; empty where it did."""
        try:
            result = normalize(Source(path.read_bytes(), name=path.name))
            self._give(path, result)
        except NormalizerError as error:
            return error.sentence
        except OSError as error:
            return f"It cannot be read or written: {error.strerror}."
        return ""

    def _give(self, path: Path, result: Normalized) -> None:
        for suffix, text in self._outputs(result):
            if self.folder is None:
                self.command.stdout.write(text, ending="" if text.endswith("\n") else "\n")
            else:
                self.folder.mkdir(parents=True, exist_ok=True)
                (self.folder / f"{self._name(path)}{suffix}").write_bytes(text.encode())

    def _name(self, path: Path) -> str:
        """The file's name without its ending; with it, where another file of that name was written already."""
        owner = self.written.setdefault(path.stem, path)
        return path.stem if owner == path else path.name

    def _outputs(self, result: Normalized) -> Iterator[tuple[str, str]]:
        yield ".html", result.fragment
        if self.ledger:
            yield ".ledger.json", _json([entry.to_json() for entry in result.ledger])
        if self.facts:
            yield ".facts.json", _json(to_json(result.facts.facts))


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"
