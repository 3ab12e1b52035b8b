"""A place beside the title: "Bager, Hadsten", "Fornaio – Limonaia (BS)", where the text goes on to tell it as a place.

A name behind a comma or a dash may be the employer's or a department's too.  It is a place where the text elsewhere
says that something is in it, or where a province stands behind it.  English writes fields of work with capitals as well
("Manager, Marketing", "a degree in Marketing"), and German every noun: there only known cities are believed.
"""

from __future__ import annotations

import re

from postings.normalizer.facts.cities import CITY, is_city
from postings.normalizer.facts.evidence import Evidence, Found
from postings.normalizer.facts.header import is_field
from postings.normalizer.facts.lexicon import as_written, own_phrases, phrases
from postings.normalizer.facts.title import has_role

TOP_LINES = 3
LONGEST_LINE = 140  # characters
SHORTEST_NAME = 4
MOST_WORDS = 4
_FIELDS = re.compile(
    r"(?<=\))\s(?:in|en|à|a|em|i|w)\s(?=[A-ZÀ-Þ])|\s(?:EN|IN)\s(?=[A-ZÀ-Þ]{4})|\s[–—-]\s|[–—]|,\s|\s?[|·•]\s?|\s{2,}"
)
_CODE = re.compile(r"\s?\([A-Z0-9]{2,3}\)$|(?:(?<=[a-zà-ÿ])|(?<=[A-ZÀ-Þ]{4}))/[A-Z]{2}$")
_IN_DEPARTMENT = re.compile(r"(?<!\w)([A-ZÀ-Þ][a-zà-ÿ]+(?:-[\w’']+)* \((?:\d{2,3}|2[AB])\))$")
_PROVINCE = re.compile(rf"\s?\(({CITY})\)$")
_CITY = re.compile(CITY)
_AROUND = re.compile(rf" (?:{'|'.join(map(re.escape, as_written('and_around')))})$")
_ELSE, _AT_HOME = ("|".join(map(re.escape, as_written(name))) for name in ("or_word", "at_home"))
_OR_AT_HOME = re.compile(rf" (?:{_ELSE}|/) (?:{_AT_HOME})\b.*$")
# "Marlow Mills hiring Weaver in Marlow, Ohio, United States | …", "Weaver jobs in Marlow at Marlow Mills"
_OF_PAGE = re.compile(rf"\b(?:hiring\b[^|]+? |jobs? )in ({CITY}(?:, {CITY}){{0,2}})(?= at | \| |$)")
WEAK = frozenset(("de", "di", "su", "sur", "på", "hos"))  # stand before much that is no place
NOUNS = frozenset(("en", "de"))  # languages in which a capital does not tell a name


def in_page_title(evidence: Evidence) -> Found | None:
    """The place in a job board's title of its page."""
    match = _OF_PAGE.search(evidence.document.title) if " in " in evidence.document.title else None
    return Found((match[1],), ()) if match else None


def beside_title(evidence: Evidence) -> Found | None:
    """The only name beside the title that is a place."""
    found: dict[str, str] = {}
    for line in evidence.lines[:TOP_LINES]:
        if len(line.text) > LONGEST_LINE or ":" in line.text or line.text.endswith((".", "?", "!")):
            continue
        for field in _FIELDS.split(line.text)[1 if line is evidence.lines[0] else 0 :]:
            if place := _place_in(field.strip(), evidence):
                found[place] = line.id
        if evidence.language == "fr" and (behind := _IN_DEPARTMENT.search(line.text)):
            found.setdefault(behind[1], line.id)
    ((name, block),) = found.items() if len(found) == 1 else (("", ""),)
    return Found((name,), (block,)) if name else None


def _place_in(field: str, evidence: Evidence) -> str:
    """The place that a field is, with its province; nothing where it is something else."""
    language = evidence.language
    if is_city(_AROUND.sub("", field), language):
        return field
    if (city := _OR_AT_HOME.sub("", field)) != field and is_city(city, language):
        return city
    if language in NOUNS:
        return ""
    code, province = _CODE.search(field), _PROVINCE.search(field)
    behind = code or province
    words = (field[: behind.start()] if behind else field).split(" ")
    while len(words) > 1 and (is_field(words[0], language) or words[0].lower() in _openings(language)):
        words = words[1:]
    name = " ".join(words)
    if not name[:1].isupper() or len(words) > MOST_WORDS or not _may_be_place(name, language):
        return ""
    told = code or _is_told_as_place(name, evidence) or (province and _is_province(province[1], evidence))
    return name + (behind[0] if behind else "") if told else ""


def _is_province(name: str, evidence: Evidence) -> bool:
    known = is_city(name, evidence.language) or name.lower() in own_phrases("province", evidence.language)
    return known or _is_told_as_place(name, evidence)


def _openings(language: str) -> tuple[str, ...]:
    return own_phrases("employer_in", language) + own_phrases("label_location", language)


def _may_be_place(name: str, language: str) -> bool:
    first = name.split(" ", 1)[0].lower()
    other = has_role(name, language) or is_field(name, language) or name.lower() in phrases("country", language)
    return not other and first not in own_phrases("organization_opening", language)


def _is_told_as_place(name: str, evidence: Evidence) -> bool:
    if len(name) < SHORTEST_NAME or not _CITY.fullmatch(name):
        return False
    words = (*own_phrases("before_city", evidence.language), *own_phrases("employer_in", evidence.language))
    told = [place for word in words if word not in WEAK for place in evidence.places(f" {word} {name}")]
    studies = own_phrases("studied_in", evidence.language)
    studied = [place for place in told if evidence.lower.endswith(studies, 0, place)] if studies else ()
    return len(told) > len(studied)
