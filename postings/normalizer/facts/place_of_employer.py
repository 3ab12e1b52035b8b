"""Where the employer is, told in sentences: "a bakery located in the heart of Hamburg", "a Hamburg-based bakery".

It is the place of work where the posting names no other and the work is not done from afar.  In English only known
cities and states count: what else stands behind such words may be a market, a tower or a field of work.
"""

from __future__ import annotations

import re

from postings.normalizer.facts.cities import CITY, CITY_STATE, STATES, is_city
from postings.normalizer.facts.evidence import Evidence, Found
from postings.normalizer.facts.lexicon import spans
from postings.normalizer.facts.workplace import find_workplace

_STATE = re.compile(rf"(?:(?:[Nn]orth|[Ss]outh|[Ee]ast|[Ww]est|[Cc]entral)(?:ern)? )?(?:{STATES})")
_IN_HEART = (
    r"(?: (?:the|a|an|our|heart|center|centre|middle|city|state|town|neighborhood|area|of|downtown|midtown|uptown"
    r"|beautiful|vibrant|historic|sunny|lovely|scenic|charming|greater|Greater|metro|[a-z]+ (?=in )|in)){0,6}"
)
_BEHIND = re.compile(rf"{_IN_HEART} ({CITY})(?!\w)")
_RIGHT_BEHIND = re.compile(rf" ({CITY})(?!\w)")
_AND = "(?:and|or|&|und|oder|et|ou|y|o|e|en|och|og|eller)"
_MORE = re.compile(rf",? {_AND} (?:[a-zà]{{1,2}} )?[A-ZÀ-Þ]|, [A-ZÀ-Þ]\w+(?:,| [a-z]{{1,5}} [A-ZÀ-Þ])")
_ELSEWHERE = re.compile(r"\b(?:offices|centers|centres|locations|sites|countries|worldwide|world|globe)\b")
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
            if place := exact[0] if exact else _known(match[1], evidence.language) if english else match[1].rstrip("."):
                found[place] = line.id
    for sign in _BASED if english else ():
        for place in evidence.places(sign):
            match = _CITY_BEFORE.search(evidence.text[max(0, place - 40) : place])
            if match and (name := _known(match[1], evidence.language)):
                found[name] = evidence.line_at(place).id
    if len(found) != 1:
        return None
    workplace = evidence.once(find_workplace)
    if workplace and workplace.value == "remote":
        return None
    ((name, block),) = found.items()
    return Found((name,), (block,))


def _known(name: str, language: str) -> str:
    """The longest beginning, or else ending, of some words that is a city known by name, or a state."""
    words = name.rstrip(".").split(" ")
    parts = [" ".join(words[:end]) for end in range(len(words), 0, -1)]
    parts += [" ".join(words[start:]) for start in range(1, len(words))]
    return next((part for part in parts if is_city(part, language) or _STATE.fullmatch(part)), "")
