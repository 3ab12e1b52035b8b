"""Variants of labelled postings, from which the labeller learns to trust words before headings and places."""

from __future__ import annotations

from postings.normalizer.labeller.features import pieces
from postings.training.variants import reordered, unheaded
from tests.normalizer.drafts import headed, texts

POSTING = headed(
    *("# Responsibilities", "- Grease the gears", "# Requirements", "- Own boots", "# Benefits", "- Free lunch"),
)


def test_without_headings_every_line_stands_under_none():
    found = unheaded(POSTING, "any", 1.0)

    assert found is not None
    under = {piece.heading.effective for piece in pieces(POSTING)}
    assert under == {"responsibilities", "requirements", "benefits"}
    assert {piece.heading.effective for piece in pieces(found)} == {"top"}


def test_without_half_of_the_headings_the_others_still_say_what_stands_under_them():
    found = next(one for seed in "abcdefgh" if (one := unheaded(POSTING, seed, 0.5)) and one.headings)

    above = [piece.heading.effective for piece in pieces(found)]
    assert 0 < above.count("top") < len(above)


def test_a_variant_has_the_lines_of_its_posting():
    for variant in (unheaded(POSTING, "any", 1.0), reordered(POSTING, "any")):
        assert variant is not None
        assert sorted(texts(variant)) == sorted(texts(POSTING))


def test_the_same_seed_makes_the_same_variant():
    assert unheaded(POSTING, "any", 0.5) == unheaded(POSTING, "any", 0.5)
    assert reordered(POSTING, "any") == reordered(POSTING, "any")


def test_what_has_no_headings_has_no_variant_without_them():
    assert unheaded(headed("Grease the gears."), "any", 1.0) is None
