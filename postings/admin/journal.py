"""The journal in the admin: who did what, and when."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString

from postings.admin import words
from postings.admin.marks import ago, posting_link
from postings.admin.readonly import ReadOnlyAdmin
from postings.models import AuditEntry


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    list_display = ("happened", "what", "posting_title", "who", "site")
    list_filter = ("site",)
    search_fields = ("action", "actor_name", "posting__title")
    search_help_text = "Search action, person and posting"
    fields = ("at", "what", "action", "who", "posting_title", "site", "cause", "details")
    readonly_fields = ("what", "who", "posting_title")

    def get_queryset(self, request: HttpRequest) -> QuerySet[AuditEntry]:
        return super().get_queryset(request).select_related("posting", "site", "actor")

    @admin.display(description="when", ordering="at")
    def happened(self, entry: AuditEntry) -> SafeString:
        return ago(entry.at)

    @admin.display(ordering="action")
    def what(self, entry: AuditEntry) -> str:
        return words.action(entry.action)

    @admin.display(description="posting")
    def posting_title(self, entry: AuditEntry) -> SafeString:
        return posting_link(entry.posting)

    @admin.display(ordering="actor_name")
    def who(self, entry: AuditEntry) -> str:
        return entry.actor_name or "system"
