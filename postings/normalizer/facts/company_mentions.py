"""Names of the employer amid sentences: "join Halden Mills", "Halden Mills’ standards", "a baker at Halden Mills".

A pattern of mentions says so by itself; what is owned, whose employees are spoken of, and for whom the holder of a
role works are hints, which count where the name is repeated.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain

from postings.normalizer.facts.cities import is_city, names_city
from postings.normalizer.facts.company_phrases import (
    BEFORE_KIND,
    BEHIND_KIND,
    JOIN,
    NAME,
    OWNER,
    hints_of_mentions,
    mentions,
)
from postings.normalizer.facts.evidence import Evidence, Line
from postings.normalizer.facts.lexicon import own_phrases
from postings.normalizer.facts.title import is_role

LONGEST_NAME = 70
MOST_OWNED = 2
# Names of which the text is asked more: no posting of the corpus has ten, and each asks the whole text again.
MOST_NAMES = 100
MOST_IN = 2  # times that something may be "in" a name which is no place
OWNS, KEEPS, SEEKS = 1, 2, 3

# Behind what somebody owns, or the words for those who work there and what they keep to.
_OWNING = ("’s ", "'s ", "s’ ", "s' ")
_KEPT = ("standards", "policies", "Policies", "values", "Values", "mission", "vision", "culture", "procedures")
_OF_EMPLOYER = (" employees", " associates", " team members", " staff", " values", " Values", " policies", " culture")
_BEHIND_ROLE = ((" at ", 2), (" with ", 1), (" for ", 1))
_NAME = re.compile(NAME)

Vote = tuple[str, int, Line]


def votes_from_sentences(evidence: Evidence) -> Iterator[Vote]:
    """Names, how much each weighs, and the line it stands in."""
    named = _with_names(evidence)
    yield from _from_mentions(named)
    yield from _from_owners(named, evidence.text)
    yield from _from_roles(named, evidence.text)
    yield from _from_kinds(named)


def _with_names(evidence: Evidence) -> Evidence:
    """The lines alone that can hold a name behind something else: they have a capital or a figure inside."""
    with_figures = set(map(id, evidence.numbered))
    return evidence.of_lines(
        [line for line in evidence.lines if id(line) in with_figures or not line.text[1:].islower()]
    )


def _from_mentions(evidence: Evidence) -> Iterator[Vote]:
    text = evidence.text
    held = frozenset(evidence.may_hold(hints_of_mentions(evidence.language)))
    for mention in mentions(evidence.language):
        joining = mention.pattern is JOIN and evidence.says("joining")
        for hint in mention.hints:
            for place in evidence.places(hint) if joining or hint in held else ():
                if mention.before and text[place - 3 : place] not in mention.before:
                    continue
                match = mention.pattern.match(text, place)
                if not match or (mention.apart and text[place - 1 : place].isalpha()):
                    continue
                is_teams = text.startswith((" team", " Team"), match.end(1))
                if not (is_teams and _is_field(match[1])):  # "join the Data Science team"
                    yield match[1], mention.weight, evidence.line_at(place)


def _from_owners(evidence: Evidence, everything: str) -> Iterator[Vote]:
    """Whose team, products and values the sentences speak of; twice at most for each, as customers own things too."""
    text, may_own = evidence.text, _asked_of(everything)
    found: Counter[str] = Counter()
    of_employer = evidence.may_hold(_OF_EMPLOYER) if evidence.language == "en" else []
    for sign in (*_OWNING, *of_employer):
        for place in evidence.places(sign):
            end = place + (sign[0] == "s")
            owner = OWNER.search(text[max(0, end - LONGEST_NAME) : end])
            name = owner[1].removeprefix("the ") if owner else ""
            owns = sign in _OWNING
            if not name or found[name] == MOST_OWNED or (not owns and _is_field(name)) or not may_own(name):
                continue
            found[name] += 1
            keeps = owns and text.startswith(_KEPT, place + len(sign))
            yield name, KEEPS if keeps else OWNS, evidence.line_at(place)


def _from_roles(evidence: Evidence, everything: str) -> Iterator[Vote]:
    """For whom the holder of a role works ("as a Night Baker at Halden Mills", "Manager for Halden Mills")."""
    if evidence.language != "en":
        return
    text, may_own = evidence.text, _asked_of(everything)
    for hint, weight in _BEHIND_ROLE:
        for place in evidence.places(hint):
            if not text[place + len(hint) : place + len(hint) + 1].isupper():
                continue
            start = max(text.rfind(" ", 0, place), text.rfind("\n", 0, place)) + 1
            match = _NAME.match(text, place + len(hint)) if is_role(text[start:place].lower()) else None
            if match and not _is_field(match[0]) and may_own(match[0]):
                yield match[0], weight, evidence.line_at(place)


def _from_kinds(evidence: Evidence) -> Iterator[Vote]:
    """Names of several words that end in one for a kind of organization ("Halden Maritime Museum")."""
    if evidence.language != "en":
        return
    text, generic = evidence.text, frozenset(own_phrases("before_organization", "en"))
    for kind in own_phrases("organization_behind", "en"):
        for place in evidence.places(f" {kind.title()}") if evidence.says(kind) else ():
            end = place + 1 + len(kind)
            before = BEFORE_KIND.search(text[max(0, place - LONGEST_NAME) : place])
            if not before or text[end : end + 1].isalpha() or generic.issuperset(before[1].lower().split()):
                continue
            seeks = BEHIND_KIND.match(text, end)
            yield f"{before[1]} {kind.title()}", SEEKS if seeks else OWNS, evidence.line_at(place)


def _asked_of(text: str) -> Callable[[str], bool]:
    """Whether a name may own something, judged by this text once for each of the first names; no later one may."""
    known: dict[str, bool] = {}

    def may_own(name: str) -> bool:
        if name not in known:
            known[name] = len(known) < MOST_NAMES and _may_own(name, text)
        return known[name]

    return may_own


def _may_own(name: str, text: str) -> bool:
    """Neither a kind of organization ("the Agency") nor a city, in which something is or which has a state."""
    return (
        name.lower() not in kinds_of_organization()
        and not is_city(name, "en")
        and not names_city(name, text)
        and text.count(f" in {name}") < MOST_IN
    )


def _is_field(name: str) -> bool:
    """Whether a name ends in a word for a field of work ("Clinical", "Human Resources")."""
    return name.rsplit(" ", 1)[-1].lower() in _fields_of_work()


@cache
def _fields_of_work() -> frozenset[str]:
    return frozenset(own_phrases("field_of_work", "en"))


@cache
def kinds_of_organization() -> frozenset[str]:
    """Words for what employers are, which name none of them ("agency", "library")."""
    kinds = (own_phrases(name, "en") for name in ("organization_noun", "organization_kind", "country"))
    return frozenset(chain.from_iterable(kinds))
