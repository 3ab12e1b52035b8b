"""Cutting: every kind of lost break is set again, no word changes, and what belongs together still flows."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postings.normalizer.model import Block, BlockKind, Document, Run
from postings.normalizer.steps.glue import glue_points
from postings.normalizer.steps.sentences import sentence_ends
from postings.normalizer.steps.split import split
from tests.normalizer.drafts import ITEM, TEXT, draft, texts


def pieces(*lines: str, language: str = "en") -> list[str]:
    return texts(split(draft(*lines, language=language)))


def sentences(text: str) -> list[str]:
    edges = [0, *sentence_ends(text), len(text)]
    return [text[a:b].strip() for a, b in pairwise(edges)]


def test_a_paragraph_is_cut_into_sentences_that_flow():
    document = split(draft("We fly kites. You build them. Both of us fall."))
    assert [(block.id, block.text) for block in document.blocks] == [
        ("1.1", "We fly kites."),
        ("1.2", "You build them."),
        ("1.3", "Both of us fall."),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "Bring approx. 5 kg of flour, e.g. Type 550, and a U.S. permit.",
        "Mind. 3 Jahre, bzw. Abschluss nach Art. 5 Abs. 2 inkl. Praxis",
        "Start am 3. Mai oder 1. Juni",
        "Env. 35 h, cf. M. Duval, tél. fixe",
        "We use Node.js and ASP.NET daily",
        "II. Principal tasks",
        "Pay is $1.5 M. a year",
    ],
)
def test_abbreviations_ordinals_and_numbers_end_no_sentence(line):
    assert sentences(line) == [line]


def test_japanese_sentences_end_without_a_space_but_not_inside_brackets():
    assert sentences("朝は早いです。（昼休みは長い。）午後は会議。") == [
        "朝は早いです。",
        "（昼休みは長い。）午後は会議。",
    ]


def test_items_whose_breaks_were_lost_become_a_list_under_their_heading():
    line = "Responsibilities:Feed the goats and clean the barnMend broken fences before nightDrive milk to town"
    document = split(draft(line))
    assert texts(document) == [
        "Responsibilities:",
        "Feed the goats and clean the barn",
        "Mend broken fences before night",
        "Drive milk to town",
    ]
    assert [block.kind for block in document.blocks] == [TEXT, ITEM, ITEM, ITEM]


def test_a_heading_glued_to_its_prose_is_cut_off():
    long = "Cares for forty residents on two floors and writes down what happened in every single shift."
    assert pieces("Essential Functions" + long) == ["Essential Functions", long]


def test_a_short_label_stays_with_its_value_and_gets_its_space():
    assert pieces("Schedule:Monday to FridayWeekends as needed") == ["Schedule: Monday to Friday Weekends as needed"]


def test_sentences_without_a_space_between_are_parted():
    line = (
        "Our bakery has grown every single year since it opened in the mill.At night the ovens are looked after by a"
        " crew of six people who know each other well."
    )
    assert pieces(line) == [line[: line.index("At night")], line[line.index("At night") :]]


@pytest.mark.parametrize(
    "line",
    [
        "You write JavaScript and PowerShell",
        "Ask McDonald about eBay or iPhones",
        "See https://example.org/AboutUs now",
    ],
)
def test_names_with_capitals_inside_are_no_lost_breaks(line):
    assert glue_points(line, 0, len(line))[0] == []


def test_a_name_that_comes_twice_is_a_name():
    line = "OsteoStrong is no gym. People come to OsteoStrong once a week"
    assert glue_points(line, 0, len(line))[0] == []


def test_bullets_inside_a_line_become_items():
    document = split(draft("You will: • bake bread • sweep floors • count money"))
    assert texts(document) == ["You will:", "bake bread", "sweep floors", "count money"]
    assert len({block.group for block in document.blocks if block.kind is ITEM}) == 1


def test_a_running_count_is_cut_and_keeps_its_numbers():
    assert pieces("Tasks: 1. Bake bread. 2. Sweep floors. 3. Count money.") == [
        "Tasks:",
        "1. Bake bread.",
        "2. Sweep floors.",
        "3. Count money.",
    ]


def test_a_dash_between_words_is_no_bullet():
    lines = ["Bend – Often.", "Climb – Rarely.", "Squat – Never."]
    assert pieces(" ".join(lines)) == lines


def test_lines_inside_a_block_start_lines_of_their_own():
    document = split(Document("text", (Block(4, TEXT, (Run("Monday to Friday\n8 to 17\nno weekends"),)),)))
    assert [block.id for block in document.blocks] == ["4.1", "4.3", "4.5"]


def test_formatting_is_cut_along():
    runs = (Run("We bake. ", strong=True), Run("You sell."))
    document = split(Document("text", (Block(0, TEXT, runs),)))
    assert [block.runs for block in document.blocks] == [(Run("We bake.", strong=True),), (Run("You sell."),)]


def test_a_bold_known_heading_is_cut_from_long_plain_text():
    told = " We have baked bread for the whole valley since the old mill burned down in May."
    runs = (Run("About us", strong=True), Run(told))
    document = split(Document("text", (Block(0, TEXT, runs),)))
    assert texts(document)[0] == "About us"


def test_a_fragment_of_our_own_is_not_cut():
    document = Document("fragment", (Block(0, TEXT, (Run("We bake. You sell."),)),))
    assert split(document) is document


def words(text: str) -> str:
    return re.sub(r"[\s•·*–-]+", "", text)


PARTS = ["We bake", ". ", ": ", "\n", " • ", "Duties", "Pay", "seaFish", "1. ", "2. ", ".", "-", " - ", "é", "東京。"]


@given(st.lists(st.sampled_from(PARTS)))
def test_no_word_is_lost_or_changed(parts):
    text = "".join(parts)
    document = split(Document("text", (Block(0, TEXT, (Run(text),)),)))
    assert words("".join(texts(document))) == words(text)
    assert len({block.id for block in document.blocks}) == len(document.blocks)


def test_a_huge_line_takes_time_in_proportion():
    block = Block(0, BlockKind.PARAGRAPH, (Run("Pay:seaFish Duties:aB. cD " * 20_000),))
    assert len(split(Document("text", (block,))).blocks) >= 1
