"""Career sites and their keys in the admin.  A key's text is shown once, on the answer to its being issued."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.core.validators import RegexValidator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from unfold.admin import ModelAdmin
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextareaWidget, UnfoldAdminTextInputWidget

from postings import conditions, selectors
from postings.admin import members
from postings.admin.asking import person
from postings.admin.marks import ago, state_word
from postings.admin.readonly import ReadOnlyAdmin
from postings.models import CareerSite, KeyScope, SiteKey
from postings.services import keys
from postings.services.errors import ServiceError

ORIGIN = RegexValidator(r"^https?://[^/\s?#]+$", "Write origins like https://jobs.example.com, one a line.")


class OriginsField(forms.CharField):
    """A list of web origins, one a line."""

    widget = UnfoldAdminTextareaWidget

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(value) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        return [line.strip() for line in str(value or "").splitlines() if line.strip()]

    def validate(self, value: Any) -> None:
        for origin in value:
            ORIGIN(origin)

    def run_validators(self, value: Any) -> None:
        return None

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool((initial or []) != self.to_python(data))


class CareerSiteForm(forms.ModelForm):
    allowed_origins = OriginsField(
        required=False, help_text="Pages of other hosts that may read this site's postings; one origin a line."
    )
    heading_level = forms.TypedChoiceField(
        coerce=int,
        choices=[(level, f"h{level}") for level in range(1, 6)],
        initial=2,
        widget=UnfoldAdminSelectWidget(),
        help_text="The rank of a section's heading on the site's pages.",
    )

    class Meta:
        model = CareerSite
        fields = (
            "name",
            "slug",
            "language",
            "heading_level",
            "base_url",
            "allowed_origins",
            "is_public",
            "requires_approval",
        )


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


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def issue(request: HttpRequest, site_id: int) -> HttpResponse:
    """Issue a key.  Its text stands in this one answer and nowhere else."""
    site = get_object_or_404(CareerSite, pk=site_id)
    if refusal := conditions.why_not_manage_keys(person(request), site):
        raise PermissionDenied(refusal.sentence)
    form = KeyForm(request.POST or None)
    context = {**admin.site.each_context(request), "title": f"New key for {site}", "opts": SiteKey._meta, "site": site}
    if form.is_valid():
        key, text = keys.issue_key(site=site, actor=person(request), **form.cleaned_data)
        return render(request, "admin/postings/careersite/key.html", {**context, "key": key, "text": text})
    return render(request, "admin/postings/careersite/key.html", {**context, "form": form})


@require_http_methods(["POST"])
def revoke(request: HttpRequest, key_id: int) -> HttpResponse:
    """Revoke a key for ever."""
    key = get_object_or_404(SiteKey, pk=key_id)
    try:
        keys.revoke_key(key=key, actor=person(request))
    except ServiceError as refusal:
        raise PermissionDenied(refusal.sentence) from refusal
    messages.success(request, f"The key “{key.name}” is revoked; it opens nothing any more.")
    return redirect("admin:postings_sitekey_changelist")


@admin.register(CareerSite)
class CareerSiteAdmin(ModelAdmin):
    form = CareerSiteForm
    list_display = ("name", "slug", "language", "is_public", "keys_link")
    search_fields = ("name", "slug")
    prepopulated_fields = {"slug": ("name",)}
    list_fullwidth = True
    actions = None
    change_form_template = "admin/postings/careersite/change_form.html"

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: CareerSite | None = None) -> bool:
        return super().has_view_permission(request, obj) or self.has_change_permission(request, obj)

    def has_change_permission(self, request: HttpRequest, obj: CareerSite | None = None) -> bool:
        return conditions.why_not_manage_site(request.user, obj) is None

    def has_delete_permission(self, request: HttpRequest, obj: CareerSite | None = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[CareerSite]:
        return super().get_queryset(request).filter(pk__in=[site.pk for site in selectors.visible_sites(request.user)])

    def get_urls(self) -> list[URLPattern]:
        own = {
            "<int:site_id>/keys/add/": (issue, "issue"),
            "<int:site_id>/people/": (members.people, "people"),
            "<int:site_id>/people/dismiss/": (members.dismiss, "dismiss"),
        }
        paths = [
            path(route, self.admin_site.admin_view(view), name=f"postings_careersite_{name}")
            for route, (view, name) in own.items()
        ]
        return paths + super().get_urls()

    @admin.display(description="keys")
    def keys_link(self, site: CareerSite) -> SafeString:
        address = reverse("admin:postings_sitekey_changelist")
        return format_html('<a class="link" href="{}?site__id__exact={}">Keys</a>', address, site.pk)


@admin.register(SiteKey)
class SiteKeyAdmin(ReadOnlyAdmin):
    list_display = ("name", "site", "may", "begins", "created", "used", "state_and_revoke")
    list_filter = ("site",)
    list_before_template = "admin/postings/sitekey/issue.html"
    change_list_template = "admin/postings/sitekey/list.html"
    fields = ("name", "site", "scope", "prefix", "created_at", "last_used_at", "revoked_at")
    search_fields = ("name", "prefix")
    search_help_text = "Search name and beginning"

    def get_queryset(self, request: HttpRequest) -> QuerySet[SiteKey]:
        return super().get_queryset(request).select_related("site").order_by("revoked_at", "-created_at")

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(revoke)
        return [path("<int:key_id>/revoke/", view, name="postings_sitekey_revoke"), *super().get_urls()]

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        user = person(request)
        sites = [site for site in CareerSite.objects.all() if conditions.why_not_manage_keys(user, site) is None]
        return super().changelist_view(request, {"issue_for": sites, **(extra_context or {})})

    @admin.display(ordering="scope")
    def may(self, key: SiteKey) -> str:
        return "send postings" if key.scope == KeyScope.WRITE else "read"

    @admin.display(description="begins with")
    def begins(self, key: SiteKey) -> SafeString:
        return format_html("<code>pw_{}_{}…</code>", key.scope, key.prefix)

    @admin.display(ordering="created_at")
    def created(self, key: SiteKey) -> SafeString:
        return ago(key.created_at)

    @admin.display(description="last used", ordering="last_used_at")
    def used(self, key: SiteKey) -> SafeString:
        return ago(key.last_used_at) or SafeString("never")

    @admin.display(description="state", ordering="revoked_at")
    def state_and_revoke(self, key: SiteKey) -> SafeString:
        if key.revoked_at:
            return format_html("{} {}", state_word("taken_down", "Revoked"), ago(key.revoked_at))
        address = reverse("admin:postings_sitekey_revoke", args=[key.pk])
        return format_html(
            '<button class="quiet-button" formaction="{}" data-confirm="Revoke “{}”? '
            'Whoever uses this key is shut out at once.">Revoke</button>',
            address,
            key.name,
        )
