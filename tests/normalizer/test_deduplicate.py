"""A statement that comes again is kept once, where it stands best."""

from __future__ import annotations

from dataclasses import replace

from postings.normalizer.model import Document, Dropped
from postings.normalizer.steps.deduplicate import deduplicate
from postings.normalizer.taxonomy import DropReason, SectionKind
from tests.normalizer.drafts import headed, placed

ABOUT, REQ = SectionKind.ABOUT, SectionKind.REQUIREMENTS
LONG = "You have baked bread for at least three years."


def told_once(document: Document, **sections: SectionKind) -> Document:
    return deduplicate(replace(document, outcomes=placed(document, **sections)))


def doubles(document: Document) -> dict[str, str]:
    """Id of what was dropped as a duplicate -> id of what stays."""
    outcomes = document.outcomes.items()
    return {n: o.kept for n, o in outcomes if isinstance(o, Dropped) and o.reason is DropReason.DUPLICATE}


def test_the_same_words_stand_once_under_the_heading_that_says_their_section():
    document = told_once(headed(LONG, "## Requirements", "- " + LONG.upper()), rest=REQ)
    assert doubles(document) == {"1": "3"}


def test_what_stands_in_a_longer_statement_goes():
    longer = LONG[:-1] + ", and you like it."
    document = told_once(headed("- " + LONG, "- " + longer), rest=REQ)
    assert doubles(document) == {"1": "2"}


def test_short_lines_may_stand_in_two_sections():
    document = told_once(headed("Full-time", "Bread.", "Full-time"), rest=ABOUT, _3=REQ)
    assert doubles(document) == {}


def test_short_lines_stand_once_in_one_section():
    document = told_once(headed("Full-time", "Bread.", "Full-time"), rest=ABOUT)
    assert doubles(document) == {"3": "1"}
