"""Where a line's sentences end. Abbreviations and ordinals do not end one; a full stop before a small letter does not
either."""

from __future__ import annotations

import re
from functools import cache

from postings.normalizer.words import every_raw_cue, raw_cue

_END = re.compile(
    r"[.!?…。！？](?:(?<=[.!?…])[\"”’»)\]]*(?=\s+[\"“‘«„(¿¡*]?[A-ZÀ-ÞĀ-ŽΑ-ЯŚŹŻ0-9$€£•¿¡])|(?<=[。！？])(?![）」』)]))"
)
_CAPITAL = re.compile(r"[A-Z](?<=[a-z0-9)%] .)")
_NUMBERING = re.compile(r"\W*(?:\d{1,3}(?:\.\d{1,3}){0,3}|[IVXivx]{1,4}|[A-Za-z])[.)]$")
_RANGE = re.compile(r"\.\s?[–—/-]\s?")
_ORDINAL = re.compile(r"^\(?\d{1,2}$|^[(]?[A-ZÄÖÜ]$|^(?:[A-Za-z]\.)+[A-Za-z]$")
SHORTEST_OPENED = 60  # characters of a text in which a second sentence is looked for without a stop in front of it
LONGEST_ORDINAL = 3  # signs, where no full stop is among them
LONGEST_ABBREVIATION = 16  # characters


def sentence_ends(text: str) -> list[int]:
    """The offsets right after each sentence of a line, the last one excepted."""
    ends: list[int] = []
    for match in _END.finditer(text):
        end = match.end()
        if text[match.start()] == "." and _is_abbreviation(text, match.start() + 1):
            continue
        if text[match.start()] == "。" and _is_in_brackets(text, match.start()):
            continue
        if not ends and end <= 9 and _NUMBERING.match(text, 0, end):
            continue
        if end < len(text):
            ends.append(end)
    return ends


def _is_in_brackets(text: str, at: int) -> bool:
    """Whether a remark in brackets goes on behind a full stop: both are one statement's."""
    opened = max(text.rfind(sign, 0, at) for sign in "(（")
    if opened < 0 or max(text.rfind(sign, opened, at) for sign in ")）") >= 0:
        return False
    return re.match(r"[^(（]{0,80}?[)）]", text[at:]) is not None


def openings(text: str, language: str) -> list[int]:
    """Where a sentence opens with no mark in front of it: the break before it was lost, and only a space is left."""
    if len(text) < SHORTEST_OPENED:
        return []
    phrases = _opening(language)
    return [match.start() for match in _CAPITAL.finditer(text) if text.startswith(phrases, match.start())]


@cache
def _opening(language: str) -> tuple[str, ...]:
    return tuple(phrase + " " for phrase in raw_cue("opens", language))


def _is_abbreviation(text: str, end: int) -> bool:
    before = text[max(0, end - 1 - LONGEST_ABBREVIATION) : end - 1]
    if not before or before[-1].isspace():
        return False
    word = before.rsplit(maxsplit=1)[-1].lstrip("(\"“„'‘«[")
    known = every_raw_cue("abbreviation")
    # "Mon.–Fri.": of a range, the part behind the dash.
    folded = word.casefold()
    if folded.isdecimal() and _is_counted(before[: -len(word)]):
        return False
    if "." in folded and _RANGE.split(folded)[-1] in known:
        return True
    return folded in known or ((len(word) <= LONGEST_ORDINAL or "." in word) and _ORDINAL.search(word) is not None)


def _is_counted(before: str) -> bool:
    """Whether the word in front of a number makes it one that is counted: "in week 17. We look forward to it"."""
    words = before.rsplit(maxsplit=1)
    return bool(words) and words[-1].casefold() in every_raw_cue("counted")
