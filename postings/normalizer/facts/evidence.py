"""A document as the finders read it: lines with their places, and the values that stand behind known labels.

Most words that tell a fact do not occur in a posting.  So each is looked for once, in the whole text, and a finder
looks closely only at the lines in which one was met.

A label is known by its words alone ("Salary", "Arbeitsort").  Its value stands behind a colon, in the next cell, on the
next line, or where two columns ran together right behind it ("CityHalden").
Where the source lost its line breaks, a label in the middle of a line ends the value before it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import Any, TypeVar

from postings.normalizer.facts.lexicon import Labels, classes, hints_of, labels, wanted
from postings.normalizer.figures import holds_figure
from postings.normalizer.model import Block, BlockKind, Document, Placement
from postings.normalizer.phrases import exact_meaning
from postings.normalizer.taxonomy import DropReason, SectionKind

LONGEST_LABEL = 45  # characters
LONGEST_VALUE = 160
MOST_TEXT, MOST_LINES = 300_000, 5_000  # characters: many postings long; what stands behind is no posting
_BREAK = re.compile(r"[\w×](?:(?<=[a-z0-9)\].!][A-ZÀ-Þ])|(?<=[A-Z][A-Z])(?=[a-z])|(?<=[\s(|•·,;*\t]\w))")
# With the first sign as a class of its own, as a search for one of a few signs is quick.
_COLON = re.compile(r"[\s:：】／](?:(?<=[:：])\s*|(?<=\s)[:：]\s*|(?<=\s)[–-]\s|(?<=\t)\t*|(?<=】)\s*|(?<=／))")
_GLUE = re.compile(r"[A-Z](?:(?<=[a-z].)|(?<=[A-Z]{3}.)(?=[a-z]))")
_COLUMNS = re.compile(r"(?<=[a-z])[A-Z0-9]|(?<=[0-9])[A-Z](?=[a-z])")  # "Posted On08 May 2031"
_MAY_BE_COLONS = (":", "：", "–", " - ", "\t", "】", "／")
_OTHER_COLONS = (" – ", " - ", "\t", "】", "／")
_WORD = re.compile(r"[^\W_]+")
# ASCII signs that are no part of a word, to be made spaces in a text's UTF-8.
_WORDS_ALONE = bytes(code if code > 127 or chr(code).isalnum() else 32 for code in range(256))
_CHROME, _HEADING = DropReason.CHROME, BlockKind.HEADING  # to name a member of an enumeration takes its time
_QUALIFIED = frozenset(("date", "datum"))  # labels that a word in front makes others
_EDGES = " \t\n:：-–—|•*·,;?？【】"

Seen = TypeVar("Seen")


@dataclass(frozen=True, slots=True)
class Found:
    """A fact read from the text, and the ids of the blocks it was read from."""

    value: object
    blocks: tuple[str, ...]


@dataclass(slots=True)
class Line:
    """One line of text: a block, or the pieces of one that follow each other."""

    text: str
    block: Block
    section: SectionKind | None
    reason: DropReason | None
    heading: str

    @property
    def id(self) -> str:
        """The id of its block."""
        return self.block.id

    @property
    def kind(self) -> BlockKind:
        """What its block is."""
        return self.block.kind

    @property
    def cells(self) -> tuple[str, ...]:
        """The texts of the cells, if the line is a row of a table."""
        return tuple(["".join([run.text for run in cell]).strip() for cell in self.block.cells])

    @property
    def lower(self) -> str:
        """The text in lower case with every character in its place."""
        return lowered(self.text)


@dataclass(frozen=True, slots=True)
class Labelled:
    """A value that stands behind a label."""

    label: str
    value: str
    line: Line


@dataclass
class Evidence:
    """What the finders are given.  `stated_title` is the title that the source's own fields or its page name."""

    document: Document
    language: str
    lines: tuple[Line, ...]
    labelled: dict[str, list[Labelled]] = field(default_factory=dict)
    _present: dict[tuple[str, bool], tuple[str, ...]] = field(default_factory=dict)
    _told: dict[re.Pattern[str], bool] = field(default_factory=dict)
    _seen: dict[object, Any] = field(default_factory=dict)
    _places: dict[str, list[int]] = field(default_factory=dict)

    def once(self, look: Callable[[Evidence], Seen]) -> Seen:
        """What a look at all of this finds, which several finders ask for; taken once."""
        if look not in self._seen:
            self._seen[look] = look(self)
        seen: Seen = self._seen[look]
        return seen

    def of_lines(self, lines: Iterable[Line]) -> Evidence:
        """The same of some of the lines alone, among which less is to be looked through."""
        found = Evidence(self.document, self.language, tuple(lines))
        found.words = self.words  # glued words are known by these only
        return found

    def present(self, name: str, own: bool = False) -> tuple[str, ...]:
        """The phrases noted under a name that occur anywhere in the text; with `own`, of the language alone."""
        if (name, own) not in self._present:
            lower, found = self.lower, wanted(name, self.language, own).among(self.words)
            self._present[name, own] = tuple([phrase for phrase in found if phrase in lower])
        return self._present[name, own]

    def says(self, word: str) -> bool:
        """Does the lower-case word occur in the text?"""
        return word in self.words

    def may_hold(self, hints: tuple[str, ...]) -> list[str]:
        """The hints whose words all stand in the text somewhere: the only ones to look for."""
        return hints_of(hints).among(self.words)

    def tells(self, pattern: re.Pattern[str]) -> bool:
        """Does the pattern occur anywhere in the text?  Asked once."""
        if pattern not in self._told:
            self._told[pattern] = bool(pattern.search(self.text))
        return self._told[pattern]

    def lines_with(self, words: Iterable[str]) -> list[Line]:
        """The lines in which any of the lower-case phrases occurs, in order."""
        return [self.lines[number] for number in sorted(self._numbers(words, self.lower))]

    def numbers_with(self, words: Iterable[str]) -> set[int]:
        """The numbers of the lines in which any of the phrases occurs, exactly as it is written."""
        return self._numbers(words, self.text)

    def numbers_matching(self, pattern: re.Pattern[str]) -> set[int]:
        """The numbers of the lines in which a pattern occurs that does not see where a line ends."""
        return {bisect_right(self._starts, match.start()) - 1 for match in pattern.finditer(self.text)}

    def _numbers(self, words: Iterable[str], text: str) -> set[int]:
        starts, last = self._starts, len(self.lines)
        numbers: set[int] = set()
        for word in words:
            place = text.find(word)
            while place >= 0:
                number = bisect_right(starts, place)
                numbers.add(number - 1)
                place = text.find(word, starts[number]) if number < last else -1
        return numbers

    def line_at(self, offset: int) -> Line:
        """The line that holds a place in `text`."""
        return self.lines[bisect_right(self._starts, offset) - 1]

    def places(self, hint: str) -> list[int]:
        """Where a word begins in `text`; exactly as it is written."""
        if hint not in self._places:
            text = self.text
            found = self._places[hint] = []
            place = text.find(hint)
            while place >= 0:
                found.append(place)
                place = text.find(hint, place + 1)
        return self._places[hint]

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of the text in lower case: what is not among them need not be looked for.

        Steps before have cut most lines into words already.
        """
        known, others = [], []
        for line in self.lines:
            block = line.block
            if block.plain and block.words and line.text is block.text:
                known.append(block.words)
            else:
                others.append(line.lower)
        return frozenset(_words_in("\n".join(others)).union(*known))

    @cached_property
    def numbered(self) -> tuple[Line, ...]:
        """The lines that hold a figure: the only ones that can name an amount or a postal code."""
        return tuple(
            [
                line
                for line in self.lines
                if (line.block.figure if line.text is line.block.text and line.block.words else holds_figure(line.text))
            ]
        )

    @cached_property
    def _starts(self) -> list[int]:
        return list(accumulate([len(line.text) + 1 for line in self.lines[:-1]], initial=0))

    @cached_property
    def text(self) -> str:
        return "\n".join([line.text for line in self.lines])

    @cached_property
    def lower(self) -> str:
        # Line by line, for most are plain ASCII and that is soon done.
        lower = "\n".join(map(str.lower, [line.text for line in self.lines]))
        return lower if len(lower) == len(self.text) else "\n".join([line.lower for line in self.lines])


def gather(document: Document) -> Evidence:
    """The lines of the document that are not page chrome, and what stands behind labels in them."""
    language = document.language or "en"
    lines = tuple(_lines(document, language))
    evidence = Evidence(document, language, lines)
    known = labels(language)
    numbers = {number for number, line in enumerate(lines) if len(line.text) <= LONGEST_LABEL or line.block.cells}
    for number in sorted(numbers | evidence.numbers_with(_MAY_BE_COLONS)):
        following = lines[number + 1] if number + 1 < len(lines) else None
        for name, found in _labelled(lines[number], following, known):
            evidence.labelled.setdefault(name, []).append(found)
    for name, found in _by_class(lines):
        evidence.labelled.setdefault(name, []).append(found)
    return evidence


def _by_class(lines: tuple[Line, ...]) -> Iterator[tuple[str, Labelled]]:
    """What a page's markup calls the element around a short text ("job-location"), where that is called so once."""
    known = classes()
    found: dict[str, dict[str, Labelled]] = {}
    for line in lines:
        if not line.block.within or len(line.text) > LONGEST_LABEL:
            continue
        for word in line.block.within[-1].lower().split(".")[1:]:
            if name := known.get("".join(filter(str.isalnum, word))):
                found.setdefault(name, {})[line.text] = Labelled(word, line.text, line)
    yield from ((name, next(iter(values.values()))) for name, values in found.items() if len(values) == 1)


def _lines(document: Document, language: str) -> list[Line]:
    found: list[Line] = []
    headings: dict[str, str] = {}
    outcomes, governing, read = document.outcomes, document.governing, document.headings
    length = 0
    for number, block in enumerate(document.blocks):
        identity, text = block.id, block.text
        if identity in read:
            headings[identity] = text
        outcome = outcomes.get(identity)
        section, reason = None, None
        if isinstance(outcome, Placement):
            section = outcome.section
        elif outcome is not None:
            reason = outcome.reason
            if reason is _CHROME and not _names_next_cell(block, document.blocks[number + 1 : number + 2]):
                continue
        above = governing.get(identity)
        heading = headings.get(above[-1], "") if above else ""
        length += len(text)
        if length > MOST_TEXT or len(found) >= MOST_LINES:
            break
        if block.cells or "\n" not in text:
            parts = (text,) if text[1:LONGEST_LABEL].islower() else _parts(text, language)
        else:
            parts = tuple([part for line in text.split("\n") for part in _parts(line, language)])
        for part in parts:
            if line := part.strip().replace("\u2011", "-"):
                found.append(Line(line, block, section, reason, heading))
    return found


def _names_next_cell(block: Block, following: tuple[Block, ...]) -> bool:
    """Whether a form's label stands in a table's cell, and the next one of its row holds text in place of a field."""
    row, cell, label = block.path.rpartition("/td/label")
    return bool(cell and not label and following and following[0].path.startswith(f"{row}/td[2]"))


def _words_in(lower: str) -> set[str]:
    words = set(lower.encode().translate(_WORDS_ALONE).decode().split())
    if not lower.isascii():
        words.update(_WORD.findall(" ".join([word for word in words if not word.isalnum()])))
    return words


def _parts(text: str, language: str) -> tuple[str, ...]:
    """The text without a known heading that lost its line break ("About UsWe are …")."""
    glue = _GLUE.search(text, 0, LONGEST_LABEL) if len(text) > LONGEST_LABEL else None
    if glue and exact_meaning(text[: glue.start()], language):
        return text[: glue.start()], text[glue.start() :]
    return (text,)


def lowered(text: str) -> str:
    """The text in lower case with every character in its place."""
    lower = text.lower()
    return lower if len(lower) == len(text) else "".join(character.lower()[0] for character in text)


def _labelled(line: Line, following: Line | None, known: Labels) -> Iterator[tuple[str, Labelled]]:
    if len(line.block.cells) == 2:
        label, value = line.cells
        yield from _named(label, value, line, known)
        return
    text = line.text
    if (
        len(text) <= LONGEST_LABEL
        and following is not None
        and text.strip(_EDGES).lower() in known
        and _may_be_value(following, known)
    ):
        yield from _named(text, following.text, following, known)
    elif len(text) <= LONGEST_LABEL and following is not None and text[-1] == ":" == following.text[-1]:
        value, _, label = following.text[:-1].rpartition(" ")  # "City:", "Halden State:"
        if value and label.lower() in known and text.strip(_EDGES).lower() in known:
            yield from _named(text, value, following, known)
    if len(text) <= LONGEST_LABEL:
        yield from _in_columns(line, known)
    if _may_hold_colon(text):
        yield from _inside(line, known)


def _in_columns(line: Line, known: Labels) -> Iterator[tuple[str, Labelled]]:
    text, glued = line.text, [glue.start() for glue in _COLUMNS.finditer(line.text)]
    if glued and text[: glued[0]].lower() in known:
        stop = next((end for end in glued[1:] if text[end:].lower() in known), len(text))
        yield from _named(text[: glued[0]], text[glued[0] : stop], line, known)


def _may_hold_colon(text: str) -> bool:
    """Whether a text holds a colon or, if it is short, what may stand for one."""
    others = len(text) <= 2 * LONGEST_LABEL and any(map(text.__contains__, _OTHER_COLONS))
    return others or ":" in text or "：" in text


def _may_be_value(line: Line, known: Labels) -> bool:
    return (
        len(line.text) <= LONGEST_VALUE and line.kind is not _HEADING and line.text.strip(_EDGES).lower() not in known
    )


def _named(label: str, value: str, line: Line, known: Labels) -> Iterator[tuple[str, Labelled]]:
    key = label.strip(_EDGES).lower()
    value = value.strip(" \t\n:：-–|•*·,;")
    if value and len(value) <= LONGEST_VALUE:
        for name in known.get(key, ()):
            yield name, Labelled(key, value, line)


def _inside(line: Line, known: Labels) -> Iterator[tuple[str, Labelled]]:
    """Labels in the line, each with the text up to the next one."""
    places = list(_label_places(line.text, known))
    for number, (_, end, key) in enumerate(places):
        stop = places[number + 1][0] if number + 1 < len(places) else len(line.text)
        value = line.text[end:stop].strip(" \t\n|•*·,;-–")
        if value:
            for name in known[key]:
                yield name, Labelled(key, value[:LONGEST_VALUE], line)


def _may_end_label(text: str, known: Labels) -> bool:
    """Whether the text ends like one of the known labels; most text before a colon does not."""
    endings = known.endings
    return text[-4:] in endings or text[-3:] in endings or text[-2:] in endings or text[-1:] in endings


def _label_places(text: str, known: Labels) -> Iterator[tuple[int, int, str]]:
    """Start and end of each known label with its colon, and the label."""
    for colon in _COLON.finditer(text):
        start = max(0, colon.start() - LONGEST_LABEL)
        before = text[start : colon.start()]
        if not _may_end_label(before.rstrip(_EDGES).lower(), known):
            continue
        dash = colon[0].strip() in ("–", "-", "")
        starts = [0] if start == 0 else []
        if not dash:
            starts += [cut.start() for cut in _BREAK.finditer(before)]
        for cut in starts:
            label = before[cut:].strip(_EDGES)
            if label.lower() in known and not label[:1].islower() | (dash and cut > 0):
                if cut and label.lower() in _QUALIFIED and before[cut - 1] == " " and before[cut - 2].isalpha():
                    continue  # "Interview Date:" tells of another day
                yield start + cut, colon.end(), label.lower()
                break
