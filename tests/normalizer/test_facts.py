"""Facts: read where the words leave one reading, absent where they do not, each with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from postings.normalizer import normalize
from postings.normalizer.facts import to_json
from postings.normalizer.facts.dates import read_date
from postings.normalizer.facts.money import find_amounts
from postings.normalizer.model import Facts, FoundFacts, Pay, Source

DUTIES = "\n\nResponsibilities\n- Plan and run the night shift with a team of six people.\n- Keep the log book.\n"


def facts_of(text: str, known: Facts | None = None) -> FoundFacts:
    return normalize(Source((text + DUTIES).encode()), known).facts


def found(text: str) -> Facts:
    return facts_of(text).facts


def pay(minimum: float | None, maximum: float | None, currency: str, unit: str) -> Pay:
    return Pay(minimum, maximum, currency, unit)


@pytest.mark.parametrize(
    ("text", "low", "high", "currency"),
    [
        ("$120-150k", 120_000, 150_000, "$"),
        ("$123,684—$254,644", 123_684, 254_644, "$"),
        ("US$ 90k to 110k", 90_000, 110_000, "USD"),
        ("£30k", 30_000, 30_000, "GBP"),
        ("21,50 €", 21.5, 21.5, "EUR"),
        ("48 à 58 k€", 48_000, 58_000, "EUR"),
        ("CHF 84'500.– bis 104'000.–", 84_500, 104_000, "CHF"),
        ("EUR 2.206,--", 2_206, 2_206, "EUR"),
        ("R$ 9.500", 9_500, 9_500, "BRL"),
        ("R$ 720 mil a R$ 860 mil", 720_000, 860_000, "BRL"),
        ("420–520 tys. zł", 420_000, 520_000, "PLN"),
        ("1 000 €", 1_000, 1_000, "EUR"),
        ("1\u202f000 €", 1_000, 1_000, "EUR"),
        ("29万5,000円〜34万円", 295_000, 340_000, "JPY"),
        ("34 500 kr", 34_500, 34_500, "kr"),
        ("$18.50", 18.5, 18.5, "$"),
        ("€75–90k", 75_000, 90_000, "EUR"),
    ],
)
def test_amounts_are_read_as_they_are_written(text: str, low: float, high: float, currency: str) -> None:
    (amount,) = find_amounts(text)
    assert (amount.low, amount.high, amount.currency, amount.is_huge) == (low, high, currency, False)


@pytest.mark.parametrize("text", ["$100 million", "$3M", "118 M€", "1,9 mdr kr", "$21B", "€45 mln"])
def test_millions_are_never_pay(text: str) -> None:
    assert all(amount.is_huge for amount in find_amounts(text))


@pytest.mark.parametrize("text", ["120-150k", "401(k)", "24/7", "3-5 years", "Room 120"])
def test_a_number_without_a_currency_is_no_money(text: str) -> None:
    assert not list(find_amounts(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Salary: $120-150k per year", pay(120_000, 150_000, "USD", "year")),
        ("Compensation: Starting at $18.50/hr", pay(18.5, None, "USD", "hour")),
        ("Pay range\n$20 - $25 Per Hour Average including tips", pay(20, 25, "USD", "hour")),
        ("The salary for this position is up to £45,000 a year.", pay(None, 45_000, "GBP", "year")),
        ("Job Type: Full-timePay: $22.00 - $25.00 per hour", pay(22, 25, "USD", "hour")),
        ("Salary Range: $50,230.00 - $61,048.00/ yr", pay(50_230, 61_048, "USD", "year")),
        ("Pay range\n\n$32—$38 USD", pay(32, 38, "USD", "")),
        ("Salary Range $10.91-$14.73", pay(10.91, 14.73, "USD", "")),
        (
            "Base salaries range from $75,000 per annum to $130,000 per annum. Total pay is $100,000 to $200,000.",
            pay(75_000, 130_000, "USD", "year"),
        ),
        ("Pay range:\n\nLevel 1: $85,000 - $115,000\n\nLevel 2: $100,000 - $140,000", pay(85_000, 140_000, "USD", "")),
        ("Earn $40,000-$65,000 your first year (paid weekly)", pay(40_000, 65_000, "USD", "year")),
        ("Basic Salary of £18,000 Performance Related Bonus of £750 for two months", pay(18_000, 18_000, "GBP", "")),
        ("Night Baker - £60,000-£75,000 - Marlow", pay(60_000, 75_000, "GBP", "")),
        ("Salary: 80,000 - 90,000", pay(80_000, 90_000, "", "")),
        ("Night Baker - $100,000- $75,000", pay(75_000, 100_000, "USD", "")),
        ("Compensation: $10hr plus bread", pay(10, 10, "USD", "hour")),
        ("$4,200 (monthly)\n\nSalary: $4,200 by experience", pay(4_200, 4_200, "USD", "month")),
        (
            "Base salary is $55,000 a year for Marlow, Ohio. We bake throughout the US and Canada.",
            pay(55_000, 55_000, "USD", "year"),
        ),
        ("Salary range of $50-$55k, 401k plan with company match", pay(50_000, 55_000, "USD", "")),
        ("Pay: 18-20 per hour", pay(18, 20, "", "hour")),
        ("You bake 25 hours/week$25/hrHybrid schedule", pay(25, 25, "USD", "hour")),
        ("SalaryUSD 13.75 - 16.75 Per HourCareer Level Required", pay(13.75, 16.75, "USD", "hour")),
        ("A reasonable estimate of the current range is:$89,901.00 - $175,477.00NOTE", pay(89_901, 175_477, "USD", "")),
    ],
)
def test_pay_is_found_behind_its_words(text: str, expected: Pay) -> None:
    assert found(text).pay == expected


@pytest.mark.parametrize(
    "text",
    [
        "We raised $100 million from investors.",
        "The company has a valuation of $300,000 and revenue of $250,000.",
        "You get a $5,000 sign-on bonus.",
        "Benefits: learning budget of $2,000 a year",
        "Each deal is worth $50,000 to $90,000.",
        "Layover: $80 per day",
        "A fee of up to $49.00 is charged for fingerprinting.",
        "Salary: competitive",
    ],
)
def test_money_for_other_purposes_is_not_pay(text: str) -> None:
    assert found(text).pay is None


def test_several_single_amounts_with_nothing_to_choose_by_give_no_pay() -> None:
    assert found("Salary: juniors $4,000, seniors $6,000 per month").pay is None


GERMAN = """Fahrer im Nahverkehr (m/w/d)

Deine Aufgaben
- Du fährst die Linie 7 und hilfst den Fahrgästen.

Wir bieten
- Stundenlohn 21,50 € / Std.
- Essenszuschuss von 60 € im Monat
"""
FRENCH = """Développeuse ou développeur (H/F)

Vos missions
- Vous faites évoluer le service avec l'équipe.

Rémunération
48 à 58 k€ brut annuel, titres restaurant de 10 €
"""
SWEDISH = """Sjuksköterska

Arbetsuppgifter
- Du arbetar nära patienterna och deras familjer på vår avdelning.
- Du planerar och följer upp vården tillsammans med läkarna.

Vi erbjuder
- Lön: 34 500 kr/mån
- Friskvårdsbidrag 3 000 kr per år
"""
PORTUGUESE = """Padeiro

Atividades
- Assar o pão durante a noite e limpar os fornos com a equipe.

O que oferecemos
- 1.280 € ilíquidos, subsídio de refeição (6 €)
"""
JAPANESE = """パン職人

仕事内容
- 夜にパンを焼いて、朝に店へ並べる仕事です。

給与
¥195,000／月〜
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (GERMAN, pay(21.5, 21.5, "EUR", "hour")),
        (FRENCH, pay(48_000, 58_000, "EUR", "year")),
        (SWEDISH, pay(34_500, 34_500, "SEK", "month")),
        (PORTUGUESE, pay(1_280, 1_280, "EUR", "")),
        (JAPANESE, pay(195_000, None, "JPY", "month")),
    ],
)
def test_pay_is_found_in_other_languages(text: str, expected: Pay) -> None:
    assert normalize(Source(text.encode())).facts.facts.pay == expected


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Job Type: Full-time", {"full_time"}),
        ("Type: Part-time, Contract", {"part_time", "contract"}),
        ("This is a full-time on-site role for a nurse in Marlow, OH.", {"full_time"}),
        ("We offer full-time and part-time positions.", {"full_time", "part_time"}),
        ("Join us on a contract basis.", {"contract"}),
        ("Contract: permanent, full-time", {"permanent", "full_time"}),
        ("| Contract | Permanent |\n|---|---|\n", {"permanent"}),
        ("Type: Contract to permanent", {"contract", "permanent"}),
        ("This is a part time position with no benefits.", {"part_time"}),
        ("We seek a full-time, benefits-eligible greenkeeper and manager.", {"full_time"}),
        ("Night Porter (Full-Time and Part-Time)", {"full_time", "part_time"}),
        ("Job Type\n\nFull or Part Time", {"full_time", "part_time"}),
        ("Type: 23 month fixed term contract", {"temporary"}),
        ("Night Baking Intern (2031 Start)", {"internship"}),
        ("Internship Program Manager", set()),
        ("The position is temporary and limited to ten months.", {"temporary"}),
        ("Halden Mills currently has a full time Sales & Estimating position available.", {"full_time"}),
        ("Halden Mills (full-time) — Marlow", {"full_time"}),
        ("Full-time employees get health insurance.", set()),
        ("You bake for a general contractor performing construction work.", set()),
        ("Where a role is advertised as full-time, we are open to a job share.", set()),
        ("You must be authorized to work here on a full-time, ongoing basis.", set()),
        ("Pay is 2,400 EUR gross per month for a full time position.", set()),
        ("You have two years of full-time experience.", set()),
        ("You manage contracts with suppliers.", set()),
        ("This internship emphasizes learning at the ovens.", {"internship"}),
        ("Our Leadership Internship is designed for students.", {"internship"}),
        ("The Bakery Volunteer stays with the bread all night.", {"volunteer"}),
        ("Night Baker\n\nFully Remote6 months contract\n\nYou bake.", {"contract"}),
        ("Requirements\n- You have 5 years contract administration behind you, in a bakery or in a mill", set()),
        ("Education RequiredJob TypeJob StatusFull Time", {"full_time"}),
        ("STATUS: Full time", {"full_time"}),
        ("Full-Time/Part Time:\n\nFull-time", {"full_time"}),
        ("Benefits\n- Volunteer service opportunities", set()),
        (
            "The job offers flexible choices, including both part-time and full-time positions.",
            {"full_time", "part_time"},
        ),
        ("Please do not apply if you are looking for a contract role.", set()),
        ("Full-time position. No part-time positions available.", {"full_time"}),
        ("The job may transition into a full-time role over time.", set()),
        ("Job 4471 | Published today | Full-time | Marlow | You bake all night long in our mill", {"full_time"}),
        ("Work schedule will include:Full Time: Monday - Friday 9am - 5pm", {"full_time"}),
        ("Hours: Monday to Friday, full-time days with some overtime", {"full_time"}),
        ("Type: PermanentLocation: Marlow", {"permanent"}),
        ("Night Baker Full-Time", {"full_time"}),
        ("We are seeking an experienced Freelance Oven Engineer for our mill.", {"contract"}),
    ],
)
def test_employment_types_are_those_of_this_job(text: str, kinds: set[str]) -> None:
    assert set(found(text).employment_types) == kinds


@pytest.mark.parametrize(
    ("text", "workplace"),
    [
        ("Work Location: In person", "on_site"),
        ("This is a fully remote position.", "remote"),
        ("This is a hybrid role with two office days.", "hybrid"),
        ("Not a remote position", "on_site"),
        ("You are based in Marlow and come in every day - remote work not considered", "on_site"),
        ("Remote Night Auditor - earn $20 an hour", "remote"),
        ("Content Engineer (Marlow or remote)", "remote"),
        ("We are looking for a motivated Remote Software Developer.", "remote"),
        ("We are building an all-remote team that works from nine valleys.", "remote"),
        ("You work in a remote team of six.", ""),
        ("It's hybrid: three evenings are on the doors.", "hybrid"),
        ("You monitor our fleet in remote environments.", ""),
        ("Night Baker\n\nRemote / Marlow · Full-time", "remote"),
        ("Hybrid workplace - half of the week in the mill", "hybrid"),
        ("You work from home two days a week.", "hybrid"),
        ("This is an on-site role. Some duties can be done remotely.", "on_site"),
        ("You work five days in-person in our mill.", "on_site"),
        ("You have experience in fully remote teams.", ""),
        ("We offer a hybrid work environment and bread.", "hybrid"),
        ("There is on-site parking at the mill.", ""),
        ("We're not recruiting remotely for this job.", "on_site"),
        ("The schedule is hybrid, with an option to be fully remote.", "hybrid"),
        ("We are based in Marlow but work remotely with bakers everywhere.", "remote"),
    ],
)
def test_the_workplace_is_that_of_this_job(text: str, workplace: str) -> None:
    assert found(text).workplace == workplace


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Night Shift Supervisor", "Night Shift Supervisor"),
        ("Job Title: Senior Baker", "Senior Baker"),
        ("Halden Mills is looking for a talented Process Engineer to join the team.", "Process Engineer"),
        ("As a Store Manager at Halden Mills, you run the shop.", "Store Manager"),
        ("Pflegefachkraft (m/w/d) Geriatrie", "Pflegefachkraft (m/w/d) Geriatrie"),
        ("This position reports to the Plant Director.", ""),
        ("We grow and need a Data Scientist to count the loaves.", "Data Scientist"),
        ("The Sr. Data Engineer will support the bakers.", "Sr. Data Engineer"),
        ("Email Ruth Halden (CEO) - ruth@example.com\n\nProcess Engineer", "Process Engineer"),
        ("💼 Remote Chat Moderator — Earn $20 an hour", "Remote Chat Moderator"),
        ("Job Description: Night Baker", "Night Baker"),
        ("[Hamburg] Night Baker @ Halden Mills", "Night Baker"),
        ("Night Baker\n\nRole\n\nIndividual Contributor", "Night Baker"),
        ("We're seeking a motivated Junior IT Support Technician to join us.", "Junior IT Support Technician"),
        ("You have experience in an office or as a Night Baker, with references.", ""),
        ("Tags: #night #baker #senior\n\nYou bake all night.", ""),
        ("---\ntitle: Jobs\n---\n# Night Baker\n\nYou bake all night.", "Night Baker"),
        ("Night Oven TechnicianAt Halden Mills, we pride ourselves in our bread.", "Night Oven Technician"),
        ("Assistant Baker - Old Mill House Make a difference to the valley and its bread.", "Assistant Baker"),
        ("Halden Partners - We bake bread for the whole valley.", ""),
        ("The Senior Data Analyst drives what the bakery knows of its loaves.", "Senior Data Analyst"),
        (
            "As the Head of Bread and Ovens, you bake. You serve as a key oven and bread liaison.",
            "Head of Bread and Ovens",
        ),
        ("· The Bread Analyst will report directly to the mill.", "Bread Analyst"),
        ("Under supervision and guidance, the Bread Risk Analyst:", "Bread Risk Analyst"),
        ("Job Title: Baking InternReports to: The chief of the ovens", "Baking Intern"),
        ("A research technician position is available at the mill.", "research technician"),
        ("Upper School Baker Full-time, 10-month, August 2031", "Upper School Baker"),
        ("Seeking a Night Baker for our busy kitchen by the river.", "Night Baker"),
        ("Excellent opportunity for an early Leader to grow.", ""),
        ("As a professional, the Bread Associate will strive to bake well.", "Bread Associate"),
        ("We are looking for a part-time baker to bake our bread.", "baker"),
        ("We are looking for more than a set of professional skills.", ""),
        ("POSITION: Night Baker DEPARTMENT: Bread REPORTS TO: The chief of the ovens", "Night Baker"),
        (
            "Job Title: Night Baker for Bread, Cakes, Pies, and Packed Goods (Old Mill",
            "Night Baker for Bread, Cakes, Pies, and Packed Goods",
        ),
    ],
)
def test_the_title_is_found_where_it_stands(text: str, title: str) -> None:
    assert found(text).title == title


ELSEWHERE = {
    "da": (
        "\n\nArbejdsopgaver\n- Du bager brødet om natten og gør ovnene rene, når de er kolde.\n"
        "- Du hjælper også kunderne i butikken, hvis der er travlt, og vi lærer dig det hele.\n"
    ),
    "de": "\n\nDeine Aufgaben\n- Du backst in der Nacht das Brot und reinigst danach die Öfen.\n",
    "fr": "\n\nVos missions\n- Vous cuisez le pain la nuit et vous nettoyez les fours avec l'équipe.\n",
    "it": "\n\nAttività\n- Cuoci il pane di notte e pulisci i forni insieme alla squadra.\n",
    "pl": "\n\nZakres obowiązków\n- Wypiek chleba w nocy oraz czyszczenie pieców po zakończeniu pracy.\n",
    "pt": "\n\nAtividades\n- Assar o pão durante a noite e limpar os fornos com a equipe.\n",
}


@pytest.mark.parametrize(
    ("language", "text", "company"),
    [
        ("da", "HALDEN søger en bager til natten.", "HALDEN"),
        ("da", "Sådan søger du\n\nSådan søger du jobbet: ring til os.", ""),
        (
            "da",
            "Butiksassistent, 25 timer\n\nHaldens Bageri, Aarhus N\n\nHaldens Bageri er et bageri.",
            "Haldens Bageri",
        ),
        ("de", "Willkommen bei der Halden Mühle", "Halden Mühle"),
        ("de", "Bäcker (m/w/d)\n\nUniversität Halden", "Universität Halden"),
        ("fr", "Boulanger (H/F)\n\nVille de Haldenne · Réf. 12 · Publiée hier", "Ville de Haldenne"),
        ("it", "Haldena è una panetteria di Torino. Il forno di Haldena cuoce il pane di notte.", "Haldena"),
        ("pl", "Halden Łużyce sp. z o.o. poszukuje kandydatów na stanowisko: Piekarz", "Halden Łużyce sp. z o.o."),
        ("pl", "Firma Halden S.A. zatrudni piekarza.", "Halden S.A."),
        ("pl", "Zespół Piekarzy Nocnych zatrudni piekarza.", ""),
        ("da", "Kok på restaurant\n\nRestaurant Halden\n\nVi søger en kok til vores køkken.", "Restaurant Halden"),
        ("pt", "Padeiro\n\nA Haldena é uma padaria com doze fornos. Na Haldena o pão é assado à noite.", "Haldena"),
        ("it", "La Fondazione è una casa per il pane e la Fondazione cerca un panettiere.", ""),
        ("fr", "Sur le pain\n\nÀ propos de Haldenne 🚀\n\nNous cuisons la nuit.", "Haldenne"),
        ("pt", "[São Paulo] Padeiro na Haldena", "Haldena"),
        ("pt", "[Remoto] Padeiro Senior @ Moinho Halden", "Moinho Halden"),
        ("da", "Bager til Halden Mølle\n\nVi bager om natten.", "Halden Mølle"),
        ("pl", "Piekarnia Halden u Hani, Marlów  |  wolne miejsca: 2", "Piekarnia Halden u Hani"),
        ("da", "Bliv bagerelev hos Haldby – Marlby\n\nVi bager om natten.", "Haldby"),
        ("de", "Wir sind Halden Mühlen – 38 Leute, die Brot backen.", "Halden Mühlen"),
        ("da", "Hotel Halden i Marlby har tolv ovne og en bager.", "Hotel Halden"),
        ("it", "Istituto Superiore del Pane cerca chi sappia cuocere.", "Istituto Superiore del Pane"),
    ],
)
def test_the_company_is_found_in_other_languages(language: str, text: str, company: str) -> None:
    facts = normalize(Source((text + ELSEWHERE[language]).encode())).facts.facts
    assert (facts.language, facts.company) == (language, company)


@pytest.mark.parametrize(
    ("language", "text", "kinds"),
    [
        ("de", "Wir bieten\n- Sicherer Job: Vollzeit, unbefristetes Arbeitsverhältnis", {"full_time", "permanent"}),
        ("fr", "Rémunération\n- CDD de remplacement de mai à août", {"temporary"}),
        ("fr", "Office Manager (CDI) — Marlow", {"permanent"}),
        ("it", "Contratto di 6 mesi con possibilità di proroga.", {"temporary"}),
        ("pl", "Oferujemy\n- Zatrudnienie na podstawie umowy o zastępstwo", {"temporary"}),
        ("pl", "Zdalnie / Marlow · Pełny etat", {"full_time"}),
        ("da", "Praktikant til bageriet\n\nVi søger en, der vil bage om natten sammen med os.", {"internship"}),
        ("pt", "Contratação: CLT ou PJ", {"permanent", "contract"}),
        ("it", "Contratto di sei mesi con possibilità di tempo indeterminato", {"temporary"}),
        ("fr", "Profil\n- CDI ou stage réussi dans un fournil", set()),
        ("da", "Så er denne deltidsstilling måske noget for dig.", {"part_time"}),
        ("da", "Bliv bagerelev hos Haldby\n\nVi bager om natten.", {"apprenticeship"}),
        ("it", "È indetta una selezione per un'assunzione a tempo pieno e determinato.", {"full_time", "temporary"}),
        ("fr", "La mission de sept mois est transformable en CDI.", set()),
        ("it", "Contratto per 3 mesi con possibilità di proroga.", {"temporary"}),
        ("de", "Bäcker/in 80 - 100 %", set()),
    ],
)
def test_employment_types_are_found_in_other_languages(language: str, text: str, kinds: set[str]) -> None:
    facts = normalize(Source((text + ELSEWHERE[language]).encode())).facts.facts
    assert (facts.language, set(facts.employment_types)) == (language, kinds)


def test_a_word_inside_a_longer_one_in_katakana_is_not_that_word() -> None:
    text = "仕事内容\n- 夜にパンを焼きます。\n- 担当はシニアパートナーです。\n"
    assert found(text).employment_types == ()
    assert found(text + "雇用形態：パート").employment_types == ("part_time",)


def test_days_from_home_make_the_work_hybrid() -> None:
    text = "Avantages\n- 1 jour de télétravail par semaine" + ELSEWHERE["fr"]
    assert normalize(Source(text.encode())).facts.facts.workplace == "hybrid"


@pytest.mark.parametrize(
    ("language", "text", "title"),
    [
        ("pl", "Szpital Zespolony w Haldenie\n\nogłasza nabór na stanowisko:\n\nPIEKARZ NOCNY", "PIEKARZ NOCNY"),
        ("pl", "Halden sp. z o.o. poszukuje kandydatów na stanowisko: Piekarz / Cukiernik", "Piekarz / Cukiernik"),
        ("pl", "Specjalista ds. pieców i chleba\n\nPracujesz w nocy.", "Specjalista ds. pieców i chleba"),
        ("fr", "Nous recherchons un technicien de maintenance pour notre moulin.", "technicien de maintenance"),
        ("fr", "Nous vous proposons d'intervenir en tant qu'agent polyvalent sur nos fours.", "agent polyvalent"),
        ("da", "Vi søger en passioneret og engageret butiksassistent til vores bageri.", "butiksassistent"),
        ("it", "Non cerchiamo venditori di fumo.", ""),
        (
            "de",
            "Bäckerei Halden - seit 1911\n\nWir suchen ab September:\n\nBÄCKERGESELLE (Vollzeit)",
            "BÄCKERGESELLE (Vollzeit)",
        ),
        ("it", "Comune di Valle\n\nIl forno cuoce il pane.", ""),
        ("pt", "[Remoto] Pessoa Desenvolvedora Java @ Moinho Halden", "Pessoa Desenvolvedora Java"),
        ("da", "Job: Bager på plejecenter\n\nVi bager om natten.", "Bager på plejecenter"),
        ("fr", "Intitulé du poste : agent de maintenance des fours", "agent de maintenance des fours"),
        ("pl", "Zatrudnię diagnostę samochodowego do naszej piekarni.", "diagnostę samochodowego"),
    ],
)
def test_the_title_is_found_in_other_languages(language: str, text: str, title: str) -> None:
    facts = normalize(Source((text + ELSEWHERE[language]).encode())).facts.facts
    assert (facts.language, facts.title) == (language, title)


@pytest.mark.parametrize(
    ("text", "company"),
    [
        ("Company: Halden Mills", "Halden Mills"),
        ("Halden Mills is looking for a Process Engineer.", "Halden Mills"),
        ("At Halden Mills, we bake bread for the whole valley.", "Halden Mills"),
        ("Halden Mills participates in E-Verify.", "Halden Mills"),
        ("The Halden School of Baking seeks a head of kitchen.", "The Halden School of Baking"),
        ("Old Halden Bridge Builders is seeking a rigger.", "Old Halden Bridge Builders"),
        ("Join our small team at Halden Mills. You bake.", "Halden Mills"),
        ("Welcome to Halden Mills, a bakery by the river.", "Halden Mills"),
        ("We at Halden Mills have baked bread since 1921.", "Halden Mills"),
        ("HaldenBread, LLC supplies the valley with bread.\n\nWhy join HaldenBread?", "HaldenBread, LLC"),
        ("At the Halden River Lab, the research asks how small dams change the food of salmon.", "Halden River Lab"),
        ("Halden is building ovens that bake bread by the light of the sun.", "Halden"),
        (
            "HVSD is an equal opportunity employer. Halden Valley School District has nine schools.",
            "Halden Valley School District",
        ),
        ("Company Information\n\nHalden Mills", "Halden Mills"),
        ("Night Baker\n\nHalden Mills Incorporated\n\nYou bake all night.", "Halden Mills Incorporated"),
        ("Company Information\n\n19 Mill Street, Marlow", ""),
        ("Equal Opportunity Employer: disability / veteran", ""),
        ("You join the board. You plan Halden Mills’ ovens and Halden Mills’s vans for Halden Mills.", "Halden Mills"),
        ("You know Marlow's streets and Marlow's people. The office is in Marlow, OH. Marlow is old.", ""),
        ("You follow the Agency's rules and the Agency's plans. The Agency is old.", ""),
        ("CITY OF MARLOW\n\ninvites applications for the position of:\n\nNight Baker", "CITY OF MARLOW"),
        ("The River Lab at Halden University (Halden, Norway) is looking for a postdoc.", "Halden University"),
        ("You sell India's best tickets at India's best shows. India is large.", ""),
        ("zBread is seeking a daring baker. Come to zBread.", "zBread"),
        ("Company: 4814 - Halden Mills Shift : Night", "Halden Mills"),
        ("The Night Baker at Halden Mills supports the ovens of Halden Mills.", "Halden Mills"),
        ("Night Baker\n\nHalden Mills - Marlow, OH 45701\n\nYou bake for Halden Mills.", "Halden Mills"),
        ("Halden is backed by three funds.", "Halden"),
        ("Halden Mills: Senior Baker\n\nYou bake all night.", "Halden Mills"),
        ("Night Baker - Zomilo\n\nYou bake for Zomilo.", "Zomilo"),
        ("Exciting Job Opportunity: Night Baker\n\nYou bake all night.", ""),
        ("As a leading miller of the valley, Halden Mills bakes bread. You join Halden Mills.", "Halden Mills"),
        ("This is a full-time role for a Night Baker at Halden Mills in the valley.", "Halden Mills"),
        ("You join our small Bread & Ovens group at the Halden School of Baking.", "Halden School of Baking"),
        ("You work with Zomilo employees. You keep to Zomilo values. Zomilo is old.", "Zomilo"),
        ("Old River Bread dba Halden Mills operates day and night.", "Halden Mills"),
        ("Halden Bakers is an equal opportunity employer.", "Halden Bakers"),
        ("Two Rivers is a bakery of a different kind.", "Two Rivers"),
        ("Team Halden is looking to grow.", "Halden"),
        ("Halden20/20 has an immediate opening for a baker.", "Halden20/20"),
        ("Overview About Halden Mills is a strong bakery by the river.", "Halden Mills"),
        ("Company: The St. Halden Mills", "The St. Halden Mills"),
        ("Through its bakers, Halden Mills delivers bread. You join Halden Mills.", "Halden Mills"),
        ("Most positions at HALDEN Health ask for clean hands.", "HALDEN Health"),
        ("At Halden, it is not typical to bake at noon. You bake.", "Halden"),
        ("You work in the bread practice at the Halden Group. Halden Group is old.", "Halden Group"),
        (
            "Halden Bread and Tile hires bakers that love bread. You join Halden Bread and Tile.",
            "Halden Bread and Tile",
        ),
        ("The Halden Golf team is growing. You sell Halden Golf.", "Halden Golf"),
        ("The Bread Science team is growing. You join the Bread Science team. Bread Science is fun.", ""),
        ("You know Hamburg’s bread and Hamburg’s people. Hamburg is old.", ""),
        ("About us: Project Halden Mills’s mission is bread. You join Project Halden Mills.", "Project Halden Mills"),
        ("You train less technical Analytics team members and new Analytics team members. Analytics is fun.", ""),
        ("Organization: Night Ovens (8880)", ""),
        ("You sell Marlow’s bread. You know Marlow’s people. You were born in Marlow and live in Marlow.", ""),
        ("Supervises and trains the bakers.", ""),
        ("Python is a plus.", ""),
        ("We are Looking For", ""),
        ("The ideal candidate is a team player.", ""),
    ],
)
def test_the_company_is_the_one_that_speaks(text: str, company: str) -> None:
    assert found(text).company == company


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("Location: Marlow, OH", ("Marlow, OH",)),
        ("Location: Remote", ()),
        ("Location: Onsite (Marlow, OH)", ("Marlow, OH",)),
        ("Locations: Hamburg; Bremen", ("Hamburg", "Bremen")),
        ("This position is located in Marlow, Ohio.", ("Marlow, Ohio",)),
        ("Location: Marlow, OH (work must be done on site; no remote possible)", ("Marlow, OH",)),
        (
            "Ability to commute/relocate:\n- Marlow, OH 45701: Reliably commute or planning to relocate",
            ("Marlow, OH 45701",),
        ),
        ("Our restaurant is located in Washington, D.C.", ("Washington, D.C.",)),
        ("Location: The baker will be based in Marlow or Halden, with a team of the Mill (M3).", ("Marlow", "Halden")),
        ("Location: The baker will work with the team of the Mill (M3).", ()),
        ("This position is based in Marlow, and you travel.", ("Marlow",)),
        ("We are a bakery based in Marlow.", ()),
        ("We are seeking a fellow to join us in Marlow for two years.", ("Marlow",)),
        ("Join us in shaping the bread of the valley.", ()),
        ("Night Baker\n\n12 Mill Trail, Marlow, VA, 23120", ("12 Mill Trail, Marlow, VA, 23120",)),
        ("Night Baker\n\n12 Avenida Vista, Marlow, CA 92008, USA", ("12 Avenida Vista, Marlow, CA 92008, USA",)),
        ("Night Baker\n\nHamburg", ("Hamburg",)),
        ("Night Baker\n\nHalden Mills - Marlow, OH 45701", ("Marlow, OH 45701",)),
        ("Night Baker\n\nMarlow, Ohio; Halden, Iowa", ("Marlow, Ohio", "Halden, Iowa")),
        ("Night Baker\n\n📍 Hamburg 🕒 Full-time", ("Hamburg",)),
        ("Night Baker\n\n📍 La Haldena\n\nYou bake.", ("La Haldena",)),
        ("Night Baker in Halden & Hamburg", ()),
        ("[Hamburg/Germany] Night Baker", ("Hamburg",)),
        ("Night Baker\n\nHamburg + business trips", ("Hamburg",)),
        ("Night Baker\n\nUnited States", ("United States",)),
        ("Night Baker (Hamburg)", ("Hamburg",)),
        ("Night Baker\n\nRemote / Hamburg · Full-time", ("Hamburg",)),
        ("locations\n\nMarlow, Ohio, Canada\n\nHalden, Ohio, Canada", ("Marlow, Ohio, Canada", "Halden, Ohio, Canada")),
        ("We at Halden Mills are looking for a night baker, 20 hours a week, in Hamburg.", ("Hamburg",)),
        ("You bake five days a week in our Hamburg office.", ("Hamburg",)),
        ("We bake in our Hamburg office and in our Munich office.", ()),
        ("You bake for Hamburg, and Munich.", ()),
        ("This position is remote. You may come to our offices in downtown Marlow, OH.", ()),
        (
            "We are a bakery in the heart of downtown Hamburg. Our bakery is located in the heart of Hamburg.",
            ("Hamburg",),
        ),
        ("Halden Mills, a Hamburg-based bakery, is poised to grow.", ("Hamburg",)),
        ("A leading bakery firm in Northern New Jersey is seeking a baker.", ("Northern New Jersey",)),
        ("Halden Mills is a bakery based in Indiana, PA, by the river.", ("Indiana, PA",)),
        ("We are based in Hamburg and retain bakeries in several countries.", ()),
        ("Our offices are located in Hamburg, Munich and Berlin.", ()),
        ("This job is fully remote. We are a bakery based in Hamburg.", ()),
        ("You bake in their Hamburg Office.", ("Hamburg",)),
        (
            "Night Baker Location Marlow, UT Start Date Jan 22, 2031 Apply Now. You bake bread all night.",
            ("Marlow, UT",),
        ),
        ("You report to the ovens at 12 Mill Street, Suite 3, Marlow, OH 45701.", ("Marlow, OH 45701",)),
        ("Ability to Relocate: Land O Mills, FL 34638: Relocate before starting work", ("Land O Mills, FL 34638",)),
        ("Location: Hamburg (other places considered too", ("Hamburg",)),
        ("Location: Remote (US)", ("US",)),
        ("Location: Marlow + projects in the valley", ("Marlow",)),
        ("Manager, Marketing\n\nYou hold a degree in Marketing.", ()),
        ("Location: Marlow, OH near the river and US Route 1", ("Marlow, OH",)),
        ("Location: Finance", ()),
        ("Location: Marlow, TN (Required)", ("Marlow, TN",)),
        ("You are required to reside in the state of Iowa.", ("Iowa",)),
        ("We look for a baker in our King of Marlow office.", ("King of Marlow",)),
        ("You bake in our busy Marketing office.", ()),
        ("Headquartered in the bread and cake center of Marlow, MA, we bake.", ("Marlow, MA",)),
        ("Night Baker\n\nMarlow, OHCompetitive salary with bread for everybody", ("Marlow, OH",)),
        ("You must live within 45 minutes of Marlow, OH.", ("Marlow, OH",)),
        (
            "We are headquartered in a mill by the river in Marlow, OH and have an office in Halden, IA.",
            ("Marlow, OH",),
        ),
        ("Night Baker\n\nDetour\n\n6705 Hwy 290 W.", ("6705 Hwy 290 W",)),
        ("Located in breathtaking downtown Hamburg, the mill bakes bread.", ("Hamburg",)),
        ("This job is fully remote. You work from home and should be located in Marlow.", ("Marlow",)),
        ("You bake in their Midtown Manhattan office.", ("Manhattan",)),
        ("Our mills are located in Marlow, OH and Halden, IA.", ("Marlow, OH", "Halden, IA")),
        ("The mill lies on the sunny side of Marlow, Ohio, by the river.", ("Marlow, Ohio",)),
    ],
)
def test_places_are_found_behind_their_words(text: str, places: tuple[str, ...]) -> None:
    assert found(text).locations == places


@pytest.mark.parametrize(
    ("language", "text", "places"),
    [
        ("da", "Bager, Haldby\n\nVores bageri i Haldby er gammelt.", ("Haldby",)),
        ("da", "Bager, Haldby\n\nVores bageri er gammelt.", ()),
        ("da", "Hotel Halden i Marlby har tolv ovne og en bager.", ("Marlby",)),
        ("fr", "Lieu de travail : Haldenne, à 6 min. de la gare", ("Haldenne",)),
        ("it", "Fornaio di notte\n\nForno Haldena – Valle sul Garda (BS)", ("Valle sul Garda (BS)",)),
        ("fr", "Boulanger (H/F)\n\nIntérim - 3 mois - Haldenne (53)", ("Haldenne (53)",)),
        ("fr", "Notre boulangerie, située à Haldenne, cuit le pain la nuit.", ("Haldenne",)),
        ("fr", "Nos bureaux de Haldenne et de Valmarc sont anciens.", ()),
        ("pt", "PADEIRO NOTURNO - HALDENA/RS\n\nO pão é assado à noite.", ("HALDENA/RS",)),
        ("de", "Die Halden AG mit Sitz in Oberhalden backt Brot.", ("Oberhalden",)),
        ("de", "Bäcker, Teilzeit\n\nSie arbeiten in Teilzeit.", ()),
        ("pt", "A filial de Haldena tem doze fornos.", ("Haldena",)),
    ],
)
def test_places_are_found_in_other_languages(language: str, text: str, places: tuple[str, ...]) -> None:
    facts = normalize(Source((text + ELSEWHERE[language]).encode())).facts.facts
    assert (facts.language, facts.locations) == (language, places)


@pytest.mark.parametrize(
    ("text", "language", "day"),
    [
        ("2026-05-18", "en", "2026-05-18"),
        ("May 18th, 2026", "en", "2026-05-18"),
        ("18 May 2026", "en", "2026-05-18"),
        ("18.05.2026", "de", "2026-05-18"),
        ("18. Mai 2026", "de", "2026-05-18"),
        ("23 kwietnia 2021 roku", "pl", "2021-04-23"),
        ("18 de mayo de 2026", "es", "2026-05-18"),
        ("2026年5月18日", "ja", "2026-05-18"),
        ("05/06/2026", "en", ""),
        ("05.06.2026", "en", "2026-06-05"),
        ("1st March 2026This role", "en", "2026-03-01"),
        ("05/18/2026", "en", "2026-05-18"),
        ("31.02.2026", "de", ""),
        ("18 May", "en", ""),
    ],
)
def test_a_date_is_read_only_where_it_can_mean_one_day(text: str, language: str, day: str) -> None:
    assert read_date(text, language) == day


def test_a_closing_date_and_a_number_are_found_behind_their_labels() -> None:
    facts = found("Application deadline: May 18, 2026\nJob ID: HM-2231")
    assert (facts.valid_through, facts.identifier) == ("2026-05-18", "HM-2231")


def test_other_dates_of_the_posting_tell_how_it_writes_days() -> None:
    assert found("Posted Date: 08/29/2031\nDeadline: 09/02/2031").valid_through == "2031-09-02"
    assert found("Deadline: 09/02/2031").valid_through == ""
    short = found("OPENING DATE: 03/03/31\nCLOSING DATE: 03/28/31 05:00 PM")
    assert (short.posted_on, short.valid_through) == ("2031-03-03", "2031-03-28")


def test_the_employer_is_read_from_titles_and_the_page() -> None:
    page = (
        "<html><head><title>Halden - Night Baker</title></head><body><nav><a href='/'>Halden</a>"
        "<a href='/jobs'>Jobs</a></nav><main><h1>Night Baker</h1><h2>Your tasks</h2><ul>"
        "<li>Bake two hundred loaves a night</li><li>Clean the ovens after that</li></ul></main></body></html>"
    )
    assert normalize(Source(page.encode())).facts.facts.company == "Halden"
    titled = "---\ntitle: Library Assistant - Marlow Public Library\n---\nYou shelve books in two rooms." + DUTIES
    assert normalize(Source(titled.encode(), name="job.md")).facts.facts.company == "Marlow Public Library"
    field_of_work = "---\ntitle: Manager - Strategic Sourcing\n---\nYou buy flour from twelve mills." + DUTIES
    assert normalize(Source(field_of_work.encode(), name="job.md")).facts.facts.company == ""


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "Halden Maps (HM26) | Senior Surveyor | Marlow, OH | ONSITE | Full-time | https://example.com",
            Facts("Senior Surveyor", "Halden Maps", ("Marlow, OH",), "on_site", ("full_time",), language="en"),
        ),
        (
            "Halden Maps | Halden, Norway / Marlow OH | 100% Remote | Contract",
            Facts("", "Halden Maps", ("Halden, Norway", "Marlow OH"), "remote", ("contract",), language="en"),
        ),
        (
            "Senior Surveyor | Maps of the valley | PHP, MySQL | Remote",
            Facts("Senior Surveyor", "", (), "remote", language="en"),
        ),
        (
            "Halden Maps | Surveyor | ONSITE - Marlow | FULLTIME, INTERN (https://example.com/a/very/long/address/of/a/job)",
            Facts("Surveyor", "Halden Maps", ("Marlow",), "on_site", ("full_time", "internship"), language="en"),
        ),
        (
            "Halden Maps | Hiring Surveyors, Drivers and Bakers | All levels | FULLTIME, ONSITE, REMOTE, INTERNS",
            Facts("", "Halden Maps", employment_types=("full_time", "internship"), language="en"),
        ),
        ("Home | Jobs | Contact", Facts(language="en")),
        ("Marlow, OH · Reposted 2 weeks ago · Over 100 applicants", Facts("", "", ("Marlow, OH",), language="en")),
        ("Halden Maps · Marlow, OH · 20 hours · since 1921", Facts("", "Halden Maps", ("Marlow, OH",), language="en")),
    ],
)
def test_a_line_of_fields_states_facts(line: str, expected: Facts) -> None:
    assert found(line + "\n\nWe draw maps for people who walk.") == expected


def test_the_names_of_elements_tell_facts() -> None:
    header = (
        "<div class='headline'><h2>Night Baker</h2><div class='posting-category location'>Marlow</div>"
        "<div class='posting-category commitment'>Full-time /</div><div class='workplaceTypes'>Hybrid</div></div>"
    )
    facts = normalize(
        Source((header + "<h3>Your tasks</h3><ul><li>Bake two hundred loaves</li></ul>").encode(), name="job.html")
    ).facts.facts
    assert (facts.locations, facts.employment_types, facts.workplace) == (("Marlow",), ("full_time",), "hybrid")
    related = "<div class='job'><div class='location'>Halden</div></div>"
    page = header + "<h3>Your tasks</h3><ul><li>Bake two hundred loaves</li></ul>" + related
    assert normalize(Source(page.encode(), name="job.html")).facts.facts.locations == ()


@pytest.mark.parametrize(
    ("field", "places", "workplace"),
    [
        ("location: Marlow, Norway (On-Site)", ("Marlow, Norway",), "on_site"),
        ("sede: Marlow / ibrido", ("Marlow",), "hybrid"),
        ("standort: Marlow", ("Marlow",), ""),
    ],
)
def test_a_field_of_places_may_end_in_how_the_work_is_done(field: str, places: tuple[str, ...], workplace: str) -> None:
    source = f"---\ntitle: Night Baker\n{field}\n---\nYou bake two hundred loaves.{DUTIES}"
    facts = normalize(Source(source.encode(), name="job.md")).facts.facts
    assert (facts.locations, facts.workplace) == (places, workplace)


def test_a_value_behind_a_term_is_no_heading() -> None:
    page = "<dl><dt>Reference</dt><dd>HM-ELEC-0419</dd></dl><p>You mend the lamps of the mill.</p>" + DUTIES
    assert normalize(Source(page.encode(), name="job.html")).facts.facts.identifier == "HM-ELEC-0419"


def test_the_text_completes_what_fields_state() -> None:
    fields = "---\ntitle: Baker\ncontract: temporary (2 years)\nsalary: $40,000\n---\n"
    text = fields + "This is a full-time position. Salary: $40,000 a year."
    facts = normalize(Source((text + DUTIES).encode(), name="job.md")).facts.facts
    assert facts.employment_types == ("temporary", "full_time")
    assert facts.pay == pay(40_000, 40_000, "USD", "year")


def test_what_the_sender_knows_wins_over_the_text() -> None:
    facts = facts_of("Company: Halden Mills\nSalary: $50,000 per year", Facts(company="Halden Holdings", pay=Pay(1, 2)))
    assert facts.facts.company == "Halden Holdings"
    assert facts.facts.pay == Pay(1, 2)
    assert "company" not in facts.origins


def test_each_fact_names_the_blocks_it_was_read_from() -> None:
    result = normalize(
        Source(("Halden Mills is looking for a Process Engineer.\n\nSalary: $60,000 per year" + DUTIES).encode())
    )
    texts = {entry.block.id: entry.block.text for entry in result.ledger}
    assert all("$60,000" in texts[block] for block in result.facts.origins["pay"])
    assert all("Halden" in texts[block] for block in result.facts.origins["company"])


def test_facts_as_json_hold_no_key_without_a_value() -> None:
    assert to_json(Facts()) == {}
    assert to_json(
        Facts(title="Baker", workplace="on_site", pay=Pay(18.5, None, "USD", "hour"), locations=("Marlow",))
    ) == {
        "title": "Baker",
        "workplace": "onsite",
        "pay": {"min": 18.5, "currency": "USD", "unit": "hour"},
        "locations": ["Marlow"],
    }


@pytest.mark.needs_corpus
def test_facts_of_the_corpus_are_right(tmp_path: Path) -> None:
    """The floor under the figures; `python score_facts.py` beside the corpus prints them all."""
    from tests.support.services import find_corpus

    corpus = find_corpus()
    assert corpus is not None
    right, wrong = _pay_of_corpus(corpus / "dev")
    assert wrong <= 1
    assert right >= 32


def _pay_of_corpus(folder: Path) -> tuple[int, int]:
    import json

    right = wrong = 0
    for file in sorted(folder.glob("facts/*.json")):
        source = next(folder.glob(f"sources/{file.stem}.*"))
        mine = to_json(normalize(Source(source.read_bytes(), name=source.name)).facts.facts).get("pay", {})
        stated = json.loads(file.read_text(encoding="utf-8")).get("pay", {})
        same = bool(mine) and all(mine.get(key) == value for key, value in stated.items())
        right += same and bool(stated)
        wrong += bool(mine) and not (same and stated)
    return right, wrong


def test_labels_of_a_form_name_what_stands_beside_them_in_a_table() -> None:
    duties = "<ul><li>Plan and run the night shift with a team of six people.</li><li>Keep the log book.</li></ul>"
    rows = {
        "Job Title": "Door Keeper",
        "Job Description": f"<p>Keep our doors, and see that nobody gets lost.</p><p>Duties</p>{duties}",
        "Location: City": "Marlow",
        "Location: State": "Ohio",
        "Auto req ID": "1471BR",
    }
    cells = "".join(f"<tr><td><label>{label}</label></td><td>{value}</td></tr>" for label, value in rows.items())
    told = normalize(Source(f"<html><body><table>{cells}</table></body></html>".encode())).facts.facts
    assert (told.title, told.locations, told.identifier) == ("Door Keeper", ("Marlow, Ohio",), "1471BR")


def test_a_label_whose_column_ran_into_the_next_one_names_it() -> None:
    text = "Door Keeper\n\nPosted On08 May 2031\n\nCountryNorway\n\nStateVIKEN\n\nCityHalden"
    told = found(text)
    assert (told.locations, told.posted_on) == (("Halden, VIKEN, Norway",), "2031-05-08")


def test_columns_that_ran_together_end_at_the_next_label() -> None:
    assert found("Door Keeper\n\nReference number1536-26-0000Job locations\n\nHalden").identifier == "1536-26-0000"


@pytest.mark.parametrize(
    ("title", "place"),
    [
        (
            "Marlow Mills hiring Weaver - Night Shift in Marlow, Ohio, United States | Board",
            "Marlow, Ohio, United States",
        ),
        ("Other - Weaver jobs in Marlow at Marlow Mills", "Marlow"),
        ("Marlow Mills is hiring a specialist in weaving", ""),
    ],
)
def test_the_title_of_a_page_names_the_place(title: str, place: str) -> None:
    body = "<h1>Weaver</h1><p>We weave and sell good cloth.</p><h2>Duties</h2><ul><li>Plan the night shift.</li></ul>"
    page = f"<html><head><title>{title}</title></head><body>{body}</body></html>"
    assert normalize(Source(page.encode())).facts.facts.locations == ((place,) if place else ())


def test_the_subject_of_an_application_names_the_title() -> None:
    asked = "Send your resume with “Baker (Nights)” in the subject line."
    assert found(f"We at Halden keep doors.\n\n{asked}").title == "Baker (Nights)"
    assert found("We at Halden keep doors.\n\nWrite “your name” in the subject line.").title == ""


@pytest.mark.parametrize(
    ("text", "company"),
    [
        ("*****Greetings from Halden Mills*****\nTitle: Baker", "Halden Mills"),
        ("Baker\n\nOrganization: Night Bread\nCompany: Halden Mills", "Halden Mills"),
        ("Want to bake? Halden & Vik, P.C. is a well-known firm of bakers.", "Halden & Vik, P.C."),
    ],
)
def test_greetings_labels_and_forms_name_the_company(text: str, company: str) -> None:
    assert found(text).company == company


@pytest.mark.parametrize(
    "text",
    [
        "We are actively seeking a business analyst who can play a key role.",
        "We have baked since 1974 and are currently interviewing for a Business Analyst to join our team.",
    ],
)
def test_more_words_seek_somebody(text: str) -> None:
    assert found(text).title.lower() == "business analyst"


def test_what_goes_along_with_pay_is_not_the_pay() -> None:
    assert found("Compensation: $80,000 - $125,000 along with commission").pay == pay(80_000, 125_000, "USD", "")


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("This role is based in our New York City or Marlow, OH office.", ("New York City", "Marlow, OH")),
        ("This role is based in our Baking and Marlow, OH offices.", ("Marlow, OH",)),
        ("Halden Mills has an opening in the Tallahassee area. We are looking for a baker in the Tallahassee area.",
         ("Tallahassee",)),
        ("Baker\n\nLocation: Halden Mills HQ", ()),
        ("Baker\n\nLocation: Chicago HQ", ("Chicago HQ",)),
    ],
)  # fmt: skip
def test_offices_told_together_and_areas_of_cities(text: str, places: tuple[str, ...]) -> None:
    assert found(text).locations == places
