"""Where a name of the employer stands beside the text: titles of the posting and its page, the page's copyright line.

A title is "Role - Employer", "Employer | Role", "Careers at Employer".  A part of it is a name where it holds a word
that only organizations have ("Library", "College"), or where the rest of a page's title is the job's title.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from postings.normalizer.facts.cities import CITY_STATE, is_address, is_city, is_city_in_country
from postings.normalizer.facts.company_phrases import organization_of
from postings.normalizer.facts.employment import FIELDS, LONGEST_OF_FIELDS
from postings.normalizer.facts.evidence import Evidence, Line
from postings.normalizer.facts.header import is_field
from postings.normalizer.facts.lexicon import labels, opening_words, own_phrases, phrases
from postings.normalizer.facts.title import has_role
from postings.normalizer.model import Dropped
from postings.normalizer.taxonomy import DropReason

# Votes.  A site's own name stands in its navigation or footer too; another part of a title may be a field of work.
ORGANIZATION, SITE, COPYRIGHT, BESIDE_PLACE, BETWEEN, LOGO = 3, 3, 2, 2, 5, 6
HEAD = 4
MOST_WORDS_BESIDE, MOST_WORDS_BEFORE = 6, 4
MOST_WORDS, LONGEST_JAPANESE = 8, 25
TOP_LINES = 3

_PARTS = re.compile(r"\s+[|–—·•-]\s+|\s+at\s+(?=(?:The )?[A-Z])|\s*\|\s*")
_AT = re.compile(
    r"^(?:Careers?|Jobs?|Vacancies|Opportunities|Work|Working|Employment) (?:at|with|for) ((?:The )?[A-Z].*)$"
)
_WORKING_AT = re.compile(
    r"(?:Werken bij|Arbeiten bei|Karriere bei|Jobs bei|Job hos|Jobba hos|Arbejd hos|Travailler chez|Lavora con"
    r"|Lavora in|Trabaja en|Trabalhe na|Praca w) (?:de |der |het |la )?(\w.+)$"
)
# "Snickare sökes till Bygdens Trähus i Marlow": of several words, as one may be a town.
_TO = re.compile(
    r"\shos ([A-ZÀ-Þ][\w’'-]+)(?= [–-] |,|$)"
    r"|\s(?:till|til|hos) ([A-ZÀ-Þ][\w’'-]+(?: (?:& )?[A-ZÀ-Þ][\w’'/-]+){1,3})(?= i |,|$)"
)
_SITE_BEHIND = re.compile(
    r"([A-ZÀ-Þ][\w&.’'-]+(?: [A-ZÀ-Þ&][\w&.’'-]*){0,3}) (?:Lavora con noi|Karriere|Jobs|Vacatures|Kariera|Carrières?"
    r"|Trabaja con nosotros|Trabalhe conosco|Lediga jobb|Job|Stellenangebote|Recrutement)$"
)
_NOUNS = frozenset(("en", "de"))  # languages in which a capital does not tell a name
_SITE_WORDS = re.compile(r"\s+(?:Careers?|Jobs?|Recruitment|Recruiting|Vacancies|Job Board|Employment)$", re.IGNORECASE)
_BEHIND_AT = re.compile(
    r"\s@\s?([^\W\d_][\w&.’' -]{1,40})$|^\[.*\s(?:na|no|at|bei|chez|en)\s([A-ZÀ-Þ][\w&.’' -]{1,40})$"
)
_CALLS = re.compile(
    r"\b(?:jobs?|opportunity|hiring|position|vacancy|opening|wanted|role|title|now|new)\b", re.IGNORECASE
)
_COPYRIGHT = re.compile(
    r"(?:©|\(c\)|[Cc]opyright)\s*(?:©\s*|&copy;\s*)?(?:(?:19|20)\d\d(?:\s?[-–]\s?(?:(?:19|20)?\d\d|[Pp]resent))?)?,?\s*"
    r"(?:by )?((?:The )?[A-Z0-9][\w&’'.-]*(?: (?:of|and|the|for|&|[A-Z0-9][\w&’'.-]*)){0,6})"
)
_TITLE = DropReason.TITLE
_COPYRIGHT_SIGNS = ("©", "(c)", "opyright")
_PLACE = re.compile(r",|\b[A-Z]{2}$|\d")
_DAY_BEHIND = re.compile(r"\s\d{1,2}(?:st|nd|rd|th)? [A-Z][a-z]{2,8} \d{4}$|\s[A-Z][a-z]{2,8} \d{1,2}, \d{4}$")
LONGEST_COUNTRY = 20  # characters
_DEPARTMENT = re.compile(r" \(\d{2,3}\)")
# What stands in place of the employer's picture: "Halden Mills logo", "Logo van Halden".
_LOGO = re.compile(r"(?:[Ll]ogo(?:[:-]| van| von| der| de| of)? ([A-ZÀ-Þ].{2,50})|([A-ZÀ-Þ].{2,50}?)(?: -)? [Ll]ogo)$")
_JAPANESE_SENTENCE = re.compile(r"[、。：:｜|／/「」【】をはがでに]")
_ASIDE = re.compile(r"\s*\([^()]*\)$")


def votes_from_titles(evidence: Evidence) -> Iterator[tuple[str, int, Line]]:
    """Names, how much each weighs, and a line of the posting to show it by."""
    if not evidence.lines:
        return
    document = evidence.document
    first = evidence.lines[0]
    titles = [(document.title, first), (document.stated.title, first)]
    titles += [(line.text, line) for line in evidence.lines[:TOP_LINES] if line.reason is _TITLE]
    for title, line in titles if evidence.language == "en" else ():
        if title:
            yield from ((name, ORGANIZATION, line) for name in _organizations(title))
    outcomes = document.outcomes
    dropped = ((block, outcomes.get(block.id)) for block in document.blocks)
    furniture = [
        block.text[:200]
        for block, outcome in dropped
        if isinstance(outcome, Dropped) and outcome.reason is not _TITLE  # else the title would speak for itself
    ]
    for name in _of_site(document.title, evidence.language) if document.title else ():
        if any(name in text for text in furniture) and (evidence.language == "en" or _is_told(name, evidence)):
            yield name, SITE, first
    marked = [text for text in furniture if any(map(text.__contains__, _COPYRIGHT_SIGNS))]
    for name in _PARTS.split(document.title)[1:] if marked and evidence.language != "en" else ():
        if any(name in text for text in marked) and _is_told(name, evidence):
            yield name, SITE, first
    for match in filter(None, map(_COPYRIGHT.search, marked)):
        name = _SITE_WORDS.sub("", match[1])
        if evidence.language == "en" or _is_told(name, evidence):
            yield name, COPYRIGHT, first


def _is_told(name: str, evidence: Evidence) -> bool:
    """Whether the text itself has the first words of the name: a job board's page ends in the board's."""
    return " ".join(name.split()[:2]).rstrip(".,") in evidence.text and not is_city(name, evidence.language)


def votes_from_top(evidence: Evidence) -> Iterator[tuple[str, int, Line]]:
    """Names on the first lines: beside a place, behind a forum's "@", or opening with a word for a public body."""
    language = evidence.language
    if language != "en" and evidence.lines:
        parts = _PARTS.split(evidence.document.title)[1:]
        yield from ((part, ORGANIZATION, evidence.lines[0]) for part in parts if _is_public(part, language))
        yield from ((match[1], SITE, evidence.lines[0]) for match in map(_WORKING_AT.match, parts) if match)
        for part in map(_SITE_BEHIND.match, parts):
            if part and evidence.text.count(part[1]) > 1:
                yield part[1], SITE, evidence.lines[0]
    for number, line in enumerate(evidence.lines[:HEAD]):
        text = line.text
        if len(text) > LONGEST_OF_FIELDS or text.endswith((".", "?", "!", ":")):
            continue
        below_title = number == 1 and line.reason is _TITLE and _stands_below_title(text, evidence)
        if below_title or _stands_between_title_and_place(number, evidence):
            yield text, ORGANIZATION if below_title else BETWEEN, line
        if number == 1 and (name := _organization_with_date(text)) and has_role(evidence.lines[0].text, language):
            yield name, ORGANIZATION, line
        if language != "en" and (match := organization_of(language).fullmatch(text)):
            yield match[1], ORGANIZATION, line
        if language == "ja" and number and _ends_as_organization(text):
            yield text, ORGANIZATION, line
        if number < TOP_LINES and (match := _LOGO.match(text)):
            yield match[1] or match[2], LOGO, line
        if number == 0:
            yield from ((name, weight, line) for name, weight in _around_title(text, evidence))
        if number < TOP_LINES and (match := _BEHIND_AT.search(text)):
            yield match[1] or match[2], ORGANIZATION, line
        parts = [part.strip() for part in FIELDS.split(text)]
        beside = len(parts) > 1 and (
            any(is_city(part, language) for part in parts[1:]) or CITY_STATE.search(text, len(parts[0]) + 1)
        )
        if number and beside and 0 < len(parts[0].split()) <= MOST_WORDS_BESIDE and not has_role(parts[0], language):
            yield parts[0], BESIDE_PLACE, line
        if language != "en":
            yield from ((part, ORGANIZATION, line) for part in parts if _is_public(part, language))
    behind_to = _TO.search(evidence.lines[0].text) if language in ("da", "sv") and evidence.lines else None
    name = (behind_to[1] or behind_to[2]) if behind_to else ""
    if name and not is_city(name.split()[0], language):
        yield name, ORGANIZATION, evidence.lines[0]
    for number, line in enumerate(evidence.lines) if language not in _NOUNS else ():
        speaks_of_it = number < TOP_LINES or _is_of_company(line.heading, language)
        if speaks_of_it and (match := _opening_name(language).match(line.text)):
            yield match[1], ORGANIZATION, line


def _ends_as_organization(text: str) -> bool:
    """Whether a Japanese line is a name with a word for an organization."""
    kinds = own_phrases("organization_behind", "ja")
    holds = any(text.endswith(kind) or (len(kind) > 2 and kind in text) for kind in kinds) and text not in kinds
    return holds and len(text) <= LONGEST_JAPANESE and not _JAPANESE_SENTENCE.search(text)


def _is_of_company(heading: str, language: str) -> bool:
    """Whether a heading says that the company is told below it ("Organisatie")."""
    lower = heading.strip(" :").lower()
    return lower in own_phrases("company_heading", language) or "company" in labels(language).get(lower, ())


@cache
def _opening_name(language: str) -> re.Pattern[str]:
    """A name with a word for a public body in front, at the beginning of a sentence ("Hotel Halden i Marlow har …")."""
    words = "|".join(f"[{word[0].upper()}{word[0]}]{re.escape(word[1:])}" for word in opening_words(language))
    of = "(?: (?:d[aeiou]|del|della|des|dos|van|der|la|le))?"
    word = r"[A-ZÀ-Þ][\w’'-]+"
    article = "(?:(?:En|Em|Na|No|Chez|Bij|W|Presso) )?(?:(?:De|Het|La|Le|El|Il|O|A) )?"
    return re.compile(rf"{article}((?:{words}){of} {word}(?:{of} {word}){{0,2}})(?= [a-zà-ÿ]|,)")


def _stands_between_title_and_place(number: int, evidence: Evidence) -> bool:
    """Whether a line is a name between one with a role and one that begins with a place, as on pages of job boards."""
    if not 0 < number < len(evidence.lines) - 1 or not _may_be_name(evidence.lines[number].text, evidence):
        return False
    above, below = evidence.lines[number - 1].text, evidence.lines[number + 1].text
    if len(above) > LONGEST_OF_FIELDS or above.endswith((".", ":")) or not has_role(above, evidence.language):
        return False
    place = _ASIDE.sub("", below)
    return (
        bool(CITY_STATE.match(below))
        or is_address(below)
        or is_city(place, evidence.language)
        or is_city(FIELDS.split(place)[0].strip(), evidence.language)
        or is_city_in_country(place, evidence.language)
        or place.lower() in phrases("country", evidence.language)
    )


def _may_be_name(text: str, evidence: Evidence) -> bool:
    """Whether a line may be a name: a few words, the first with a capital, and no place, field, label or role."""
    language = evidence.language
    in_bounds = text[:1].isupper() and len(text.split()) <= MOST_WORDS_BESIDE and len(FIELDS.split(text)) == 1
    other = has_role(text, language) or is_city(text, language) or is_field(text, language)
    country = text.lower() in phrases("country", language) or CITY_STATE.fullmatch(text)
    fields = {found.value for found in evidence.labelled.get("other", ())}  # a department's name, told as such
    return in_bounds and not other and not country and text.lower() not in labels(language) and text not in fields


def _stands_below_title(text: str, evidence: Evidence) -> bool:
    """Whether a line below the title is a name that the text goes on to use."""
    language = evidence.language
    used = language != "en" or evidence.lower.count(text.lower()) == evidence.text.count(text) > 1
    used = used or (text.count(" ") > 1 and evidence.text.count(" ".join(text.split()[:2])) > 1)
    return used and _may_be_name(text, evidence)


def _around_title(text: str, evidence: Evidence) -> Iterator[tuple[str, int]]:
    """The name in front of the title ("Halden Mills: Night Baker"), or behind it where the text goes on to use it."""
    language = evidence.language
    name, colon, title = text.partition(": ")
    in_bounds = name[:1].isupper() and len(name.split()) <= MOST_WORDS_BEFORE
    is_name = (
        colon
        and in_bounds
        and "#" not in title
        and not _CALLS.search(name)
        and name.lower() not in labels(language)
        and not has_role(name, language)
    )
    if is_name and has_role(title, language):
        yield name, ORGANIZATION
    title, _, last = text.rpartition(" - ") if " - " in text else text.rpartition(" | ")
    in_bounds = last[:1].isupper() and len(last.split()) <= MOST_WORDS_BEFORE
    other = last.isupper() or has_role(last, language) or is_city(last, language) or _is_told_as_place(last, evidence)
    is_name = title and in_bounds and not other
    is_used = is_name and evidence.lower.count(last.lower()) == evidence.text.count(last) > 1
    if is_used and has_role(title, language):
        yield last, ORGANIZATION


def _is_told_as_place(name: str, evidence: Evidence) -> bool:
    """Whether the text has the name with a country or a department behind it ("Marlow, France", "Marlow (34)")."""
    countries = phrases("country", evidence.language)
    places = [place + len(name) for place in evidence.places(name)]
    behind = [evidence.text[place : place + LONGEST_COUNTRY] for place in places]
    return any(
        _DEPARTMENT.match(text) or (text[:2] == ", " and text[2:].lower().startswith(countries)) for text in behind
    )


def _organization_with_date(text: str) -> str:
    """The organization that a line below the title is, with the day of publication behind it or without it."""
    name = _DAY_BEHIND.sub("", text).strip(" ,-–|•·")
    words = name.split()
    is_name = 1 < len(words) <= MOST_WORDS_BESIDE and name[:1].isupper() and words[-1] in _organization_words()
    return name if is_name and not has_role(name, "en") else ""


def _is_public(part: str, language: str) -> bool:
    """A name that opens with a word for a public body ("Ville de Marlow") and holds no more."""
    lower = part.lower()
    opens = any(lower.startswith(f"{word} ") for word in own_phrases("organization_opening", language))
    return opens and part[0].isupper() and ":" not in part and len(part.split()) <= MOST_WORDS


def _organizations(title: str) -> Iterator[str]:
    """Parts of a title that are organizations by their words."""
    parts = _PARTS.split(title)
    for part in parts[1:] or (parts if not has_role(title, "en") else ()):
        words = part.split()
        known = any(word.strip(".,()") in _organization_words() for word in words)
        if known and 1 < len(words) <= MOST_WORDS and part[:1].isupper() and not has_role(words[-1], "en"):
            yield part


def _of_site(title: str, language: str) -> Iterator[str]:
    """The part of a page's title that is neither the job's title nor a place, where there is one such part."""
    if match := _AT.match(title):
        yield match[1]
        return
    parts = [_SITE_WORDS.sub("", part.strip()) for part in _PARTS.split(title)]
    boards = _boards(language)
    others = [part for part in parts if part and not has_role(part, language) and part.lower() not in boards]
    if len(parts) < 2 or len(others) != 1 or len(others) == len(parts):
        return
    name = others[0]
    if name[:1].isupper() and len(name.split()) <= 5 and not _PLACE.search(name) and not is_city(name, language):
        yield name


@cache
def _organization_words() -> frozenset[str]:
    return frozenset(word.title() for word in own_phrases("organization_noun", "en"))


@cache
def _boards(language: str) -> frozenset[str]:
    return frozenset(own_phrases("job_board", "en") + own_phrases("job_board", language))
