"""HTML: blocks as a reader sees them, and no text lost however broken or deep the markup is."""

from __future__ import annotations

import contextlib
import gc
import html
import time

import pytest

from postings.normalizer.model import Block, BlockKind, Document, Facts, Run, Source, SourceRefused
from postings.normalizer.readers import read
from postings.normalizer.readers.parsing import parse


def document_of(markup: str, address: str = "") -> Document:
    return read(Source(markup.encode(), media_type="text/html", address=address), Facts())


def blocks_of(markup: str, address: str = "") -> tuple[Block, ...]:
    return document_of(markup, address).blocks


def shape(markup: str) -> list[tuple[str, str]]:
    return [(block.kind.value, block.text) for block in blocks_of(markup)]


def test_text_is_read_wherever_it_stands() -> None:
    assert shape("<body>Loose <div>in a div</div> tail<p>para<br>after a break</p><dl><dt>Pay<dd>20 €</dl></body>") == [
        ("paragraph", "Loose"),
        ("paragraph", "in a div"),
        ("paragraph", "tail"),
        ("paragraph", "para"),
        ("paragraph", "after a break"),
        ("paragraph", "Pay"),
        ("paragraph", "20 €"),
    ]


def test_a_heading_split_over_spans_is_one_heading() -> None:
    (block,) = blocks_of("<h3><span>What </span><b><span>you</span></b><span> do</span></h3>")
    assert (block.kind, block.level, block.text) == (BlockKind.HEADING, 3, "What you do")


def test_lists_tell_level_group_and_order() -> None:
    blocks = blocks_of("<ol><li>one<ul><li>inner</li></ul></li><li>two</li></ol><p>x</p><ul><li>three</li></ul>")
    assert [(b.text, b.level, b.group, b.ordered) for b in blocks if b.kind is BlockKind.ITEM] == [
        ("one", 0, 1, True),
        ("inner", 1, 1, False),
        ("two", 0, 1, True),
        ("three", 0, 2, False),
    ]


def test_an_items_title_stays_with_its_text_and_longer_items_are_parted() -> None:
    blocks = blocks_of("<ul><li><b>Pay</b><br>20 € an hour</li><li>a<br>b<br>c</li></ul>")
    assert [block.text for block in blocks] == ["Pay\n20 € an hour", "a", "b", "c"]


def test_a_table_of_values_becomes_rows_and_a_layout_table_paragraphs() -> None:
    values = blocks_of("<table><tr><th>Shift<th>Pay<tr><td>Day<td>20 €<tr><td><td>none</table>")
    assert [(b.kind.value, b.header, [c[0].text if c else "" for c in b.cells]) for b in values] == [
        ("row", True, ["Shift", "Pay"]),
        ("row", False, ["Day", "20 €"]),
        ("row", False, ["", "none"]),
    ]
    layout = blocks_of(
        f"<table><tr><td>Tasks</td><td><p>{'We weld pipes. ' * 30}</p><ul><li>one</li></ul></td></table>"
    )
    assert [block.kind.value for block in layout] == ["paragraph", "paragraph", "item"]


def test_formatting_and_safe_links_survive() -> None:
    (block,) = blocks_of(
        "<p>See <a href='/jobs'><i>our</i> jobs</a>, <strong>now</strong></p>", "https://example.org/x/"
    )
    assert block.runs == (
        Run("See "),
        Run("our", em=True, href="https://example.org/jobs"),
        Run(" jobs", href="https://example.org/jobs"),
        Run(", "),
        Run("now", strong=True),
    )


@pytest.mark.parametrize("href", ["javascript:alert(1)", "https://user:pw@example.org", "/jobs", "data:text/html,x"])
def test_a_link_that_may_not_be_shown_becomes_its_text(href: str) -> None:
    (block,) = blocks_of(f"<p>See <a href='{href}'>our jobs</a></p>")
    assert {run.href for run in block.runs} == {""}
    assert block.text == "See our jobs"


def test_scripts_and_styles_are_no_text_and_images_are_noted() -> None:
    document = document_of(
        "<p>Weld</p><script>var a = '<p>no</p>'</script><style>p{}</style><template>no</template>"
        "<noscript>no</noscript><img alt='Our benefits at a glance' src=x>"
    )
    assert [block.text for block in document.blocks] == ["Weld"]
    assert [warning.code for warning in document.warnings] == ["image_left_out"]


def test_hidden_text_is_read_and_marked() -> None:
    blocks = blocks_of("<div hidden><p>a</p></div><div style='display: none'>b</div><p>c</p>")
    assert [any("[hidden]" in name for name in block.within) for block in blocks] == [True, True, False]


def test_blocks_name_the_elements_around_them() -> None:
    blocks = blocks_of("<nav id=top class='a b' role=menu><p>x</p></nav><main><div><p>y</p></div></main>")
    assert blocks[0].within == ("nav#top.a.b[role=menu]",)
    assert blocks[1].within == ("main",)
    assert blocks[1].path == "main/div/p"


@pytest.mark.parametrize("times", [1, 2])
def test_markup_that_was_escaped_as_a_whole_is_markup_again(times: int) -> None:
    markup = "<h2>Tasks</h2><ul><li>Weld &amp; mend</li></ul>"
    for _ in range(times):
        markup = html.escape(markup)
    assert shape(markup) == [("heading", "Tasks"), ("item", "Weld & mend")]


def test_cdata_is_unwrapped() -> None:
    assert shape("<div><![CDATA[<p>Weld</p><p>pipes</p>]]></div>") == [("paragraph", "Weld"), ("paragraph", "pipes")]


BROKEN = {
    "unclosed everything": "<html><body><div><p>One<ul><li><b>Two<li><i>Three<table><tr><td>Four",
    "unclosed comment": "<p>One</p><!-- a note <p>Two</p><p>Three</p><p>Four</p>",
    "unclosed title": "<title>One <p>Two</p><p>Three</p><p>Four</p>",
    "unclosed script": "<p>One</p><script>x=1 <p>Two</p><p>Three</p><p>Four</p>",
    "quote that never ends": "<p>One</p><a href='x>Two of the words that stand here</a><p>Three for all</p><p>Four",
    "wrong nesting": "<b><p>One</b><i>Two</p></i></div></section>Three</ul></table>Four",
    "tags in tags": "<p>One<p <b>Two</b><p>Three</p <p>Four",
}


@pytest.mark.parametrize("markup", BROKEN.values(), ids=BROKEN.keys())
def test_broken_markup_loses_no_text(markup: str) -> None:
    document = document_of(markup)
    text = f"{document.title} " + " ".join(block.text for block in document.blocks)
    missing = [word for word in ("One", "Two", "Three", "Four") if word not in text]
    assert missing == []


@pytest.mark.parametrize("wrapper", ["div", "b", "span", "font", "blockquote", "section"])
@pytest.mark.parametrize("levels", [300, 3000, 10_000])
def test_deep_nesting_loses_no_text(wrapper: str, levels: int) -> None:
    markup = "".join(f"<{wrapper}>w{level} " for level in range(levels)) + f"</{wrapper}>" * levels + "<p>end</p>"
    words = " ".join(block.text for block in blocks_of(markup)).split()
    assert words == [*(f"w{level}" for level in range(levels)), "end"]


HOSTILE = {
    "nested tags": b"<div>" * 100_000,
    "nested lists": b"<ul><li>x" * 20_000,
    "list items": b"<li>x" * 1_000_000,
    "signs": b"<" * 1_000_000,
    "open tags": b"<a " * 1_000_000,
    "brackets": b"# x\n**y**\n" + b"[" * 60_000,
    "stars": b"# x\n**y**\n" + b"*a " * 100_000,
    "quotes": b'<p>x</p><a href="' + b'" "' * 500_000,
    "attributes": b"<p " + b" ".join(b"a%d=1" % number for number in range(100_000)) + b">x</p>",
    "comments": b"<p>x</p>" + b"<!--" * 200_000,
    "scripts": b"<p>x</p>" + b"<script>" * 40_000,
    "one line": b"word " * 1_900_000,
    "bullets in a line": "• a ".encode() * 200_000,
    "blank lines": b"x" + b"\n" * 2_000_000 + b"y",
    "json brackets": b'{"a":' * 100_000,
    "json number": b'{"description": "A text that is long enough", "n": ' + b"9" * 100_000 + b"}",
    "stray end tags": b"<div></x>" * 24_000,
    "end tags that reach nothing": b"<div><marquee></div></marquee>" * 12_000,
    "comments full of tags": b"<p>x</p>" + b"<!-- <a> -->" * 200_000,
    "json escapes": b'{"a": "' + b"\\" * 500_000,
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_sources_end_in_seconds(data: bytes) -> None:
    started = time.process_time()
    with contextlib.suppress(SourceRefused):
        read(Source(data), Facts())
    assert time.process_time() - started < 5


def test_time_grows_no_faster_than_the_source() -> None:
    def seconds(times: int) -> float:
        source = Source(b"<div class=a><p>We weld <b>pipes</b>.</p><ul><li>one</li></ul></div>" * times)
        gc.disable()  # as it is while a posting is normalized
        try:
            started = time.process_time()
            read(source, Facts())
            return time.process_time() - started
        finally:
            gc.enable()

    # The machine may be busy in one moment and idle in the next: the best of several pairs tells; quadratic
    # growth would be a hundredfold.
    assert min(seconds(5000) / seconds(500) for _ in range(5)) < 15


@pytest.mark.parametrize(
    "aside",
    [
        "<script>let a = '<p>no</p>'</script>",
        "<template><div><p>no</p></div></template>",
        "<!-- <div><p>no</p></div> -->",
        "<table><tr><td>1<tr><td>2</table>",
        "<noscript><p>no</p></noscript>",
    ],
)
def test_tags_that_are_no_elements_do_not_make_a_tree_suspect(aside: str) -> None:
    assert parse(f"<html><head></head><body>{aside}<p>Weld</p></body></html>").is_whole


@pytest.mark.parametrize("markup", ["<p>One</p><a href='x>Two</a><p>Three</p>", "<select><p>One</p></select><div <p>x"])
def test_a_tree_that_swallowed_a_tag_is_suspect(markup: str) -> None:
    assert not parse(markup).is_whole
