"""The guard: what breaks an invariant raises, with the invariant's name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from postings.normalizer import normalize
from postings.normalizer.model import (
    Block,
    BlockKind,
    Document,
    Dropped,
    Facts,
    FoundFacts,
    InvariantBroken,
    LedgerEntry,
    Normalized,
    Placement,
    Run,
    Section,
    Source,
    SourceRefused,
)
from postings.normalizer.render import render_fragment
from postings.normalizer.taxonomy import DropReason, SectionKind
from postings.normalizer.verify import check, check_fragment

PAY = '<section data-section="pay">\n<h2>Pay</h2>\n{}\n</section>'
GOOD = PAY.format('<p>100 <strong>€</strong> <a href="https://a.example/">see</a></p>')


def block(index: int, text: str) -> Block:
    return Block(index, BlockKind.PARAGRAPH, (Run(text),))


def result_of(*placed: tuple[Block, SectionKind]) -> tuple[Normalized, Document]:
    outcomes = {each.id: Placement(kind, "test", 1.0, 0) for each, kind in placed}
    kinds = dict.fromkeys(kind for _, kind in placed)
    sections = tuple(Section(kind, tuple(each for each, its in placed if its is kind)) for kind in kinds)
    document = Document("text", tuple(each for each, _ in placed), outcomes=outcomes)
    ledger = tuple(LedgerEntry(each, outcomes[each.id]) for each, _ in placed)
    fragment = render_fragment(sections)
    return Normalized(fragment, sections, ledger, FoundFacts(Facts()), (), "en", "text", "1"), document


DUTY = (block(0, "You will drive the night bus through the hills."), SectionKind.RESPONSIBILITIES)
WAGE = (block(1, "22 euros an hour"), SectionKind.PAY)


def broken_by(result: Normalized, document: Document) -> str:
    with pytest.raises(InvariantBroken) as raised:
        check(result, document)
    return raised.value.code


def test_a_sound_result_passes() -> None:
    check(*result_of(DUTY, WAGE))


def test_text_that_was_never_placed_is_invented() -> None:
    result, document = result_of(DUTY)
    sections = (replace(result.sections[0], blocks=(*result.sections[0].blocks, block(7, "Free beer."))),)
    assert broken_by(replace(result, sections=sections), document) == "invented"


def test_text_that_a_step_reworded_is_invented() -> None:
    result, document = result_of(DUTY)
    sections = (replace(result.sections[0], blocks=(block(0, "You will drive the day bus through the hills."),)),)
    assert broken_by(replace(result, sections=sections), document) == "invented"


def test_a_placed_block_that_no_section_holds_is_lost() -> None:
    result, document = result_of(DUTY, WAGE)
    assert broken_by(replace(result, sections=result.sections[:1]), document) == "lost"


def test_a_fragment_that_shows_less_than_its_blocks_is_caught() -> None:
    result, document = result_of(DUTY)
    assert broken_by(replace(result, fragment=result.fragment.replace("night ", "")), document) == "lost"


def test_a_block_without_a_ledger_entry_is_unaccounted() -> None:
    result, document = result_of(DUTY, WAGE)
    assert broken_by(replace(result, ledger=result.ledger[:1]), document) == "unaccounted"


def test_a_duplicate_of_nothing_is_unaccounted() -> None:
    result, document = result_of(DUTY)
    extra = block(9, "x")
    entry = LedgerEntry(extra, Dropped(DropReason.DUPLICATE, "test", 1.0, kept="77"))
    document = replace(document, blocks=(*document.blocks, extra))
    assert broken_by(replace(result, ledger=(*result.ledger, entry)), document) == "unaccounted"


def test_a_statement_that_stands_twice_is_repeated() -> None:
    again = (block(5, "You will drive the night bus through the hills"), SectionKind.REQUIREMENTS)
    assert broken_by(*result_of(DUTY, again)) == "repeated"


def test_a_short_line_may_stand_twice() -> None:
    check(
        *result_of(
            DUTY, (block(5, "Full-time"), SectionKind.REQUIREMENTS), (block(6, "Full-time"), SectionKind.SCHEDULE)
        )
    )


def test_sections_out_of_order_are_caught() -> None:
    result, document = result_of(DUTY, WAGE)
    sections = tuple(reversed(result.sections))
    assert broken_by(replace(result, sections=sections, fragment=render_fragment(sections)), document) == "order"


def test_a_section_with_a_heading_alone_is_empty() -> None:
    heading = Block(0, BlockKind.HEADING, (Run("Perks"),))
    assert broken_by(*result_of((heading, SectionKind.BENEFITS))) == "empty_section"


def test_nothing_of_substance_is_a_refusal_and_no_empty_success() -> None:
    result, document = result_of()
    with pytest.raises(SourceRefused) as raised:
        check(result, document)
    assert raised.value.code == "no_substance"


def test_a_good_fragment_passes() -> None:
    check_fragment(GOOD)
    check_fragment("")


@pytest.mark.parametrize(
    ("markup", "code"),
    [
        ("<p>outside</p>", "form"),
        ("text", "form"),
        (GOOD + "x", "form"),
        (GOOD.replace("pay", "perks"), "form"),
        (GOOD.replace("<h2>Pay</h2>\n", ""), "form"),
        (GOOD.replace("Pay</h2>", "Loot</h2>"), "invented"),
        (GOOD.replace("<p>100", "<h2>Pay</h2>\n<p>100"), "form"),
        (GOOD.replace("<p>", '<p class="x">'), "form"),
        (GOOD.replace("<p>", "<div>").replace("</p>", "</div>"), "form"),
        (GOOD.replace("<strong>", "<b>").replace("</strong>", "</b>"), "form"),
        (GOOD.replace("100", "100 & more"), "form"),
        (GOOD.replace("100", "a > b"), "form"),
        (GOOD.replace("100", "<script>x</script>"), "form"),
        (GOOD.replace("100", "<!-- x -->"), "form"),
        (GOOD.replace("100", "1\u200b00"), "characters"),
        (GOOD.replace("100", "1\xa000"), "characters"),
        (GOOD.replace("https:", "javascript:"), "link"),
        (GOOD.replace("https://a", "https://u@a"), "link"),
        (GOOD.replace('href="https://a.example/"', 'href="/x"'), "link"),
        (GOOD.replace("a href", "a onclick"), "form"),
        (PAY.format("<li>loose</li>"), "form"),
        (PAY.format("<ul>\n</ul>"), "form"),
        (PAY.format("<p></p>"), "form"),
        (PAY.format("<h3>Only a heading</h3>"), "empty_section"),
        (PAY.format("<p>not closed"), "form"),
        (PAY.format("<p>a  b</p>"), "unstable"),
        (PAY.format("<p> a</p>"), "unstable"),
        (PAY.format("<p><em><strong>a</strong></em></p>"), "unstable"),
        (PAY.format("<p><strong>a<strong>b</strong></strong></p>"), "form"),
        (GOOD + "\n" + GOOD, "order"),
        (GOOD + "\n" + GOOD.replace("pay", "benefits").replace("Pay", "Benefits"), "order"),
        (PAY.format("<ul>\n" + "<li>a\n<ul>\n" * 40 + "<li>x</li>\n" + "</ul>\n</li>\n" * 40 + "</ul>"), "too_deep"),
    ],
)
def test_what_is_not_exactly_a_fragment_is_named(markup: str, code: str) -> None:
    with pytest.raises(InvariantBroken) as raised:
        check_fragment(markup)
    assert raised.value.code == code
    assert raised.value.sentence.endswith(".")


def test_every_result_is_checked_before_anybody_sees_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("postings.normalizer.render_fragment", lambda sections, language: "<p>anything</p>")
    with pytest.raises(InvariantBroken):
        normalize(Source(b"Responsibilities\n- You will drive the night bus through the hills.\n"))
