"""Labelled postings: reading them, and leading the labels of their units over to the product's own pieces."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

LABELS = ("about", "resp", "req", "qual", "skills", "benefits", "pay", "schedule", "drop")
DROP = LABELS.index("drop")
EVERYTHING = tuple(range(len(LABELS)))
FREE = {"head", "any"}

CJK = "぀-ヿ㐀-䶿一-鿿가-힣々"
WORD = re.compile(rf"[{CJK}]|[^\W_{CJK}]+")
GLUED = re.compile(r"(?<=[a-zß-ÿ])(?=[A-ZÀ-Þ])")


@dataclass(frozen=True, slots=True)
class Unit:
    """One labelled sentence: the labels that are right for it, the likeliest first; all of them where none matters."""

    allowed: tuple[int, ...]
    text: str


@dataclass(frozen=True, slots=True)
class LabelledPosting:
    name: str
    source: Path
    units: tuple[Unit, ...]


def read_corpus(folder: Path) -> list[LabelledPosting]:
    """Every labelled posting of a folder, by name."""
    return [
        LabelledPosting(file.stem, next(folder.glob(f"sources/{file.stem}.*")), tuple(_read_units(file)))
        for file in sorted(folder.glob("labels/*.tsv"))
    ]


def _read_units(file: Path) -> Iterable[Unit]:
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            _, labels, text = line.split("\t", 2)
            names = labels.rstrip("*").split("|")
            yield Unit(EVERYTHING if FREE & set(names) else tuple(map(LABELS.index, names)), text)


def tokens(text: str) -> list[str]:
    """The folded words of a text; spaces that were lost between words do not count."""
    return WORD.findall(GLUED.sub(" ", unicodedata.normalize("NFKC", text)).casefold())


@dataclass(frozen=True, slots=True)
class Aim:
    """What a piece should become: the labels allowed, the likeliest first, and how many units it stands for."""

    allowed: tuple[int, ...]
    weight: float


def align(pieces: Sequence[str], units: Sequence[Unit]) -> list[Aim]:
    """For each piece, in reading order, the labels of the units whose words it holds; all where none is found."""
    words: list[str] = []
    owner: list[int] = []
    for number, unit in enumerate(units):
        found = tokens(unit.text)
        words += found
        owner += [number] * len(found)
    sizes = Counter(owner)
    places = _places(words)
    aims = []
    pointer = 0
    for piece in pieces:
        own = tokens(piece)
        start = _find(own, words, places, pointer)
        if start is None:
            aims.append(Aim(EVERYTHING, 0.0))
            continue
        pointer = start + len(own)
        aims.append(_aim(Counter(owner[start:pointer]), sizes, units))
    return aims


def _places(words: Sequence[str]) -> dict[tuple[str, ...], list[int]]:
    places: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for size in (1, 2, 3):
        for start in range(len(words) - size + 1):
            places[tuple(words[start : start + size])].append(start)
    return places


def _find(
    own: Sequence[str], words: Sequence[str], places: dict[tuple[str, ...], list[int]], pointer: int
) -> int | None:
    """Where a piece's words stand: the place that fits best, of equal ones the first after `pointer`."""
    for skip in range(min(len(own), 3)):
        size = min(3, len(own) - skip)
        starts = [start - skip for start in places.get(tuple(own[skip : skip + size]), ()) if start >= skip]
        if starts:
            return max(starts, key=lambda start: (_fit(own, words, start), start >= pointer - 2, -abs(start - pointer)))
    return None


def _fit(own: Sequence[str], words: Sequence[str], start: int) -> int:
    return sum(a == b for a, b in zip(own[:12], words[start : start + 12], strict=False))


def _aim(covered: Counter[int], sizes: Counter[int], units: Sequence[Unit]) -> Aim:
    """The labels that all covered units allow; where they contradict each other, those of the unit covered most."""
    weight = sum(count / sizes[number] for number, count in covered.items())
    ranked = sorted(covered, key=lambda number: (-covered[number], number))
    allowed = units[ranked[0]].allowed
    for number in ranked[1:]:
        if covered[number] >= max(2, 0.3 * sizes[number]):
            allowed = tuple(label for label in allowed if label in units[number].allowed) or allowed
    return Aim(allowed, weight)


def employers(postings: Sequence[LabelledPosting]) -> list[int]:
    """A number for each posting, the same for postings that seem to be of one employer.

    Postings belong together when they come from one source of one employer (the name before the last dash) or share
    two sentences of eight words or more that are not left out.
    """
    parent = list(range(len(postings)))

    def root(number: int) -> int:
        while parent[number] != number:
            number = parent[number]
        return number

    seen: dict[str, int] = {}
    shared: Counter[tuple[int, int]] = Counter()
    for number, posting in enumerate(postings):
        for key in _marks_of_employer(posting):
            first = seen.setdefault(key, number)
            if first != number:
                shared[first, number] += 2 if key.startswith("source ") else 1
    for (first, second), count in sorted(shared.items()):
        if count >= 2:
            parent[max(root(first), root(second))] = min(root(first), root(second))
    return [root(number) for number in range(len(postings))]


MANY_EMPLOYERS = (
    "linkedin",
    "glassdoor",
    "written",
    "france-travail",
    "pythonjobs",
    "intheweeds",
    "jobseek",
    "natsana",
)


def _marks_of_employer(posting: LabelledPosting) -> set[str]:
    marks = {f"source {posting.name.rsplit('-', 1)[0]}"} if not posting.name.startswith(MANY_EMPLOYERS) else set()
    for unit in posting.units:
        words = tokens(unit.text)
        if len(words) >= 8 and DROP not in unit.allowed:
            marks.add(" ".join(words))
    return marks
