"""Employment types and workplace: believed from a label, from a line that says nothing else, or from words about this very job."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from postings.normalizer.facts.evidence import Evidence, Found, Line
from postings.normalizer.facts.lexicon import any_of, phrases, whole_words
from postings.normalizer.model import SectionKind
from postings.normalizer.taxonomy import DropReason

TYPES = ("full_time", "part_time", "contract", "temporary", "internship", "permanent", "per_diem", "volunteer", "apprenticeship")
SHORT_LINE = 60  # characters: a line of types and hours, not a sentence
VALUE = 80

_THIS_JOB = re.compile(
    r"\b(?:this (?:is|position is|role is|job is|opportunity is)|is an?|seeking an?|for an?|as an?|on an?|appoint an?|offer(?:ing)?(?: you:?)? an?|our|unpaid|we have|"
    r"we offer|hiring|a)(?: [\w/()-]+,?){0,4} $"
)
_JOB_NOUN = re.compile(r"^(?:,? ?(?:[\w/()-]+,? ){0,7}(?:role|position|positions|opportunity|opportunities|job|jobs|basis|internship|appointment|work)\b)")
_LISTED_BEFORE = re.compile(r"(?:[\w-]+(?:,|,? and|,? or|/|,? &) ?)+$")
_NOT_THIS_JOB = re.compile(r"employee|benefit|experience|student|staff|eligib|equivalent|years? of|career|management|negotiat|after|prior|schedule\b|status|worker")


@cache
def _type_patterns(language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((kind, whole_words(phrases(f"type_{kind}", language))) for kind in TYPES)


def find_employment_types(evidence: Evidence) -> Found | None:
    """The employment types that the text states."""
    kinds: dict[str, None] = {}
    blocks: dict[str, None] = {}
    for source in (_from_labels, _from_lines):
        if found := source(evidence):
            kinds |= dict.fromkeys(found.value)
            blocks |= dict.fromkeys(found.blocks)
    return Found(tuple(kinds), tuple(blocks)) if kinds else None


def _from_labels(evidence: Evidence) -> Found | None:
    kinds: dict[str, None] = {}
    blocks: dict[str, None] = {}
    for labelled in evidence.labelled.get("type", ()):
        for kind in _kinds(labelled.value[:VALUE].lower(), evidence.language):
            kinds[kind] = None
            blocks[labelled.line.id] = None
    return Found(tuple(kinds), tuple(blocks)) if kinds else None


def _from_lines(evidence: Evidence) -> Found | None:
    if not _mentions(evidence.lower, evidence.language):
        return None
    kinds: dict[str, None] = {}
    blocks: dict[str, None] = {}
    for line in evidence.lines:
        for kind in _stated(line, evidence.language):
            kinds[kind] = None
            blocks[line.id] = None
    return Found(tuple(kinds), tuple(blocks)) if kinds else None


def _mentions(text: str, language: str) -> bool:
    return any(phrase in text for kind in TYPES for phrase in phrases(f"type_{kind}", language))


def _stated(line: Line, language: str) -> Iterable[str]:
    lower = line.lower
    kinds = _kinds(lower, language)
    if not kinds:
        return ()
    if len(lower) <= SHORT_LINE and (line.section is SectionKind.SCHEDULE or line.reason is DropReason.METADATA or _only_types(lower, language)):
        return () if _NOT_THIS_JOB.search(lower) else kinds
    if line.section is SectionKind.SCHEDULE and language != "en":
        return kinds
    return _about_this_job(lower, language)


def _only_types(lower: str, language: str) -> bool:
    """Does the line hold hardly anything but types?"""
    rest = lower
    for _, pattern in _type_patterns(language):
        rest = pattern.sub("", rest)
    words = re.findall(r"[^\W\d_]{2,}", rest)
    return all(word in ("and", "or", "exempt", "non", "regular", "und", "oder", "et", "ou") for word in words)


def _about_this_job(lower: str, language: str) -> list[str]:
    """Types in words such as "this is a full-time role" or "on a contract basis"."""
    found = []
    for kind, pattern in _type_patterns(language):
        for match in pattern.finditer(lower):
            before, after = lower[max(0, match.start() - 60) : match.start()], lower[match.end() : match.end() + 60]
            near = before[-25:] + after[:25]
            before = _LISTED_BEFORE.sub("", before)
            if _JOB_NOUN.match(after) and not _NOT_THIS_JOB.search(near) and (_THIS_JOB.search(before) or _opens(before)):
                found.append(kind)
                break
    return found


def _opens(before: str) -> bool:
    return not before.strip() or before.rstrip()[-1:] in ".!?:"


def _kinds(lower: str, language: str) -> list[str]:
    return [kind for kind, pattern in _type_patterns(language) if pattern.search(lower)]


_WORKPLACES = ("hybrid", "remote", "on_site")
_ROLE_WORDS = re.compile(
    r"\b(?:this (?:is|position|role|job|internship)|the (?:position|role|job|internship)|role|position|is an?|fully|100 ?%|work will be|we are an?)\b"
)
_NO_REMOTE = re.compile(r"\b(?:no|not a|not) remote\b|remote (?:not|is not) ")


def find_workplace(evidence: Evidence) -> Found | None:
    """remote, hybrid or on_site, where the text says so of this job."""
    for labelled in evidence.labelled.get("workplace", ()):
        if kind := _workplace(labelled.value[:VALUE].lower(), evidence.language):
            return Found(kind, (labelled.line.id,))
    for line in evidence.lines:
        lower = line.lower
        kind = _workplace(lower, evidence.language)
        if kind and (len(lower) <= 30 or _says_of_job(lower, kind, evidence.language)):
            return Found(kind, (line.id,))
    return None


def _workplace(lower: str, language: str) -> str:
    if _NO_REMOTE.search(lower):
        return "on_site"
    return next((kind for kind in _WORKPLACES if any_of(kind, language).search(lower)), "")


def _says_of_job(lower: str, kind: str, language: str) -> bool:
    match = any_of(kind, language).search(lower)
    if match is None:
        return True
    after = lower[match.end() : match.end() + 25]
    if re.match(r" (?:team|monitor|environment|production|sens|work culture|options|work options|support|health|travel)", after):
        return False
    return bool(re.match(r"(?: [\w/-]+){0,3} (?:role|position|job|internship|opportunity)\b", after) or _ROLE_WORDS.search(lower[max(0, match.start() - 40) : match.start()]))
