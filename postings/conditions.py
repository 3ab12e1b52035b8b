"""May this happen, and if not, why: asked by a button to explain itself and by a service to refuse.

Each function answers None (yes) or a Refusal.  Rights come first, so nobody learns a posting's state by being refused.
A right comes from a group (then it holds on every site) or from a role on the one site.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils import timezone

from postings.models import (
    CareerSite,
    KeyScope,
    NormalizationRun,
    Posting,
    Review,
    ReviewDecision,
    RunState,
    SiteKey,
    SiteMembership,
    SiteRole,
)
from postings.models.closing_dates import shown_until
from postings.normalizer import NORMALIZER_VERSION

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser, User

    Person = User | AnonymousUser | None

NOT_ALLOWED = "not_allowed"
READ_ALREADY = "read_already"
MANAGE_MEMBERS = "change_sitemembership"
_ROLES = "_roles_by_site"

_VIEWER = frozenset({"view_posting"})
_EDITOR = _VIEWER | {"add_posting", "change_posting", "add_source"}
_PUBLISHER = _EDITOR | {"publish_posting"}
_ADMINISTRATOR = _PUBLISHER | {"change_careersite", "view_sitekey", "change_sitekey", MANAGE_MEMBERS}
RIGHTS_OF_ROLES: dict[str, frozenset[str]] = {
    SiteRole.VIEWER: _VIEWER,
    SiteRole.EDITOR: _EDITOR,
    SiteRole.PUBLISHER: _PUBLISHER,
    SiteRole.ADMINISTRATOR: _ADMINISTRATOR,
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something may not happen: `code` for programs, `sentence` for the person."""

    code: str
    sentence: str


def may(user: Person, right: str, site_id: int | None = None) -> bool:
    """Whether somebody has a right on a site; without a site, on any."""
    if user is None or not user.is_active:
        return False
    if user.has_perm(f"postings.{right}"):
        return True
    roles = roles_of(user)
    held = roles.values() if site_id is None else filter(None, [roles.get(site_id)])
    return any(right in RIGHTS_OF_ROLES[role] for role in held)


def roles_of(user: User | AnonymousUser) -> dict[int, str]:
    """Somebody's roles by site id; read once for each user object, as Django does with rights."""
    if not user.is_authenticated:
        return {}
    known: dict[int, str] | None = getattr(user, _ROLES, None)
    if known is None:
        memberships = SiteMembership.objects.filter(user=user.pk).order_by()
        known = dict(memberships.values_list("site_id", "role"))
        setattr(user, _ROLES, known)
    return known


def forget_roles(user: User) -> None:
    """Read somebody's roles again next time: they have changed."""
    if hasattr(user, _ROLES):
        delattr(user, _ROLES)


def _without_right(user: Person, right: str, doing: str, site_id: int | None = None) -> Refusal | None:
    if may(user, right, site_id):
        return None
    return Refusal(NOT_ALLOWED, f"You do not have the right to {doing}.")


def why_not_view(posting: Posting, user: Person) -> Refusal | None:
    """Looking at a posting, its sources and its history."""
    return _without_right(user, "view_posting", "see this posting", posting.site_id)


def why_not_add_source(user: Person, site: CareerSite | None = None) -> Refusal | None:
    """Adding a posting, or a new source to one; without a site: to any."""
    return _without_right(user, "add_source", "add postings", site.pk if site else None)


def why_not_send_source(key: SiteKey, site: CareerSite) -> Refusal | None:
    """Sending a source with a site's key."""
    if key.site_id == site.pk and key.scope == KeyScope.WRITE and key.revoked_at is None:
        return None
    return Refusal(NOT_ALLOWED, "This key may not send postings to this site.")


def why_not_edit(posting: Posting, user: Person) -> Refusal | None:
    """Changing a posting's text or title, or restoring an older revision."""
    if refusal := _without_right(user, "change_posting", "edit postings", posting.site_id):
        return refusal
    if posting.head_number == 0:
        return Refusal("no_text", "This posting has no text yet: its source has not been normalized.")
    return None


def why_not_retry(run: NormalizationRun, user: Person) -> Refusal | None:
    """Trying a failed run again."""
    if refusal := _without_right(user, "change_posting", "edit postings", run.source.posting.site_id):
        return refusal
    if run.state != RunState.FAILED:
        return Refusal("run_not_failed", "Only a run that failed can be tried again.")
    return None


def why_not_rerun(posting: Posting, user: Person) -> Refusal | None:
    """Normalizing a posting's newest source again, where the normalizer has changed since."""
    if refusal := _without_right(user, "change_posting", "edit postings", posting.site_id):
        return refusal
    source = posting.sources.newest_first().only("pk").first()
    if source is None or source.runs.filter(normalizer_version=NORMALIZER_VERSION).exists():
        return Refusal(READ_ALREADY, "Today's normalizer has read the newest source already.")
    return None


def why_not_publish(posting: Posting, user: Person) -> Refusal | None:
    """Showing a posting's newest revision on its site."""
    return _without_right(user, "publish_posting", "publish postings", posting.site_id) or why_not_show(posting)


def why_not_show(posting: Posting) -> Refusal | None:
    """The same, whoever asks: what about the posting itself stands in the way."""
    if posting.head_number == 0 or posting.head is None:
        return Refusal("no_text", "This posting has no text yet: its source has not been normalized.")
    if not posting.head.revision_sections.exists():
        return Refusal("no_sections", "This posting has no section with text in it.")
    if refusal := _closing_date_over(posting):
        return refusal
    if posting.site.requires_approval and not Review.objects.approved().filter(revision=posting.head_id).exists():
        sentence = f"{posting.site.name} shows approved text only, and revision {posting.head_number} is not approved."
        return Refusal("needs_approval", sentence)
    return None


def _closing_date_over(posting: Posting) -> Refusal | None:
    facts = NormalizationRun.objects.behind(posting).values_list("facts", flat=True).first() or {}
    until = shown_until(facts)
    if until is None or until > timezone.now():
        return None
    sentence = f"The closing date, {facts['valid_through']}, is over: nobody would see this posting."
    return Refusal("closing_date_over", sentence)


def why_not_unpublish(posting: Posting, user: Person) -> Refusal | None:
    """Taking a posting down.  One that is not shown may be taken down again; it stays as it is."""
    return _without_right(user, "publish_posting", "unpublish postings", posting.site_id)


def why_not_request_review(posting: Posting, user: Person) -> Refusal | None:
    """Asking others to approve a posting's newest text."""
    if refusal := why_not_edit(posting, user):
        return refusal
    decided = Review.objects.filter(revision=posting.head_id, decision__in=["", ReviewDecision.APPROVED]).first()
    if decided is None:
        return None
    if decided.decision == ReviewDecision.APPROVED:
        return Refusal("already_approved", "This text is approved already.")
    return Refusal("already_requested", "This text waits for its approval already.")


def why_not_decide_review(posting: Posting, user: Person) -> Refusal | None:
    """Approving a posting's newest text, or asking for changes: a second pair of eyes, so not the author's own."""
    if refusal := _without_right(user, "publish_posting", "approve postings", posting.site_id):
        return refusal
    waiting = Review.objects.waiting().filter(posting=posting.pk).select_related("revision").first()
    if waiting is None or user is None:
        return Refusal("no_request", "Nobody has asked for an approval of this posting.")
    if waiting.revision_id != posting.head_id:
        number = waiting.revision.number
        return Refusal("request_outdated", f"The request is for revision {number}; the text has changed since.")
    if user.pk in (waiting.requested_by_id, waiting.revision.author_id):
        return Refusal("own_text", "Somebody else has to look at what you wrote or asked for.")
    return None


def why_not_manage_keys(user: Person, site: CareerSite | None = None) -> Refusal | None:
    """Issuing and revoking a site's keys; without a site: any site's."""
    return _without_right(user, "change_sitekey", "manage the keys of a site", site.pk if site else None)


def why_not_manage_site(user: Person, site: CareerSite | None = None) -> Refusal | None:
    """Changing a site's settings; without a site: any site's."""
    return _without_right(user, "change_careersite", "change the settings of a site", site.pk if site else None)


def why_not_manage_members(user: Person, site: CareerSite | None = None) -> Refusal | None:
    """Giving and taking roles on a site; without a site: on any."""
    return _without_right(user, MANAGE_MEMBERS, "give roles on a site", site.pk if site else None)
