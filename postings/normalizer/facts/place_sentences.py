"""Where the work is done, told in sentences: "located in City, State", "our Hamburg office", "a baker in Hamburg"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from postings.normalizer.facts.cities import CITY, CITY_STATE, STATES, is_city, known_part, may_name_city
from postings.normalizer.facts.evidence import Evidence, Found, Line
from postings.normalizer.facts.lexicon import own_phrases, phrases, spans
from postings.normalizer.facts.workplace import find_workplace

OF_JOB = 3  # how much it weighs that a sentence speaks of the job
LONGEST_CODE = 3  # characters; "EU", "US" and "UK" bound remote work and name no place of it

_CITY_BEHIND = re.compile(
    rf" (?:our |the (?:state|city|town) of |the (?={CITY} (?:district|area|region)\b))?({CITY})"
    r"(?=[.,;:]|$| (?:and|or|with|as|but|for|to|on|at|district|area|region)\b)"
)
_OFFICE = (
    "(?:[Oo]ffice|offices|team|hub|headquarters|HQ|[Ss]tudio|store|site|depot|warehouse|lab|branch|factory|clinic)"
)
_OUR_OFFICE = re.compile(
    rf"(?:[Oo]ur|[Tt]heir) (?:(?:[a-z-]+ ){{0,2}}({CITY})(?:-based)? (?:[A-Z][a-z]+ )*?{_OFFICE}\b"
    rf"|(?:[a-z-]+ ){{0,2}}{_OFFICE} in ({CITY}))",
)
_STATE = re.compile(STATES)
_COMMA_HINT = re.compile(r", ?[A-Z]")
_POSTAL_HINT = re.compile(r" [A-Z]{2} \d{5}")
_PLACED = re.compile(
    r"(?:\b(?:located|based|office|offices|headquartered|position|role|team|hub|site|facility|location|in|near"
    r"|outside|downtown|our|for|at|commut\w+"
    r"|(?:side|area|part|heart|cent(?:er|re)|suburb|city|town|minutes|miles) of))[\w’' -]{0,18}$",
    re.IGNORECASE,
)
_PART_BEHIND = re.compile(r" (?:[Oo]ffice|[Tt]eam|[Ss]tore|[Bb]ranch|[Cc]ampus|[Ff]acility|[Pp]lant|[Ll]ocation)\b")
_OF_BRAND = re.compile(r"\b(?:brand|chain|group|franchise) with [a-z ]*(?:locations|hotels|stores|restaurants) in $")
_SURE = re.compile(
    r"(?:located|based|position|role|office|hub|site|location|facility|work|commut)[\w’' ,-]{0,30}$"
    r"|\bheadquartered\b[^.]{0,100}$",
    re.IGNORECASE,
)
_MUST = re.compile(r"\b(?:must|should|need to|required to) (?:also )?(?:be )?$")
_LABEL_IN_CITY = re.compile(r"(?:[\w’'-]+ )*(?:Location|Office|City|Address|Site) (?=[A-Z])")
_STREET = re.compile(
    r"\b\d{1,5} (?:[\w.’'-]+ ){1,4}(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Highway|Hwy|Way"
    r"|Parkway|Pkwy|Court|Ct|Place|Square|Pike|Fwy)\.?,? (?:(?:Suite|Ste\.?|Unit|#) ?[\w-]+,? )?$"
)
_JOINED = re.compile(
    r"[,;/&]? (?:and |or |& |but (?:may )?also (?:include )?|as well as "
    r"|with (?:another|a second) (?:location|office|site|store) in )?"
)
_AND_CITY = re.compile(rf"(?:,? and|,? or| &) ({CITY})(?!\w)")
_JOINED_TO = re.compile(rf"\b({CITY}) (?:and|or|&|/) $")
_OF_JOB = re.compile(r"\b(?:position|role|job|opening)\b[^.]{0,50}$")


def city_and_state(evidence: Evidence) -> Found | None:
    """A city and its state behind words that place something, the job before all else."""
    found: list[tuple[int, str, str]] = []
    beside: dict[str, tuple[str, ...]] = {}  # place -> it and those that its sentence lists with it
    postal = [line for line in evidence.numbered if _POSTAL_HINT.search(line.text)]
    told = set(map(id, (*evidence.once(lines_with_comma), *postal)))
    for line in [line for line in evidence.lines if id(line) in told]:
        if len(addresses := list(_addresses(line.text))) > 1:
            return Found(tuple(dict.fromkeys(addresses)), (line.id,))
        for match in CITY_STATE.finditer(line.text):
            label = _LABEL_IN_CITY.match(match[1])
            place = match[0][label.end() :] if label else match[0]
            city = match[1][label.end() :] if label else match[1]
            before = line.text[max(0, match.start() - 110) : match.start() + (label.end() if label else 0)]
            if (
                not _OF_BRAND.search(before)
                and (_PLACED.search(before) or _STREET.search(before) or _PART_BEHIND.match(line.text, match.end()))
                and (place.startswith("Washington, D") or not _STATE.fullmatch(city))
                and not (city.isupper() and len(city) < 4)
            ):
                weight = OF_JOB if _OF_JOB.search(before) else 2 if _SURE.search(before) else 1
                found.append((weight, place, line.id))
                listed = (*_listed_before(before, evidence.language), place, *_listed_behind(line.text, match.end()))
                beside.setdefault(place, listed)
    if not found:
        return None
    best = max(weight for weight, _, _ in found)
    workplace = evidence.once(find_workplace) if best < OF_JOB else None
    if workplace and workplace.value == "remote":  # what else is named is where the employer sits
        return None
    place, block = next((place, block) for weight, place, block in found if weight == best)
    return Found(tuple(dict.fromkeys(beside[place])), (block,))


def _addresses(text: str) -> Iterator[str]:
    """Streets with their cities and states, as a line lists them where there are several places of work."""
    for match in CITY_STATE.finditer(text):
        if street := _STREET.search(text, max(0, match.start() - 60), match.start()):
            yield text[street.start() : match.end()]


def _listed_before(before: str, language: str) -> Iterator[str]:
    """The known city that stands in front of one with its state, joined to it ("Hamburg or Marlow, OH")."""
    match = _JOINED_TO.search(before)
    city = known_part(match[1], language) if match else ""
    if match and city and match[1].endswith(city):
        yield city


def _listed_behind(text: str, end: int) -> Iterator[str]:
    """The cities with their states that stand behind one, joined to it as in a list."""
    while (joined := _JOINED.match(text, end)) and (match := CITY_STATE.match(text, joined.end())):
        yield match[0]
        end = match.end()
    match = _AND_CITY.match(text, end)
    if match and is_city(match[1].rstrip("."), "en"):
        yield match[1].rstrip(".")


def lines_with_comma(evidence: Evidence) -> list[Line]:
    """The lines in which a comma stands in front of a capital: the only ones that can name a city with its state."""
    return [evidence.lines[number] for number in sorted(evidence.numbers_matching(_COMMA_HINT))]


def where_job_is(evidence: Evidence) -> Found | None:
    """A city without more, where a sentence says that the job is there ("This role is based in Marlow")."""
    joined = evidence.present("joined_in")
    words = (*evidence.present("placed_in"), *joined)
    for line in evidence.lines_with(words):
        for start, end in spans(line.lower, words):
            city = _CITY_BEHIND.match(line.text, end)
            of_job = (
                line.lower[start:end] in joined
                or _MUST.search(line.lower, 0, start)
                or _OF_JOB.search(line.lower[max(0, end - 60) : end])
            )
            name = city[1].strip(".") if city and of_job else ""
            if len(name) > LONGEST_CODE:
                return Found((name,), (line.id,))
    return None


def where_sought(evidence: Evidence) -> Found | None:
    """A known city in the sentence that seeks somebody ("We are looking for a baker in Hamburg")."""
    language = evidence.language
    if not may_name_city(evidence.words, language):
        return None
    in_city = _in_known_city(language)
    for line in evidence.lines_with(evidence.present("seeking")):
        for _, end in spans(line.lower, evidence.present("seeking"))[:1]:
            for match in in_city.finditer(line.text, end):
                if is_city(city := match[1].rstrip("."), language):
                    return Found((city,), (line.id,))
    return None


def at_our_office(evidence: Evidence) -> Found | None:
    """The only known city whose office or team the text calls its own ("our Hamburg office")."""
    found = {}
    for hint in ("our ", "Our ", "their ", "Their "):
        for place in evidence.places(hint):
            match = _OUR_OFFICE.match(evidence.text, place)
            named = (match[1] or match[2]).removesuffix("-based") if match else ""
            city = known_part(named, evidence.language) if named else ""
            if match and match[1] and not city and match[0].endswith(" office") and _may_be_town(named):
                found[named] = evidence.line_at(place)
            if is_city(city, evidence.language):
                found[city] = evidence.line_at(place)
    return Found(tuple(found), (next(iter(found.values())).id,)) if len(found) == 1 else None


def _may_be_town(name: str) -> bool:
    """Whether "our … office" names a town and no field of work ("our Marketing office")."""
    return not any(word.lower() in own_phrases("field_of_work", "en") for word in name.split())


@cache
def _in_known_city(language: str) -> re.Pattern[str]:
    before = "|".join(map(re.escape, phrases("before_city", language)))
    return re.compile(rf"\b(?:{before}) ({CITY})")
