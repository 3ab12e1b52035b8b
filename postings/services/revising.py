"""Giving a posting a new head: the one place where text is written, by compare-and-swap on its number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.contrib.auth.models import User
from django.db.models import F, Max
from django.utils import timezone

from postings.models import NormalizationRun, Posting, Revision, RevisionSection, Section
from postings.services import searching
from postings.services.errors import NotFound, StaleRevision


@dataclass(frozen=True, slots=True)
class SectionText:
    """A section's new text: inner HTML, and its pieces as Section.blocks keeps them."""

    html: str
    blocks: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Making:
    """How a revision came to be."""

    origin: str
    author: User | None = None
    run: NormalizationRun | None = None
    language: str = ""
    note: str = ""
    action: str = ""

    def in_language(self, language: str) -> Making:
        return replace(self, language=language)


def lock_posting(posting_id: int) -> Posting:
    """The posting, locked until the transaction ends where the database can; raises NotFound.

    No join may be added: PostgreSQL reads the locked row again after a wait, but not the rows joined to it, so the
    posting would come with the head it had before.  The lock leaves the key free: who notes something about the
    posting (a foreign key) while holding another row must not wait for us, who may be about to wait for that row.
    """
    posting = Posting.objects.select_for_update(no_key=True).filter(pk=posting_id).first()
    if posting is None:
        raise NotFound("This posting does not exist.")
    return posting


def require_current(posting: Posting, base_number: int) -> None:
    """Raises StaleRevision unless the posting's head is the revision that was worked on."""
    if posting.head_number != base_number:
        raise _stale(posting, base_number)


def sections_of(revision: Revision | None) -> dict[str, Section]:
    """A revision's section versions by kind."""
    if revision is None:
        return {}
    return {link.kind: link.section for link in revision.revision_sections.select_related("section")}


def add_revision(
    *, posting: Posting, base_number: int, kept: Mapping[str, Section], texts: Mapping[str, SectionText], making: Making
) -> Revision:
    """A new head made of the section versions `kept` and new versions for `texts`, inside the caller's transaction.

    Raises StaleRevision, with nothing written, when the head is no longer `base_number`.
    """
    now = timezone.now()
    at_base = Posting.objects.filter(pk=posting.pk, head_number=base_number)
    if not at_base.update(head_number=F("head_number") + 1, changed_at=now):
        posting.refresh_from_db()
        raise _stale(posting, base_number)
    revision = Revision.objects.create(
        posting=posting,
        number=base_number + 1,
        base=posting.head,
        origin=making.origin,
        author=making.author,
        run=making.run,
        action=making.action,
        language=making.language,
        note=making.note,
        created_at=now,
    )
    sections = {**kept, **_write_sections(posting, texts)}
    RevisionSection.objects.bulk_create(
        RevisionSection(revision=revision, section=section, kind=kind) for kind, section in sections.items()
    )
    words = searching.words_of(posting, (section.html for section in sections.values()))
    Posting.objects.filter(pk=posting.pk).update(head=revision, search_text=words)
    posting.refresh_from_db(fields=["head_number", "head", "changed_at", "search_text"])
    return revision


def write_section(posting: Posting, kind: str, text: SectionText) -> Section:
    """One section's next version, not yet part of a revision, for whoever holds the posting's lock."""
    return _write_sections(posting, {kind: text})[kind]


def _write_sections(posting: Posting, texts: Mapping[str, SectionText]) -> dict[str, Section]:
    """New versions, numbered after the newest of their kind; the swap of the head number keeps others out."""
    newest = Section.objects.filter(posting=posting, kind__in=texts).order_by().values_list("kind")
    versions = dict(newest.annotate(newest=Max("version")))
    return {
        kind: Section.objects.create(
            posting=posting,
            kind=kind,
            version=versions.get(kind, 0) + 1,
            html=text.html,
            blocks=text.blocks,
            created_at=timezone.now(),
        )
        for kind, text in texts.items()
    }


def _stale(posting: Posting, base_number: int) -> StaleRevision:
    current = posting.head
    by = "nobody yet"
    if current is not None:
        name = current.author.get_username() if current.author else "the normalizer"
        by = f"saved by {name} at {current.created_at:%Y-%m-%d %H:%M} UTC"
    sentence = f"“{posting.title}” is at revision {posting.head_number}, {by}; you worked on revision {base_number}."
    return StaleRevision(sentence, current=posting.head_number, base=base_number)
