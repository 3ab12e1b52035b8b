"""Where the work is done: from a label, or from "located in City, State" where one such place is named."""

from __future__ import annotations

import re
from collections.abc import Iterator

from postings.normalizer.facts.evidence import Evidence, Found
from postings.normalizer.facts.header import find_header
from postings.normalizer.facts.lexicon import has, phrases, spans
from postings.normalizer.taxonomy import DropReason

LONGEST_PLACE = 90
SHORT_PLACE = 60
LONGEST_CODE = 3  # characters; "EU", "US" and "UK" bound remote work and name no place of it

_STATES = (
    "Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho"
    "|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|"
    "Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New "
    "Jersey|New Mexico|New York|North Carolina|"
    "North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Texas"
    "|Utah|Vermont|Virginia|Washington|"
    "West Virginia|Wisconsin|Wyoming"
)
_CODES = (
    "AL|AK|AZ|AR|CA|CO|CT|DE|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH"
    "|OK|OR|PA|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY|DC|"
    "ON|BC|AB|QC|MB|SK|NS|NB|NSW|VIC|QLD|UK|USA|US|D\\.C\\.|N\\.Y\\.|N\\.J\\."
)
_CITY = r"(?<!\w)[A-ZÀ-Þ][\w’'.-]{1,30}(?:[ -](?:[A-ZÀ-Þ][\w’'.-]{1,30}|of|de|on)){0,3}"
_CITY_STATE = re.compile(
    rf"({_CITY})(?:, ?(?:{_STATES}|(?:{_CODES})(?!\w))(?! (?:Word|Excel|Office|Outlook|Power"
    rf"|Project))(?:,?[ -]+\d{{5}})?| (?:{_CODES}) \d{{5}})(?![\w-])"
)
_CITY_CODE, _CITY_ALONE = re.compile(rf"{_CITY} (?:{_CODES})"), re.compile(_CITY)
_CITY_BEHIND = re.compile(rf" (?:our )?({_CITY})(?=[.,;:]|$| (?:and|or|with|as|but|for|to|on|at)\b)")
_ALTERNATIVE = re.compile(r"\s?[;/]\s?|\s(?:and|or)\s(?=[A-ZÀ-Þ])")
_STATE = re.compile(_STATES)
_COMMA_HINT = re.compile(r", ?[A-Z]")
_POSTAL_HINT = re.compile(r" [A-Z]{2} \d{5}")
_COMMUTE = re.compile(
    rf"({_CITY}, (?:{_STATES}|(?:{_CODES})(?!\w))(?: \d{{5}})?|(?<=elocate:)\s?(?:{_STATES})): ?(?:Reliably|Relocate)"
)
_IN_CITY = re.compile(rf"\b(?:in|en|à|à|em|w) ({_CITY})$")
_PLACED = re.compile(
    r"(?:\b(?:located|based|office|offices|headquartered|position|role|team|hub|site|facility|location|in|near"
    r"|outside|downtown|our|for|at))[\w’' -]{0,18}$",
    re.IGNORECASE,
)
_SURE = re.compile(
    r"(?:located|based|position|role|office|hub|site|location|facility|work)[\w’' ,-]{0,30}$", re.IGNORECASE
)
_OF_JOB = re.compile(r"\b(?:position|role|job|opening)\b[^.]{0,50}$")
_NO_PLACE = re.compile(
    "^(?:in[- ]person|one location|multiple locations?|various|on[- ]?site|remote|hybrid|home|n/?a|tbd"
    r"|flexible|worldwide|anywhere|office|see|the road|field)\b",
    re.IGNORECASE,
)
_APPLICATION = DropReason.APPLICATION
_IN_BRACKETS = re.compile(r"\(([^()]{3,60})\)")
_DAYS = re.compile(r"\b(?:days?|hours?|week)\b")
_LONG_ASIDE = re.compile(r"\s?\([^()]{31,}\)")
_WORDS_OF_WORKPLACE = re.compile(
    r"^(?:remote|on-?site|hybrid|in[- ]person|homeoffice|télétravail|remoto|híbrido|presencial)\b[\s:,/–-]*",
    re.IGNORECASE,
)
_POSTAL = re.compile(rf"(?:[A-Z]{{1,2}}-)?\d{{4,5}} {_CITY}")
_ADDRESS = re.compile(
    r"^\d{1,5}(?:-\d{1,3})? [A-Z0-9][\w .’'-]{3,60}(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr"
    r"|Highway|Hwy|Way|Suite|Parkway|Pkwy|Court|Ct|Place|Square|Trail|Circle|Terrace|Plaza|Pike|Turnpike)\b"
)


def find_locations(evidence: Evidence) -> Found | None:
    """The places of work."""
    for labelled in evidence.labelled.get("location", ()):
        places = tuple(_places(labelled.value, evidence.language))
        if places:
            return Found(places, (labelled.line.id,))
    return (
        _from_header(evidence)
        or _from_top(evidence)
        or _from_commute(evidence)
        or _from_sentences(evidence)
        or _alone(evidence)
        or _where_job_is(evidence)
    )


def names_city(name: str, text: str) -> bool:
    """Whether the text names the name's state behind it: then it is a city."""
    return bool(re.search(rf"(?<!\w){re.escape(name)}, (?:{_STATES}|(?:{_CODES}))(?!\w)", text))


def _places(value: str, language: str) -> Iterator[str]:
    """The places in a label's value: several are parted by ";", "|" or "/", or by "and"."""
    value = re.split(
        r"(?:(?<=[a-z)])|(?<=[A-Z]{2}))(?=[A-Z][a-z]+ ?[A-Z]?[a-z]*:)|\.\s+(?=[A-Z][a-z]+ [a-z])|\n", value
    )[0].strip(" .,*")
    if _NO_PLACE.match(value):
        inner = _IN_BRACKETS.search(value)
        value = inner[1] if inner else _WORDS_OF_WORKPLACE.sub("", value)
        if _NO_PLACE.match(value) or not any(c.isupper() for c in value):
            return
    exact = [match[0] for match in _CITY_STATE.finditer(value)]
    if exact and value[:1].islower():
        yield from exact
        return
    if has(value.partition(",")[0].lower(), phrases("sentence_verb", language)):
        yield from exact or _told_in(value, language)
        return
    if value[:1].islower() or (value[:1].isdigit() and "%" in value):
        city = _IN_CITY.search(value)
        value = city[1] if city else ""
    value = _LONG_ASIDE.sub("", value)
    for part in re.split(r"\s?[;|]\s?|\s/\s|, (?:and|or) [a-z].*|\s(?:and|und|et|y|or|oder)\s(?=[A-ZÀ-Þ])", value):
        part = _without_aside(part, language)
        if _is_place(part):
            yield part


def _told_in(sentence: str, language: str) -> Iterator[str]:
    """The cities behind the words of a sentence that announce a place ("is based in Marlow or Halden")."""
    for _, end in spans(sentence.lower(), phrases("placed_in", language))[:1]:
        cities = re.match(rf" ({_CITY}(?:(?:, | or | and ){_CITY})*)(?=[.,;]|$)", sentence[end:])
        yield from re.split(r", | or | and ", cities[1]) if cities else ()


def _without_aside(part: str, language: str) -> str:
    """The place without words in brackets that speak of something else."""
    for aside in _IN_BRACKETS.findall(part):
        if (
            len(aside) > 30
            or _DAYS.search(aside)
            or has(aside.lower(), (*phrases("remote", language), *phrases("on_site", language)))
        ):
            part = part.replace(f"({aside})", "")
    return " ".join(part.split()).strip(" .,;:*-–")


def _is_place(part: str) -> bool:
    if not 2 <= len(part) <= LONGEST_PLACE or not any(c.isupper() or c > "\u3040" for c in part) or "@" in part:
        return False
    words = part.split()
    lower = [word for word in words if word[:1].islower()]
    return len(words) <= 14 and len(lower) <= max(1, len(words) // 3)


def _from_header(evidence: Evidence) -> Found | None:
    """The parts of a line of fields that are a city with its state or country."""
    header = find_header(evidence)
    parts = [_WORDS_OF_WORKPLACE.sub("", part).removeprefix("in ") for part in header.parts] if header else []
    alternatives = [place for part in parts for place in _ALTERNATIVE.split(part)]
    places = tuple(dict.fromkeys(place for text in alternatives if _is_city(place := text.strip(" .*"), evidence)))
    if header and not places:  # "ONSITE - Marlow"
        behind = [part for part, whole in zip(parts, header.parts, strict=True) if part != whole]
        places = tuple(part for part in behind if _CITY_ALONE.fullmatch(part) and len(part) > LONGEST_CODE)
    return Found(places, (header.line.id,)) if header and places else None


def _is_city(place: str, evidence: Evidence) -> bool:
    """A city and what it lies in: "Marlow, OH", "Marlow OH", "Halden, Norway"."""
    if _CITY_STATE.fullmatch(place) or _CITY_CODE.fullmatch(place):
        return True
    city, _, country = place.rpartition(",")
    return country.strip().lower() in phrases("country", evidence.language) and bool(_CITY_ALONE.fullmatch(city))


def _from_top(evidence: Evidence) -> Found | None:
    """An address, or City, State, alone on one of the first lines."""
    for line in evidence.lines[:8]:
        if len(line.text) >= LONGEST_PLACE:
            continue
        place = line.text.strip(" .*")
        if _CITY_STATE.fullmatch(place) or _POSTAL.fullmatch(place) or _ADDRESS.match(line.text):
            return Found((place,), (line.id,))
    return None


def _is_address(text: str) -> bool:
    return bool(_ADDRESS.match(text) and _CITY_STATE.search(text))


def _from_commute(evidence: Evidence) -> Found | None:
    """What a job board asks about: "City, ST 12345: Reliably commute or planning to relocate"."""
    for line in evidence.lines_with(("elocat",)):
        if match := _COMMUTE.search(line.text):
            return Found((match[1].strip(),), (line.id,))
    return None


def _where_job_is(evidence: Evidence) -> Found | None:
    """A city without more, where a sentence says that the job is there ("This role is based in Marlow")."""
    joined = evidence.present("joined_in")
    words = (*evidence.present("placed_in"), *joined)
    for line in evidence.lines_with(words):
        for start, end in spans(line.lower, words):
            city = _CITY_BEHIND.match(line.text, end)
            of_job = line.lower[start:end] in joined or _OF_JOB.search(line.lower[max(0, end - 60) : end])
            name = city[1].strip(".") if city and of_job else ""
            if len(name) > LONGEST_CODE:
                return Found((name,), (line.id,))
    return None


def _alone(evidence: Evidence) -> Found | None:
    """The only place that stands on a line of its own."""
    lines = [evidence.lines[number] for number in sorted(evidence.numbers_matching(_COMMA_HINT))]
    lines = [line for line in lines if len(line.text) <= SHORT_PLACE and line.reason is not _APPLICATION]
    for is_place in (_CITY_STATE.fullmatch, _is_address):
        places = {text: line for line in lines if is_place(text := line.text.strip(" .*"))}
        if len(places) == 1:
            ((place, line),) = places.items()
            return Found((place,), (line.id,))
    return None


def _from_sentences(evidence: Evidence) -> Found | None:
    found: list[tuple[int, str, str]] = []
    numbers = evidence.numbers_matching(_COMMA_HINT) | evidence.numbers_matching(_POSTAL_HINT)
    for line in [evidence.lines[number] for number in sorted(numbers)]:
        for match in _CITY_STATE.finditer(line.text):
            before = line.text[max(0, match.start() - 60) : match.start()]
            if (
                _PLACED.search(before)
                and (match[0].startswith("Washington, D") or not _STATE.fullmatch(match[1]))
                and not (match[1].isupper() and len(match[1]) < 4)
            ):
                weight = 3 if _OF_JOB.search(before) else 2 if _SURE.search(before) else 1
                found.append((weight, match[0], line.id))
    if not found:
        return None
    best = max(weight for weight, _, _ in found)
    place, block = next((place, block) for weight, place, block in found if weight == best)
    return Found((place,), (block,))
