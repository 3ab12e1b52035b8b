"""A site with many live postings of about six kilobytes, one of them published by the services themselves."""

from __future__ import annotations

import json
from pathlib import Path

from django.contrib.auth.models import User

from postings.models import CareerSite, Posting
from postings.services import intake, keys, normalizing, publishing
from tests.feeds.many import show_many

SITE = "bench"
ORIGIN = "https://jobs.example"
FACTS = {
    "title": "Registered Nurse",
    "company": "Tidewater Community Hospital",
    "locations": ["Port Selwyn"],
    "employment_types": ["full_time"],
    "pay": {"min": 38.5, "max": 46, "currency": "USD", "unit": "hour"},
}


def seed(count: int, folder: Path) -> None:
    """Fill the database; writes the key and the fragment into `folder` for those who measure."""
    site = CareerSite.objects.create(slug=SITE, name="Bench", allowed_origins=[ORIGIN])
    actor = User.objects.create_superuser("bench")
    received = intake.receive_source(
        site=site, data=_source(), origin="command", media_type="text/html", facts=FACTS, actor=actor
    )
    normalizing.perform_run(run_id=received.run.pk)
    posting = Posting.objects.get(pk=received.posting.pk)
    shown = publishing.publish(posting_id=posting.pk, site_id=site.pk, actor=actor)
    show_many(site, count - 1, like=shown)
    key = keys.issue_key(site=site, scope="read", name="bench")[1]
    (folder / "key").write_text(key)
    (folder / "fragment").write_text(shown.fragment)
    print(json.dumps({"postings": count, "fragment": len(shown.fragment), "payload": len(shown.payload)}))


def _source() -> bytes:
    items = [f"Care for patient group {number} with attention to detail and to families" for number in range(34)]
    needs = [f"At least {number} years of experience on ward {number} of a hospital" for number in range(2, 30)]
    listed = ["".join(f"<li>{item}.</li>" for item in group) for group in (items, needs)]
    return f"<h2>Responsibilities</h2><ul>{listed[0]}</ul><h2>Requirements</h2><ul>{listed[1]}</ul>".encode()
