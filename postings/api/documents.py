"""Runs as the API shows them.  The shapes are documented in shapes.py, and a test holds the two together."""

from __future__ import annotations

from collections import Counter
from typing import Any

from postings import conditions
from postings.api import links
from postings.models import NormalizationRun, Publication


def run(run: NormalizationRun, live: Publication | None) -> dict[str, Any]:
    """A run for the one who sent its source; `live` is what the site shows of the posting now."""
    return {
        "id": str(run.public_id),
        "url": links.absolute("api:run", public_id=run.public_id),
        "state": run.state,
        "outcome": run.outcome or None,
        "failure": {"code": run.failure_code, "sentence": run.failure_sentence} if run.failure_code else None,
        "queued_at": run.queued_at,
        "started_at": run.started_at,
        "finished_at": run.finished_at,
        "attempts": run.attempts,
        "normalizer_version": run.normalizer_version,
        "language": run.language,
        "facts": run.facts,
        "warnings": run.warnings,
        "ledger": ledger(run.ledger),
        "source": {"id": str(run.source.public_id), "sha256": run.source.digest, "bytes": run.source.size},
        "posting": _posting(run, live),
    }


def ledger(entries: list[dict[str, Any]]) -> dict[str, Any]:
    """Where the source's pieces went, counted: by section, and by the reason they were left out."""
    placed = Counter(entry["section"] for entry in entries if "section" in entry)
    dropped = Counter(entry["reason"] for entry in entries if "reason" in entry)
    return {
        "placed": placed.total(),
        "dropped": dropped.total(),
        "sections": dict(placed),
        "reasons": dict(dropped),
    }


def _posting(run: NormalizationRun, live: Publication | None) -> dict[str, Any]:
    posting = run.source.posting
    refusal = conditions.why_not_show(posting)
    return {
        "slug": posting.slug,
        "title": posting.title,
        "reference": posting.reference,
        "is_live": live is not None,
        "refusal": {"code": refusal.code, "sentence": refusal.sentence} if refusal else None,
        **(_links(posting.site.slug, live) if live else dict.fromkeys(_LINKS)),
    }


def _links(site: str, live: Publication) -> dict[str, str]:
    found = links.of_posting(site, live.slug, live.public_id)
    return {name: found[name] for name in _LINKS}


_LINKS = ("url", "fragment_url", "page_url")
