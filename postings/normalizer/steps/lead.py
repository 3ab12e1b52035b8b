"""A known heading in front of its own text, and labels inside a line ("Job Type: Full-time Location: Oslo Pay: ...").

A heading is cut from its text only where the text is long enough to stand alone; a short "Label: value" stays one line, for its value says little
without its label.
"""

from __future__ import annotations

import re

from postings.normalizer.model import Block, BlockKind
from postings.normalizer.phrases import exact_meaning
from postings.normalizer.words import Meaning

_COLON = re.compile(r"[:：](?!//)")
_BACK = re.compile(r"[^\n.!?:：;|]{2,70}$")
_WORD_START = re.compile(r"(?<![^\s(])(?=[A-ZÀ-Þ0-9])|(?<=[a-zà-ÿ.)!?])(?=[A-ZÀ-Þ])|(?<=[|;•])\s*")
MAX_LABEL_WORDS = 7
LABELS_IN_A_CHAIN = 3  # so many labels in one line make it a chain, whose labels are cut apart though nothing else parts them


def stands_alone(label: str, rest: str) -> bool:
    """Whether a text is long enough to be read without its label."""
    return len(rest.split()) >= 4 * (label.count(" ") + 1) + 3


def lead_ends(block: Block, text: str, start: int, end: int, language: str) -> list[int]:
    """Offsets in `text` between `start` and `end` at which a heading's text, or a label, begins a line of its own."""
    if block.kind is BlockKind.ITEM:
        return []
    cuts: set[int] = set()
    bold = _bold_lead(block, text, start, end, language)
    if bold:
        cuts.add(bold)
    labels = _labels(text, start, end, language)
    chain = len(labels) >= LABELS_IN_A_CHAIN
    for number, (label_start, label_end) in enumerate(labels):
        own_line = not text[start:label_start].strip(" *-–•\u00a0")
        if not own_line and (chain or _parted(text, label_start)):
            cuts.add(label_start)
            own_line = True
        if not own_line:
            continue
        rest_end = labels[number + 1][0] if number + 1 < len(labels) else end
        if stands_alone(text[label_start:label_end], text[label_end:rest_end]):
            cuts.add(label_end)
    return sorted(cut for cut in cuts if start < cut < end)


def _parted(text: str, at: int) -> bool:
    """Whether what stands before a label is finished: glued to it, or closed by a mark."""
    before = text[:at].rstrip()
    return not text[at - 1].isspace() or before[-1:] in ".!?;|•)"


def _labels(text: str, start: int, end: int, language: str) -> list[tuple[int, int]]:
    """(start, end behind the colon) of each known label in a line."""
    found: list[tuple[int, int]] = []
    floor = start
    for colon in _COLON.finditer(text, start, end):
        label_start = _label_start(text, floor, colon.start(), language)
        if label_start is not None:
            found.append((label_start, colon.end()))
        floor = colon.end()
    return found


def _label_start(text: str, floor: int, colon: int, language: str) -> int | None:
    """Where the longest known phrase that ends at a colon begins."""
    back = _BACK.search(text, max(floor, colon - 72), colon)
    if back is None:
        return None
    area = back.group(0)
    starts = [0] + [m.start() for m in _WORD_START.finditer(area) if m.start()]
    for at in starts:
        phrase = area[at:].strip(" \t\u00a0*-–•")
        if phrase.count(" ") < MAX_LABEL_WORDS and phrase and _is_label(phrase, language):
            return back.start() + at + (len(area[at:]) - len(area[at:].lstrip(" \t\u00a0*-–•")))
    return None


def _is_label(phrase: str, language: str) -> bool:
    meaning: Meaning | None = exact_meaning(phrase, language)
    return meaning is not None


def _bold_lead(block: Block, text: str, start: int, end: int, language: str) -> int:
    """Where the text behind a bold known heading begins; 0: there is none."""
    if len(block.runs) < 2:
        return 0
    offset = 0
    bold_end = 0
    for run in block.runs:
        if offset + len(run.text) > start:
            if not run.strong and run.text.strip(" :-–\u00a0"):
                break
            bold_end = offset + len(run.text)
        offset += len(run.text)
    lead = text[start:bold_end]
    if not start < bold_end < end or lead.count(" ") > MAX_LABEL_WORDS or not lead.strip():
        return 0
    known = exact_meaning(lead, language)
    return bold_end if known is not None and stands_alone(lead.strip(), text[bold_end:end]) else 0
