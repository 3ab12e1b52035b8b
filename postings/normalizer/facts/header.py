"""The line of fields that posts in forums begin with: "Employer | Role | City, State | Remote | Full-time".

It is known by its bars, and by a part that says nothing but where, for what or for how much of the time the work is
done.  The order of the parts is free, but for the employer's name, which stands first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from postings.normalizer.facts.evidence import Evidence, Line
from postings.normalizer.facts.lexicon import phrases, spans
from postings.normalizer.facts.money import may_hold_money

TOP_LINES = 6
FEWEST_PARTS, LONGEST_PART = 3, 90
_FIELDS = ("remote", "hybrid", "on_site", "type_full_time", "type_part_time", "type_contract", "type_internship")
_ASIDE = re.compile(r"\s*\([^()]*\)")
_CITY = re.compile(r"[A-ZÀ-Þ][\w.’' -]{1,30}, [A-Z]{2}")
_ADDRESS = re.compile(r"\(?https?://[^\s|)]+\)?")
_BARS = re.compile(r"\||(?<=\s)[·•](?=\s)")
_LETTERS = re.compile(r"[^\W\d_]{2,}")


@dataclass(frozen=True, slots=True)
class Header:
    """The parts of the line that are not empty, those of them that are more than a field, and the line."""

    parts: tuple[str, ...]
    others: tuple[str, ...]
    line: Line


def find_header(evidence: Evidence) -> Header | None:
    """The posting's line of fields, if it has one among its first lines."""
    return evidence.once(_find)


def _find(evidence: Evidence) -> Header | None:
    for line in evidence.lines[:TOP_LINES]:
        signs = _BARS.findall(line.text)
        if len(signs) < FEWEST_PARTS - 1:
            continue
        parts = tuple(part for text in _BARS.split(_ADDRESS.sub("", line.text)) if (part := text.strip()))
        in_bounds = len(parts) >= FEWEST_PARTS and max(map(len, parts)) <= LONGEST_PART
        others = tuple(part for part in parts if not is_field(part, evidence.language)) if in_bounds else ()
        if in_bounds and (len(others) < len(parts) or any(_tells(part, evidence.language) for part in parts)):
            return Header(parts, others, line)
    return None


def _tells(part: str, language: str) -> bool:
    fields = part.split(",") if part.count(",") > 1 else []
    return any(is_field(field, language) for field in fields) or bool(_CITY.fullmatch(part)) or may_hold_money(part)


def is_field(part: str, language: str) -> bool:
    """Whether a part says no more than the kind of work or where it is done ("Full-time", "100% Remote (US)")."""
    rest = _ASIDE.sub("", part).lower()
    known = spans(rest, _words_of_fields(language))
    for start, end in known:
        rest = rest[:start] + " " * (end - start) + rest[end:]
    return bool(known) and len(_LETTERS.findall(rest)) <= 1


@cache
def _words_of_fields(language: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(phrase for name in _FIELDS for phrase in phrases(name, language)))


def name_of_employer(header: Header, language: str) -> str:
    """The first part without what stands in brackets behind the name; nothing where it is a field or a place."""
    name = _ASIDE.sub("", header.parts[0]).strip()
    known = name not in header.others if name == header.parts[0] else is_field(name, language)
    return "" if known or "://" in name or "," in name else name
