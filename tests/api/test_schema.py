"""The OpenAPI document is complete, sound, and true of what the API answers."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from jsonschema import Draft202012Validator

from postings.api import fields
from postings.models import Publication, Source
from postings.services import normalizing
from postings.web.catalogue import PROBLEMS
from tests.services import story

OPERATIONS = {
    ("/api/v1/sites/{site}/postings/", "get"),
    ("/api/v1/sites/{site}/postings/{slug}/", "get"),
    ("/api/v1/sites/{site}/postings/{slug}/fragment/", "get"),
    ("/api/v1/sites/{site}/postings/{slug}/structured-data/", "get"),
    ("/api/v1/sites/{site}/publications/{public_id}/", "get"),
    ("/api/v1/sites/{site}/changes/", "get"),
    ("/api/v1/sources/", "post"),
    ("/api/v1/runs/{public_id}/", "get"),
}


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    out = io.StringIO()
    call_command("spectacular", "--fail-on-warn", "--validate", "--format", "openapi-json", stdout=out)
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


def _as_json_schema(node: Any) -> Any:
    """OpenAPI 3.0's `nullable` in the words of JSON Schema."""
    if isinstance(node, list):
        return [_as_json_schema(inner) for inner in node]
    if not isinstance(node, dict):
        return node
    changed = {name: _as_json_schema(inner) for name, inner in node.items() if name != "nullable"}
    return {"anyOf": [changed, {"type": "null"}]} if node.get("nullable") else changed


def require_valid(document: dict[str, Any], value: Any, shape: str) -> None:
    schema = {"$ref": f"#/components/schemas/{shape}", "components": _as_json_schema(document["components"])}
    Draft202012Validator(schema).validate(value)


def require_complete(document: dict[str, Any], value: Any, shape: str) -> None:
    """Valid, and without a member that the document does not tell of."""
    require_valid(document, value, shape)
    assert set(value) <= set(document["components"]["schemas"][shape]["properties"])


def test_every_operation_is_there_with_words_and_errors(document: dict[str, Any]) -> None:
    found = {(path, method) for path, item in document["paths"].items() for method in item}
    assert found == OPERATIONS
    for path, method in OPERATIONS:
        operation = document["paths"][path][method]
        assert operation["summary"]
        assert operation["description"]
        for status, response in operation["responses"].items():
            assert response["description"], (path, status)
            if int(status) >= 400:
                assert list(response["content"]) == ["application/problem+json"]


def test_every_problem_that_is_raised_is_documented_somewhere(document: dict[str, Any]) -> None:
    told = {
        name
        for item in document["paths"].values()
        for operation in item.values()
        for response in operation["responses"].values()
        for content in response.get("content", {}).values()
        for example in content.get("examples", {}).values()
        for name in [str(example.get("value", {}).get("type", "")) if isinstance(example.get("value"), dict) else ""]
    }
    without = {"not-found", "not-acceptable"}
    assert {kind.uri for name, kind in PROBLEMS.items() if name not in without} <= told


def test_examples_are_what_they_illustrate(document: dict[str, Any]) -> None:
    checked = 0
    for item in document["paths"].values():
        for operation in item.values():
            for response in operation["responses"].values():
                for content in response.get("content", {}).values():
                    shape = content["schema"].get("$ref", "").rpartition("/")[2]
                    for example in content.get("examples", {}).values() if shape else ():
                        require_complete(document, example["value"], shape)
                        checked += 1
    assert checked > 30


def test_only_sending_needs_a_key(document: dict[str, Any]) -> None:
    for path, method in OPERATIONS:
        security = document["paths"][path][method]["security"]
        assert security == ([{}, {"readKey": []}] if "/sites/" in path else [{"writeKey": []}])


def test_the_document_in_the_repository_is_the_one_that_is_served() -> None:
    """After a change of the contract that is meant: `manage.py spectacular --file docs/openapi.yaml`."""
    out = io.StringIO()
    call_command("spectacular", "--fail-on-warn", stdout=out)
    assert (settings.BASE_DIR / "docs/openapi.yaml").read_text("utf-8") == out.getvalue()


def test_answers_are_as_documented(
    document: dict[str, Any], client: Client, sender: Client, nurse: Publication
) -> None:
    base = "/api/v1/sites/harbour/postings/"
    page = client.get(base).json()
    require_complete(document, page, "PostingPage")
    require_complete(document, page["items"][0], "PartialPosting")
    whole = client.get(f"{base}{nurse.slug}/").json()
    require_complete(document, whole, "PartialPosting")
    assert set(whole) == set(document["components"]["schemas"]["PartialPosting"]["properties"]) == set(fields.WHOLE)
    assert set(page["items"][0]) == set(fields.SUMMARY)
    require_complete(document, client.get("/api/v1/sites/harbour/changes/").json(), "ChangePage")
    require_complete(document, client.get(f"{base}nobody/").json(), "Problem")
    body = {"content": story.NURSE.decode(), "reference": "W-9"}
    sent = sender.post("/api/v1/sources/", body, content_type="application/json").json()
    require_complete(document, sent, "Accepted")
    require_complete(document, sender.get(sent["run"]["url"]).json(), "Run")
    normalizing.perform_run(run_id=Source.objects.latest("id").runs.get().pk)
    require_complete(document, sender.get(sent["run"]["url"]).json(), "Run")


def test_the_document_and_its_page_are_served_from_here(client: Client, db: None) -> None:
    schema = client.get("/api/schema/")
    assert schema.status_code == 200
    page = client.get("/api/docs/")
    assert page.status_code == 200
    text = page.content.decode()
    assert "cdn.jsdelivr.net" not in text
    assert "/static/drf_spectacular_sidecar/" in text


def test_every_problem_is_described_at_its_address(client: Client) -> None:
    listed = client.get("/api/problems/").json()["problems"]
    assert [problem["type"] for problem in listed] == [kind.uri for kind in PROBLEMS.values()]
    for kind in PROBLEMS.values():
        told = client.get(kind.uri).json()
        assert (told["type"], told["status"], told["title"], told["meaning"]) == (
            kind.uri,
            kind.status,
            kind.title,
            kind.meaning,
        )
    assert client.get("/api/problems/nonsense/").status_code == 404
