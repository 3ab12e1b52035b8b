"""An editor's hand: sections saved and merged by compare-and-swap, older texts restored, a posting renamed.

What somebody typed outlives every refusal: it is kept as a draft before the refusal is raised.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from postings import conditions
from postings.models import Posting, Revision, RevisionAction, RevisionOrigin, TitleOrigin
from postings.models import Section as StoredSection
from postings.models.revision import SECTION_KINDS
from postings.normalizer import verify
from postings.normalizer.model import NormalizerError, Section
from postings.normalizer.render import read_body, render_body, render_fragment
from postings.normalizer.taxonomy import SectionKind, section_titles
from postings.services import drafting, journal, naming, provenance, revising, searching
from postings.services.errors import NotFound, ServiceError, StaleNames, TextInvalid, refuse
from postings.services.revising import Making, SectionText
from postings.services.wording import clean_line

NOTE_LENGTH_MAX = 500
# A title and a company.
Names = tuple[str, str]


def save_sections(
    *, posting_id: int, base_number: int, bodies: Mapping[str, str], actor: User | None, note: str = ""
) -> Revision:
    """The head after the sections in `bodies` (kind to inner HTML; empty removes one) were saved on `base_number`.

    The markup is cleaned to the contract's.  Only sections whose text changed get a new version; if none did, the head
    stays.  Raises NotAllowed, NotFound, TextInvalid, and StaleRevision when the head is another than `base_number`;
    then what was typed is the actor's draft.
    """
    note = clean_line(note, NOTE_LENGTH_MAX)
    making = Making(RevisionOrigin.EDITOR, actor, action=RevisionAction.TEXT_SAVED, note=note)
    return _save_or_keep(posting_id, base_number, bodies, making)


def merge_sections(
    *, posting_id: int, base_number: int, bodies: Mapping[str, str], actor: User | None, note: str = ""
) -> Revision:
    """The same for a text that was brought together from two: `base_number` is the newest of them, the origin merge."""
    note = clean_line(note, NOTE_LENGTH_MAX)
    making = Making(RevisionOrigin.MERGE, actor, action=RevisionAction.MERGED, note=note)
    return _save_or_keep(posting_id, base_number, bodies, making)


@transaction.atomic
def restore_revision(*, posting_id: int, base_number: int, number: int, actor: User | None) -> Revision:
    """A new head with the text of an older revision; the head itself where the text is the same.

    Raises NotAllowed, NotFound, StaleRevision.
    """
    posting, wanted = _to_restore(posting_id, base_number, number, actor)
    sections = revising.sections_of(wanted)
    note, action = f"Text of revision {number}", RevisionAction.REVISION_RESTORED
    making = Making(RevisionOrigin.RESTORE, actor, language=wanted.language, action=action, note=note)
    return _restore(posting, sections, making, {"restored": number})


@transaction.atomic
def restore_section(*, posting_id: int, base_number: int, kind: str, number: int, actor: User | None) -> Revision:
    """A new head with one section as it was in an older revision (absent where it was absent).

    Raises NotAllowed, NotFound, StaleRevision, TextInvalid (section_unknown, no_sections).
    """
    posting, wanted = _to_restore(posting_id, base_number, number, actor)
    title = section_title(kind)
    sections = {name: section for name, section in revising.sections_of(posting.head).items() if name != kind}
    if (section := revising.sections_of(wanted).get(kind)) is not None:
        sections[kind] = section
    if not sections:
        raise TextInvalid("A posting needs at least one section with text.", "no_sections")
    note, action = f"{title} of revision {number}", RevisionAction.SECTION_RESTORED
    language = posting.head.language if posting.head else ""
    making = Making(RevisionOrigin.RESTORE, actor, language=language, action=action, note=note)
    return _restore(posting, sections, making, {"restored": number, "section": kind})


def rename_posting(*, posting_id: int, title: str, company: str, was: Names, actor: User | None) -> Posting:
    """Give a posting an editor's title and company, which no run and no sender changes again.

    `was` are the title and company that the editor saw.  Raises NotAllowed, NotFound, TextInvalid (title_missing), and
    StaleNames where they are others by now; then what was typed is in the actor's draft.
    """
    wanted = clean_line(title, naming.TITLE_LENGTH_MAX), clean_line(company, naming.TITLE_LENGTH_MAX)
    try:
        return _rename(posting_id, wanted, was, actor)
    except ServiceError:
        drafting.keep_refused_names(posting_id, wanted, actor)
        raise


def lock_editable(posting_id: int, actor: User | None) -> Posting:
    """The posting, locked, if this person may edit it; raises NotFound, NotAllowed or Conflict."""
    posting = revising.lock_posting(posting_id)
    if refusal := conditions.why_not_edit(posting, actor):
        refuse(refusal)
    return posting


def section_title(kind: str) -> str:
    """A section's English name; raises TextInvalid (section_unknown)."""
    if kind not in SECTION_KINDS:
        raise TextInvalid(f"“{kind}” is no section of a posting.", "section_unknown")
    return section_titles("en")[SectionKind(kind)]


def canonical(kind: str, body: str) -> str:
    """An editor's markup as the contract writes it, empty for nothing; raises TextInvalid."""
    section_title(kind)
    if len(body) > settings.POSTWRIGHT_MAX_SOURCE_BYTES:
        raise TextInvalid("This section is too long.", "too_large")
    try:
        return render_body(read_body(body))
    except NormalizerError as refusal:
        raise TextInvalid(refusal.sentence, refusal.code) from refusal


def write(posting: Posting, texts: Mapping[str, SectionText], gone: set[str], making: Making) -> Revision:
    """A new head in which these sections have these texts and those that are `gone` are absent; the others stay.

    For services that hold the posting's lock.  Raises TextInvalid where the contract does not allow it.
    """
    head = revising.sections_of(posting.head)
    kept = {kind: section for kind, section in head.items() if kind not in texts and kind not in gone}
    if not kept and not texts:
        raise TextInvalid("A posting needs at least one section with text.", "no_sections")
    require_contract(texts)
    return revising.add_revision(
        posting=posting, base_number=posting.head_number, kept=kept, texts=texts, making=making
    )


def require_contract(texts: Mapping[str, SectionText]) -> None:
    """Each section is held against the contract for itself, so the untouched ones need no second look."""
    for kind, text in texts.items():
        try:
            verify.check_fragment(render_fragment([Section(SectionKind(kind), read_body(text.html))]))
        except NormalizerError as refusal:
            raise TextInvalid(refusal.sentence, refusal.code) from refusal


def _save_or_keep(posting_id: int, base_number: int, bodies: Mapping[str, str], making: Making) -> Revision:
    try:
        posting = _look(posting_id, making.author)
        texts = {kind: canonical(kind, body) for kind, body in bodies.items()}
        return _save(posting.pk, base_number, texts, making)
    except ServiceError:
        drafting.keep_refused(posting_id, base_number, bodies, making.author, making.note)
        raise


def _look(posting_id: int, actor: User | None) -> Posting:
    """Refuse early what needs no lock: reading large markup is slow, and it is for those who may."""
    posting = Posting.objects.filter(pk=posting_id).first()
    if posting is None:
        raise NotFound("This posting does not exist.")
    if refusal := conditions.why_not_edit(posting, actor):
        refuse(refusal)
    return posting


@transaction.atomic
def _rename(posting_id: int, wanted: Names, was: Names, actor: User | None) -> Posting:
    posting = lock_editable(posting_id, actor)
    if not wanted[0]:
        raise TextInvalid("A posting needs a title.", "title_missing")
    before = posting.title, posting.company
    if wanted != before:
        if was != before:
            raise StaleNames(f"Meanwhile this posting was named “{', '.join(filter(None, before))}”.")
        posting.title, posting.company = wanted
        posting.title_origin, posting.changed_at = TitleOrigin.EDITOR, timezone.now()
        posting.save(update_fields=["title", "company", "title_origin", "changed_at"])
        searching.refresh(posting)
        _note("posting.renamed", posting, actor, {"from": list(before), "to": list(wanted)})
    drafting.drop_names(posting, actor)
    return posting


@transaction.atomic
def _save(posting_id: int, base_number: int, bodies: Mapping[str, str], making: Making) -> Revision:
    posting = lock_editable(posting_id, making.author)
    revising.require_current(posting, base_number)
    assert posting.head is not None
    head = revising.sections_of(posting.head)
    changed = {kind: html for kind, html in bodies.items() if html != (head[kind].html if kind in head else "")}
    revision = posting.head
    if changed:
        texts = provenance.edited_texts({k: v for k, v in head.items() if k in changed}, changed, making.author)
        gone = {kind for kind, html in changed.items() if not html}
        revision = write(posting, texts, gone, making.in_language(posting.head.language))
        action = "revision.merged" if making.origin == RevisionOrigin.MERGE else "revision.saved"
        _note(action, posting, making.author, {"number": revision.number, "sections": sorted(changed)})
    drafting.advance(posting, making.author, base_number, saved=set(bodies))
    return revision


def _to_restore(posting_id: int, base_number: int, number: int, actor: User | None) -> tuple[Posting, Revision]:
    posting = lock_editable(posting_id, actor)
    revising.require_current(posting, base_number)
    wanted = Revision.objects.filter(posting=posting, number=number).first()
    if wanted is None:
        raise NotFound(f"“{posting.title}” has no revision {number}.")
    return posting, wanted


def _restore(
    posting: Posting, sections: Mapping[str, StoredSection], making: Making, details: dict[str, Any]
) -> Revision:
    head = revising.sections_of(posting.head)
    if sections == head and posting.head is not None:
        return posting.head
    base = posting.head_number
    revision = revising.add_revision(posting=posting, base_number=base, kept=sections, texts={}, making=making)
    touched = {kind for kind in {*head, *sections} if head.get(kind) != sections.get(kind)}
    drafting.advance(posting, making.author, base, touched=touched)
    _note("revision.restored", posting, making.author, {"number": revision.number, **details})
    return revision


def _note(action: str, posting: Posting, actor: User | None, details: dict[str, Any]) -> None:
    journal.note(action, cause=uuid.uuid4(), actor=actor, posting=posting, details=details)
