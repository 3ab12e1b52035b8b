"""Readers and senders: a client, a live posting, a site's write key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from postings.models import CareerSite, Publication
from postings.services import keys, publishing
from tests.services import story
from tests.services.fixtures import *  # noqa: F403

LIST = "/api/v1/sites/harbour/postings/"


@pytest.fixture
def publish(site: CareerSite, publisher: User, small_normalizer: None) -> Callable[..., Publication]:
    """Publishes a new posting of the site: `publish(data=…, reference=…)`."""

    def publish_one(**more: Any) -> Publication:
        posting = story.normalized(more.pop("site", site), **more)
        return publishing.publish(posting_id=posting.pk, site_id=posting.site_id, actor=publisher)

    return publish_one


@pytest.fixture
def nurse(publish: Callable[..., Publication]) -> Publication:
    return publish()


@pytest.fixture
def write_key(site: CareerSite) -> str:
    """The text of a key that may send to the site."""
    return keys.issue_key(site=site, scope="write", name="test")[1]


@pytest.fixture
def sender(write_key: str) -> Client:
    """A client that holds the key."""
    return Client(headers={"authorization": f"Bearer {write_key}"})
