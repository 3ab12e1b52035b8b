"""A posting's state is what it points to, computed by the database in one place."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from postings.models import CareerSite, Posting
from postings.services import editing, normalizing, proposing, publishing
from tests.services.story import NURSE, NURSE_WITH_MORE_PAY, normalized, receive

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_normalizer")]


def state(posting: Posting) -> str:
    return str(Posting.objects.with_state().get(pk=posting.pk).state)


def test_a_posting_goes_through_its_states(site: CareerSite, editor: User, publisher: User) -> None:
    received = receive(site)
    posting = received.posting
    seen = [state(posting)]
    normalizing.perform_run(run_id=received.run.pk)
    seen.append(state(posting))
    publishing.publish(posting_id=posting.pk, site_id=site.pk, actor=publisher)
    seen.append(state(posting))
    editing.save_sections(posting_id=posting.pk, base_number=1, bodies={"pay": "<p>Ask</p>"}, actor=editor)
    seen.append(state(posting))
    publishing.unpublish(posting_id=posting.pk, site_id=site.pk, actor=publisher)
    seen.append(state(posting))
    assert seen == ["processing", "in_review", "published", "changed", "taken_down"]


def test_a_posting_whose_first_run_failed_has_failed_until_it_is_tried_again(site: CareerSite, editor: User) -> None:
    posting = normalized(site, b"refuse: Nothing here.")
    assert state(posting) == "failed"
    assert posting in Posting.objects.failed()
    normalizing.retry_run(run=posting.sources.get().runs.get(), actor=editor)
    assert state(posting) == "processing"


def test_a_newer_source_that_fails_does_not_take_the_text_away(site: CareerSite) -> None:
    normalized(site, reference="A")
    posting = normalized(site, b"refuse: Nothing here.", reference="A")
    assert state(posting) == "in_review"
    assert posting in Posting.objects.in_review()


def test_published_means_shown_now(site: CareerSite, publisher: User) -> None:
    posting = normalized(site)
    assert posting not in Posting.objects.published()
    publishing.publish(posting_id=posting.pk, site_id=site.pk, actor=publisher)
    assert posting in Posting.objects.published()
    publishing.unpublish(posting_id=posting.pk, site_id=site.pk, actor=publisher)
    assert posting not in Posting.objects.published()


def test_a_posting_counts_the_warnings_of_the_run_that_explains_its_text(site: CareerSite, editor: User) -> None:
    posting = normalized(site, NURSE + b"\nwarn: No hours\nwarn: No place", reference="A")
    receive(site, NURSE + b"\nwarn: x", reference="other")
    assert dict(Posting.objects.values_list("reference", "warning_count")) == {"A": 2, "other": 0}
    normalized(site, b"refuse: Nothing here.", reference="A")
    assert Posting.objects.get(pk=posting.pk).warning_count == 2
    assert normalized(site, NURSE + b"\nwarn: No hours", reference="A").warning_count == 1


def test_warnings_beside_a_persons_text_count_when_its_source_is_taken(site: CareerSite, editor: User) -> None:
    posting = normalized(site, NURSE, reference="A")
    editing.save_sections(posting_id=posting.pk, base_number=1, bodies={"pay": "<p>Ask</p>"}, actor=editor)
    posting = normalized(site, NURSE_WITH_MORE_PAY + b"\nwarn: No hours", reference="A")
    assert posting.warning_count == 0
    proposing.accept_section(proposal_id=posting.proposals.get().pk, base_number=2, actor=editor)
    posting.refresh_from_db()
    assert posting.warning_count == 1
