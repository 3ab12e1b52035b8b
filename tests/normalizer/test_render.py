"""Markup: one form, safe, read alike by every parser, and stable when read back."""

from __future__ import annotations

import html5lib
import nh3
import pytest
from hypothesis import given, settings
from lxml import html as lxml_html
from selectolax.lexbor import LexborHTMLParser

from postings.normalizer.links import clean_link
from postings.normalizer.model import Block, BlockKind, Run, Section, SourceRefused
from postings.normalizer.render import read_body, read_fragment, render_body, render_fragment
from postings.normalizer.taxonomy import SECTION_ORDER, SectionKind
from tests.normalizer.strategies import blocks, markup

PARAGRAPH, ITEM, HEADING, ROW = BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.HEADING, BlockKind.ROW


def paragraph(*runs: Run | str) -> Block:
    return Block(0, PARAGRAPH, tuple(Run(run) if isinstance(run, str) else run for run in runs))


def item(text: str, level: int = 0, group: int = 1, ordered: bool = False, index: int = 0, part: int = 0) -> Block:
    return Block(index, ITEM, (Run(text),), level=level, group=group, ordered=ordered, part=part)


def by_nh3(text: str) -> str:
    return nh3.clean(
        text,
        link_rel=None,
        tags={*nh3.ALLOWED_TAGS, "section"},
        attributes={"a": {"href"}, "section": {"data-section"}},
    )


def by_html5lib(text: str) -> str:
    tree = html5lib.parseFragment(text, container="div")
    walker = html5lib.getTreeWalker("etree")
    serializer = html5lib.serializer.HTMLSerializer(
        quote_attr_values="always", omit_optional_tags=False, alphabetical_attributes=False
    )
    return "".join(serializer.serialize(walker(tree)))


def by_lxml(text: str) -> str:
    root = lxml_html.fragment_fromstring(text, create_parent="div")
    return lxml_html.tostring(root, encoding="unicode").removeprefix("<div>").removesuffix("</div>")


def by_lexbor(text: str) -> str:
    body = LexborHTMLParser(text).body
    return body.inner_html or "" if body else ""


PARSERS = [by_nh3, by_html5lib, by_lxml, by_lexbor]


def test_runs_become_nested_formatting_in_one_order() -> None:
    body = render_body(
        [
            paragraph(
                "Read ", Run("our ", strong=True), "and ", Run("page", True, True, "https://a.example/?x=1&y=2"), "."
            )
        ]
    )
    assert body == (
        '<p>Read <strong>our</strong> and <a href="https://a.example/?x=1&amp;y=2"><strong><em>page</em></strong></a>.</p>'
    )


def test_pieces_of_one_block_that_stand_side_by_side_are_one_paragraph() -> None:
    pieces = [Block(3, PARAGRAPH, (Run(text),), part=part) for part, text in ((1, "One."), (2, "Two."), (4, "Four."))]
    assert render_body(pieces) == "<p>One. Two.</p>\n<p>Four.</p>"


def test_pieces_are_not_joined_over_another_block_between_them() -> None:
    first, second = (Block(3, PARAGRAPH, (Run(text),), part=part) for part, text in ((1, "One."), (2, "Two.")))
    assert render_body([first, paragraph("Other."), second]).count("<p>") == 3


def test_deeper_items_become_a_list_inside_the_item_above() -> None:
    body = render_body([item("a"), item("b", level=1, ordered=True), item("c")])
    assert body == "<ul>\n<li>a\n<ol>\n<li>b</li>\n</ol>\n</li>\n<li>c</li>\n</ul>"


def test_a_list_whose_outer_items_went_elsewhere_begins_outermost() -> None:
    assert render_body([item("a", level=2), item("b", level=1)]) == "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"


def test_another_group_is_another_list() -> None:
    assert render_body([item("a"), item("b", group=2)]).count("<ul>") == 2


def test_rows_of_one_group_become_a_table_with_its_head() -> None:
    rows = [
        Block(0, ROW, (Run("Day Hours"),), group=1, header=True, cells=((Run("Day"),), (Run("Hours"),))),
        Block(1, ROW, (Run("Mon 8"),), group=1, cells=((Run("Mon"),), (Run("8"),))),
        Block(2, ROW, (Run("x"),), group=2, cells=((Run("x"),),)),
    ]
    assert render_body(rows) == (
        "<table>\n<thead>\n<tr>\n<th>Day</th>\n<th>Hours</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>Mon</td>\n<td>8</td>\n</tr>\n"
        "</tbody>\n</table>\n<table>\n<tbody>\n<tr>\n<td>x</td>\n</tr>\n</tbody>\n</table>"
    )


def test_section_headings_are_in_the_language_of_the_posting_and_shift_with_the_level() -> None:
    section = Section(SectionKind.PAY, (Block(0, HEADING, (Run("Zulagen"),)), paragraph("100 €")))
    assert "<h2>Vergütung</h2>\n<h3>Zulagen</h3>" in render_fragment([section], "de")
    assert "<h3>Pay</h3>\n<h4>Zulagen</h4>" in render_fragment([section], "xx", heading_level=3)


def test_text_is_text_whatever_it_looks_like() -> None:
    body = render_body([paragraph("<script>alert('x')</script> {{ x }} & \"q\"")])
    assert body == "<p>&lt;script&gt;alert('x')&lt;/script&gt; {{ x }} &amp; \"q\"</p>"


@pytest.mark.parametrize("gone", ["\x00", "\x1b", "\u200b", "\ufeff", "\u202e", "\u2067", "\ud800", "\x80"])
def test_characters_that_nobody_sees_are_gone(gone: str) -> None:
    assert render_body([paragraph(f"a{gone}b")]) == "<p>ab</p>"


def test_joiners_that_scripts_need_stay() -> None:
    assert render_body([paragraph("می\u200cخواهم 👩\u200d🔬")]) == "<p>می\u200cخواهم 👩\u200d🔬</p>"


def test_blocks_without_text_are_not_written() -> None:
    assert render_body([paragraph(" \u200b\xa0"), item(""), Block(0, HEADING, ())]) == ""


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("HTTPS://Example.com/a b", "https://Example.com/a%20b"),
        (" https://example.com ", "https://example.com"),
        ("//cdn.example/x", "https://cdn.example/x"),
        ("../apply?id=1", "https://jobs.example/apply?id=1"),
        ("mailto:jobs@example.com", "mailto:jobs@example.com"),
        ("tel:+49 30 12", "tel:+49-30-12"),
        ("https://müller.example/ä", "https://xn--mller-kva.example/%C3%A4"),
        ("javascript:alert(1)", ""),
        (" java\nscript:alert(1)", ""),
        ("data:text/html,x", ""),
        ("https://user@example.com/", ""),
        ("https://exa\u200bmple.com/", ""),
        ("https://exa\u202emple.com/", ""),
        ("http://", ""),
        ("http:example.com", ""),
        ("https://1.2.3.4.5/", ""),
        ("https://example.com:99999/", ""),
        ("mailto:", ""),
        ("{{ apply_url }}", ""),
        ("#", ""),
        ("", ""),
    ],
)
def test_a_link_is_safe_and_absolute_or_no_link(written: str, kept: str) -> None:
    assert clean_link(written, "https://jobs.example/list/") == kept


def test_a_relative_link_without_a_known_address_becomes_its_text() -> None:
    assert render_body([paragraph(Run("here", href="/apply"))]) == "<p>here</p>"


@given(blocks())
@settings(deadline=None, max_examples=60)
def test_every_parser_reads_the_markup_alike(made: tuple[Block, ...]) -> None:
    body = render_body(made)
    for parse in PARSERS:
        assert parse(body) == body


@given(blocks())
@settings(deadline=None, max_examples=60)
def test_reading_back_and_writing_again_gives_the_same_bytes(made: tuple[Block, ...]) -> None:
    body = render_body(made)
    again = read_body(body)
    assert render_body(again) == body
    assert read_body(render_body(again)) == again


@given(markup())
@settings(deadline=None, max_examples=60)
def test_any_markup_is_cleaned_to_a_stable_form(text: str) -> None:
    body = render_body(read_body(text))
    assert render_body(read_body(body)) == body
    assert by_nh3(body) == body


def test_a_fragment_is_read_back_into_its_sections() -> None:
    sections = [Section(kind, (paragraph(f"Text of {kind.value}."),)) for kind in SECTION_ORDER]
    fragment = render_fragment(sections, "fr")
    assert render_fragment(read_fragment(fragment), "fr") == fragment


@pytest.mark.parametrize(
    ("pasted", "clean"),
    [
        ("<div>One</div><div>Two</div>", "<p>One</p>\n<p>Two</p>"),
        ("<h1>Head</h1>text", "<h3>Head</h3>\n<p>text</p>"),
        (
            "<p class=MsoNormal><b><span style='color:red'>Bold</span></b> x<o:p></o:p></p>",
            "<p><strong>Bold</strong> x</p>",
        ),
        ("<li>loose</li>", "<ul>\n<li>loose</li>\n</ul>"),
        ("<ul>stray<li>item</ul>", "<ul>\n<li>stray</li>\n<li>item</li>\n</ul>"),
        ("<ul><li><p>a</p><p>b</p></li></ul>", "<ul>\n<li>a<br>b</li>\n</ul>"),
        ("<p>a<script>x</script><style>y</style>b</p>", "<p>ab</p>"),
        ('<a href="javascript:x" onclick="y">t</a>', "<p>t</p>"),
        ('<p>x <a href="https://a.example" target="_blank">t</a></p>', '<p>x <a href="https://a.example">t</a></p>'),
        ("<p>a<br><br>b</p>", "<p>a<br>b</p>"),
        ("<p>unclosed <b>bold<p>next", "<p>unclosed <strong>bold</strong></p>\n<p><strong>next</strong></p>"),
        ("a&nbsp;b &lt;c&gt;", "<p>a b &lt;c&gt;</p>"),
        ("<p>one\n   two</p>", "<p>one two</p>"),
        ("", ""),
    ],
)
def test_what_editors_paste_is_cleaned_to_the_allowed_markup(pasted: str, clean: str) -> None:
    assert render_body(read_body(pasted)) == clean


@pytest.mark.parametrize("bomb", ["<div>" * 100_000, "<b>" * 200 + "<p>x" * 40_000, "<li>" * 1_000_000])
def test_markup_that_would_hang_a_parser_is_refused(bomb: str) -> None:
    with pytest.raises(SourceRefused):
        read_body(bomb)


@pytest.mark.parametrize("inner", [((1, 1), (1, 2)), ((2, 1), (1, 1))], ids=["of two lists", "of two depths"])
def test_numbered_items_inside_one_item_are_one_list_to_every_reader(inner: tuple[tuple[int, int], ...]) -> None:
    outer = Block(0, BlockKind.ITEM, (Run("Drive the bus"),), group=1)
    items = [
        Block(number, BlockKind.ITEM, (Run(f"Tour {number}"),), level=level, group=group, ordered=True)
        for number, (level, group) in enumerate(inner, start=1)
    ]
    body = render_body([outer, *items])
    assert body.count("<ol>") == 1
    assert render_body(read_body(body)) == body
