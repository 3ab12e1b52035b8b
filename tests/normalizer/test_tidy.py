"""Tidying changes no word: encodings are mended, invisible characters go, bullets make items, the language is told."""

from __future__ import annotations

import pytest

from postings.normalizer.model import Block, BlockKind, Document, Facts, Run, Source
from postings.normalizer.readers import read
from postings.normalizer.steps.tidy import tidy


def tidied(*texts: str, kind: BlockKind = BlockKind.PARAGRAPH) -> Document:
    blocks = tuple(Block(index, kind, (Run(text),)) for index, text in enumerate(texts))
    return tidy(Document("text", blocks))


def text_of(text: str) -> str:
    return "\n".join(block.text for block in tidied(text).blocks)


@pytest.mark.parametrize(
    ("broken", "mended"),
    [
        ("â€¢ Weld", "Weld"),
        ("we\u0092re hiring", "we’re hiring"),
        ("we\ufffdre hiring, they don?t", "we’re hiring, they don’t"),
        ("soft\u00adware en\u200bgineer \u202egnip\u202c\ufeff", "software engineer gnip"),
        ("20\u00a0€\u2009an\u3000hour", "20 € an hour"),
        ("two  spaces\t and tabs", "two spaces and tabs"),
    ],
)
def test_what_was_decoded_wrongly_or_is_invisible_is_mended(broken: str, mended: str) -> None:
    assert text_of(broken) == mended


@pytest.mark.parametrize(
    "text",
    [
        "VIAÇÃO SÃO JOSÉ – FUNÇÃO",
        "Âge minimum : 18 ans, âme d’équipe",
        "می‌خواهم",
        "family: 👩‍🚒",
        "Do you weld? So apply at https://example.org/a?t=1",
        "Größe, Übung, naïve, Łódź, Århus",
    ],
)
def test_text_that_is_right_stays_as_it_is(text: str) -> None:
    assert text_of(text) == text


def test_words_that_were_decoded_wrongly_stay_and_an_editor_is_warned() -> None:
    document = tidied("You donâ€™t smoke", "CafÃ© in ZÃ¼rich", "Größe, naïve")
    assert [block.text for block in document.blocks] == ["You donâ€™t smoke", "CafÃ© in ZÃ¼rich", "Größe, naïve"]
    assert [(warning.code, warning.blocks) for warning in document.warnings] == [("broken_encoding", ("0", "1"))]


def test_blanks_collapse_across_runs_and_equal_runs_are_joined() -> None:
    runs = (Run("We "), Run(" weld", strong=True), Run(" and", strong=True), Run(" mend "))
    (block,) = tidy(Document("html", (Block(0, BlockKind.PARAGRAPH, runs),))).blocks
    assert block.runs == (Run("We "), Run("weld and", strong=True), Run(" mend"))


def test_paragraphs_that_begin_with_bullets_become_one_list() -> None:
    blocks = tidied("Tasks:", "• Weld", "• Mend", "Pay", "– 20 € an hour").blocks
    assert [(block.kind.value, block.group, block.text) for block in blocks] == [
        ("paragraph", 0, "Tasks:"),
        ("item", 1, "Weld"),
        ("item", 1, "Mend"),
        ("paragraph", 0, "Pay"),
        ("item", 2, "20 € an hour"),
    ]


def test_a_line_parted_by_bullets_keeps_its_formatting() -> None:
    runs = (Run("You: • weld "), Run("steel • mend", strong=True), Run(" pipes"))
    blocks = tidy(Document("html", (Block(0, BlockKind.PARAGRAPH, runs),))).blocks
    assert [block.runs for block in blocks] == [
        (Run("You:"),),
        (Run("weld "), Run("steel", strong=True)),
        (Run("mend", strong=True), Run(" pipes")),
    ]
    assert [block.id for block in blocks] == ["0", "1", "2"]


def test_decoration_is_no_block_and_blocks_are_numbered_through() -> None:
    assert [(block.index, block.text) for block in tidied("***", "Weld", "•", "", "Mend").blocks] == [
        (0, "Weld"),
        (1, "Mend"),
    ]


def test_a_dash_inside_a_line_parts_nothing() -> None:
    assert text_of("Mon – Fri, 9 - 5, on-site * see below") == "Mon – Fri, 9 - 5, on-site * see below"


TEXTS = {
    "en": "You will work with our team and report to the head of the workshop.",
    "de": "Du arbeitest mit unserem Team und berichtest an die Leitung der Werkstatt.",
    "fr": "Vous travaillez avec notre équipe et rendez compte à la direction de l’atelier.",
    "es": "Trabajarás con nuestro equipo y tus tareas son las de la dirección del taller.",
    "pt": "Você vai trabalhar com a nossa equipe e não precisa de experiência em oficinas.",
    "nl": "Je werkt met ons team en je rapporteert aan het hoofd van de werkplaats.",
    "it": "Lavorerai con il nostro team e sono richieste conoscenze della saldatura nel settore.",
    "pl": "Praca w naszym zespole, która nie jest trudna, oraz współpraca z kierownikiem i się nie nudzi.",
    "sv": "Du arbetar med vårt team och rapporterar till chefen för verkstaden, det är inte svårt.",
    "da": "Du arbejder med vores team og rapporterer til chefen for værkstedet, det er ikke svært.",
    "ja": "チームの一員として、配管の溶接をお任せします。",
}


@pytest.mark.parametrize("language", TEXTS)
def test_the_language_is_told_from_the_text(language: str) -> None:
    assert tidied(TEXTS[language]).language == language


def test_what_the_sender_knows_of_the_language_wins() -> None:
    document = read(Source(TEXTS["en"].encode()), Facts(language="de"))
    assert tidy(document).language == "de"


def test_tidying_twice_changes_nothing() -> None:
    once = tidied("• Weld • mend", "â€œHiâ€\u009d", "■ Tasks", "* a * B * C")
    assert tidy(once).blocks == once.blocks
