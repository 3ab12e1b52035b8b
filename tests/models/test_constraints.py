"""The database refuses what must not be, whoever asks, and says so by a name one can read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, connection, models, transaction
from django.utils import timezone

from postings.models import CareerSite, NormalizationRun, Posting, Revision, RevisionSection, Section, SiteKey
from postings.models.revision import SECTION_KINDS
from postings.models.writeonce import WrittenOnce
from postings.normalizer.taxonomy import SECTION_ORDER
from postings.services import publishing
from tests.services.story import make_site, normalized

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_normalizer")]


@pytest.fixture
def posting(site: CareerSite, small_normalizer: None) -> Posting:
    return normalized(site, reference="A")


def refused(write: Callable[[], Any]) -> str:
    with pytest.raises(IntegrityError) as refusal, transaction.atomic():
        write()
    return str(refusal.value)


def runs() -> models.QuerySet[NormalizationRun]:
    return NormalizationRun.objects.all()


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ({"state": "lost"}, "run_"),
        ({"finished_at": None}, "run_is_finished_if_it_succeeded_or_failed"),
        ({"started_at": None}, "run_is_started_unless_it_is_queued"),
        ({"failure_code": "x"}, "run_has_a_failure_code_if_it_failed"),
        ({"outcome": ""}, "run_has_a_result_if_it_succeeded"),
    ],
)
def test_a_run_is_whole(posting: Posting, change: dict[str, Any], name: str) -> None:
    assert name in refused(lambda: runs().update(**change))


def test_a_posting_without_text_has_no_head(posting: Posting) -> None:
    assert "posting_without_number_has_no_head" in refused(lambda: Posting.objects.update(head_number=0))


def test_a_slug_and_a_reference_mean_one_posting_on_a_site(posting: Posting) -> None:
    now = timezone.now()
    same = {"site": posting.site, "title": "x", "created_at": now, "changed_at": now}
    refused(lambda: Posting.objects.create(slug=posting.slug, **same))
    refused(lambda: Posting.objects.create(slug="other", reference="A", **same))
    for slug in ("b", "c"):
        Posting.objects.create(slug=slug, reference="", **same)


def test_numbers_and_versions_are_given_once(posting: Posting) -> None:
    now = timezone.now()
    refused(lambda: Revision.objects.create(posting=posting, number=1, origin="editor", created_at=now))
    refused(lambda: Section.objects.create(posting=posting, kind="pay", version=1, html="x", created_at=now))
    pay = posting.head.section("pay")
    refused(lambda: RevisionSection.objects.create(revision=posting.head, section=pay, kind="pay"))


def test_one_run_makes_at_most_one_machine_revision(posting: Posting) -> None:
    again = {"posting": posting, "number": 2, "origin": "normalizer", "run": posting.head.run}
    refused(lambda: Revision.objects.create(created_at=timezone.now(), **again))


def test_one_source_has_one_run_a_version(posting: Posting) -> None:
    run = runs().get()
    again = {"source": run.source, "normalizer_version": run.normalizer_version, "queued_at": timezone.now()}
    refused(lambda: runs().create(**again))


def test_sections_are_those_of_the_contract(posting: Posting) -> None:
    now = timezone.now()
    refused(lambda: Section.objects.create(posting=posting, kind="perks", version=1, html="x", created_at=now))
    assert tuple(kind.value for kind in SECTION_ORDER) == SECTION_KINDS


def test_a_site_has_a_sensible_heading_level_and_its_keys_a_scope(site: CareerSite) -> None:
    assert "site_heading_level_is_1_to_5" in refused(lambda: make_site("quay", heading_level=6))
    refused(lambda: SiteKey.objects.create(site=site, scope="admin", name="x", prefix="x", digest="x"))


def test_what_was_written_once_stays_as_it_is(posting: Posting, publisher: Any) -> None:
    publication = publishing.publish(posting_id=posting.pk, site_id=posting.site_id, actor=publisher)
    entry = posting.audit_entries.first()
    for row in (posting.head, posting.head.section("pay"), publication, entry):
        for change in (
            row.save,
            row.delete,
            type(row).objects.all().delete,
            lambda r=row: type(r).objects.update(pk=1),
        ):
            with pytest.raises(WrittenOnce):
                change()


def test_a_posting_with_a_past_cannot_be_deleted(posting: Posting) -> None:
    with pytest.raises(models.ProtectedError):
        posting.delete()


def test_every_constraint_has_a_name_the_database_can_hold() -> None:
    names = [constraint.name for model in _models() for constraint in model._meta.constraints]
    assert len(names) == len(set(names))
    assert max(map(len, names)) <= (connection.ops.max_name_length() or 63)


def _models() -> list[type[models.Model]]:
    from django.apps import apps

    return list(apps.get_app_config("postings").get_models())
