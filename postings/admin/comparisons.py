"""Two revisions side by side, and what became of one section over time."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from postings import conditions, selectors
from postings.admin import words
from postings.admin.asking import find, person
from postings.comparing import compare_texts
from postings.models import Posting
from postings.models.revision import SECTION_KINDS


@require_safe
def compare(request: HttpRequest, posting_id: int) -> HttpResponse:
    """Revision `from` against `to`; without them the newest against the one it was made from."""
    posting = find(request, posting_id)
    newer = _number(request, "to") or posting.head_number
    older = _number(request, "from") or _base_of(posting, newer)
    page = selectors.comparison(posting.pk, older, newer)
    if page is None:
        raise Http404("There is no such revision.")
    context = {
        "title": f"{posting.title}: revision {older} and {newer}",
        "page": page,
        "history": selectors.history_of(posting),
        "refusal": conditions.why_not_edit(posting, person(request)),
    }
    return _render(request, posting, "compare.html", context)


@require_safe
def section_versions(request: HttpRequest, posting_id: int, kind: str) -> HttpResponse:
    """All versions of one section, newest first, each with what it changed."""
    posting = find(request, posting_id)
    versions = selectors.section_history(posting.pk, kind) if kind in SECTION_KINDS else []
    if not versions:
        raise Http404("This posting never had such a section.")
    before = [*[version.section.html for version in versions[1:]], ""]
    changes = [compare_texts(old, version.section.html, kind) for version, old in zip(versions, before, strict=True)]
    context = {
        "title": f"{posting.title}: {words.section(kind)}",
        "kind": kind,
        "versions": list(zip(versions, changes, strict=True)),
        "current": next((one.pk for one in selectors.head_sections(posting) if one.kind == kind), None),
        "refusal": conditions.why_not_edit(posting, person(request)),
    }
    return _render(request, posting, "section_versions.html", context)


def _base_of(posting: Posting, number: int) -> int:
    revision = next((one for one in selectors.history_of(posting) if one.number == number), None)
    return revision.base.number if revision and revision.base else number


def _number(request: HttpRequest, name: str) -> int:
    value = request.GET.get(name, "")
    return int(value) if value.isascii() and value.isdecimal() and len(value) < 10 else 0


def _render(request: HttpRequest, posting: Posting, template: str, context: Mapping[str, object]) -> HttpResponse:
    shared = {**admin.site.each_context(request), "opts": Posting._meta, "posting": posting}
    return render(request, f"admin/postings/posting/{template}", {**shared, **context})
