"""The workplace: from a label, a short line, or a sentence that says of this job where it is done."""

from __future__ import annotations

import re
from collections.abc import Iterator

from postings.normalizer.facts.employment import (
    BEHIND,
    FIELDS,
    LETTERS,
    LONGEST_OF_FIELDS,
    SOUGHT,
    TOP_LINES,
    VALUE,
    names_role,
)
from postings.normalizer.facts.evidence import Evidence, Found, Labelled, Line
from postings.normalizer.facts.header import find_header
from postings.normalizer.facts.lexicon import everywhere, has, phrases, spans
from postings.normalizer.facts.title import has_role

NEAR = 30  # characters between the words for home and for days
BEFORE_DAYS = 12
_SOME = re.compile(
    r"(?:\b[1-4](?:-[2-4])?|\b(?:one|two|three|four|a|couple of|un|une|deux|trois|una|uno|dos|tres|due|tre|um|uma|dois"
    r"|duas|ein|einen|zwei|drei|een|twee|drie|jeden|dwa|trzy|två|en|et|to))[\s)]*$"
)
_WORKPLACES = ("hybrid", "remote", "on_site")
_TOLD = (*_WORKPLACES, *(f"surely_{kind}" for kind in _WORKPLACES), "work_from_home")
_ROLE_WORDS = re.compile(
    r"\b(?:this (?:is|position|role|job|internship)|the (?:position|role|job|internship)|role|position|is an?|it[’']?s"
    r"|fully|100 ?%|work will be|we are an?)\b|fully $"
)
_OTHER_SENSE = re.compile(
    " (?:team|parking|gym|childcare|cafeteria|training|visit|monitor"
    "|environment|production|sens|work culture|options|work options|support|health|travel)"
)
_OF_ROLE = re.compile(r"(?: [\w/-]+){0,3} (?:role|position|job|internship|opportunity)\b")
_EXPERIENCE = re.compile(r"\bexperienced? ")
_NO_REMOTE = re.compile(r"\b(?:no|not a|not) remote\b|\bnot \w+ remotely\b|remote (?:work )?(?:is )?not ")


def find_workplace(evidence: Evidence) -> Found | None:
    """remote, hybrid or on_site, where the text says so of this job."""
    told = [phrase for name in _TOLD for phrase in evidence.present(name)]
    if not told and not evidence.says("remote"):
        return None  # whatever stands behind labels and in fields
    for labelled in evidence.labelled.get("workplace", ()):
        if _is_denied(labelled, evidence.language):
            return Found("on_site", (labelled.line.id,))
        if kind := _workplace(labelled.value[:VALUE].lower(), evidence):
            return Found(kind, (labelled.line.id,))
    if header := find_header(evidence):
        parts = [field for part in header.parts[1:] for field in part.lower().split(",")]
        stated = {kind for part in parts if (kind := _workplace(part, evidence))}
        if stated:
            return Found(stated.pop(), (header.line.id,)) if len(stated) == 1 else None
    known = [phrase for kind in (*_WORKPLACES, "work_from_home") for phrase in evidence.present(kind)]
    if not known:
        return None
    first = evidence.lines[:TOP_LINES]
    beside = {(kind, line.id) for line in first for kind in _beside_others(line.text, evidence)}
    if len(beside) == 1:
        ((kind, block),) = beside
        return Found(kind, (block,))
    for line in evidence.lines_with((*known, "remote")):
        lower = line.lower
        if _for_some_days(lower, evidence):
            return Found("hybrid", (line.id,))
        kind = _workplace(lower, evidence)
        if kind and (
            len(lower) <= 30 or _says_of_job(lower, kind, evidence) or _opens_title(line, kind, first, evidence)
        ):
            return Found(kind, (line.id,))
    return None


def _is_denied(labelled: Labelled, language: str) -> bool:
    """Whether working from home is the label and its value a plain no ("Télétravail : Non")."""
    is_home = labelled.label in phrases("work_from_home", language) or labelled.label.startswith(("remote", "telework"))
    return is_home and labelled.value.lower() in everywhere("denial")


def _opens_title(line: Line, kind: str, first: tuple[Line, ...], evidence: Evidence) -> bool:
    """Whether a first line names the role and, before or behind it, where the work is done: "Remote Night Auditor"."""
    if not any(line is other for other in first):
        return False
    found = spans(line.lower, evidence.present(kind))[:1]
    behind = BEHIND.match(line.text)
    if behind and has_role(behind[1], evidence.language) and has(behind[2].lower(), evidence.present(kind)):
        return True
    return any(not LETTERS.search(line.lower[:start]) and names_role(line.lower[end:]) for start, end in found)


def _beside_others(text: str, evidence: Evidence) -> Iterator[str]:
    """The workplaces that stand as fields of their own in a line of them ("Remote / Marlow · Full-time")."""
    parts = FIELDS.split(text) if len(text) <= LONGEST_OF_FIELDS else []
    for part in parts if len(parts) > 1 else ():
        lower = part.lower()
        if kind := _workplace(lower, evidence):
            words = spans(lower, evidence.present(kind))
            beside = LETTERS.findall(lower[: words[0][0]] + " " + lower[words[0][1] :]) if words else [""]
            if not beside or (len(beside) == 1 and beside[0] in phrases("country", evidence.language)):
                yield kind


def _for_some_days(lower: str, evidence: Evidence) -> bool:
    """Whether a line says for how many days of the week the work is done elsewhere ("two days a week from home")."""
    homes = spans(lower, evidence.present("work_from_home"))
    days = spans(lower, evidence.present("days_a_week"))
    return any(
        abs(start - end) <= NEAR or abs(first - last) <= NEAR
        for first, end in homes
        for start, last in days
        if _SOME.search(lower[max(0, start - BEFORE_DAYS) : start])
    )


def _workplace(lower: str, evidence: Evidence) -> str:
    if "remote" in lower and _NO_REMOTE.search(lower):
        return "on_site"
    sure = next((kind for kind in _WORKPLACES if has(lower, evidence.present(f"surely_{kind}"))), "")
    if sure == "remote" and has(lower, evidence.present("hybrid")):  # "hybrid, with an option to be fully remote"
        return "hybrid"
    return sure or next((kind for kind in _WORKPLACES if has(lower, evidence.present(kind))), "")


def _says_of_job(lower: str, kind: str, evidence: Evidence) -> bool:
    found = spans(lower, evidence.present(kind))
    if not found or _NO_REMOTE.search(lower):
        return True
    start, end = found[0]
    after = lower[end : end + 25]
    if has(lower, evidence.present(f"surely_{kind}")) or (kind == "hybrid" and "fully remote" in lower):
        return not _EXPERIENCE.search(lower[max(0, start - 40) : start])
    if _OTHER_SENSE.match(after):
        return False
    if SOUGHT.search(lower[max(0, start - 60) : start]) and names_role(lower[end:]):
        return True
    return bool(_OF_ROLE.match(after) or _ROLE_WORDS.search(lower[max(0, start - 40) : start]))
