"""Keys of career sites in the admin.  A key's text is shown once, on the answer to its being made."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from postings import conditions
from postings.admin.asking import person
from postings.admin.marks import ago, state_word
from postings.admin.origins import OriginsField
from postings.admin.readonly import ReadOnlyAdmin
from postings.models import CareerSite, KeyScope, SiteKey
from postings.services import keys
from postings.services.errors import NotAllowed, ServiceError


class KeyForm(forms.Form):
    """A key to be issued."""

    name = forms.CharField(
        label="What is it for",
        max_length=120,
        widget=UnfoldAdminTextInputWidget(attrs={"placeholder": "For example: the ATS export"}),
    )
    scope = forms.ChoiceField(
        label="It may",
        choices=[(KeyScope.WRITE, "Send postings (secret)"), (KeyScope.READ, "Read what is published")],
        widget=UnfoldAdminSelectWidget(),
    )
    allowed_origins = OriginsField(
        label="Only from pages of",
        required=False,
        help_text="For a reading key in a page's script: origins like https://jobs.example.com, one a line. From "
        "anywhere else it is refused. Leave it empty for a key that a server keeps.",
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("allowed_origins") and cleaned.get("scope") == KeyScope.WRITE:
            self.add_error("allowed_origins", "A key that sends postings is secret: no page may hold it.")
        return cleaned


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def issue(request: HttpRequest, site_id: int) -> HttpResponse:
    """Issue a key.  Its text stands in this one answer and nowhere else."""
    site = get_object_or_404(CareerSite, pk=site_id)
    if refusal := conditions.why_not_manage_keys(person(request), site):
        raise PermissionDenied(refusal.sentence)
    form = KeyForm(request.POST or None)
    if form.is_valid():
        key, text = keys.issue_key(site=site, actor=person(request), **form.cleaned_data)
        return _key_page(request, site, key=key, text=text)
    return _key_page(request, site, form=form)


@never_cache
@require_http_methods(["POST"])
def rotate(request: HttpRequest, key_id: int) -> HttpResponse:
    """Issue a key in place of another, which works on for a while."""
    old = get_object_or_404(SiteKey.objects.select_related("site"), pk=key_id)
    try:
        key, text = keys.rotate_key(key=old, actor=person(request))
    except NotAllowed as refusal:
        raise PermissionDenied(refusal.sentence) from refusal
    except ServiceError as refusal:
        messages.error(request, refusal.sentence)
        return redirect("admin:postings_sitekey_changelist")
    old.refresh_from_db()
    return _key_page(request, old.site, key=key, text=text, old=old)


@require_http_methods(["POST"])
def revoke(request: HttpRequest, key_id: int) -> HttpResponse:
    """Revoke a key for ever."""
    key = get_object_or_404(SiteKey.objects.select_related("site"), pk=key_id)
    try:
        keys.revoke_key(key=key, actor=person(request))
    except ServiceError as refusal:
        raise PermissionDenied(refusal.sentence) from refusal
    messages.success(request, f"The key “{key.name}” is revoked; it opens nothing any more.")
    return redirect("admin:postings_sitekey_changelist")


def _key_page(request: HttpRequest, site: CareerSite, **more: Any) -> HttpResponse:
    context = {**admin.site.each_context(request), "title": f"New key for {site}", "opts": SiteKey._meta, "site": site}
    return render(request, "admin/postings/careersite/key.html", {**context, **more})


@admin.register(SiteKey)
class SiteKeyAdmin(ReadOnlyAdmin):
    list_display = ("name", "site", "may", "begins", "created", "used", "state", "what_to_do")
    list_filter = ("site",)
    list_before_template = "admin/postings/sitekey/issue.html"
    change_list_template = "admin/postings/sitekey/list.html"
    fields = ("name", "site", "scope", "prefix", "origins", "created_at", "last_used_at", "expires_at", "revoked_at")
    search_fields = ("name", "prefix")
    search_help_text = "Search name and beginning"

    def get_queryset(self, request: HttpRequest) -> QuerySet[SiteKey]:
        return super().get_queryset(request).select_related("site").order_by("revoked_at", "-created_at")

    def get_urls(self) -> list[URLPattern]:
        own = {"revoke": revoke, "rotate": rotate}
        paths = [
            path(f"<int:key_id>/{name}/", self.admin_site.admin_view(view), name=f"postings_sitekey_{name}")
            for name, view in own.items()
        ]
        return [*paths, *super().get_urls()]

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        user = person(request)
        managed = [site for site in CareerSite.objects.all() if conditions.why_not_manage_keys(user, site) is None]
        return super().changelist_view(request, {"issue_for": managed, **(extra_context or {})})

    @admin.display(ordering="scope")
    def may(self, key: SiteKey) -> SafeString:
        may = "send postings" if key.scope == KeyScope.WRITE else "read"
        return format_html('<span>{}<span class="quiet">{}</span></span>', may, _only_from(key))

    @admin.display(description="begins with")
    def begins(self, key: SiteKey) -> SafeString:
        return format_html("<code>pw_{}_{}…</code>", key.scope, key.prefix)

    @admin.display(ordering="created_at")
    def created(self, key: SiteKey) -> SafeString:
        return ago(key.created_at)

    @admin.display(description="last used", ordering="last_used_at")
    def used(self, key: SiteKey) -> SafeString:
        return ago(key.last_used_at) or SafeString("never")

    @admin.display(description="only from pages of")
    def origins(self, key: SiteKey) -> SafeString:
        return format_html_join(SafeString("<br>"), "{}", ((origin,) for origin in key.allowed_origins)) or SafeString(
            "–"
        )

    @admin.display(ordering="revoked_at")
    def state(self, key: SiteKey) -> SafeString:
        if key.revoked_at:
            return format_html("{} {}", state_word("taken_down", "Revoked"), ago(key.revoked_at))
        if key.expires_at is None:
            return state_word("published", "Works")
        if key.expires_at <= timezone.now():
            return format_html("{} {}", state_word("taken_down", "Replaced"), ago(key.expires_at))
        until = date_format(timezone.localtime(key.expires_at), "DATE_FORMAT")
        works = state_word("changed", "Replaced, works")
        return format_html('<span>{} <span class="quiet">until {}</span></span>', works, until)

    @admin.display(description="")
    def what_to_do(self, key: SiteKey) -> SafeString:
        if key.revoked_at or (key.expires_at and key.expires_at <= timezone.now()):
            return SafeString("")
        replace = SafeString("") if key.expires_at else _button(key, "rotate", "Replace", _REPLACE)
        return format_html('<span class="key-actions">{} {}</span>', replace, _button(key, "revoke", "Revoke", _REVOKE))


_REPLACE = "Replace “{}”? A new key is made and shown once. This one works for {} more days."
_REVOKE = "Revoke “{}”? Whoever uses this key is shut out at once."


def _button(key: SiteKey, name: str, word: str, question: str) -> SafeString:
    address = reverse(f"admin:postings_sitekey_{name}", args=[key.pk])
    asked = question.format(key.name, keys.ROTATION_OVERLAP.days)
    form = '<button class="quiet-button" formaction="{}" aria-label="{} “{}”" data-confirm="{}">{}</button>'
    return format_html(form, address, word, key.name, asked, word)


def _only_from(key: SiteKey) -> str:
    if not key.allowed_origins:
        return ""
    more = len(key.allowed_origins) - 1
    return f" from {key.allowed_origins[0]}" + (f" and {more} more" if more else "")
