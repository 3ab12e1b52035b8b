"""May this happen, and if not, why: asked by a button to explain itself and by a service to refuse.

Each function answers None (yes) or a Refusal.  Rights come first, so nobody learns a posting's state by being refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from postings.models import CareerSite, KeyScope, NormalizationRun, Posting, RunState, SiteKey

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser, User

NOT_ALLOWED = "not_allowed"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something may not happen: `code` for programs, `sentence` for the person."""

    code: str
    sentence: str


def _without_right(user: User | AnonymousUser | None, right: str, doing: str) -> Refusal | None:
    if user is not None and user.has_perm(f"postings.{right}"):
        return None
    return Refusal(NOT_ALLOWED, f"You do not have the right to {doing}.")


def why_not_add_source(user: User | AnonymousUser | None) -> Refusal | None:
    """Adding a posting, or a new source to one."""
    return _without_right(user, "add_source", "add postings")


def why_not_send_source(key: SiteKey, site: CareerSite) -> Refusal | None:
    """Sending a source with a site's key."""
    if key.site_id == site.pk and key.scope == KeyScope.WRITE and key.revoked_at is None:
        return None
    return Refusal(NOT_ALLOWED, "This key may not send postings to this site.")


def why_not_edit(posting: Posting, user: User | AnonymousUser | None) -> Refusal | None:
    """Changing a posting's text or title, or restoring an older revision."""
    if refusal := _without_right(user, "change_posting", "edit postings"):
        return refusal
    if posting.head_number == 0:
        return Refusal("no_text", "This posting has no text yet: its source has not been normalized.")
    return None


def why_not_retry(run: NormalizationRun, user: User | AnonymousUser | None) -> Refusal | None:
    """Trying a failed run again."""
    if refusal := _without_right(user, "change_posting", "edit postings"):
        return refusal
    if run.state != RunState.FAILED:
        return Refusal("run_not_failed", "Only a run that failed can be tried again.")
    return None


def why_not_publish(posting: Posting, user: User | AnonymousUser | None) -> Refusal | None:
    """Showing a posting's newest revision on its site."""
    if refusal := _without_right(user, "publish_posting", "publish postings"):
        return refusal
    if posting.head_number == 0 or posting.head is None:
        return Refusal("no_text", "This posting has no text yet: its source has not been normalized.")
    if not posting.head.revision_sections.exists():
        return Refusal("no_sections", "This posting has no section with text in it.")
    return None


def why_not_unpublish(posting: Posting, user: User | AnonymousUser | None) -> Refusal | None:
    """Taking a posting down.  One that is not shown may be taken down again; it stays as it is."""
    return _without_right(user, "publish_posting", "unpublish postings")


def why_not_manage_keys(user: User | AnonymousUser | None) -> Refusal | None:
    """Issuing and revoking a site's keys."""
    return _without_right(user, "change_sitekey", "manage the keys of a site")
