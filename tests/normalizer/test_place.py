"""Where pieces go: by heading, by their own words, by their neighbours; and out only when that is nearly sure."""

from __future__ import annotations

import pytest

from postings.normalizer.model import Document, Dropped, Placement
from postings.normalizer.steps.drop import drop
from postings.normalizer.steps.place import place
from postings.normalizer.taxonomy import DropReason, SectionKind
from tests.normalizer.drafts import headed

S = SectionKind


def placed(*lines: str, language: str = "en") -> dict[str, SectionKind | DropReason]:
    document = place(drop(headed(*lines, language=language)))
    return {b.text: _where(document, b.id) for b in document.blocks if b.id in document.outcomes}


def _where(document: Document, block: str) -> SectionKind | DropReason:
    outcome = document.outcomes[block]
    return outcome.section if isinstance(outcome, Placement) else outcome.reason


BAKERY = (
    "Fernhill Bakery has baked sourdough for the valley since 1998.",
    "## What you will do",
    "- Shape and bake two hundred loaves a night",
    "- Keep the ovens clean and report faults",
    "## What we are looking for",
    "- Two years of experience in a bakery",
    "- You can lift sacks of 25 kg",
    "## Benefits",
    "- 28 days of paid leave",
    "- Private health insurance after three months",
)


@pytest.mark.parametrize(
    ("line", "section"),
    [
        ("Shape and bake two hundred loaves a night", S.RESPONSIBILITIES),
        ("Two years of experience in a bakery", S.REQUIREMENTS),
        ("28 days of paid leave", S.BENEFITS),
        ("Fernhill Bakery has baked sourdough for the valley since 1998.", S.ABOUT),
    ],
)
def test_the_heading_decides_for_what_stands_under_it(line, section):
    assert placed(*BAKERY)[line] is section


def test_an_amount_under_benefits_is_pay():
    line = "Salary: $24.50 to $27.00 per hour, paid weekly"
    assert placed(*BAKERY, f"- {line}")[line] is S.PAY


def test_hours_under_benefits_are_schedule():
    line = "Monday to Friday, 22:00 to 6:00, 40 hours per week"
    assert placed(*BAKERY, f"- {line}")[line] in {S.SCHEDULE, S.BENEFITS}


def test_lines_without_any_heading_go_by_their_own_words():
    found = placed(
        "We are a family bakery in the old town with three shops and forty employees.",
        "You must have at least two years of experience with sourdough.",
        "The salary is $48,000 to $52,000 per year.",
        "We offer health insurance, a pension plan and 28 days of paid vacation.",
    )
    assert list(found.values()) == [S.ABOUT, S.REQUIREMENTS, S.PAY, S.BENEFITS]


def test_what_is_preferred_goes_to_qualifications_so_that_its_sub_heading_stays_with_it():
    found = placed(*BAKERY, "## Nice to have", "- Experience with rye", "- A certificate in food hygiene")
    assert found["Experience with rye"] is S.QUALIFICATIONS
    assert found["A certificate in food hygiene"] is S.QUALIFICATIONS


@pytest.mark.parametrize(
    ("language", "heading", "line", "section"),
    [
        ("de", "Deine Aufgaben", "Du planst die Schichten und betreust die Lehrlinge", S.RESPONSIBILITIES),
        ("fr", "Vos avantages", "Mutuelle prise en charge et tickets restaurant", S.BENEFITS),
        ("es", "Requisitos", "Experiencia mínima de dos años en panadería", S.REQUIREMENTS),
        ("nl", "Wat ga je doen", "Je begeleidt leerlingen en bereidt het deeg voor", S.RESPONSIBILITIES),
    ],
)
def test_other_languages_are_placed_by_their_headings_too(language, heading, line, section):
    assert placed(f"## {heading}", f"- {line}", language=language)[line] is section


def test_a_closing_paragraph_on_equal_opportunity_is_left_out_whatever_heading_it_stands_under():
    line = "We welcome applicants of every race, religion, gender and orientation without discrimination."
    assert placed(*BAKERY, line)[line] is DropReason.EQUAL_OPPORTUNITY


def test_every_piece_that_is_no_heading_has_an_outcome_with_a_rule_and_a_confidence():
    document = place(drop(headed(*BAKERY)))
    headings = set(document.headings)
    for block in document.blocks:
        if block.id not in headings:
            outcome = document.outcomes[block.id]
            assert outcome.rule
            assert 0 <= outcome.confidence <= 1


def test_the_ledger_names_the_heading_that_decided():
    document = place(drop(headed(*BAKERY)))
    block = next(b for b in document.blocks if b.text.startswith("28 days"))
    assert document.outcomes[block.id].rule == "heading: benefits"


def test_an_outcome_that_a_step_before_has_given_stands():
    before = headed(*BAKERY)
    first = before.blocks[0].id
    decided = Dropped(DropReason.CHROME, "navigation", 0.9)
    after = place(Document(**{**_fields(before), "outcomes": {first: decided}}))
    assert after.outcomes[first] == decided


def _fields(document: Document) -> dict[str, object]:
    return {name: getattr(document, name) for name in Document.__slots__}


def test_placing_an_empty_document_changes_nothing():
    assert place(Document("text", ())).outcomes == {}
