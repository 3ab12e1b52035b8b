"""Facts as job boards and public bodies tell them: by the order of first lines, labels of their own, bare sentences."""

from __future__ import annotations

import pytest

from postings.normalizer import normalize
from postings.normalizer.model import Facts, Source

DUTIES = "\n\nResponsibilities\n- Plan and run the night shift with a team of six people.\n- Keep the log book.\n"


def found(text: str) -> Facts:
    return normalize(Source((text + DUTIES).encode())).facts.facts


@pytest.mark.parametrize(
    "text",
    [
        "Night Baker\nHalden\nMarlow, United Kingdom\n2 days ago",
        "Night Baker - Sourdough\nHalden\nMarlow, OH (100% onsite)\n\nOur client bakes Sourdough all night.",
        "Night Baker\n\nListing for: Halden\n\nAt Marlow Health we care.",
        "Research Fellow\n\nA position is available in the group of Dr. Lund at Halden University (HU).",
        "A postdoctoral position is available at the University of Halden, Norway.",
        "Night Baker\n\nHalden Sanitary District (HSD), a leader in clean ovens seeks to fill an opening for a Baker.",
    ],
)
def test_an_employer_between_title_and_place_or_in_the_sentence_that_opens_the_position(text: str) -> None:
    assert "Halden" in found(text).company


def test_a_part_of_an_employer_is_no_employer() -> None:
    assert found("Night Nurse\n\nSurgical Observation Unit is a 21-bed unit that cares for patients.").company == ""


def test_a_public_body_told_below_a_heading_on_the_organization() -> None:
    text = (
        "Medewerker secretariaat\n\nOrganisatie\nDe gemeente Halden is onderdeel van de regio.\n\n"
        "Opdracht\nJij zorgt ervoor dat de stukken op tijd klaarliggen.\n"
    )
    assert normalize(Source(text.encode())).facts.facts.company == "gemeente Halden"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Night Baker\nHalden Mills\nMarlow, United Kingdom", "Marlow, United Kingdom"),
        ("Night Baker\n\nJob in Marlow, Dale County, Ohio, 45840, USA", "Marlow, Dale County, Ohio, 45840, USA"),
        ("Seasonal Gardener\n\nCity of Marlow, Marlow, Ohio", "Marlow, Ohio"),
        (
            "Medewerker secretariaat\n\nMolenstraat 12, 1234 AB Marlo, Nederland",
            "Molenstraat 12, 1234 AB Marlo, Nederland",
        ),
    ],
)
def test_places_alone_on_a_first_line(text: str, place: str) -> None:
    assert found(text).locations == (place,)


@pytest.mark.parametrize(
    ("text", "types"),
    [
        ("These temporary positions work various hours.", ("temporary",)),
        ("The City of Marlow is seeking interested applicants for seasonal, part-time maintenance positions.",
         ("part_time", "temporary")),
        ("These positions tend the parks of the city and are seasonal and/or part-time in nature.",
         ("part_time", "temporary")),
    ],
)  # fmt: skip
def test_types_of_several_positions_at_once(text: str, types: tuple[str, ...]) -> None:
    assert tuple(sorted(found("Park Gardener\n\n" + text).employment_types)) == types


def test_what_stands_behind_the_label_of_another_fact_is_no_title() -> None:
    assert found("Summary\nCategory: Physician Assistant\nReports To : Restaurant Manager").title == ""


def test_a_title_in_the_question_with_which_a_board_begins() -> None:
    text = "What are the responsibilities and job description for the Night Baker position at Halden Mills?"
    assert found(text).title == "Night Baker"


def test_wages_of_four_places_are_no_round_numbers() -> None:
    assert found("Night Baker\n\nHourly rate: $36.9379 - $44.8981").pay.minimum == pytest.approx(36.9379)


def test_dates_behind_the_labels_of_boards() -> None:
    facts = found("Night Baker\nListed on 2031-02-07\nExpiration: March 14, 2031")
    assert (facts.posted_on, facts.valid_through) == ("", "2031-03-14")
    assert found("Night Baker\nListed on: 2031-02-07").posted_on == "2031-02-07"
