"""What the label of a "Label: value" line says, and what a heading says that was caught at a line's end."""

from __future__ import annotations

import re
from dataclasses import replace

from postings.normalizer.model import ITEM, ROW, HeadingReading
from postings.normalizer.phrases import BY_PARTS, exact_meaning, read_phrase
from postings.normalizer.steps.candidates import Line
from postings.normalizer.steps.labels import first_label, last_label
from postings.normalizer.words import UNPARTED, cue, fold

LABEL = re.compile(r"^[\W_]{0,3}([^:：\n]{2,60}?)\s?[:：](?!//)\s*(?=\S)")
# A form in a script without spaces parts its labels, numbered or not, from their values by one.
SPACED_LABEL = re.compile(
    r"^[\W_]{0,3}(?:\d{1,2}\s?[．.)）、]\s*)?([\u3040-\u30ff\u3400-\u9fff・／（）]{2,14})\s+(?=\S)"
)
# "【必須】3D CADの使用経験": a label in brackets before its value.
BOXED_LABEL = re.compile(r"^[【《＜]([^【】《》＜＞]{2,14})[】》＞]\s*(?=\S)")
LONGEST_LABEL = 65  # characters to its colon, all told
FEWEST_BEFORE = 4  # words of an item that ran together with the heading of the next


def label_of(line: Line, language: str, own: frozenset[str]) -> HeadingReading | None:
    """What the label says of a "Label: value" line (or of a two-celled row), where it is known for sure."""
    block = line.block
    if ":" not in line.text and line.text.isascii() and not block.part and block.kind is not ROW:
        return None  # as with most
    if block.kind is ROW:
        cells = ["".join(run.text for run in cell) for cell in block.cells]
        return sure(read_phrase(cells[0], language, own)) if len(cells) == 2 and cells[1].strip() else None
    beginning = line.text[:LONGEST_LABEL]
    patterns = (LABEL,) if ":" in beginning or "：" in beginning else ()
    for pattern in (BOXED_LABEL, *patterns, SPACED_LABEL) if language in UNPARTED else patterns:
        match = pattern.match(line.text)
        reading = read_phrase(match.group(1), language, own) if match and match.group(1).count(" ") <= 6 else None
        if match is not None and (label := sure(reading)) is not None:
            meaning = exact_meaning(match.group(1), language)
            # "Vision: able to see signs": a word that is as often an item's own binds nothing.
            weak = meaning is not None and meaning.weak
            return replace(label, confidence=BY_PARTS) if weak else label
    glued = first_label(line.text, language) if line.text[:1].isupper() and block.part else ""
    label = sure(read_phrase(glued, language, own)) if glued else None
    return label if label is not None and label.kinds and not label.preferred else None


def caught_at_end(line: Line, following: Line | None, language: str, own: frozenset[str]) -> HeadingReading | None:
    """What the heading of what follows says, where it was caught at a line's end and stays there, colon or none.

    A wish must be seen above what is wished for, so that one that is caught says nothing.
    """
    if following is None or line.block.kind is not ITEM or following.block.kind is not ITEM:
        return None
    phrase = last_label(line.text, language)
    if not line.colon and not _is_apart(line.text, phrase, language):
        return None
    reading = read_phrase(phrase, language, own) if phrase else None
    return reading if reading is not None and reading.kinds and not reading.preferred else None


def ends_in_title(text: str) -> bool:
    """Whether a line's last word begins with a capital and nothing closes the line."""
    return text[-1].isalpha() and text[text.rfind(" ") + 1].isupper()


def _is_apart(text: str, phrase: str, language: str) -> bool:
    """Whether several words at a line's end, which no colon marks, are no part of what the line says."""
    if " " not in phrase:
        return False
    before = text[: -len(phrase)].split()
    small = cue("noise", language) | cue("tail", language) | cue("joiner", language)
    return len(before) >= FEWEST_BEFORE and fold(before[-1]) not in small and not before[-1].endswith(",")


def sure(reading: HeadingReading | None) -> HeadingReading | None:
    """A label's reading by its own rule, where it is known for sure."""
    if reading is None or reading.confidence < 0.85:
        return None
    return replace(reading, rule="label: " + reading.rule.partition(": ")[2])
