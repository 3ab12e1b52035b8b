"""What the tests of the API expect of every problem."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse

from postings.web.catalogue import PROBLEMS


def problem(response: HttpResponse, name: str) -> dict[str, Any]:
    """The body of an answer that is this problem of the catalogue, in its form."""
    kind = PROBLEMS[name]
    assert response.status_code == kind.status, response.content
    assert response["Content-Type"] == "application/problem+json"
    body: dict[str, Any] = response.json()  # type: ignore[attr-defined]
    assert (body["type"], body["title"], body["status"]) == (kind.uri, kind.title, kind.status)
    assert body["detail"]
    return body
