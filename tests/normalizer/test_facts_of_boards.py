"""Facts as job boards and public bodies tell them: by the order of first lines, labels of their own, bare sentences."""

from __future__ import annotations

import pytest

from postings.normalizer import normalize
from postings.normalizer.model import Facts, Pay, Source, SourceRefused

DUTIES = "\n\nResponsibilities\n- Plan and run the night shift with a team of six people.\n- Keep the log book.\n"


def found(text: str) -> Facts:
    return normalize(Source((text + DUTIES).encode())).facts.facts


def pay(minimum: float, maximum: float, currency: str, unit: str) -> Pay:
    return Pay(minimum, maximum, currency, unit)


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


def test_whom_the_first_sentence_seeks_is_the_job_whoever_is_spoken_of_below() -> None:
    text = "Halden Ovens (HO) is seeking a Night Oven Manager to keep the ovens.\n\nThe Controller will help you."
    assert found(f"{text} The Controller should relieve you. The Controller will watch.").title == "Night Oven Manager"


def test_an_internship_that_may_turn_into_a_full_time_post_is_one() -> None:
    text = (
        "The Halden program is an internship designed for bakers, with the potential to turn into a full time position."
    )
    assert found(f"Night Baker\n\n{text}").employment_types == ("internship",)


def test_a_part_time_contractor_who_works_virtually() -> None:
    text = "Seeking a Night Baker to join INSPIRE Halden Ovens as a part-time independent contractor!\n\n"
    facts = found(f"{text}This role is fully virtual so that the baker can be anywhere in the country!")
    assert facts.company == "INSPIRE Halden Ovens"
    assert (set(facts.employment_types), facts.workplace) == ({"part_time", "contract"}, "remote")


def test_several_addresses_are_several_places() -> None:
    text = "Locations Hiring: Halden: 2125 W Mill St, Marlow, OH 43050**Dale: 2156 N Oven Ave, Marlow, OH 43055**"
    assert found(f"Night Baker\n\n{text}").locations == (
        "2125 W Mill St, Marlow, OH 43050",
        "2156 N Oven Ave, Marlow, OH 43055",
    )


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
    assert (facts.posted_on, facts.valid_through) == ("2031-02-07", "2031-03-14")
    assert found("Night Baker\nListed on: 2031-02-07").posted_on == "2031-02-07"


@pytest.mark.parametrize(
    "text",
    [
        "Educator\n\nUsing what the Halden-Ward Museum has, you plan lessons for the Halden-Ward Museum.",
        "Teaching Assistant\n\nThe Governors of Halden-Ward Museum School are seeking to appoint an assistant.",
        "Halden-Ward Museum logo\n\nEngaged Employee for Marlow House\n\nAt Marlow House, we work with care.",
    ],
)
def test_names_that_end_in_a_word_for_an_organization(text: str) -> None:
    assert found(text).company.startswith("Halden-Ward Museum")


def test_schools_that_applicants_have_been_to_are_no_employers() -> None:
    assert found("Night Baker\n\nA High School diploma or an Accredited College. A High School is fine.").company == ""


@pytest.mark.parametrize(
    ("text", "company"),
    [
        ("PREPARAÇÃO DO PÃO\n\nPadeiro noturno\n\nRecrutamento dos animadores do forno, com três anos de forno.", ""),
        ("Padeiro noturno\n\nO pão é bom.\n\nA PadaHalden é uma padaria de bairro com três fornos e vinte pessoas.",
         "PadaHalden"),
        ("Padeiro noturno\n\nInglês é um diferencial, e o nível de Inglês conta. Você faz pão de noite.", ""),
    ],
)  # fmt: skip
def test_what_a_line_begins_with_is_a_name_where_the_line_says_what_it_is(text: str, company: str) -> None:
    assert normalize(Source(text.encode())).facts.facts.company == company


def test_a_town_behind_the_title_is_no_employer() -> None:
    text = (
        "Animateur de projets - Castel-sur-Loue\n\nAssociation Haldine\n\nLocalisation Castel-sur-Loue, France\n\n"
        "L’association, dont le siège se trouve au lycée de Castel-sur-Loue (34), recrute un animateur de projets.\n"
    )
    assert normalize(Source(text.encode())).facts.facts.company == "Association Haldine"


@pytest.mark.parametrize(
    ("text", "types"),
    [
        ("The full-time Director of Music is responsible for the choir of our church.", ("full_time",)),
        ("The interim position will go through January 2031 with the possibility to extend.", ("temporary",)),
        ("Temporary – required from 1st January 2031 (term starts 5/1/31) until 31st December 2031", ("temporary",)),
        ("Grade 3 pro rata 1 year temporary contract 37 hours per week", ("temporary",)),
        ("Contract Type: Full time & Part time", ("full_time", "part_time")),
        ("Contract, vendor and invoice management belong to the tasks of the bakery's office.", ()),
    ],
)
def test_types_that_open_a_line_or_name_the_position(text: str, types: tuple[str, ...]) -> None:
    assert tuple(sorted(found("Night Baker\n\n" + text).employment_types)) == types


def test_a_title_says_for_how_much_of_the_time_it_is() -> None:
    assert found("Job Openings\n\nPart-Time Director of Music\n\nApplicants must know music.").employment_types == (
        "part_time",
    )


def test_the_mark_for_everybody_ends_a_title_in_a_sentence() -> None:
    text = (
        "Wir suchen zum nächstmöglichen Zeitpunkt befristet bis zum 30. Juni 2031 für den Bereich der Stadt eine/-n"
        " Sachbearbeiter/-in Gremiendienst (m/w/d).\n\nSie organisieren die Sitzungen des Rates und seiner Ausschüsse."
    )
    facts = normalize(Source(text.encode())).facts.facts
    assert (facts.title, facts.employment_types, facts.valid_through) == (
        "Sachbearbeiter/-in Gremiendienst (m/w/d)",
        ("temporary",),
        "",
    )


def test_the_employer_in_front_of_a_title_is_no_part_of_it() -> None:
    text = (
        "The Halden Art Museum’s Night Guard is responsible for the halls, and the Night Guard reports to the director."
    )
    assert found(text).title == "Night Guard"


def test_the_day_of_an_interview_is_not_that_of_publication() -> None:
    assert found("Night Baker\n\nInterview Date: 31/12/2031").posted_on == ""
    assert found("Night Baker\n\nDate Posted: 2031-02-19T11:49:04").posted_on == "2031-02-19"
    assert found("Night Baker\n\nPosted 19 February 2031").posted_on == "2031-02-19"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Menu\n\nSenior Night Baker | Halden and Marlow NHS Trust and all of its hospitals", "Senior Night Baker"),
        ("The town serves all.\nReporting to the Manager, the Election Assistant provides help.", "Election Assistant"),
    ],
)
def test_titles_in_front_of_a_bar_or_behind_to_whom_they_report(text: str, title: str) -> None:
    assert found(text).title == title


def test_titles_in_front_of_the_word_that_they_are_sought() -> None:
    text = (
        "Vær med på eventyret - Pædagog søges til vuggestuen\n\nHaldens Kommune\n\nEventyrvej, 66-68, 2730 Halden\n\n"
        "Vi er 25 voksne Du kan lide at lege, og du ved, hvad børn har brug for, når de bliver kede af det.\n"
    )
    facts = normalize(Source(text.encode())).facts.facts
    assert (facts.title, facts.company, facts.locations) == (
        "Pædagog",
        "Haldens Kommune",
        ("Eventyrvej, 66-68, 2730 Halden",),
    )


@pytest.mark.parametrize(
    ("text", "company"),
    [
        ("Data Engineer\nHalden Technologies\nUnited States (Remote)", "Halden Technologies"),
        ("Gardener and Cleaner\nHalden Shire Council 14 Jan 2031\n\nYou tend the parks.", "Halden Shire Council"),
        ("Baker\n\nYou work with other employees of the Halden Improvement Authority.", "Halden Improvement Authority"),
    ],
)
def test_employers_below_a_title_or_of_whom_one_is_an_employee(text: str, company: str) -> None:
    assert found(text).company == company


def test_a_country_alone_below_the_employer() -> None:
    assert found("Data Engineer\nHalden Technologies\nUnited States (Remote)").locations == ("United States",)


@pytest.mark.parametrize(
    ("text", "types"),
    [
        ("Permanent, full time position on level 3, with a day off every fortnight and five weeks leave.",
         ("full_time", "permanent")),
        ("It is a full\u2011time, temporary role of about nine months in the office of the clerk.",
         ("full_time", "temporary")),
    ],
)  # fmt: skip
def test_several_types_in_a_row(text: str, types: tuple[str, ...]) -> None:
    assert tuple(sorted(found("Night Baker\n\n" + text).employment_types)) == types


def test_a_german_sentence_that_seeks_says_for_how_much_of_the_time() -> None:
    text = (
        "Schlüsselnutzer (m/w/d)\n\nFür ein führendes Unternehmen suchen wir einen Schlüsselnutzer (m/w/d) in Vollzeit"
        " oder Teilzeit zur Unterstützung der Abteilung.\n\nSie betreuen die Abrechnung und schulen die Kollegen.\n"
    )
    assert set(normalize(Source(text.encode())).facts.facts.employment_types) == {"full_time", "part_time"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Salary: R104 073 per annum (Level 02)", pay(104_073, 104_073, "ZAR", "year")),
        ("Compensation: an hourly rate of $28.21\u2011$30.74", pay(28.21, 30.74, "USD", "hour")),
        ("Weekly Stipend: $400 to $1,100, based on experience.", pay(400, 1_100, "USD", "week")),
    ],
)
def test_pay_in_rand_behind_hyphens_that_do_not_break_and_as_a_stipend(text: str, expected: Pay) -> None:
    assert found("Night Baker\n\n" + text).pay == expected


@pytest.mark.parametrize(
    ("text", "types"),
    [
        ("Mode: office\n\nFulltime/Part time/Contractual: Full-Time", ("full_time",)),
        ("Job Type: Part Time\n\nA part-time or full-time hourly position working in stores.", ("part_time",)),
        ("Job Type: Part Time\n\nFull-time and part-time positions available.", ("full_time", "part_time")),
        ("Contract\nPermanent\n\nThe bakery is open at night.", ("permanent",)),
    ],
)
def test_a_label_decides_where_other_words_leave_a_choice(text: str, types: tuple[str, ...]) -> None:
    assert tuple(sorted(found("Night Baker\n\n" + text).employment_types)) == types


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("The bakery is in search of a baker to join their growing Marlow, OH team.", ("Marlow, OH",)),
        ("City: Houston State:Texas Postal/Zip Code: 77077 Halden Mills, Inc., a division of Halden, bakes for all.",
         ("Houston",)),
        ("A firm with offices in Marlow, New Jersey and New York City.", ("Marlow, New Jersey", "New York City")),
        ("A practice headquartered in Marlow, NJ with another location in Halden, NJ.", ("Marlow, NJ", "Halden, NJ")),
    ],
)  # fmt: skip
def test_places_with_their_state_in_sentences_and_labels_that_ran_together(text: str, places: tuple[str, ...]) -> None:
    found_places = normalize(Source((text + "\n\nNight Baker\n" + DUTIES).encode())).facts.facts.locations
    assert found_places[0].startswith(places[0])
    assert found_places[1:] == places[1:]


def test_what_one_studies_is_no_place() -> None:
    text = (
        "Técnico Superior – Serviço Social\n\nRequisitos\n\nLicenciatura em Serviço Social ou em Política Social, e"
        " experiência de dois anos.\n\nVocê acompanha as famílias do município.\n"
    )
    assert normalize(Source(text.encode())).facts.facts.locations == ()


@pytest.mark.parametrize(
    "text",
    [
        "Senior Engineer — First Engineering Hire\n\nThe founder built the product, and now hires.",
        "Assistant Lecturer\nComputing and Security\nAcademic\n\nDepartment: Computing and Security",
        "Baker\n\nWe allow our Housekeeping Staff time off, and our Housekeeping Staff likes it.",
        "Therapist\n\nHold a caseload at Marlow Royal Hospital, Alexandra Hospital or a base of the community.",
    ],
)
def test_what_is_no_employer(text: str) -> None:
    assert found(text).company == ""


def test_an_agency_that_says_what_it_acts_as() -> None:
    text = "Night Baker\n\nA pioneer wants bakers.\n\nHalden Marlow is acting as an Employment Agency for this vacancy."
    assert found(text).company == "Halden Marlow"


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("Therapist\n\nEmployer: Halden Trust\n\nTown\nMarlow\n\nClosing: 12 May 2031", ("Marlow",)),
        (
            "Accounts Assistant\n\nUnited Kingdom - Kent - Marlow\n\n£27000 per year",
            ("United Kingdom - Kent - Marlow",),
        ),
        ("Baker - Dublin City Centre - Up to €40k", ("Dublin City Centre",)),
        ("Baker\n\nHalden is an ever growing hotel brand with locations in Marlow, California and elsewhere.", ()),
        ("Baker\n\nAbility to Relocate:\nNew Jersey: Relocate before starting work (Required)", ("New Jersey",)),
    ],
)
def test_where_the_job_is_and_where_a_brand_has_houses(text: str, places: tuple[str, ...]) -> None:
    assert found(text).locations == places


def test_a_form_that_asks_whether_the_job_is_remote() -> None:
    assert found("Health Technician\n\nRemote job\nNo\n\nTelework eligible\nNo").workplace == "on_site"


@pytest.mark.parametrize(
    ("text", "types"),
    [
        ("You build the foundation of the product over a 6-month contract engagement.", ("contract",)),
        ("What are the responsibilities and job description for the Baker - Part-Time (Weekends) position at Halden?",
         ("part_time",)),
    ],
)  # fmt: skip
def test_types_of_an_engagement_and_in_the_question_of_a_board(text: str, types: tuple[str, ...]) -> None:
    assert found(text + "\n\nBaking is all that we do.").employment_types == types


def test_a_range_with_two_joining_signs_and_the_two_ends_of_a_period() -> None:
    facts = found(
        "Night Baker\n\nOpen & closing dates\n04/14/2031 to 04/21/2031\n\nSalary\n$36,049 to - $67,943 per year"
    )
    assert facts.pay == pay(36_049, 67_943, "USD", "year")
    assert (facts.posted_on, facts.valid_through) == ("2031-04-14", "2031-04-21")


@pytest.mark.parametrize("address", ["1523 Halden Ford Rd., Marlow, OH 43050", "1611 West 5th Street"])
def test_an_employer_between_title_and_address(address: str) -> None:
    assert found(f"Night Baker\nHalden Ovens\n{address}\nLooking for calm people.").company == "Halden Ovens"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("NIGHT BAKER Bakes a wide variety of loaves and keeps the oven.", "NIGHT BAKER"),
        ("Description\n\nNight Baker - Halden Ovens Marlow- run with two partners in town\nKeep calm.", "Night Baker"),
        ("This is a volunteer remote role for an Oven Board Member at Halden Ovens.", "Oven Board Member"),
    ],
)
def test_a_title_in_front_of_what_ran_together_with_it(text: str, title: str) -> None:
    assert found(text).title == title


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("Bakes.\n\nWork Location: Hybrid remote in Marlow, OH 43050", ("Marlow, OH 43050",)),
        ("Bakes.\n\nReporting Location: Marlow, Ohio - Headquarters", ("Marlow, Ohio",)),
        ("Location: Halden Ovens - Headquarters (1 Mill Road, Marlow, OH)", ("1 Mill Road, Marlow, OH",)),
        ("Bakes.\n\nAbility to Commute:\nMarlow, OH 43050 (Required)", ("Marlow, OH 43050",)),
        ("Night Baker\n\nLocation: Marlow, OH / Remote", ("Marlow, OH",)),
    ],
)
def test_a_place_beside_how_and_where_the_work_is_done(text: str, places: tuple[str, ...]) -> None:
    assert found(text + "\n\nBaking is all that we do.").locations == places


@pytest.mark.parametrize(
    ("text", "paid"),
    [
        ("Pay: Php16,000.00 - Php17,000.00 per month", pay(16_000, 17_000, "PHP", "month")),
        ("Salary: RM 3,500 - RM 4,200 per month", pay(3_500, 4_200, "MYR", "month")),
        ("Salary: $60.00 USD Hourly - $65.00 USD Hourly", pay(60, 65, "USD", "hour")),
    ],
)
def test_pay_in_money_of_other_countries_and_with_the_hour_at_both_ends(text: str, paid: Pay) -> None:
    assert found(f"Night Baker\n\n{text}").pay == paid


def test_what_somebody_should_have_and_what_he_works_with_is_no_employer() -> None:
    assert found("- Communication\n- Organization\n- Professionalism\n- Innovation").company == ""
    facts = found(
        "Marlow Solutions is a premier house.\n\nThis role is for a Halden Developer.\n\n"
        "Tasks are development and customizing modules in Halden. Use Halden's framework and its latest version."
    )
    assert facts.company != "Halden"


def test_what_the_employer_is_is_no_title() -> None:
    text = (
        "As the #1 provider of bread, we're pushing the industry.\n\nThe Night Baker role is an exciting opportunity."
    )
    assert found(text).title == "Night Baker"


def test_signs_alone_are_refused_and_no_place() -> None:
    with pytest.raises(SourceRefused):
        normalize(Source(b". 0"))


# So that the language of a short text is known.
MORE = {
    "nl": "Je werkt samen met de collega’s in de kas en je zorgt dat alles op tijd klaar is voor de klanten.",
    "de": "Sie arbeiten mit den Kolleginnen und Kollegen zusammen und sorgen dafür, dass alles fertig ist.",
    "it": "Si lavora con i colleghi e si controlla che tutto sia pronto in tempo per la consegna.",
    "pt": "Você vai trabalhar com os colegas e cuidar para que tudo esteja pronto na hora certa para os clientes.",
    "es": "Trabajará con los compañeros y cuidará de que todo esté listo a la hora prevista para los clientes.",
    "da": "Du arbejder sammen med kollegerne og sørger for, at det hele er klar til tiden, når kunderne kommer.",
    "fr": "Vous travaillez avec les collègues et vous veillez à ce que tout soit prêt à temps pour les clients.",
}


@pytest.mark.parametrize(
    ("language", "title", "text", "company"),
    [
        ("nl", "Bakker", "Kwekerij Van der Halden teelt op veertien hectare rode en gele paprika onder glas.",
         "Kwekerij Van der Halden"),
        ("de", "Fahrer (m/w/d)", "Halden Fracht fährt seit 1949 Stückgut durch das ganze Land und ist sehr pünktlich.",
         "Halden Fracht"),
        ("it", "Falegname", "Da quarant'anni la Falegnameria Marlow costruisce scale, porte e arredi su misura.",
         "Falegnameria Marlow"),
        ("pt", "Analista de Frota", "A Transportes Marlow Azul leva grãos e carga frigorificada por onze estados.",
         "Transportes Marlow Azul"),
        ("pt", "Recepcionista – Clínica Odontológica (Uberlândia)", "Fechar o caixa e receber os pacientes.", ""),
        ("es", "Jefe de recepción – HOTEL 4* EN CÁCERES", "Incorporamos a quien lleve las riendas de todo.", ""),
    ],
)  # fmt: skip
def test_who_a_posting_in_another_language_begins_with(language: str, title: str, text: str, company: str) -> None:
    assert found(f"{title}\n\n{text}\n\n{MORE[language]}").company == company


@pytest.mark.parametrize(
    ("language", "title", "place"),
    [
        ("de", "Augenoptiker (w/m/d) in Freiburg", "Freiburg"),
        ("da", "VVS-montør til service – Holbæk og omegn", "Holbæk og omegn"),
        ("fr", "Développeur back-end (H/F) — Rennes ou télétravail", "Rennes"),
    ],
)
def test_a_city_behind_the_title_in_another_language(language: str, title: str, place: str) -> None:
    assert found(f"{title}\n\n{MORE[language]}\n\n{MORE[language]}").locations == (place,)


def test_titles_that_run_into_what_stands_below_them() -> None:
    text = "Night Baker Duties and ResponsibilitiesNight Bakers have many important duties that they perform at night."
    assert found(text).title == "Night Baker"
    assert found("NIGHT BAKER & OVEN ASSISTANTJOB DESCRIPTIONAn exciting opportunity for a calm person.").title == (
        "NIGHT BAKER & OVEN ASSISTANT"
    )


def test_below_is_no_employer_and_super_is_paid_in_australia() -> None:
    text = (
        "A client is seeking a Night Baker to join their growing team. Below is the job description, call to discuss."
    )
    assert found(text).company == ""
    assert found("Night Baker\n\nCompetitive salary of $110,000-$140,000+Super and benefits.").pay == Pay(
        110_000, 140_000, "AUD", ""
    )
