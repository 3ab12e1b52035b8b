"""What a line says of itself, wherever it stands: that it is asked for, preferred, to be done, given, or the opening.

These phrases say it of all that a line holds, so that they decide against heading, neighbours and labeller alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise

from postings.normalizer.labeller.features import Piece
from postings.normalizer.labeller.signs import BITS, bits_of, reader
from postings.normalizer.labeller.words import MOST_WORDS
from postings.normalizer.model import ITEM, PARAGRAPH, Block, HeadingReading
from postings.normalizer.phrases import WHOLE_JOB
from postings.normalizer.steps.boilerplate import amount_in, begins_with_rate
from postings.normalizer.steps.hints import HINTS, hints_of, holds
from postings.normalizer.steps.parting import BINDING, SENTENCE_ENDS, binds, is_wished_for
from postings.normalizer.taxonomy import (
    ABOUT,
    BENEFITS,
    PAY,
    QUALIFICATIONS,
    REQUIREMENTS,
    RESPONSIBILITIES,
    SCHEDULE,
    SectionKind,
)
from postings.normalizer.words import cue, raw_cue, words_of

SAYS = "says it is "  # how the rule begins of what a line says of itself
SURE = 0.9
LONGEST_LINE = MOST_WORDS - 1  # words; of longer lines not all were looked at
LONGEST_BEGINNING = 6  # words with which a sentence says what it states
FEWEST_OF_A_DEED = 5  # words of a sentence that tells what is done
LONGEST_ROLE = 6  # words of a role's name
LONGEST_WORKPLACE = 3  # words
LONGEST_DEED = 5  # words within which a sentence says who will do it
LONGEST_CLAUSE = 10  # the same where it first says who that is ("La persona que se una a nosotros atenderá …")
_IN_WORDS = {
    ABOUT: "what the role is",
    RESPONSIBILITIES: "to be done",
    REQUIREMENTS: "asked for",
    QUALIFICATIONS: "preferred",
    BENEFITS: "given",
    PAY: "paid",
    SCHEDULE: "working time",
}
# Cues that a line holds, what it then states, and the sections in which it did not belong.
_HOLDING = (
    ("responsible_for", RESPONSIBILITIES, (ABOUT, REQUIREMENTS)),
    ("given", BENEFITS, (ABOUT, RESPONSIBILITIES, REQUIREMENTS, QUALIFICATIONS, SCHEDULE)),
    ("provided", BENEFITS, (ABOUT, RESPONSIBILITIES)),
    ("covering", RESPONSIBILITIES, (BENEFITS,)),
    ("travel", REQUIREMENTS, (QUALIFICATIONS,)),
    ("demands", REQUIREMENTS, (ABOUT, RESPONSIBILITIES)),
    ("years_asked", REQUIREMENTS, (RESPONSIBILITIES,)),
    ("perk", BENEFITS, (ABOUT, REQUIREMENTS, QUALIFICATIONS, SCHEDULE, PAY)),
    ("reports", ABOUT, (RESPONSIBILITIES, REQUIREMENTS, QUALIFICATIONS, BENEFITS)),
    ("paid", PAY, (ABOUT, RESPONSIBILITIES, REQUIREMENTS, QUALIFICATIONS, BENEFITS)),
    ("strain", REQUIREMENTS, (ABOUT, RESPONSIBILITIES, QUALIFICATIONS, BENEFITS, PAY, SCHEDULE)),
)
# The same of cues with which a sentence begins.
_BEGINNING = (
    ("wish_to_you", QUALIFICATIONS, (RESPONSIBILITIES, ABOUT)),
    ("demand_begins", REQUIREMENTS, (RESPONSIBILITIES, ABOUT)),
    ("duty_begins", RESPONSIBILITIES, (ABOUT, BENEFITS, REQUIREMENTS)),
    ("role_begins", ABOUT, (RESPONSIBILITIES, REQUIREMENTS)),
    ("offer_to_you", BENEFITS, (RESPONSIBILITIES,)),
    ("time_begins", SCHEDULE, (ABOUT, RESPONSIBILITIES, REQUIREMENTS, QUALIFICATIONS)),
    ("pay_begins", PAY, (ABOUT, RESPONSIBILITIES, REQUIREMENTS, QUALIFICATIONS, SCHEDULE)),
)
_HOLDS = sum(HINTS[name] for name, _, _ in _HOLDING)
_BEGINS = sum(HINTS[name] for name, _, _ in _BEGINNING)
_BESIDE_DEEDS = (ABOUT, REQUIREMENTS)
_BESIDE_OPENING = (RESPONSIBILITIES, REQUIREMENTS)
_BESIDE_WORKPLACE = (REQUIREMENTS, QUALIFICATIONS, BENEFITS)
_NO_DEED = bits_of(("need", "degree", "wish", "perk", "pay", "apply", "call"))
_NO_DEED_OF_PERSON = bits_of(("perk", "pay", "apply", "call"))
_CHECKS = HINTS["permit"] | HINTS["checks"]
_BESIDE_CHECKS = (QUALIFICATIONS, ABOUT, BENEFITS)
_WISHES = HINTS["wish_begins"] | HINTS["wish_ends"]
# What a line must have a hint of for its words to say something of all of it.
_SAYS_OF_ALL = _HOLDS | _BEGINS | _CHECKS | _WISHES | HINTS["names_job"]


def rule_of_statement(kind: SectionKind) -> str:
    """Why a line stands in a section that it names itself, for the ledger."""
    return SAYS + _IN_WORDS[kind]


def by_statement(piece: Piece, kind: SectionKind, reading: HeadingReading, language: str) -> SectionKind:
    """The section a piece says it belongs to; `kind`, its likeliest one, where it says nothing else."""
    block = piece.block
    if kind in _BESIDE_WORKPLACE and is_workplace(block, language):
        return ABOUT
    if kind is ABOUT and _is_deed_of_role(block, language):
        return RESPONSIBILITIES
    if kind is ABOUT and not binds(reading) and _is_deed_of_summary(piece, reading, language):
        return RESPONSIBILITIES
    if kind in _BESIDE_DEEDS and reading.confidence < BINDING and _is_deed(piece, language):
        return RESPONSIBILITIES
    if kind is BENEFITS and block.figure and not piece.signs & BITS["perk"] and begins_with_rate(block, language):
        return PAY
    if kind is BENEFITS and PAY in reading.kinds and _names_salary(block, language):
        return PAY
    hints = hints_of(block, language)
    if not hints & _SAYS_OF_ALL:
        return kind
    wished = bool(hints & _WISHES) and is_wished_for(block, language)
    if wished and kind is REQUIREMENTS:
        return QUALIFICATIONS
    if kind in _BESIDE_OPENING and _announces_job(piece, reading, language):
        return ABOUT
    held = _by_what_it_holds(block, kind, language) if hints & _HOLDS and not wished else None
    if held is not None:
        return held
    if hints & _BEGINS:
        kind = _by_its_beginning(block, kind, language)
    if hints & _CHECKS and not wished and kind in _BESIDE_CHECKS and _is_check(block, kind, reading, language):
        return REQUIREMENTS
    return kind


def _names_salary(block: Block, language: str) -> bool:
    """Whether a line under a heading of pay and benefits names the salary, whatever it promises beside it."""
    words, salary = words_of(block), cue("salary", language)
    return not salary.isdisjoint((*words, *map(" ".join, pairwise(words))))


def is_workplace(block: Block, language: str) -> bool:
    """Whether a line says nothing but where one works ("In person", "Hybrid")."""
    words = words_of(block)
    return len(words) <= LONGEST_WORKPLACE and " ".join(words) in cue("workplace", language)


def says_what_it_is(piece: Piece, language: str) -> bool:
    """Whether a sentence says of itself that it states duties, demands, pay or benefits."""
    if not _is_sentence(piece.block):
        return False
    held = hints_of(piece.block, language) & _HOLDS
    if held and any(holds(name, piece.block, language) for name, _, _ in _HOLDING):
        return True
    return _is_your_deed(piece, language)


def _by_what_it_holds(block: Block, kind: SectionKind, language: str) -> SectionKind | None:
    if len(words_of(block)) > LONGEST_LINE:
        return None
    for name, section, instead in _HOLDING:
        if kind is PAY is not section and amount_in(block):
            continue  # a perk beside what is paid
        if kind in (section, *instead) and holds(name, block, language):
            return section
    return None


def _by_its_beginning(block: Block, kind: SectionKind, language: str) -> SectionKind:
    """The section of a sentence that begins with saying what it states ("It is an advantage if you", "You hold a")."""
    words = words_of(block)
    if block.kind is not PARAGRAPH or not words or not _is_sentence(block):
        return kind
    begun = _by_two_words(language).get(" ".join(words[:2]), ())
    line = f"{' '.join(words[: LONGEST_BEGINNING + 1])} " if begun else ""
    clause = tuple(f"{word} " for word in cue("clause", language)) if begun else ()
    for phrase, section, instead in begun:
        if kind in instead and line.startswith(phrase) and not line.startswith(clause, len(phrase)):
            return section
    return kind


@cache
def _by_two_words(language: str) -> Mapping[str, Sequence[tuple[str, SectionKind, Sequence[SectionKind]]]]:
    """The phrases with which sentences begin, each with a blank behind it, by their first two words."""
    found: dict[str, list[tuple[str, SectionKind, Sequence[SectionKind]]]] = {}
    for name, section, instead in _BEGINNING:
        for phrase in sorted(cue(name, language)):
            if 2 <= len(words := phrase.split()) <= LONGEST_BEGINNING:
                found.setdefault(" ".join(words[:2]), []).append((f"{phrase} ", section, instead))
    return found


def _is_check(block: Block, kind: SectionKind, reading: HeadingReading, language: str) -> bool:
    """Whether applicants are checked, or must be allowed to work.  Behind what is offered, told of the employer or
    preferred, a check must speak of the offer or of applicants.

    Any other piece of a line that ran together stays with its neighbours: where it ends is not sure.
    """
    if _is_leave_to_work(block, language):
        return True
    if block.part and not _is_sentence(block):
        return False
    of_applicants = kind is QUALIFICATIONS and not reading.preferred
    return holds("checks", block, language) and (of_applicants or holds("checked", block, language))


def _is_leave_to_work(block: Block, language: str) -> bool:
    """Whether a line says that leave to work in the country is asked for, or is not given by the employer."""
    if not holds("permit", block, language):
        return False
    asked = cue("negation", language) | cue("demanding", language) | cue("asks", language)
    return not asked.isdisjoint(words_of(block))


def _announces_job(piece: Piece, reading: HeadingReading, language: str) -> bool:
    """Whether a sentence that no heading binds says for which job people are sought."""
    if binds(reading) or not piece.signs & BITS["job"] or not _is_sentence(piece.block):
        return False
    return piece.block.kind is PARAGRAPH and holds("names_job", piece.block, language)


def _is_deed_of_role(block: Block, language: str) -> bool:
    """Whether a sentence says of a role, by its name, what it will do ("The Night Nurse will guide two assistants")."""
    will = cue("will", language)
    if not will or block.kind is ITEM:
        return False
    names, words = _role_named_first(block, language)
    return bool(names) and words[0] in will and cue("no_deed", language).isdisjoint(words[1:3])


def _role_named_first(block: Block, language: str) -> tuple[list[str], list[str]]:
    """The words of a name in capitals behind the article with which a text begins, and those behind it; none where it
    begins otherwise.
    """
    article, *words = block.text.split(maxsplit=LONGEST_ROLE + 4)[:-1] or ("",)
    size = next((number for number, word in enumerate(words) if not word[:1].isupper()), 0)
    if article.casefold() not in cue("article", language) or not 0 < size <= LONGEST_ROLE:
        return [], []
    return words[:size], words[size:]


def _is_deed_of_summary(piece: Piece, reading: HeadingReading, language: str) -> bool:
    """Whether a sentence tells what somebody in the role does ("The Laboratory Assistant helps …"), or begins with that
    in a text about the whole job ("Prepares and delivers …").
    """
    ends, block = tuple(raw_cue("does_ends", language)), piece.block
    if not ends or block.kind is not PARAGRAPH or not _is_sentence(block):
        return False
    known = reader(language)
    first = block.text.split(maxsplit=1)[0].casefold()
    if reading.rule.startswith(WHOLE_JOB) and first.endswith(ends) and known.signs_of([first]) & BITS["duty"]:
        return True
    names, words = _role_named_first(block, language)
    does = names and words[0].endswith(ends) and known.signs_of(words[:1]) & BITS["duty"]
    return bool(does and known.signs_of([name.casefold() for name in names]) & BITS["job"])


def _is_deed(piece: Piece, language: str) -> bool:
    return _is_your_deed(piece, language) or _is_deed_of_person(piece, language)


def _is_deed_of_person(piece: Piece, language: str) -> bool:
    """Whether a sentence says what whoever is hired will do, by a noun for them ("O técnico vai monitorar …")."""
    block, ends = piece.block, tuple(raw_cue("will_ends", language))
    if not ends or block.kind is not PARAGRAPH or not _is_sentence(block):
        return False
    article, *rest = block.text.casefold().split(maxsplit=LONGEST_CLAUSE)[:LONGEST_CLAUSE]
    if len(rest) < LONGEST_DEED - 1 or article not in cue("article", language):
        return False
    person, *verbs = rest
    verbs = verbs if verbs[0] in cue("relative", language) else verbs[: LONGEST_DEED - 2]
    if person not in cue("whoever", language) and not reader(language).signs_of([person]) & BITS["job"]:
        return False
    verb = next((word for word in verbs if word.endswith(ends) or word in cue("will", language)), "")
    if not verb or verb in cue("no_deed", language):
        return False
    return not piece.signs & _NO_DEED_OF_PERSON


def _is_your_deed(piece: Piece, language: str) -> bool:
    """Whether a sentence of prose begins with what the reader does or will do ("Du bakar …", "Organizarás …")."""
    you, ends = cue("you", language), raw_cue("deed_ends", language)
    block = piece.block
    if not you or block.kind is not PARAGRAPH or piece.signs & _NO_DEED or not _is_sentence(block):
        return False
    words = words_of(block)
    if len(words) < FEWEST_OF_A_DEED or not cue("receives", language).isdisjoint(words[:2]):
        return False
    if words[0] in you:
        return bool(reader(language).signs_of(piece.words[:2]) & BITS["duty"])
    return block.text.split(maxsplit=1)[0].casefold().endswith(tuple(ends) or ("\n",))


def _is_sentence(block: Block) -> bool:
    return block.text.rstrip().endswith(SENTENCE_ENDS)
