"""Taking in a source: looked at first, then kept byte for byte with its posting and a queued run, or refused whole."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from postings import conditions
from postings.models import CareerSite, NormalizationRun, Posting, SiteKey, Source, SourceOrigin, TitleOrigin
from postings.services import facts as stated_facts
from postings.services import journal, naming, normalizing, revising, searching
from postings.services.errors import Conflict, NotAllowed, SourceInvalid, refuse
from postings.services.looking import require_text
from postings.services.wording import clean_line, require_storable

REFERENCE_LENGTH_MAX = 200
ADDRESS_LENGTH_MAX = 2000
NAME_LENGTH_MAX = 255
MEDIA_TYPE_LENGTH_MAX = 120
SLUG_ATTEMPTS = 5


@dataclass(frozen=True, slots=True)
class Intake:
    """What came of receiving a source; `is_new` is False where the same source was there already."""

    posting: Posting
    source: Source
    run: NormalizationRun
    is_new: bool


@dataclass(frozen=True, slots=True)
class Sender:
    """Who sends: a person, a key, or with neither the system itself."""

    actor: User | None
    key: SiteKey | None


def receive_source(
    *,
    site: CareerSite,
    data: bytes,
    origin: str,
    actor: User | None = None,
    key: SiteKey | None = None,
    media_type: str = "",
    name: str = "",
    address: str = "",
    facts: Mapping[str, Any] | None = None,
    reference: str = "",
    title: str = "",
    posting: Posting | None = None,
) -> Intake:
    """Keep a source, with a new posting, the one of its `reference` or `posting` itself, and queue its normalization.

    The bytes and facts that a reference had last give what is there, not a second source.  Raises NotAllowed, or
    SourceInvalid (empty, too_large, not_text, unstorable_text, facts_invalid, address_invalid, reference_invalid,
    origin_unknown); then nothing was written.
    """
    _require_right(site, origin, actor, key)
    known = stated_facts.read_facts(facts or {})
    if title:
        known |= stated_facts.read_facts({"title": title})
    source = Source(
        data=require_text(data),
        size=len(data),
        digest=hashlib.sha256(data).hexdigest(),
        origin=origin,
        media_type=clean_line(require_storable(media_type, "media type"), MEDIA_TYPE_LENGTH_MAX),
        name=clean_line(name.encode("utf-8", "replace").decode(), NAME_LENGTH_MAX),
        address=_address(address),
        facts=known,
        received_by=actor,
        received_key=key,
    )
    if posting is not None and posting.site_id != site.pk:
        raise SourceInvalid(f"“{posting.title}” belongs to another site.", "site_mismatch")
    return _keep(site, source, _reference(reference), Sender(actor, key), posting)


def _require_right(site: CareerSite, origin: str, actor: User | None, key: SiteKey | None) -> None:
    if key is not None:
        refusal = conditions.why_not_send_source(key, site)
    elif actor is None and origin == SourceOrigin.COMMAND:
        refusal = None
    else:
        refusal = conditions.why_not_add_source(actor, site)
    if refusal:
        refuse(refusal, NotAllowed)
    if origin not in SourceOrigin.values:
        raise SourceInvalid(f"“{origin}” is no way a source can come in.", "origin_unknown")


@transaction.atomic
def _keep(site: CareerSite, source: Source, reference: str, sender: Sender, known: Posting | None) -> Intake:
    posting = revising.lock_posting(known.pk) if known else _find_posting(site, reference)
    posting = posting or _new_posting(site, reference, source)
    last = posting.sources.newest_first().defer("data").first()
    if last is not None and (last.digest, last.facts) == (source.digest, source.facts):
        return Intake(posting, last, normalizing.queue_run(source=last, actor=sender.actor, key=sender.key), False)
    source.posting = posting
    source.received_at = timezone.now()
    source.save()
    _take_stated_names(posting, source.facts)
    details = {"source": str(source.public_id), "size": source.size, "origin": source.origin}
    cause = source.public_id
    journal.note("source.received", cause=cause, actor=sender.actor, key=sender.key, posting=posting, details=details)
    return Intake(posting, source, normalizing.queue_run(source=source, actor=sender.actor, key=sender.key), True)


def _find_posting(site: CareerSite, reference: str) -> Posting | None:
    """The posting a sender means, locked: what comes in for one reference comes in one after the other."""
    if not reference:
        return None
    return Posting.objects.select_for_update(no_key=True).filter(site=site, reference=reference).first()


def _new_posting(site: CareerSite, reference: str, source: Source) -> Posting:
    title = source.facts.get("title") or naming.placeholder_title(source.name)
    origin = TitleOrigin.SENDER if source.facts.get("title") else TitleOrigin.PLACEHOLDER
    for attempt in range(SLUG_ATTEMPTS):
        now, hurried = timezone.now(), attempt > 1
        posting = Posting(site=site, reference=reference, title=title, title_origin=origin, created_at=now)
        posting.changed_at = now
        posting.slug = naming.odd_slug(title) if hurried else naming.free_slug(site, title)
        try:
            with transaction.atomic():
                posting.save()
            return posting
        except IntegrityError:  # Somebody took the slug, or sent the same reference, in this moment.
            if existing := _find_posting(site, reference):
                return existing
    raise Conflict("Many postings of this name come in at once. Send this one again.", "slug_taken")


def _take_stated_names(posting: Posting, facts: Mapping[str, Any]) -> None:
    """What a sender calls a posting stands above what the machine found and below what an editor wrote."""
    if posting.title_origin == TitleOrigin.EDITOR:
        return
    if title := facts.get("title"):
        posting.title, posting.title_origin = title, TitleOrigin.SENDER
    posting.company = facts.get("company") or posting.company
    posting.changed_at = timezone.now()
    posting.save(update_fields=["title", "title_origin", "company", "changed_at"])
    searching.refresh(posting)


def _reference(reference: str) -> str:
    line = clean_line(require_storable(reference, "reference"), REFERENCE_LENGTH_MAX + 1)
    if len(line) > REFERENCE_LENGTH_MAX:
        sentence = f"The reference has more than {REFERENCE_LENGTH_MAX} characters."
        raise SourceInvalid(sentence, "reference_invalid")
    return line


def _address(address: str) -> str:
    line = require_storable(address, "address").strip()
    is_web = line.startswith(("http://", "https://")) and not any(char.isspace() for char in line)
    if line and (not is_web or len(line) > ADDRESS_LENGTH_MAX):
        raise SourceInvalid("The source's address is not a web address (http or https).", "address_invalid")
    return line
