"""The demonstration: sites, people, a key that is written in the README, and postings through the real pipeline."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import Group, User

from postings.models import CareerSite, KeyScope, NormalizationRun, Posting, SiteKey, SourceOrigin
from postings.services import intake, publishing

FOLDER = Path(__file__).resolve().parent.parent / "demonstration"
# Everybody can read it here, so it opens nothing but what serves this machine alone; see is_only_local().
WRITE_KEY = "pw_write_demo0000_onlyForTheDemonstrationOnThisMachine0"
GROUPS = {"editor": "Editor", "publisher": "Publisher"}
ADMIN = "admin"
_LOOPBACK = {"localhost", "127.0.0.1", "::1"}


@dataclass(frozen=True, slots=True)
class Sent:
    """A demonstration posting on its way: what the manifest says of it, and its run."""

    file: str
    publish: bool
    posting: Posting
    run_id: int


def is_only_local() -> bool:
    """Whether the product is served to this machine alone, so that a key and passwords may be known to all."""
    return settings.DEBUG or urlsplit(settings.POSTWRIGHT_PUBLIC_BASE_URL).hostname in _LOOPBACK


def read_manifest() -> dict[str, Any]:
    manifest: dict[str, Any] = json.loads((FOLDER / "manifest.json").read_text("utf-8"))
    return manifest


def make_sites(manifest: dict[str, Any]) -> dict[str, CareerSite]:
    """The sites by slug; one that is there stays as it is.  The first one is read and written by the known key."""
    sites = {}
    for entry in manifest["sites"]:
        defaults = {"name": entry["name"], "language": entry["language"]}
        sites[entry["slug"]], _ = CareerSite.objects.get_or_create(slug=entry["slug"], defaults=defaults)
    digest = hashlib.sha256(WRITE_KEY.encode()).hexdigest()
    first = next(iter(sites.values()))
    named = {"site": first, "name": "Demonstration", "scope": KeyScope.WRITE, "prefix": WRITE_KEY.split("_")[2]}
    SiteKey.objects.get_or_create(digest=digest, defaults=named)
    return sites


def make_people(password: str) -> User:
    """An administrator, an editor and a publisher, and of them the publisher.

    Beside people of one's own they get no password: everybody knows it.
    """
    strangers = User.objects.exclude(username__in=[ADMIN, *GROUPS]).exists()
    for name, group in GROUPS.items():
        person, is_new = User.objects.get_or_create(username=name, defaults={"is_staff": True})
        if is_new:
            person.groups.add(Group.objects.get(name=group))
            _give_password(person, "" if strangers else password)
    if not strangers and not User.objects.filter(username=ADMIN).exists():
        User.objects.create_superuser(ADMIN, password=password)
    return User.objects.get(username="publisher")


def send(manifest: dict[str, Any], sites: dict[str, CareerSite]) -> Iterator[Sent]:
    """Receive each source; one that is there already is found again by its reference and its bytes."""
    for entry in manifest["postings"]:
        path = FOLDER / "sources" / entry["file"]
        received = intake.receive_source(
            site=sites[entry["site"]],
            data=path.read_bytes(),
            origin=SourceOrigin.COMMAND,
            name=path.name,
            facts=entry["facts"],
            reference=f"demonstration:{path.stem}",
        )
        yield Sent(entry["file"], entry["publish"], received.posting, received.run.pk)


def runs_of(sent: list[Sent]) -> dict[int, NormalizationRun]:
    """The runs as they are now, by id, without what they found."""
    wanted = NormalizationRun.objects.filter(pk__in=[one.run_id for one in sent])
    return {run.pk: run for run in wanted.only("state", "failure_sentence")}


def publish(one: Sent, publisher: User) -> bool:
    """Publish a posting that was never shown; one that somebody took down stays down."""
    if one.posting.publications.exists():
        return False
    publishing.publish(posting_id=one.posting.pk, site_id=one.posting.site_id, actor=publisher)
    return True


def _give_password(person: User, password: str) -> None:
    if password:
        person.set_password(password)
    else:
        person.set_unusable_password()
    person.save(update_fields=["password"])
