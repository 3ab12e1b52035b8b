"""Many postings of made-up text, written as the services would leave them, but by the thousand.

The same number gives the same postings.  Four sites: one with 1, one with 10, one with 50, and the rest on a fourth,
so that what a page costs can be seen to grow with nothing but the rows it shows.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from html import escape
from itertools import islice
from typing import Any

from django.db import transaction
from django.utils import timezone

from postings.models import (
    CareerSite,
    NormalizationRun,
    Posting,
    Revision,
    RevisionOrigin,
    RevisionSection,
    RunOutcome,
    RunState,
    Section,
    Source,
    TitleOrigin,
)
from postings.normalizer import NORMALIZER_VERSION
from postings.services.searching import words_of

SITE, SIZES = "bench", (1, 10, 50)
BATCH = 500

_JOBS = "Baker Carpenter Cook Dispatcher Electrician Florist Gardener Glazier Nurse Painter Pilot Tailor Teacher Welder"
_WHERE = "Aalst Bergen Cádiz Delft Exeter Faro Ghent Hull Izola Jena Kyoto Lille Malmö Namur Odense Porto Riga Siena"
_DOES = "check clean count deliver draw explain fetch grind label mix order pack plan prepare repair sort test weigh"
_THINGS = "benches boats carts clocks doors engines fields floors gates lamps orders parcels pumps rails samples tools"
_HOW = "alone at night by hand carefully daily in pairs in season on site outdoors quickly twice a week with guests"
_KINDS = {"about-the-role": 3, "responsibilities": 8, "requirements": 6, "benefits": 4, "pay": 1, "schedule": 1}


@dataclass(frozen=True, slots=True)
class Draft:
    """One posting's made-up text: lines by section, and what was left out."""

    title: str
    company: str
    lines: dict[str, list[str]]
    left_out: list[str]

    @property
    def source(self) -> bytes:
        texts = [self.title, *(line for lines in self.lines.values() for line in lines), *self.left_out]
        return "\n\n".join(texts).encode()

    def bodies(self) -> dict[str, str]:
        return {
            kind: _list(lines) if len(lines) > 1 else f"<p>{escape(lines[0])}</p>" for kind, lines in self.lines.items()
        }


def make_postings(count: int) -> Iterator[int]:
    """Write postings until there are `count` of them on the four sites; yields how many are there after each batch."""
    sites = [_site(f"{SITE}-{size}", f"Bench of {size}") for size in SIZES] + [_site(SITE, "Bench")]
    done = Posting.objects.filter(site__in=sites).count()
    numbers = iter(range(done, count))
    while batch := list(islice(numbers, BATCH)):
        _write([(number, _site_of(number, sites), draft(number)) for number in batch])
        yield batch[-1] + 1


def draft(number: int) -> Draft:
    """The text of one posting."""
    chance = random.Random(number)
    job, place = chance.choice(_JOBS.split()), chance.choice(_WHERE.split())
    lines = {
        kind: [_line(chance) for _ in range(many)] for kind, many in _KINDS.items() if many > 1 or chance.random() < 0.8
    }
    if "pay" in lines:
        lines["pay"] = [f"{chance.randint(14, 60)} EUR an hour, paid in {place}"]
    left_out = [f"Share the job of {job}", f"Number {number}", "Apply before the month is over"]
    return Draft(f"{job} in {place}", f"{place} {chance.choice(_THINGS.split())} works", lines, left_out)


def _line(chance: random.Random) -> str:
    words = [chance.choice(names.split()) for names in (_DOES, _THINGS, _HOW, _DOES, _THINGS)]
    line = f"{words[0]} {words[1]} {words[2]} and {words[3]} {chance.randint(2, 900)} {words[4]}"
    return line[0].upper() + line[1:]


def _list(lines: list[str]) -> str:
    return "<ul>\n" + "\n".join(f"<li>{escape(line)}</li>" for line in lines) + "\n</ul>"


def _site(slug: str, name: str) -> CareerSite:
    return CareerSite.objects.get_or_create(slug=slug, defaults={"name": name, "is_public": False})[0]


def _site_of(number: int, sites: list[CareerSite]) -> CareerSite:
    last = 0
    for size, site in zip(SIZES, sites, strict=False):
        last += size
        if number < last:
            return site
    return sites[-1]


@transaction.atomic
def _write(batch: list[tuple[int, CareerSite, Draft]]) -> None:
    now = timezone.now()
    postings = Posting.objects.bulk_create(_posting(number, site, text, now) for number, site, text in batch)
    texts = [text for *_, text in batch]
    sources = Source.objects.bulk_create(map(_source, postings, texts))
    runs = NormalizationRun.objects.bulk_create(map(_run, sources, texts))
    revisions = Revision.objects.bulk_create(map(_revision, postings, runs))
    sections = Section.objects.bulk_create(
        section
        for posting, run, text in zip(postings, runs, texts, strict=True)
        for section in _sections(posting, run, text)
    )
    head = {revision.posting_id: revision for revision in revisions}
    RevisionSection.objects.bulk_create(
        RevisionSection(revision=head[section.posting_id], section=section, kind=section.kind) for section in sections
    )
    for posting, run in zip(postings, runs, strict=True):
        posting.head, posting.head_number, posting.warning_count = head[posting.pk], 1, run.warning_count
    Posting.objects.bulk_update(postings, ["head", "head_number", "warning_count"])


def _posting(number: int, site: CareerSite, text: Draft, now: datetime) -> Posting:
    moment = now - timedelta(minutes=number)
    posting = Posting(site=site, slug=f"bench-{number}", reference=f"bench-{number}", title=text.title)
    posting.company, posting.title_origin = text.company, TitleOrigin.FOUND
    posting.created_at = posting.changed_at = moment
    posting.search_text = words_of(posting, text.bodies().values())
    return posting


def _source(posting: Posting, text: Draft) -> Source:
    data = text.source
    digest = hashlib.sha256(data).hexdigest()
    return Source(
        posting=posting, received_at=posting.created_at, origin="command", data=data, size=len(data), digest=digest
    )


def _run(source: Source, text: Draft) -> NormalizationRun:
    at = {"queued_at": source.received_at, "started_at": source.received_at, "finished_at": source.received_at}
    doubts = source.pk % 4
    return NormalizationRun(
        source=source,
        normalizer_version=NORMALIZER_VERSION,
        state=RunState.SUCCEEDED,
        outcome=RunOutcome.REVISION,
        language="en",
        ledger=list(_ledger(text)),
        warnings=[{"code": "bench", "sentence": "Look at this.", "blocks": [str(n)]} for n in range(1, doubts + 1)],
        warning_count=doubts,
        fragment="\n".join(
            f'<section data-section="{k}">\n<h2>{k}</h2>\n{b}\n</section>' for k, b in text.bodies().items()
        ),
        **at,
    )


def _ledger(text: Draft) -> Iterator[dict[str, Any]]:
    """Blocks are numbered from 1 in the order of the source; block 0 is the title."""
    number = 0
    common = {"path": "page", "rule": "bench", "confidence": 0.9}
    yield {"block": "0", "kind": "heading", "text": text.title, "reason": "title", **common}
    for kind, lines in text.lines.items():
        for position, line in enumerate(lines):
            number += 1
            yield {"block": str(number), "kind": "item", "text": line, "section": kind, "position": position, **common}
    for line in text.left_out:
        number += 1
        yield {"block": str(number), "kind": "paragraph", "text": line, "reason": "metadata", **common}


def _revision(posting: Posting, run: NormalizationRun) -> Revision:
    made = {"origin": RevisionOrigin.NORMALIZER, "run": run, "language": "en", "created_at": posting.created_at}
    return Revision(posting=posting, number=1, **made)


def _sections(posting: Posting, run: NormalizationRun, text: Draft) -> Iterator[Section]:
    number = 0
    for kind, body in text.bodies().items():
        pieces = []
        for line in text.lines[kind]:
            number += 1
            html = _list([line]) if len(text.lines[kind]) > 1 else f"<p>{escape(line)}</p>"
            nobody = {"written_by": None, "edited_by": None}
            pieces.append({"html": html, "block": str(number), "run": run.pk, **nobody})
        yield Section(posting=posting, kind=kind, version=1, html=body, blocks=pieces, created_at=posting.created_at)
