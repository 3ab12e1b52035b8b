"""Markdown as people write it in postings."""

from __future__ import annotations

from postings.normalizer.model import Block, Document, Facts, Pay, Run, Source
from postings.normalizer.readers import read
from postings.normalizer.steps.tidy import tidy


def document_of(text: str) -> Document:
    return tidy(read(Source(text.encode(), name="posting.md"), Facts()))


def blocks_of(text: str) -> tuple[Block, ...]:
    return document_of(text).blocks


def shape(text: str) -> list[tuple[str, str]]:
    return [(block.kind.value, block.text) for block in blocks_of(text)]


def test_front_matter_states_facts_and_is_no_text() -> None:
    document = document_of(
        "---\ntitle: Welder\ncompany: Rørby AS\nlocation: Oslo\ncontract: permanent\n"
        "created: !!timestamp '2024-02-03'\ntags:\n- steel\n---\n\nWe weld."
    )
    assert [block.text for block in document.blocks] == ["We weld."]
    stated = document.stated
    assert (stated.title, stated.company, stated.locations, stated.posted_on, stated.employment_types) == (
        "Welder",
        "Rørby AS",
        ("Oslo",),
        "2024-02-03",
        ("permanent",),
    )


def test_front_matter_states_roles_lists_pay_and_days_in_words() -> None:
    stated = document_of(
        '+++\ntitle = "We are hiring"\nroles = "Welder"\na_job_type = ["Full Time", "Part Time"]\n'
        'closing_date = "June 1, 2033"\nsalary = "£20,001 - £30,000"\n+++\nWe weld.'
    ).stated
    assert (stated.title, stated.employment_types, stated.valid_through) == (
        "Welder", ("full_time", "part_time"), "2033-06-01",
    )  # fmt: skip
    assert stated.pay == Pay(20_001, 30_000, "GBP", "")


def test_headings_are_read_with_and_without_a_blank_and_underlined() -> None:
    assert shape("###Tasks\n\n## Pay ##\n\nBenefits\n--------\n\nWelding") == [
        ("heading", "Tasks"),
        ("heading", "Pay"),
        ("heading", "Benefits"),
        ("paragraph", "Welding"),
    ]


def test_emphasis_and_links_become_formatting() -> None:
    (block,) = blocks_of("We **really** weld, *daily*, see [our shop](https://example.org/a_b_c).")
    assert block.runs == (
        Run("We "),
        Run("really", strong=True),
        Run(" weld, "),
        Run("daily", em=True),
        Run(", see "),
        Run("our shop", href="https://example.org/a_b_c"),
        Run("."),
    )


def test_signs_that_are_no_emphasis_stay_text() -> None:
    assert shape("Use snake_case_names, 2 * 3 * 4, a < b, and \\*stars\\*.") == [
        ("paragraph", "Use snake_case_names, 2 * 3 * 4, a < b, and *stars*.")
    ]


def test_lists_nest_and_wrapped_items_are_joined() -> None:
    blocks = blocks_of(
        "* Weld pipes that carry warm water to the houses\n  of this town\n    * and plates\n* Check seams"
    )
    assert [(block.level, block.text) for block in blocks] == [
        (0, "Weld pipes that carry warm water to the houses of this town"),
        (1, "and plates"),
        (0, "Check seams"),
    ]


def test_short_facts_line_by_line_stay_apart() -> None:
    assert [text for _, text in shape("**Place:** Oslo\n**Hours:** 40\n**Start:** March")] == [
        "Place: Oslo",
        "Hours: 40",
        "Start: March",
    ]


def test_tables_become_rows() -> None:
    blocks = blocks_of("| Shift | Pay |\n|---|---|\n| Day | 20 € |\n| Night | 25 € |")
    assert [[cell[0].text for cell in block.cells] for block in blocks] == [
        ["Shift", "Pay"],
        ["Day", "20 €"],
        ["Night", "25 €"],
    ]


def test_html_inside_markdown_is_read() -> None:
    assert shape('Mail <a href="mailto:jobs@example.org">us</a>\n\n<ul>\n<li>Weld</li>\n</ul>') == [
        ("paragraph", "Mail us"),
        ("item", "Weld"),
    ]
