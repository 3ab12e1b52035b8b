"""The headings inside a statement: known ones that a colon, a lost break or bold type parts from their text, and such
as nothing but their place between lost breaks tells.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from postings.normalizer.phrases import MODIFIED, TAILED, exact_meaning, read_phrase
from postings.normalizer.steps.glue import NEAR
from postings.normalizer.steps.lines import FULL_STOPS, is_written_as_title, tells
from postings.normalizer.steps.runs import RunIndex
from postings.normalizer.taxonomy import SectionKind
from postings.normalizer.words import Meaning, cue, fold, phrase_lengths

_COLON = re.compile(r"[:：](?!//)(?!(?<=\d:)\d\d)")  # but none of an address or a time
_SPACED = re.compile(r"\S+")
_BEHIND_SMALL = re.compile(r"\b([a-z]{3,}|[a-z]+\)) ([A-Z][a-z]+)(?= ([A-Z][a-z]*))")
_CAPITALS = re.compile(r"\s*(?:[A-Z][A-Z/’']*(?:,? & |,? ))*[A-Z]{4,}(?=[A-Z][a-zà-ÿ]| [A-Z][a-z ]| \d)")
# Words in capitals glued to what stands before and behind them.
_LOUD = re.compile(r"[A-Z](?<=[a-z.!?)\]…:].)[A-Z][A-Z/&’', -]{2,58}(?<=[A-Z])(?=[A-Z][a-z’']|\d|:| [A-Z][a-z]|$)")
_BEFORE_NUMBER = re.compile(r"[A-Z][^\d.!?:;|]{4,61}+(?=\d)(?<=[a-z])")
_WORD = re.compile(r"[^\W_]+")
_COLONS = ":："
_STOPS = "\n.!?:：;|"
_CAPITAL = re.compile(r"(?<=[\s(a-zà-ÿ.)!?])(?=[A-ZÀ-Þ0-9])|(?<=[A-Z])(?=[A-Z][a-z]{3})")
_CLOSED = re.compile(r"[.!?:：;|]\s*")
_GOES_ON = ("...", "…")
_EDGE = " \t\u00a0*-–•"
LONGEST_LABEL = 70  # characters
MAX_LABEL_WORDS = 7
MAX_KNOWN_WORDS = 8  # of a label that is a phrase of the lexicon, word for word
FEWEST_LEADS = 2  # sections whose headings stand before their text with only a space between
MAX_NAME_WORDS = 6  # of a heading that nothing but its place between lost breaks tells
LABELS_IN_A_CHAIN = 3  # so many labels in one line are a chain, whose links are cut though no mark parts them
TERMS = frozenset({SectionKind.PAY, SectionKind.SCHEDULE, SectionKind.BENEFITS})  # what labels name in their own line
# What whole lists stand under.
OF_LISTS = frozenset(
    {SectionKind.RESPONSIBILITIES, SectionKind.REQUIREMENTS, SectionKind.QUALIFICATIONS, SectionKind.BENEFITS}
)
LONGEST_BOLD = 80  # characters; bold text goes on no longer than this in front of its own text


@dataclass(frozen=True, slots=True)
class Label:
    """A known heading inside a statement: from `start` to `end`, behind its colon where it has one."""

    start: int
    end: int
    words: int
    meaning: Meaning


def has_leads(text: str, starts: list[int], language: str) -> bool:
    """Whether several sentences of a long text begin with headings that only a space parts from their own text.

    "Qualifications The nurse will have": a word alone may as well begin a name ("Benefits Officer"), so that they
    must be of different sections.
    """
    found = [label for at in starts if (label := _lead(text, at, language)) is not None]
    kinds = {label.meaning.kinds for label in found}
    if len(kinds) == 1:
        kinds |= {label.meaning.kinds for label in _inner_leads(text, 0, len(text), language)}
    return len(kinds) >= FEWEST_LEADS


def _inner_leads(text: str, low: int, high: int, language: str) -> list[Label]:
    """Headings of several words amid a text in which nothing but their capitals parts them from what is around."""
    first_words, small = phrase_lengths(language), cue("noise", language) | cue("joiner", language)
    found: list[Label] = []
    for match in _BEHIND_SMALL.finditer(text, low, high):
        at = match.start(2)
        if first_words.keys().isdisjoint((fold(match[2]), fold(match[3]))) or fold(match[1]) in small:
            continue
        if found and at < found[-1].end:
            continue
        label = _lead(text, at, language)
        if label is not None and label.words > 1 and label.end < high:
            found.append(label)
    return found


def with_leads(text: str, labels: list[Label], edges: list[int], language: str) -> list[Label]:
    found = []
    for low, high in pairwise(edges):
        lead = _lead(text, low, language)
        if (
            lead is not None
            and lead.end < high
            and not any(label.start < lead.end and low < label.end for label in labels)
        ):
            found.append(lead)
        inner = _inner_leads(text, lead.end if lead is not None else low, high, language)
        found += [label for label in inner if not any(o.start < label.end and label.start < o.end for o in labels)]
    return sorted([*labels, *found], key=lambda label: label.start)


def _lead(text: str, at: int, language: str) -> Label | None:
    """The longest heading with which the text from `at` on begins."""
    words = list(_SPACED.finditer(text, at, at + LONGEST_LABEL))
    for size in range(min(MAX_LABEL_WORDS, len(words) - 1), 0, -1):
        begin, end, after = words[0].start(), words[size - 1].end(), words[size].group()
        phrase = text[begin:end]
        if not after[0].isupper() or not phrase[0].isupper() or phrase[-1] in _STOPS or after[1:2].isupper():
            continue
        if after[-1] in _COLONS or phrase[-1] == "," or fold(words[size - 1].group()) in cue("joiner", language):
            continue  # "Duties and | Position | Qualifications:"
        if size == 1 and fold(phrase) in cue("required", language) | cue("preferred", language):
            return None  # "Essential Responsibilities include:"
        known = exact_meaning(phrase, language) if _is_heading(phrase, language) else None
        parted = size > 1 and not cue("determiner", language).intersection(map(fold, phrase.split()))
        meaning = known or (_by_parts(phrase, language) if parted else None)
        if meaning is not None:
            in_name = text.count(f"{words[size - 1].group()} {after}", max(0, at - NEAR), at + NEAR) > 1
            return Label(at, end, size, meaning) if meaning.kinds and not in_name else None
    return None


def behind_headings(text: str, start: int, points: list[int], doubtful: list[int], language: str) -> list[int]:
    """The doubtful breaks that have a heading in front of them, from the sure break before."""
    found: list[int] = []
    for point in doubtful:
        low = max([start, *(p for p in points if p < point)])
        phrase = text[low:point].strip()
        if _is_heading(phrase, language) or (phrase.count(" ") < MAX_LABEL_WORDS and _named(phrase, language)):
            found.append(point)
    return found


def loud_headings(text: str, start: int, end: int, language: str) -> list[int]:
    """Where headings in capitals begin and end that are glued to the text before and behind them ("servingDUTIESLead",
    "finished.SKILLS3 years").
    """
    found: list[int] = []
    for match in _LOUD.finditer(text, start + 1, end):
        for close in (match.end(), match.end() - 1):  # "ROLEA nurse": the last letter may be the next word
            phrase = text[match.start() : close]
            if close < match.end() and text[close] not in "AI":
                continue
            if _is_heading(phrase, language) or _named(phrase, language):
                found += [match.start(), close]
                break
    return found


def labels_in(
    runs: RunIndex, text: str, start: int, end: int, points: list[int], language: str, *, item: bool
) -> list[Label]:
    """The known headings inside a statement; in a list item only those that a lost break parts from what is before."""
    at = set(points)
    colons = list(_COLON.finditer(text, start, end))
    found = [label for colon in colons if (label := _before_colon(text, start, colon, at, language))]
    if not found and not points:
        capitals = _in_capitals(text, start, end, language)
        return [capitals] if capitals else _bold_labels(runs, text, start, end, language, item=item)
    found = [
        label
        for label in found
        if label.start in at
        or _is_behind_capitals(text, label)
        or not (text[label.start - 1].isupper() or _is_end_of_name(text, start, label.start, points))
    ]
    chain = len(found) >= LABELS_IN_A_CHAIN
    found.sort(key=lambda label: label.start)
    found = [
        label
        for label in found
        if label.start in at
        or _is_behind_capitals(text, label)
        or (label.end in at and _follows_small_word(text, label, start))
        or _is_next_heading(text, label, start, end)
        or (not item and (not text[start : label.start].strip(_EDGE) or chain or _is_parted(text, label.start)))
    ]
    ends = {label.end for label in found}
    found += [label for c in colons if c.end() in at - ends and (label := _unknown(text, start, c, at))]
    taken = {edge for label in found for edge in (label.start, label.end if label.meaning.kinds else label.start)}
    found += [label for label in _glued_headings(text, start, end, points, language) if label.start not in taken]
    edges = [start, *points, end]
    starts = {label.start for label in found}
    loud = (_in_capitals(text, low, high, language) for low, high in pairwise(edges) if low not in starts)
    found += [label for label in loud if label is not None]
    starts = {label.start for label in found}
    found += [b for b in _bold_labels(runs, text, start, end, language, item=item) if b.start not in starts]
    return _without_members(text, sorted(found, key=lambda label: label.start), points)


def _without_members(text: str, labels: list[Label], points: list[int]) -> list[Label]:
    """Labels but for those that are members of the list under the one before: "Benefits:Health insurancePaid time
    offLife insurance" names no heading "Paid time off".
    """
    found: list[Label] = []
    for label in labels:
        kinds = label.meaning.kinds
        within = bool(found) and bool(kinds) and found[-1].meaning.kinds == kinds and TERMS.issuperset(kinds)
        if not within or text[label.end - 1] in _COLONS or is_of_its_line(text, found[-1], points):
            found.append(label)
    return found


def _before_colon(text: str, floor: int, colon: re.Match[str], points: set[int], language: str) -> Label | None:
    """The longest known phrase that ends at a colon; from a lost break on also one that is known by its parts."""
    end = colon.start()
    if end > floor and text[end - 1] == "\n":
        end -= 1
    low = max(floor, end - LONGEST_LABEL)
    low = max(low, *[text.rfind(stop, low, end) + 1 for stop in _STOPS])
    area = text[low:end]
    if len(area) < 2:
        return None
    starts = [0, *(m.start() for m in _CAPITAL.finditer(area))]
    for at in starts:
        phrase = area[at:].strip(_EDGE)
        if not phrase or phrase.count(" ") >= MAX_KNOWN_WORDS:
            continue
        if ")" in phrase and "(" not in phrase:
            continue  # "(Preferred)Education:"
        meaning = exact_meaning(phrase, language)
        if meaning is None and low + at in points and phrase.count(" ") < MAX_LABEL_WORDS:
            meaning = _by_parts(phrase, language)
        if meaning is not None:
            begin = low + at + len(area[at:]) - len(area[at:].lstrip(_EDGE))
            return Label(begin, colon.end(), len(_WORD.findall(phrase)), meaning)
    return None


def _by_parts(phrase: str, language: str, *, asking: bool = False) -> Meaning | None:
    """What a text says that is written as a heading and made of known ones ("Preferred Job Qualifications").

    `asking`: or in small letters as a question ("What you’ll need to have").
    """
    asks = asking and fold(phrase.split(maxsplit=1)[0]) in cue("question", language)
    if not asks and not is_written_as_title(phrase):
        return None
    reading = read_phrase(phrase, language)
    if reading is None or reading.confidence < TAILED or not reading.kinds:
        return None
    return Meaning(reading.kinds, None, reading.preferred, reading.informative)


def _unknown(text: str, floor: int, colon: re.Match[str], points: set[int]) -> Label | None:
    """What stands before a colon that is glued to its text: a heading, though no phrase of the lexicon."""
    begin = max([floor, *(p for p in points if p < colon.start())])
    closed = [m.end() for m in _CLOSED.finditer(text, begin, colon.start())]
    begin = closed[-1] if closed else begin
    words = len(_WORD.findall(text, begin, colon.start()))
    return Label(begin, colon.end(), words, Meaning()) if 0 < words <= MAX_LABEL_WORDS else None


def _is_end_of_name(text: str, floor: int, at: int, points: list[int]) -> bool:
    """Whether what stands before a label belongs to it: "Exciting Projects:" is no heading "Projects"."""
    begin = max([floor, *(point for point in points if point < at)])
    closed = max(text.rfind(stop, begin, at) for stop in _STOPS)
    before = text[max(begin, closed + 1) : at]
    if closed >= begin and text[closed] in _COLONS:
        return False  # a value, and the label of the next
    words = before.split()
    if not 0 < len(words) < MAX_LABEL_WORDS or before[-1] != " ":
        return False
    return words[0][0].isupper() and words[-1][0].isupper() and is_written_as_title(before)


def _is_behind_capitals(text: str, label: Label) -> bool:
    """Whether the heading of a list is glued to a word in capitals ("NYRequirements:")."""
    kinds = label.meaning.kinds
    return text[label.start - 1 : label.start].isupper() and bool(kinds) and OF_LISTS.issuperset(kinds)


def _follows_small_word(text: str, label: Label, start: int) -> bool:
    """Whether the word before a label is a small one: "Supportive Environment:" is no heading "Environment"."""
    before = text[start : label.start].split()
    return not label.meaning.weak and bool(before) and before[-1][:1].islower()


def _is_next_heading(text: str, label: Label, start: int, end: int) -> bool:
    """Whether a label ends the statement: the heading of what comes next, caught in the item before it."""
    return label.words > 1 and label.start > start and not text[label.end : end].strip(_EDGE)


def is_of_its_line(text: str, label: Label, points: list[int]) -> bool:
    """Whether a label among lines that ran together names the term of the job that stands beside it and heads nothing:
    the break behind a heading is lost like the others ("Hours:Monday"), the space behind a label is not.
    """
    kinds = label.meaning.kinds
    beside = bool(kinds) and TERMS.issuperset(kinds) and text[label.end : label.end + 1] == " "
    return beside and any(point > label.end for point in points)


def _is_parted(text: str, at: int) -> bool:
    """Whether what stands before a label is finished: closed by a mark."""
    return text[max(0, at - 8) : at].rstrip()[-1:] in (*".!?;|•)",)


def _glued_headings(text: str, start: int, end: int, points: list[int], language: str) -> list[Label]:
    """Headings without a colon that stand between lost breaks ("Essential FunctionsProvides care")."""
    found: list[Label] = []
    edges = [start, *points, end]
    for low, high, after in zip(edges, points, edges[2:], strict=False):
        phrase = text[low:high].strip()
        meaning = exact_meaning(phrase, language) if _is_heading(phrase, language) else None
        if meaning is None and low > start:
            meaning = _named(phrase, language)
            if meaning is None and text[low - 1] in FULL_STOPS and _is_name_of(phrase, text[high:after], language):
                meaning = Meaning()
        if meaning is not None:
            found.append(Label(low, high, len(_WORD.findall(phrase)), meaning))
    last = text[points[-1] : end].strip() if points and end < len(text) else ""
    if last and (meaning := exact_meaning(last, language) if _is_heading(last, language) else _named(last, language)):
        found.append(Label(points[-1], end, len(_WORD.findall(last)), meaning))
    return found


def _in_capitals(text: str, low: int, high: int, language: str) -> Label | None:
    """A known heading in capitals at the beginning of [low, high), in front of its text or glued to it ("JOB SUMMARYThe
    baker").
    """
    match = _CAPITALS.match(text, low, min(high, low + LONGEST_LABEL))
    phrase = match.group().strip() if match else ""
    meaning = exact_meaning(phrase, language) if _is_heading(phrase, language) else None
    if meaning is None or match is None or not meaning.kinds:
        return None
    return Label(low, match.end(), len(_WORD.findall(phrase)) + 1, meaning)


def _named(phrase: str, language: str) -> Meaning | None:
    """What a stretch between lost breaks says that is a heading by its parts."""
    goes_on = phrase.endswith(_GOES_ON)
    if " " not in phrase or (phrase.endswith((*_STOPS,)) and not goes_on):
        return None
    if not goes_on:
        few = phrase.count(" ") < MAX_LABEL_WORDS
        return _by_parts(phrase, language, asking=True) if few else None
    reading = read_phrase(phrase.rstrip(".…"), language)
    known = reading is not None and reading.confidence >= MODIFIED and reading.kinds
    return Meaning(reading.kinds, None, reading.preferred) if reading is not None and known else None


def _is_name_of(phrase: str, following: str, language: str) -> bool:
    """Whether a few words between a sentence's end and a sentence of prose name what it tells of."""
    few = phrase.count(" ") < MAX_NAME_WORDS and len(phrase) > 2
    return few and not phrase.endswith((*_STOPS, ",")) and tells(following, language)


def _is_heading(phrase: str, language: str) -> bool:
    """Whether a text is a heading by its words alone."""
    phrase = phrase.strip()
    if phrase.endswith((":", ".")) or phrase.count(" ") >= MAX_LABEL_WORDS:
        return False
    meaning = exact_meaning(phrase, language)
    return meaning is not None and not meaning.weak and meaning.reason is None


def _bold_labels(runs: RunIndex, text: str, start: int, end: int, language: str, *, item: bool) -> list[Label]:
    """A bold known heading in front of plain text, where there is one and it begins no list item."""
    if item or len(runs.runs) < 2:
        return []
    bold_end = runs.bold_until(start, start + LONGEST_BOLD)
    lead = text[start:bold_end]
    if not start < bold_end < end or lead.count(" ") > MAX_LABEL_WORDS or not lead.strip():
        return []
    meaning = exact_meaning(lead, language)
    return [Label(start, bold_end, len(_WORD.findall(lead)), meaning)] if meaning is not None else []


def begins_in_capitals(text: str, start: int, end: int) -> bool:
    """Whether a statement begins with words in capitals that no mark parts from its text."""
    return _CAPITALS.match(text, start, end) is not None


def last_label(text: str, language: str) -> str:
    """The heading of what comes next that a line ends with, behind a small word; "" where there is none."""
    end = len(text.rstrip(" :"))
    low = max(0, end - LONGEST_LABEL)
    for match in _CAPITAL.finditer(text, low, end):
        phrase, before = text[match.start() : end], text[low : match.start()].split()
        if not before or not before[-1][0].islower() or phrase.count(" ") >= MAX_LABEL_WORDS:
            continue
        if _is_heading(phrase, language) or _by_parts(phrase, language) is not None:
            return phrase
    return ""


def first_label(text: str, language: str) -> str:
    """The heading that a line begins with and that could not be cut off: in front of a number that is glued to it
    ("Qualifications3 years"), or of a sentence.  "" where there is none.
    """
    match = _BEFORE_NUMBER.match(text)
    if match is not None:
        return match.group() if _is_heading(match.group(), language) else ""
    if text[1:LONGEST_LABEL].islower():
        return ""  # as most are
    loud = _CAPITALS.match(text)
    if loud is not None and _is_heading(loud.group(), language):
        return loud.group().strip()
    words = text[:LONGEST_LABEL].split()
    prose, openers = cue("prose", language), _openers(language)
    for size in range(min(MAX_LABEL_WORDS, len(words) - 1), 1, -1):
        after = words[size]
        if not after[0].isupper() or fold(after) not in openers:
            continue
        phrase = " ".join(words[:size])
        if fold(words[size - 1]) not in prose and _is_heading(phrase, language):
            return phrase
    return ""


@cache
def _openers(language: str) -> frozenset[str]:
    """Words that begin a sentence, hardly ever an item of a list."""
    return cue("prose", language) | cue("determiner", language)
