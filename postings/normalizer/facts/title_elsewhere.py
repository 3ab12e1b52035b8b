"""Titles in the sentences of languages other than English: behind words that seek somebody or announce a position.

Romance languages and Polish put the word for the role first ("technicien de maintenance"), Germanic ones last
("IT-tekniker"): so the title goes on behind it there, and begins in front of it here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from postings.normalizer.facts.evidence import Evidence, Found
from postings.normalizer.facts.lexicon import own_phrases, spans

REACH = 110  # characters behind the words in which the title stands
FARTHEST = 6  # words in front of the one for the role: an article and adjectives
MOST_WORDS = 7
ROLE_LAST = frozenset(("de", "nl", "sv", "da"))
_WORD = re.compile(r"[^\s,;:!?()（）]+|[,;:!?()（）]")
_ELIDED = re.compile(r"^(?:[dlDL]['’])")
_EDGES = " \t-–—:|*·,„”\"'“»«."
TOP_LINES = 3
_PARTED = re.compile(r"\s[–—-]\s|[:!?.]\s|\s\|\s")
_BEFORE_MARK = re.compile(
    r"(?:\b[Ee]ine?n?(?:/-?n|:n|\(n\)|\*n)? |\b(?:[Aa]ls|[Zz]um|[Zz]ur) |^)"
    r"((?:[A-ZÄÖÜ][\w/*:().-]*|/|-|&)(?: (?:[A-ZÄÖÜ][\w/*:().-]*|für|und|im|in|der|die|des|/|-|&|–)){0,7}) ?$"
)
_END = re.compile(r"[.!?](?=\s|$)")


def title_elsewhere(evidence: Evidence) -> Found | None:
    """The title that a sentence names, in a language that is not English."""
    if evidence.language == "en":
        return None
    if evidence.language == "de" and (found := _marked(evidence)):
        return found
    if found := _sought_behind(evidence):
        return found
    denied = [[word] for word in own_phrases("not", evidence.language)]
    roles = own_phrases("role_noun", evidence.language)
    for name in ("title_announced", "seeking"):
        words = evidence.present(name, own=True)
        for line in evidence.lines_with(words):
            for start, end in spans(line.lower, words):
                title = _title_at(line.text[end : end + REACH], evidence.language, roles)
                if title and line.lower[:start].split()[-1:] not in denied:
                    return Found(title, (line.id,))
    return None


def _sought_behind(evidence: Evidence) -> Found | None:
    """The title at the end of what stands in front of a word such as "gesucht", on one of the first lines."""
    words = own_phrases("sought_behind", evidence.language)
    roles = own_phrases("role_noun", evidence.language)
    for line in evidence.lines[:TOP_LINES]:
        for start, _ in spans(line.lower, words)[:1]:
            title = _PARTED.split(line.text[:start])[-1].strip(_EDGES)
            names = title.split()
            if title[:1].isupper() and len(names) <= MOST_WORDS and any(_names_role(word, roles) for word in names):
                return Found(title, (line.id,))
    return None


def _marked(evidence: Evidence) -> Found | None:
    """The title between an article and the mark that it is meant for everybody ("suchen wir eine/n Koch (m/w/d)")."""
    for sign in ("(m/w/d)", "(w/m/d)", "(d/m/w)", "(m/w/x)", "(gn)"):
        for place in evidence.places(sign):
            if match := _BEFORE_MARK.search(evidence.text[max(0, place - REACH) : place]):
                return Found(f"{match[1].strip()} {sign}", (evidence.line_at(place).id,))
    return None


def _title_at(text: str, language: str, roles: tuple[str, ...]) -> str:
    words = list(_words(text))
    role = next((n for n, word in enumerate(words[:FARTHEST]) if _names_role(word, roles)), -1)
    if role < 0:
        return ""
    if language in ROLE_LAST:
        while role + 1 < len(words) and _names_role(words[role + 1], roles):
            role += 1
        first = role
        while first and words[first - 1][:1].isupper():
            first -= 1
        return _tidy(words[first : role + 1])
    first, last = role, role
    while first and words[first - 1][:1].isupper() and first > 1:
        first -= 1
    stops = frozenset(own_phrases("title_stop", language))
    while last + 1 < len(words) and last - first + 1 < MOST_WORDS and words[last + 1].lower() not in stops:
        last += 1
    return _tidy(words[first : last + 1])


def _words(text: str) -> Iterator[str]:
    """The words up to where the sentence ends or begins anew."""
    for number, word in enumerate(_WORD.findall(_END.split(text, maxsplit=1)[0])):
        if word in ",;!?()（）" or (word == ":" and number):
            return
        if word.strip(_EDGES):
            yield word


def _names_role(word: str, roles: tuple[str, ...]) -> bool:
    lower = _ELIDED.sub("", word).lower()
    return any(lower.startswith(role) for role in roles) or any(
        len(role) > 4 and role in lower for role in roles if "-" in lower or len(lower) > len(role) + 3
    )


def _tidy(words: list[str]) -> str:
    title = _ELIDED.sub("", " ".join(words)).strip(_EDGES)
    return title if len(title) > 3 else ""
