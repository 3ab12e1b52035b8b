"""Give each piece its section, or leave it out.

A heading that was read for sure decides at once for the lines whose own words agree with it.  All others are weighed
by the labeller: heading, own words, neighbours and place together, as it has learned from labelled postings how far
each is to be trusted.  Losing substance is worse than misplacing it, and that is worse than keeping noise: so a piece
is left out only when that is nearly sure, and the surer, the more its words tell an applicant something.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from postings.normalizer.labeller.features import NEW_HEADING, Piece, Settled, pieces
from postings.normalizer.labeller.sequence import Chances
from postings.normalizer.labeller.signs import BITS, bits_of
from postings.normalizer.labeller.weights import LEAVE_OUT, Weights, shipped
from postings.normalizer.model import (
    HEADING,
    ITEM,
    NO_READING,
    PARAGRAPH,
    Block,
    Document,
    Dropped,
    HeadingReading,
    Outcome,
    Placement,
)
from postings.normalizer.phrases import WHOLE_JOB
from postings.normalizer.steps.boilerplate import amount_in, evidence, rate_in
from postings.normalizer.steps.hints import holds
from postings.normalizer.steps.lines import gives_contact
from postings.normalizer.steps.parting import (
    BINDING,
    NOT_OFFERED,
    OF_A_PERSON,
    by_beginning,
    by_own_words,
)
from postings.normalizer.steps.reasons import (
    APPLICANT,
    BOILERPLATE_SIGNS,
    SPEAKING_AGAINST,
    SPEAKING_FOR,
    SUBSTANCE_SIGNS,
    left_out,
    rule_of,
)
from postings.normalizer.steps.statements import LONGEST_LINE, SENTENCE_ENDS, SURE, rule_of_statement, stated
from postings.normalizer.taxonomy import (
    ABOUT,
    BENEFITS,
    PAY,
    QUALIFICATIONS,
    REQUIREMENTS,
    RESPONSIBILITIES,
    SCHEDULE,
    SECTION_ORDER,
    SKILLS,
    DropReason,
    SectionKind,
)
from postings.normalizer.words import UNPARTED, cue, words_of

# How sure it must be that a line says nothing to an applicant before it is left out, by what its words are about.
# Found on labelled postings of employers left out of the learning: where one more lost line is risked for fewer than
# two kept noises.
SURE_OF_BOILERPLATE = 0.4  # words of boilerplate, or the posting's first line, which is mostly its title or its number
SURE_OF_BOTH = 0.6  # words of boilerplate and of substance
SURE_OF_NOTHING = 0.7  # no word that tells
SURE_OF_A_SENTENCE = 0.8  # the same, where it is a sentence: of an employer it may tell something without such a word
SURE_DESPITE_SUBSTANCE = 0.85  # an amount, words of pay, time, duties, demands or benefits, and none of boilerplate
SURE_DESPITE_TERMS = 0.97  # a term of the job, or the beginning of a duty or demand, whatever else it says
LIKELY_NOTHING = 0.9  # each line of a list below a heading with a colon: where one is less, all of them stay
SURE_BEHIND_LINE = 0.85  # one behind another line of its list that stays
LONGEST_LISTED = 12  # words of a line of a list
LONGEST_CONTACT = 30  # words; a longer piece with an address in it states more than how to reach somebody
LONGEST_SALARY = 40  # words; in a longer piece several lines have run together
LONGEST_OF_TIME = 16  # words of a sentence that names the job and its hours
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
UNSURE = 0.5  # below this the heading decides whatever the words say: then it is likelier right than they
# How likely another section must be for an item to leave its heading's, whether its words speak for it or not.
LIKELY_OTHER = 0.6
SURE_OTHER = 0.9
KNOWN = 0.75  # a heading read with this confidence decides for items of which no section is likely
NAME_OF_SKILL = 5  # words; longer lines under "Skills" are as often demands
_WHO_SEEKS = bits_of(("firm", "seek"))
_BESIDE_TIME = bits_of(("time", "seek", "job"))
_LISTED = APPLICANT | {RESPONSIBILITIES}
_OF_FIELDS = frozenset({RESPONSIBILITIES, REQUIREMENTS, QUALIFICATIONS, BENEFITS})
_TERMS = (PAY, SCHEDULE)
LONGEST_VALUE = 8  # words of what stands alone under "Hours" or "Salary"
# The labels of each section; the applicant's three go together.
_KIN = {
    kind: [SECTION_ORDER.index(other) for other in SECTION_ORDER if other is kind or {kind, other} <= APPLICANT]
    for kind in SECTION_ORDER
}
# How likely a term among what is offered must be before it leaves the benefits.  Found on labelled postings.
LIKELY_TERM = 0.35
# How likely an offer must be where a sentence begins as one: what "we offer" may be meant for customers.
LIKELY_OFFER = 0.12
# How likely a benefit among what is paid must be before it leaves the pay.
SURE_OF_BENEFIT = 0.9


def place(document: Document) -> Document:
    """The document with an outcome for every block that has none and is no heading."""
    if document.source_format == "fragment":
        return document  # its blocks say themselves where they stand
    return place_with(document, shipped())


def place_with(document: Document, weights: Weights) -> Document:
    """The same by other weights: for measuring what was learned without a posting's employer."""
    above, language = document.above, document.language
    found = pieces(document, lambda block: settled_by(above[block.id]))
    chances = weights.chances(found)
    likeliest = [_section(document, *about, above) for about in zip(found, chances, strict=True)]
    kinds = [stated(piece, kind, above[piece.block.id], language) for piece, kind in zip(found, likeliest, strict=True)]
    around = [None, *kinds, None]
    between = _between_boilerplate(document)
    outcomes: dict[str, Outcome] = dict(document.outcomes)
    announced = _announced(document, found, chances)
    named = False  # whether the pieces since the heading are names of skills
    before: Piece | None = None  # the piece before, where it stands under the same heading and stays
    for number, (piece, kind) in enumerate(zip(found, kinds, strict=True)):
        name = piece.block.id
        reading = above[name]
        named = (named or piece.step == NEW_HEADING) and _names_skill(piece, reading, language)
        before = before if piece.step != NEW_HEADING else None
        if piece.settled is None:
            out = 0.0 if named else chances[number][LEAVE_OUT]
            if out > SURE_OF_BOILERPLATE and not (name in document.headings and _states_field(piece, reading)):
                is_first = number == 0 and not reading.kinds and not _is_text(piece)
                sure = _sure_to_drop(piece, reading, language, is_first)
                if out > max(sure, _sure_in_list(piece, reading, name in announced, before)):
                    outcomes[name] = left_out(piece, reading, out, is_first)
                    before = None
                    continue
            if name in between and _says_nothing(piece, language):
                outcomes[name] = Dropped(between[name], "amid boilerplate", 0.7)
                continue
        before = piece
        if _tells_whom_to_ask(piece):
            outcomes[name] = Dropped(DropReason.APPLICATION, "how to reach somebody", 0.8)
        elif piece.settled is not None and SECTION_ORDER[piece.settled] is kind:
            outcomes[name] = Placement(kind, reading.rule, reading.confidence)
        elif kind is not likeliest[number]:
            outcomes[name] = Placement(kind, rule_of_statement(kind), SURE)
        else:
            rule = rule_of(piece, kind, reading, (around[number], around[number + 2]))
            outcomes[name] = Placement(kind, rule, _confidence(chances[number], kind))
    return document.with_changes(outcomes=outcomes)


def _announced(document: Document, found: list[Piece], chances: list[Chances]) -> frozenset[str]:
    """The ids of the lines of lists below a heading with a colon, or one of the employer, where one line of a list may
    tell something.
    """
    announces = {block.id for before, block in pairwise(document.blocks) if _announces_list(document, before)}
    lists: list[list[int]] = []
    goes_on = False
    for number, piece in enumerate(found if announces else ()):
        begins = piece.step == NEW_HEADING and piece.block.id in announces
        goes_on = (begins or (goes_on and piece.step != NEW_HEADING)) and _is_listed(piece)
        lists += [[]] if begins else []
        if goes_on:
            lists[-1].append(number)
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


def _section(document: Document, piece: Piece, chances: Chances, above: Mapping[str, HeadingReading]) -> SectionKind:
    """Where a piece stands if it stays."""
    language = document.language
    if piece.settled is not None:
        kind = SECTION_ORDER[piece.settled]
    else:
        kind = _kind(piece, chances, above[piece.block.id], piece.block.id in document.headings, language)
    if language in UNPARTED:
        kind = _of_form(document, piece, kind)
    return kind


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


def _is_text(piece: Piece) -> bool:
    """Whether a piece is a sentence or one of a list, and therefore no title."""
    return piece.block.kind is ITEM or piece.block.text.rstrip().endswith(SENTENCE_ENDS)


def settled_by(reading: HeadingReading) -> Settled | None:
    """What a heading decides for the lines whose words agree with it; None where more must be weighed.

    Their words must speak for no other section and be no boilerplate's; where a line is no list item, they must also
    speak for this one.  Of 4,500 such lines in labelled postings of employers left out of the learning the labeller
    knew better in three.
    """
    if len(reading.kinds) != 1 or not _binds(reading):
        return None
    if reading.rule.endswith(OF_A_PERSON):
        return None
    [kind] = reading.kinds
    if reading.preferred:
        if kind not in APPLICANT:
            return None
        kind = QUALIFICATIONS
    against = SPEAKING_AGAINST[kind] | BOILERPLATE_SIGNS
    most_words = NAME_OF_SKILL if kind is SKILLS else LONGEST_LINE
    return Settled(SECTION_ORDER.index(kind), SPEAKING_FOR[kind], against, most_words)


def _sure_to_drop(piece: Piece, reading: HeadingReading, language: str, is_first: bool) -> float:
    if reading.kinds == (ABOUT,) and _binds(reading) and _is_text(piece):
        return SURE_DESPITE_TERMS
    words, asks = words_of(piece.block), cue("asks", language)
    if holds("terms", piece.block, language) or " ".join(words[:1]) in asks or " ".join(words[:2]) in asks:
        return SURE_DESPITE_TERMS
    if piece.signs & _WHO_SEEKS == _WHO_SEEKS and len(piece.words) > LONGEST_VALUE:
        return SURE_DESPITE_TERMS
    if is_first and len(piece.words) <= LONGEST_TITLE:
        return SURE_OF_BOILERPLATE
    substance = is_first or piece.signs & SUBSTANCE_SIGNS or amount_in(piece.block)
    if piece.signs & BOILERPLATE_SIGNS:
        return SURE_OF_BOTH if substance else SURE_OF_BOILERPLATE
    if substance:
        return SURE_DESPITE_SUBSTANCE
    return SURE_OF_A_SENTENCE if piece.block.text.rstrip().endswith(SENTENCE_ENDS) else SURE_OF_NOTHING


def _sure_in_list(piece: Piece, reading: HeadingReading, announced: bool, before: Piece | None) -> float:
    """The same of a line of a list, which says what its words do not tell: that a team, a value or a prize is one."""
    if piece.signs & BOILERPLATE_SIGNS or reading.reason is not None or not _is_listed(piece):
        return 0.0
    if announced and not reading.rule.startswith(WHOLE_JOB):
        return 1.0
    return SURE_BEHIND_LINE if before is not None and _is_listed(before) and reading.kinds else 0.0


def _binds(reading: HeadingReading) -> bool:
    """Whether a heading is read for sure, and names no whole job."""
    return reading.confidence >= BINDING and not reading.rule.startswith(WHOLE_JOB)


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
    """A short piece with an address in it.  It is left out only here: it tells the labeller what stands around it."""
    block = piece.block
    if not (block.figure or "@" in block.text) or len(piece.words) > LONGEST_CONTACT:
        return False
    return gives_contact(block.text) and not amount_in(block)


def _kind(piece: Piece, chances: Chances, reading: HeadingReading, labelled: bool, language: str) -> SectionKind:
    """The likeliest section; but an item follows a heading read for sure unless its own words speak otherwise, and a
    line that begins with such a label follows that.
    """
    if _is_salary(piece, language):
        return PAY
    label = _likeliest(chances)
    kind, chance = SECTION_ORDER[label], chances[label]
    if reading.preferred:
        wished = kind in APPLICANT or (chance < UNSURE and piece.block.kind is ITEM)
        return QUALIFICATIONS if wished else kind
    parted = by_own_words(piece, kind, reading, language)
    if parted is not None:
        return parted
    offered = _offered(piece, kind, chances, reading, language)
    if offered is not None:
        return offered
    if len(reading.kinds) != 1 or reading.confidence < KNOWN:
        return kind
    stated = reading.kinds[0]
    if reading.confidence < BINDING:
        return stated if piece.block.kind is ITEM and chance < LIKELY_OTHER else kind
    if kind in APPLICANT and stated in APPLICANT:
        # "Skills" often heads sentences about experience too: it settles only names of skills.
        name = len(piece.block.text.split()) <= NAME_OF_SKILL
        return stated if name or stated is not SKILLS else kind
    if labelled:
        return stated
    if reading.rule.startswith(WHOLE_JOB) or not _is_ruled(piece, stated, chance):
        return kind
    if stated is BENEFITS is kind:
        return _term(piece, chances)
    return kind if _leaves(piece, kind, stated, chance) else stated


def _is_ruled(piece: Piece, stated: SectionKind, chance: float) -> bool:
    """Whether a piece follows the heading above: an item, a short line or value, or one whose section is not sure."""
    block, is_text = piece.block, _is_text(piece)
    if block.kind is ITEM or (chance < LIKELY_OTHER and not is_text):
        return True
    if stated is PAY and amount_in(block) and "%" not in block.text:
        return True
    if stated in _TERMS and len(piece.words) <= LONGEST_VALUE and piece.signs & SPEAKING_FOR[stated]:
        return True
    behind_names = stated is SKILLS and block.kind is PARAGRAPH and is_text and len(piece.words) > LONGEST_VALUE
    return chance < UNSURE and not behind_names


def _leaves(piece: Piece, kind: SectionKind, stated: SectionKind, chance: float) -> bool:
    """Whether a ruled piece leaves the section of its heading for its likeliest one."""
    speaks_for_stated = piece.signs & SPEAKING_FOR[stated]
    if stated is PAY and kind is BENEFITS and chance >= SURE_OF_BENEFIT:
        return not speaks_for_stated
    if stated in APPLICANT and speaks_for_stated:
        return False  # a training, say, is here what they bring, and not what is given
    return chance >= SURE_OTHER or (chance >= LIKELY_OTHER and bool(piece.signs & SPEAKING_FOR[kind]))


def _offered(
    piece: Piece, kind: SectionKind, chances: Chances, reading: HeadingReading, language: str
) -> SectionKind | None:
    """Pay, hours or benefits, where a statement amid others says of itself that it is one."""
    is_line = piece.block.figure and len(piece.words) <= LONGEST_SALARY and kind not in (PAY, BENEFITS)
    if is_line and rate_in(piece.block, language):
        return PAY
    if kind in NOT_OFFERED and _is_of_time(piece, language):
        return SCHEDULE
    begun = by_beginning(piece, kind, reading, language)
    likely = begun is not None and chances[SECTION_ORDER.index(begun)] >= LIKELY_OFFER
    return begun if likely else None


def _is_of_time(piece: Piece, language: str) -> bool:
    """Whether a short sentence says of the job nothing but its hours or its length ("This is a full-time role.")."""
    if not piece.signs & BITS["time"] or piece.signs & ~_BESIDE_TIME:
        return False
    words = words_of(piece.block)
    if len(words) > LONGEST_OF_TIME or words[0] not in cue("backward", language):
        return False
    return not cue("says_it_is", language).isdisjoint((*words[1:3], " ".join(words[2:4])))


def _is_salary(piece: Piece, language: str) -> bool:
    """Whether a piece states an amount that is called a salary, or is before tax, as only pay is."""
    if not piece.block.figure or len(piece.words) > LONGEST_SALARY or not amount_in(piece.block):
        return False
    if holds("gross", piece.block, language):
        return True
    words, salary = words_of(piece.block), cue("salary", language)
    if language in UNPARTED:
        return "".join(words).startswith(tuple(salary))
    return any(" ".join(words[:size]) in salary for size in (1, 2))


def _term(piece: Piece, chances: Chances) -> SectionKind:
    """Among what is offered: pay or working hours, where a line speaks of one of them and of no benefit."""
    if piece.signs & SPEAKING_FOR[BENEFITS]:
        return BENEFITS
    found = [kind for kind in _TERMS if piece.signs & SPEAKING_FOR[kind]]
    likely = len(found) == 1 and chances[SECTION_ORDER.index(found[0])] >= LIKELY_TERM
    return found[0] if likely else BENEFITS


def _of_form(document: Document, piece: Piece, kind: SectionKind) -> SectionKind:
    """The section of a form's entry: what its own label says, where that is one thing."""
    label = document.headings.get(piece.block.id, NO_READING)
    return label.kinds[0] if len(label.kinds) == 1 and label.confidence >= BINDING else kind


def _likeliest(chances: Chances) -> int:
    """The likeliest label that is a section; the first section where none is likely at all."""
    return chances.index(max(chances[:LEAVE_OUT]))


def _confidence(chances: Chances, kind: SectionKind) -> float:
    """How likely the section is, among sections; where a heading chose between the applicant's three, how likely they
    are together.
    """
    total = sum(chances[:LEAVE_OUT])
    of_kin = sum([chances[label] for label in _KIN[kind]])
    return min(of_kin / total, 1.0) if total else 0.0
