"""The word tables: every line is understood, and folding makes alike what a reader takes for alike."""

from __future__ import annotations

import pytest

from postings.normalizer.taxonomy import DropReason
from postings.normalizer.words import LANGUAGES, boilerplate, cue, fold, headings


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_headings_for_the_main_sections(language):
    kinds = {kind for meaning in headings(language).values() for kind in meaning.kinds}
    assert len(kinds) == 8
    assert any(meaning.preferred for meaning in headings(language).values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_boilerplate_row_names_a_reason(language):
    assert {DropReason(reason) for reason, _ in boilerplate(language)} >= {DropReason.APPLICATION, DropReason.FILLER}


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("What you’ll do:", "WHAT YOU'LL DO"),
        ("À propos", "a propos"),
        ("Köchin (m/w/d)", "köchin"),
        ("Bäcker*in", "Bäcker"),
        ("salarié·e", "salarié"),
        ("ＡＢＣ　１", "abc 1"),
        ("✨ Perks ✨", "perks"),
        ("Łódź", "lodz"),
    ],
)
def test_folding_makes_alike_what_reads_alike(left, right):
    assert fold(left) == fold(right)


def test_a_languages_own_meaning_wins_over_anothers():
    assert headings("de")["angebot"].kinds != ()
    assert cue("negation", "de") > cue("negation", "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_of_boilerplate_that_may_go_on_have_enough_letters_to_be_looked_up(language):
    longest = [max(phrase.lstrip("=").replace(" ... ", " ").split(), key=len) for _, phrase in boilerplate(language)]
    assert all(len(word) > 5 for word in longest if word.endswith("*"))
