"""Days that a posting names: until when one can apply, and when it was published.  A day without a year is no date."""

from __future__ import annotations

import re
from datetime import date

from postings.normalizer.facts.evidence import Evidence, Found
from postings.normalizer.facts.lexicon import everywhere, months, spans
from postings.normalizer.figures import holds_figure
from postings.normalizer.taxonomy import DropReason, SectionKind

_ISO = re.compile(r"\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:\b|(?=T\d\d:))|(\d{4})年\s?(\d{1,2})月\s?(\d{1,2})日")
_NUMBERS = re.compile(r"\b(\d{1,2})[./-]\s?(\d{1,2})[./-]\s?(\d{4})(?!\d)")
_SHORT_YEAR = re.compile(r"\b(\d{1,2}/\d{1,2}/)(\d{2})(?![\d/])")  # "03/31/26"
_DAY_FIRST = re.compile(
    r"\b(\d{1,2})(?:\.|st|nd|rd|th|er|º|°)?[\s-]+(?:de |d'|of )?([^\W\d_]{3,12})\.?,?[\s-]+(?:de |del )?(\d{4})(?!\d)"
)
_MONTH_FIRST = re.compile(r"\b([^\W\d_]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b")
_BY = re.compile(
    r"\b(?:by|no later than) (?:noon on |midnight on |5 ?pm on )?(?:[A-Z][a-z]+day,? )?(?=\d|[A-Z][a-z]{2})"
)
_APPLICATION = DropReason.APPLICATION
_UNTIL = re.compile(r"\s(?:to|until|through|[-–—])\s")
SHORTEST_LABEL = 6  # characters; "date" and "opens" begin other lines too
_REACH = 60  # characters behind a cue in which its date stands


def find_closing_date(evidence: Evidence) -> Found | None:
    """The last day to apply."""
    if found := _labelled(evidence, "closing") or _period(evidence, 1) or _asked_for_by(evidence):
        return found
    cues = evidence.present("closing_cue")
    limited = tuple(f"{word} " for word in everywhere("limited"))
    for line in evidence.lines_with(cues):
        for start, end in spans(line.lower, cues):
            of_contract = line.section is SectionKind.SCHEDULE or line.lower.endswith(limited, 0, start)
            if of_contract:  # until when it runs, or by when it begins
                continue
            if value := _read(line.text[end : end + _REACH], evidence):
                return Found(value, (line.id,))
    return None


def _asked_for_by(evidence: Evidence) -> Found | None:
    """ "Send your application by 12 March 2031", in a line about applying."""
    for line in [line for line in evidence.lines if line.reason is _APPLICATION]:
        match = _BY.search(line.text) if "by " in line.text or "no later" in line.text else None
        value = _read(line.text[match.end() : match.end() + _REACH], evidence) if match else ""
        if value:
            return Found(value, (line.id,))
    return None


def _read(text: str, evidence: Evidence) -> str:
    """A date; where its numbers could mean two days, as the posting writes its other dates."""
    english = evidence.language == "en"
    if english:
        text = _SHORT_YEAR.sub(r"\g<1>20\g<2>", text)
    if value := read_date(text, evidence.language):
        return value
    match = _NUMBERS.search(text) if english else None
    if match is None:
        return ""
    whole = _SHORT_YEAR.sub(r"\g<1>20\g<2>", evidence.text)
    others = [(int(first), int(second)) for first, second, _ in _NUMBERS.findall(whole)]
    month_first, day_first = any(second > 12 for _, second in others), any(first > 12 for first, _ in others)
    if month_first == day_first:
        return ""
    first, second, year = (int(part) for part in match.groups())
    return _iso(year, first, second) if month_first else _iso(year, second, first)


def find_posting_date(evidence: Evidence) -> Found | None:
    """The day of publication."""
    return _labelled(evidence, "posted") or _period(evidence, 0) or _told_on_a_line(evidence)


def _period(evidence: Evidence, end: int) -> Found | None:
    """The first or last day of the time in which one can apply ("Posting period: 12 May 2031 to 19 May 2031")."""
    for labelled in evidence.labelled.get("period", ()):
        days = [_read(day, evidence) for day in _UNTIL.split(labelled.value, maxsplit=1)]
        if len(days) > end and days[end]:
            return Found(days[end], (labelled.line.id,))
    return None


def _told_on_a_line(evidence: Evidence) -> Found | None:
    """A short line that begins with a label of publication, without a colon ("Publiée le 06/01/2031")."""
    labels = [label for label in evidence.present("label_posted") if len(label) >= SHORTEST_LABEL]
    for line in evidence.lines_with(labels):
        begins = next((label for label in labels if line.lower.startswith(f"{label} ")), "")
        value = _read(line.text[len(begins) :], evidence) if begins and len(line.text) <= _REACH else ""
        if value:
            return Found(value, (line.id,))
    return None


def _labelled(evidence: Evidence, name: str) -> Found | None:
    for labelled in evidence.labelled.get(name, ()):
        if value := _read(labelled.value[:_REACH], evidence):
            return Found(value, (labelled.line.id,))
    return None


def read_date(text: str, language: str) -> str:
    """The first whole date in the text as YYYY-MM-DD, or ""."""
    if not holds_figure(text):
        return ""
    if match := _ISO.search(text):
        year, month, day = (int(part) for part in match.groups() if part)
        return _iso(year, month, day)
    if match := _NUMBERS.search(text):
        dotted = "." in match[0] and int(match[2]) <= 12  # as only those write who put the day first
        return _by_numbers(int(match[1]), int(match[2]), int(match[3]), "" if dotted else language)
    names = months(language)
    if match := _DAY_FIRST.search(text):
        return _iso(int(match[3]), names.get(match[2].lower(), 0), int(match[1]))
    if match := _MONTH_FIRST.search(text):
        return _iso(int(match[3]), names.get(match[1].lower(), 0), int(match[2]))
    return ""


def _by_numbers(first: int, second: int, year: int, language: str) -> str:
    """Day before month but in English, where only a number above twelve tells them apart."""
    if language != "en":
        return _iso(year, second, first)
    if first > 12:
        return _iso(year, second, first)
    return _iso(year, first, second) if second > 12 or first == second else ""


def _iso(year: int, month: int, day: int) -> str:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return ""
