"""A second pair of eyes: asked for, given or refused, and where a site wants it, needed for publishing."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from postings import conditions, selectors
from postings.models import AuditEntry, CareerSite, OutboxEvent, Posting, Review
from postings.services import editing, publishing, reviewing
from postings.services.errors import Conflict, NotPublishable, StaleRevision, TextInvalid
from tests.services.story import make_person, normalized

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_normalizer")]


@pytest.fixture
def posting(site: CareerSite, small_normalizer: None) -> Posting:
    return normalized(site)


def ask(posting: Posting, actor: User, base: int = 1) -> Review:
    return reviewing.request_review(posting_id=posting.pk, base_number=base, actor=actor, note="Ready?")


def approve(posting: Posting, actor: User, base: int = 1) -> Review:
    return reviewing.approve(posting_id=posting.pk, base_number=base, actor=actor)


def test_a_request_is_approved_by_another_and_told(posting: Posting, editor: User, publisher: User) -> None:
    ask(posting, editor)
    waiting = selectors.waiting_review(posting)
    assert waiting is not None
    assert (waiting.note, waiting.requested_by) == ("Ready?", editor)
    review = approve(posting, publisher)
    assert (review.decision, review.decided_by) == ("approved", publisher)
    assert [event.kind for event in OutboxEvent.objects.all()] == ["review.requested", "review.approved"]
    assert AuditEntry.objects.filter(action="review.approved").exists()
    with pytest.raises(Conflict) as refusal:
        ask(posting, editor)
    assert refusal.value.code == "already_approved"


def test_changes_are_requested_with_a_word(posting: Posting, editor: User, publisher: User) -> None:
    ask(posting, editor)
    with pytest.raises(TextInvalid):
        reviewing.request_changes(posting_id=posting.pk, base_number=1, actor=publisher, note=" ")
    reviewing.request_changes(posting_id=posting.pk, base_number=1, actor=publisher, note="Pay is missing")
    assert [review.decision for review in selectors.reviews_of(posting)] == ["changes_requested"]
    ask(posting, editor)


def test_nobody_approves_the_own_text_or_request(posting: Posting, publisher: User) -> None:
    ask(posting, publisher)
    with pytest.raises(Conflict) as refusal:
        approve(posting, publisher)
    assert refusal.value.code == "own_text"


def test_an_approval_is_for_the_text_that_was_seen(posting: Posting, editor: User, publisher: User) -> None:
    ask(posting, editor)
    with pytest.raises(Conflict):
        ask(posting, editor)
    editing.save_sections(posting_id=posting.pk, base_number=1, bodies={"pay": "<p>1</p>"}, actor=editor)
    with pytest.raises(Conflict) as refusal:
        approve(posting, publisher)
    assert refusal.value.code == "request_outdated"
    with pytest.raises(StaleRevision):
        ask(posting, editor, base=1)
    ask(posting, editor, base=2)
    assert sorted(Review.objects.values_list("decision", flat=True)) == ["", "superseded"]
    assert approve(posting, publisher, base=2).decision == "approved"


def test_a_site_may_ask_for_approval_before_publishing(posting: Posting, editor: User, publisher: User) -> None:
    where = {"posting_id": posting.pk, "site_id": posting.site_id, "actor": publisher}
    CareerSite.objects.update(requires_approval=True)
    posting = Posting.objects.get(pk=posting.pk)
    refusal = conditions.why_not_publish(posting, publisher)
    assert refusal is not None
    assert (refusal.code, refusal.sentence) == (
        "needs_approval",
        "Harbour shows approved text only, and revision 1 is not approved.",
    )
    with pytest.raises(NotPublishable, match="approved text only"):
        publishing.publish(**where)
    ask(posting, editor)
    approve(posting, make_person("petra", "Publisher"))
    assert publishing.publish(**where).is_live
