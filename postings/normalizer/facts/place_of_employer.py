"""Where the employer is, told in sentences: "a bakery located in the heart of Hamburg", "a Hamburg-based bakery".

It is the place of work where the posting names no other and the work is not done from afar.  In English only known
cities and states count: what else stands behind such words may be a market, a tower or a field of work.
"""

from __future__ import annotations

import re

from postings.normalizer.facts.cities import CITY, CITY_STATE, known_part
from postings.normalizer.facts.company import find_company
from postings.normalizer.facts.evidence import Evidence, Found
from postings.normalizer.facts.lexicon import own_phrases, spans
from postings.normalizer.facts.place_beside_title import NOUNS, WEAK
from postings.normalizer.facts.place_sentences import LONGEST_CODE
from postings.normalizer.facts.workplace import find_workplace

_IN_HEART = (
    r"(?: (?:the|a|an|our|heart|center|centre|middle|city|state|town|neighborhood|area|of|downtown|midtown|uptown"
    r"|greater|Greater|metro|[a-z]+ (?=in )|in)| [a-z]+(?:ing|ful|ant|ic|ny|ly|al)){0,6}"
)
_BEHIND = re.compile(rf"{_IN_HEART} ({CITY})(?!\w)")
_RIGHT_BEHIND = re.compile(rf" ({CITY})(?!\w)")
_AND = "(?:and|or|&|und|oder|et|ou|y|o|e|en|och|og|eller)"
_MORE = re.compile(rf",? {_AND} (?:[a-zà]{{1,2}} )?[A-ZÀ-Þ]|, [A-ZÀ-Þ]\w+(?:,| [a-z]{{1,5}} [A-ZÀ-Þ])")
_ELSEWHERE = re.compile(r"\b(?:offices|centers|centres|locations|sites|countries|worldwide|world|globe)\b")
_CITY = re.compile(r"[A-ZÀ-Þ][a-zà-ÿ’'-]+(?:[ -][A-ZÀ-Þ][a-zà-ÿ’'-]+){0,2}(?!\w)")
_BASED = ("-based", " based ")
_CITY_BEFORE = re.compile(rf"(?:^|[\s(])({CITY})$")


def where_employer_is(evidence: Evidence) -> Found | None:
    """The only known city or state in which the employer is said to be."""
    found: dict[str, str] = {}
    english = evidence.language == "en"
    words = evidence.present("employer_in", own=True)
    for line in evidence.lines_with(words):
        for _, end in spans(line.lower, words):
            match = (_BEHIND if english else _RIGHT_BEHIND).match(line.text, end)
            exact = CITY_STATE.match(line.text, match.start(1)) if match else None
            if not match or _MORE.match(line.text, (exact or match).end()) or _ELSEWHERE.search(line.text, end):
                continue
            if (
                place := exact[0]
                if exact
                else known_part(match[1], evidence.language)
                if english
                else match[1].rstrip(".")
            ):
                found[place] = line.id
    if not found and (beside := _beside_name(evidence)):
        return beside
    for sign in _BASED if english else ():
        for place in evidence.places(sign):
            match = _CITY_BEFORE.search(evidence.text[max(0, place - 40) : place])
            if match and (name := known_part(match[1], evidence.language)):
                found[name] = evidence.line_at(place).id
    if len(found) != 1:
        return None
    workplace = evidence.once(find_workplace)
    if workplace and workplace.value == "remote":
        return None
    ((name, block),) = found.items()
    return Found((name,), (block,))


def _beside_name(evidence: Evidence) -> Found | None:
    """Where the text says the employer is, right behind its name ("Hotel Halden i Marlow har tolv ovne")."""
    stated = evidence.document.known.company or evidence.document.stated.company
    words = [word for word in own_phrases("before_city", evidence.language) if word not in WEAK]
    if stated and not any(_city_at(place, evidence) for word in words for place in _behind(f" {word} ", evidence)):
        return None  # the text need not be asked for the name
    company = evidence.once(find_company)
    name = str(company.value) if company else evidence.document.stated.company
    for word in words if name else ():
        for place in _behind(f"{name} {word} ", evidence):
            if city := _city_at(place, evidence):
                return Found((city,), (evidence.line_at(place).id,))
    return None


def _behind(words: str, evidence: Evidence) -> list[int]:
    """The places in the text right behind these words."""
    return [place + len(words) for place in evidence.places(words)]


def _city_at(place: int, evidence: Evidence) -> str:
    """The city that stands at a place in the text; "": there is none."""
    match = _CITY.match(evidence.text, place)
    city = match[0].rstrip(".") if match else ""
    if city and evidence.language in NOUNS:
        city = known_part(city, evidence.language)
    return city if len(city) > LONGEST_CODE else ""
