"""Adding a posting, or a new source to one: one page, one service, and what was typed is kept when it is refused."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from postings import conditions
from postings.admin.asking import find, person
from postings.admin.forms import PostingForm, SourceForm
from postings.models import CareerSite, Posting
from postings.services import intake
from postings.services.errors import ServiceError

TEMPLATE = "admin/postings/posting/add.html"


@require_http_methods(["GET", "HEAD", "POST"])
def add_posting(request: HttpRequest) -> HttpResponse:
    """A new posting from pasted text or a file; afterwards its page, which shows the progress."""
    _require_right(request)
    form = PostingForm(request.POST or None, request.FILES or None, initial=_chosen_site(request))
    form.fields["site"].queryset = _sites(request)  # type: ignore[attr-defined]
    if form.is_valid():
        received = _receive(request, form, site=form.cleaned_data["site"])
        if received is not None:
            return redirect("admin:postings_posting_change", received.posting.pk)
    context = {"title": "Add a posting", "has_sites": CareerSite.objects.exists()}
    return _page(request, form, context)


@require_http_methods(["GET", "HEAD", "POST"])
def add_source(request: HttpRequest, posting_id: int) -> HttpResponse:
    """A new source for a posting.  Its text changes by itself only while no person has written in it."""
    posting = find(request, posting_id)
    _require_right(request, posting.site)
    form = SourceForm(request.POST or None, request.FILES or None, initial={"address": _last_address(posting)})
    if form.is_valid():
        received = _receive(request, form, site=posting.site, posting=posting)
        if received is not None:
            if not received.is_new:
                messages.info(request, "This is the source that the posting has already.")
            return redirect("admin:postings_posting_change", posting.pk)
    return _page(request, form, {"title": "Add a new source", "posting": posting, "has_sites": True})


def _receive(request: HttpRequest, form: SourceForm, **where: Any) -> intake.Intake | None:
    """What intake made of the form; None where it refused, with its sentence in the form."""
    try:
        return intake.receive_source(actor=person(request), **where, **form.source())
    except ServiceError as refusal:
        form.add_error(None, refusal.sentence)
        return None


def _require_right(request: HttpRequest, site: CareerSite | None = None) -> None:
    if refusal := conditions.why_not_add_source(person(request), site):
        raise PermissionDenied(refusal.sentence)


def _sites(request: HttpRequest) -> QuerySet[CareerSite]:
    """The sites to which this person may add postings."""
    sites = CareerSite.objects.all()
    allowed = [site.pk for site in sites if conditions.why_not_add_source(person(request), site) is None]
    return sites.filter(pk__in=allowed)


def _page(request: HttpRequest, form: SourceForm, context: dict[str, Any]) -> HttpResponse:
    context = {**admin.site.each_context(request), "opts": Posting._meta, "form": form, **context}
    return render(request, TEMPLATE, context, status=422 if form.is_bound else 200)


def _chosen_site(request: HttpRequest) -> dict[str, str]:
    """The site of the list one came from, if it was narrowed to one."""
    return {"site": request.GET.get("site", "")} if request.GET.get("site") else {}


def _last_address(posting: Posting) -> str:
    return posting.sources.newest_first().values_list("address", flat=True).first() or ""
