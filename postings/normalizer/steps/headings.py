"""Find headings, real ones and pretended ones, and read what each says.

A heading is a short line that names what follows. Evidence is its markup (h1-h6, bold, capitals, a final colon), its
words (a phrase of the lexicon) and what follows it; words that are as often a list item need markup too. A line that
heads nothing is no heading: taking a statement for one would lose it. A short "Label: value" line stays whole: it is
no HEADING, but `headings` holds its label's reading and it governs itself and the rest of its line.

Adds `headings` and `governing`; turns pretended headings into HEADING blocks and long "headings" into paragraphs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from postings.normalizer.labeller.signs import BITS, reader
from postings.normalizer.model import HEADING, ITEM, PARAGRAPH, ROW, Document, HeadingReading
from postings.normalizer.phrases import (
    BY_PARTS,
    CONDITION,
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
    line_of,
    longer_follows,
    looks_short,
    source_line,
    stands_out,
)
from postings.normalizer.steps.fields import fields_of, read_fields
from postings.normalizer.steps.governing import (
    BOLD,
    CAPITALS,
    CAUGHT,
    INSIDE_LIST,
    PLAIN,
    TERM,
    govern,
    readings_above,
    stated,
)
from postings.normalizer.steps.labels import first_label, last_label
from postings.normalizer.steps.lines import gives_contact, own_words, tells
from postings.normalizer.steps.reasons import APPLICANT
from postings.normalizer.taxonomy import DropReason, SectionKind
from postings.normalizer.words import UNPARTED, cue, fold, fold_blocks, headings, phrase_lengths, words_of

_LABEL = re.compile(r"^[\W_]{0,3}([^:：\n]{2,60}?)\s?[:：](?!//)\s*(?=\S)")
# A form in a script without spaces parts its labels, numbered or not, from their values by one.
_SPACED_LABEL = re.compile(
    r"^[\W_]{0,3}(?:\d{1,2}\s?[．.)）、]\s*)?([\u3040-\u30ff\u3400-\u9fff・／（）]{2,14})\s+(?=\S)"
)
_TERM = re.compile(r"(?:^|/)dt(?:\[\d+\])?$")  # a term of a definition list stands above what it means
_MEANING = re.compile(r"(?:^|/)dd(?:\[\d+\])?$")  # and what it means is no heading, however it is written
# "【必須】3D CADの使用経験": a label in brackets before its value.
_BOXED_LABEL = re.compile(r"^[【《＜]([^【】《》＜＞]{2,14})[】》＞]\s*(?=\S)")
_INNER_COLON = re.compile(r"\w\s?[:：]\s*\w")
_ASKS = HeadingReading(reason=DropReason.APPLICATION, rule="heading: asks, and contact follows", confidence=0.8)
_SUBJECT = HeadingReading((SectionKind.ABOUT,), rule="heading: the name its text begins with", confidence=WEAKLY)
_QUOTATION = re.compile(r"^[\"“”„«»‟‚‘][^\"“”„«»]+[.!?…]?[\"“”«»]")
LED_TO = frozenset({SectionKind.RESPONSIBILITIES, SectionKind.REQUIREMENTS})  # what whole sentences lead to
RIVALS = frozenset({SectionKind.RESPONSIBILITIES, SectionKind.BENEFITS})
_LONG_HEADING = 22
LONG_QUOTATION = 6  # words from which a line in quotation marks is somebody's saying and names nothing
MOST_PLAIN_WORDS = 9  # of a heading that neither dress nor a question mark marks as one
_TITLE_LINES = 3  # a title is among the first lines of its posting
LONGEST_SUBJECT = 4  # words of a name
LONGEST_VALUE = 6  # words of terms such as "full or part time"
FEWEST_KNOWN = 2  # headings of the lexicon that stand alike in a plain text, from which others that do are headings too
FEWEST_FIELDS = 5  # known names of fields, each above its value, that make a text a form
_OF_A_FORM = (PARAGRAPH, ITEM)
LONGEST_FIELD = 4  # words of such a name
LONG_OPENING = 12  # words from which a line over no list is a sentence ("X, maker of …, is looking for:")
OF_VALUES = frozenset({SectionKind.PAY, SectionKind.SCHEDULE, SectionKind.BENEFITS})
LONGEST_BARE = 16  # characters of a value that needs its heading
MOST_LETTERS_BARE = 6  # in it: those of its unit
LONGEST_LABEL = 65  # characters to its colon, all told
WORDS_OF_LABEL = 3  # at most, of one that nobody understands
LONGEST_LEAD_IN = 40  # words; a longer piece is several sentences
LONGEST_HEAD = 4  # words of a heading at the end of a lead-in
FEWEST_BEFORE = 4  # words of an item that ran together with the heading of the next
LONG_LEAD = 9  # words from which a lead-in that is no phrase of the lexicon states something of its own


def read_headings(document: Document) -> Document:
    """The document with its headings found and read, and for each block the headings above it."""
    if document.source_format == "fragment":
        return stated(document)
    own = own_words(document)
    blocks = list(document.blocks)
    open_blocks = [i for i, block in enumerate(blocks) if block.id not in document.outcomes]
    fold_blocks([blocks[i] for i in open_blocks])
    lines = [line_of(blocks[i]) for i in open_blocks]
    _dress_by_blank_lines(lines, document.language)
    _dress_fields(lines, document.language)
    readings: dict[str, HeadingReading] = {}
    ranks: dict[str, int] = {}
    title = _title(lines, document.language)
    for number, line in enumerate(lines):
        following = lines[number + 1] if number + 1 < len(lines) else None
        before = lines[number - 1] if number else None
        reading = _judge(line, before, following, document.language, own)
        if reading is not None and line is title and reading.confidence < EXACT:
            reading = UNKNOWN  # "Product Designer" is no heading "Product"
        heading = readings.get(before.block.id) if before is not None else None
        if reading is not None and heading is not None and _only_leads(line, reading, heading, document.language):
            reading = heading
        if reading is not None and (
            _says_more(line, reading)
            or _asks_again(reading, readings)
            or _names_a_value(line, reading, following, document.language)
        ):
            reading = replace(reading, informative=True)
        if reading is not None and line.question and 2 * number < len(lines) and _opens(reading, readings):
            reading = replace(reading, reason=DropReason.CALL_TO_ACTION)
        if reading is not None:
            rank = PLAIN if is_numbered(line, before, following) else _rank(line)
            readings[line.block.id] = reading
            ranks[line.block.id] = rank
            if line.block.kind is not HEADING:
                blocks[open_blocks[number]] = line.block.as_kind(HEADING, line.block.level)
                line.block, line.dressed = blocks[open_blocks[number]], True
        else:
            if line.block.kind is HEADING:
                line.block = line.block.as_kind(PARAGRAPH, 0)
                blocks[open_blocks[number]] = line.block
            label = _label(line, document.language, own)
            if label is not None:
                readings[line.block.id] = label
            may_catch = line.block.kind is ITEM and (line.colon or _ends_in_title(line.text))
            caught = _caught(line, following, document.language, own) if may_catch else None
            if caught is not None:
                readings[line.block.id + CAUGHT] = caught
    readings = _settle_rivals(readings)
    fields = fields_of(document)
    readings |= read_fields(fields.values())
    governing = govern([blocks[i] for i in open_blocks], readings, ranks, fields, document.language)
    above = readings_above(governing, readings)
    return document.with_changes(blocks=tuple(blocks), headings=readings, governing=governing, above=above)


def _only_leads(line: Line, reading: HeadingReading, above: HeadingReading, language: str) -> bool:
    """Whether a lead-in ("You will:") stands right below a heading of what applicants are ("About you")."""
    if (
        not above.kinds
        or not APPLICANT.issuperset(above.kinds)
        or not {*reading.kinds} <= {SectionKind.RESPONSIBILITIES}
    ):
        return False
    return above.confidence >= EXACT and " ".join(line.folded()) in cue("lead_in_you", language)


def _opens(reading: HeadingReading, above: Mapping[str, HeadingReading]) -> bool:
    """Whether a question that elsewhere heads how to apply only opens the posting ("Curious?"): no section is above."""
    return reading.reason is DropReason.APPLICATION and not any(other.kinds for other in above.values())


def _settle_rivals(readings: dict[str, HeadingReading]) -> dict[str, HeadingReading]:
    """ "What awaits you" heads duties as often as benefits: it means those that no other heading names."""
    named = {kind for reading in readings.values() if len(reading.kinds) == 1 for kind in reading.kinds}
    if named >= RIVALS:
        return readings
    meant = SectionKind.BENEFITS if SectionKind.RESPONSIBILITIES in named else SectionKind.RESPONSIBILITIES
    return {
        name: replace(reading, kinds=(meant,)) if set(reading.kinds) == RIVALS else reading
        for name, reading in readings.items()
    }


def _dress_by_blank_lines(lines: list[Line], language: str) -> None:
    """In plain text, take short lines below a blank one and right above text for dressed, where known headings stand
    so."""
    numbers = [source_line(line.block) if line.block.path.startswith("line ") else 0 for line in lines]
    if not any(numbers):
        return
    alike = [
        line
        for before, number, after, line in zip(numbers, numbers[1:], numbers[2:], lines[1:], strict=False)
        if number and before + 1 < number and after == number + 1 and looks_short(line)
    ]
    known = [line for line in alike if headings(language).get(" ".join(line.folded())) is not None]
    if len(known) >= FEWEST_KNOWN:
        for line in alike:
            line.shaped = line.dressed = True


def _dress_fields(lines: list[Line], language: str) -> None:
    """In a form whose fields and values are lines by turns, take the names of the fields for dressed."""
    short = [
        number
        for number, line in enumerate(lines[:-1])
        if line.words <= LONGEST_FIELD and not line.dressed and line.block.kind in _OF_A_FORM
    ]
    if len(short) < FEWEST_FIELDS or 3 * len(short) < len(lines):
        return
    table = headings(language)
    known = {number for number in short if " ".join(lines[number].folded()) in table}
    fields = [number for number in known if number + 1 not in known and not lines[number + 1].dressed]
    if len(fields) >= max(FEWEST_FIELDS, len(lines) // 4):
        for number in fields:
            lines[number].shaped = lines[number].dressed = True


def _title(lines: list[Line], language: str) -> Line | None:
    """The line that is marked up as the name of the whole posting, or the first one, where it begins with a job's."""
    first = (line for line in lines[:_TITLE_LINES] if line.block.kind is HEADING and not line.colon)
    found = next(first, None)
    if found is not None and found.block.level == 1:
        return found
    opening = lines[0] if lines and not lines[0].colon else None
    names_a_job = opening is not None and reader(language).signs_of(words_of(opening.block)[:1]) & BITS["job"]
    return opening if names_a_job else None


def _judge(
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
    boxed = _BOXED_LABEL.match(line.text) if language in UNPARTED else None
    if boxed is not None and exact_meaning(boxed[1], language) is not None:
        return None
    reading = read_words(line.text, line.folded(), language, own)
    if language in UNPARTED and not line.dressed and _SPACED_LABEL.match(line.text):
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
    if reading is not None and reading.confidence >= MODIFIED and _TERM.search(line.block.path):
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
    if before is not None and _MEANING.search(line.block.path) and _TERM.search(before.block.path):
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
        if language in UNPARTED or _TERM.search(line.block.path):
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


def _says_more(line: Line, reading: HeadingReading) -> bool:
    """A whole clause in front of a list says more than its section's title, whatever phrase it ends in."""
    return line.words > LONG_LEAD and reading.confidence < EXACT and reading.reason is None


def _asks_again(reading: HeadingReading, above: Mapping[str, HeadingReading]) -> bool:
    """Whether a heading that is a condition asks for something a second time: it may tell a wish ("You'll shine if
    you").
    """
    if not reading.rule.startswith(CONDITION) or not APPLICANT.issuperset(reading.kinds):
        return False
    return any(other.kinds and other.kinds[0] in APPLICANT for other in above.values())


def _names_a_value(line: Line, reading: HeadingReading, following: Line | None, language: str) -> bool:
    """Whether below a heading stands a value that says nothing without it ("Breaks", "60 min"), unless the heading is
    one of those that the section's own says again.
    """
    if following is None or len(reading.kinds) != 1 or reading.kinds[0] not in OF_VALUES or following.colon:
        return False
    text = following.text
    is_listed = following.block.kind is ITEM and reading.kinds[0] is SectionKind.BENEFITS  # "401(k)"
    if len(text) > LONGEST_BARE or following.block.kind is HEADING or is_listed:
        return False
    measured = any(map(str.isdigit, text)) and sum(map(str.isalpha, text)) <= MOST_LETTERS_BARE
    if not measured and text.casefold().strip(" .。") not in cue("yes_no", language):
        return False
    name = " ".join(line.folded()).rstrip(FIGURES)
    return name not in cue("salary", language) and name not in cue("hours", language)


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
    match = _LABEL.match(line.text) if heads_nothing and not line.colon else None
    if match is None or match.group(1).count(" ") >= WORDS_OF_LABEL:
        return False
    label = _sure(read_phrase(match.group(1), language, own))
    return label is None or bool(label.kinds)


def _label(line: Line, language: str, own: frozenset[str]) -> HeadingReading | None:
    """What the label says of a "Label: value" line (or of a two-celled row), where it is known for sure."""
    block = line.block
    if ":" not in line.text and line.text.isascii() and not block.part and block.kind is not ROW:
        return None  # as with most
    if block.kind is ROW:
        cells = ["".join(run.text for run in cell) for cell in block.cells]
        return _sure(read_phrase(cells[0], language, own)) if len(cells) == 2 and cells[1].strip() else None
    beginning = line.text[:LONGEST_LABEL]
    patterns = (_LABEL,) if ":" in beginning or "：" in beginning else ()
    for pattern in (_BOXED_LABEL, *patterns, _SPACED_LABEL) if language in UNPARTED else patterns:
        match = pattern.match(line.text)
        reading = read_phrase(match.group(1), language, own) if match and match.group(1).count(" ") <= 6 else None
        if match is not None and (label := _sure(reading)) is not None:
            meaning = exact_meaning(match.group(1), language)
            # "Vision: able to see signs": a word that is as often an item's own binds nothing.
            weak = meaning is not None and meaning.weak
            return replace(label, confidence=BY_PARTS) if weak else label
    glued = first_label(line.text, language) if line.text[:1].isupper() and block.part else ""
    label = _sure(read_phrase(glued, language, own)) if glued else None
    return label if label is not None and label.kinds and not label.preferred else None


def _caught(line: Line, following: Line | None, language: str, own: frozenset[str]) -> HeadingReading | None:
    """What the heading of what follows says, where it was caught at a line's end and stays there, colon or none.

    A wish must be seen above what is wished for, so that one that is caught says nothing.
    """
    if following is None or line.block.kind is not ITEM or following.block.kind is not ITEM:
        return None
    phrase = last_label(line.text, language)
    if not line.colon and not _is_apart(line.text, phrase, language):
        return None
    reading = read_phrase(phrase, language, own) if phrase else None
    return reading if reading is not None and reading.kinds and not reading.preferred else None


def _ends_in_title(text: str) -> bool:
    """Whether a line's last word begins with a capital and nothing closes the line."""
    return text[-1].isalpha() and text[text.rfind(" ") + 1].isupper()


def _is_apart(text: str, phrase: str, language: str) -> bool:
    """Whether several words at a line's end, which no colon marks, are no part of what the line says."""
    if " " not in phrase:
        return False
    before = text[: -len(phrase)].split()
    small = cue("noise", language) | cue("tail", language) | cue("joiner", language)
    return len(before) >= FEWEST_BEFORE and fold(before[-1]) not in small and not before[-1].endswith(",")


def _sure(reading: HeadingReading | None) -> HeadingReading | None:
    if reading is None or reading.confidence < 0.85:
        return None
    return replace(reading, rule="label: " + reading.rule.partition(": ")[2])


def _rank(line: Line) -> int:
    block = line.block
    if _TERM.search(block.path):
        return TERM
    if block.kind is HEADING:
        return block.level or 2
    if block.kind is ITEM:
        return INSIDE_LIST + block.level
    return BOLD if line.bold else CAPITALS if line.capitals else PLAIN
