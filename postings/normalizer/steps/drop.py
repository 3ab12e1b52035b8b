"""Leave out boilerplate where its own words, its heading or its place prove it.

The evidence is of the whole piece: a phrase that nothing else uses, the title again, a label with a fact beside it, a
heading such as "How to apply" above. One common word proves nothing ("you are in contact with customers" is a duty).
What states an amount stays whatever stands around it, and what is not nearly sure is left to the labeller.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache

from postings.normalizer.labeller.signs import BITS, reader
from postings.normalizer.labeller.words import words_in
from postings.normalizer.model import (
    HEADING,
    ITEM,
    NO_READING,
    PARAGRAPH,
    ROW,
    Block,
    Document,
    Dropped,
    HeadingReading,
    Outcome,
)
from postings.normalizer.phrases import UNKNOWN, WHOLE_JOB
from postings.normalizer.steps.boilerplate import evidence, evidence_of, states_amount
from postings.normalizer.steps.boilerplate_phrases import Evidence
from postings.normalizer.steps.hints import holds, holds_cue, states_terms
from postings.normalizer.steps.lines import SCRIPT, gives_contact, is_program, is_written_as_title, word_count
from postings.normalizer.steps.titles import FIRST_BLOCKS, TitleWords, heads_as_title, is_title, title_words
from postings.normalizer.taxonomy import DropReason, SectionKind
from postings.normalizer.words import UNPARTED, cue, fold, fold_words, raw_cue, words_of

_HASHTAGS = re.compile(r"(?:\\?#[\w-]+[\s,]*)+")
_ADDRESS = re.compile(r"(?:https?://|www\.)?[\w-]+(?:\.[\w-]+)+/\S*(?:\s*\(\w+ in a new \w+\))?", re.IGNORECASE)
_BLANK = re.compile(r"_{4,}")  # to be filled in by hand
_CODE = re.compile(
    r"(?!401)(?:(?i:req|ref|job|posting|vacancy)\W{0,3}(?i:id|no|number)?\W{0,3}[A-Z]{0,4}-?\d{3,}"
    r"|[A-Z]{0,5}[-_ ]?\d[\dA-Z_-]{3,}|\d{4,}|[A-Z]{2,5}(?:[/-][A-Z]{1,5})*[/-]\d{4,})[.:]?"
)
_DATE = re.compile(
    r"(?:posted|published|updated)?[:\s]*(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d{2}-\d{2}"
    r"|\d{1,2}[- ][A-Z][a-z]{2,8}[- ]\d{4}|[A-Z][a-z]{2,8} \d{1,2}, \d{4}"
    r"|(?:posted |about )?\d{1,2}\+? (?:day|week|month|hour)s? ago)"
    r"(?:,? \d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.?m\.?)?)?[.]?",
    re.IGNORECASE,
)
_POINTS = re.compile(r"\(\d{1,3}\s?([^\W\d_]+)\.?\)[.:;]?$")
_LABEL = re.compile(r"^[\W_]{0,3}([^:：\n]{2,60}?)\s?[:：](?!//)\s*(.*)$", re.DOTALL)
_ASIDE = re.compile(r"\([^()]*\)")
_FIRST_CELL, _SECOND_CELL = "/td", "/td[2]"  # how the paths of a row's cells end
SHORT_VALUE = 8  # words; a longer text behind a label states more than a field
SURE = 0.9
LONGEST_UNDER = 60  # words of a paragraph; in a longer one the end of the posting may have run together
LONGEST_SUBJECT = 3  # words with which a line says whom it is about
LONGEST_STEP = 14  # words; a longer sentence under "How we hire" may state the hours of the job as well
LONGEST_CALL = 30  # words; a longer sentence that calls to join also tells what is joined
_SCRIPT = re.compile(SCRIPT)
MANY_TAGS = 4  # commas in a row of words for which a posting is to be found
LONGEST_TAG = 3  # words of a value that stands below the name of its field
LONGEST_TAGS = 16  # words of several such values
FEWEST_BEFORE = 5  # words of a line in front of another one that ran together with it
LONGEST = 70  # words; in a longer piece breaks were lost, and one phrase does not speak for all of it
_OF_DUTIES = frozenset({SectionKind.RESPONSIBILITIES})
_OF_WORK = _OF_DUTIES | {SectionKind.REQUIREMENTS, SectionKind.QUALIFICATIONS, SectionKind.SKILLS}
# What duties or requirements may speak of as their matter: "interview candidates", "comply with GDPR".
_NOT_BY_ITEM = (DropReason.APPLICATION, DropReason.PRIVACY, DropReason.RECRUITERS, DropReason.CALL_TO_ACTION)


def drop(document: Document) -> Document:
    """The document with an outcome for every piece that is surely boilerplate."""
    if document.source_format == "fragment":
        return document
    outcomes: dict[str, Outcome] = dict(document.outcomes)
    title, above = title_words(document), document.above
    by_place = title.by_place
    open_blocks = [block for block in document.blocks if block.id not in outcomes]
    for number, block in enumerate(open_blocks):
        if block.id in by_place:
            outcomes[block.id] = _by_place(title, block.id)
            continue
        found = _judge(document, block, number, title, above)
        if found is None and number < FIRST_BLOCKS:
            found = _at_the_head(document, open_blocks, number, title)
        is_cell = number and block.path.endswith(_SECOND_CELL)
        if found is None and is_cell and _is_field_beside(document, open_blocks[number - 1], block):
            found = Dropped(DropReason.METADATA, "beside the name of a field", SURE)
        if found is None and number and _is_tag_of_field(document, open_blocks[number - 1 : number + 2]):
            found = Dropped(DropReason.METADATA, "below the name of a field", SURE)
        if found is not None:
            outcomes[block.id] = found
    _drop_under_headings(document, open_blocks, above, outcomes)
    return document.with_changes(outcomes=outcomes)


def _drop_under_headings(
    document: Document, blocks: Sequence[Block], above: Mapping[str, HeadingReading], outcomes: dict[str, Outcome]
) -> None:
    """Leave out what stands under a heading that names boilerplate, but for long blocks of which little is proven."""
    under = [block for block in blocks if above[block.id].reason is not None and block.id not in outcomes]
    indexes = {block.index for block in under}
    lengths, proven = defaultdict[int, int](int), defaultdict[int, int](int)  # words of each block of the source
    for block in blocks if under else ():
        if block.index in indexes:
            words = word_count(block.text)
            lengths[block.index] += words
            proven[block.index] += words if block.id in outcomes else 0
    for block in under:
        if lengths[block.index] <= max(LONGEST_UNDER, 2 * proven[block.index]):
            found = _under_heading(above[block.id], block, document.language)
            if found is not None:
                outcomes[block.id] = found


def _judge(
    document: Document, block: Block, number: int, title: TitleWords, above: Mapping[str, HeadingReading]
) -> Dropped | None:
    text, words = block.text.strip(), words_of(block)
    if is_title(title, text, words, number):
        return Dropped(DropReason.TITLE, "the job title again", 0.95)
    if not words:
        return Dropped(DropReason.METADATA, "no words", 0.95)
    is_heading = block.kind is HEADING
    if is_heading and _is_unread(document, block) and heads_as_title(title, words):
        return Dropped(DropReason.TITLE, "words of the job title", 0.9)
    if (
        is_heading
        and number < FIRST_BLOCKS
        and _is_unread(document, block)
        and _names_vacancy(words, document.language)
    ):
        return Dropped(DropReason.TITLE, "names the vacancy", 0.9)
    own = _own_field(document, block, text)
    if own is not None or is_heading:
        return own
    said = evidence_of(block, document.language) if len(words) <= LONGEST else None
    if said is None and block.id in document.headings and len(words) <= SHORT_VALUE + 2:
        said = _of_value(text, document.language)
    if said is not None and said.reason is DropReason.CALL_TO_ACTION and _tells_what_is_joined(words, document):
        said = None
    if said is not None and said.reason is DropReason.LEGAL and _ran_together(text, document.language):
        said = None
    if said is not None and said.reason is DropReason.APPLICATION and _is_demand(block, words, document.language):
        said = None
    if said is not None and ")" in text and _only_remarks(text, document.language):
        said = None
    if said is None:
        return None
    matter = _may_be_matter(said, words, document.language)
    of_work = _is_deed(block, document.language) or words[0] in cue("brought", document.language)
    if not matter or not (of_work or _is_ruled(above[block.id], block)):
        return Dropped(said.reason, "says “" + said.phrase + "”", 0.95)
    return None


def _is_deed(block: Block, language: str) -> bool:
    """Whether a line begins with what the reader does ("Du führst Vorstellungsgespräche", "Condurre colloqui")."""
    you = cue("you", language)
    if not you or language in UNPARTED:
        return False  # a call begins with such a verb too
    words = words_in(block)
    begins = words[:2] if words[0] in you else words[:1]
    if not cue("receives", language).isdisjoint(words_of(block)[: len(begins)]):
        return False
    return bool(reader(language).signs_of(begins) & BITS["duty"])


def _names_vacancy(words: Sequence[str], language: str) -> bool:
    """Whether a heading begins as those that name the vacancy ("Vacancy for a night porter")."""
    return any(" ".join(words[:size]) in cue("vacancy", language) for size in (2, 3))


def _tells_what_is_joined(words: Sequence[str], document: Document) -> bool:
    """Whether a long sentence that calls to join says of the employer what it is, and is no condition."""
    if len(words) <= LONGEST_CALL or any(
        " ".join(words[:size]) in cue("condition", document.language) for size in (1, 2)
    ):
        return False
    return bool(reader(document.language).signs_of(words) & BITS["firm"])


def _is_demand(block: Block, words: Sequence[str], language: str) -> bool:
    """Whether a line begins with what applicants must be or have ("You must be 18 years old to apply"), or says that a
    check is required.
    """
    if holds("checks", block, language) and not cue("demanding", language).isdisjoint(words):
        return True
    asks = " ".join(words[:2]) in cue("asks", language) and len(words) > LONGEST_SUBJECT
    return asks and words[2] in cue("must_be", language)


def _only_remarks(text: str, language: str) -> bool:
    """Whether a line says something in front of a remark in brackets which alone is boilerplate."""
    bare = _ASIDE.sub("", text)
    return word_count(bare) >= FEWEST_BEFORE and bare != text and evidence(bare, fold_words(bare), language) is None


def _ran_together(text: str, language: str) -> bool:
    """Whether a line of other duties stands behind others that ran together with it, for which it does not speak."""
    found = _other_duties(language).search(text)
    return found is not None and word_count(text[: found.start()]) >= FEWEST_BEFORE


@cache
def _other_duties(language: str) -> re.Pattern[str]:
    begins = "|".join(map(re.escape, raw_cue("other_duties", language)))
    return re.compile(rf"(?<=[a-zà-ÿ)] )(?:{begins}) ")


def _of_value(text: str, language: str) -> Evidence | None:
    """What proves that the value behind a label states nothing ("Benefits: Salary is negotiable")."""
    match = _LABEL.match(text)
    value = match.group(2) if match else ""
    said = evidence(value, fold_words(value), language) if value else None
    return said if said is not None and said.reason is DropReason.FILLER else None


def _by_place(title: TitleWords, name: str) -> Dropped:
    if name == title.reference:
        return Dropped(DropReason.METADATA, "a number above the title", 0.9)
    if name == title.first:
        return Dropped(DropReason.TITLE, "the first line of the posting", 0.9)
    return Dropped(DropReason.TITLE, "the only line that names a job", 0.8)


def _may_be_matter(said: Evidence, words: Sequence[str], language: str) -> bool:
    """Whether duties and demands use the phrase too; not where it speaks to applicants ("please send your …"), nor
    where the line begins with them or what they send ("Candidates will be invited …").
    """
    if said.reason not in _NOT_BY_ITEM or not cue("to_reader", language).isdisjoint(fold_words(said.phrase)):
        return False
    return cue("of_applicants", language).isdisjoint(" ".join(words[:size]) for size in range(1, LONGEST_SUBJECT + 1))


def _at_the_head(document: Document, blocks: Sequence[Block], number: int, title: TitleWords) -> Dropped | None:
    """A heading beside the title that names the employer or the place: what follows it are fields, no text."""
    if not 0 < number < min(FIRST_BLOCKS, len(blocks) - 1) or not (title.titles or title.first):
        return None
    block, following = blocks[number], blocks[number + 1]
    if not _is_unread(document, block) or block.text.rstrip().endswith(":"):
        return None
    if following.kind is ITEM or word_count(following.text) > SHORT_VALUE or following.text.endswith("."):
        return None
    return Dropped(DropReason.TITLE, "beside the job title", 0.8)


def _is_field_beside(document: Document, before: Block, block: Block) -> bool:
    """Whether the second cell of a row is short, and the first one names a field that tells nothing."""
    if before.path != block.path[: -len(_SECOND_CELL)] + _FIRST_CELL:
        return False
    reading = document.headings.get(before.id)
    return reading is not None and reading.reason is DropReason.METADATA and word_count(block.text) <= SHORT_VALUE


def _is_tag_of_field(document: Document, around: Sequence[Block]) -> bool:
    """Whether few words stand right below a heading that names a field which tells nothing, or between one of the whole
    job and such a field ("Job function", "Engineering", "Industries").
    """
    before, block, *after = around
    if before.kind is not HEADING or block.kind is not PARAGRAPH:
        return False
    if word_count(block.text) > LONGEST_TAG and not _names_several(block.text):
        return False
    if _names_field(document, before) or _is_place_alone(document, before, block):
        return True
    broad = document.headings.get(before.id, NO_READING).rule.startswith(WHOLE_JOB)
    return broad and any(other.kind is HEADING and _names_field(document, other) for other in after)


def _names_several(text: str) -> bool:
    """Whether a text is nothing but names ("Rail Transportation, Repair and Maintenance")."""
    joined = "," in text or " and " in text
    few = joined and word_count(text) <= LONGEST_TAGS and not text.rstrip().endswith(".")
    return few and is_written_as_title(text)


def _is_place_alone(document: Document, before: Block, block: Block) -> bool:
    """Whether a line below a heading such as "Location" is a town and its region, as the facts have them."""
    if "," not in block.text or cue("place_field", document.language).isdisjoint([" ".join(words_of(before))]):
        return False
    return all(word[:1].isupper() for word in block.text.split())


def _names_field(document: Document, block: Block) -> bool:
    reading = document.headings.get(block.id, NO_READING)
    return reading.reason is DropReason.METADATA and reading.confidence >= SURE


def _is_unread(document: Document, block: Block) -> bool:
    """Whether a block is a heading of which no word is understood."""
    return block.kind is HEADING and document.headings.get(block.id) == UNKNOWN


def _own_field(document: Document, block: Block, text: str) -> Dropped | None:
    """A code, a date, tags, a criterion of the selection, or a label whose value is a fact field."""
    if block.figure and len(text) <= 40 and (_CODE.fullmatch(text) or _DATE.fullmatch(text)):
        return Dropped(DropReason.METADATA, "a code or date alone", 0.95)
    if text[0] in "#\\" and _HASHTAGS.fullmatch(text):
        return Dropped(DropReason.METADATA, "tags", 0.95)
    if "/" in text and block.kind is PARAGRAPH and _ADDRESS.fullmatch(text):
        return Dropped(DropReason.CHROME, "an address alone", 0.9)
    if "(" in text and (is_program(text) or _SCRIPT.search(text)):
        return Dropped(DropReason.CHROME, "a program's text", 0.95)
    if "____" in text and word_count(_BLANK.sub(" ", text)) <= SHORT_VALUE:
        return Dropped(DropReason.LEGAL, "a line to fill in", 0.9)
    if ")" in text[-2:] and (points := _POINTS.search(text)) and fold(points[1]) in cue("points", document.language):
        return Dropped(DropReason.APPLICATION, "points in the selection", 0.9)
    reading = document.headings.get(block.id)
    if reading is not None and len(reading.kinds) > 1 and (match := _LABEL.match(text)) and _DATE.fullmatch(match[2]):
        return Dropped(DropReason.METADATA, "a day behind the name of the whole", 0.9)
    if reading is None or reading.reason is None:
        return None
    if block.kind is HEADING:
        return Dropped(reading.reason, reading.rule, reading.confidence)
    many = text.count(",") >= MANY_TAGS and not text.rstrip().endswith(".")
    if reading.reason is DropReason.METADATA and (many or _value_words(block, text) <= SHORT_VALUE):
        return Dropped(DropReason.METADATA, reading.rule, 0.95)
    return None


def _value_words(block: Block, text: str) -> int:
    if block.kind is ROW and len(block.cells) > 1:
        return sum(word_count("".join(run.text for run in cell)) for cell in block.cells[1:])
    match = _LABEL.match(text)
    return word_count(match.group(2)) if match else word_count(text)


def _is_ruled(reading: HeadingReading, block: Block) -> bool:
    """Whether the nearest understood heading names work or demands: what stands under it states them, whatever its
    words.  Behind the items of other sections often comes how to apply.
    """
    ruling = _OF_WORK if block.kind is ITEM else _OF_DUTIES
    return not ruling.isdisjoint(reading.kinds) and reading.confidence >= SURE


def _is_step(reading: HeadingReading, words: Sequence[str], language: str) -> bool:
    """Whether a line tells of a step in which applicants are chosen ("a trial day of three hours"), and of no check."""
    if reading.reason is not DropReason.APPLICATION or len(words) > LONGEST_STEP:
        return False
    return holds_cue("selection", words, language) and not holds_cue("checks", words, language)


def _under_heading(reading: HeadingReading, block: Block, language: str) -> Dropped | None:
    """A piece under a heading that names boilerplate, unless it states an amount or another real term of the job."""
    text = block.text.strip()
    if block.kind is HEADING:
        return None
    if reading.reason is None or not (reading.confidence >= SURE or gives_contact(text)):
        return None
    if reading.reason in (DropReason.METADATA, DropReason.CALL_TO_ACTION, DropReason.CHROME):
        return None
    words = words_of(block)
    if states_amount(text) or (states_terms(words, language) and not _is_step(reading, words, language)):
        return None
    return Dropped(reading.reason, "under " + reading.rule, 0.9)
