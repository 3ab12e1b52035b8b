"""Whatever is sent, the answer is a clear problem, and nothing half-made stays behind."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError
from django.test import Client

from postings import selectors_public
from postings.models import AuditEntry, CareerSite, NormalizationRun, Posting, SiteKey, Source
from postings.services import keys
from tests.api.answers import problem

SOURCES = "/api/v1/sources/"
JSON = "application/json"
KEPT = (Posting, Source, NormalizationRun)


@pytest.fixture(autouse=True)
def nothing_stays(site: CareerSite, write_key: str) -> Iterator[None]:
    """After each test of this file there is nothing but the site and its key."""
    noted = AuditEntry.objects.count()
    yield
    assert [model.objects.count() for model in KEPT] == [0, 0, 0]
    assert AuditEntry.objects.exclude(action__startswith="key.").count() == 0
    assert AuditEntry.objects.count() >= noted


def post(client: Client, data: bytes, media_type: str = JSON) -> Any:
    return client.generic("POST", SOURCES, data, content_type=media_type)


def test_keys_that_are_none_are_answered_alike(client: Client, site: CareerSite, write_key: str) -> None:
    _, read_key = keys.issue_key(site=site, scope="read", name="reader")
    old, revoked = keys.issue_key(site=site, scope="write", name="old")
    keys.revoke_key(key=old)
    headers = [
        {},
        {"authorization": ""},
        {"authorization": "Bearer"},
        {"authorization": write_key},
        {"authorization": f"Basic {write_key}"},
        {"authorization": f"Bearer {write_key[:-1]}"},
        {"authorization": f"Bearer {write_key}x"},
        {"authorization": f"Bearer {read_key}"},
        {"authorization": f"Bearer {revoked}"},
        {"authorization": "Bearer pw_write_ÿþ_\udcff"},
        {"authorization": "Bearer " + "x" * 9000},
    ]
    answers = [client.generic("POST", SOURCES, b"{}", content_type=JSON, headers=header) for header in headers]

    for answer in answers:
        problem(answer, "key-not-accepted")
        assert answer["WWW-Authenticate"].startswith("Bearer")
    assert len({answer.content for answer in answers}) == 1


def test_a_revoked_key_ends_at_once(sender: Client) -> None:
    keys.revoke_key(key=SiteKey.objects.get())

    problem(post(sender, b'{"content": "text"}'), "key-not-accepted")


@pytest.mark.parametrize(
    "data",
    [
        b"{",
        b"nonsense",
        b'{"content": "x"} {}',
        b'{"content": "\xff\xfe"}',
        b"[" * 100_000 + b"]" * 100_000,
        b'{"facts": ' * 100_000 + b"1" + b"}" * 100_000,
        b'{"content": "x", "facts": ' + b"[" * 500 + b"]" * 500 + b"}",
        b'{"facts": {"pay": {"min": ' + b"9" * 100_000 + b"}}}",
        b'{"facts": {"pay": {"min": ' + b"9" * 1000 + b"}}}",
        b'{"facts": {"pay": {"min": NaN}}}',
        b'{"facts": {"pay": {"min": -Infinity}}}',
    ],
    ids=["cut", "word", "two", "not utf-8", "deep list", "deep object", "deepish", "digits", "many", "nan", "infinity"],
)
@pytest.mark.parametrize("media_type", [JSON, "application/vnd.postwright.payload+json"])
def test_json_that_is_none_is_refused(sender: Client, data: bytes, media_type: str) -> None:
    problem(post(sender, data, media_type), "invalid-json")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ([], ""),
        ("text", ""),
        (None, ""),
        ({}, ""),
        ({"content": "a", "content_base64": "YQ=="}, ""),
        ({"content": None}, "content"),
        ({"content": ["a"]}, "content"),
        ({"content": "a\u0000b"}, "content"),
        ({"content": "a", "name": "a\u0000b"}, "name"),
        ({"content": "a", "facts": []}, "facts"),
        ({"content": "a", "text": "b"}, "text"),
        ({"content_base64": "%%%"}, "content_base64"),
    ],
)
def test_fields_that_cannot_be_used_are_named(sender: Client, body: Any, field: str) -> None:
    found = problem(post(sender, json.dumps(body).encode()), "invalid-fields")
    assert field in [error["field"] for error in found["errors"]]


def test_half_a_character_is_refused(sender: Client) -> None:
    problem(post(sender, b'{"content": "\\ud800 text"}'), "invalid-fields")
    body = problem(post(sender, b'{"content": "text", "facts": {"title": "\\ud800"}}'), "source-invalid")
    assert body["code"] == "unstorable_text"
    problem(post(sender, b'{"content": "text", "facts": {"\\ud800": "x"}}'), "source-invalid")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"content": ""}, "empty"),
        ({"content": " \n\t "}, "empty"),
        ({"content_base64": base64.b64encode(bytes(range(256)) * 8).decode()}, "not_text"),
        ({"content": "text", "facts": {"salary": "x"}}, "facts_invalid"),
        ({"content": "text", "facts": {"pay": {"min": 1e999}}}, "facts_invalid"),
        ({"content": "text", "facts": {"pay": {"min": 10**90}}}, "facts_invalid"),
        ({"content": "text", "facts": {"title": 7}}, "facts_invalid"),
        ({"content": "text", "facts": {"workplace": "moon"}}, "facts_invalid"),
        ({"content": "text", "facts": {"language": "deutsch"}}, "facts_invalid"),
        ({"content": "text", "facts": {"valid_through": "soon"}}, "facts_invalid"),
        ({"content": "text", "facts": {"valid_through": "2027-02-30"}}, "facts_invalid"),
        ({"content": "text", "facts": {"posted_on": "31.01.2027"}}, "facts_invalid"),
        ({"content": "text", "facts": {"pay": {"min": 1, "currency": "€"}}}, "facts_invalid"),
        ({"content": "text", "facts": {"pay": {"min": 1, "unit": "shift"}}}, "facts_invalid"),
        ({"content": "text", "address": "javascript:alert(1)"}, "address_invalid"),
        ({"content": "text", "reference": "x" * 300}, "reference_invalid"),
    ],
)
def test_a_source_that_cannot_be_taken_says_why(sender: Client, body: dict[str, Any], code: str) -> None:
    data = json.dumps(body).replace("Infinity", "1e999").encode()
    assert problem(post(sender, data), "source-invalid")["code"] == code


@pytest.mark.parametrize("media_type", [JSON, "text/html", "application/xml", ""])
def test_a_request_without_a_body_is_empty(sender: Client, media_type: str) -> None:
    assert problem(post(sender, b"", media_type), "source-invalid")["code"] == "empty"


@pytest.mark.parametrize("media_type", ["text/html", "text/plain", "application/vnd.postwright.payload+json"])
def test_a_source_over_the_limit_is_too_large(sender: Client, settings: Any, media_type: str) -> None:
    settings.POSTWRIGHT_MAX_SOURCE_BYTES = 1000
    problem(post(sender, b'["' + b"word " * 250 + b'"]', media_type), "too-large")


def test_thirty_megabytes_are_too_large(sender: Client) -> None:
    response = post(sender, b"x" * 30_000_000, "text/html")

    assert response.status_code == 413
    assert response["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("media_type", ["image/png", "application/octet-stream", "nonsense", "application/pdf"])
def test_media_types_that_are_not_read_are_refused(sender: Client, media_type: str) -> None:
    problem(post(sender, b"\x89PNG", media_type), "unsupported-media-type")


def test_an_upload_without_a_file_or_with_bad_facts_is_refused(sender: Client) -> None:
    def file() -> SimpleUploadedFile:
        return SimpleUploadedFile("a.txt", b"text")

    problem(sender.post(SOURCES, {"reference": "W-7"}), "invalid-fields")
    problem(sender.post(SOURCES, {"file": file(), "facts": "[]"}), "invalid-fields")
    problem(sender.post(SOURCES, {"file": file(), "facts": "{"}), "invalid-json")
    problem(sender.post(SOURCES, {"file": file(), "colour": "red"}), "invalid-fields")
    assert (
        problem(sender.post(SOURCES, {"file": SimpleUploadedFile("a.txt", b"")}), "source-invalid")["code"] == "empty"
    )
    assert post(sender, b"--x\r\nbroken", "multipart/form-data; boundary=x").status_code == 400
    problem(post(sender, b"text", "multipart/form-data"), "invalid-request")


def test_unknown_parameters_beside_a_source_are_named(sender: Client) -> None:
    raw = sender.generic("POST", f"{SOURCES}?colour=red", b"text", content_type="text/plain")
    assert problem(raw, "unknown-parameter")["known"] == ["name", "address", "reference", "title", "company"]
    body = sender.post(f"{SOURCES}?reference=W-7", {"content": "text"}, content_type=JSON)
    assert problem(body, "unknown-parameter")["known"] == []


def test_nul_in_a_parameter_is_refused(sender: Client) -> None:
    response = sender.generic("POST", f"{SOURCES}?reference=a%00b", b"text", content_type="text/plain")
    assert problem(response, "source-invalid")["code"] == "unstorable_text"


@pytest.mark.parametrize("address", ["/api/", "/api/v1/", "/api/v1/sources", "/api/v9/x/y", "/api/v1/runs/x/"])
@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS", "BREW"])
def test_addresses_that_are_none_are_answered_in_the_apis_form(client: Client, address: str, method: str) -> None:
    problem(client.generic(method, address), "not-found")


def test_methods_that_are_not_there_are_refused(sender: Client) -> None:
    response = sender.get(SOURCES)
    problem(response, "method-not-allowed")
    assert response["Allow"] == "POST, OPTIONS"


@pytest.mark.parametrize("address", ["guide/", "guide/start/", "guide/nowhere/", "schema/", "docs/", "problems/"])
@pytest.mark.parametrize("accept", ["*/*", "text/html", "application/yaml", "image/png"])
def test_pages_about_the_api_are_only_read_and_refuse_in_the_apis_form(address: str, accept: str) -> None:
    client = Client(enforce_csrf_checks=True, headers={"accept": accept})
    # Only the document has several forms to choose from.
    is_form = address != "schema/" or accept in ("*/*", "application/yaml")
    for method in ("POST", "PUT", "DELETE", "BREW"):
        response = client.generic(method, f"/api/{address}")
        problem(response, "method-not-allowed" if is_form else "not-acceptable")
        assert response["Allow"] == "GET, HEAD, OPTIONS"

    told = client.options(f"/api/{address}")
    assert (told.status_code, told.content, told["Allow"]) == (204, b"", "GET, HEAD, OPTIONS")


def test_a_form_of_the_document_that_there_is_not_is_a_problem(client: Client) -> None:
    problem(client.get("/api/schema/", headers={"accept": "image/png"}), "not-acceptable")
    problem(client.get("/api/schema/?format=nonsense"), "not-found")


@pytest.mark.parametrize("address", [SOURCES, "/api/v1/runs/00000000-0000-0000-0000-000000000000/"])
def test_nobody_needs_a_key_to_be_told_the_methods(client: Client, address: str) -> None:
    response = client.options(address)

    assert (response.status_code, response.content) == (204, b"")
    assert response["Allow"] == ("POST, OPTIONS" if address == SOURCES else "GET, HEAD, OPTIONS")


def test_a_fault_of_ours_is_recorded_and_tells_nothing(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: str) -> None:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr(selectors_public, "gate", broken)
    client.raise_request_exception = False

    response = client.get("/api/v1/sites/harbour/postings/")

    problem(response, "internal-error")
    assert b"secret" not in response.content


def test_a_database_that_is_away_is_told_with_when_to_try_again(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*arguments: str) -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(selectors_public, "gate", away)

    response = client.get("/api/v1/sites/harbour/postings/")

    problem(response, "unavailable")
    assert response["Retry-After"] == "5"


@pytest.mark.parametrize("path", ["/api/v1/sources/", "/api/problems/", "/api/guide/nowhere/"])
def test_another_hosts_name_is_a_problem_too(client: Client, db: None, path: str) -> None:
    problem(client.get(path, headers={"host": "evil.example"}), "invalid-request")


def test_a_fault_outside_the_apis_views_is_a_problem_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(page: str) -> str:
        raise ZeroDivisionError(page)

    monkeypatch.setattr("postings.api.guide._html", fail)

    response = Client(raise_request_exception=False).get("/api/guide/")

    problem(response, "internal-error")
    assert "ZeroDivision" not in response.content.decode()
