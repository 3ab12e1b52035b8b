"""A new source, or a newer normalizer, beside a person's text: taken section by section, never over the person.

Three texts of each section decide: the machine's before (`base`), the person's (`mine`), the machine's now (`theirs`).
Where the machine says what it said, nothing happens; where the person touched nothing, the section follows by itself;
else it waits until the person takes the new text, keeps the own one or merges both.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from postings.models import (
    NormalizationRun,
    Posting,
    Proposal,
    ProposalStatus,
    Revision,
    RevisionAction,
    RevisionOrigin,
    RunOutcome,
    Section,
)
from postings.models.revision import SECTION_KINDS
from postings.normalizer.render import read_fragment, render_body
from postings.services import drafting, editing, journal, provenance, revising, warning_counts
from postings.services.errors import Conflict, NotFound, ServiceError, TextInvalid
from postings.services.revising import Making, SectionText


@transaction.atomic
def accept_section(*, proposal_id: int, base_number: int, actor: User | None) -> Revision:
    """The head with the new source's text of the proposal's section.

    Raises NotFound, NotAllowed, StaleRevision, Conflict (proposal_decided), TextInvalid (no_sections).
    """
    posting, proposal = _open(proposal_id, actor)
    revising.require_current(posting, base_number)
    sections = revising.sections_of(posting.head)
    sections.pop(proposal.kind, None)
    if proposal.theirs is not None:
        sections[proposal.kind] = proposal.theirs
    if not sections:
        raise TextInvalid("A posting needs at least one section with text.", "no_sections")
    _decide(proposal, ProposalStatus.ACCEPTED, actor)
    note = f"Took the new source's {editing.section_title(proposal.kind)}"
    making = _making(posting, proposal.run, actor, RevisionAction.PROPOSAL_ACCEPTED, note)
    revision = revising.add_revision(posting=posting, base_number=base_number, kept=sections, texts={}, making=making)
    drafting.advance(posting, actor, base_number, touched={proposal.kind})
    _settle(proposal.run)
    _note("proposal.accepted", posting, actor, proposal, revision.number)
    return revision


@transaction.atomic
def keep_section(*, proposal_id: int, actor: User | None) -> Proposal:
    """Keep the own text; the same new text is not proposed again.  Raises NotFound, NotAllowed, Conflict."""
    posting, proposal = _open(proposal_id, actor)
    _decide(proposal, ProposalStatus.KEPT, actor)
    _note("proposal.kept", posting, actor, proposal, posting.head_number)
    return proposal


def merge_section(*, proposal_id: int, base_number: int, body: str, actor: User | None) -> Revision:
    """The head with a text of the section that an editor made from both.

    Raises NotFound, NotAllowed, StaleRevision, Conflict, TextInvalid; then the text is the actor's draft.
    """
    proposal = Proposal.objects.filter(pk=proposal_id).first()
    if proposal is None:
        raise NotFound("This proposal does not exist.")
    try:
        return _merge(proposal_id, base_number, editing.canonical(proposal.kind, body), actor)
    except ServiceError:
        drafting.keep_refused(proposal.posting_id, base_number, {proposal.kind: body}, actor, "")
        raise


@transaction.atomic
def decline_all(*, posting_id: int, actor: User | None) -> int:
    """Keep the own text of every section that waits; how many those were.  Raises NotFound, NotAllowed."""
    posting = editing.lock_editable(posting_id, actor)
    waiting = list(Proposal.objects.open().filter(posting=posting))
    for proposal in waiting:
        _decide(proposal, ProposalStatus.KEPT, actor)
        _note("proposal.kept", posting, actor, proposal, posting.head_number)
    return len(waiting)


def take_result(
    posting: Posting, run: NormalizationRun, former: NormalizationRun | None, texts: Mapping[str, SectionText]
) -> RunOutcome:
    """Bring a run's result beside a person's text, inside the caller's transaction and lock; what came of it.

    `former` is the run whose result was looked at before.
    """
    head = revising.sections_of(posting.head)
    base = _base(posting, former)
    changed = [kind for kind in SECTION_KINDS if _html(texts.get(kind)) != base.get(kind, "")]
    for stale in Proposal.objects.open().filter(posting=posting):
        _decide(stale, ProposalStatus.SUPERSEDED, None)
    follow = [kind for kind in changed if base.get(kind, "") == _html(head.get(kind))]
    differ = [kind for kind in changed if kind not in follow and _html(texts.get(kind)) != _html(head.get(kind))]
    if follow and not _follow(posting, run, follow, texts, head):
        differ, follow = [*differ, *follow], []
    for kind in differ:
        _propose(posting, run, kind, base.get(kind, ""), texts.get(kind))
    if differ:
        details = {"run": str(run.public_id), "head": posting.head_number, "sections": differ}
        journal.note("posting.source_changed", cause=run.source.public_id, posting=posting, details=details)
        return RunOutcome.PROPOSAL
    return RunOutcome.REVISION if follow else RunOutcome.UNCHANGED


def _base(posting: Posting, former: NormalizationRun | None) -> dict[str, str]:
    """The machine's sections as the person's text knows them: the former result, and what waited before it."""
    sections = read_fragment(former.fragment) if former else ()
    base = {section.kind.value: render_body(section.blocks) for section in sections}
    for proposal in Proposal.objects.open().filter(posting=posting).select_related("base"):
        base[proposal.kind] = _html(proposal.base)
    return base


def _follow(
    posting: Posting,
    run: NormalizationRun,
    kinds: list[str],
    texts: Mapping[str, SectionText],
    head: Mapping[str, Section],
) -> Revision | None:
    """Let untouched sections follow the source; None where that would leave the posting without any."""
    kept = {kind: section for kind, section in head.items() if kind not in kinds}
    new = {kind: texts[kind] for kind in kinds if kind in texts}
    if not kept and not new:
        return None
    note = "Follows the source: " + ", ".join(editing.section_title(kind) for kind in kinds)
    making = _making(posting, run, None, RevisionAction.SOURCE_ADVANCED, note)
    base = posting.head_number
    revision = revising.add_revision(posting=posting, base_number=base, kept=kept, texts=new, making=making)
    details = {"run": str(run.public_id), "number": revision.number, "sections": kinds}
    journal.note("revision.advanced", cause=run.source.public_id, posting=posting, details=details)
    return revision


def _propose(posting: Posting, run: NormalizationRun, kind: str, base: str, theirs: SectionText | None) -> None:
    stored = (
        Section.objects.filter(posting=posting, kind=kind, html=base).order_by("-version").first() if base else None
    )
    if base and stored is None:
        stored = revising.write_section(posting, kind, SectionText(base, []))
    new = revising.write_section(posting, kind, theirs) if theirs is not None else None
    Proposal.objects.create(posting=posting, run=run, kind=kind, base=stored, theirs=new, created_at=timezone.now())


def _open(proposal_id: int, actor: User | None) -> tuple[Posting, Proposal]:
    """The posting, locked, and its proposal, which waits."""
    known = Proposal.objects.filter(pk=proposal_id).values_list("posting", flat=True).first()
    if known is None:
        raise NotFound("This proposal does not exist.")
    posting = editing.lock_editable(known, actor)
    proposal = Proposal.objects.select_related("run", "base", "theirs").get(pk=proposal_id)
    if proposal.status != ProposalStatus.OPEN:
        word = proposal.get_status_display().lower()
        raise Conflict(f"This was decided before: {word}.", "proposal_decided")
    return posting, proposal


@transaction.atomic
def _merge(proposal_id: int, base_number: int, body: str, actor: User | None) -> Revision:
    posting, proposal = _open(proposal_id, actor)
    revising.require_current(posting, base_number)
    assert posting.head is not None
    head, kind = revising.sections_of(posting.head), proposal.kind
    _decide(proposal, ProposalStatus.MERGED, actor)
    revision = posting.head
    if body != _html(head.get(kind)):
        texts = provenance.merged_text(kind, head.get(kind), proposal.theirs, body, actor)
        note = f"Merged {editing.section_title(kind)} with the new source's"
        making = _making(posting, proposal.run, actor, RevisionAction.PROPOSAL_MERGED, note)
        revision = editing.write(posting, texts, set() if body else {kind}, making)
    drafting.advance(posting, actor, base_number, saved={kind})
    _settle(proposal.run)
    _note("proposal.merged", posting, actor, proposal, revision.number)
    return revision


def _decide(proposal: Proposal, status: str, actor: User | None) -> None:
    """Close a proposal that is open."""
    changes: dict[str, Any] = {"status": status, "decided_by": actor, "decided_at": timezone.now()}
    if not Proposal.objects.open().filter(pk=proposal.pk).update(**changes):
        raise Conflict("This was decided in this moment by somebody else.", "proposal_decided")
    proposal.refresh_from_db(fields=list(changes))
    _settle(proposal.run)


def _settle(run: NormalizationRun) -> None:
    """A run of which nothing waits any more and something was taken explains the text from now on."""
    waits = Proposal.objects.open().filter(run=run).exists()
    if not waits and Revision.objects.filter(run=run).exists():
        NormalizationRun.objects.filter(pk=run.pk).update(outcome=RunOutcome.REVISION)
        warning_counts.refresh(run.source.posting)


def _making(posting: Posting, run: NormalizationRun, actor: User | None, action: str, note: str) -> Making:
    language = posting.head.language if posting.head else run.language
    return Making(RevisionOrigin.MERGE, actor, run=run, language=language, note=note, action=action)


def _html(text: Section | SectionText | None) -> str:
    return text.html if text is not None else ""


def _note(action: str, posting: Posting, actor: User | None, proposal: Proposal, number: int) -> None:
    details = {"section": proposal.kind, "run": str(proposal.run.public_id), "number": number}
    journal.note(action, cause=uuid.uuid4(), actor=actor, posting=posting, details=details)
