"""Storing what a run found: the machine's text becomes head by itself only while the head is machine-made.

Beside a person's text the new result is taken section by section: what the person did not touch follows the source,
what the person did touch waits as a proposal (`proposing`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from postings.models import NormalizationRun, Posting, RevisionOrigin, RunOutcome, RunState, Section
from postings.normalizer.facts import to_json
from postings.normalizer.model import Block, Normalized
from postings.normalizer.render import render_body
from postings.services import journal, naming, proposing, revising, searching, warning_counts
from postings.services.provenance import Origin
from postings.services.revising import Making, SectionText
from postings.services.wording import make_storable


def held(run: NormalizationRun) -> QuerySet[NormalizationRun]:
    """The run's row while this claim on it still holds; empty once it was lost, taken over or finished."""
    claim = {"state": RunState.RUNNING, "attempts": run.attempts, "started_at": run.started_at}
    return NormalizationRun.objects.filter(pk=run.pk, **claim)


@transaction.atomic
def store(run: NormalizationRun, result: Normalized) -> None:
    """Finish a claimed run with its result and move the head where the machine may; a lost claim writes nothing."""
    posting = revising.lock_posting(run.source.posting_id)
    texts = {section.kind.value: _section_text(section.blocks, run) for section in result.sections}
    head = revising.sections_of(posting.head)
    former = _former_run(posting, run)
    outcome = _outcome(posting, run, {kind: text.html for kind, text in texts.items()}, head)
    if not _finish(run, result, outcome):
        return
    if outcome == RunOutcome.REVISION:
        _advance(posting, run, result, texts, head)
    elif outcome == RunOutcome.PROPOSAL:
        outcome = proposing.take_result(posting, run, former, texts)
        NormalizationRun.objects.filter(pk=run.pk).update(outcome=outcome)
    warning_counts.refresh(posting)
    details = {"run": str(run.public_id), "outcome": outcome, "head": posting.head_number}
    journal.note("run.succeeded", cause=run.source.public_id, posting=posting, details=details)


def _section_text(blocks: Iterable[Block], run: NormalizationRun) -> SectionText:
    blocks = tuple(blocks)
    pieces = [(render_body((block,)), Origin(block=block.id, run=run.pk)) for block in blocks]
    return SectionText(render_body(blocks), [origin.to_json(html) for html, origin in pieces if html])


def _others(posting: Posting, run: NormalizationRun) -> QuerySet[NormalizationRun]:
    done = NormalizationRun.objects.filter(source__posting=posting, state=RunState.SUCCEEDED)
    return done.exclude(pk=run.pk)


def _former_run(posting: Posting, run: NormalizationRun) -> NormalizationRun | None:
    """The newest result before this one that was looked at."""
    looked_at = _others(posting, run).exclude(outcome=RunOutcome.SUPERSEDED)
    return looked_at.order_by("-source_id", "-id").first()


def _outcome(
    posting: Posting, run: NormalizationRun, bodies: Mapping[str, str], head: Mapping[str, Section]
) -> RunOutcome:
    newer = Q(source_id__gt=run.source_id) | Q(source_id=run.source_id, pk__gt=run.pk)
    if _others(posting, run).filter(newer).exists():
        return RunOutcome.SUPERSEDED
    if posting.head_is_machine_made:
        same = bodies == {kind: section.html for kind, section in head.items()}
        return RunOutcome.UNCHANGED if same else RunOutcome.REVISION
    return RunOutcome.PROPOSAL


def _finish(run: NormalizationRun, result: Normalized, outcome: RunOutcome) -> int:
    found: dict[str, Any] = {
        "language": result.language,
        "ledger": make_storable([entry.to_json() for entry in result.ledger]),
        "warnings": make_storable([asdict(warning) for warning in result.warnings]),
        "warning_count": len(result.warnings),
        "facts": make_storable(to_json(result.facts.facts)),
        "fragment": result.fragment,
    }
    return held(run).update(state=RunState.SUCCEEDED, outcome=outcome, finished_at=timezone.now(), **found)


def _advance(
    posting: Posting,
    run: NormalizationRun,
    result: Normalized,
    texts: Mapping[str, SectionText],
    head: Mapping[str, Section],
) -> None:
    is_first = posting.head_number == 0
    kept = {kind: head[kind] for kind in texts if kind in head and head[kind].html == texts[kind].html}
    revising.add_revision(
        posting=posting,
        base_number=posting.head_number,
        kept=kept,
        texts={kind: text for kind, text in texts.items() if kind not in kept},
        making=Making(RevisionOrigin.NORMALIZER, run=run, language=result.language),
    )
    found = result.facts.facts
    title = found.title or naming.left_out_title(result.ledger, found.company)
    naming.take_found_names(posting, title, found.company)
    posting.save(update_fields=["title", "title_origin", "company"])
    searching.refresh(posting)
    if is_first:
        naming.improve_slug(posting)
