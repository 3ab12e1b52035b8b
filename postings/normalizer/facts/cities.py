"""Cities known by their name alone, so that one needs no state or country beside it to be taken for a place.

The tables hold large cities whose names mean nothing else where they stand alone; "Reading", "Mobile" and "Essen" are
left out.  Others are known by the state behind them.
"""

from __future__ import annotations

import re
from functools import cache

from postings.normalizer.facts.lexicon import own_phrases, phrases
from postings.normalizer.words import UNPARTED

STATES = (
    "Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho"
    "|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|"
    "Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New "
    "Jersey|New Mexico|New York|North Carolina|"
    "North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Texas"
    "|Utah|Vermont|Virginia|Washington|"
    "West Virginia|Wisconsin|Wyoming"
)
CODES = (
    "AL|AK|AZ|AR|CA|CO|CT|DE|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH"
    "|OK|OR|PA|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY|DC|"
    "ON|BC|AB|QC|MB|SK|NS|NB|NSW|VIC|QLD|UK|USA|US|D\\.C\\.|N\\.Y\\.|N\\.J\\."
)
CITY = r"(?<!\w)[A-ZÀ-Þ][\w’'.-]{1,30}(?:[ -](?:[A-ZÀ-Þ][\w’'.-]{1,30}|of|de|on)){0,3}"
_ALONE = re.compile(CITY)
_ADDRESS = re.compile(
    r"^\d{1,5} (?:Hwy|Highway|Route|Rt|FM|IH|US) \d+\b"
    r"|^\d{1,5}(?:-\d{1,3})? [A-Z0-9][\w .’'-]{3,60}(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln"
    r"|Drive|Dr|Highway|Hwy|Way|Suite|Parkway|Pkwy|Court|Ct|Place|Square|Trail|Circle|Terrace|Plaza|Pike|Turnpike)\b"
)
CITY_STATE = re.compile(
    rf"({CITY})(?:, ?(?:{STATES}|(?:{CODES})(?!\w))(?! (?:Word|Excel|Office|Outlook|Power"
    rf"|Project))(?:,?[ -]+\d{{5}})?(?:, (?:USA?\b|United States))?| (?:{CODES}) \d{{5}})(?![\w-])"
)
_STATE = re.compile(rf"(?:(?:[Nn]orth|[Ss]outh|[Ee]ast|[Ww]est|[Cc]entral)(?:ern)? )?(?:{STATES})")
_STATE_BEHIND = re.compile(rf"(?:{STATES}|(?:{CODES}))(?!\w)")
_WORD = re.compile(r"[^\W_]+")
LONGEST_CITY = 60  # characters, with what lies around it
MOST_WORDS_AROUND = 4
_CODE_BEFORE = re.compile(r"^(?:[a-z]{1,2}-)?\d{4,5} ")
# "Lyon 7e", "Milano (MI)", "Campinas/SP", "Aarhus N", "75011", a part of the city.
_DETAIL = re.compile(
    r"[ (/](?:(?<= )(?:\d{1,2}(?:e|er|ème|th)?|\([a-z]{2}\)|\d{4,5}(?: [a-z]{2})?|[nsøvkc]|[ns][vø]"
    r"|city cent(?:re|er)|city|area|metro area|centro|centre|ciudad|centrum|downtown)"
    r"|(?<=\()[a-z]{2}\)|(?<=/)[a-z]{2})$"
)


def is_city(text: str, language: str) -> bool:
    """Is the text a known city, alone or with what it lies in ("Lyon 7e", "Hamburg, Germany")?

    Two cities are none.
    """
    if not (text[:1].isupper() or text[:1].isdigit()) or len(text) > LONGEST_CITY:
        return False
    lower = text.lower()
    known = _known(language)
    if lower in known:
        return True
    city, comma, around = lower.partition(",")
    if comma and not (0 < len(around.split()) <= MOST_WORDS_AROUND and text[len(city) + 1 :].strip()[0].isupper()):
        return False
    if around.strip(" ,") in known or (")" in around and "(" not in around):
        return False
    city = city.strip()
    if city[:1].isdigit() or "-" in city[:3]:
        city = _CODE_BEFORE.sub("", city)
    if city in known or city.isalpha():
        return city in known
    whole, dash, _ = city.partition("-")  # "Hamburg-Altona"
    is_part = dash and whole in known and text[text.lower().find(city) + len(whole) + 1 :][:1].isupper()
    return bool(is_part) or _DETAIL.sub("", city) in known


def known_part(name: str, language: str) -> str:
    """The longest beginning, or else ending, of some words that is a city known by name, or a state."""
    words = name.rstrip(".").split(" ")
    parts = [" ".join(words[:end]) for end in range(len(words), 0, -1)]
    parts += [" ".join(words[start:]) for start in range(1, len(words))]
    return next((part for part in parts if is_city(part, language) or _STATE.fullmatch(part)), "")


def may_name_city(words: frozenset[str], language: str) -> bool:
    """Whether a known city can stand in a text of these lower-case words."""
    return language in UNPARTED or not _words_of_cities(language).isdisjoint(words)


@cache
def _words_of_cities(language: str) -> frozenset[str]:
    """The longest word of each known city."""
    return frozenset(max(_WORD.findall(city), key=len) for city in _known(language))


@cache
def _known(language: str) -> frozenset[str]:
    return frozenset(phrases("city", language))


def is_city_in_country(text: str, language: str) -> bool:
    """Is the text a name, perhaps with what it lies in, and a country or province behind it ("Halden, Norway")?"""
    city, _, country = text.rpartition(",")
    country = country.strip().lower()
    in_country = country in phrases("country", language) or country in own_phrases("province", language)
    return in_country and all(_ALONE.fullmatch(part.strip()) for part in city.split(",")[:2])


def is_city_and_state(text: str) -> bool:
    """Is the text a city with its state behind it?  Such a text has a comma, or ends in a postal code."""
    return ("," in text or text[-1:].isdigit()) and CITY_STATE.fullmatch(text) is not None


def is_address(text: str) -> bool:
    """Does the text begin with the number of a house and its street ("12 Mill Road, Marlow")?"""
    return _ADDRESS.match(text) is not None


def names_city(name: str, text: str) -> bool:
    """Whether the text names the name's state behind it: then it is a city."""
    with_comma = f"{name}, "
    place = text.find(with_comma)
    while place >= 0:
        if not text[place - 1 : place].isalnum() and _STATE_BEHIND.match(text, place + len(with_comma)):
            return True
        place = text.find(with_comma, place + 1)
    return False
