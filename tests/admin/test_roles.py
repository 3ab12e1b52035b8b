"""Rights by site: every role at every door of the desk, refused in the service's words; and who gives roles."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.test import Client

from postings.models import CareerSite, Posting, SiteMembership
from postings.services import editing, publishing
from tests.admin.addresses import ADD, LIST, action, desk
from tests.admin.conftest import LogIn
from tests.services import story

pytestmark = pytest.mark.django_db

ROLES = ["nobody", "viewer", "editor", "publisher", "administrator"]


@pytest.fixture
def member(site: CareerSite, log_in: LogIn) -> Callable[[str], Client]:
    """A browser of somebody who has a role on this site and nothing else."""

    def made(role: str) -> Client:
        user = User.objects.create_user(f"{role}-here", is_staff=True)
        if role != "nobody":
            SiteMembership.objects.create(site=site, user=user, role=role)
        return log_in(user)

    return made


def typed(**more: Any) -> dict[str, Any]:
    return {"base_number": 2, **more}


# The door, what is sent (None: it is only opened), and the least role that may.
DOORS: dict[str, tuple[str, dict[str, Any] | None, str]] = {
    "page": ("change", None, "viewer"),
    "preview": ("preview", None, "viewer"),
    "compare": ("compare", None, "viewer"),
    "progress": ("progress", None, "viewer"),
    "newest": ("newest", None, "viewer"),
    "draft": ("draft", typed(**{"section-pay": "<p>New</p>"}), "viewer"),
    "discard a draft": ("discard", {}, "viewer"),
    "clean what is pasted": ("clean", {"markup": "<p>New</p>"}, "viewer"),
    "conflict": ("conflict", None, "viewer"),
    "proposals": ("proposals", None, "viewer"),
    "leave": ("leave", {}, "viewer"),
    "unlock": ("unlock", {"kind": "pay"}, "viewer"),
    "presence": ("here", {"section": ""}, "viewer"),
    "save": ("change", typed(**{"section-pay": "<p>New</p>"}), "editor"),
    "place": ("block", typed(do="place", block="2", section="skills"), "editor"),
    "leave out": ("block", typed(do="leave-out", block="2"), "editor"),
    "restore block": ("block", typed(do="restore", block="4"), "editor"),
    "rename": ("rename", {"title": "New", "was_title": "Nurse", "was_company": "Ward House"}, "editor"),
    "restore": ("restore", typed(number=1), "editor"),
    "restore section": ("restore_section", typed(number=1, kind="pay"), "editor"),
    "lock": ("lock", {"kind": "pay"}, "editor"),
    "ask for approval": ("review", typed(do="request"), "editor"),
    "new source": ("source", {"text": "about: A ship"}, "editor"),
    "keep mine everywhere": ("decline", {}, "editor"),
    "run again": ("run_again", {}, "editor"),
    "retry": ("retry", {}, "editor"),
    "undo": ("block", typed(do="undo", number="1"), "editor"),
    "approve": ("review", typed(do="approve"), "publisher"),
    "publish": ("publish", typed(), "publisher"),
    "unpublish": ("unpublish", {}, "publisher"),
}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("door", DOORS)
def test_role_by_door(door: str, role: str, posting: Posting, publisher: User, member: Callable[[str], Client]) -> None:
    editing.save_sections(posting_id=posting.pk, base_number=1, bodies={"pay": "<p>30</p>"}, actor=publisher)
    publishing.publish(posting_id=posting.pk, site_id=posting.site_id, actor=publisher)
    name, form, needed = DOORS[door]
    client = member(role)
    response = client.get(action(posting, name)) if form is None else client.post(action(posting, name), form)
    may = ROLES.index(role) >= ROLES.index(needed)
    assert (response.status_code in (200, 204, 302)) is may, response.status_code
    if not may:
        assert response.status_code == 403
        assert Posting.objects.get().head_number == 2


# Doors of no single posting, or of one of its parts: their rights are tested beside what they do.
ELSEWHERE = {"add", "changelist", "columns", "save_view", "delete_view", "rerun", "decide", "section_versions"}
# What Django's own admin brings along.
OF_DJANGO = {"delete", "history"}


def test_every_door_of_a_posting_stands_in_the_table() -> None:
    prefix = "postings_posting_"
    names = [pattern.name or "" for pattern in admin.site.get_model_admin(Posting).get_urls()]
    doors = {name.removeprefix(prefix) for name in names if name.startswith(prefix)}
    assert doors == {name for name, *_ in DOORS.values()} | ELSEWHERE | OF_DJANGO


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("name", sorted(OF_DJANGO))
def test_what_djangos_admin_brings_along_changes_no_posting(
    name: str, role: str, posting: Posting, member: Callable[[str], Client]
) -> None:
    member(role).post(action(posting, name), {"post": "yes"})
    assert Posting.objects.get().head_number == 1


def test_a_role_holds_on_its_own_site_only(posting: Posting, member: Callable[[str], Client]) -> None:
    other = story.normalized(story.make_site("inland"), b"title: Other\nabout: Elsewhere")
    client = member("administrator")
    assert client.get(desk(posting)).status_code == 200
    assert client.get(desk(other)).status_code == 403
    page = client.get(LIST).content.decode()
    assert "Nurse" in page
    assert "Other" not in page
    form = client.get(ADD).content.decode()
    assert "Harbour" in form
    assert "Inland" not in form
    sites = client.get("/admin/postings/careersite/").content.decode()
    assert "Harbour" in sites
    assert "Inland" not in sites
    assert client.get(f"/admin/postings/careersite/{other.site_id}/people/").status_code == 403


def test_the_home_page_serves_people_with_a_role_alone(posting: Posting, member: Callable[[str], Client]) -> None:
    assert "Nurse" in member("viewer").get("/admin/").content.decode()
    assert "You cannot see postings yet" in member("nobody").get("/admin/").content.decode()


def test_disabled_buttons_say_why_in_the_services_words(posting: Posting, member: Callable[[str], Client]) -> None:
    page = member("viewer").get(desk(posting)).content.decode()
    for word, reason in {
        "Rename": "edit",
        "Edit": "edit",
        "Remove": "edit",
        "Add new source": "add_source",
        "Ask for approval": "review",
        "Publish": "publish",
    }.items():
        button = re.search(
            rf'<button[^>]*aria-disabled="true" aria-describedby="why-{reason}"[^>]*>{word}</button>', page
        )
        assert button, word
        assert " disabled" not in button[0]
        assert re.search(rf'id="why-{reason}">(<span[^>]*>)*You do not have the right to ', page), reason
    assert page.count("You do not have the right to publish postings.</span>") == 1
    assert "You do not have the right to edit postings." not in member("editor").get(desk(posting)).content.decode()


def test_an_administrator_of_a_site_gives_and_takes_roles(
    site: CareerSite, member: Callable[[str], Client], editor: User
) -> None:
    client = member("administrator")
    people = f"/admin/postings/careersite/{site.pk}/people/"
    page = client.post(people, {"username": "edgar", "role": "publisher"}, follow=True).content.decode()
    assert "edgar is publisher of Harbour now." in page
    assert (
        "Nobody here has this user name." in client.post(people, {"username": "x", "role": "viewer"}).content.decode()
    )
    own = {"username": "administrator-here", "role": "viewer"}
    assert "Somebody else has to change your own role." in client.post(people, own).content.decode()
    client.post(f"{people}dismiss/", {"user": editor.pk})
    assert not SiteMembership.objects.filter(user=editor).exists()


@pytest.mark.parametrize("role", ["viewer", "editor", "publisher"])
def test_others_do_not(role: str, site: CareerSite, editor: User, member: Callable[[str], Client]) -> None:
    client = member(role)
    people = f"/admin/postings/careersite/{site.pk}/people/"
    assert client.get(people).status_code == 403
    client.post(f"{people}dismiss/", {"user": editor.pk})
    assert client.post(people, {"username": "edgar", "role": "viewer"}).status_code == 403
    assert not SiteMembership.objects.filter(user=editor).exists()


def test_a_second_pair_of_eyes(posting: Posting, editor: User, publisher: User, log_in: LogIn) -> None:
    CareerSite.objects.update(requires_approval=True)
    editing.save_sections(posting_id=posting.pk, base_number=1, bodies={"pay": "<p>30</p>"}, actor=editor)
    writes, decides = log_in(editor), log_in(publisher)
    assert "Harbour shows approved text only" in decides.get(desk(posting)).content.decode()
    writes.post(action(posting, "review"), {"do": "request", "base_number": 2, "note": "Look at the pay"})
    page = decides.get(desk(posting)).content.decode()
    assert "edgar asks for your approval of revision 2" in page
    assert "Look at the pay" in page
    assert "waits for its approval already" not in page
    assert (
        "Say what should change."
        in decides.post(action(posting, "review"), {"do": "changes", "base_number": 2}, follow=True).content.decode()
    )
    page = decides.post(action(posting, "review"), {"do": "approve", "base_number": 2}, follow=True).content.decode()
    assert "approved by paula" in page
    assert (
        "Published on Harbour."
        in decides.post(action(posting, "publish"), {"base_number": 2}, follow=True).content.decode()
    )


def test_the_log_in_page_asks_nobody_for_rights(client: Client) -> None:
    assert client.get("/admin/login/").status_code == 200
