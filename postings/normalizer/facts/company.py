"""The employer's name, and the posting's number.

A company is the name that the text speaks of as of an employer: "X is seeking", "At X, we", "About X", "X GmbH".
Each such place is a vote; a name that the text repeats is more likely, and a word it also writes small is no name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from postings.normalizer.facts.cities import is_city
from postings.normalizer.facts.company_mentions import (
    LONGEST_NAME,
    MOST_NAMES,
    OWNS,
    Vote,
    kinds_of_organization,
    votes_from_sentences,
)
from postings.normalizer.facts.company_phrases import (
    OWNED,
    about,
    about_words,
    legal,
    legal_hints,
    opening_of,
    organization_of,
    subject_of,
    verbs,
)
from postings.normalizer.facts.company_titles import votes_from_titles, votes_from_top
from postings.normalizer.facts.evidence import Evidence, Found, Line
from postings.normalizer.facts.header import find_header, name_of_employer
from postings.normalizer.facts.lexicon import everywhere, opening_words, own_phrases, phrases
from postings.normalizer.facts.title import find_title, has_role, is_role
from postings.normalizer.model import BlockKind

_ITEM = BlockKind.ITEM
ENOUGH = 3  # votes
REPEATS = 3  # votes that repetition can add
OPENING = 3  # lines in which "X is a …" speaks of the employer
SENTENCE = 60  # characters that a line holds at least which tells of the employer
HEAD = 8  # lines among which one that is a name with its legal form names the employer
SHORTEST_BARE = 5  # characters
SHORTEST_INITIALS, LONGEST_INITIALS = 3, 6
EQUAL, SEEKS, IS, SERVES, ABOUT, LEGAL, HEADED = 4, 3, 2, 1, 3, 2, 3
_WEIGHTS = {"equal": EQUAL, "seeks": SEEKS, "is": IS, "serves": SERVES, "own": SEEKS}

_COMPANY = re.compile(r"\bcompany")
_GENERIC = re.compile(
    "^The (?:Company|Role|Position|Team|Job|Ideal|Successful|Candidate|Person|Opportunity|Firm|Department"
    "|Salary|Applicant|Incumbent|Employee"
    r"|Employer|Internship|Work|Pay|Center|School)\b",
    re.IGNORECASE,
)
_IS_SENTENCE = re.compile(r" (?:is|are|has|we|our|you|provides|offers) ", re.IGNORECASE)
_IS_ADDRESS = re.compile(r"\d{1,5} [A-Z][\w .]+ (?:Street|St|Avenue|Ave|Road|Rd|Blvd|Boulevard|Lane|Drive|Dr|Way)\b")
_VALUE_ENDS = re.compile(
    r"(?<=[a-z.])(?=[A-Z][a-z]+ )|\s{2,}|[;|\n]|(?<=\w{4})\. |(?<=Inc|LLC|Ltd)\. |\s(?=[A-Z][a-z]+ ?: )"
)
_ENDS_IN_NUMBER = re.compile(r"\(\d+\)$")
_LOOSE_END = re.compile(r"(?:[’']s?)$|(?: (?:of|the|and|for|de|du|la|des|&))+$|®|™")
_GOVERNORS = re.compile(r"^(?:The )?(?:Governors|Governing Body|Governing Board|Trustees) of (?:the )?(?=[A-Z])")
_TWICE = re.compile(r"^(.{3,}) \1\b")
_FORM = re.compile(r",? (?:Inc|LLC|LLP|Ltd|GmbH)\.?$")
_FORM_OR_ARTICLE = re.compile(r"^the |,? (?:inc|llc|llp|ltd|gmbh)\.?$")
_WITH = (" hos ", " bei ", " bei der ", " chez ", " presso ", " bij ", " w firmie ", " na empresa ", " en la empresa ")
_NUMBERS = ("One", "Two")  # may open a name of several words
_OPENINGS = ("The", "Team", *_NUMBERS)
_PARTS_OF_EMPLOYER = frozenset(("unit", "units"))  # a name ends in these that is one of a part of it alone
SUBJECT_FIRST = frozenset(("fr", "es", "it", "pt", "pl"))  # where no adverb stands between a capital and its verb
ROMANCE = frozenset(("fr", "es", "it", "pt"))  # where a capital behind an article begins a name
_GLUED_HEADING = re.compile(
    r"^(?:(?:Overview|Summary|Description|Company Description|Company Overview|Company|Company Insight|Who We Are"
    r"|About|About Us|About the (?:Company|Firm|Team))(?:: ?| |(?=[A-Z])))+(?=[A-Z])"
)
_ARTICLE = re.compile(r"^(?:A|O|La|Le|El|Il|L[’'])\s?(?=[A-ZÀ-Þ])")
# "La", or what a sentence may begin with in front of it: "Da quarant'anni la".
_ARTICLE_OPENING = re.compile(
    r"(?:[A-ZÀ-Þ][^.,:;]{2,24} )?(?:(?:[Ll]a|[Ll]e|[Ee]l|[Ii]l|[Ll]os|[Ll]as|[Oo]s?|[Aa]s?) |[Ll][’'])"
)
_KIND_ALONE = re.compile(
    r"(?:[^\W\d]+(?:[óo]gica|[óo]gico|[áa]tric[ao]|dental|ental|inaria|inária|inario|ologique|aire))?(?: ?\([^()]*\))?"
    r"|\d ?(?:\*|[Ss]terne|[Ee]strellas|[ée]toiles|[Ss]telle)+(?:[ -].*)?"
)
_BESIDE_NUMBER = re.compile(r"^\d{2,}\s?[-–]\s?")
# Behind a name that looks like several people ("Halden Builders"), as they are not behind roles.
_OF_ONE = (" is ", " has ", " was ", " seeks ", " provides ", " offers ")
_NOTHING_BEFORE, _NOTHING_BEHIND = re.compile(r"(?<![\w.@/-])"), re.compile(r"(?![\w@-])(?!\.\w)")
_IN_SENTENCE_OR_VALUE = re.compile(r"(?<=[^\W\d_] )|(?<=[^\W\d_][,:] )")
_ABBREVIATED_FORM = re.compile(r"[ ,](?:Inc|Ltd|Corp|Co|Ltda|Lda)$|\.\s?[A-Za-z]$")  # whose full stop is its own
_IN_SENTENCE, _WORD_BORDER = re.compile(r"(?<=[^\W\d_] )|(?<=[^\W\d_], )"), re.compile(r"\b")


def find_company(evidence: Evidence) -> Found | None:
    """The name of the employer, as the posting writes it."""
    weak = own_phrases("weak_company_label", evidence.language)
    for labelled in sorted(evidence.labelled.get("company", ()), key=lambda found: found.label in weak):
        if labelled.line.kind is _ITEM and labelled.line.text == labelled.value:
            continue  # "Organization", "Professionalism" among what somebody should have
        name = _BESIDE_NUMBER.sub("", _VALUE_ENDS.split(labelled.value, maxsplit=1)[0].strip(" .,*"))
        if 1 < len(name) <= LONGEST_NAME and _may_be_value(name):
            return Found(name, (labelled.line.id,))
    votes: Counter[str] = Counter()
    first: dict[str, tuple[str, str]] = {}
    known: dict[str, tuple[str, str]] = {}
    for raw, weight, line in (
        *_from_header(evidence),
        *_from_invitation(evidence),
        *votes_from_top(evidence),
        *_from_lines(evidence),
        *_from_opening(evidence),
        *votes_from_sentences(evidence),
        *votes_from_titles(evidence),
    ):
        if raw not in known:
            if len(known) == MOST_NAMES:
                continue
            known[raw] = _name_and_key(raw, evidence.language)
        name, key = known[raw]
        if name and _stands_as_name(name, line, evidence):
            votes[key] += weight
            first.setdefault(key, (name, line.id))
    return _elected(votes, first, evidence)


def _name_and_key(raw: str, language: str) -> tuple[str, str]:
    """What was taken for a name, tidied, and what its spellings share; nothing where it cannot be a name."""
    name = _tidy(raw)
    first, _, rest = name.partition(" ")
    if language == "en":
        if first == "Team" and rest[:1].isupper():
            name = rest
        name = _TWICE.sub(r"\1", name)
    else:
        if legal().search(raw) and rest[:1].isupper() and first.lower() in own_phrases("not_name", language):
            name = rest  # "Firma Halden S.A."
        if (first.lower() in opening_words(language) and _KIND_ALONE.fullmatch(rest)) or is_city(name, language):
            return "", ""  # "Clínica odontológica", "Hotel 4*", "København NV"
    return (name, _FORM_OR_ARTICLE.sub("", name.lower())) if _may_be_name(name, language) else ("", "")


def _elected(votes: Counter[str], first: dict[str, tuple[str, str]], evidence: Evidence) -> Found | None:
    text = evidence.text
    for key in list(votes):  # "Halden" where the text also speaks of "Halden Mills"
        longer = [other for other in votes if other.startswith(f"{key} ") and votes[other] >= votes[key]]
        if len(longer) == 1:
            votes[longer[0]] += votes.pop(key)
    if not votes:
        return None
    # The title's own words are repeated because the work is with them ("Halden Developer": modules for Halden).
    found = evidence.once(find_title) if len(votes) > 1 else None
    title = str(found.value) if found else ""
    names = {key: _bare(first[key][0]) for key in votes}
    strength = {
        key: votes[key] + (0 if name in title else max(0, min(REPEATS, text.count(name) - 1)))
        for key, name in names.items()
    }
    key = max(strength, key=lambda name: (strength[name], len(name)))
    name, block = first[key]
    if _ABBREVIATED_FORM.search(name) and f"{name}." in text:
        name += "."
    return Found(_spelled_out(name, text), (block,)) if strength[key] >= ENOUGH else None


def _bare(name: str) -> str:
    """The name as it is repeated: without its legal form, where enough of it is left."""
    bare = _FORM.sub("", name)
    return bare if len(bare) >= SHORTEST_BARE else name


def _spelled_out(name: str, text: str) -> str:
    """The words whose initials the text also uses as the name ("LVSD": "Lake Valley School District")."""
    if not (SHORTEST_INITIALS <= len(name) <= LONGEST_INITIALS and name.isalpha() and name.isupper()):
        return name
    pattern = r"\b" + r" (?:of |the |and |for |& )*".join(rf"{letter}[a-zà-ÿ’'][\w’'-]*" for letter in name) + r"\b"
    match = re.search(pattern, text)
    return _LOOSE_END.sub("", match[0]) if match else name


def _from_invitation(evidence: Evidence) -> Iterator[Vote]:
    """The line above one that goes on with "invites applications", as public employers begin."""
    for line, following in pairwise(evidence.lines[:HEAD]):
        if following.text.lower().startswith(everywhere("company_invites")):
            yield line.text, EQUAL, line


def _from_header(evidence: Evidence) -> Iterator[Vote]:
    header = find_header(evidence)
    name = name_of_employer(header, evidence.language) if header else ""
    if header and name and not has_role(name, evidence.language):
        yield name, HEADED, header.line


def _from_lines(evidence: Evidence) -> Iterator[Vote]:
    forms = evidence.numbers_with(evidence.may_hold(legal_hints()))
    language = evidence.language
    speaks = evidence.numbers_with(evidence.may_hold(verbs(language)))
    owns = evidence.numbers_with(("’", "'"))
    names = evidence.numbers_with(evidence.may_hold(about_words()))
    for number in sorted(forms | speaks | owns | names):
        line = evidence.lines[number]
        text = line.text
        if number in speaks or number in owns:
            yield from _subject(line, number, (number in speaks, number in owns), language)
        if number in names and len(text) < LONGEST_NAME and (match := about().match(text)):
            yield match[1], ABOUT, line
        if number in forms:
            for match in legal().finditer(text):
                alone = number < HEAD and match[0] == text
                speaks_of_it = _is_about_employer(line, number) or text[: match.start()].lower().endswith(_WITH)
                yield match[1] or match[2], HEADED if alone else LEGAL + speaks_of_it, line


def _from_opening(evidence: Evidence) -> Iterator[Vote]:
    """Whose work the first sentences of the posting tell of, outside English."""
    language = evidence.language
    if language in ("en", "ja"):
        return
    for line in evidence.lines[:HEAD]:
        if len(line.text) < SENTENCE or line.kind is _ITEM:
            continue
        opening = _ARTICLE_OPENING.match(line.text) if language in ROMANCE else None
        match = opening_of(language).match(line.text, opening.end() if opening else 0)
        if not match or match[0].split(" ", 1)[0].lower() in _no_names(language):
            continue
        if has_role(match[0][match[0].find(" ") :] if match["kind"] else match[0], language):
            continue
        known = match.lastgroup == "kind" or " " in match[0] or match.lastgroup == "since"
        yield match[0], SEEKS if known else IS, line


def _may_open_name(text: str, language: str) -> bool:
    """Whether a line may begin with a name; "The" needs two capitals behind it."""
    first, _, rest = text.partition(" ")
    if first not in _OPENINGS:
        return first.lower() not in _no_names(language)
    second, third = (*rest.split(" ", 2), "", "")[:2]
    if first == "The":
        return second[:1].isupper() and (third[:1].isupper() or third in ("of", "&", "for"))
    if second[:1].isupper():
        return second.lower().rstrip("s") not in kinds_of_organization()
    return first.lower() not in _no_names(language)


def _is_about_employer(line: Line, number: int) -> bool:
    """Whether a line opens the posting, or stands below a heading that speaks of the company."""
    heading = line.heading.lower()
    return (
        number < OPENING
        or any(phrase in heading for phrase in everywhere("company_heading"))
        or bool(_COMPANY.search(heading))
    )


def _subject(line: Line, number: int, speaks_owns: tuple[bool, bool], language: str) -> Iterator[Vote]:
    """The name that a line begins with, if it speaks of it as of an employer: by a verb, or by what it owns."""
    speaks, owns = speaks_owns
    text = _ARTICLE.sub("", line.text) if language in ROMANCE else _GLUED_HEADING.sub("", line.text)
    begins = text[0].isupper() or text[0].isdigit() or text[1:3].strip()[:1].isupper()
    if not (begins and _may_open_name(text, language)):
        return
    if speaks and (match := subject_of(language).match(text)) and not match["name"].endswith(" and"):
        weight = _WEIGHTS[match.lastgroup or "is"]
        yield match["name"], SEEKS if weight < SEEKS and _is_about_employer(line, number) else weight, line
    if language != "en" and (match := organization_of(language).match(text)):
        yield match[1], SEEKS, line
    if owns and (match := OWNED.match(text)):
        yield match[1], OWNS, line


def _tidy(name: str) -> str:
    return _LOOSE_END.sub("", _GOVERNORS.sub("", name.strip(" .,"))).strip(" .,-")


@cache
def _no_names(language: str) -> frozenset[str]:
    return frozenset(phrases("not_name", language))


def _may_be_name(name: str, language: str) -> bool:
    words = name.split()
    if not words or len(name) < (3 if len(words) == 1 else 2) or "\n" in name or name.isdigit():
        return False
    opens = (words[0] == "The" and len(words) > 2) or (words[0] in _NUMBERS and words[1:] and words[1][0].isupper())
    if language != "en" and words[0].isdigit():  # "14 Personen"
        return False
    if language != "en" and f"{name.lower()} ".startswith(_openings_of_names(language)):
        opens = opens or words[-1][:1].isupper()
    if _GENERIC.match(name) or not (opens or _is_first_word(words[0], language)):
        return False
    last = words[-1].lower().strip(".,")
    if last in _PARTS_OF_EMPLOYER:
        return False
    return not is_role(last) or (len(words) > 1 and last.endswith("s") and words[-1][:1].isupper())


@cache
def _openings_of_names(language: str) -> tuple[str, ...]:
    return tuple(f"{words} " for words in opening_words(language))


def _may_be_value(name: str) -> bool:
    """Whether what stands behind a label is a name and no sentence or address."""
    if not name[:1].isalnum() or name.lower() in _no_names("en") or (name[:1].islower() and " " in name):
        return False
    return not (_IS_SENTENCE.search(name) or _IS_ADDRESS.match(name) or _ENDS_IN_NUMBER.search(name))


def _is_first_word(word: str, language: str) -> bool:
    return word.lower().strip("’'") not in _no_names(language)


def _stands_as_name(name: str, line: Line, evidence: Evidence) -> bool:
    """Is a single word at the beginning of a line a name?

    It is, if the text never writes it small; outside English, if the text also writes it inside a sentence.
    """
    if name.count(" ") == 1 and name.endswith("s") and is_role(name.split()[1].lower()):
        return any(f"{name}{verb}" in evidence.text for verb in _OF_ONE)
    whole = evidence.language == "ja" and line.text == name
    if " " in name or whole or not line.text.startswith(name) or legal().fullmatch(name):
        return True
    text = evidence.text
    if evidence.language == "en":
        small = name.lower()
        places = [place for place in evidence.places(small) if _NOTHING_BEFORE.match(text, place)]
        return not any(_NOTHING_BEHIND.match(text, place + len(small)) for place in places)
    is_below_title = any(line is other for other in evidence.lines[1:OPENING]) and name not in evidence.lines[0].text
    if is_below_title and line.text == name and evidence.lower.count(name.lower()) == text.count(name) > 1:
        return True
    if evidence.language in SUBJECT_FIRST and evidence.lower.count(name.lower()) == text.count(name) > 1:
        return True
    behind = line.lower[len(name) :].lstrip(" ,")
    if behind.startswith(own_phrases("company_seeks", evidence.language)):
        return True
    inside = _IN_SENTENCE if evidence.language == "de" else _IN_SENTENCE_OR_VALUE
    places = [place for place in evidence.places(name) if inside.match(text, place)]
    return any(_WORD_BORDER.match(text, place + len(name)) for place in places)


_IDENTIFIER = re.compile(r"#?([A-Za-z]{0,4}[#-]?\s?\w[\w./-]{2,30})")


def find_identifier(evidence: Evidence) -> Found | None:
    """The posting's number or code."""
    for labelled in evidence.labelled.get("identifier", ()):
        match = _IDENTIFIER.match(labelled.value)
        if match and any(character.isdigit() for character in match[1]):
            return Found(match[1].strip("./"), (labelled.line.id,))
    return None
