"""Sources and runs in the admin: what was received, byte for byte, and what the normalizer made of it."""

from __future__ import annotations

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.template.defaultfilters import filesizeformat
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from postings import conditions
from postings.admin import words
from postings.admin.asking import person
from postings.admin.marks import ago, posting_link, state_word
from postings.admin.readonly import ReadOnlyAdmin
from postings.models import NormalizationRun, Source

FILE_ENDINGS = {"text/html": "html", "text/plain": "txt", "text/markdown": "md", "application/json": "json"}


@require_safe
def download(request: HttpRequest, source_id: int) -> HttpResponse:
    """A source's bytes as they were received, always as a file: nothing in it is ever executed here."""
    if not conditions.may(person(request), "view_posting"):
        raise PermissionDenied
    source = Source.objects.select_related("posting").filter(pk=source_id).first()
    if source is None:
        raise Http404("There is no such source.")
    if refusal := conditions.why_not_view(source.posting, person(request)):
        raise PermissionDenied(refusal.sentence)
    response = HttpResponse(bytes(source.data), content_type="application/octet-stream")
    response["Content-Disposition"] = f'attachment; filename="{_file_name(source)}"'
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = "sandbox; default-src 'none'"
    return response


def _file_name(source: Source) -> str:
    """A plain name of our own making: a sender's name is not trusted in a header."""
    ending = FILE_ENDINGS.get(source.media_type.split(";")[0].strip(), "")
    if not ending and "." in source.name:
        ending = "".join(char for char in source.name.rpartition(".")[2] if char.isascii() and char.isalnum())[:8]
    return f"source-{source.pk}.{ending or 'txt'}"


@admin.register(Source)
class SourceAdmin(ReadOnlyAdmin):
    list_display = ("received", "posting_title", "came", "by", "size_shown", "bytes_as_received")
    list_display_links = ("received",)
    list_filter = ("origin",)
    search_fields = ("posting__title", "name", "address")
    search_help_text = "Search posting, file name and address"
    fields = (
        "posting_title",
        "received_at",
        "came",
        "by",
        "name",
        "address",
        "media_type",
        "size_shown",
        "digest",
        "facts",
        "bytes_as_received",
    )
    readonly_fields = ("posting_title", "came", "by", "size_shown", "bytes_as_received")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Source]:
        sources = super().get_queryset(request)
        return sources.defer("data").select_related("posting", "received_by", "received_key")

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(download)
        return [path("<int:source_id>/download/", view, name="postings_source_download"), *super().get_urls()]

    @admin.display(ordering="received_at")
    def received(self, source: Source) -> SafeString:
        return ago(source.received_at)

    @admin.display(description="posting", ordering="posting__title")
    def posting_title(self, source: Source) -> SafeString:
        return posting_link(source.posting)

    @admin.display(ordering="origin")
    def came(self, source: Source) -> str:
        return words.source_origin(source.origin)

    @admin.display(description="from")
    def by(self, source: Source) -> str:
        if source.received_by:
            return source.received_by.get_username()
        return f"key {source.received_key.prefix}" if source.received_key else "system"

    @admin.display(description="size", ordering="size")
    def size_shown(self, source: Source) -> str:
        return filesizeformat(source.size)

    @admin.display(description="file")
    def bytes_as_received(self, source: Source) -> SafeString:
        address = reverse("admin:postings_source_download", args=[source.pk])
        return format_html('<a class="link" href="{}">Download</a>', address)


@admin.register(NormalizationRun)
class NormalizationRunAdmin(ReadOnlyAdmin):
    list_display = ("queued", "posting_title", "state_shown", "result", "warning_count", "attempts", "version")
    list_filter = ("state", "outcome")
    search_fields = ("source__posting__title", "failure_code")
    search_help_text = "Search posting and failure code"
    fields = (
        "posting_title",
        "state_shown",
        "result",
        "failure_code",
        "version",
        "attempts",
        "queued_at",
        "started_at",
        "finished_at",
        "language",
        "warning_count",
        "facts",
    )
    readonly_fields = ("posting_title", "state_shown", "result", "version")

    def get_queryset(self, request: HttpRequest) -> QuerySet[NormalizationRun]:
        runs = super().get_queryset(request).select_related("source__posting")
        return runs.defer("source__data", "ledger", "warnings", "fragment")

    @admin.display(ordering="queued_at")
    def queued(self, run: NormalizationRun) -> SafeString:
        return ago(run.queued_at)

    @admin.display(description="posting")
    def posting_title(self, run: NormalizationRun) -> SafeString:
        return posting_link(run.source.posting)

    @admin.display(description="state", ordering="state")
    def state_shown(self, run: NormalizationRun) -> SafeString:
        return state_word(run.state)

    @admin.display
    def result(self, run: NormalizationRun) -> str:
        return run.failure_sentence or (words.outcome(run.outcome) if run.outcome else "–")

    @admin.display(ordering="normalizer_version")
    def version(self, run: NormalizationRun) -> str:
        return run.normalizer_version
