"""Role × action: a role on one site, or the group of the same name on every site, gives exactly these services."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from postings import conditions, selectors
from postings.models import CareerSite, Posting, SiteMembership
from postings.services import (
    drafting,
    editing,
    intake,
    keys,
    members,
    placing,
    presence,
    proposing,
    publishing,
    reviewing,
)
from postings.services.errors import Conflict, NotAllowed, ServiceError
from tests.services.story import NAMES, make_person, make_site, normalized

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_normalizer", "sent_runs")]

ROLES = ["none", "viewer", "editor", "publisher", "administrator"]
Act = Callable[[Posting, User], Any]


def at(posting: Posting, actor: User) -> dict[str, Any]:
    return {"posting_id": posting.pk, "base_number": posting.head_number, "actor": actor}


ACTIONS: dict[str, tuple[str, Act]] = {
    "draft": ("viewer", lambda p, u: drafting.save_draft(**at(p, u), bodies={"pay": "<p>x</p>"})),
    "see": ("viewer", lambda p, u: presence.see(posting_id=p.pk, actor=u)),
    "add": ("editor", lambda p, u: intake.receive_source(site=p.site, data=b"pay: 1", origin="paste", actor=u)),
    "save": ("editor", lambda p, u: editing.save_sections(**at(p, u), bodies={"pay": "<p>x</p>"})),
    "merge": ("editor", lambda p, u: editing.merge_sections(**at(p, u), bodies={"pay": "<p>x</p>"})),
    "place": ("editor", lambda p, u: placing.place_block(**at(p, u), block="4", section="skills")),
    "restore": ("editor", lambda p, u: editing.restore_revision(**at(p, u), number=1)),
    "rename": (
        "editor",
        lambda p, u: editing.rename_posting(posting_id=p.pk, title="T", company="", was=NAMES, actor=u),
    ),
    "hold": ("editor", lambda p, u: presence.take_section(posting_id=p.pk, kind="pay", actor=u)),
    "decline": ("editor", lambda p, u: proposing.decline_all(posting_id=p.pk, actor=u)),
    "ask": ("editor", lambda p, u: reviewing.request_review(**at(p, u))),
    "publish": ("publisher", lambda p, u: publishing.publish(posting_id=p.pk, site_id=p.site_id, actor=u)),
    "unpublish": ("publisher", lambda p, u: publishing.unpublish(posting_id=p.pk, site_id=p.site_id, actor=u)),
    "approve": ("publisher", lambda p, u: reviewing.approve(**at(p, u))),
    "key": ("administrator", lambda p, u: keys.issue_key(site=p.site, scope="read", name="k", actor=u)),
    "grant": (
        "administrator",
        lambda p, u: members.grant_role(
            site=p.site, user=User.objects.get_or_create(username="new")[0], role="viewer", actor=u
        ),
    ),
}


@pytest.fixture
def posting(site: CareerSite, small_normalizer: None, sent_runs: list[int]) -> Posting:
    return normalized(site)


def person(role: str, how: str, site: CareerSite) -> User:
    user = User.objects.create_user("ruth")
    if role != "none" and how == "group":
        return make_person("greta", role.title())
    if role != "none":
        members.grant_role(site=site, user=user, role=role)
    return user


def allowed(act: Act, posting: Posting, user: User) -> bool:
    """Whether the right is there; a refusal for another reason (nothing to approve) is about the posting."""
    try:
        act(posting, user)
    except NotAllowed:
        return False
    except ServiceError:
        return True
    return True


@pytest.mark.parametrize("how", ["member", "group"])
@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("role", ROLES)
def test_a_role_gives_its_actions(role: str, action: str, how: str, posting: Posting) -> None:
    least, act = ACTIONS[action]
    user = person(role, how, posting.site)
    assert allowed(act, posting, user) == (ROLES.index(role) >= ROLES.index(least))


@pytest.mark.parametrize("action", ACTIONS)
def test_a_role_on_another_site_gives_nothing_here(action: str, posting: Posting) -> None:
    user = person("administrator", "member", make_site("inland"))
    assert not allowed(ACTIONS[action][1], posting, user)


@pytest.mark.parametrize("action", ACTIONS)
def test_a_superuser_may_everything_and_somebody_shut_out_nothing(action: str, posting: Posting) -> None:
    act = ACTIONS[action][1]
    assert allowed(act, posting, User.objects.create_superuser("adam"))
    gone = person("administrator", "member", posting.site)
    gone.is_active = False
    assert not allowed(act, posting, gone)


def test_a_list_holds_the_postings_of_ones_sites(posting: Posting) -> None:
    inland = normalized(make_site("inland"))
    member = person("viewer", "member", inland.site)
    assert [one.pk for one in selectors.postings_list(member)] == [inland.pk]
    assert selectors.visible_sites(member) == [inland.site]
    assert selectors.desk_posting(posting.pk, member) is None
    assert selectors.desk_posting(inland.pk, member) == inland
    assert selectors.counts_by_state(member) == {"in_review": 1}
    assert {entry.posting_id for entry in selectors.recent_changes(50, member)} == {inland.pk}
    for nobody in (person_without_role(), make_inactive(member)):
        assert list(selectors.postings_list(nobody)) == []
        assert selectors.visible_sites(nobody) == []


def person_without_role() -> User:
    return User.objects.create_user("nora")


def make_inactive(user: User) -> User:
    user.is_active = False
    return user


def test_nobody_changes_the_own_role_and_roles_are_known_ones(site: CareerSite) -> None:
    chief = person("administrator", "member", site)
    with pytest.raises(Conflict) as refusal:
        members.revoke_role(site=site, user=chief, actor=chief)
    assert refusal.value.code == "own_role"
    with pytest.raises(Conflict):
        members.grant_role(site=site, user=chief, role="king")


def test_a_granted_role_counts_at_once_and_is_replaced_not_added(site: CareerSite) -> None:
    user = User.objects.create_user("ida")
    assert conditions.why_not_add_source(user, site) is not None
    for role in ("editor", "publisher"):
        members.grant_role(site=site, user=user, role=role)
    assert conditions.may(user, "publish_posting", site.pk)
    assert conditions.may(user, "publish_posting")
    assert SiteMembership.objects.count() == 1
    assert members.revoke_role(site=site, user=user)
    assert not members.revoke_role(site=site, user=user)
    assert not conditions.may(user, "view_posting", site.pk)
