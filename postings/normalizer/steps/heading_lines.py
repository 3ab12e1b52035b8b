"""Judge whether a line is a heading, and read it.

Evidence is its markup (h1-h6, bold, capitals, a final colon), its words (a phrase of the lexicon) and what stands
before and behind it; words that are as often a list item need markup too. A line that heads nothing is no heading.
"""

from __future__ import annotations

import re

from postings.normalizer.labeller.signs import BITS, reader
from postings.normalizer.model import HEADING, ITEM, PARAGRAPH, ROW, HeadingReading
from postings.normalizer.phrases import (
    EXACT,
    FIGURES,
    MAX_HEADING_WORDS,
    MODIFIED,
    UNKNOWN,
    WEAKLY,
    exact_meaning,
    read_phrase,
    read_words,
)
from postings.normalizer.steps.candidates import (
    GOES_ON,
    MOST_NUMBERED,
    SENTENCE_END,
    Line,
    flows,
    heads_items,
    is_alone,
    is_cut_off,
    is_cut_out,
    is_cut_title,
    is_numbered,
    is_unknown_heading,
    longer_follows,
    stands_out,
)
from postings.normalizer.steps.line_labels import BOXED_LABEL, LABEL, SPACED_LABEL, sure
from postings.normalizer.steps.lines import gives_contact, tells
from postings.normalizer.taxonomy import DropReason, SectionKind
from postings.normalizer.words import UNPARTED, cue, headings, phrase_lengths, words_of

TERM_PATH = re.compile(r"(?:^|/)dt(?:\[\d+\])?$")  # a term of a definition list stands above what it means
_MEANING = re.compile(r"(?:^|/)dd(?:\[\d+\])?$")  # and what it means is no heading, however it is written
_INNER_COLON = re.compile(r"\w\s?[:：]\s*\w")
_ASKS = HeadingReading(reason=DropReason.APPLICATION, rule="heading: asks, and contact follows", confidence=0.8)
_SUBJECT = HeadingReading((SectionKind.ABOUT,), rule="heading: the name its text begins with", confidence=WEAKLY)
_QUOTATION = re.compile(r"^[\"“”„«»‟‚‘][^\"“”„«»]+[.!?…]?[\"“”«»]")
LED_TO = frozenset({SectionKind.RESPONSIBILITIES, SectionKind.REQUIREMENTS})  # what whole sentences lead to
_LONG_HEADING = 22
LONG_QUOTATION = 6  # words from which a line in quotation marks is somebody's saying and names nothing
MOST_PLAIN_WORDS = 9  # of a heading that neither dress nor a question mark marks as one
LONGEST_SUBJECT = 4  # words of a name
LONGEST_VALUE = 6  # words of terms such as "full or part time"
LONG_OPENING = 12  # words from which a line over no list is a sentence ("X, maker of …, is looking for:")
OF_VALUES = frozenset({SectionKind.PAY, SectionKind.SCHEDULE, SectionKind.BENEFITS})
WORDS_OF_LABEL = 3  # at most, of one that nobody understands
LONGEST_LEAD_IN = 40  # words; a longer piece is several sentences
LONGEST_HEAD = 4  # words of a heading at the end of a lead-in


def judge(
    line: Line, before: Line | None, following: Line | None, language: str, own: frozenset[str]
) -> HeadingReading | None:
    """The reading of a line that is a heading; None where it is none."""
    if line.words > MOST_PLAIN_WORDS and not line.dressed and not line.question:
        return None
    if line.words >= LONG_QUOTATION and _QUOTATION.match(line.text):
        return None
    if line.question and following is not None and _goes_on_with(line, following, language):
        return None
    if line.block.kind is HEADING:
        if line.words > _LONG_HEADING and not line.colon:
            return None
        if _is_field(line, following, language, own):
            return None
        return read_words(line.text, line.folded(), language, own) or _unread(line, following, language)
    if line.words > MAX_HEADING_WORDS or len(line.text) > 160 or not line.text or line.block.kind is ROW:
        return _lead_in(line, following, language)
    if (following is None and not line.dressed) or is_cut_off(line) or _is_value(line, before, following, language):
        return None
    if SENTENCE_END.search(line.text) and flows(line, before) and not line.dressed:
        return None  # "Join us!" amid a paragraph
    if is_cut_out(line, before, following) and not line.dressed:
        cut = _cut_heading(line, before, following, language, own)
        if cut is not None:
            return cut
    if not line.dressed and not line.question and not _may_head(line, before, following, language):
        return None
    boxed = BOXED_LABEL.match(line.text) if language in UNPARTED else None
    if boxed is not None and exact_meaning(boxed[1], language) is not None:
        return None
    reading = read_words(line.text, line.folded(), language, own)
    if language in UNPARTED and not line.dressed and SPACED_LABEL.match(line.text):
        return reading if reading is not None and reading.confidence >= EXACT else None
    if _is_opening(line, reading, following) or (reading is not None and _is_term(line, reading, language)):
        return None
    has_colon = ":" in line.text or "：" in line.text
    if (
        has_colon
        and not line.colon
        and _INNER_COLON.search(line.text)
        and (reading is None or reading.confidence < EXACT)
    ):
        return None
    if is_numbered(line, before, following):
        return reading or UNKNOWN
    if reading is not None and reading.confidence >= MODIFIED and TERM_PATH.search(line.block.path):
        return reading
    if line.block.kind is ITEM and not heads_items(line, following):
        alone = is_alone(line, before, following) and not _is_all_there_is(before, reading)
        return reading if alone or _dressed_item(line, reading, following) else None
    if reading is not None and _is_known_heading(line, reading, before, following, language):
        return reading
    if not is_unknown_heading(line, before, following) or _is_deed_below(line, before, language):
        return None
    return _unread(line, following, language)


def _is_deed_below(line: Line, before: Line | None, language: str) -> bool:
    """Whether a plain line cut from the text of the heading above it begins with what is done, and heads no list."""
    if line.dressed or line.shaped or before is None or before.block.kind is not HEADING:
        return False
    if not line.block.part or before.block.index != line.block.index:
        return False
    return bool(reader(language).signs_of(line.folded()[:1]) & BITS["duty"])


def _goes_on_with(line: Line, following: Line, language: str) -> bool:
    """Whether a question is the condition of the sentence behind it ("Do you fish? Then that's a plus.")."""
    first = words_of(following.block)[:1]
    return following.block.index == line.block.index and not cue("then", language).isdisjoint(first)


def _lead_in(line: Line, following: Line | None, language: str) -> HeadingReading | None:
    """A long sentence whose last words before its colon head the list below it, and which stays above that."""
    if not line.colon or following is None or line.block.kind is not PARAGRAPH:
        return None
    if line.words > LONGEST_LEAD_IN or following.words > MAX_HEADING_WORDS:
        return None
    words = line.folded()
    for size in range(LONGEST_HEAD, 0, -1):
        phrase = " ".join(words[-size:])
        meaning = headings(language).get(phrase)
        if meaning is not None and len(meaning.kinds) == 1 and LED_TO.issuperset(meaning.kinds):
            return HeadingReading(meaning.kinds, None, meaning.preferred, True, "heading: … " + phrase, MODIFIED)
    return None


def _cut_heading(
    line: Line, before: Line | None, following: Line | None, language: str, own: frozenset[str]
) -> HeadingReading | None:
    """What a line between lost breaks heads: a beginning that goes on below, or prose behind a finished sentence."""
    if GOES_ON.search(line.text):
        reading = read_phrase(GOES_ON.sub("", line.text), language, own)
        return reading if reading is not None and reading.kinds and reading.confidence >= MODIFIED else None
    finished = before is not None and before.block.index == line.block.index and SENTENCE_END.search(before.text)
    if not finished or following is None or line.words > MOST_NUMBERED or SENTENCE_END.search(line.text):
        return None
    if not tells(following.text, language) or line.text.endswith((",", "-")):
        return None
    return read_words(line.text, line.folded(), language, own) or UNKNOWN


def _is_term(line: Line, reading: HeadingReading, language: str) -> bool:
    """Whether a line states a term of the work and heads nothing ("Part-time (hours below)")."""
    if line.colon or reading.kinds != (SectionKind.SCHEDULE,):
        return False
    words = line.folded()
    return any(" ".join(words[:size]) in cue("time_value", language) for size in (1, 2))


def _is_opening(line: Line, reading: HeadingReading | None, following: Line | None) -> bool:
    """A whole sentence that no list follows, whatever its last sign; but one that says "preferred" must stay above."""
    if line.words < LONG_OPENING or (following is not None and following.block.kind is ITEM):
        return False
    return reading is None or (reading.confidence < EXACT and not reading.preferred)


def _unread(line: Line, following: Line | None, language: str) -> HeadingReading:
    """A question that is answered by how to reach somebody asks for applicants, in whatever words."""
    if line.question and following is not None and gives_contact(following.text):
        return _ASKS
    if following is not None and following.block.kind is PARAGRAPH and _names_subject(line, following, language):
        return _SUBJECT
    return UNKNOWN


def _names_subject(line: Line, following: Line, language: str) -> bool:
    """Whether the text below begins with the very words of a short heading, which name no job: it is about them."""
    if line.words > LONGEST_SUBJECT or line.colon or not following.text.startswith(line.text + " "):
        return False
    return not reader(language).signs_of(line.folded()) & BITS["job"]


def _is_value(line: Line, before: Line | None, following: Line | None, language: str) -> bool:
    """What stands for a value: the meaning of a term, or undressed terms between two headings that the first one heads
    ("Job type", "Full or part time"; "Supplemental pay:", "Bonus pay").
    """
    if before is not None and _MEANING.search(line.block.path) and TERM_PATH.search(before.block.path):
        return True
    if line.dressed or before is None or following is None or line.words > LONGEST_VALUE:
        return False
    between = before.block.kind is HEADING and (following.block.kind is HEADING or following.colon)
    meaning = headings(language).get(" ".join(line.folded())) if between else None
    if meaning is None or len(meaning.kinds) != 1 or meaning.kinds[0] not in OF_VALUES:
        return False
    above = headings(language).get(" ".join(before.folded())) if before.colon else None
    return meaning.kinds == (SectionKind.SCHEDULE,) or (above is not None and above.kinds == meaning.kinds)


def _may_head(line: Line, before: Line | None, following: Line | None, language: str) -> bool:
    """A cheap look at an undressed line: a heading is short and has a phrase's first word, or stands above a list."""
    if line.words > MOST_PLAIN_WORDS or following is None:
        return False
    if line.block.kind is ITEM:
        if language in UNPARTED or TERM_PATH.search(line.block.path):
            heads = following.block.kind is PARAGRAPH or following.block.level > line.block.level
        else:
            heads = heads_items(line, following) or is_alone(line, before, following)
        return heads or is_numbered(line, before, following)
    if following.block.kind is ITEM:
        return True
    words, known = line.folded(), phrase_lengths(language)
    if language in UNPARTED:
        words = tuple(word.rstrip(FIGURES) for word in words)
    return bool(words) and (words[0] in known or words[-1] in known)


def _is_known_heading(
    line: Line, reading: HeadingReading, before: Line | None, following: Line | None, language: str
) -> bool:
    if line.colon:
        return reading.confidence >= 0.7 or line.bold or following is not None
    if SENTENCE_END.search(line.text) and reading.confidence < EXACT:
        return False
    above_heading = reading.confidence < EXACT and following is not None and following.colon
    above_heading = above_heading and cue("joiner", language).isdisjoint(line.folded()[-1:])  # "Education and"
    if line.bold or line.capitals or (is_cut_title(line, before, following) and not above_heading):
        return reading.confidence >= 0.7
    if before is not None and before.block.kind is HEADING and before.block.index == line.block.index:
        return False
    if reading.confidence < EXACT:
        return reading.confidence >= 0.85 and line.words <= 8 and longer_follows(line, following)
    meaning = headings(language).get(" ".join(line.folded()))
    if meaning is not None and meaning.weak:
        return line.shaped or stands_out(line, before, following)
    return True


def _is_all_there_is(before: Line | None, reading: HeadingReading | None) -> bool:
    """Whether a heading that is right above would have nothing below it: the item is what it names."""
    known = reading is not None and reading.confidence >= EXACT
    return before is not None and before.block.kind is HEADING and not known


def _dressed_item(line: Line, reading: HeadingReading | None, following: Line | None) -> bool:
    """An item that is a known heading by its words and dress, and heads what follows."""
    if reading is None or following is None or reading.confidence < 0.85:
        return False
    return (line.bold or line.colon or line.capitals or line.shaped) and not (following.bold or following.colon)


def _is_field(line: Line, following: Line | None, language: str, own: frozenset[str]) -> bool:
    """Whether a heading is a label with its value ("Pay: 20 an hour") and heads nothing: it states its value."""
    heads_nothing = following is None or following.block.kind is HEADING
    match = LABEL.match(line.text) if heads_nothing and not line.colon else None
    if match is None or match.group(1).count(" ") >= WORDS_OF_LABEL:
        return False
    label = sure(read_phrase(match.group(1), language, own))
    return label is None or bool(label.kinds)
