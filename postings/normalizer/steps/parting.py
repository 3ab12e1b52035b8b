"""Where a heading leaves a choice between sections, the first words of what stands under it make it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from postings.normalizer.labeller.features import Piece
from postings.normalizer.labeller.signs import BITS, bits_of, reader
from postings.normalizer.model import ITEM, Block, HeadingReading
from postings.normalizer.phrases import WHOLE_JOB
from postings.normalizer.steps.reasons import APPLICANT
from postings.normalizer.taxonomy import ABOUT, BENEFITS, PAY, REQUIREMENTS, RESPONSIBILITIES, SectionKind
from postings.normalizer.words import UNPARTED, cue, edge_words, every_raw_cue, fold_words, words_of

DEMAND_SIGNS = bits_of(("need", "degree", "wish"))
_REMARK = re.compile(r"\s*[(（][^()（）]+[)）]$")  # "SAP is a plus (we teach it)"
_REMARKS = re.compile(r"[(（]([^()（）]+)[)）]")
_ASIDE = re.compile(r" ?\([^()]{1,30}\)")  # "PHP (any framework) is a plus"
_STATEMENTS = re.compile(r"[;(。]|[.!?](?: |$)")  # part a line into several, of which one may be wished for
LONGEST_REMARKED = 18  # words of a line with a remark that speaks for all of it ("Forklift, 2 years (preferred)")
LONGEST_WISH = 6  # words of a phrase that says so at a line's beginning or end
LONGEST_OFFER = 4  # words of a phrase with which a sentence offers something
SENTENCE_ENDS = (".", "。")
BINDING = 0.95  # a heading read with this confidence binds what stands under it
OFFER_SIGNS = bits_of(("perk", "pay"))
NOT_OFFERED = (ABOUT, RESPONSIBILITIES, *APPLICANT)
OF_A_PERSON = " will"  # "The ideal candidate will:" stands above what they do and above what they have or are


def binds(reading: HeadingReading) -> bool:
    """Whether a heading is read for sure, and names no whole job."""
    return reading.confidence >= BINDING and not reading.rule.startswith(WHOLE_JOB)


def is_text(block: Block) -> bool:
    """Whether a piece is a sentence or one of a list, and therefore no title."""
    return block.kind is ITEM or block.text.rstrip().endswith(SENTENCE_ENDS)


def by_own_words(piece: Piece, kind: SectionKind, reading: HeadingReading, language: str) -> SectionKind | None:
    """The section of a piece under a mixed or combined heading, where its words choose.  `kind` is its likeliest."""
    words = words_of(piece.block)
    if reading.rule.startswith("mixed"):
        of_employer = kind in APPLICANT and piece.signs & BITS["firm"] and not piece.signs & DEMAND_SIGNS
        return ABOUT if of_employer and _begins(words, "we", language) else None
    if piece.block.kind is not ITEM or RESPONSIBILITIES not in reading.kinds:
        return None
    if reading.rule.endswith(OF_A_PERSON) and _begins(words, "having", language):
        return REQUIREMENTS
    # English duties begin with their verb; elsewhere a noun may be the first word that tells ("gestión", "Pflege").
    is_duty = (
        language == "en"
        and not APPLICANT.isdisjoint(reading.kinds)
        and _first_sign(piece, language) == BITS["duty"]
        and cue("demanding", language).isdisjoint(words)
    )
    return RESPONSIBILITIES if is_duty else None


def by_beginning(piece: Piece, kind: SectionKind, reading: HeadingReading, language: str) -> SectionKind | None:
    """Benefits or pay, where a sentence begins as an offer of them and no heading above decides."""
    if kind not in NOT_OFFERED or not piece.signs & OFFER_SIGNS or piece.block.kind is ITEM:
        return None
    if len(reading.kinds) == 1 and reading.confidence >= BINDING:
        return None
    words, begins = words_of(piece.block), cue("offer_begins", language)
    if not any(" ".join(words[:size]) in begins for size in range(2, LONGEST_OFFER + 1)):
        return None
    return BENEFITS if piece.signs & BITS["perk"] else PAY


def is_wished_for(block: Block, language: str) -> bool:
    """Whether a line of one statement begins or ends by saying that it is preferred and not required."""
    text = block.text.rstrip(" .。")
    begins, ends = cue("wish_begins", language), cue("wish_ends", language)
    bare, remark = text, _REMARK.search(text)
    if remark is not None:
        bare = text[: remark.start()]
        remarks = _REMARKS.findall(text)
        short = len(words_of(block)) <= LONGEST_REMARKED
        if short and all(" ".join(fold_words(one)) in begins | ends for one in remarks):
            return True
    if "(" in bare:
        bare = _ASIDE.sub("", bare)
    if block.glued or _several_statements(bare, language):
        return False
    words = words_of(block) if bare == text else fold_words(bare)
    if language in UNPARTED:
        line = "".join(words)
        return line.startswith(tuple(begins)) or line.endswith(tuple(ends))
    if not words or (block.part and not cue("negation", language).isdisjoint(words)):
        return False
    may_begin = words[0] in edge_words("wish_begins", language)[0]
    if may_begin and any(" ".join(words[:size]) in begins for size in range(1, LONGEST_WISH + 1)):
        return True
    if words[-1] not in edge_words("wish_ends", language)[1] or ": " in bare:
        return False
    found = max((size for size in range(1, LONGEST_WISH + 1) if " ".join(words[-size:]) in ends), default=0)
    if not found or not cue("compels", language).isdisjoint(words[:-found]):
        return False
    if ", " not in bare:
        return True
    return _of_all(words, found, language) or " ".join(fold_words(bare.rpartition(", ")[2])) in ends


def _several_statements(text: str, language: str) -> bool:
    """Whether a line holds several statements; a stop behind an abbreviation ends none ("kat. C")."""
    found = _STATEMENTS.search(text)
    while found is not None:
        before = text[: found.start()].rpartition(" ")[2].strip("(,").casefold()
        if found[0] != ". " or before not in every_raw_cue("abbreviation"):
            return True
        found = _STATEMENTS.search(text, found.end())
    return False


def _of_all(words: Sequence[str], size: int, language: str) -> bool:
    """Whether what ends a line is told of all of it, commas or not ("Work in a firm, bank or court is preferred")."""
    if not cue("required", language).isdisjoint(words[:-size]):
        return False
    predicates = cue("predicate", language) | cue("says_it_is", language)
    return not predicates.isdisjoint(words[-size - 1 : -size + 1 or None])


def _first_sign(piece: Piece, language: str) -> int:
    """What the first telling word of a piece is about."""
    signs_of = reader(language).signs_of
    return next(filter(None, (signs_of([word]) for word in piece.words)), 0)


def _begins(words: tuple[str, ...], name: str, language: str) -> bool:
    """Whether a line begins with one of the phrases of one or two words that are noted under a name."""
    return not cue(name, language).isdisjoint([" ".join(words[:size]) for size in (1, 2)])
