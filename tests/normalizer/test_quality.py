"""The quality gate: figures on labelled postings do not fall below the recorded floor."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from postings.management.commands.quality import falls, find_corpus, read_floor, table
from postings.normalizer import normalize
from postings.normalizer.model import Source
from postings.normalizer.taxonomy import SectionKind

FIGURES = {"lost": 0.0, "leaked": 0.01, "misplaced": 0.0, "preference": 0.0, "invented": 0, "repeated": 0,
           "unsound": 0, "perfect": 0.8}  # fmt: skip


@pytest.mark.needs_corpus
def test_no_figure_is_below_its_floor():
    if find_corpus(None) is None:
        pytest.skip("needs labelled postings: name their folder in CORPUS")
    call_command("quality", stdout=StringIO(), stderr=StringIO())


@pytest.mark.needs_corpus
def test_the_founding_example_states_its_pay_and_no_schedule_and_leaves_no_doubt():
    corpus = find_corpus(None)
    if corpus is None:
        pytest.skip("needs labelled postings: name their folder in CORPUS")
    result = normalize(Source((corpus / "dev/sources/seed-posting.html").read_bytes(), name="posting.html"))
    kinds = {section.kind for section in result.sections}
    assert SectionKind.PAY in kinds
    assert SectionKind.SCHEDULE not in kinds
    assert result.warnings == ()


def test_a_figure_that_got_worse_is_named_with_its_floor():
    assert falls({"dev": FIGURES}, {"dev": {**FIGURES, "lost": 0.02}}) == ["dev: lost 0.02 (floor 0.0)"]
    assert falls({"dev": FIGURES}, {"dev": {**FIGURES, "perfect": 0.7}}) == ["dev: perfect 0.7 (floor 0.8)"]


def test_a_figure_that_got_better_or_stayed_is_no_fall():
    assert falls({"dev": FIGURES}, {"dev": {**FIGURES, "perfect": 0.9, "leaked": 0.0}}) == []


def test_a_set_without_figures_does_not_count():
    assert falls({"dev": FIGURES}, {}) == []


def test_the_table_shows_shares_in_percent_and_counts_as_they_are():
    lines = table({"dev": FIGURES}).splitlines()
    assert "perfect" in lines[0]
    assert "80.00 %" in lines[1]


def test_without_labelled_postings_the_command_says_how_to_name_them(tmp_path):
    with pytest.raises(CommandError, match="--corpus or CORPUS"):
        call_command("quality", corpus=tmp_path)


def test_a_floor_is_recorded():
    assert read_floor()["dev"]["perfect"] >= 0.6
