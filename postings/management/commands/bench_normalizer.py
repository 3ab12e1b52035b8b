"""`make bench-normalizer`: what normalizing costs beside trafilatura and a bare parse, where it goes, how it grows."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from time import process_time_ns
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from selectolax.lexbor import LexborHTMLParser

from postings.management.bench_documents import fragment, fragment_of, page
from postings.normalizer import normalize, pipeline, result_of, verify
from postings.normalizer.facts import find_facts
from postings.normalizer.model import Document, Facts, NormalizerError, Source
from postings.normalizer.readers import read
from postings.normalizer.render import render_fragment

GOALS = {"fragment": 0.5, "page": 0.25}  # of trafilatura's time
DOCUMENTS = 12  # different ones of a kind, one after another
SIZES = (1, 10, 100, 1000, 2000)  # kilobytes
MAX_GROWTH = 1.5  # times the cost of a kilobyte of a posting may rise up to the largest

Times = dict[str, list[float]]


class Command(BaseCommand):
    help = "Measure the normalizer: processor time beside trafilatura's and a bare parse's, by step, and by size."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rounds", type=int, default=7, help="how often each document is measured (default: 7)")
        parser.add_argument("--documents", type=Path, metavar="DIR", help="measure the .html files of a folder as well")
        parser.add_argument("--strict", action="store_true", help="fail where a goal is missed")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            found = f"trafilatura {version('trafilatura')}"
        except PackageNotFoundError:
            raise CommandError("trafilatura is not installed here: run `make bench-normalizer`.") from None
        self.stdout.write(f"Processor time, Python {sys.version.split()[0]}, {found}: medians of interleaved runs.\n")
        kinds = {name: [make(number) for number in range(DOCUMENTS)] for name, make in MAKERS.items()}
        if options["documents"]:
            kinds["documents"] = [path.read_text("utf-8") for path in sorted(options["documents"].glob("*.html"))]
        times = {name: measure(texts, options["rounds"]) for name, texts in kinds.items()}
        missed = [*self._show_ratios(kinds, times), *self._show_growth(options["rounds"])]
        self._show_steps(times)
        for sentence in missed:
            self.stdout.write(self.style.WARNING(sentence))
        if missed and options["strict"]:
            raise CommandError("A goal is missed.")

    def _show_ratios(self, kinds: dict[str, list[str]], times: dict[str, Times]) -> Iterable[str]:
        head = f"{'':12}{'size':>9}{'normalize':>12}{'trafilatura':>13}{'parse':>9}{'of trafilatura':>16}{'goal':>7}"
        self.stdout.write(head + f"{'of a parse':>12}")
        for name, found in times.items():
            own, other, parse = (sum(found[key]) / len(kinds[name]) for key in ("normalize", "trafilatura", "parse"))
            size = sum(len(text.encode()) for text in kinds[name]) / len(kinds[name]) / 1000
            goal = GOALS.get(name)
            self.stdout.write(
                f"{name:12}{size:6.1f} KB{own:9.2f} ms{other:10.2f} ms{parse:6.2f} ms{own / other:16.2f}"
                f"{goal or '':>7}{own / parse:11.0f}×"
            )
            if goal and own > goal * other:
                yield f"The goal for a {name} is {goal} of trafilatura's time, it takes {own / other:.2f}."

    def _show_steps(self, times: dict[str, Times]) -> None:
        names = [name for name in times["page"] if name not in ("normalize", "trafilatura", "parse")]
        self.stdout.write(f"\n{'where it goes':16}" + "".join(f"{name:>24}" for name in times))
        for step in names:
            cells = [f"{sum(t[step]) / len(t[step]):8.3f} ms{share(t, step, names):11.0%}  " for t in times.values()]
            self.stdout.write(f"{step:16}" + "".join(f"{cell:>24}" for cell in cells))

    def _show_growth(self, rounds: int) -> Iterable[str]:
        self.stdout.write(f"\n{'growth':12}{'size':>9}{'normalize':>13}{'a kilobyte':>13}")
        costs: dict[int, float] = {}
        for kilobytes in SIZES:
            source = Source(fragment_of(kilobytes).encode(), name="posting.html")
            repeats = max(1, min(rounds, 1000 // kilobytes))
            milliseconds = median(timed(normalize, source)[0] for _ in range(repeats))
            costs[kilobytes] = milliseconds / len(source.data) * 1000
            self.stdout.write(
                f"{'':12}{len(source.data) / 1000:6.0f} KB{milliseconds:10.1f} ms{costs[kilobytes]:10.3f} ms"
            )
        rise = costs[SIZES[-1]] / costs[SIZES[1]]
        if rise > MAX_GROWTH:
            yield f"A kilobyte of the largest posting costs {rise:.1f} times what one of a common posting costs."


MAKERS: dict[str, Callable[[int], str]] = {"fragment": fragment, "page": page}


def share(times: Times, step: str, names: Sequence[str]) -> float:
    """The step's part of the time of all steps."""
    return sum(times[step]) / sum(sum(times[name]) for name in names)


def measure(texts: Sequence[str], rounds: int) -> Times:
    """For each thing measured its median time with each text, in milliseconds.  Texts and programs take turns."""
    extract = import_module("trafilatura").extract  # only `make bench-normalizer` installs it
    found: dict[str, list[list[float]]] = {}
    for number in range(rounds + 1):
        for place, text in enumerate(texts):
            source = Source(text.encode(), name="posting.html")
            once = {"parse": timed(LexborHTMLParser, text)[0]}
            once["trafilatura"] = timed(extract, text, output_format="html")[0]
            try:
                once["normalize"] = timed(normalize, source)[0]
                once.update(in_steps(source))
            except NormalizerError:
                continue
            for name, time in once.items() if number else ():  # the first round only loads what is loaded once
                found.setdefault(name, [[] for _ in texts])[place].append(time)
    return {name: [median(times) for times in lists if times] for name, lists in found.items()}


def in_steps(source: Source) -> Iterable[tuple[str, float]]:
    """The time of each part of `normalize`, in milliseconds."""
    document: Document
    time, document = timed(read, source, Facts())
    yield "read", time
    for step in pipeline.STEPS:
        time, document = timed(step, document)
        yield step.__name__, time
    time, document = timed(find_facts, document)
    yield "facts", time
    time, _ = timed(render_fragment, document.sections, document.language)
    yield "render", time
    yield "verify", timed(verify.check, result_of(document), document)[0]


def timed(work: Callable[..., Any], *args: Any, **more: Any) -> tuple[float, Any]:
    """Milliseconds of processor time, and what came of it."""
    start = process_time_ns()
    result = work(*args, **more)
    return (process_time_ns() - start) / 1e6, result
