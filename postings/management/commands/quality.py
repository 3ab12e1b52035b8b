"""`manage.py quality`: how good the normalizer is on labelled postings, and whether it got worse.

A corpus is a folder with `score.py`, perhaps `score_facts.py`, and sets (`dev`, `train`) of `sources/`, `labels/` and
`facts/`.  Its own scripts judge, from outside: this command only normalizes, calls them and compares with the
recorded floor.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from postings.normalizer import normalize
from postings.normalizer.facts import to_json
from postings.normalizer.model import NormalizerError, Source

Figures = Mapping[str, float]

FLOOR = Path("tests") / "normalizer" / "quality_floor.json"
USUAL_PLACES = ("corpus", "../corpus", "../shared/corpus")
OTHER_LANGUAGES = "written-"  # how a corpus names postings written for it in languages other than English
FIGURES = ("lost", "leaked", "misplaced", "preference", "invented", "repeated", "unsound", "perfect")
MORE_IS_BETTER = {"perfect"}
SLACK = {
    "lost": 0.001,
    "leaked": 0.005,
    "misplaced": 0.003,
    "preference": 0.005,
    "perfect": -0.02,
}  # of a recorded floor


class Command(BaseCommand):
    help = "Measure the normalizer on labelled postings; fail when a figure falls below the recorded floor."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--corpus", type=Path, help="the folder of labelled postings (or CORPUS in the environment)"
        )
        parser.add_argument("--verbose-faults", action="store_true", help="print every fault of the first set")
        parser.add_argument("--record", action="store_true", help="write today's figures as the new floor")

    def handle(self, *args: Any, **options: Any) -> None:
        corpus = find_corpus(options["corpus"])
        if corpus is None:
            raise CommandError("No labelled postings here: name their folder with --corpus or CORPUS.")
        found: dict[str, Figures] = {}
        with tempfile.TemporaryDirectory() as folder:
            for number, (name, view) in enumerate(views(corpus, Path(folder))):
                out = Path(folder) / f"out-{number}"
                self.report_failures(normalize_all(view / "sources", out))
                found[name] = score(corpus, view, out)
                if options["verbose_faults"] and number == 0:
                    self.stdout.write(run_script(corpus / "score.py", view, out, "--verbose"))
                if (view / "facts").exists() and (corpus / "score_facts.py").exists():
                    self.stdout.write(f"Facts of {name}:\n" + run_script(corpus / "score_facts.py", view, out))
        self.stdout.write(table(found))
        if options["record"]:
            write_floor(found)
        if below := falls(read_floor(), found):
            raise CommandError("Worse than the recorded floor: " + "; ".join(below), returncode=1)

    def report_failures(self, failures: Iterable[str]) -> None:
        for failure in failures:
            self.stderr.write(self.style.ERROR(failure))


def find_corpus(named: Path | None) -> Path | None:
    """The folder of labelled postings: the one named, else CORPUS from the environment, else a usual place beside the
    project.
    """
    if named is None and os.environ.get("CORPUS"):
        named = Path(os.environ["CORPUS"])
    places = [named] if named else [Path(settings.BASE_DIR) / place for place in USUAL_PLACES]
    return next((place.resolve() for place in places if (place / "score.py").exists()), None)


def views(corpus: Path, folder: Path) -> Iterator[tuple[str, Path]]:
    """(name, folder) of each set; postings in other languages are a set of their own."""
    for part in sorted(path.parent for path in corpus.glob("*/labels")):
        yield part.name, _view(part, folder / part.name, lambda name: not name.startswith(OTHER_LANGUAGES))
        if any(part.glob(f"labels/{OTHER_LANGUAGES}*")):
            name = f"{part.name}, other languages"
            yield name, _view(part, folder / f"{part.name}-other", lambda name: name.startswith(OTHER_LANGUAGES))


def _view(part: Path, target: Path, wanted: Any) -> Path:
    """A folder of links to those files of a set whose names are wanted."""
    for kind in ("sources", "labels", "facts"):
        files = [file for file in sorted(part.glob(f"{kind}/*")) if wanted(file.name)]
        if files:
            (target / kind).mkdir(parents=True)
        for file in files:
            (target / kind / file.name).symlink_to(file)
    return target


def normalize_all(sources: Path, out: Path) -> list[str]:
    """Write a fragment and facts for each source; a sentence for each source that gave none."""
    out.mkdir()
    failures = []
    for file in sorted(sources.iterdir()):
        try:
            result = normalize(Source(file.read_bytes(), name=file.name))
        except NormalizerError as fault:
            failures.append(f"{file.name}: {fault.sentence}")
            continue
        (out / f"{file.stem}.html").write_text(result.fragment, encoding="utf-8")
        (out / f"{file.stem}.facts.json").write_text(json.dumps(to_json(result.facts.facts)), encoding="utf-8")
    return failures


def run_script(script: Path, *arguments: Path | str) -> str:
    """What a script of the corpus prints.  It may end with a code of its own: sources without an output are scored as
    lost.
    """
    done = subprocess.run(
        [sys.executable, str(script), *map(str, arguments)], capture_output=True, text=True, check=False, timeout=600
    )
    if not done.stdout:
        raise CommandError(f"{script.name} gave no figures: {done.stderr.strip()[-400:]}")
    return done.stdout


def score(corpus: Path, gold: Path, out: Path) -> Figures:
    figures = out / "figures.json"
    run_script(corpus / "score.py", gold, out, "--json", figures)
    found: Figures = json.loads(figures.read_text(encoding="utf-8"))
    return found


def table(found: Mapping[str, Figures]) -> str:
    """The figures, a line for each set: shares in %, counts as they are."""
    width = max(map(len, found))
    lines = [" " * width + "".join(f"{name:>12}" for name in FIGURES)]
    for name, figures in found.items():
        cells = (_cell(figure, figures[figure]) for figure in FIGURES)
        lines.append(f"{name:{width}}" + "".join(f"{cell:>12}" for cell in cells))
    return "\n".join(lines)


def _cell(name: str, value: float) -> str:
    return str(value) if name in ("invented", "repeated", "unsound") else f"{value * 100:.2f} %"


def floor_file() -> Path:
    return Path(settings.BASE_DIR) / FLOOR


def read_floor() -> dict[str, Figures]:
    """The recorded figures by set; empty where none are recorded."""
    file = floor_file()
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def write_floor(found: Mapping[str, Figures]) -> None:
    """Record figures as the floor, with a little room: a change elsewhere may move a line or two."""
    recorded = {
        name: {figure: round(figures[figure] + SLACK.get(figure, 0), 4) for figure in FIGURES}
        for name, figures in found.items()
    }
    floor_file().write_text(json.dumps(recorded, indent=1) + "\n", encoding="utf-8")


def falls(floor: Mapping[str, Figures], found: Mapping[str, Figures]) -> list[str]:
    """A sentence for each figure that is worse than its floor; sets that were not measured do not count."""
    worse = []
    for name in floor.keys() & found.keys():
        for figure, limit in floor[name].items():
            now = found[name][figure]
            if now < limit if figure in MORE_IS_BETTER else now > limit:
                worse.append(f"{name}: {figure} {now} (floor {limit})")
    return sorted(worse)
