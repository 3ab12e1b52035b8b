"""The employer's name, and the posting's number.

A company is the name that the text speaks of as of an employer: "X is seeking", "At X, we", "About X", "X GmbH".
Each such place is a vote; a name that the text repeats is more likely, and a word it also writes small is no name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

from postings.normalizer.facts.company_titles import votes_from_titles
from postings.normalizer.facts.evidence import Evidence, Found, Line
from postings.normalizer.facts.lexicon import everywhere, own_phrases
from postings.normalizer.facts.title import is_role

ENOUGH = 3  # votes
REPEATS = 3  # votes that repetition can add
OPENING = 3  # lines in which "X is a …" speaks of the employer
LONGEST_NAME = 70
SHORTEST_INITIALS, LONGEST_INITIALS = 3, 6
PLURAL_NAME = 3  # words of a name that may end in roles ("Hollow Creek Builders"); fewer are the roles themselves
EQUAL, SEEKS, IS, SERVES, OWNS, ABOUT, LEGAL = 4, 3, 2, 1, 1, 3, 2
_WEIGHTS = {"equal": EQUAL, "seeks": SEEKS, "is": IS, "serves": SERVES}

_NAME_WORD = r"(?:[A-Z0-9À-Þ][\w&’'.®+-]{0,40}|&|of|the|and|for|de|du|la|des)"
_NAME = (
    rf"(?:The )?[A-Z0-9À-Þ][\w&’'®+.-]{{0,40}}(?:,? {_NAME_WORD}){{0,7}}(?:, (?:Inc|LLC|LLP|Ltd|PC|P\.A|S\.A|L\.P)\.?)?"
)
_WHOLE_WORDS = _NAME.replace("{0,40}", "{0,40}+")  # for where no part of a word need be tried
# The first words with which `_subject_of` goes on behind a name, beside the verbs of the tables.
_FIRST_OF_VERBS = ("participates", "does", "will", "prohibits", "reserves", "is", "are")
_OWNED = re.compile(rf"({_NAME})[’']s? (?!degree)[a-zA-Z]")
_AT = re.compile(
    rf"(?:At|Chez|Bei|En|Na|Bij) ({_NAME}),? (?:we|you|our|you’ll|you'll|nous|wir|everyone|people|employees|vous)\b"
)
_JOIN = re.compile(
    rf"[Jj]oin(?:ing)? (?:the )?({_NAME})(?: [Tt]eam\b|\s?!|, | as | for an? | and (?:be|become|help)\b)"
)
_TEAM_AT = re.compile(rf"(?<=(?:.team|areer|..you|.role|ition|rking|.work)) (?:at|with) ({_NAME})")
_WE_ARE = re.compile(
    rf"(?:Wir sind|Wir, die|Wij zijn|Somos|Siamo|Nous sommes|Jesteśmy|Vi är|Vi er|Bij|Chez|Bei(?: der)?|Hos) ({_NAME})"
)
_OUR_TEAM_AT = re.compile(
    rf"(?:[Jj]oin|of|[Jj]oining) (?:our|the|a) (?:[\w’'-]+ ){{0,3}}(?:team|crew|staff|family) at (?:the )?({_NAME})"
)
_WELCOME = re.compile(rf"Welcome to ({_NAME})(?=[,.!:]|\s?$| [–—-] )", re.MULTILINE)
_WE_ARE_NAMED = re.compile(
    rf"(?:We are|We’re|We're) (?![A-Z][a-z]+ing\b)({_NAME})(?=[.!]|\s?$| [–—-] |, (?:an?|the|one|and we)\b)",
    re.MULTILINE,
)
_SIGNED = re.compile(r"(?:Dein|Ihr|Euer)e? ([A-ZÄÖÜ][\w&.]{2,30})[- ]Team\b")
_PUBLIC = re.compile(r"((?:City|Town|County|Village|University|Diocese|State) of [A-Z][\w-]+(?: [A-Z][\w-]+){0,3})")
_MENTIONS = (
    (_AT, 3, ("At ",)),
    (_JOIN, 2, ("Join", "join")),
    (_TEAM_AT, 1, (" at ", " with ")),
    (_OUR_TEAM_AT, 3, ("Join ", "join ", "of ", "Joining ", "joining ")),
    (_WELCOME, 3, ("Welcome to ",)),
    (_WE_ARE_NAMED, 3, ("We are ", "We’re ", "We're ")),
    (_PUBLIC, 1, ("City of ", "Town of ", "County of ", "Village of ", "University of ", "Diocese of ", "State of ")),
)  # fmt: skip
_MENTIONS_ELSEWHERE = (
    (_AT, 3, ("Chez ", "Bei ", "En ", "Na ", "Bij ")),
    (_SIGNED, 3, ("Dein ", "Ihr ", "Euer ", "Deine ", "Ihre ")),
    (_WE_ARE, 2, ("Wir sind ", "Wir, ", "Wij zijn ", "Somos ", "Siamo ", "Nous sommes ", "Jesteśmy ", "Vi är ",
                  "Vi er ", "Bij ", "Chez ", "Bei ", "Hos ")),
)  # fmt: skip
_WHOLE = (_JOIN, _WE_ARE, _PUBLIC)  # begin with a word that may be the end of another one
_LEGAL = re.compile(
    r"(?<![\w.])((?:[A-ZÀ-Þ0-9][\w&’'-]*\.? (?:& |und |et |y |e |de |di )?){1,5}(?:GmbH(?: & Co\. KG)?|AG|SE|KG"
    r"|eG|e\. ?V\.|S\.A\.(?:S\.)?|S\.L\."
    r"|SAS|SARL|S\.r\.l\.|S\.p\.A\.|SpA|Srl|Ltda\.?|Lda\.?|B\.V\.|BV|N\.V\.|NV|AB|A/S|ApS|AS|Sp\. z o\.o\."
    r"|Inc\.?|LLC|LLP|Ltd\.?|P\.A\.|Corp\.?)"
    r")(?![\w-])|(株式会社[^\s、。（(の／]{2,14})"
)
_LEGAL_FORMS = (
    *("GmbH", " AG", " SE", " KG", " eG", " e. V", " e.V", "S.A.", "S.L.", " SAS", " SARL", "S.r.l", "S.p.A", " SpA"),
    *(" Srl", "Ltda", "Lda", "B.V.", " BV", "N.V.", " NV", " AB", "A/S", "ApS", " AS", "z o.o", "Inc", "LLC", "LLP"),
    *("Ltd", "P.A.", "Corp", "株式会社"),
)
_COMPANY = re.compile(r"\bcompany")
_GENERIC = re.compile(
    "^The (?:Company|Role|Position|Team|Job|Ideal|Successful|Candidate|Person|Opportunity|Firm|Department"
    "|Salary|Applicant|Incumbent|Employee"
    r"|Employer|Internship|Work|Pay|Center|School)\b",
    re.IGNORECASE,
)
_IS_SENTENCE = re.compile(r" (?:is|are|has|we|our|you|provides|offers) ", re.IGNORECASE)
_IS_ADDRESS = re.compile(r"\d{1,5} [A-Z][\w .]+ (?:Street|St|Avenue|Ave|Road|Rd|Blvd|Boulevard|Lane|Drive|Dr|Way)\b")
_VALUE_ENDS = re.compile(r"(?<=[a-z.])(?=[A-Z][a-z]+ )|\s{2,}|[;|\n]|\. ")
_LOOSE_END = re.compile(r"(?:[’']s?)$|(?: (?:of|the|and|for|de|du|la|des|&))+$|®|™")
_FORM_OR_ARTICLE = re.compile(r"^the |,? (?:inc|llc|llp|ltd|gmbh)\.?$")
_NOTHING_BEFORE, _NOTHING_BEHIND = re.compile(r"(?<![\w.@/-])"), re.compile(r"(?![\w@-])(?!\.\w)")
_IN_SENTENCE, _WORD_BORDER = re.compile(r"(?<=[^\W\d_] )|(?<=[^\W\d_], )"), re.compile(r"\b")

Vote = tuple[str, int, Line]


@cache
def _subject_of() -> re.Pattern[str]:
    """A name at the beginning of a line, and what is said of it."""
    seeks, serves = (
        rf"(?:{'|'.join(map(re.escape, everywhere(name)))})\b" for name in ("company_seeks", "company_serves")
    )
    return re.compile(
        rf"(?P<name>{_WHOLE_WORDS})(?: \([^)]{{1,20}}\))?(?:,[^.\n]{{2,90}},)?,? (?:"
        r"(?P<equal>is (?:proud to be )?(?:an? )?(?:[Ee]qual|EEO|EOE|[Aa]ffirmative|committed to (?:diversity|equal))"
        r"|(?:participates in|does not (?:discriminate|accept)|will (?:provide|make) reasonable"
        r"|provides (?:equal|reasonable)|prohibits discrimination|reserves the right"
        r"|is not (?:currently |presently )?(?:offering|accepting|sponsoring|able)"
        r"|will not (?:discriminate|accept|sponsor))\b)"
        r"|(?P<seeks>is (?:currently |now |actively |also )?(?:seeking|looking|hiring|searching|recruiting|in search)\b"
        rf"|{seeks})"
        r"|(?P<is>(?:is|are) (?:an?|the|one of|dedicated|committed|proud|on a mission|at the forefront)\b"
        r"(?! (?:plus|must|bonus|requirement|nice|strong|preference|big|huge|advantage)))"
        rf"|(?P<serves>{serves}))"
    )


@cache
def _verbs() -> tuple[str, ...]:
    """The first words behind a name that tell what is said of it: a line without any of them need not be looked at."""
    verbs = (verb.split()[0] for verb in (*everywhere("company_seeks"), *everywhere("company_serves")))
    return tuple(f" {verb}" for verb in dict.fromkeys((*_FIRST_OF_VERBS, *verbs)))


@cache
def _about_words() -> tuple[str, ...]:
    """With which a heading begins that ends in the company's name; a capital tells them from a sentence's."""
    return tuple(f"{phrase[0].upper()}{phrase[1:]} " for phrase in everywhere("company_about"))


@cache
def _about() -> re.Pattern[str]:
    return re.compile(rf"(?:{'|'.join(_about_words())})({_NAME})\s?[?:]?\s*$")


def find_company(evidence: Evidence) -> Found | None:
    """The name of the employer, as the posting writes it."""
    for labelled in evidence.labelled.get("company", ()):
        name = _VALUE_ENDS.split(labelled.value, maxsplit=1)[0].strip(" .,*")
        if 1 < len(name) <= LONGEST_NAME and _may_be_value(name):
            return Found(name, (labelled.line.id,))
    votes: Counter[str] = Counter()
    first: dict[str, tuple[str, str]] = {}
    known: dict[str, tuple[str, str]] = {}
    for raw, weight, line in (*_from_lines(evidence), *_from_mentions(evidence), *votes_from_titles(evidence)):
        if raw not in known:
            known[raw] = _name_and_key(raw)
        name, key = known[raw]
        if name and _stands_as_name(name, line, evidence):
            votes[key] += weight
            first.setdefault(key, (name, line.id))
    return _elected(votes, first, evidence.text)


def _name_and_key(raw: str) -> tuple[str, str]:
    """What was taken for a name, tidied, and what its spellings share; nothing where it cannot be a name."""
    name = _tidy(raw)
    return (name, _FORM_OR_ARTICLE.sub("", name.lower())) if _may_be_name(name) else ("", "")


def _elected(votes: Counter[str], first: dict[str, tuple[str, str]], text: str) -> Found | None:
    strength = {key: votes[key] + max(0, min(REPEATS, text.count(first[key][0]) - 1)) for key in votes}
    if not strength:
        return None
    key = max(strength, key=lambda name: (strength[name], len(name)))
    name, block = first[key]
    return Found(_spelled_out(name, text), (block,)) if strength[key] >= ENOUGH else None


def _spelled_out(name: str, text: str) -> str:
    """The words whose initials the text also uses as the name ("LVSD": "Lake Valley School District")."""
    if not (SHORTEST_INITIALS <= len(name) <= LONGEST_INITIALS and name.isalpha() and name.isupper()):
        return name
    pattern = r"\b" + r" (?:of |the |and |for |& )*".join(rf"{letter}[a-zà-ÿ][\w’'-]*" for letter in name) + r"\b"
    match = re.search(pattern, text)
    return match[0] if match else name


def _from_lines(evidence: Evidence) -> Iterator[Vote]:
    forms = evidence.numbers_with(evidence.may_hold(_LEGAL_FORMS))
    speaks = evidence.numbers_with(evidence.may_hold(_verbs()))
    owns = evidence.numbers_with(("’", "'"))
    short = [(number, line.text) for number, line in enumerate(evidence.lines) if len(line.text) < LONGEST_NAME]
    names = {number for number, text in short if text.startswith(_about_words())}
    for number in sorted(forms | speaks | owns | names):
        line = evidence.lines[number]
        text = line.text
        if number in speaks or number in owns:
            yield from _subject(line, number, number in speaks, number in owns)
        if number in names and (match := _about().match(text)):
            yield match[1], ABOUT, line
        if number in forms:
            for match in _LEGAL.finditer(text):
                yield match[1] or match[2], LEGAL + _is_about_employer(line, number), line


def _may_open_name(text: str) -> bool:
    """Whether a line may begin with a name; "The" needs two capitals behind it."""
    first, second, third = (*text.split(" ", 3), "", "", "")[:3]
    if first == "The":
        return second[:1].isupper() and (third[:1].isupper() or third in ("of", "&", "for"))
    return first.lower() not in _no_names()


def _is_about_employer(line: Line, number: int) -> bool:
    """Whether a line opens the posting, or stands below a heading that speaks of the company."""
    heading = line.heading.lower()
    return (
        number < OPENING
        or any(phrase in heading for phrase in everywhere("company_heading"))
        or bool(_COMPANY.search(heading))
    )


def _subject(line: Line, number: int, speaks: bool, owns: bool) -> Iterator[Vote]:
    """The name that a line begins with, if it speaks of it as of an employer: by a verb, or by what it owns."""
    if not ((line.text[0].isupper() or line.text[0].isdigit()) and _may_open_name(line.text)):
        return
    if speaks and (match := _subject_of().match(line.text)):
        weight = _WEIGHTS[match.lastgroup or "is"]
        yield match["name"], SEEKS if weight < SEEKS and _is_about_employer(line, number) else weight, line
    if owns and (match := _OWNED.match(line.text)):
        yield match[1], OWNS, line


def _from_mentions(evidence: Evidence) -> Iterator[Vote]:
    for pattern, weight, hints in _MENTIONS if evidence.language == "en" else _MENTIONS + _MENTIONS_ELSEWHERE:
        joining = pattern is _JOIN and evidence.says("joining")
        for hint in hints if joining else evidence.may_hold(hints):
            for place in evidence.places(hint):
                match = pattern.match(evidence.text, place)
                if match and not (pattern in _WHOLE and evidence.text[place - 1 : place].isalpha()):
                    yield match[1], weight, evidence.line_at(place)


def _tidy(name: str) -> str:
    return _LOOSE_END.sub("", name.strip(" .,")).strip(" .,-")


@cache
def _no_names() -> frozenset[str]:
    return frozenset(own_phrases("not_name", "en"))


def _may_be_name(name: str) -> bool:
    words = name.split()
    if not words or len(name) < (3 if len(words) == 1 else 2) or "\n" in name or name.isdigit():
        return False
    if _GENERIC.match(name) or not ((words[0] == "The" and len(words) > 2) or _is_first_word(words[0])):
        return False
    last = words[-1].lower().strip(".,")
    return not is_role(last) or (len(words) >= PLURAL_NAME and last.endswith("s") and words[-1][:1].isupper())


def _may_be_value(name: str) -> bool:
    """Whether what stands behind a label is a name and no sentence or address."""
    if not name[:1].isalnum() or name.lower() in _no_names() or (name[:1].islower() and " " in name):
        return False
    return not (_IS_SENTENCE.search(name) or _IS_ADDRESS.match(name))


def _is_first_word(word: str) -> bool:
    return word.lower().strip("’'") not in _no_names()


def _stands_as_name(name: str, line: Line, evidence: Evidence) -> bool:
    """Is a single word at the beginning of a line a name?

    It is, if the text never writes it small; outside English, if the text also writes it inside a sentence.
    """
    if " " in name or not line.text.startswith(name):
        return True
    text = evidence.text
    if evidence.language == "en":
        small = name.lower()
        places = [place for place in evidence.places(small) if _NOTHING_BEFORE.match(text, place)]
        return not any(_NOTHING_BEHIND.match(text, place + len(small)) for place in places)
    places = [place for place in evidence.places(name) if _IN_SENTENCE.match(text, place)]
    return any(_WORD_BORDER.match(text, place + len(name)) for place in places)


_IDENTIFIER = re.compile(r"#?([A-Za-z]{0,4}[#-]?\s?\w[\w./-]{2,20})")


def find_identifier(evidence: Evidence) -> Found | None:
    """The posting's number or code."""
    for labelled in evidence.labelled.get("identifier", ()):
        match = _IDENTIFIER.match(labelled.value)
        if match and any(character.isdigit() for character in match[1]):
            return Found(match[1].strip("./"), (labelled.line.id,))
    return None
