"""Where the work is done: from a label, a short line of the top that names a place, or a sentence that does."""

from __future__ import annotations

import re
from collections.abc import Iterator

from postings.normalizer.facts.cities import (
    CITY,
    CITY_STATE,
    CODES,
    STATES,
    is_address,
    is_city,
    is_city_and_state,
    is_city_in_country,
)
from postings.normalizer.facts.company_phrases import legal
from postings.normalizer.facts.evidence import Evidence, Found, Labelled
from postings.normalizer.facts.header import find_header
from postings.normalizer.facts.lexicon import has, own_phrases, phrases, spans
from postings.normalizer.facts.place_beside_title import beside_title, in_page_title
from postings.normalizer.facts.place_of_employer import where_employer_is
from postings.normalizer.facts.place_sentences import (
    LONGEST_CODE,
    at_our_office,
    city_and_state,
    lines_with_comma,
    where_job_is,
    where_sought,
)
from postings.normalizer.facts.title import has_role
from postings.normalizer.taxonomy import DropReason

LONGEST_PLACE = 90
LONGEST_OF_FIELDS = 140
SHORT_PLACE = 60
TOP_LINES = 4  # among which a country alone says where the job is
MOST_PLACES = 20

_GLUED_CITY = re.compile(rf"({CITY}, (?:{CODES}))(?=[A-Z][a-z])")
_CITY_CODE, _CITY_ALONE = re.compile(rf"{CITY} (?:{CODES})"), re.compile(CITY)
_ALTERNATIVE = re.compile(r"\s?[;/]\s?|\s(?:and|or)\s(?=[A-ZÀ-Þ])")
_COMMUTE = re.compile(
    rf"((?:(?<=elocate:)|(?<=elocate: ))[A-Z][^:\n]{{2,40}}, (?:{STATES}|(?:{CODES})(?!\w))(?: \d{{5}})?"
    rf"|{CITY}, (?:{STATES}|(?:{CODES})(?!\w))(?: \d{{5}})?|(?<=elocate:)\s?(?:{STATES})): ?(?:Reliably|Relocate)"
)
_IN_CITY = re.compile(rf"\b(?:in|en|à|à|em|w) ({CITY})$")
_VALUE_ENDS = re.compile(
    r"(?:(?<=[a-z)])|(?<=[A-Z]{2}))(?=[A-Z][a-z]+ ?[A-Z]?[a-z]*:)|\.\s+(?=[A-Z][a-z]+ [a-z])|\n"
    "|, (?=(?:à|a|near|close|nahe|tæt|dicht|nära|cerca|vicino) )"
)
_GOES_ON = re.compile(r" (?!and |or |USA?\b|United)[A-Za-z]")
_NO_PLACE = re.compile(
    "^(?:in[- ]person|one location|multiple locations?|various|on[- ]?site|remote|hybrid|home|n/?a|tbd"
    r"|flexible|worldwide|anywhere|office|see|the road|field)\b",
    re.IGNORECASE,
)
_APPLICATION = DropReason.APPLICATION
_IN_BRACKETS = re.compile(r"\(([^()]{2,60})\)")
_IN_SQUARES = re.compile(r"\[([^\[\]]{3,40})\]")
_JAPANESE = re.compile(r"(?:〒[\d-]+\s*)?(?:東京都|北海道|京都府|大阪府|[一-龥]{2,3}県)[^\s。、（]{1,40}")
_JAPANESE_ASIDE = re.compile(
    r"[（(]((?:[一-龥]{2,3}[都道府県])?[一-龥]{1,4}市(?:[一-龥]{1,4}区)?[^\s。、（）()]{0,20})[）)]$"
)
_BRACKETS = re.compile(r"\((?![A-Z]{2}\))[^()]*\)|\[[^\[\]]*\]")
_PICTURE = "[\u2600-\u27bf\U0001f300-\U0001faff]"
_FIELDS = re.compile(rf"\s*[|•·;]\s*|\s[-–—/@]\s|\t|\s{{2,}}|\s\+\s|\s*{_PICTURE}[\ufe0f\u200d]*\s*")
_PINNED = re.compile(rf"[📍📌]\ufe0f?\s*([^|·•{_PICTURE[1:-1]}]{{2,60}})")
_BETWEEN_FIELDS = re.compile(rf"[|•·]|{_PICTURE}")
_OR_SMALL = re.compile(r"\s?(?:/|\s(?:albo|lub|oder|ou|of|eller|o|or))\s(?=[a-zà-ÿ])")
_LIST = re.compile(r", (?:and |or |& )?|\s(?:&|and|or|und|oder|et|ou|y|o|e|en|of|i|og|och)\s")
_ENDS_IN_STATE = re.compile(rf",? (?:{STATES}|(?:{CODES}))(?:,? \d{{5}})?(?:, USA)?$")
_EDGES = " .,*–—-@/{}"
_HEADQUARTERS_BEHIND = re.compile(r"\s[–-]\s(?:Headquarters|HQ|Head Office)$")
_DAYS = re.compile(r"\b(?:days?|hours?|week)\b")
_OF_BOARD = re.compile(r" \((?:Required|Preferred)\)$")  # behind what a board asks about the way to work
_OF_OPENING = re.compile(r"\b(?:[Rr]equired|[Pp]referred|[Oo]penings?)\b")
_LONG_ASIDE = re.compile(r"\s?\([^()]{31,}\)|\s?\([^()]*$")
_WORDS_OF_WORKPLACE = re.compile(
    r"^(?:(?:remote|on-?site|hybrid|in[- ]person|homeoffice|télétravail|remoto|híbrido|presencial)\b[\s:,/–-]*)+"
    r"(?:in (?-i:(?=[A-Z])))?",
    re.IGNORECASE,
)
_POSTAL = re.compile(rf"(?:[A-Z]{{1,2}}-)?\d{{4,5}} {CITY}")
# "Molenstraat 12, 1234 AB Marlow, Nederland"
_ADDRESS_ELSEWHERE = re.compile(
    r"[A-ZÀ-Þ][^\W\d]*(?:[ -][^\W\d][\w.’'-]*){0,4},? \d{1,4}(?:-\d{1,4})?[a-zA-Z]?, "
    r"(?:[A-Z]{1,2}-)?\d{4,5}(?: [A-Z]{2})? [A-ZÀ-Þ][\w’'.-]+(?: [\w’'.-]+){0,3}"
    rf"(?:, {CITY})?"
)
_IN_PARTS = re.compile(rf"({CITY})(?: - {CITY}){{1,2}}$")  # "United Kingdom - Kent - Marlow"
# In front of a place on a line with it: "Job in Marlow, Dale County, Ohio", "City of Marlow, Marlow, Ohio".
_BEFORE_PLACE = re.compile(
    r"Jobs? in (?=[A-Z][^,.:]+, )"
    r"|(?:The )?(?:City|Town|Village|County|University) of [A-Z][\w-]+(?: [A-Z][\w-]+)?, (?=[A-Z])"
)


def find_locations(evidence: Evidence) -> Found | None:
    """The places of work."""
    for labelled in evidence.labelled.get("location", ()):
        places = tuple(_places(labelled.value, evidence.language))
        if places:
            places = (*places, *_further(labelled, evidence))
            return Found(_with_state(places, labelled, evidence), (labelled.line.id,))
    return (
        _from_header(evidence)
        or in_page_title(evidence)
        or _from_top(evidence)
        or _from_commute(evidence)
        or city_and_state(evidence)
        or _alone(evidence)
        or _japanese(evidence)
        or where_job_is(evidence)
        or where_sought(evidence)
        or at_our_office(evidence)
        or beside_title(evidence)
        or where_employer_is(evidence)
    )


def _further(labelled: Labelled, evidence: Evidence) -> Iterator[str]:
    """The places on the lines below the first one, where the label says that there are several."""
    if labelled.value != labelled.line.text or not labelled.label.endswith("s"):
        return
    number = next(number for number, line in enumerate(evidence.lines) if line is labelled.line)
    for line in evidence.lines[number + 1 : number + MOST_PLACES]:
        if not _is_city(line.text, evidence):
            return
        yield line.text


def _with_state(places: tuple[str, ...], labelled: Labelled, evidence: Evidence) -> tuple[str, ...]:
    """A city with the state and country that stand behind labels of their own."""
    if len(places) != 1 or not labelled.label.endswith("city") or "," in places[0]:
        return places
    behind = [evidence.labelled[name][0].value for name in ("state", "country") if name in evidence.labelled]
    return (", ".join((*places, *filter(_is_place, behind))),)


def _places(value: str, language: str) -> Iterator[str]:
    """The places in a label's value: several are parted by ";", "|" or "/", or by "and"."""
    value = _VALUE_ENDS.split(value, maxsplit=1)[0].strip(" .,*")
    if language == "ja" and ("ます" in value or "です" in value):
        return
    if _NO_PLACE.match(value) or _only_workplace(value, language):
        inner = _IN_BRACKETS.search(value)
        value = inner[1] if inner else _WORDS_OF_WORKPLACE.sub("", value)
        if _NO_PLACE.match(value) or _only_workplace(value, language) or not any(c.isupper() for c in value):
            return
    address = _IN_BRACKETS.search(value)
    if address and CITY_STATE.search(address[1]) and not CITY_STATE.search(value, 0, address.start()):
        value = address[1]  # "Halden Mills - Headquarters (1 Mill Road, Marlow, OH)"
    exact = [match[0] for match in CITY_STATE.finditer(value)]
    if exact and (value[:1].islower() or (value.startswith(exact[0]) and _GOES_ON.match(value, len(exact[0])))):
        yield from exact
        return
    if has(value.partition(",")[0].lower(), phrases("sentence_verb", language)):
        yield from exact or _told_in(value, language)
        return
    if value[:1].islower() or (value[:1].isdigit() and "%" in value):
        city = _IN_CITY.search(value)
        value = city[1] if city else ""
    value = _LONG_ASIDE.sub("", value)
    for part in re.split(r"\s?[;|]\s?|\s[/+]\s|, (?:and|or) [a-z].*|\s(?:and|und|et|y|or|oder)\s(?=[A-ZÀ-Þ])", value):
        part = _without_aside(part, language)
        seat = _HEADQUARTERS_BEHIND.sub("", part)
        part = seat if is_city_and_state(seat) or is_city(seat, language) else part
        if _is_place(part) and not _only_workplace(part, language):
            yield part


def _only_workplace(value: str, language: str) -> bool:
    """Whether a value says no more than how the work is done ("Remoto")."""
    lower = value.lower()
    words = [phrase for name in ("remote", "hybrid", "on_site") for phrase in phrases(name, language)]
    rest = lower
    for start, end in spans(lower, words):
        rest = rest[:start] + " " * (end - start) + rest[end:]
    return not any(map(str.isalpha, rest))


def _told_in(sentence: str, language: str) -> Iterator[str]:
    """The cities behind the words of a sentence that announce a place ("is based in Marlow or Halden")."""
    for _, end in spans(sentence.lower(), phrases("placed_in", language))[:1]:
        cities = re.match(rf" ({CITY}(?:(?:, | or | and ){CITY})*)(?=[.,;]|$)", sentence[end:])
        yield from re.split(r", | or | and ", cities[1]) if cities else ()


def _without_aside(part: str, language: str) -> str:
    """The place without words in brackets that speak of something else."""
    for aside in _IN_BRACKETS.findall(part):
        if (
            len(aside) > 30
            or _DAYS.search(aside)
            or _OF_OPENING.search(aside)
            or has(aside.lower(), (*phrases("remote", language), *phrases("on_site", language)))
        ):
            part = part.replace(f"({aside})", "")
    return " ".join(part.split()).strip(" .,;:*-–")


def _is_place(part: str) -> bool:
    if (
        part.lower() in own_phrases("field_of_work", "en")
        or (part.endswith((" HQ", " Headquarters")) and not is_city(part.rpartition(" ")[0], "en"))
        or not 2 <= len(part) <= LONGEST_PLACE
        or part.count("(") != part.count(")")
        or not any(c.isupper() or c > "\u3040" for c in part)
        or "@" in part
    ):
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
    named = tuple(dict.fromkeys(_named(header.line.text, evidence))) if header else ()
    places = named if len(named) > len(places) else places
    if header and not places:  # "ONSITE - Marlow"
        behind = [part for part, whole in zip(parts, header.parts, strict=True) if part != whole]
        places = tuple(part for part in behind if _CITY_ALONE.fullmatch(part) and len(part) > LONGEST_CODE)
    return Found(places, (header.line.id,)) if header and places else None


def _is_city(place: str, evidence: Evidence) -> bool:
    """A city and what it lies in: "Marlow, OH", "Marlow OH", "Halden, Norway"; a known one also alone."""
    if is_city_and_state(place) or _CITY_CODE.fullmatch(place) or is_city(place, evidence.language):
        return True
    return is_city_in_country(place, evidence.language)


def _from_top(evidence: Evidence) -> Found | None:
    """An address, or places, alone on one of the first lines or beside other fields."""
    for number, line in enumerate(evidence.lines[:8]):
        if len(line.text) >= LONGEST_OF_FIELDS:
            continue
        place = line.text.strip(" .*")
        if behind := _BEFORE_PLACE.match(place):
            place = place[behind.end() :]
        if (
            is_city_and_state(place)
            or _POSTAL.fullmatch(place)
            or _is_address_alone(place)
            or (behind and _ENDS_IN_STATE.search(place))
        ):
            return Found((place,), (line.id,))
        if (
            number
            and _IN_PARTS.match(place)
            and place.partition(" - ")[0].lower() in phrases("country", evidence.language)
        ):
            return Found((place,), (line.id,))
        is_other = not number or has_role(place, evidence.language)
        if not is_other and is_city_in_country(place, evidence.language):
            return Found((place,), (line.id,))
        places = tuple(dict.fromkeys(_named(line.text, evidence)))
        if not places and (match := _GLUED_CITY.match(line.text)):
            places = (match[1],)
        alone = _BRACKETS.sub("", place).strip()
        if not places and 0 < number < TOP_LINES and alone.lower() in phrases("country", evidence.language):
            places = (alone,)
        if places:
            return Found(places, (line.id,))
    return None


def _is_address_alone(place: str) -> bool:
    """A street, or a number first and a city with its state at the end, or a city with its postal code."""
    if is_address(place) or _ADDRESS_ELSEWHERE.fullmatch(place):
        return True
    return place[:1].isdigit() and bool(_ENDS_IN_STATE.search(place))


def _named(text: str, evidence: Evidence) -> Iterator[str]:
    """The parts of a short line, also in brackets, that are cities known by name or told with their state."""
    if text.endswith((".", "!", "?")) and not _BETWEEN_FIELDS.search(text):
        return
    if pinned := _PINNED.search(text):
        yield from (place for part in _FIELDS.split(pinned[1]) if _is_place(place := part.strip(_EDGES)))
        return
    text = _WORDS_OF_WORKPLACE.sub("", text)
    asides = [part for aside in (_IN_BRACKETS.findall(text), _IN_SQUARES.findall(text)) for part in aside]
    asides = [part for aside in asides for part in aside.split("/")]
    is_one = "  " not in text and text.replace(" ", "").isalpha()
    parts = [text] if is_one else _FIELDS.split(_BRACKETS.sub("", text))
    for part in (*parts, *asides):
        place = part.strip(_EDGES)
        if len(parts) > 1 and (told := _behind_label(place, evidence.language)):
            yield told
            continue
        listed = _LIST.split(place)
        if len(listed) > 1 and all(is_city(city, evidence.language) for city in listed):
            yield from listed
        elif len(listed) > 1 and is_city(listed[-1], evidence.language) and legal().search(place):
            yield listed[-1]  # behind the employer's name
        elif place and (is_city(place, evidence.language) or is_city_and_state(place)):
            yield place
        elif (city := _before_alternative(place)) and is_city(city, evidence.language):
            yield city


def _before_alternative(part: str) -> str:
    """What stands in front of "or" and small letters, as of work from home ("Poznań albo zdalnie")."""
    alternative = _OR_SMALL.search(part)
    return part[: alternative.start()] if alternative else ""


def _behind_label(part: str, language: str) -> str:
    """The name in a field that begins with a label and no colon ("Standort Marlow")."""
    label, _, name = part.partition(" ")
    is_label = label[:1].isupper() and label.lower() in own_phrases("label_location", language)
    return name if is_label and language != "en" and _CITY_ALONE.fullmatch(name) else ""


def _japanese(evidence: Evidence) -> Found | None:
    """The first line that is an address in Japan and nothing else, or has one in brackets at its end."""
    lines = evidence.lines if evidence.language == "ja" else ()
    line = next((line for line in lines if _JAPANESE.fullmatch(line.text)), None)
    if line:
        return Found((line.text,), (line.id,))
    for line in lines[:TOP_LINES]:  # behind the employer's name
        if match := _JAPANESE_ASIDE.search(line.text):
            return Found((match[1],), (line.id,))
    return None


def _is_address(text: str) -> bool:
    return is_address(text) and CITY_STATE.search(text) is not None


def _from_commute(evidence: Evidence) -> Found | None:
    """What a job board asks about: "City, ST 12345: Reliably commute or planning to relocate"."""
    above = ""
    for line in evidence.lines_with(("elocat",)):
        text = above + line.text if above.endswith("elocate:") else line.text
        above = line.text
        if match := _COMMUTE.search(text):
            return Found((match[1].strip(),), (line.id,))
    return None


def _alone(evidence: Evidence) -> Found | None:
    """The only place that stands on a line of its own."""
    lines = [
        line
        for line in evidence.once(lines_with_comma)
        if len(line.text) <= SHORT_PLACE and line.reason is not _APPLICATION
    ]
    for is_place in (is_city_and_state, _is_address):
        places = {text: line for line in lines if is_place(text := _OF_BOARD.sub("", line.text).strip(" .*"))}
        if len(places) == 1:
            ((place, line),) = places.items()
            return Found((place,), (line.id,))
    return None
