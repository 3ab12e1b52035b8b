"""Give each piece its section, or leave it out.

A heading that was read for sure decides at once for the lines whose own words agree with it.  All others are weighed
by the labeller: heading, own words, neighbours and place together, as it has learned from labelled postings how far
each is to be trusted.  Losing substance is worse than misplacing it, and that is worse than keeping noise: so a piece
is left out only when that is nearly sure, and the surer, the more its words tell an applicant something.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from postings.normalizer.labeller.features import NEW_HEADING, Piece, Settled, pieces
from postings.normalizer.labeller.sequence import Chances
from postings.normalizer.labeller.signs import BITS, bits_of
from postings.normalizer.labeller.weights import LEAVE_OUT, Weights, shipped
from postings.normalizer.model import (
    ITEM,
    NO_READING,
    PARAGRAPH,
    Document,
    HeadingReading,
    Outcome,
    Placement,
)
from postings.normalizer.phrases import WHOLE_JOB
from postings.normalizer.steps.boilerplate import amount_in, money_in, rate_in, states_money
from postings.normalizer.steps.hints import holds
from postings.normalizer.steps.leave_out import (
    LONGEST_TITLE,
    LONGEST_VALUE,
    NAME_OF_SKILL,
    QUESTION_MARKS,
    announced_lists,
    leave_out,
)
from postings.normalizer.steps.lines import FULL_STOPS
from postings.normalizer.steps.parting import (
    BINDING,
    NOT_OFFERED,
    OF_A_PERSON,
    binds,
    by_beginning,
    by_own_words,
    is_text,
)
from postings.normalizer.steps.reasons import (
    APPLICANT,
    BOILERPLATE_SIGNS,
    SPEAKING_AGAINST,
    SPEAKING_FOR,
    rule_of,
)
from postings.normalizer.steps.statements import LONGEST_LINE, SURE, by_statement, rule_of_statement
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
    SectionKind,
)
from postings.normalizer.words import UNPARTED, cue, words_of

FEWEST_LISTED = 3  # lines of a list, most of which say where the others stand
LONGEST_SALARY = 40  # words; in a longer piece several lines have run together
LONGEST_TIME = 2  # words below "Schedule" that are a time whatever else they may mean
LONGEST_OF_TIME = 16  # words of a sentence that names the job and its hours
UNSURE = 0.5  # below this the heading decides whatever the words say: then it is likelier right than they
# How likely another section must be for an item to leave its heading's, whether its words speak for it or not.
LIKELY_OTHER = 0.6
SURE_OTHER = 0.9
KNOWN = 0.75  # a heading read with this confidence decides for items of which no section is likely
_BESIDE_TIME = bits_of(("time", "seek", "job"))
_TERMS = (PAY, SCHEDULE)
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
    lists = announced_lists(document, found)
    for one in lists:
        _keep_together(one, found, likeliest, above)
    kinds = [
        by_statement(piece, kind, above[piece.block.id], language) for piece, kind in zip(found, likeliest, strict=True)
    ]
    for number, piece in enumerate(found):
        if piece.block.part and kinds[number] is QUALIFICATIONS and number and _answers(found[number - 1], piece):
            kinds[number] = likeliest[number]
    around = [None, *kinds, None]
    nothing = leave_out(document, found, chances, lists)
    outcomes: dict[str, Outcome] = dict(document.outcomes)
    for number, (piece, kind) in enumerate(zip(found, kinds, strict=True)):
        name = piece.block.id
        reading = above[name]
        if name in nothing:
            outcomes[name] = nothing[name]
        elif piece.settled is not None and SECTION_ORDER[piece.settled] is kind:
            outcomes[name] = Placement(kind, reading.rule, reading.confidence)
        elif kind is not likeliest[number]:
            outcomes[name] = Placement(kind, rule_of_statement(kind), SURE)
        else:
            rule = rule_of(piece, kind, reading, (around[number], around[number + 2]))
            outcomes[name] = Placement(kind, rule, _confidence(chances[number], kind))
    return document.with_changes(outcomes=outcomes)


def _answers(before: Piece, piece: Piece) -> bool:
    """Whether a sentence stands right behind a question of its paragraph, from which a wish must not be parted."""
    return before.block.index == piece.block.index and before.block.text.rstrip().endswith(QUESTION_MARKS)


def _keep_together(
    one: Sequence[int], found: Sequence[Piece], kinds: list[SectionKind], above: Mapping[str, HeadingReading]
) -> None:
    """Let the lines of a list that a heading of no section announces stand where most of them do."""
    if len(one) < FEWEST_LISTED or any(above[found[number].block.id].kinds for number in one):
        return
    [(common, times)] = Counter(kinds[number] for number in one).most_common(1)
    for number in one if 2 * times > len(one) else ():
        kinds[number] = common


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


def settled_by(reading: HeadingReading) -> Settled | None:
    """What a heading decides for the lines whose words agree with it; None where more must be weighed.

    Their words must speak for no other section and be no boilerplate's; where a line is no list item, they must also
    speak for this one.  Of 4,500 such lines in labelled postings of employers left out of the learning the labeller
    knew better in three.
    """
    if len(reading.kinds) != 1 or not binds(reading):
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


def _kind(piece: Piece, chances: Chances, reading: HeadingReading, labelled: bool, language: str) -> SectionKind:
    """The likeliest section; but an item follows a heading read for sure unless its own words speak otherwise, and a
    line that begins with such a label follows that.
    """
    if _is_salary(piece, language):
        return PAY
    label = _likeliest(chances)
    if _is_no_term(piece, SECTION_ORDER[label], chances[label], reading):
        label = _likeliest([0.0 if kind in _TERMS else chances[n] for n, kind in enumerate(SECTION_ORDER)])
    kind, chance = SECTION_ORDER[label], chances[label]
    if kind is SCHEDULE and not labelled and reading.kinds != (SCHEDULE,) and money_in(piece.block):
        return PAY  # beside hours that it is paid for
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
        return _term(piece, chances, language)
    return kind if _leaves(piece, kind, reading, chance, language) else stated


def _is_no_term(piece: Piece, kind: SectionKind, chance: float, reading: HeadingReading) -> bool:
    """Whether an item for which pay or hours are likeliest has no figure and no heading of either, and no word that
    makes it sure.
    """
    if kind not in _TERMS or piece.block.kind is not ITEM or piece.block.figure or kind in reading.kinds:
        return False
    return not piece.signs & SPEAKING_FOR[kind] or (kind is PAY and chance < SURE_OTHER)


def _is_ruled(piece: Piece, stated: SectionKind, chance: float) -> bool:
    """Whether a piece follows the heading above: an item, a short line or value, or one whose section is not sure."""
    block, told = piece.block, is_text(piece.block)
    if block.kind is ITEM or (chance < LIKELY_OTHER and not told):
        return True
    if stated is SCHEDULE and len(piece.words) <= LONGEST_TIME:
        return True
    if stated is PAY and amount_in(block) and "%" not in block.text:
        return True
    if stated in _TERMS and len(piece.words) <= LONGEST_VALUE and piece.signs & SPEAKING_FOR[stated]:
        return True
    is_first = piece.step == NEW_HEADING
    behind_names = stated is SKILLS and block.kind is PARAGRAPH and told and len(piece.words) > LONGEST_VALUE
    return chance < UNSURE and (is_first or not behind_names)


def _leaves(piece: Piece, kind: SectionKind, reading: HeadingReading, chance: float, language: str) -> bool:
    """Whether a ruled piece leaves the section of its heading for its likeliest one."""
    [stated] = reading.kinds
    speaks_for_stated = piece.signs & SPEAKING_FOR[stated]
    if stated is SCHEDULE and len(piece.words) <= LONGEST_TIME:
        return False  # holidays, say, are here worked
    if stated is PAY and kind is BENEFITS and chance >= SURE_OF_BENEFIT:
        return not speaks_for_stated
    if stated in APPLICANT and speaks_for_stated:
        return False  # a training, say, is here what they bring, and not what is given
    is_work = stated is REQUIREMENTS and kind is RESPONSIBILITIES
    if is_work and not cue("bodily", language).isdisjoint(reading.rule.split()):
        return False
    return chance >= SURE_OTHER or (chance >= LIKELY_OTHER and bool(piece.signs & SPEAKING_FOR[kind]))


def _offered(
    piece: Piece, kind: SectionKind, chances: Chances, reading: HeadingReading, language: str
) -> SectionKind | None:
    """Pay, hours or benefits, where a statement amid others says of itself that it is one."""
    is_line = piece.block.figure and len(piece.words) <= LONGEST_SALARY and kind not in (PAY, BENEFITS)
    if is_line and (rate_in(piece.block, language) or _is_amount(piece, kind)):
        return PAY
    if kind in NOT_OFFERED and _is_of_time(piece, language):
        return SCHEDULE
    begun = by_beginning(piece, kind, reading, language)
    likely = begun is not None and chances[SECTION_ORDER.index(begun)] >= LIKELY_OFFER
    return begun if likely else None


def _is_of_time(piece: Piece, language: str) -> bool:
    """Whether a short sentence says of the job nothing but its hours or its length ("This is a full-time role."), or a
    line names the length of a contract.
    """
    if len(piece.words) <= LONGEST_VALUE and holds("lasting", piece.block, language):
        return True
    if not piece.signs & BITS["time"] or piece.signs & ~_BESIDE_TIME:
        return False
    words = words_of(piece.block)
    if len(words) > LONGEST_OF_TIME or words[0] not in cue("backward", language):
        return False
    return not cue("says_it_is", language).isdisjoint((*words[1:3], " ".join(words[2:4])))


def _is_salary(piece: Piece, language: str) -> bool:
    """Whether a piece states an amount that is called a salary or its range, or is before tax, as only pay is."""
    if not piece.block.figure or len(piece.words) > LONGEST_SALARY or not amount_in(piece.block):
        return False
    if _names_job_and_pay(piece):
        return True
    words = words_of(piece.block)
    if len(words) <= LONGEST_OF_TIME and words[0] in cue("range_begins", language):
        return True
    if holds("gross", piece.block, language) or holds("pay_range", piece.block, language):
        return True
    salary = cue("salary", language)
    if language in UNPARTED:
        return "".join(words).startswith(tuple(salary))
    return any(" ".join(words[:size]) in salary for size in (1, 2))


def _names_job_and_pay(piece: Piece) -> bool:
    """Whether a line of its own is a job's name and an amount of money ("Night Baker - Leeds - up to £32k")."""
    block = piece.block
    if not piece.signs & BITS["job"] or is_text(block) or block.part or len(piece.words) > LONGEST_TITLE:
        return False
    return block.kind is PARAGRAPH and states_money(block.text)


def _is_amount(piece: Piece, kind: SectionKind) -> bool:
    """Whether a short line amid prose or duties holds an amount of money and tells of no duty: it is what is paid."""
    if kind not in (ABOUT, RESPONSIBILITIES) or piece.signs & BITS["duty"]:
        return False
    if piece.block.kind is ITEM or piece.block.text.rstrip().endswith(FULL_STOPS):
        return False
    return len(piece.words) <= LONGEST_TITLE and states_money(piece.block.text)


def _term(piece: Piece, chances: Chances, language: str) -> SectionKind:
    """Among what is offered: pay or working hours, where a line speaks of one of them and of no benefit."""
    if piece.signs & SPEAKING_FOR[BENEFITS] or not cue("budget", language).isdisjoint(words_of(piece.block)):
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
