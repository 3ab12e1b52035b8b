"""A changed source beside a person's text: looked at by section, taken, kept or merged."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User

from postings.models import CareerSite, NormalizationRun, Posting, Proposal
from postings.services import editing
from tests.admin.addresses import LIST, action, desk
from tests.admin.conftest import LogIn
from tests.services import story
from tests.services.story import bodies

pytestmark = pytest.mark.django_db


@pytest.fixture
def waiting(posting: Posting, site: CareerSite, editor: User) -> Proposal:
    """The source says 26 EUR now; a person had written that it is paid monthly."""
    typed = {"pay": "<p>24 EUR an hour</p><p>Paid monthly</p>"}
    editing.save_sections(posting_id=posting.pk, base_number=1, bodies=typed, actor=editor)
    story.normalized(site, story.NURSE_WITH_MORE_PAY, reference="n1")
    return Proposal.objects.get()


def decide(client: object, posting: Posting, proposal: Proposal, what: str) -> str:
    address = f"/admin/postings/posting/{posting.pk}/proposals/{proposal.pk}/"
    form = {"do": what, "base_number": Posting.objects.get().head_number}
    return client.post(address, form, follow=True).content.decode()  # type: ignore[attr-defined, no-any-return]


def test_list_and_page_say_that_the_source_changed(
    waiting: Proposal, posting: Posting, editor: User, log_in: LogIn
) -> None:
    client = log_in(editor)
    assert "source changed" in client.get(LIST).content.decode()
    assert "Look at what changed" in client.get(desk(posting)).content.decode()
    page = re.sub(r"\s+", " ", client.get(action(posting, "proposals")).content.decode())
    assert "<del>24</del><ins>26</ins> EUR an hour" in page.replace("</del> <ins>", "</del><ins>")
    assert "<ins>Paid monthly</ins>" in page


@pytest.mark.parametrize(
    ("what", "pay"),
    [
        ("accept", "<p>26 EUR an hour</p>"),
        ("keep", "<p>24 EUR an hour</p>\n<p>Paid monthly</p>"),
        ("merge", "<p>26 EUR an hour</p>\n<p>Paid monthly</p>"),
    ],
)
def test_a_section_is_taken_kept_or_merged(
    what: str, pay: str, waiting: Proposal, posting: Posting, editor: User, log_in: LogIn
) -> None:
    decide(log_in(editor), posting, waiting, what)
    assert bodies(Posting.objects.get().head)["pay"] == pay
    assert not Proposal.objects.open().exists()


def test_everything_is_kept_by_one_button(waiting: Proposal, posting: Posting, editor: User, log_in: LogIn) -> None:
    log_in(editor).post(action(posting, "decline"))
    assert not Proposal.objects.open().exists()


def test_a_viewer_sees_and_decides_nothing(waiting: Proposal, posting: Posting, viewer: User, log_in: LogIn) -> None:
    client = log_in(viewer)
    page = client.get(action(posting, "proposals")).content.decode()
    assert "You do not have the right to edit postings." in page
    for word in ("Take the new text", "Keep mine", "Merge both"):
        assert re.search(
            rf'<button type="button"[^>]*aria-disabled="true" aria-describedby="why-edit"[^>]*>{word}<', page
        )
    assert "right to edit" in decide(client, posting, waiting, "accept")
    assert Proposal.objects.open().exists()


def test_a_decision_twice_is_told(waiting: Proposal, posting: Posting, editor: User, log_in: LogIn) -> None:
    client = log_in(editor)
    decide(client, posting, waiting, "keep")
    assert "decided already" in decide(client, posting, waiting, "accept")


def test_chosen_postings_are_read_again_by_a_newer_normalizer(
    posting: Posting, editor: User, viewer: User, log_in: LogIn
) -> None:
    chosen = {"posting": [posting.pk], "back": "state=in_review"}
    client = log_in(editor)
    assert client.post(f"{LIST}rerun/", chosen)["Location"] == f"{LIST}?state=in_review"
    assert "1 posting was read by this normalizer already." in client.get(LIST).content.decode()
    NormalizationRun.objects.update(normalizer_version="0.0.1")
    page = log_in(viewer).post(f"{LIST}rerun/", chosen, follow=True).content.decode()
    assert "You do not have the right to edit postings." in page
    assert NormalizationRun.objects.count() == 1
    assert "1 posting is being read again." in client.post(f"{LIST}rerun/", chosen, follow=True).content.decode()
    assert NormalizationRun.objects.count() == 2


def test_nothing_chosen_is_told(editor: User, site: CareerSite, log_in: LogIn) -> None:
    assert "Choose postings first." in log_in(editor).post(f"{LIST}rerun/", follow=True).content.decode()
