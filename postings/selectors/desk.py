"""What the desk shows beside a posting's page: comparisons, conflicts, proposals, who else is here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.html import format_html

from postings.comparing import (
    Comparison,
    Merge,
    MergedSection,
    SectionComparison,
    compare,
    compare_texts,
    merge_texts,
    three_way,
)
from postings.models import (
    Draft,
    EditorMessage,
    Posting,
    Presence,
    Proposal,
    Review,
    Revision,
    RevisionSection,
    Section,
    SectionLock,
)
from postings.models.revision import SECTION_KINDS
from postings.normalizer.model import NormalizerError
from postings.normalizer.render import read_body, render_body

if TYPE_CHECKING:
    from django.contrib.auth.models import User

# As long as three questions of a page that asks every ten seconds.
HERE_FOR = timedelta(seconds=30)
# Stops at the next "<", so that no text makes it slow.
_TAG = re.compile(r"<[^<>]*>")
_ORDER = {kind: place for place, kind in enumerate(SECTION_KINDS)}


@dataclass(frozen=True, slots=True)
class ComparisonPage:
    """Two revisions of a posting and what became of the one in the other."""

    before: Revision
    after: Revision
    comparison: Comparison


@dataclass(frozen=True, slots=True)
class ConflictPage:
    """What somebody typed on `base` beside what others have saved since (`current`), brought together by `merge`."""

    posting: Posting
    base: Revision
    current: Revision
    mine: dict[str, str]
    merge: Merge


@dataclass(frozen=True, slots=True)
class ProposalView:
    """A section of a new source that waits: the machine's text before, the head's and the machine's now, and how the
    source and the person changed it."""

    proposal: Proposal
    kind: str
    base: str
    mine: str
    theirs: str
    source_change: SectionComparison
    my_change: SectionComparison
    merged: MergedSection


@dataclass(frozen=True, slots=True)
class SectionVersion:
    """One version of a section, and the revision that brought it."""

    section: Section
    revision: Revision


@dataclass(frozen=True, slots=True)
class DeskStatus:
    """What a page asks for every few seconds: has the text moved, who else is here, who holds what, who wrote to me."""

    head_number: int
    head_author: str
    head_at: datetime | None
    others: list[Presence]
    locks: list[SectionLock]
    messages: list[EditorMessage]


def bodies_of(revision: Revision | None) -> dict[str, str]:
    """A revision's text: kind to inner HTML."""
    if revision is None:
        return {}
    links = RevisionSection.objects.filter(revision=revision)
    return dict(links.values_list("kind", "section__html"))


def comparison(posting_id: int, from_number: int, to_number: int) -> ComparisonPage | None:
    """Two revisions compared, or None where one of them does not exist."""
    revisions = Revision.objects.filter(posting=posting_id, number__in=[from_number, to_number])
    found = {revision.number: revision for revision in revisions.select_related("author").with_sections()}
    if from_number not in found or to_number not in found:
        return None
    before, after = found[from_number], found[to_number]
    texts = [{one.kind: one.html for one in revision.ordered_sections()} for revision in (before, after)]
    return ComparisonPage(before, after, compare(*texts))


def conflict_page(
    posting_id: int, user: User, bodies: Mapping[str, str] | None = None, base_number: int | None = None
) -> ConflictPage | None:
    """A refused save beside the newest text, or None where there is nothing to bring together.

    Without `bodies` it is the user's draft.
    """
    posting = Posting.objects.select_related("site", "head__author").filter(pk=posting_id).first()
    if posting is None or posting.head is None:
        return None
    if bodies is None or base_number is None:
        draft = Draft.objects.filter(posting=posting, editor=user).first()
        if draft is None or not draft.bodies:
            return None
        bodies, base_number = draft.bodies, draft.base_number
    base = Revision.objects.filter(posting=posting, number=base_number).select_related("author").first()
    if base is None:
        return None
    old, current = bodies_of(base), bodies_of(posting.head)
    mine = {**old, **{kind: _cleaned(body) for kind, body in bodies.items()}}
    return ConflictPage(posting, base, posting.head, mine, three_way(old, mine, current))


def section_history(posting_id: int, kind: str) -> list[SectionVersion]:
    """The versions a section had, newest first, each with the revision that brought it (or brought it back)."""
    links = RevisionSection.objects.filter(revision__posting=posting_id, kind=kind)
    links = links.select_related("section", "revision__author").order_by("revision__number")
    versions: list[SectionVersion] = []
    for link in links:
        if not versions or versions[-1].section.pk != link.section_id:
            versions.append(SectionVersion(link.section, link.revision))
    return versions[::-1]


def open_proposals(posting: Posting) -> list[ProposalView]:
    """The sections of a new source that wait for a decision, in the contract's order."""
    waiting = Proposal.objects.open().filter(posting=posting).select_related("base", "theirs", "run__source")
    proposals = list(waiting.defer("run__source__data", "run__ledger", "run__fragment"))
    head = bodies_of(posting.head) if proposals else {}
    views = [_proposal_view(proposal, head.get(proposal.kind, "")) for proposal in proposals]
    return sorted(views, key=lambda view: _ORDER[view.kind])


def desk_status(posting_id: int, user: User, now: datetime | None = None) -> DeskStatus | None:
    """What has happened around a posting since; None where there is none.  Messages stay unread."""
    now = now or timezone.now()
    posting = Posting.objects.select_related("head__author").filter(pk=posting_id).first()
    if posting is None:
        return None
    head = posting.head
    here = Presence.objects.since(now - HERE_FOR).filter(posting=posting).exclude(user=user)
    locks = SectionLock.objects.filter(posting=posting, expires_at__gt=now)
    messages = EditorMessage.objects.filter(posting=posting, recipient=user, read_at__isnull=True)
    return DeskStatus(
        head_number=posting.head_number,
        head_author=head.author.get_username() if head and head.author else "",
        head_at=head.created_at if head else None,
        others=list(here.select_related("user")),
        locks=list(locks.select_related("user")),
        messages=list(messages.select_related("sender")),
    )


def waiting_review(posting: Posting) -> Review | None:
    """The request for approval that waits, with its revision and who asked."""
    waiting = Review.objects.waiting().filter(posting=posting)
    return waiting.select_related("revision", "requested_by").first()


def reviews_of(posting: Posting) -> list[Review]:
    """All requests for approval and their answers, newest first."""
    reviews = Review.objects.filter(posting=posting)
    return list(reviews.select_related("revision", "requested_by", "decided_by"))


def _proposal_view(proposal: Proposal, mine: str) -> ProposalView:
    base = proposal.base.html if proposal.base else ""
    theirs = proposal.theirs.html if proposal.theirs else ""
    return ProposalView(
        proposal=proposal,
        kind=proposal.kind,
        base=base,
        mine=mine,
        theirs=theirs,
        source_change=compare_texts(base, theirs, proposal.kind),
        my_change=compare_texts(base, mine, proposal.kind),
        merged=merge_texts(proposal.kind, base, mine, theirs),
    )


def _cleaned(body: str) -> str:
    """What was typed as it would be stored; markup that cannot be read becomes the words it is."""
    try:
        return render_body(read_body(body))
    except NormalizerError:
        return format_html("<p>{}</p>", " ".join(_TAG.sub(" ", body).split()))
