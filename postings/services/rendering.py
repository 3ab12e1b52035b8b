"""Everything a reader needs of a revision, rendered once: what is checked here is served byte for byte."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

import nh3
from django.db.models import Min
from django.utils import timezone

from postings.models import CareerSite, NormalizationRun, Posting, Publication, Revision
from postings.models import Section as StoredSection
from postings.normalizer import verify
from postings.normalizer.model import NormalizerError, Section
from postings.normalizer.render import plain_text, read_body, render_body, render_fragment
from postings.normalizer.taxonomy import (
    ALLOWED_ATTRIBUTES,
    ALLOWED_ELEMENTS,
    LINK_SCHEMES,
    SECTION_ORDER,
    SectionKind,
    section_titles,
)
from postings.services import facts, structured
from postings.services.errors import NotPublishable

# Facts that the posting itself holds, whose change is one of the posting.
_OF_THE_POSTING = ("title", "company", "language")


@dataclass(frozen=True, slots=True)
class Rendered:
    """The fields of a publication that are made from a posting, its revision and the site that shows it."""

    slug: str
    title: str
    company: str
    facts: dict[str, Any]
    language: str
    fragment: str
    sections: list[dict[str, str]]
    structured_data: dict[str, Any]


def render(posting: Posting, revision: Revision, site: CareerSite) -> Rendered:
    """A revision as a site shows it.  Raises NotPublishable where the contract or the independent check says no."""
    language = revision.language or site.language
    sections = stored_sections(revision.ordered_sections())
    try:
        verify.check_fragment(render_fragment(sections, language))
    except NormalizerError as refusal:
        raise NotPublishable(refusal.sentence, refusal.code) from refusal
    fragment = render_fragment(sections, language, heading_level=site.heading_level)
    _require_clean(fragment, site.heading_level)
    known = facts_of(posting, language)
    shown = [_shown(section, language, site.heading_level) for section in sections]
    return Rendered(
        slug=posting.slug,
        title=posting.title,
        company=posting.company,
        facts=known,
        language=language,
        fragment=fragment,
        sections=shown,
        structured_data=structured.job_posting(known, shown, _first_shown_on(posting, site)),
    )


def missing_for_search(posting: Posting, revision: Revision, site: CareerSite) -> list[structured.Missing]:
    """What search engines would still require if this revision were shown as it is; empty where it is eligible."""
    language = revision.language or site.language
    sections = stored_sections(revision.ordered_sections())
    shown = [_shown(section, language, site.heading_level) for section in sections]
    return structured.missing(facts_of(posting, language), shown)


def stored_sections(stored: Iterable[StoredSection]) -> list[Section]:
    """Stored sections as the normalizer's, in the contract's order."""
    by_kind = {SectionKind(section.kind): section for section in stored}
    return [Section(kind, read_body(by_kind[kind].html)) for kind in SECTION_ORDER if kind in by_kind]


def facts_of(posting: Posting, language: str) -> dict[str, Any]:
    """What is known beside the text: what the run behind it found or was told, and the posting's own names."""
    run = NormalizationRun.objects.behind(posting).select_related("source").defer("source__data").first()
    known: dict[str, Any] = run.facts if run else {}
    stated = run.source.facts if run else {}
    known = {**known, **{name: stated[name] for name in facts.ONLY_STATED if name in stated}}
    if workplace := known.get("workplace"):
        known["workplace"] = facts.WORKPLACE_NAMES.get(workplace, workplace)
    named = {"title": posting.title, "company": posting.company, "language": language}
    return facts.without_empty({**known, **named})


def newer_facts(posting: Posting, live: Publication) -> list[str]:
    """The names of the facts that publishing anew would change, but for those that are a change of the posting."""
    now = facts_of(posting, live.language)
    changed = (name for name in (*live.facts, *now) if live.facts.get(name) != now.get(name))
    return [name for name in dict.fromkeys(changed) if name not in _OF_THE_POSTING]


def _first_shown_on(posting: Posting, site: CareerSite) -> date:
    """The day the posting was first shown on the site; today where it was not yet."""
    shown = Publication.objects.filter(posting=posting, site=site).aggregate(first=Min("published_at"))["first"]
    return (shown or timezone.now()).date()


def _require_clean(fragment: str, heading_level: int) -> None:
    """The last check is another parser's: cleaned by the contract's allow-list, the bytes stay the same."""
    headings = {f"h{heading_level}", f"h{heading_level + 1}"}
    cleaned = nh3.clean(
        fragment,
        tags=set(ALLOWED_ELEMENTS - {"h2", "h3"}) | headings,
        attributes={name: set(values) for name, values in ALLOWED_ATTRIBUTES.items()},
        url_schemes=set(LINK_SCHEMES),
        link_rel=None,
    )
    if cleaned != fragment:
        sentence = "The independent check of the markup would change this text, so it is not shown."
        raise NotPublishable(sentence, "unclean_markup")


def _shown(section: Section, language: str, heading_level: int) -> dict[str, str]:
    return {
        "kind": section.kind.value,
        "heading": section_titles(language)[section.kind],
        "html": render_body(section.blocks, heading_level + 1),
        "text": "\n".join(plain_text(block.runs) for block in section.blocks),
    }
