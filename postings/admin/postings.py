"""Postings in the admin: the list, and the addresses of everything that can be done on a posting's page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import URLPattern, path
from unfold.admin import ModelAdmin

from postings import conditions, selectors
from postings.admin import (
    actions,
    adding,
    blocks,
    comparisons,
    conflicts,
    drafts,
    filters,
    pages,
    presence,
    previews,
    proposals,
    reviews,
    views,
)
from postings.admin.asking import person
from postings.models import Posting, PostingState


@admin.register(Posting)
class PostingAdmin(ModelAdmin):
    """The list is one query and a constant few; the pages are the desk's own."""

    list_display = ("title", "changed_at", "warnings")
    list_filter = filters.FILTERS
    list_per_page = 50
    paginator = selectors.LeanPaginator
    list_fullwidth = True
    search_fields = ("title",)
    search_help_text = "Search title, company and text"
    actions = None
    change_list_template = "admin/postings/posting/list.html"

    @admin.display(ordering="warning_count")
    def warnings(self, posting: Posting) -> int:
        return posting.warning_count

    def get_queryset(self, request: HttpRequest) -> QuerySet[Posting]:
        return selectors.postings_list(request.user)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Posting], search_term: str
    ) -> tuple[QuerySet[Posting], bool]:
        return selectors.postings_holding(queryset, search_term), False  # type: ignore[arg-type]

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Posting | None = None) -> bool:
        return conditions.may(request.user, "view_posting", obj.site_id if obj else None)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return conditions.why_not_add_source(request.user) is None

    def has_change_permission(self, request: HttpRequest, obj: Posting | None = None) -> bool:
        return conditions.may(request.user, "change_posting", obj.site_id if obj else None)

    def has_delete_permission(self, request: HttpRequest, obj: Posting | None = None) -> bool:
        return False

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        views.open_view(request)
        counts = selectors.counts_by_state(request.user)
        columns = views.columns_shown(request)
        context = {
            "title": "Postings",
            "states": [(code, counts.get(code, 0)) for code in PostingState.values],
            "postings_count": sum(counts.values()),
            "refusal_to_add": conditions.why_not_add_source(person(request)),
            "may_edit": self.has_change_permission(request),
            "columns": columns,
            "other_columns": columns[1:],
            "headings": [(name, selectors.COLUMNS[name]) for name in columns],
            "all_columns": list(selectors.COLUMNS.items()),
            "saved_views": views.kept(request),
            "asked": request.GET.urlencode(),
        }
        return super().changelist_view(request, {**context, **(extra_context or {})})

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return adding.add_posting(request)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return actions.save(request, object_id) if request.method == "POST" else pages.open_desk(request, object_id)

    def get_urls(self) -> list[URLPattern]:
        of_one = {
            "block": blocks.act,
            "newest": blocks.newest,
            "draft": drafts.keep,
            "discard": drafts.discard,
            "clean": drafts.clean,
            "compare": comparisons.compare,
            "conflict": conflicts.conflict,
            "proposals": proposals.proposals,
            "decline": proposals.decline,
            "publish": actions.publish,
            "unpublish": actions.unpublish,
            "restore": actions.restore,
            "restore_section": actions.restore_section,
            "retry": actions.retry,
            "rename": actions.rename,
            "run_again": actions.run_again,
            "source": adding.add_source,
            "progress": pages.progress,
            "preview": previews.preview,
            "review": reviews.review,
            "here": presence.here,
            "leave": presence.leave,
            "lock": presence.lock,
            "unlock": presence.unlock,
        }
        own = [self._path(f"<int:posting_id>/{name.replace('_', '-')}/", name, view) for name, view in of_one.items()]
        own += [
            self._path("<int:posting_id>/sections/<str:kind>/", "section_versions", comparisons.section_versions),
            self._path("<int:posting_id>/proposals/<int:proposal_id>/", "decide", proposals.decide),
            self._path("rerun/", "rerun", proposals.rerun),
            self._path("columns/", "columns", views.choose_columns),
            self._path("views/", "save_view", views.save),
            self._path("views/<int:view_id>/delete/", "delete_view", views.delete),
        ]
        return own + super().get_urls()

    def _path(self, route: str, name: str, view: Callable[..., HttpResponseBase]) -> URLPattern:
        return path(route, self.admin_site.admin_view(view), name=f"postings_posting_{name}")
