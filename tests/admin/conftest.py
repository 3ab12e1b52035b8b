"""The cast as it sits at the desk: one may only look, one edits, one publishes, one looks after everything."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from postings.models import CareerSite, Posting
from tests.services import story
from tests.services.fixtures import sent_runs, site, small_normalizer  # noqa: F401

LogIn = Callable[[User], Client]


def _at_the_desk(name: str, group: str) -> User:
    user = story.make_person(name, group)
    user.is_staff = True
    user.save()
    return user


@pytest.fixture
def viewer(db: None) -> User:
    return _at_the_desk("vera", "Viewer")


@pytest.fixture
def editor(db: None) -> User:
    return _at_the_desk("edgar", "Editor")


@pytest.fixture
def publisher(db: None) -> User:
    return _at_the_desk("paula", "Publisher")


@pytest.fixture
def administrator(db: None) -> User:
    return User.objects.create_superuser("adam")


@pytest.fixture
def log_in() -> LogIn:
    """A browser of somebody's own."""

    def logged_in(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return logged_in


@pytest.fixture
def posting(site: CareerSite, small_normalizer: None, sent_runs: list[int]) -> Posting:  # noqa: F811
    """A posting with responsibilities and pay, and one block left out."""
    return story.normalized(site, reference="n1")
