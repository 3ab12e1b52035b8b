"""Giving and taking roles on a site."""

from __future__ import annotations

import uuid

from django.contrib.auth.models import User
from django.db import transaction

from postings import conditions
from postings.models import CareerSite, SiteMembership, SiteRole
from postings.services import journal
from postings.services.errors import Conflict, refuse


@transaction.atomic
def grant_role(*, site: CareerSite, user: User, role: str, actor: User | None = None) -> SiteMembership:
    """Somebody's role on a site from now on, in place of the one before.  Without an actor the system asks (a command).

    Raises NotAllowed, and Conflict (role_unknown, own_role): nobody changes the own role, so that a site is never left
    without the one who looks after it by a slip.
    """
    _require(site, user, actor)
    if role not in SiteRole.values:
        raise Conflict(f"“{role}” is no role on a site.", "role_unknown")
    membership, _ = SiteMembership.objects.update_or_create(site=site, user=user, defaults={"role": role})
    _note("role.granted", site, user, role, actor)
    return membership


@transaction.atomic
def revoke_role(*, site: CareerSite, user: User, actor: User | None = None) -> bool:
    """Take somebody's role on a site away; whether there was one.  Raises NotAllowed, Conflict (own_role)."""
    _require(site, user, actor)
    membership = SiteMembership.objects.filter(site=site, user=user).first()
    if membership is None:
        return False
    membership.delete()
    _note("role.revoked", site, user, membership.role, actor)
    return True


def _require(site: CareerSite, user: User, actor: User | None) -> None:
    if actor is None:
        return
    if refusal := conditions.why_not_manage_members(actor, site):
        refuse(refusal)
    if actor.pk == user.pk and not actor.is_superuser:
        raise Conflict("Somebody else has to change your own role.", "own_role")


def _note(action: str, site: CareerSite, user: User, role: str, actor: User | None) -> None:
    conditions.forget_roles(user)
    details = {"user": user.get_username(), "role": str(role)}
    journal.note(action, cause=uuid.uuid4(), actor=actor, site=site, details=details)
