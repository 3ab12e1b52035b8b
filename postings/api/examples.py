"""Examples for the OpenAPI document; a test holds each against the shape it illustrates."""

from __future__ import annotations

from typing import Any

from postings.web.catalogue import ProblemType

_BASE = "https://jobs.example"
_PUBLICATION = "4f7d3a52-0d5e-4f43-9a53-6a6a4d2a9c11"
_SOURCE = "9a1f0a3e-54f5-4a0c-8d44-0b7a0b8f7c20"
_RUN = "0c6e2b1a-7a7e-4c53-9a0f-1f1c3f5d8e77"

_PAY = "<p>$38.50 to $46 an hour, plus $4.25 for nights.</p>"
_DUTIES = "<ul><li>Care for four patients on a stroke unit</li><li>Teach families before they go home</li></ul>"
FRAGMENT = (
    f'<section data-section="responsibilities"><h2>Responsibilities</h2>{_DUTIES}</section>'
    f'<section data-section="pay"><h2>Pay</h2>{_PAY}</section>'
)

_POSTING_URL = f"{_BASE}/api/v1/sites/harbour/postings/registered-nurse/"
_SUMMARY: dict[str, Any] = {
    "url": _POSTING_URL,
    "fragment_url": f"{_POSTING_URL}fragment/",
    "page_url": f"{_BASE}/careers/harbour/registered-nurse/",
    "publication_url": f"{_BASE}/api/v1/sites/harbour/publications/{_PUBLICATION}/",
    "structured_data_url": f"{_POSTING_URL}structured-data/",
    "id": _PUBLICATION,
    "posting_id": "41",
    "slug": "registered-nurse",
    "title": "Registered Nurse",
    "company": "Tidewater Community Hospital",
    "language": "en",
    "facts": {
        "locations": ["Port Selwyn"],
        "employment_types": ["full_time"],
        "pay": {"min": 38.5, "max": 46.0, "currency": "USD", "unit": "hour"},
    },
    "first_published_at": "2026-11-24T08:00:00Z",
    "published_at": "2026-11-30T09:12:44Z",
}

PAGE: dict[str, Any] = {"items": [_SUMMARY], "next": None}

CHANGES: dict[str, Any] = {
    "items": [
        {"type": "published", "posting_id": "41", "posting": _SUMMARY},
        {
            "type": "removed",
            "posting_id": "38",
            "slug": "line-cook",
            "ended_at": "2026-11-30T09:20:00Z",
            "reason": "The place is taken.",
        },
    ],
    "next": f"{_BASE}/api/v1/sites/harbour/changes/?cursor=c207",
    "has_more": False,
}

STRUCTURED_DATA: dict[str, Any] = {
    "@context": "https://schema.org/",
    "@type": "JobPosting",
    "title": "Registered Nurse",
    "description": "<p>Responsibilities</p><ul><li>Care for four patients on a stroke unit</li></ul>",
    "datePosted": "2026-11-24",
    "hiringOrganization": {"@type": "Organization", "name": "Tidewater Community Hospital"},
    "jobLocation": [{"@type": "Place", "address": {"@type": "PostalAddress", "addressLocality": "Port Selwyn"}}],
    "directApply": False,
}

POSTING: dict[str, Any] = {
    **_SUMMARY,
    "revision": 3,
    "normalizer_version": "1",
    "provenance": {
        "origin": "editor",
        "received_at": "2026-11-24T07:58:03Z",
        "source_sha256": "9f86d081884c7d65" * 4,
        "sections": [
            {"kind": "responsibilities", "from_source": 2, "written": 0},
            {"kind": "pay", "from_source": 0, "written": 1},
        ],
    },
    "sections": [
        {
            "kind": "responsibilities",
            "heading": "Responsibilities",
            "html": _DUTIES,
            "text": "Care for four patients on a stroke unit\nTeach families before they go home",
        },
        {"kind": "pay", "heading": "Pay", "html": _PAY, "text": "$38.50 to $46 an hour, plus $4.25 for nights."},
    ],
    "fragment": FRAGMENT,
    "structured_data": STRUCTURED_DATA,
}

SOURCE: dict[str, Any] = {
    "content": "<h1>Line cook</h1><h2>What you do</h2><ul><li>Run the grill from four to eleven</li></ul>",
    "media_type": "text/html",
    "reference": "KITCHEN-7",
    "address": "https://orchard.example/jobs/7",
    "facts": {"title": "Line Cook", "company": "The Orchard Table", "locations": ["Milbrook"]},
}

PAGE_SOURCE = "<!doctype html><title>Line cook</title><h1>Line cook</h1><p>Run the grill from four to eleven.</p>"

PAYLOAD: dict[str, Any] = {"id": 88120, "title": "Data Analyst", "content": "<p>Own the weekly revenue report.</p>"}

_RUN_URL = f"{_BASE}/api/v1/runs/{_RUN}/"
ACCEPTED: dict[str, Any] = {
    "id": _SOURCE,
    "is_new": True,
    "run": {"id": _RUN, "state": "queued", "url": _RUN_URL},
}

RUN: dict[str, Any] = {
    "id": _RUN,
    "url": _RUN_URL,
    "state": "succeeded",
    "outcome": "revision",
    "failure": None,
    "queued_at": "2026-11-30T09:12:44Z",
    "started_at": "2026-11-30T09:12:44Z",
    "finished_at": "2026-11-30T09:12:45Z",
    "attempts": 1,
    "normalizer_version": "1",
    "language": "en",
    "facts": {"title": "Line Cook", "company": "The Orchard Table"},
    "warnings": [{"code": "heading_unknown", "sentence": "A heading was not understood: “FYI”.", "blocks": ["7"]}],
    "ledger": {
        "placed": 11,
        "dropped": 3,
        "sections": {"about-the-role": 2, "responsibilities": 6, "requirements": 3},
        "reasons": {"title": 1, "equal_opportunity": 2},
    },
    "source": {"id": _SOURCE, "sha256": "9f86d081884c7d65" * 4, "bytes": 2913},
    "posting": {
        "slug": "line-cook",
        "title": "Line Cook",
        "reference": "KITCHEN-7",
        "is_live": False,
        "refusal": None,
        "url": None,
        "fragment_url": None,
        "page_url": None,
    },
}

_MEMBERS: dict[str, dict[str, Any]] = {
    "unknown-parameter": {"unknown": ["page"], "known": ["cursor", "limit"]},
    "invalid-parameter": {"errors": [{"field": "limit", "message": "“limit” must be a whole number from 1 to 100."}]},
    "invalid-fields": {"errors": [{"field": "", "message": "Send either content or content_base64."}]},
    "source-invalid": {"code": "not_text"},
    "too-large": {"code": "too_large"},
    "conflict": {"code": "slug_taken"},
    "posting-gone": {"ended_at": "2026-11-30T09:12:44Z", "reason": "The place is taken."},
}


def problem(kind: ProblemType) -> dict[str, Any]:
    """What an answer of this kind looks like."""
    body = {"type": kind.uri, "title": kind.title, "status": kind.status, "detail": kind.meaning}
    return body | _MEMBERS.get(kind.name, {})
