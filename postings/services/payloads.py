"""What the API says of a publication, written once as JSON text and served as it is.

Addresses are not in it: they depend on where the product is reached, and the door puts them in front.
"""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime
from typing import Any

from postings.models import Publication, Revision, RevisionOrigin, Section

FACTS_SHOWN_ELSEWHERE = ("title", "company", "language")


def summary(publication: Publication) -> str:
    """A posting in a list, as the text of a JSON object."""
    return _text(_summary(publication))


def detail(publication: Publication, revision: Revision) -> str:
    """A posting whole: the list's members, its text in sections and as one fragment, and where that comes from."""
    run = _run_behind(revision)
    body = _summary(publication) | {
        "revision": revision.number,
        "normalizer_version": run.normalizer_version if run else None,
        "provenance": {
            "origin": revision.origin,
            "received_at": moment(run.source.received_at) if run else None,
            "source_sha256": run.source.digest if run else None,
            "sections": [_provenance(section) for section in revision.ordered_sections()],
        },
        "sections": publication.sections,
        "fragment": publication.fragment,
        "structured_data": publication.structured_data or None,
    }
    return _text(body)


def moment(at: datetime | None) -> str | None:
    """A moment as the API writes it: ISO 8601 in UTC."""
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z") if at else None


def _summary(publication: Publication) -> dict[str, Any]:
    facts = {name: value for name, value in publication.facts.items() if name not in FACTS_SHOWN_ELSEWHERE}
    return {
        "id": str(publication.public_id),
        "posting_id": str(publication.posting_id),
        "slug": publication.slug,
        "title": publication.title,
        "company": publication.company,
        "language": publication.language,
        "facts": facts,
        "first_published_at": moment(publication.first_published_at or publication.published_at),
        "published_at": moment(publication.published_at),
    }


def _run_behind(revision: Revision) -> Any:
    """The run whose text the revision was made from: its own, or that of the newest machine's revision before it."""
    if revision.run is not None:
        return revision.run
    machine = Revision.objects.filter(
        posting=revision.posting_id, origin=RevisionOrigin.NORMALIZER, number__lte=revision.number
    )
    found = machine.select_related("run__source").order_by("-number").first()
    return found.run if found else None


def _provenance(section: Section) -> dict[str, Any]:
    counted = Counter(_writer(block) for block in section.blocks)
    return {"kind": section.kind, "from_source": counted["source"], "written": counted["person"]}


def _writer(block: dict[str, Any]) -> str:
    return "person" if block.get("written_by") is not None or block.get("block") is None else "source"


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
