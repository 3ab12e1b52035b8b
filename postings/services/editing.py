"""An editor's hand: sections saved by compare-and-swap, revisions restored, a posting renamed."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from postings import conditions
from postings.models import Posting, Revision, RevisionOrigin, TitleOrigin
from postings.models import Section as StoredSection
from postings.models.revision import SECTION_KINDS
from postings.normalizer import verify
from postings.normalizer.model import Block, NormalizerError, Section
from postings.normalizer.render import read_body, render_body, render_fragment
from postings.normalizer.taxonomy import SECTION_ORDER
from postings.services import journal, naming, revising
from postings.services.errors import NotFound, TextInvalid, refuse
from postings.services.pieces import by_element
from postings.services.revising import Making, SectionText
from postings.services.wording import clean_line

NOTE_LENGTH_MAX = 500


def save_sections(
    *, posting_id: int, base_number: int, bodies: Mapping[str, str], actor: User | None, note: str = ""
) -> Revision:
    """The head after the sections in `bodies` (kind to inner HTML; empty removes one) were saved on `base_number`.

    The markup is cleaned to the contract's.  Only sections whose text changed get a new version; if none did, the head
    stays.  Raises NotAllowed, NotFound, TextInvalid, and StaleRevision when the head is another than `base_number`.
    """
    _require_editable(posting_id, actor)
    blocks = {kind: _read(kind, body) for kind, body in bodies.items()}
    return _save(posting_id, base_number, blocks, actor, clean_line(note, NOTE_LENGTH_MAX))


@transaction.atomic
def restore_revision(*, posting_id: int, base_number: int, number: int, actor: User | None) -> Revision:
    """A new head with the text of an older revision; the head itself where the text is the same.

    Raises NotAllowed, NotFound, StaleRevision.
    """
    posting = _lock_editable(posting_id, actor)
    revising.require_current(posting, base_number)
    wanted = Revision.objects.filter(posting=posting, number=number).first()
    if wanted is None or posting.head is None:
        raise NotFound(f"“{posting.title}” has no revision {number}.")
    sections = revising.sections_of(wanted)
    if sections == revising.sections_of(posting.head):
        return posting.head
    making = Making(RevisionOrigin.RESTORE, actor, language=wanted.language, note=f"Text of revision {number}")
    revision = revising.add_revision(posting=posting, base_number=base_number, kept=sections, texts={}, making=making)
    _note("revision.restored", posting, actor, {"number": revision.number, "restored": number})
    return revision


@transaction.atomic
def rename_posting(*, posting_id: int, title: str, company: str, actor: User | None) -> Posting:
    """Give a posting an editor's title and company, which no run and no sender changes again.

    Raises NotAllowed, NotFound, TextInvalid (title_missing).
    """
    posting = _lock_editable(posting_id, actor)
    wanted = clean_line(title, naming.TITLE_LENGTH_MAX), clean_line(company, naming.TITLE_LENGTH_MAX)
    if not wanted[0]:
        raise TextInvalid("A posting needs a title.", "title_missing")
    before = posting.title, posting.company
    if wanted != before:
        posting.title, posting.company = wanted
        posting.title_origin, posting.changed_at = TitleOrigin.EDITOR, timezone.now()
        posting.save(update_fields=["title", "company", "title_origin", "changed_at"])
        _note("posting.renamed", posting, actor, {"from": list(before), "to": list(wanted)})
    return posting


def _require_editable(posting_id: int, actor: User | None) -> Posting:
    """The posting, if this person may edit it; raises NotFound, NotAllowed or Conflict."""
    posting = Posting.objects.filter(pk=posting_id).first()
    if posting is None:
        raise NotFound("This posting does not exist.")
    if refusal := conditions.why_not_edit(posting, actor):
        refuse(refusal)
    return posting


def _lock_editable(posting_id: int, actor: User | None) -> Posting:
    posting = revising.lock_posting(posting_id)
    if refusal := conditions.why_not_edit(posting, actor):
        refuse(refusal)
    return posting


def _read(kind: str, body: str) -> tuple[Block, ...]:
    """An editor's markup as blocks of the contract."""
    if kind not in SECTION_KINDS:
        raise TextInvalid(f"“{kind}” is no section of a posting.", "section_unknown")
    if len(body) > settings.POSTWRIGHT_MAX_SOURCE_BYTES:
        raise TextInvalid("This section is too long.", "too_large")
    try:
        return tuple(read_body(body))
    except NormalizerError as refusal:
        raise TextInvalid(refusal.sentence, refusal.code) from refusal


@transaction.atomic
def _save(
    posting_id: int, base_number: int, blocks: Mapping[str, tuple[Block, ...]], actor: User | None, note: str
) -> Revision:
    posting = _lock_editable(posting_id, actor)
    revising.require_current(posting, base_number)
    head = revising.sections_of(posting.head)
    bodies = {kind: render_body(pieces) for kind, pieces in blocks.items()}
    changed = {kind for kind, html in bodies.items() if html != (head[kind].html if kind in head else "")}
    if not changed and posting.head is not None:
        return posting.head
    kept = {kind: section for kind, section in head.items() if kind not in changed}
    texts = {kind: _text(blocks[kind], head.get(kind), actor) for kind in changed if bodies[kind]}
    if not kept and not texts:
        raise TextInvalid("A posting needs at least one section with text.", "no_sections")
    language = posting.head.language if posting.head else ""
    _require_contract({kind: section.html for kind, section in kept.items()} | {k: t.html for k, t in texts.items()})
    making = Making(RevisionOrigin.EDITOR, actor, language=language, note=note)
    revision = revising.add_revision(posting=posting, base_number=base_number, kept=kept, texts=texts, making=making)
    _note("revision.saved", posting, actor, {"number": revision.number, "sections": sorted(changed)})
    return revision


def _require_contract(bodies: Mapping[str, str]) -> None:
    sections = [Section(kind, read_body(bodies[kind])) for kind in SECTION_ORDER if kind in bodies]
    try:
        verify.check_fragment(render_fragment(sections))
    except NormalizerError as refusal:
        raise TextInvalid(refusal.sentence, refusal.code) from refusal


def _text(blocks: Iterable[Block], before: StoredSection | None, actor: User | None) -> SectionText:
    """A section's new text; pieces that stood in it before keep their origin, the others are the actor's."""
    blocks = tuple(blocks)
    known = _known_pieces(before)
    pieces: list[dict[str, Any]] = []
    for html in _elements(blocks):
        new = {"html": html, "block": None, "written_by": actor.pk if actor else None}
        pieces.extend(known[html].pop(0) if known[html] else [new])
    return SectionText(render_body(blocks), pieces)


def _known_pieces(before: StoredSection | None) -> defaultdict[str, list[list[dict[str, Any]]]]:
    """The pieces of each paragraph, item or row that a section had, by its HTML."""
    known: defaultdict[str, list[list[dict[str, Any]]]] = defaultdict(list)
    if before is not None:
        elements = _elements(read_body(before.html))
        for html, pieces in zip(elements, by_element(elements, before.blocks), strict=True):
            if pieces:
                known[html].append([dict(piece) for piece in pieces])
    return known


def _elements(blocks: Iterable[Block]) -> list[str]:
    return [html for html in (render_body((block,)) for block in blocks) if html]


def _note(action: str, posting: Posting, actor: User | None, details: dict[str, Any]) -> None:
    journal.note(action, cause=uuid.uuid4(), actor=actor, posting=posting, details=details)
