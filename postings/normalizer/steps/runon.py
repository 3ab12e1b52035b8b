"""Where a statement that runs on is cut: at lost line breaks, and around headings that stand in front of their own
text.

A heading is taken from its text only where the statement stays recognisable without it, and parts of one statement
with different headings are parted only where each says enough. So a short "Schedule: Monday to Friday" stays one
line, and its label is read where it stands.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise

from postings.normalizer.phrases import exact_meaning
from postings.normalizer.steps.glue import glue_points
from postings.normalizer.steps.runs import RunIndex
from postings.normalizer.words import Meaning

_COLON = re.compile(r"[:：](?!//)")
_WORD = re.compile(r"[^\W_]+")
_STOPS = "\n.!?:：;|"
LONGEST_LABEL = 70  # characters
_CAPITAL = re.compile(r"(?<=[\s(a-zà-ÿ.)!?])(?=[A-ZÀ-Þ0-9])")
_CLOSED = re.compile(r"[.!?:：;|]\s*")
_EDGE = " \t\u00a0*-–•"
MAX_LABEL_WORDS = 7
LABELS_IN_A_CHAIN = 3  # so many labels in one line are a chain, whose links are cut though no mark parts them
# The share of a statement's runs of four words that a cut may break; what breaks more is no longer the same statement.
BREAKABLE = 0.2
RUN = 4
LONGEST_BOLD = 80  # characters; bold text goes on no longer than this in front of its own text
LONGEST = 8000  # characters; no statement is longer, and looking at one costs more than its length
SHORT = 18  # words; in a shorter statement two pieces that went to different sections would break more than that
LIST_LIKE = 0.6  # share of pieces without a full stop from which glued pieces read as a list and not as prose


@dataclass(slots=True)
class Cuts:
    """How a statement is cut: offsets, which of them begin a line or an item, and where only a space is missing."""

    at: list[int] = field(default_factory=list)
    own_line: set[int] = field(default_factory=set)
    items: set[int] = field(default_factory=set)
    spaces: list[int] = field(default_factory=list)


NO_CUTS = Cuts()  # never changed


@dataclass(frozen=True, slots=True)
class Label:
    """A known heading inside a statement: from `start` to `end`, behind its colon where it has one."""

    start: int
    end: int
    words: int
    meaning: Meaning


def cut_statement(runs: RunIndex, text: str, start: int, end: int, language: str, *, item: bool) -> Cuts:
    """Where to cut the statement that stands in [start, end) of a block's text."""
    if end - start > LONGEST:
        return NO_CUTS
    points, doubtful = glue_points(text, start, end)
    if doubtful and _is_heading(text[start : doubtful[0]], language):
        points = sorted([*points, doubtful[0]])
    if not points and text.find(":", start, end) < 0 and text.find("：", start, end) < 0 and len(runs.runs) < 2:
        return NO_CUTS
    labels = _labels(runs, text, start, end, points, language, item=item)
    if not points and not labels:
        return NO_CUTS
    size = len(_WORD.findall(text, start, end)) + sum(text[p].isalpha() and text[p - 1].isalpha() for p in points)
    budget = BREAKABLE * (size - RUN + 1)
    apart = _cost(labels, start, end, taken_out=True) <= budget
    if not apart and (len(labels) == 1 or _cost(labels, start, end, taken_out=False) > budget):
        return Cuts(spaces=points)
    if size < SHORT and not any(label.meaning.kinds for label in labels):
        return Cuts(spaces=points)
    return _lay_out(text, start, end, points, labels, apart)


def _cost(labels: list[Label], start: int, end: int, *, taken_out: bool) -> int:
    """How many runs of words are broken by parting at the labels, and by taking the labels out of the text."""
    cost = 0
    before: Meaning | None = None
    for label in labels:
        inside = start < label.start and label.end < end
        if inside and (before is None or before.kinds != label.meaning.kinds or taken_out):
            cost += RUN - 1
        cost += label.words if taken_out else 0
        before = label.meaning
    return cost


def _lay_out(text: str, start: int, end: int, points: list[int], labels: list[Label], apart: bool) -> Cuts:
    cuts = Cuts()
    starts = {label.start for label in labels if label.start > start}
    ends = {label.end for label in labels if label.end < end}
    inside = [p for p in points if any(label.start < p < label.end for label in labels)]
    own = starts | (ends if apart else set())
    glued = [p for p in points if p not in own and p not in inside and p not in ends and text[p - 1] != ":"]
    cuts.spaces = [p for p in points if p not in own and p not in glued]
    cuts.at = sorted({*own, *glued} - {start})
    cuts.own_line = set(own)
    bounds = sorted({start, end, *own})
    for low, high in pairwise(bounds):
        _as_list(text, [p for p in glued if low < p < high], low, high, cuts)
    return cuts


def _as_list(text: str, glued: list[int], low: int, high: int, cuts: Cuts) -> None:
    """Mark the pieces of [low, high) as list items where they read as a list."""
    if not glued:
        return
    edges = [low, *glued, high]
    bodies = [text[a:b].rstrip() for a, b in pairwise(edges)]
    listed = sum(not body.endswith((".", "!", "?")) for body in bodies)
    if len(bodies) < 2 or listed < LIST_LIKE * (len(bodies) - 1):
        return
    cuts.own_line.update(glued)
    cuts.items.update([low, *glued])


def _labels(
    runs: RunIndex, text: str, start: int, end: int, points: list[int], language: str, *, item: bool
) -> list[Label]:
    """The known headings inside a statement; in a list item only those that a lost break parts from what is before."""
    at = set(points)
    colons = list(_COLON.finditer(text, start, end))
    found = [label for colon in colons if (label := _before_colon(text, start, colon, language))]
    if not found and not points:
        return _bold_labels(runs, text, start, end, language, item=item)
    chain = len(found) >= LABELS_IN_A_CHAIN
    found.sort(key=lambda label: label.start)
    found = [
        label
        for label in found
        if label.start in at
        or _is_next_heading(text, label, start, end)
        or (not item and (not text[start : label.start].strip(_EDGE) or chain or _is_parted(text, label.start)))
    ]
    ends = {label.end for label in found}
    found += [label for c in colons if c.end() in at - ends and (label := _unknown(text, start, c, at))]
    taken = {edge for label in found for edge in (label.start, label.end)}
    found += [label for label in _glued_headings(text, start, points, language) if label.start not in taken]
    starts = {label.start for label in found}
    found += [b for b in _bold_labels(runs, text, start, end, language, item=item) if b.start not in starts]
    return sorted(found, key=lambda label: label.start)


def _before_colon(text: str, floor: int, colon: re.Match[str], language: str) -> Label | None:
    """The longest known phrase that ends at a colon."""
    end = colon.start()
    if end > floor and text[end - 1] == "\n":
        end -= 1
    low = max(floor, end - LONGEST_LABEL)
    low = max(low, *[text.rfind(stop, low, end) + 1 for stop in _STOPS])
    area = text[low:end]
    if len(area) < 2:
        return None
    starts = [0, *(m.start() for m in _CAPITAL.finditer(area))]
    for at in starts:
        phrase = area[at:].strip(_EDGE)
        if phrase and phrase.count(" ") < MAX_LABEL_WORDS and (meaning := exact_meaning(phrase, language)):
            begin = low + at + len(area[at:]) - len(area[at:].lstrip(_EDGE))
            return Label(begin, colon.end(), len(_WORD.findall(phrase)), meaning)
    return None


def _unknown(text: str, floor: int, colon: re.Match[str], points: set[int]) -> Label | None:
    """What stands before a colon that is glued to its text: a heading, though no phrase of the lexicon."""
    begin = max([floor, *(p for p in points if p < colon.start())])
    closed = [m.end() for m in _CLOSED.finditer(text, begin, colon.start())]
    begin = closed[-1] if closed else begin
    words = len(_WORD.findall(text, begin, colon.start()))
    return Label(begin, colon.end(), words, Meaning()) if 0 < words <= MAX_LABEL_WORDS else None


def _is_next_heading(text: str, label: Label, start: int, end: int) -> bool:
    """Whether a label ends the statement: the heading of what comes next, caught in the item before it."""
    return label.words > 1 and label.start > start and not text[label.end : end].strip(_EDGE)


def _is_parted(text: str, at: int) -> bool:
    """Whether what stands before a label is finished: closed by a mark."""
    return text[max(0, at - 8) : at].rstrip()[-1:] in (*".!?;|•)",)


def _glued_headings(text: str, start: int, points: list[int], language: str) -> list[Label]:
    """Known headings without a colon that stand between lost breaks ("Essential FunctionsProvides care")."""
    found: list[Label] = []
    edges = [start, *points]
    for low, high in pairwise(edges):
        phrase = text[low:high]
        meaning = exact_meaning(phrase, language) if _is_heading(phrase, language) else None
        if meaning is not None:
            found.append(Label(low, high, len(_WORD.findall(phrase)), meaning))
    return found


def _is_heading(phrase: str, language: str) -> bool:
    """Whether a text is a heading by its words alone."""
    phrase = phrase.strip()
    if phrase.endswith((":", ".")) or phrase.count(" ") >= MAX_LABEL_WORDS:
        return False
    meaning = exact_meaning(phrase, language)
    return meaning is not None and not meaning.weak and meaning.reason is None


def _bold_labels(runs: RunIndex, text: str, start: int, end: int, language: str, *, item: bool) -> list[Label]:
    """A bold known heading in front of plain text, where there is one and it begins no list item."""
    if item or len(runs.runs) < 2:
        return []
    bold_end = runs.bold_until(start, start + LONGEST_BOLD)
    lead = text[start:bold_end]
    if not start < bold_end < end or lead.count(" ") > MAX_LABEL_WORDS or not lead.strip():
        return []
    meaning = exact_meaning(lead, language)
    return [Label(start, bold_end, len(_WORD.findall(lead)), meaning)] if meaning is not None else []
