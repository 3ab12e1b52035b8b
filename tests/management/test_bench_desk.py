"""The made-up postings are whole, the same every time, and the bench leaves nothing behind."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import CommandError

from postings.management import bulk
from postings.management.commands import make_postings
from postings.models import Posting, Publication, Revision
from postings.normalizer import verify
from postings.normalizer.model import Section
from postings.normalizer.render import read_body, render_body, render_fragment
from postings.normalizer.taxonomy import SectionKind
from postings.services import provenance

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def local(settings: Any) -> None:
    settings.POSTWRIGHT_PUBLIC_BASE_URL = "http://localhost:8000"


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, number in {"PUBLISHED": 2, "EDITED": 1, "SAVES": 3}.items():
        monkeypatch.setattr(make_postings, name, number)


def test_they_are_made_once_and_as_the_services_would_leave_them(few: None) -> None:
    for _ in range(2):
        call_command("make_postings", count=14, stdout=io.StringIO())
    assert Posting.objects.count() == 14
    assert Publication.objects.live().count() == 2
    first = Posting.objects.order_by("pk")[0]
    assert (first.site.slug, first.head_number) == ("bench-1", 4)
    assert list(Posting.objects.with_state().order_by("pk").values_list("state", flat=True))[:3] == [
        "changed", "published", "in_review",
    ]  # fmt: skip
    for revision in Revision.objects.with_sections():
        for stored in revision.ordered_sections():
            assert render_body(read_body(stored.html)) == stored.html
            written = provenance.text_of(provenance.passages_of(stored))
            assert (written.html, len(written.blocks)) == (stored.html, len(stored.blocks))
            verify.check_fragment(render_fragment([Section(SectionKind(stored.kind), read_body(stored.html))]))


def test_one_number_is_one_text() -> None:
    assert bulk.draft(7) == bulk.draft(7)
    assert bulk.draft(7) != bulk.draft(8)
    assert Posting.objects.count() == 0


def test_the_bench_needs_postings_and_a_local_installation(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CommandError, match="make_postings"):
        call_command("bench_desk")
    monkeypatch.setattr("postings.management.demonstration.is_only_local", lambda: False)
    for command in ("bench_desk", "make_postings"):
        with pytest.raises(CommandError, match="local"):
            call_command(command)
    assert not User.objects.exists()
