"""What a site shows is checked, rendered once, live at most once, and announced once."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from postings.models import (
    AuditEntry,
    CareerSite,
    OutboxEvent,
    Posting,
    Publication,
    Revision,
    RevisionSection,
    Section,
)
from postings.services import editing, publishing
from postings.services.errors import NotAllowed, NotFound, NotPublishable, StaleRevision
from tests.services.story import NAMES, NURSE, make_site, normalized, receive

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_normalizer")]


@pytest.fixture
def posting(site: CareerSite, small_normalizer: None) -> Posting:
    return normalized(site)


def publish(posting: Posting, actor: User | None, base_number: int | None = None) -> Publication:
    return publishing.publish(posting_id=posting.pk, site_id=posting.site_id, actor=actor, base_number=base_number)


def unpublish(posting: Posting, actor: User, reason: str = "") -> Publication | None:
    return publishing.unpublish(posting_id=posting.pk, site_id=posting.site_id, actor=actor, reason=reason)


def events() -> list[str]:
    return list(OutboxEvent.objects.values_list("kind", flat=True))


def test_a_publication_holds_everything_a_reader_needs(posting: Posting, publisher: User) -> None:
    shown = publish(posting, publisher)
    assert shown.is_live
    assert (shown.slug, shown.title, shown.company, shown.language) == ("nurse", "Nurse", "Ward House", "en")
    assert shown.fragment == (
        '<section data-section="responsibilities">\n<h2>Responsibilities</h2>\n<p>Look after patients</p>\n</section>\n'
        '<section data-section="pay">\n<h2>Pay</h2>\n<p>24 EUR an hour</p>\n</section>'
    )
    assert shown.sections[1] == {
        "kind": "pay", "heading": "Pay", "html": "<p>24 EUR an hour</p>", "text": "24 EUR an hour",
    }  # fmt: skip


def test_headings_follow_the_sites_level(publisher: User) -> None:
    shown = publish(normalized(make_site("quay", heading_level=4)), publisher)
    assert "<h4>Pay</h4>" in shown.fragment
    assert "<h2>" not in shown.fragment


def test_headings_follow_the_postings_language(site: CareerSite, publisher: User) -> None:
    shown = publish(normalized(site, NURSE + b"\nlanguage: de"), publisher)
    assert (shown.language, shown.sections[1]["heading"]) == ("de", "Vergütung")
    assert "<h2>Vergütung</h2>" in shown.fragment


def test_publishing_twice_emits_one_event(posting: Posting, publisher: User) -> None:
    assert publish(posting, publisher) == publish(posting, publisher)
    assert events() == ["posting.published"]
    assert AuditEntry.objects.filter(action="posting.published").count() == 1


def test_the_event_and_the_audit_entry_have_one_cause(posting: Posting, publisher: User) -> None:
    shown = publish(posting, publisher)
    event, entry = OutboxEvent.objects.get(), AuditEntry.objects.get(action="posting.published")
    assert event.cause == entry.cause
    assert entry.actor == publisher
    assert event.payload["publication"] == str(shown.public_id)
    assert "Nurse" not in str(event.payload), "events name things, they hold no text"


def test_publishing_a_newer_revision_ends_the_old_publication(posting: Posting, editor: User, publisher: User) -> None:
    old = publish(posting, publisher)
    editing.save_sections(posting_id=posting.pk, base_number=1, bodies={"pay": "<p>26 EUR</p>"}, actor=editor)
    new = publish(posting, publisher)
    old.refresh_from_db()
    assert (old.is_live, old.ended_reason, old.ended_by) == (False, "replaced", publisher)
    assert old.fragment != new.fragment
    assert Publication.objects.live().get() == new


def test_a_new_title_is_worth_a_new_publication(posting: Posting, editor: User, publisher: User) -> None:
    publish(posting, publisher)
    editing.rename_posting(posting_id=posting.pk, title="Ward nurse", company="The Ward", was=NAMES, actor=editor)
    assert Posting.objects.with_state().get().state == "changed"
    assert publish(posting, publisher).title == "Ward nurse"
    assert Posting.objects.with_state().get().state == "published"


def test_what_was_not_looked_at_is_not_published(posting: Posting, editor: User, publisher: User) -> None:
    editing.save_sections(posting_id=posting.pk, base_number=1, bodies={"pay": "<p>26 EUR</p>"}, actor=editor)
    with pytest.raises(StaleRevision):
        publish(posting, publisher, base_number=1)
    assert publish(posting, publisher, base_number=2).revision.number == 2


def test_a_posting_without_text_is_not_publishable(site: CareerSite, publisher: User) -> None:
    with pytest.raises(NotPublishable, match="no text yet"):
        publish(receive(site).posting, publisher)


def test_who_may_not_publish_is_refused(posting: Posting, editor: User) -> None:
    for actor in (editor, None):
        with pytest.raises(NotAllowed):
            publish(posting, actor)
    assert not Publication.objects.exists()


def test_a_posting_is_shown_on_its_own_site_only(posting: Posting, publisher: User) -> None:
    with pytest.raises(NotFound):
        publishing.publish(posting_id=posting.pk, site_id=make_site("quay").pk, actor=publisher)


def smuggled(posting: Posting, html: str) -> Revision:
    """A head whose stored text never went through an editor's cleaning."""
    now = timezone.now()
    section = Section.objects.create(posting=posting, kind="pay", version=9, html=html, created_at=now)
    head = Revision.objects.create(posting=posting, number=2, origin="editor", created_at=now)
    RevisionSection.objects.create(revision=head, section=section, kind="pay")
    Posting.objects.filter(pk=posting.pk).update(head=head, head_number=2)
    return head


def test_stored_markup_that_is_not_clean_is_never_shown_as_it_is(posting: Posting, publisher: User) -> None:
    smuggled(posting, '<p onclick="x()">24 EUR</p><script>alert(1)</script>')
    shown = publish(posting, publisher)
    assert shown.fragment == '<section data-section="pay">\n<h2>Pay</h2>\n<p>24 EUR</p>\n</section>'


def test_a_section_that_says_nothing_is_not_publishable(posting: Posting, publisher: User) -> None:
    smuggled(posting, "<h3>Pay</h3>")
    with pytest.raises(NotPublishable):
        publish(posting, publisher)
    assert not OutboxEvent.objects.exists()


def test_the_independent_check_has_the_last_word(
    posting: Posting, publisher: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    unsafe = '<section data-section="pay"><h2>Pay</h2><p><a href="javascript:x">24 EUR</a></p></section>'
    monkeypatch.setattr(publishing.rendering.verify, "check_fragment", lambda _: None)
    monkeypatch.setattr(publishing.rendering, "render_fragment", lambda *_, **__: unsafe)
    with pytest.raises(NotPublishable) as refusal:
        publish(posting, publisher)
    assert refusal.value.code == "unclean_markup"
    assert not Publication.objects.exists()


def test_structured_data_appears_where_the_facts_suffice(site: CareerSite, publisher: User) -> None:
    pay = {"min": 24, "max": 26, "currency": "EUR", "unit": "hour"}
    facts = {"locations": ["Graz"], "employment_types": ["full_time"], "posted_on": "2025-06-10", "pay": pay}
    data = publish(normalized(site, facts=facts), publisher).structured_data
    assert (data["@type"], data["title"], data["datePosted"]) == ("JobPosting", "Nurse", "2025-06-10")
    assert data["hiringOrganization"]["name"] == "Ward House"
    assert data["baseSalary"]["value"] == {
        "@type": "QuantitativeValue",
        "unitText": "HOUR",
        "minValue": 24,
        "maxValue": 26,
    }
    assert publish(normalized(site), publisher).structured_data == {}, "a job is somewhere"


def test_taking_down_ends_the_publication_and_twice_is_an_empty_success(posting: Posting, publisher: User) -> None:
    shown = publish(posting, publisher)
    ended = unpublish(posting, publisher, reason="Filled")
    assert (ended, ended.ended_reason, ended.ended_by) == (shown, "Filled", publisher)
    assert unpublish(posting, publisher) is None
    assert events() == ["posting.published", "posting.unpublished"]


def test_what_was_taken_down_can_be_published_again(posting: Posting, publisher: User) -> None:
    first = publish(posting, publisher)
    unpublish(posting, publisher)
    again = publish(posting, publisher)
    assert (again.is_live, again.slug, again.fragment) == (True, first.slug, first.fragment)
    assert again.public_id != first.public_id


def test_who_may_not_unpublish_is_refused(posting: Posting, publisher: User, editor: User) -> None:
    publish(posting, publisher)
    with pytest.raises(NotAllowed):
        unpublish(posting, editor)
    assert Publication.objects.live().exists()


@pytest.mark.parametrize("same", ["posting", "slug"])
def test_the_database_refuses_two_live_publications(posting: Posting, publisher: User, same: str) -> None:
    shown = publish(posting, publisher)
    other = normalized(posting.site) if same == "slug" else posting
    slug = shown.slug if same == "slug" else "another"
    with pytest.raises(IntegrityError), transaction.atomic():
        Publication.objects.create(
            posting=other, site=posting.site, revision=other.head, slug=slug, title="x", fragment="x",
            published_at=timezone.now(),
        )  # fmt: skip
