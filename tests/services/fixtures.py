"""The cast: one may only look, one edits, one publishes; a site; and a broker that only takes notes."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from postings import dispatch
from postings.models import CareerSite
from postings.services import normalizing
from tests.services import story


@pytest.fixture
def site(db: None) -> CareerSite:
    return story.make_site()


@pytest.fixture
def viewer(db: None) -> User:
    return story.make_person("vera", "Viewer")


@pytest.fixture
def editor(db: None) -> User:
    return story.make_person("edgar", "Editor")


@pytest.fixture
def publisher(db: None) -> User:
    return story.make_person("paula", "Publisher")


@pytest.fixture
def sent_runs(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The runs that workers were told of after a commit, instead of telling them."""
    sent: list[int] = []
    monkeypatch.setattr(dispatch, "_send_run", sent.append)
    return sent


@pytest.fixture
def small_normalizer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines such as `pay: 20 EUR an hour` instead of the real normalizer's judgement; see story.py."""
    monkeypatch.setattr(normalizing, "normalize", story.small_normalize)
