"""Find headings, real ones and pretended ones, and read what each says.

A heading is a short line that names what follows. Evidence is its markup (h1-h6, bold, capitals, a final colon), its
words (a phrase of the lexicon) and what follows it; words that are as often a list item need markup too. A line that
heads nothing is no heading: taking a statement for one would lose it. A short "Label: value" line stays whole: it is
no HEADING, but `headings` holds its label's reading and it governs itself and the rest of its line.

Adds `headings` and `governing`; turns pretended headings into HEADING blocks and long "headings" into paragraphs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from postings.normalizer.labeller.signs import BITS, reader
from postings.normalizer.model import HEADING, ITEM, PARAGRAPH, Document, HeadingReading
from postings.normalizer.phrases import CONDITION, EXACT, FIGURES, UNKNOWN
from postings.normalizer.steps.candidates import Line, is_numbered, line_of, looks_short, source_line
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
from postings.normalizer.steps.heading_lines import OF_VALUES, TERM_PATH, judge
from postings.normalizer.steps.line_labels import caught_at_end, ends_in_title, label_of
from postings.normalizer.steps.lines import own_words
from postings.normalizer.steps.reasons import APPLICANT
from postings.normalizer.taxonomy import DropReason, SectionKind
from postings.normalizer.words import cue, fold_blocks, headings, words_of

RIVALS = frozenset({SectionKind.RESPONSIBILITIES, SectionKind.BENEFITS})
_TITLE_LINES = 3  # a title is among the first lines of its posting
FEWEST_KNOWN = 2  # headings of the lexicon that stand alike in a plain text, from which others that do are headings too
FEWEST_FIELDS = 5  # known names of fields, each above its value, that make a text a form
_OF_A_FORM = (PARAGRAPH, ITEM)
LONGEST_FIELD = 4  # words of such a name
LONGEST_BARE = 16  # characters of a value that needs its heading
MOST_LETTERS_BARE = 6  # in it: those of its unit
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
        reading = judge(line, before, following, document.language, own)
        if reading is not None and line is title and reading.confidence < EXACT:
            reading = UNKNOWN  # "Product Designer" is no heading "Product"
        if reading is not None:
            reading = _in_its_place(line, reading, before, following, readings, document.language)
            if line.question and 2 * number < len(lines) and _opens(reading, readings):
                reading = replace(reading, reason=DropReason.CALL_TO_ACTION)
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
            label = label_of(line, document.language, own)
            if label is not None:
                readings[line.block.id] = label
            may_catch = line.block.kind is ITEM and (line.colon or ends_in_title(line.text))
            caught = caught_at_end(line, following, document.language, own) if may_catch else None
            if caught is not None:
                readings[line.block.id + CAUGHT] = caught
    readings = _settle_rivals(readings)
    fields = fields_of(document)
    readings |= read_fields(fields.values())
    governing = govern([blocks[i] for i in open_blocks], readings, ranks, fields, document.language)
    above = readings_above(governing, readings)
    return document.with_changes(blocks=tuple(blocks), headings=readings, governing=governing, above=above)


def _in_its_place(
    line: Line,
    reading: HeadingReading,
    before: Line | None,
    following: Line | None,
    readings: Mapping[str, HeadingReading],
    language: str,
) -> HeadingReading:
    """What a heading says behind the headings above it and in front of what follows."""
    above = readings.get(before.block.id) if before is not None else None
    if above is not None and _only_leads(line, reading, above, language):
        reading = above
    tells = _says_more(line, reading) or _asks_again(reading, readings)
    if tells or _names_a_value(line, reading, following, language):
        return replace(reading, informative=True)
    return reading


def _only_leads(line: Line, reading: HeadingReading, above: HeadingReading, language: str) -> bool:
    """Whether a lead-in ("You will:") stands right below a heading of what applicants are ("About you")."""
    of_applicants = bool(above.kinds) and APPLICANT.issuperset(above.kinds)
    if not of_applicants or not {*reading.kinds} <= {SectionKind.RESPONSIBILITIES}:
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


def _rank(line: Line) -> int:
    block = line.block
    if TERM_PATH.search(block.path):
        return TERM
    if block.kind is HEADING:
        return block.level or 2
    if block.kind is ITEM:
        return INSIDE_LIST + block.level
    return BOLD if line.bold else CAPITALS if line.capitals else PLAIN
