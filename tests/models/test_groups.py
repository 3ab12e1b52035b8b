"""The migration gives three groups, each with the rights of the one before and its own."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from postings import conditions
from postings.models import CareerSite
from tests.services.story import normalized

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_normalizer")]


def allowed(user: User, site: CareerSite) -> list[str]:
    posting = normalized(site)
    answers = {
        "view": None if user.has_perm("postings.view_posting") else "no",
        "add": conditions.why_not_add_source(user),
        "edit": conditions.why_not_edit(posting, user),
        "publish": conditions.why_not_publish(posting, user),
        "unpublish": conditions.why_not_unpublish(posting, user),
        "keys": conditions.why_not_manage_keys(user),
    }
    return [name for name, refusal in answers.items() if refusal is None]


def test_each_group_may_do_its_part(site: CareerSite, viewer: User, editor: User, publisher: User) -> None:
    assert allowed(viewer, site) == ["view"]
    assert allowed(editor, site) == ["view", "add", "edit"]
    assert allowed(publisher, site) == ["view", "add", "edit", "publish", "unpublish"]


def test_the_rights_have_the_names_that_django_gives_them(publisher: User) -> None:
    from django.contrib.auth.models import Permission

    rights = Permission.objects.filter(content_type__app_label="postings")
    assert rights.count() == len(set(rights.values_list("codename", flat=True)))
    assert rights.get(codename="publish_posting").name == "Can publish and unpublish posting"
    assert rights.get(codename="view_normalizationrun").name == "Can view normalization run"


def test_a_refusal_does_not_tell_a_stranger_about_the_posting(site: CareerSite, viewer: User) -> None:
    refusal = conditions.why_not_publish(normalized(site, b"refuse: x."), viewer)
    assert refusal is not None
    assert (refusal.code, refusal.sentence) == ("not_allowed", "You do not have the right to publish postings.")
