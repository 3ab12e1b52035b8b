"""Facts in languages other than English: who seeks, where, for how long, told by each language's own words."""

from __future__ import annotations

import pytest

from postings.normalizer import normalize
from postings.normalizer.model import Facts, Source

DUTIES = {
    "de": "\n\nAufgaben\n- Sie backen jede Nacht das Brot für unsere Läden.\n- Sie pflegen die Öfen und das Lager.\n",
    "fr": "\n\nVos missions\n- Cuire le pain chaque nuit pour nos magasins.\n- Tenir le four et le stock en ordre.\n",
    "es": "\n\nFunciones\n- Hornear el pan cada noche para las tiendas.\n- Mantener el horno y el almacén en orden.\n",
    "it": "\n\nAttività\n- Cuocere il pane ogni notte per i negozi.\n- Tenere in ordine il forno e il magazzino.\n",
    "nl": "\n\nTaken\n- Je bakt elke nacht het brood voor onze winkels.\n- Je houdt de oven en het magazijn op orde.\n",
    "pl": "\n\nObowiązki\n- Wypiek chleba każdej nocy dla naszych sklepów.\n- Dbanie o piec i porządek w magazynie.\n",
    "pt": "\n\nFunções\n- Cozer o pão todas as noites para as lojas.\n- Manter o forno e o armazém em ordem.\n",
    "sv": "\n\nUppgifter\n- Du bakar brödet varje natt till våra butiker.\n- Du sköter ugnen och lagret.\n",
    "da": "\n\nOpgaver\n- Du bager brødet hver nat til vores butikker.\n- Du passer ovnen og lageret.\n",
    "ja": "\n\n仕事内容\n- 毎晩、店舗のためにパンを焼きます。\n- 窯と倉庫を整えます。\n",
}


def found(language: str, text: str) -> Facts:
    return normalize(Source((text + DUTIES[language]).encode())).facts.facts


@pytest.mark.parametrize(
    ("language", "text", "name"),
    [
        ("de", "Bäcker (m/w/d)\n\nHalden Feinback produziert Brot. Bei Halden Feinback ist Ruhe.", "Halden Feinback"),
        ("nl", "Bakker\nHalden\nGent-Dampoort / hybride\n\nHalden bouwt ovens. Halden gelooft in rust.", "Halden"),
        ("sv", "Bagare\n\nHaldenbröd vill spegla samhället. I dag säljer Haldenbröd limpor.", "Haldenbröd"),
        ("pl", "Piekarz\n\nPensjonat Pod Dzwonem to 22 pokoje i własny piec.", "Pensjonat Pod Dzwonem"),
        ("pt", "Padeiro\n\nA Seguradora Halden Azul tem um milhão de clientes.", "Seguradora Halden Azul"),
        ("fr", "Boulanger (H/F)\n\nNotre client, Brasserie Marlow, brasse depuis 1911.", "Brasserie Marlow"),
    ],
)
def test_an_employer_of_whom_a_sentence_says_what_it_does(language: str, text: str, name: str) -> None:
    assert found(language, text).company == name


@pytest.mark.parametrize(
    ("language", "text", "name"),
    [
        (
            "de",
            "Bäcker (m/w/d)\n\nWir sind Petersen Brot & Brezel, ein Betrieb mit 17 Leuten.",
            "Petersen Brot & Brezel",
        ),
        (
            "es",
            "Panadero/a\n\nHaldenia Norte ETT (autorización 79/0000/24) es una empresa de pan.",
            "Haldenia Norte ETT",
        ),
        ("fr", "Boulanger (H/F)\n\nCréé en 1987, le Groupe Halden Pains conçoit des fours.", "Groupe Halden Pains"),
        ("nl", "Bakker\n\nHalden Ovens is al drie generaties een begrip in brood.", "Halden Ovens"),
        ("pl", "Piekarz\n\nFirma HALDEN-DAL s.j. zatrudni piekarza.", "HALDEN-DAL s.j."),
        (
            "es",
            "PANADERO/A – HORNO (H/M/X)\n\nEn Residencia La Halda Vieja llevamos años.",
            "Residencia La Halda Vieja",
        ),
        ("ja", "訪問看護師\n訪問看護ステーションみどりの森\n夜も働ける方", "訪問看護ステーションみどりの森"),
    ],
)
def test_an_employer_by_a_word_of_its_name(language: str, text: str, name: str) -> None:
    assert found(language, text).company == name


def test_an_adverb_before_a_verb_is_no_employer() -> None:
    text = "Bakker\n\nHierbij ontwikkelt de groep deeg.\n\nHierbij helpt de oven. We houden van brood."
    assert found("nl", text).company == ""


def test_a_part_of_a_city_is_no_employer() -> None:
    assert found("da", "Bager\nKøbenhavn NV / delvist hjemmefra\n\nVi er en lille forretning.").company == ""


def test_a_number_of_people_is_no_employer() -> None:
    assert found("de", "Bäcker (m/w/d)\n\n14 Personen produziert niemand. 14 Personen backen hier.").company == ""


PAGE = """<html><head><title>Padeiro/a (M/F) – Lagoa | {name}</title></head><body><nav><a href="/">Início</a></nav>
<h1>Padeiro/a (M/F)</h1><p>{told}</p><h2>Funções</h2><ul><li>Cozer o pão todas as noites para as lojas.</li>
<li>Manter o forno e o armazém em ordem.</li></ul><footer><p>© 2025 {name}, S.A. Todos os direitos reservados.</p>
</footer></body></html>"""


@pytest.mark.parametrize(
    ("told", "company"),
    [("Em Pão Halden Sul, somos uma família de quatro padarias.", "Pão Halden Sul"), ("Uma padaria à beira-mar.", "")],
)
def test_a_page_names_its_employer_where_the_text_does_so_too(told: str, company: str) -> None:
    page = PAGE.format(name="Pão Halden Sul", told=told)
    assert normalize(Source(page.encode(), name="page.html")).facts.facts.company == company


@pytest.mark.parametrize(
    ("language", "text", "places"),
    [
        ("de", "Bäcker (m/w/d)\nStandort Marlingen · unbefristet · 38 Std.", ("Marlingen",)),
        ("it", "Fornaio\nMilano-Lambrate, da subito", ("Milano-Lambrate",)),
        ("es", "Panadero/a\nTALLER HALDEN, S.L. - Marlorrio (Álava)", ("Marlorrio (Álava)",)),
        ("pl", "Piekarz nocny\nHalden Dolny, świętokrzyskie", ("Halden Dolny, świętokrzyskie",)),
        ("pl", "Piekarz\nHalden Labs · Poznań albo zdalnie z Polski · 19 000 PLN", ("Poznań",)),
        ("fr", "Boulanger / Boulangère de nuit H/F CDI Haldeac (22)", ("Haldeac (22)",)),
        ("it", "AGENTE DI COMMERCIO | settore pane | Puglia e Basilicata", ("Puglia", "Basilicata")),
        ("sv", "---\ntitle: Bagare\nort: Haldenvall\n---\n# Bagare", ("Haldenvall",)),
        ("ja", "パン職人\n株式会社ハルデン（福岡市中央区大名）", ("福岡市中央区大名",)),
    ],
)
def test_a_place_behind_its_label_in_its_province_or_as_a_part_of_a_city(
    language: str, text: str, places: tuple[str, ...]
) -> None:
    assert found(language, text).locations == places


@pytest.mark.parametrize(
    ("language", "text", "types"),
    [
        ("de", "Bäcker (m/w/d)\n(Entgeltgruppe 6, 65 % der regelmäßigen Arbeitszeit)", ("part_time",)),
        ("it", "Fornaio o fornaia (60–80 %)\nContratto a termine di due anni.", ("part_time", "temporary")),
        ("de", "Bäcker (m/w/d)\n\nUmfang: Vollzeit, teilzeitgeeignet", ("full_time", "part_time")),
        ("de", "Bäcker (m/w/d)\n\nBefristung: zwei Stellen unbefristet, eine befristet", ("permanent",)),
        ("fr", "Boulanger\n\nType d'emploi : Emploi permanent\nTemps de travail : Complet", ("permanent", "full_time")),
        ("es", "Panadero/a\n\nContrato de temporada, y si va bien, pasás a planta permanente.", ("temporary",)),
        ("it", "APPRENDISTA FORNAIO/A - agosto 2026", ("apprenticeship",)),
        ("ja", "【長期インターン】パン職人アシスタント", ("internship",)),
        ("es", "Panadero/a\n\nTipo de contrato: obra o labor, con vinculación directa", ("temporary",)),
        ("es", "Panadero/a\n\nCondiciones\n- Contrato 3 meses por ETT", ("temporary",)),
        ("nl", "Bakker\n🕑 Voltijds of 4/5", ("full_time", "part_time")),
        ("es", "Panadero/a\n\nHorario\n- Jornada del 87,5 %: tardes de 14:30 a 21:30 h.", ("part_time",)),
        ("fr", "Boulanger / Boulangère de nuit H/F CDI Haldeac (22)", ("permanent",)),
        ("de", "Koch (m/w/d) - Wintersaison 2031/32", ("temporary",)),
        ("nl", "Bakker\n\n45 tot 50 uur per week in de nacht, parttime (3 nachten) is bespreekbaar.", ()),
        ("sv", "Bagare\n\nTjänsten är på heltid och tills vidare.", ("full_time", "permanent")),
    ],
)
def test_types_in_each_languages_words(language: str, text: str, types: tuple[str, ...]) -> None:
    assert set(found(language, text).employment_types) == set(types)


@pytest.mark.parametrize(
    ("language", "text", "workplace"),
    [
        ("fr", "Boulanger\n\nLieu : Marlow\nTélétravail : Non", "on_site"),
        ("da", "Bager\nHalden / delvist hjemmefra\n\nDu bager brød hver nat til vores butikker.", "hybrid"),
        ("fr", "Développeur\n\nFull remote possible depuis la France, avec trois jours au four par mois", "remote"),
        ("es", "Contable\n\nEsquema híbrido: un día a la semana desde casa cuando no hay horno", "hybrid"),
        ("pt", "Padeiro\n\nRequisitos\n- Disponibilidade para estagiar 100% presencial", "on_site"),
        ("it", "Contabile\n\nHome office fino a un giorno la settimana.", "hybrid"),
        ("de", "Buchhalter (m/w/d)\n\nMobiles Arbeiten an bis zu zwei Tagen in der Woche", "hybrid"),
    ],
)
def test_work_from_home_for_some_days_or_none(language: str, text: str, workplace: str) -> None:
    assert found(language, text).workplace == workplace


def test_a_title_in_front_of_what_else_a_first_line_tells() -> None:
    text = "Panadero/a de línea - temporada y anual - Hostería Laguna Halden, Villa Marlow del Sur (Neuquén)"
    assert found("es", text).title == "Panadero/a de línea"


def test_pay_that_rises_by_steps_is_from_the_first_to_the_last() -> None:
    pay = found(
        "de", "Ausbildung zum Bäcker (m/w/d)\n\n- **Vergütung:** 1.267 € / 1.313 € / 1.391 € (1./2./3. Jahr)"
    ).pay
    assert pay is not None
    assert (pay.minimum, pay.maximum) == (1267, 1391)


def test_an_allowance_is_no_pay() -> None:
    assert found("fr", "Boulanger\n\nRémunération : grille indiciaire (IFSE 210 € brut mensuel)").pay is None


def test_the_day_by_which_the_work_begins_closes_nothing() -> None:
    assert found("it", "Fornaio\n\nOrario\n- L'ingresso è previsto entro il 1 settembre 2031.").valid_through == ""


def test_a_label_that_ran_into_others_names_no_title() -> None:
    text = "Boulanger de nuit H/F\n\nRecruteur : Halden Métier : Production Niveau d'études : Bac"
    assert found("fr", text).title == "Boulanger de nuit H/F"


def test_a_first_line_of_fields_behind_commas_begins_with_the_title() -> None:
    text = "PIEKARZ NOCNY, chleb, kierunek: Halden / Marlow\n\nFirma zatrudni piekarzy do nocnej zmiany."
    assert found("pl", text).title == "PIEKARZ NOCNY"
