"""What the tests of records and services tell their stories with: a site, people, and a normalizer of three lines.

The small normalizer reads lines such as `pay: 20 EUR an hour`; each becomes a paragraph of that section.  `title:` and
`company:` are facts, `language:` is the language, `drop:` is left out, `warn:` is a warning about its own line,
`refuse:` and `crash:` give no result.  So a test shows its whole input, and the real normalizer's judgement is tested
where it lives.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib.auth.models import Group, User

from postings.models import CareerSite, Posting, Revision
from postings.normalizer.model import (
    Block,
    BlockKind,
    Dropped,
    Facts,
    FoundFacts,
    LedgerEntry,
    Normalized,
    Notice,
    Placement,
    Run,
    Section,
    Source,
    SourceRefused,
)
from postings.normalizer.render import render_fragment
from postings.normalizer.taxonomy import SECTION_ORDER, DropReason, SectionKind
from postings.services import intake, normalizing

NURSE = (
    b"title: Nurse\ncompany: Ward House\nresponsibilities: Look after patients\npay: 24 EUR an hour\ndrop: Apply now"
)
NAMES = ("Nurse", "Ward House")
NURSE_WITH_MORE_PAY = NURSE.replace(b"24 EUR", b"26 EUR")

SHORT = {"about": "about-the-role"}


def small_normalize(source: Source, facts: Facts | None = None) -> Normalized:
    facts = facts or Facts()
    lines = [line.partition(": ") for line in source.data.decode().splitlines() if ": " in line]
    stated = {word: text for word, _, text in lines}
    if "crash" in stated:
        raise ZeroDivisionError(stated["crash"])
    if "refuse" in stated:
        raise SourceRefused("no_substance", stated["refuse"])
    entries = [_entry(index, word, text) for index, (word, _, text) in enumerate(lines)]
    warned = [entry.block for entry, (word, *_) in zip(entries, lines, strict=True) if word == "warn"]
    sections = tuple(_section(kind, entries) for kind in SECTION_ORDER)
    sections = tuple(section for section in sections if section.blocks)
    names = {"title": facts.title or stated.get("title", ""), "company": facts.company or stated.get("company", "")}
    found = replace(facts, **names)
    language = stated.get("language", "en")
    return Normalized(
        fragment=render_fragment(sections, language),
        sections=sections,
        ledger=tuple(entries),
        facts=FoundFacts(found),
        warnings=tuple(Notice("doubt", block.text, (block.id,)) for block in warned),
        language=language,
        source_format="text",
        version="test",
    )


def _entry(index: int, word: str, text: str) -> LedgerEntry:
    block = Block(index, BlockKind.PARAGRAPH, (Run(text),), path=f"line {index + 1}")
    kind = SHORT.get(word, word)
    if kind in set(SectionKind):
        return LedgerEntry(block, Placement(SectionKind(kind), "line", 1.0))
    reason = {"title": DropReason.TITLE, "company": DropReason.METADATA}.get(word, DropReason.CALL_TO_ACTION)
    return LedgerEntry(block, Dropped(reason, "line", 1.0))


def _section(kind: SectionKind, entries: list[LedgerEntry]) -> Section:
    placed = [entry for entry in entries if isinstance(entry.outcome, Placement) and entry.outcome.section is kind]
    return Section(kind, tuple(entry.block for entry in placed))


def make_site(slug: str = "harbour", **fields: Any) -> CareerSite:
    return CareerSite.objects.create(slug=slug, name=slug.title(), **fields)


def make_person(name: str, group: str) -> User:
    user = User.objects.create_user(name, password=None)
    user.groups.add(Group.objects.get(name=group))
    return user


def receive(site: CareerSite, data: bytes = NURSE, **more: Any) -> intake.Intake:
    """A source from the command line, not normalized yet."""
    return intake.receive_source(site=site, data=data, origin="command", **more)


def normalized(site: CareerSite, data: bytes = NURSE, **more: Any) -> Posting:
    """A posting whose source has been normalized."""
    received = receive(site, data, **more)
    normalizing.perform_run(run_id=received.run.pk)
    received.posting.refresh_from_db()
    return received.posting


def bodies(revision: Revision | None) -> dict[str, str]:
    """A revision's text: kind to inner HTML."""
    assert revision is not None
    return {section.kind: section.html for section in revision.ordered_sections()}
