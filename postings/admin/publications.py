"""Publications in the admin: what each site shows and has shown."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString

from postings.admin.marks import ago, posting_link, state_word
from postings.admin.readonly import ReadOnlyAdmin
from postings.models import Publication


class ShownFilter(admin.SimpleListFilter):
    title = "shown"
    parameter_name = "shown"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [("now", "Now"), ("before", "Before")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Publication]) -> QuerySet[Publication]:
        if not self.value():
            return queryset
        return queryset.filter(ended_at__isnull=self.value() == "now")


@admin.register(Publication)
class PublicationAdmin(ReadOnlyAdmin):
    list_display = ("posting_title", "site", "shown", "published", "by", "ended", "number")
    list_display_links = ("published",)
    list_filter = (ShownFilter, "site")
    search_fields = ("title", "company", "slug")
    search_help_text = "Search title, company and address"
    fields = (
        "posting_title",
        "site",
        "slug",
        "company",
        "number",
        "published_at",
        "published_by",
        "ended_at",
        "ended_by",
        "ended_reason",
        "language",
        "public_id",
        "facts",
        "structured_data",
        "fragment",
    )
    readonly_fields = ("posting_title", "number")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Publication]:
        publications = super().get_queryset(request)
        return publications.select_related("posting", "site", "revision", "published_by", "ended_by")

    @admin.display(description="posting", ordering="title")
    def posting_title(self, publication: Publication) -> SafeString:
        return posting_link(publication.posting)

    @admin.display(ordering="ended_at")
    def shown(self, publication: Publication) -> SafeString:
        code, word = ("published", "Shown") if publication.is_live else ("taken_down", "Ended")
        return state_word(code, word)

    @admin.display(ordering="published_at")
    def published(self, publication: Publication) -> SafeString:
        return ago(publication.published_at)

    @admin.display
    def by(self, publication: Publication) -> str:
        return publication.published_by.get_username() if publication.published_by else "system"

    @admin.display(ordering="ended_at")
    def ended(self, publication: Publication) -> SafeString:
        return ago(publication.ended_at) or SafeString("–")

    @admin.display(description="revision")
    def number(self, publication: Publication) -> int:
        return publication.revision.number
