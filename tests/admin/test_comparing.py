"""Two revisions compared, a section's own history, and what is brought back from there."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User

from postings.models import Posting
from postings.services import editing
from tests.admin.addresses import action
from tests.admin.conftest import LogIn
from tests.services.story import bodies

pytestmark = pytest.mark.django_db


@pytest.fixture
def changed(posting: Posting, editor: User) -> Posting:
    """Pay changed by a word and a link, another section added, the patients moved into it."""
    pay = '<p>24 <a href="https://pay.example/">EUR</a> an hour</p>'
    texts = {"pay": pay, "skills": "<p>Swimming</p><p>Look after patients</p>", "responsibilities": ""}
    editing.save_sections(posting_id=posting.pk, base_number=1, bodies=texts, actor=editor)
    return posting


def opened(client: object, address: str) -> str:
    response = client.get(address)  # type: ignore[attr-defined]
    assert response.status_code == 200
    return re.sub(r"\s+", " ", response.content.decode())


def test_changes_are_told_by_words_and_not_by_colour_alone(changed: Posting, viewer: User, log_in: LogIn) -> None:
    page = opened(log_in(viewer), action(changed, "compare"))
    assert "moved from Responsibilities" in page
    assert re.search(r'was-word">added</span> <span class="was-text"><ins>Swimming</ins>', page)
    assert re.search(r'class="reformatted"><a href="https://pay.example/"[^>]*>EUR</a></span> <small', page)
    assert "You do not have the right to edit postings." in page
    assert "Restore as in" not in page


def test_any_two_revisions_are_compared(changed: Posting, viewer: User, log_in: LogIn) -> None:
    client = log_in(viewer)
    assert "Both say the same." in opened(client, action(changed, "compare") + "?from=2&to=2")
    backwards = opened(client, action(changed, "compare") + "?from=2&to=1")
    assert re.search(r'was-word">removed</span> <span class="was-text"><del>Swimming</del>', backwards)
    assert client.get(action(changed, "compare") + "?from=1&to=99").status_code == 404
    assert client.get(action(changed, "compare") + "?from=no&to=²").status_code == 200


def test_one_section_is_restored_from_the_comparison(changed: Posting, editor: User, log_in: LogIn) -> None:
    form = {"base_number": 2, "kind": "pay", "number": 1}
    page = log_in(editor).post(action(changed, "restore_section"), form, follow=True).content.decode()
    assert "is as it was in revision 1" in page
    head = Posting.objects.get().head
    assert bodies(head)["pay"] == "<p>24 EUR an hour</p>"
    assert "skills" in bodies(head)
    assert (head.origin, head.action) == ("restore", "section_restored")  # type: ignore[union-attr]


def test_a_section_has_its_own_history(changed: Posting, editor: User, log_in: LogIn) -> None:
    client = log_in(editor)
    address = f"/admin/postings/posting/{changed.pk}/sections/"
    page = opened(client, address + "pay/")
    assert "Version 2" in page
    assert "Version 1" in page
    assert page.count("Restore this version") == 1
    gone = opened(client, address + "responsibilities/")
    assert gone.count("Restore this version") == 1
    assert client.get(address + "benefits/").status_code == 404
    assert client.get(address + "nonsense/").status_code == 404
