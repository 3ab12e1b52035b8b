"""What a heading's words say, by meaning and not by equality.

The longest known phrase wins; company and role names, numbering and small words around it do not count. A combined
heading gives the kinds of all its phrases. Words that are not understood make a reading less sure, and a negation
that no known phrase explains makes it void.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from postings.normalizer.model import HeadingReading
from postings.normalizer.taxonomy import SectionKind
from postings.normalizer.words import UNPARTED, Meaning, cue, edge_words, fold_words, headings, phrase_lengths

MAX_HEADING_WORDS = 18  # longer lines are sentences: the longest heading met in labelled postings has 17 words
EXACT, BY_PARTS, TAILED, MODIFIED, WEAKLY, PARTLY = 0.97, 0.9, 0.8, 0.75, 0.6, 0.5

LONGEST_PHRASE = 16  # signs of a phrase in a script without spaces
LONGEST_BEFORE_NAME = 5  # words of a phrase in front of an employer's name
LONGEST_NAME = 5
MOST_WISHED = 7  # words; in a longer heading a word of a wish may praise the place
MOST_UNKNOWN = 4  # words in front of a phrase that may narrow its meaning without changing it

_NUMBERING = re.compile(
    r"^[\W_]*(?:(?:\d{1,2}(?:\.\d{1,2})*|[ivxIVX]{1,4}|[a-zA-Z])\s?[.)．）]\s*|\d{1,2}\s[—–-]\s+(?=[^\W\d]))+"
)
FIGURES = "0123456789"  # count the headings of a form that stand several times ("就業時間1")
_ABOUT = {SectionKind.ABOUT}
_REQUIRABLE = {SectionKind.QUALIFICATIONS, SectionKind.SKILLS, SectionKind.REQUIREMENTS}

# Small words in front of an employer's name, and what the two say together.
_NAMED: tuple[tuple[str, tuple[SectionKind, ...]], ...] = (
    ("about_name", (SectionKind.ABOUT,)),
    ("why_name", (SectionKind.BENEFITS, SectionKind.ABOUT)),
)

WHOLE_JOB = "names the whole job"  # the rule of a heading under which several sections may stand
CONDITION = "heading: … "  # how the rule of a reading begins that knows only the end of a heading

UNKNOWN = HeadingReading(rule="unknown", informative=True)


def exact_meaning(text: str, language: str) -> Meaning | None:
    """What the lexicon says of a text that is one of its phrases, folded; else None."""
    return headings(language).get(" ".join(heading_words(text)))


def heading_words(text: str, folded: tuple[str, ...] | None = None) -> tuple[str, ...]:
    """The folded words of a heading without its numbering.  `folded` are all its folded words, where they are known."""
    if not text[:1].isalpha() or text[1:2] in ".)" or text[2:4] in (". ", ") "):
        return fold_words(_NUMBERING.sub("", text, count=1)) or fold_words(text)
    if text.partition(" ")[0][-1:] in ".)":
        return fold_words(_NUMBERING.sub("", text, count=1))
    return fold_words(text) if folded is None else folded


def read_phrase(text: str, language: str, own: frozenset[str] = frozenset()) -> HeadingReading | None:
    """What a heading says, or None where nothing in it is understood.  `own` are folded words of the company's name."""
    return read_words(text, heading_words(text), language, own)


def read_words(text: str, words: tuple[str, ...], language: str, own: frozenset[str]) -> HeadingReading | None:
    """What a heading says whose `heading_words` are known."""
    if not words or len(words) > MAX_HEADING_WORDS:
        return None
    table = headings(language)
    whole = table.get(" ".join(words))
    if whole is not None:
        return _reading(whole, " ".join(words), EXACT)
    bare = words if own.isdisjoint(words) else tuple(word for word in words if word not in own)
    whole = table.get(" ".join(bare)) if len(bare) < len(words) else None
    if whole is not None:
        return _reading(whole, " ".join(bare), EXACT)
    if language in UNPARTED:
        counted = bare[-1].rstrip(FIGURES) if bare else ""
        whole = table.get(" ".join((*bare[:-1], counted))) if counted else None
        return _of_signs(bare, language) if whole is None else _reading(whole, counted, EXACT)
    found = _of_a_role(words, language) or _of_a_name(text, words, language) or _by_parts(bare, language)
    if found is not None and _is_demand(words, found, language):
        return None
    if found is not None and found.preferred and " ".join(words[:2]) in cue("the_ideal", language):
        return HeadingReading((SectionKind.REQUIREMENTS,), None, False, True, "heading: the ideal …", TAILED)
    if found is None or (found.reason is None and (not found.preferred or len(found.kinds) > 1)):
        condition = _by_condition(words, language)
        if condition is not None and (condition.preferred or found is None or found.confidence <= MODIFIED):
            return condition
    return found


def _is_demand(words: Sequence[str], found: HeadingReading, language: str) -> bool:
    """Whether a line demands something and is no heading: "Must meet citizenship requirements"."""
    first = words[0]
    demands = first in cue("asks", language) and first in cue("demanding", language)
    return demands and not found.rule.startswith("heading: " + first)


def _by_condition(words: Sequence[str], language: str) -> HeadingReading | None:
    """ "You fit in if you": what follows is demanded, or wished for where the words in front are those of a wish."""
    if words[-1] not in edge_words("condition", language)[1]:
        return None
    for size in (3, 2, 1):
        if len(words) > size and " ".join(words[-size:]) in cue("condition", language):
            praises_you = words[0] in cue("asks", language)  # "You'd make a great baker if you"
            wished = not praises_you and not cue("wished", language).isdisjoint(words[:-size])
            if wished and len(words) > MOST_WISHED:
                return None
            kind = SectionKind.QUALIFICATIONS if wished else SectionKind.REQUIREMENTS
            return HeadingReading((kind,), None, wished, wished, CONDITION + " ".join(words[-size:]), TAILED)
    return None


def _of_signs(words: Sequence[str], language: str) -> HeadingReading | None:
    """The reading of a heading whose words are not parted: known phrases are looked for in it, and must end it."""
    whole = "".join(words)
    if whole.endswith(tuple(cue("about_name", language))) and any(
        form in whole for form in cue("company_form", language)
    ):
        return HeadingReading((SectionKind.ABOUT,), rule="heading: about a company", confidence=BY_PARTS)
    parted = [part for word in words for part in _parted(word, language)]
    reading = _by_parts(parted, language)
    return reading if reading is not None and reading.confidence > WEAKLY else None


def _parted(word: str, language: str) -> list[str]:
    """A run of signs cut at the phrases and small words it holds, the longest first; the rest between them stays."""
    known, small = headings(language), cue("noise", language) | cue("negation", language)
    found, rest, at = [], "", 0
    while at < len(word):
        sizes = range(min(LONGEST_PHRASE, len(word) - at), 0, -1)
        part = next((p for p in (word[at : at + n] for n in sizes) if p in small or (len(p) > 1 and p in known)), "")
        if part:
            found += [rest, part] if rest else [part]
        rest = "" if part else rest + word[at]
        at += len(part) or 1
    return [*found, rest] if rest else found


def _of_a_name(text: str, words: Sequence[str], language: str) -> HeadingReading | None:
    """ "About Acme", "Why Acme?": small words known to stand in front of an employer's name, and a name."""
    if len(words) > LONGEST_BEFORE_NAME + LONGEST_NAME:
        return None
    for cue_name, kinds in _NAMED:
        if words[0] not in edge_words(cue_name, language)[0]:
            continue
        names = [word for word in text.split() if word[:1].isalpha()]
        for size in range(min(LONGEST_BEFORE_NAME, len(words) - 1), max(len(words) - LONGEST_NAME, 1) - 1, -1):
            if " ".join(words[:size]) in cue(cue_name, language) and _is_name(names[size:]):
                return HeadingReading(kinds, rule="heading: " + " ".join(words[:size]) + " …", confidence=EXACT)
    return None


def _of_a_role(words: Sequence[str], language: str) -> HeadingReading | None:
    """ "What our Night Baker will do": its duties."""
    if not 4 <= len(words) <= LONGEST_NAME + 4 or words[-1] not in edge_words("role_does", language)[1]:
        return None
    if words[0] not in cue("question", language) or words[1] not in cue("determiner", language):
        return None
    for size in (2, 3):
        if len(words) - size > 2 and " ".join(words[-size:]) in cue("role_does", language):
            rule = "heading: … " + " ".join(words[-size:])
            return HeadingReading((SectionKind.RESPONSIBILITIES,), rule=rule, confidence=EXACT)
    return None


def _is_name(words: Sequence[str]) -> bool:
    small = {"the", "of", "and", "at", "for", "us", "in", "de", "la", "der", "die", "das", "van", "het", "needs", "you"}
    return bool(words) and all(not word.islower() or word.casefold().strip("?!.:") in small for word in words)


def _reading(meaning: Meaning, phrase: str, confidence: float) -> HeadingReading:
    known = bool(meaning.kinds or meaning.reason)
    rule = (f"{WHOLE_JOB}: " if meaning.broad else "heading: ") + phrase if known else "mixed: " + phrase
    return HeadingReading(meaning.kinds, meaning.reason, meaning.preferred, meaning.informative, rule, confidence)


def _by_parts(words: Sequence[str], language: str) -> HeadingReading | None:
    if phrase_lengths(language).keys().isdisjoint(words) and cue("negation", language).isdisjoint(words):
        return None
    found, unknown, tail, loose = _segments(words, language)
    if _is_not_required(words, language):
        return HeadingReading((SectionKind.QUALIFICATIONS,), None, True, True, "heading: not required", BY_PARTS)
    all_weak = all(meaning.weak for _, meaning in found)
    if all_weak and (unknown or tail):
        return None
    if not found or any(word in cue("negation", language) for word in unknown):
        return None
    if unknown and not loose:
        found = _of_a_lead_in(found)
    meanings = [meaning for _, meaning in found]
    phrases = " + ".join(phrase for phrase, _ in found)
    modifiers = {*cue("required", language).intersection(words), *cue("preferred", language).intersection(words)}
    joined = _join(meanings, modifiers & set(unknown) or _single_modifiers(found, modifiers), language)
    partly = MODIFIED if not loose and len(unknown) <= MOST_UNKNOWN else PARTLY
    confidence = WEAKLY if all_weak else partly if unknown else BY_PARTS
    if loose and len(unknown) > len(words) / 2:
        return None
    if joined.reason is not None and (unknown or tail):
        return None
    if (tail and all(phrase.count(" ") < 2 for phrase, _ in found)) or any(meaning.weak for _, meaning in found):
        confidence = min(confidence, TAILED)
    reading = _reading(joined, phrases, confidence)
    if unknown and not loose and not reading.reason:
        return HeadingReading(reading.kinds, None, reading.preferred, True, reading.rule, confidence)
    return reading


def _of_a_lead_in(found: list[tuple[str, Meaning]]) -> list[tuple[str, Meaning]]:
    """The phrases that count where words not understood lead to the last one: "as a part of our team you get" is not
    about the team, and a word that is as often an item ("software") belongs to a title."""
    kinds = set(found[-1][1].kinds)
    if not kinds or found[-1][1].weak:
        return found
    before = [
        (phrase, meaning)
        for phrase, meaning in found[:-1]
        if (not meaning.weak or not kinds.isdisjoint(_REQUIRABLE)) and (kinds == _ABOUT or set(meaning.kinds) != _ABOUT)
    ]
    return [*before, found[-1]]


def _is_not_required(words: Sequence[str], language: str) -> bool:
    """Whether a heading says of what it heads that nobody must have it: "not mandatory, but it helps"."""
    if cue("negation", language).isdisjoint(words):
        return False
    between = cue("noise", language)
    negated = False
    for word in words:
        if negated and word in cue("required", language):
            return True
        negated = word in cue("negation", language) or (negated and word in between)
    return False


def _single_modifiers(found: list[tuple[str, Meaning]], modifiers: set[str]) -> set[str]:
    return {phrase for phrase, _ in found if phrase in modifiers} if len(found) > 1 else set()


def _segments(words: Sequence[str], language: str) -> tuple[list[tuple[str, Meaning]], list[str], list[str], bool]:
    """Known phrases, words not understood outside and inside their tails, and whether such a word follows a phrase."""
    noise, tail_words, first_words = cue("noise", language), cue("tail", language), phrase_lengths(language)
    found: list[tuple[str, Meaning]] = []
    unknown: list[str] = []
    tail: list[str] = []
    loose = in_tail = False
    position = 0
    while position < len(words):
        word = words[position]
        phrase, meaning = _longest(words, position, language) if word in first_words else ("", None)
        if meaning is not None:
            found.append((phrase, meaning))
            position += phrase.count(" ") + 1
            in_tail = position < len(words) and words[position] in tail_words
            continue
        if word not in noise:
            (tail if in_tail and found else unknown).append(word)
        loose = loose or (bool(found) and bool(unknown) and word == unknown[-1] and not in_tail)
        position += 1
    if found and unknown and loose:
        loose = not _ends_in_phrase(words, found[-1][0])
    return found, unknown, tail, loose


def _ends_in_phrase(words: Sequence[str], phrase: str) -> bool:
    return " ".join(words).endswith(phrase)


def _longest(words: Sequence[str], start: int, language: str) -> tuple[str, Meaning | None]:
    table = headings(language)
    for size in phrase_lengths(language).get(words[start], ()):
        if start + size > len(words):
            continue
        phrase = " ".join(words[start : start + size])
        meaning = table.get(phrase)
        if meaning is not None and not (meaning.weak and meaning.reason and size == 1):
            return phrase, meaning
    return "", None


def _join(meanings: list[Meaning], modifiers: set[str], language: str) -> Meaning:
    kinds = tuple(dict.fromkeys(kind for meaning in meanings for kind in meaning.kinds))
    preferred = any(meaning.preferred for meaning in meanings) or bool(modifiers & cue("preferred", language))
    required = bool(modifiers & cue("required", language)) and not preferred
    if kinds and set(kinds) <= _REQUIRABLE:
        kinds = (SectionKind.QUALIFICATIONS,) if preferred else (SectionKind.REQUIREMENTS,) if required else kinds
    reasons = [meaning.reason for meaning in meanings if meaning.reason]
    reason = reasons[0] if reasons and not kinds else None
    informative, broad = any(m.informative for m in meanings), any(m.broad for m in meanings)
    return Meaning(kinds, reason, preferred and bool(kinds), informative, broad)
