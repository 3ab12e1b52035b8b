"""Sections in the contract's order, sub-headings where they say something, and one outcome for every block."""

from __future__ import annotations

from dataclasses import replace

from postings.normalizer.model import Block, Document, Dropped, Placement, Run
from postings.normalizer.steps.arrange import arrange
from postings.normalizer.taxonomy import DropReason, SectionKind
from tests.normalizer.drafts import HEADING, TEXT, headed, placed

ABOUT, RESP, REQ, QUAL, BENEFITS = (
    SectionKind.ABOUT,
    SectionKind.RESPONSIBILITIES,
    SectionKind.REQUIREMENTS,
    SectionKind.QUALIFICATIONS,
    SectionKind.BENEFITS,
)


def arranged(*lines: str, **sections: SectionKind) -> Document:
    document = headed(*lines)
    return arrange(replace(document, outcomes=placed(document, **sections)))


def shown(document: Document) -> dict[SectionKind, list[str]]:
    return {section.kind: [block.text for block in section.blocks] for section in document.sections}


def test_sections_stand_in_order_and_a_heading_that_names_one_is_left_out():
    document = arranged("## Requirements", "- Get up early", "## Duties", "- Bake", rest=REQ, _4=RESP)
    assert shown(document) == {RESP: ["Bake"], REQ: ["Get up early"]}
    assert document.outcomes["1"] == Dropped(DropReason.HEADING, "its section's heading says it", 0.97)


def test_every_block_has_one_outcome_and_positions_count():
    document = arranged("## Duties", "Bake", "### In the cellar", "Stir", rest=RESP)
    assert set(document.outcomes) == {block.id for block in document.blocks}
    outcomes = [document.outcomes[block.id] for block in document.sections[0].blocks]
    assert [outcome.position for outcome in outcomes if isinstance(outcome, Placement)] == [0, 1, 2]


def test_nice_to_have_stays_above_its_items_whatever_section_they_were_given():
    document = arranged("## Requirements", "- Flour", "## Nice to have", "- Sugar", "- Salt", rest=REQ, _4=QUAL)
    assert shown(document) == {REQ: ["Flour"], QUAL: ["Nice to have", "Sugar", "Salt"]}


def test_preferred_reaches_through_a_plain_heading_below_it():
    document = arranged("## Preferred qualifications", "### Education", "- A degree", rest=QUAL)
    assert shown(document) == {QUAL: ["Preferred qualifications", "A degree"]}


def test_nice_to_have_never_heads_the_prose_that_follows_its_items():
    document = arranged("## Nice to have", "- Sugar", "We bake since 1904.", "We like it.", rest=ABOUT, _2=QUAL)
    assert shown(document) == {ABOUT: ["We bake since 1904.", "We like it."], QUAL: ["Nice to have", "Sugar"]}


def test_what_stands_under_no_sub_heading_comes_first():
    document = arranged("### Back-end", "- Django", "## Duties", "- Ship", rest=RESP)
    assert shown(document) == {RESP: ["Ship", "Back-end", "Django"]}


def test_a_sub_heading_stands_once_where_most_of_its_items_are():
    document = arranged("### Our first year", "- We grow", "- We grew", "- Free bread", rest=ABOUT, _4=BENEFITS)
    assert shown(document) == {ABOUT: ["Our first year", "We grow", "We grew"], BENEFITS: ["Free bread"]}


def test_a_heading_that_heads_nothing_is_left_out():
    document = arranged("## Responsibilities", "- Bake", "## Our wonderful street", rest=RESP)
    assert isinstance(document.outcomes["3"], Dropped)


def test_the_same_long_sub_heading_is_shown_once():
    heading = "### In the mornings before the shop opens:"
    document = arranged(heading, "- Bake", "## Benefits", heading, "- Free rolls", rest=RESP, _5=BENEFITS)
    texts = [text for lines in shown(document).values() for text in lines]
    assert texts.count(heading.strip("# ")) == 1


def test_a_fragment_of_our_own_comes_out_as_it_went_in():
    within = ("section[data-section=benefits]",)
    blocks = (
        Block(0, HEADING, (Run("In the shop"),), within=within),
        Block(1, TEXT, (Run("Free rolls."),), within=within),
    )
    document = arrange(Document("fragment", blocks))
    assert document.sections[0].kind is BENEFITS
    assert document.sections[0].blocks == blocks
    assert all(o.rule == "stated by the fragment" for o in document.outcomes.values())
