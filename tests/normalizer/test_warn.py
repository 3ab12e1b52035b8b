"""Editors are told where to look, and nothing else."""

from __future__ import annotations

from dataclasses import replace

from postings.normalizer import normalize
from postings.normalizer.model import Document, Placement, Source
from postings.normalizer.steps.warn import warn
from postings.normalizer.taxonomy import WEAK_BELOW, SectionKind
from tests.normalizer.drafts import draft, headed

S = SectionKind


def kept(document: Document, *sections: SectionKind, confidence: float = 0.9) -> Document:
    """The document with its pieces placed in turn."""
    lines = [block for block in document.blocks if block.id not in document.headings]
    places = sections if len(sections) == len(lines) else sections * len(lines)
    outcomes = {b.id: Placement(section, "model", confidence) for b, section in zip(lines, places, strict=False)}
    return replace(document, outcomes=outcomes)


def codes(document: Document) -> list[str]:
    return [warning.code for warning in warn(document).warnings]


def test_a_clear_posting_gives_no_warning():
    assert codes(kept(draft("We bake bread.", "You bake bread too."), S.ABOUT)) == []


def test_weakly_placed_pieces_are_named_in_one_warning():
    document = kept(draft("Bread.", "Rolls."), S.ABOUT, confidence=WEAK_BELOW - 0.1)
    [warning] = warn(document).warnings
    assert warning.code == "weak_placement"
    assert warning.blocks == ("1", "2")


def test_a_heading_that_was_not_understood_matters_where_its_lines_go_different_ways_unsurely():
    document = headed("## Crumbs and crusts", "- Bake the bread", "- Eat the bread")
    assert codes(kept(document, S.ABOUT, S.BENEFITS, confidence=0.7)) == ["heading_not_understood"]
    assert codes(kept(document, S.ABOUT, S.ABOUT, confidence=0.7)) == []


def test_a_text_that_ends_in_dots_looks_cut_off():
    assert codes(kept(draft("We bake bread.", "You will bake rolls and…"), S.ABOUT)) == ["cut_off"]
    assert codes(kept(draft("We bake bread, rolls (rye, spelt...)"), S.ABOUT)) == []


def test_values_that_were_never_filled_in_are_named():
    for line in ("Salary: TBD", "Contact: N/A", "Shift: UNAVAILABLE", "Dear {{ candidate_name }}, we bake bread."):
        assert codes(kept(draft(line), S.ABOUT)) == ["placeholder"], line
    assert codes(kept(draft("None of our bakers works alone at night."), S.ABOUT)) == []


def test_tasks_and_demands_twice_under_the_same_headings_look_like_two_postings():
    one = ("## Responsibilities", "- Bake the bread", "## Requirements", "- Two years of experience")
    assert "two_postings" in codes(kept(headed(*one, *one), S.ABOUT))
    assert "two_postings" not in codes(kept(headed(*one), S.ABOUT))


def test_warnings_reach_the_result():
    source = (
        "About us\n\nWe bake bread in the valley.\n\nPay\n\nSalary: TBD\n\nThe oven starts at four every morning…\n"
    )
    found = {warning.code for warning in normalize(Source(source.encode(), name="a.txt")).warnings}
    assert "cut_off" in found or "placeholder" in found
