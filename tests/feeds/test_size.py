"""Twenty thousand postings go out in flat memory."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable

import pytest
from django.test import Client

from postings.models import CareerSite, Publication
from tests.feeds.many import show_many

MANY = 20_000
# A few hundred rows with their texts; the feed itself has more than 60 megabytes.
PEAK_BYTES_MAX = 12_000_000


@pytest.fixture
def many(site: CareerSite, publish: Callable[..., Publication]) -> None:
    long = publish(data=b"title: Nurse\ncompany: Ward House\nabout: " + b"Care for the sick and the old. " * 100)
    show_many(site, MANY, like=long, whole=False)


def test_twenty_thousand_postings_go_out_in_flat_memory(client: Client, many: None) -> None:
    for name, count in (
        ("jobs.xml", MANY + 1),
        ("sitemap.xml", MANY + 1),
        ("rss.xml", 500),
        ("atom.xml", 500),
        ("feed.json", 500),
    ):
        response = client.get(f"/feeds/harbour/{name}")
        tracemalloc.start()
        shown = sum(piece.count(b"/careers/harbour/many-") for piece in response.streaming_content)  # type: ignore[attr-defined]
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert count - 1 <= shown <= count
        assert peak < PEAK_BYTES_MAX, (name, peak)
