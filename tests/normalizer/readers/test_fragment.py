"""A fragment of our own is known again and read back as it stands."""

from __future__ import annotations

from postings.normalizer.model import Facts, Section, Source
from postings.normalizer.readers import read
from postings.normalizer.render import render_fragment
from postings.normalizer.steps.tidy import tidy
from postings.normalizer.taxonomy import SectionKind

FRAGMENT = """<section data-section="responsibilities">
<h2>Aufgaben</h2>
<p>Du <strong>schweißt</strong> Rohre<br>und Platten.</p>
<ul>
<li>• mit Sorgfalt</li>
</ul>
</section>
<section data-section="pay">
<h2>Vergütung</h2>
<p>20 € je Stunde</p>
</section>"""


def test_each_block_says_in_which_section_it_stands() -> None:
    document = tidy(read(Source(FRAGMENT.encode()), Facts()))
    assert document.source_format == "fragment"
    assert [(block.within, block.text) for block in document.blocks] == [
        (("section[data-section=responsibilities]",), "Du schweißt Rohre\nund Platten."),
        (("section[data-section=responsibilities]",), "• mit Sorgfalt"),
        (("section[data-section=pay]",), "20 € je Stunde"),
    ]


def test_its_blocks_and_language_give_the_same_bytes_again() -> None:
    document = tidy(read(Source(FRAGMENT.encode()), Facts()))
    sections = [
        Section(kind, tuple(block for block in document.blocks if f"={kind.value}]" in block.within[0]))
        for kind in (SectionKind.RESPONSIBILITIES, SectionKind.PAY)
    ]
    assert render_fragment(sections, document.language) == FRAGMENT


def test_a_section_with_anything_else_is_ordinary_markup() -> None:
    for other in [
        FRAGMENT.replace("<p>", '<p class="x">'),
        FRAGMENT + "<p>more</p>",
        FRAGMENT.replace('"pay"', '"money"'),
    ]:
        assert read(Source(other.encode()), Facts()).source_format == "html"
