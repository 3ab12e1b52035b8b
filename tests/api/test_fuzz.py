"""Whatever bytes come in, the answer is the API's own and never a fault of ours."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from postings.services.intake import Intake

SOURCES = "/api/v1/sources/"
FIELDS = ("content", "content_base64", "media_type", "name", "address", "reference", "facts", "colour")
FACTS = ("title", "company", "locations", "pay", "employment_types", "language", "colour")

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(exclude_categories=())),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(FACTS) | st.text(), inner, max_size=4),
    max_leaves=8,
)
bodies = st.dictionaries(st.sampled_from(FIELDS), anything, max_size=5)
# The fixtures are only read, so sharing them between examples is safe.
several = settings(
    max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture(autouse=True)
def an_intake_that_only_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The checks of the real intake, without the writing: examples leave nothing to each other."""
    from types import SimpleNamespace

    from postings.services import intake

    def keep(site: Any, source: Any, *rest: Any) -> Intake:
        named = SimpleNamespace(public_id=uuid.uuid4(), state="queued", slug="x")
        return Intake(posting=named, source=source, run=named, is_new=True)  # type: ignore[arg-type]

    monkeypatch.setattr(intake, "_keep", keep)


def require_own_answer(response: Any) -> None:
    assert response.status_code in {202, 400, 413, 415}, response.content
    if response.status_code != 202:
        assert response["Content-Type"] == "application/problem+json"
        assert response.json()["type"].startswith("/api/problems/")


@several
@given(body=bodies | anything)
def test_any_json_is_answered(sender: Client, body: Any) -> None:
    data = json.dumps(body).encode()
    require_own_answer(sender.generic("POST", SOURCES, data, content_type="application/json"))


@several
@given(
    data=st.binary(max_size=300),
    media_type=st.sampled_from(
        [
            "application/json",
            "text/html",
            "text/plain; charset=nonsense",
            "multipart/form-data; boundary=x",
            "application/vnd.postwright.payload+json",
            "application/xml",
        ]
    ),
)
def test_any_bytes_are_answered(sender: Client, data: bytes, media_type: str) -> None:
    require_own_answer(sender.generic("POST", SOURCES, data, content_type=media_type))


@several
@given(query=st.dictionaries(st.sampled_from(["cursor", "limit", "x"]), st.text(st.characters(codec="utf-8"))))
def test_any_query_is_answered(client: Client, site: Any, query: dict[str, str]) -> None:
    response = client.get("/api/v1/sites/harbour/postings/", query)
    assert response.status_code in {200, 400}
