"""A source that is one of our own fragments: read back so that it comes out as it went in."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from dataclasses import replace

from postings.normalizer.form import check_form
from postings.normalizer.languages import language_of
from postings.normalizer.model import Block, Document, Facts, NormalizerError
from postings.normalizer.rereading import read_fragment
from postings.normalizer.taxonomy import SECTION_ORDER, SECTION_TITLES, SectionKind

START = re.compile(r'\s{0,100}<section data-section="')
TITLE = re.compile(r'<section data-section="([a-z-]{1,40})">\s{0,100}<h[1-6]>([^<]{1,200})</h')


def read_own_fragment(text: str) -> Document | None:
    """The document of a fragment that keeps the contract's form; None for any other markup.

    Each block says in `within` which section it stands in: `section[data-section=KIND]`.  The sections' own
    headings are no blocks.
    """
    if not START.match(text):
        return None
    markup = text.strip()
    titles = [(kind, html.unescape(title)) for kind, title in TITLE.findall(markup)]
    try:
        check_form(markup)
        sections = read_fragment(markup)
    except NormalizerError:
        return None
    kinds = [section.kind for section in sections]
    if not kinds or kinds != sorted(set(kinds), key=SECTION_ORDER.index) or len(titles) != len(kinds):
        return None
    blocks = tuple(_placed(block, section.kind) for section in sections for block in section.blocks)
    languages = _languages_of(titles)
    return (
        Document("fragment", blocks, stated=Facts(language=_language(blocks, languages)))
        if languages and blocks
        else None
    )


def _placed(block: Block, kind: SectionKind) -> Block:
    return replace(
        block,
        within=(f"section[data-section={kind.value}]",),
        path=f"{kind.value}/{block.kind.value}[{block.index + 1}]",
    )


def _languages_of(titles: Iterable[tuple[str, str]]) -> list[str]:
    """The languages in which all the sections' headings are ours."""
    shown = [(SectionKind(kind), title) for kind, title in titles]
    return [language for language, own in SECTION_TITLES.items() if all(own[kind] == title for kind, title in shown)]


def _language(blocks: Iterable[Block], languages: list[str]) -> str:
    """The text's language where its headings agree; else the headings' language.  English headings also stand for
    unknown languages."""
    told = language_of(block.text for block in blocks)
    if told in languages or (told and told not in SECTION_TITLES and "en" in languages):
        return told
    return languages[0]
