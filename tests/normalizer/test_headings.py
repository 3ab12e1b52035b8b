"""Headings: real and pretended ones are found and read, statements are none, and each rules as far as it should."""

from __future__ import annotations

import pytest

from postings.normalizer.phrases import read_phrase
from postings.normalizer.steps.headings import read_headings
from postings.normalizer.taxonomy import DropReason, SectionKind
from tests.normalizer.drafts import HEADING, draft, headed, kinds_above, texts

ABOUT, RESP, REQ, QUAL, SKILLS, BENEFITS, PAY, SCHEDULE = SectionKind


@pytest.mark.parametrize(
    ("heading", "kinds"),
    [
        ("What you'll do at Acme", (RESP,)),
        ("WHAT YOU’LL DO:", (RESP,)),
        ("II. Principal Responsibilities and Tasks", (RESP,)),
        ("▼ Responsibilities ▼", (RESP,)),
        ("Compensation & Benefits", (PAY, BENEFITS)),
        ("Duties and Requirements", (RESP, REQ)),
        ("Qualifications / Requirements", (REQ, QUAL)),
        ("Required Sr Baker Qualifications", (REQ,)),
        ("Minimum Qualifications", (REQ,)),
        ("About Acme", (ABOUT,)),
        ("Why work at Acme?", (BENEFITS, ABOUT)),
    ],
)
def test_a_heading_is_read_by_meaning(heading, kinds):
    reading = read_phrase(heading, "en")
    assert reading is not None
    assert set(reading.kinds) == set(kinds)


@pytest.mark.parametrize(
    ("language", "heading", "kind"),
    [
        ("de", "Das bringst du mit", REQ),
        ("de", "Deine Aufgaben bei uns:", RESP),
        ("fr", "Votre profil", REQ),
        ("es", "¿Qué ofrecemos?", BENEFITS),
        ("pt", "Requisitos", REQ),
        ("nl", "Wat ga je doen?", RESP),
        ("it", "Cosa offriamo", BENEFITS),
        ("pl", "Zakres obowiązków", RESP),
        ("sv", "Arbetsuppgifter", RESP),
        ("da", "Om dig", REQ),
        ("ja", "【応募資格】", REQ),
    ],
)
def test_each_language_has_its_headings(language, heading, kind):
    reading = read_phrase(heading, language)
    assert reading is not None
    assert reading.kinds == (kind,)


def test_preferred_and_negative_headings_say_so():
    assert read_phrase("Nice to have", "en").preferred
    assert read_phrase("Not required (but a plus)", "en").preferred
    assert read_phrase("What you don't need", "en").informative


def test_a_negation_that_no_phrase_explains_voids_a_reading():
    assert read_phrase("Benefits we never mention", "en") is None


def test_a_heading_of_boilerplate_gives_its_reason_only_when_nothing_else_is_said():
    assert read_phrase("How to apply:", "en").reason is DropReason.APPLICATION
    assert read_phrase("Privacy of our patients and their families", "en") is None


@pytest.mark.parametrize("line", ["**Responsibilities**", "RESPONSIBILITIES", "Responsibilities:", "Responsibilities"])
def test_pretended_headings_are_found_by_dress_or_words(line):
    document = headed(line, "Bake bread every morning before the shop opens", "Sell it")
    assert texts(document, HEADING) == [line.strip("*")]


@pytest.mark.parametrize(
    "line", ["Experience with Docker", "Travel", "Training", "Paid time off", "Bakes bread, cakes,"]
)
def test_short_statements_are_no_headings(line):
    document = headed("# Profile", "Patience with people", line, "Good hands")
    assert line not in texts(document, HEADING)


def test_list_items_are_no_headings_even_when_the_lexicon_knows_their_words():
    document = headed("## Benefits", "- Pension", "- Training", "- Bonus")
    assert texts(document, HEADING) == ["Benefits"]


def test_an_item_with_deeper_items_is_a_heading():
    document = headed("- Qualifications", "  - Baker's certificate", "  - Driving licence")
    assert texts(document, HEADING) == ["Qualifications"]
    assert kinds_above(document, "Driving") == (QUAL,)


def test_a_sentence_in_a_heading_element_is_no_heading():
    long = (
        "# We bake bread for the whole valley and for the two next to it, and have done so since the year of the fire"
    )
    assert texts(headed(long, "Come and see."), HEADING) == []


def test_a_known_heading_ends_the_one_before():
    document = headed("## Duties", "- Bake", "## Requirements", "- Get up early")
    assert kinds_above(document, "Bake") == (RESP,)
    assert kinds_above(document, "Get up") == (REQ,)


def test_an_unknown_sub_heading_inherits_and_an_unknown_equal_ends():
    inherits = headed("## Duties", "### In the cellar", "- Stir")
    assert kinds_above(inherits, "Stir") == (RESP,)
    ends = headed("## Duties", "- Bake", "## The valley and its people", "It is green here.")
    assert kinds_above(ends, "It is green") == ()


def test_a_short_label_governs_its_own_line_only():
    document = headed("Pay: 20 dollars an hour", "The shop closes at noon on Mondays in winter.")
    assert kinds_above(document, "Pay:") == (PAY,)
    assert kinds_above(document, "The shop") == ()
    assert texts(document, HEADING) == []


def test_a_label_of_metadata_rules_nothing():
    document = headed("## Job ID", "4711", "We bake bread for the valley.")
    assert document.governing[document.blocks[-1].id] == ()


def test_under_good_to_know_each_line_goes_by_its_own_words():
    document = headed("## FYI", "- We speak English")
    reading = document.headings[document.blocks[0].id]
    assert not reading.kinds
    assert reading.rule.startswith("mixed")


def test_recruitment_among_the_duties_is_their_matter():
    document = headed("## Ihre Aufgaben", "**Bewerbung**", "- Unterlagen sichten", "- Gespräche führen", language="de")
    assert kinds_above(document, "Unterlagen") == (RESP,)


def test_a_lead_in_that_states_something_stays_informative():
    lead = "Working closely with the head baker and the shop, the candidate will take care of the following tasks:"
    document = headed(lead, "- Bake")
    assert document.headings[document.blocks[0].id].informative


def test_a_fragments_own_headings_are_taken_as_they_stand():
    document = draft("### In the cellar", "Stir.")
    stated = read_headings(type(document)("fragment", document.blocks))
    assert stated.governing["2"] == ("1",)
