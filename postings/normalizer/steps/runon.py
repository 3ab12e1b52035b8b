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

from postings.normalizer.steps.glue import glue_points, may_be_glued
from postings.normalizer.steps.labels import (
    Label,
    begins_in_capitals,
    behind_headings,
    is_of_its_line,
    labels_in,
    loud_headings,
    with_leads,
)
from postings.normalizer.steps.lines import FULL_STOPS, tells
from postings.normalizer.steps.runs import RunIndex
from postings.normalizer.words import Meaning, fold

_WORD = re.compile(r"[^\W_]+")
_LOUD = re.compile(r"[A-Z]{5}(?:[a-zà-ÿ]| [A-Z][a-z ]| \d)")  # where no mark parts words in capitals from their text
# The share of a statement's runs of four words that a cut may break; what breaks more is no longer the same statement.
BREAKABLE = 0.2
RUN = 4
LONGEST = 8000  # characters; no statement is longer, and looking at one costs more than its length
FEWEST_SECTIONS = 4  # of three kinds as many labels stand in one short line; such a line stays recognisable only whole
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


def may_be_cut(runs: RunIndex, text: str) -> bool:
    """Whether any statement of a block may have to be cut: most prose holds nothing that could be a cut's sign."""
    has_sign = ":" in text or "：" in text or may_be_glued(text) or _LOUD.search(text) is not None
    return has_sign or len(runs.runs) > 1


def cut_statement(
    runs: RunIndex, text: str, start: int, end: int, language: str, *, item: bool, spaced: bool = False
) -> Cuts:
    """Where to cut the statement that stands in [start, end) of a block's text.  `spaced`: the block `has_leads`."""
    if end - start > LONGEST:
        return NO_CUTS
    points, doubtful = glue_points(text, start, end)
    loud = loud_headings(text, start, end, language)
    points = sorted({*points, *loud, *behind_headings(text, start, points, doubtful, language)})
    has_colon = text.find(":", start, end) >= 0 or text.find("：", start, end) >= 0
    begins = len(runs.runs) > 1 or spaced or begins_in_capitals(text, start, end)
    if not points and not has_colon and not begins:
        return NO_CUTS
    labels = labels_in(runs, text, start, end, points, language, item=item)
    if spaced:
        labels = with_leads(text, labels, [start, *points, end], language)
    if not points and not labels:
        return NO_CUTS
    size = len(_WORD.findall(text, start, end)) + sum(text[p].isalpha() and text[p - 1].isalpha() for p in points)
    budget = BREAKABLE * (size - RUN + 1)
    ended = any(_begins_anew(text, label, points, end) for label in labels)
    apart = ended or _cost(labels, start, end, taken_out=True) <= budget or _is_form(text, labels, start, points)
    if not apart and (len(labels) == 1 or _cost(labels, start, end, taken_out=False) > budget):
        return Cuts(spaces=points)
    if size < SHORT and not ended and not any(label.meaning.kinds for label in labels):
        return Cuts(spaces=points)
    labels = [label for label in labels if label.start not in points or not is_of_its_line(text, label, points)]
    return _lay_out(text, start, end, points, labels, language, apart=apart)


def _begins_anew(text: str, label: Label, points: list[int], end: int) -> bool:
    """Whether a heading with a colon or in capitals is glued to a full stop: what was before it has surely ended."""
    if label.start not in points or not label.meaning.kinds or (label.end >= end and end == len(text)):
        return False
    marked = text[label.end - 1] == ":" or text[label.start : label.end].isupper()
    return text[label.start - 1] in FULL_STOPS and marked


def _is_form(text: str, labels: list[Label], start: int, points: list[int]) -> bool:
    """Whether fields of a form ran together: labels of several sections, behind lost breaks or with colons."""
    begin = [label for label in labels if label.start in (start, *points) or text[label.end - 1] in ":："]
    return len({label.meaning.kinds for label in begin if label.meaning.kinds}) >= FEWEST_SECTIONS


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


def _lay_out(
    text: str, start: int, end: int, points: list[int], labels: list[Label], language: str, *, apart: bool
) -> Cuts:
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
        _as_list(text, [p for p in glued if low < p < high], low, high, cuts, language)
    return cuts


def _as_list(text: str, glued: list[int], low: int, high: int, cuts: Cuts, language: str) -> None:
    """Mark the pieces of [low, high) as list items where they read as a list; whole sentences behind it are none."""
    if not glued:
        return
    edges = [low, *glued, high]
    bodies = [text[a:b].strip() for a, b in pairwise(edges)]
    listed = sum(not body.endswith(FULL_STOPS) for body in bodies)
    if len(bodies) < 2 or listed < LIST_LIKE * (len(bodies) - 1):
        return
    of_items = frozenset(_opening(body) for body in bodies if not body.endswith(FULL_STOPS))
    kept = len(bodies)
    while kept and tells(bodies[kept - 1], language, of_items):
        kept -= 1
    if kept > 1:
        cuts.own_line.update(edge for edge in edges[1 : kept + 1] if edge < high)
        cuts.items.update(edges[:kept])


def _opening(body: str) -> str:
    """A piece's first word, folded."""
    return fold(body.split(maxsplit=1)[0]) if body else ""
