"""Boilerplate goes by evidence of the whole piece; what states a term of the job stays, whatever words it uses."""

from __future__ import annotations

import pytest

from postings.normalizer.steps.drop import drop
from postings.normalizer.taxonomy import DropReason
from tests.normalizer.drafts import headed, reasons

R = DropReason


def left_out(*lines: str, language: str = "en", title: str = "", company: str = "") -> dict[str, DropReason]:
    return reasons(drop(headed(*lines, language=language, title=title, company=company)))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("We are an equal opportunity employer.", R.EQUAL_OPPORTUNITY),
        ("All applicants are considered without regard to race, colour or creed.", R.EQUAL_OPPORTUNITY),
        ("By applying you acknowledge that we keep your letter for a year.", R.PRIVACY),
        ("We never ask for payment during hiring.", R.PRIVACY),
        ("We do not accept unsolicited resumes.", R.RECRUITERS),
        ("This list is not exhaustive and the bakery may add to it.", R.LEGAL),
        ("Apply now!", R.CALL_TO_ACTION),
        ("Please send your resume with two references.", R.APPLICATION),
        ("Competitive salary", R.FILLER),
        ("#baking #bread", R.METADATA),
        ("REQ-20418", R.METADATA),
        ("Job ID: 20418", R.METADATA),
    ],
)
def test_boilerplate_is_left_out_by_its_reason(line, reason):
    assert left_out("We bake bread.", line) == {line: reason}


@pytest.mark.parametrize(
    ("language", "line", "reason"),
    [
        ("de", "Schwerbehinderte werden bei gleicher Eignung bevorzugt.", R.EQUAL_OPPORTUNITY),
        ("fr", "À compétences égales, priorité est donnée aux candidates.", R.EQUAL_OPPORTUNITY),
        ("es", "Inscríbete hoy mismo en nuestra web.", R.CALL_TO_ACTION),
        ("pt", "Candidate-se até domingo.", R.CALL_TO_ACTION),
        ("nl", "Acquisitie naar aanleiding van deze vacature stellen wij niet op prijs.", R.RECRUITERS),
        ("it", "Annuncio rivolto ad ambosessi.", R.EQUAL_OPPORTUNITY),
        ("pl", "Skontaktujemy się z osobami, które nas zaciekawią; aplikacje prosimy słać mailem.", R.APPLICATION),
        ("sv", "Vi undanber oss samtal från annonssäljare.", R.RECRUITERS),
        ("da", "Send motiveret ansøgning til Bodil.", R.APPLICATION),
        ("ja", "ご応募お待ちしております。", R.CALL_TO_ACTION),
    ],
)
def test_each_language_has_its_boilerplate(language, line, reason):
    assert left_out(line, language=language) == {line: reason}


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("de", "Du hast Kontakt mit Kunden."),
        ("en", "You have worked with GDPR before."),
        ("en", "Competitive salary, a bread allowance and every second Monday off"),
        ("en", "We pay 21 dollars an hour without regard to seniority, $25 at night."),
        ("en", "You answer calls and write a cover story for the weekly paper."),
    ],
)
def test_one_common_word_or_a_stated_amount_keeps_a_line(language, line):
    assert left_out(line, language=language) == {}


def test_a_list_of_duties_may_speak_of_applications_and_privacy():
    duties = ("- Answer people who send their resume by post", "- Keep the privacy policy up to date")
    assert left_out("## Responsibilities", *duties) == {}


def test_what_stands_under_how_to_apply_goes_but_its_terms_stay():
    dropped = left_out("## How to apply", "Ring the bell twice.", "Start date is 1 May, full time.")
    assert dropped == {"How to apply": R.APPLICATION, "Ring the bell twice.": R.APPLICATION}


def test_the_title_goes_alone_and_with_company_place_or_gender_forms():
    lines = ("# Head Baker", "Head Baker (m/f/d)", "Acme: Head Baker", "Bakers head out early to the market.")
    dropped = left_out(*lines, title="Head Baker", company="Acme")
    assert set(dropped) == {line.strip("# ") for line in lines[:3]}
    assert set(dropped.values()) == {R.TITLE}


def test_a_fragment_of_our_own_keeps_everything():
    document = headed("Apply now!")
    fragment = type(document)("fragment", document.blocks)
    assert drop(fragment) is fragment


def test_what_speaks_to_applicants_goes_even_among_duties():
    duties = ("- Answer people who send their resume by post", "- Sort the ovens' bills")
    speaking = "Please send your resume to the bakery."
    assert left_out("## Responsibilities", *duties, speaking) == {speaking: R.APPLICATION}
