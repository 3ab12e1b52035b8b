"""Tell what says nothing to an applicant, where no phrase proves it: by the labeller, and sure of it.

Losing substance is worse than keeping noise: the more a line's words tell an applicant, the surer it must be that it
says nothing.  A line of a list may say what its words do not tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from postings.normalizer.labeller.features import NEW_HEADING, Piece
from postings.normalizer.labeller.sequence import Chances
from postings.normalizer.labeller.signs import BITS, bits_of
from postings.normalizer.labeller.weights import LEAVE_OUT
from postings.normalizer.model import HEADING, NO_READING, Block, Document, Dropped, HeadingReading
from postings.normalizer.phrases import WHOLE_JOB
from postings.normalizer.steps.boilerplate import amount_in, evidence, states_money
from postings.normalizer.steps.hints import holds
from postings.normalizer.steps.lines import gives_contact
from postings.normalizer.steps.parting import BINDING, SENTENCE_ENDS, binds, is_text
from postings.normalizer.steps.reasons import APPLICANT, BOILERPLATE_SIGNS, SPEAKING_FOR, SUBSTANCE_SIGNS, left_out
from postings.normalizer.steps.statements import is_workplace, says_what_it_is
from postings.normalizer.taxonomy import (
    ABOUT,
    BENEFITS,
    QUALIFICATIONS,
    REQUIREMENTS,
    RESPONSIBILITIES,
    DropReason,
)
from postings.normalizer.words import cue, words_of

# How sure it must be that a line says nothing to an applicant before it is left out, by what its words are about.
# Found on labelled postings of employers left out of the learning: where one more lost line is risked for fewer than
# two kept noises.
SURE_OF_BOILERPLATE = 0.4  # words of boilerplate, or the posting's first line, which is mostly its title or its number
SURE_OF_BOTH = 0.6  # words of boilerplate and of substance
SURE_OF_NOTHING = 0.7  # no word that tells
SURE_OF_A_SENTENCE = 0.8  # the same, where it is a sentence: of an employer it may tell something without such a word
SURE_OF_WHO_SEEKS = 0.9  # a sentence that says who seeks or for what
SURE_OF_A_QUESTION = 0.9  # a longer question to the reader: what it asks for, the job has
SURE_DESPITE_SUBSTANCE = 0.85  # an amount, words of pay, time, duties, demands or benefits, and none of boilerplate
SURE_DESPITE_TERMS = 0.97  # a term of the job, or the beginning of a duty or demand, whatever else it says
SURE_OF_MONEY = 1.0  # never: an amount in a currency is what is paid, or tells how large the employer is
NEVER = 1.0  # what says of itself what it states
LIKELY_NOTHING = 0.9  # each line of a list below a heading with a colon: where one is less, all of them stay
SURE_BEHIND_LINE = 0.85  # one behind another line of its list that stays
LONGEST_LISTED = 16  # words of a line of a list
LONGEST_CONTACT = 30  # words; a longer piece with an address in it states more than how to reach somebody
QUESTION_MARKS = ("?", "？")
LONG_QUESTION = 6  # words
LONGEST_BEGINNING = 10  # words within which a sentence that begins with a role says who will be it
LONGEST_TITLE = 12  # words; a longer first line says what the employer is or what it seeks
# What proven neighbours say of a sentence between them: of 30 such in labelled postings one told something.
BOILERPLATE = frozenset(
    {
        DropReason.APPLICATION,
        DropReason.EQUAL_OPPORTUNITY,
        DropReason.PRIVACY,
        DropReason.LEGAL,
        DropReason.CALL_TO_ACTION,
        DropReason.RECRUITERS,
    }
)
OF_A_NAME = " …"  # how the rule of a heading ends that ends in the employer's name
NAME_OF_SKILL = 5  # words; longer lines under "Skills" are as often demands
_OFFERED = SPEAKING_FOR[BENEFITS]
_WHO_SEEKS = bits_of(("firm", "seek"))
_LISTED = APPLICANT | {RESPONSIBILITIES}
_OF_FIELDS = frozenset({RESPONSIBILITIES, REQUIREMENTS, QUALIFICATIONS, BENEFITS})
FEWEST_OPENING = 3  # pieces with which a posting begins to say who the employer is
FEWEST_TOLD = 6  # words of a sentence that says who seeks whom
LONGEST_VALUE = 8  # words of what stands alone under "Hours" or "Salary"


def leave_out(
    document: Document, found: Sequence[Piece], chances: Sequence[Chances], lists: Sequence[Sequence[int]]
) -> dict[str, Dropped]:
    """For the ids of the pieces that say nothing to an applicant, why.  `chances` are those of the labels of each,
    `lists` the announced ones.
    """
    between, announced = _between_boilerplate(document), _announced(found, lists, chances)
    outcomes: dict[str, Dropped] = {}
    named = False  # whether the pieces since the heading are names of skills
    before: Piece | None = None  # the piece before, where it stands under the same heading and stays
    for number, piece in enumerate(found):
        name, begins = piece.block.id, piece.step == NEW_HEADING
        reading = document.above[name]
        named = (named or begins) and _names_skill(piece, reading, document.language)
        before = None if begins else before
        dropped: Dropped | None = None
        if piece.settled is None:
            out = 0.0 if named else chances[number][LEAVE_OUT]
            if out > SURE_OF_BOILERPLATE and not (name in document.headings and _states_field(piece, reading)):
                is_first = number == 0 and not reading.kinds and not is_text(piece.block)
                opens = number < FEWEST_OPENING and is_text(piece.block) and piece.signs & BITS["firm"]
                sure = SURE_DESPITE_SUBSTANCE if opens else 0.0
                sure = max(sure, _sure_to_drop(piece, reading, document.language, is_first))
                if out > max(sure, _sure_in_list(piece, reading, name in announced, before)):
                    dropped = left_out(piece, reading, out, is_first)
            if dropped is None and name in between and _says_nothing(piece, document.language):
                dropped = Dropped(between[name], "amid boilerplate", 0.7)
        if dropped is None and not reading.kinds and is_workplace(piece.block, document.language):
            dropped = Dropped(DropReason.METADATA, "where one works, as a field", 0.8)
        if dropped is None and _tells_whom_to_ask(piece):
            dropped = Dropped(DropReason.APPLICATION, "how to reach somebody", 0.8)
        if dropped is not None:
            outcomes[name] = dropped
        before = piece if dropped is None else None
    return outcomes


def announced_lists(document: Document, found: Sequence[Piece]) -> list[list[int]]:
    """The numbers of the lines of each list below a heading with a colon, or one of the employer."""
    announces = {block.id for before, block in pairwise(document.blocks) if _announces_list(document, before)}
    lists: list[list[int]] = []
    goes_on = False
    for number, piece in enumerate(found if announces else ()):
        begins = piece.step == NEW_HEADING and piece.block.id in announces
        goes_on = (begins or (goes_on and piece.step != NEW_HEADING)) and _is_listed(piece)
        lists += [[]] if begins else []
        if goes_on:
            lists[-1].append(number)
    return lists


def _announced(found: Sequence[Piece], lists: Sequence[Sequence[int]], chances: Sequence[Chances]) -> frozenset[str]:
    """The ids of the lines of announced lists where one line may tell something."""
    kept = [one for one in lists if any(chances[n][LEAVE_OUT] <= LIKELY_NOTHING for n in one)]
    return frozenset(found[number].block.id for one in kept for number in one)


def _announces_list(document: Document, block: Block) -> bool:
    if block.kind is not HEADING:
        return False
    of_employer = document.headings.get(block.id, NO_READING).rule.endswith(OF_A_NAME)
    return of_employer or block.text.rstrip().endswith((":", "："))


def _is_listed(piece: Piece) -> bool:
    """Whether a piece may be a member of a list: short, and no sentence."""
    return len(piece.words) <= LONGEST_LISTED and not piece.block.text.rstrip().endswith(SENTENCE_ENDS)


def _between_boilerplate(document: Document) -> dict[str, DropReason]:
    """The sentences right between two of their paragraph that were proved to be boilerplate, and what the first is."""
    found: dict[str, DropReason] = {}
    for before, block, after in zip(document.blocks, document.blocks[1:], document.blocks[2:], strict=False):
        if not before.index == block.index == after.index:
            continue
        proved = [document.outcomes.get(other.id) for other in (before, after)]
        reasons = [outcome.reason for outcome in proved if isinstance(outcome, Dropped)]
        if len(reasons) == len(proved) and BOILERPLATE.issuperset(reasons):
            found[block.id] = reasons[0]
    return found


def _says_nothing(piece: Piece, language: str) -> bool:
    """Whether a sentence has no term, number or word that tells an applicant something."""
    text = piece.block.text
    told = piece.signs & SUBSTANCE_SIGNS or holds("terms", piece.block, language)
    return not told and text.rstrip().endswith(SENTENCE_ENDS) and not any(map(str.isdigit, text))


def _sure_to_drop(piece: Piece, reading: HeadingReading, language: str, is_first: bool) -> float:
    if reading.kinds == (ABOUT,) and binds(reading) and is_text(piece.block):
        return SURE_DESPITE_TERMS
    is_line = piece.block.figure and len(piece.words) <= LONGEST_TITLE and not piece.signs & BOILERPLATE_SIGNS
    if is_line and states_money(piece.block.text):
        return SURE_OF_MONEY
    if says_what_it_is(piece, language):
        return NEVER
    words, asks = words_of(piece.block), cue("asks", language)
    refused = holds("permit", piece.block, language) and not cue("negation", language).isdisjoint(words)
    if refused or holds("terms", piece.block, language) or " ".join(words[:1]) in asks or " ".join(words[:2]) in asks:
        return SURE_DESPITE_TERMS
    if words[:1] and words[0] in cue("as_whom", language) and not asks.isdisjoint(words[2:LONGEST_BEGINNING]):
        return SURE_DESPITE_TERMS  # "As a Booking Agent you will"
    if piece.signs & _WHO_SEEKS == _WHO_SEEKS and len(piece.words) > LONGEST_VALUE:
        return SURE_DESPITE_TERMS
    told = piece.signs & BITS["firm"] and len(piece.words) >= FEWEST_TOLD and is_text(piece.block)
    if told and holds("names_job", piece.block, language):
        return NEVER
    if len(piece.words) >= LONG_QUESTION and piece.block.text.rstrip().endswith(QUESTION_MARKS):
        return SURE_OF_A_QUESTION
    if is_first and len(piece.words) <= LONGEST_TITLE:
        return SURE_DESPITE_TERMS if states_money(piece.block.text) else SURE_OF_BOILERPLATE
    substance = is_first or piece.signs & SUBSTANCE_SIGNS or amount_in(piece.block)
    if piece.signs & BOILERPLATE_SIGNS:
        return SURE_OF_BOTH if substance else SURE_OF_BOILERPLATE
    if substance:
        return SURE_DESPITE_SUBSTANCE
    if not piece.block.text.rstrip().endswith(SENTENCE_ENDS):
        return SURE_OF_NOTHING
    return SURE_OF_WHO_SEEKS if piece.signs & BITS["seek"] else SURE_OF_A_SENTENCE


def _sure_in_list(piece: Piece, reading: HeadingReading, announced: bool, before: Piece | None) -> float:
    """The same of a line of a list, which says what its words do not tell: that a team, a value or a prize is one."""
    if piece.signs & BOILERPLATE_SIGNS or reading.reason is not None or not _is_listed(piece):
        return 0.0
    if announced and not reading.rule.startswith(WHOLE_JOB):
        return 1.0
    return SURE_BEHIND_LINE if before is not None and _is_listed(before) and reading.kinds else 0.0


def _states_field(piece: Piece, reading: HeadingReading) -> bool:
    """Whether a line is a label that names one of the job's terms, and its value, and speaks of nothing else; or says
    what another job is ("Reports to: Head Gardener").
    """
    if reading.kinds == (ABOUT,):
        return reading.confidence >= BINDING and bool(piece.signs & BITS["job"])
    if not reading.kinds or not _OF_FIELDS.issuperset(reading.kinds) or len(piece.words) > LONGEST_VALUE:
        return False
    return not piece.signs & BOILERPLATE_SIGNS


def _names_skill(piece: Piece, reading: HeadingReading, language: str) -> bool:
    """Whether a piece is one of the short lines right below a heading of skills, demands or duties."""
    text = piece.block.text
    if reading.confidence < BINDING or not reading.kinds or not _LISTED.issuperset(reading.kinds):
        return False
    few = len(text.split()) <= NAME_OF_SKILL and text[-1:] not in ".!?:"
    return few and not piece.signs & BOILERPLATE_SIGNS and evidence(text, words_of(piece.block), language) is None


def _tells_whom_to_ask(piece: Piece) -> bool:
    """A short piece with an address in it and no benefit.  It is left out only here: it tells the labeller what stands
    around it.
    """
    block = piece.block
    if not (block.figure or "@" in block.text) or len(piece.words) > LONGEST_CONTACT or piece.signs & _OFFERED:
        return False
    return gives_contact(block.text) and not amount_in(block)
