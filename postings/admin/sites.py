"""Career sites in the admin."""

from __future__ import annotations

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.admin import ModelAdmin
from unfold.widgets import UnfoldAdminSelectWidget

from postings import conditions, selectors
from postings.admin import keys, members
from postings.admin.asking import person
from postings.admin.origins import OriginsField
from postings.models import CareerSite
from postings.services import sites


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

    def save_model(self, request: HttpRequest, obj: CareerSite, form: forms.ModelForm, change: bool) -> None:
        sites.save_site(site=obj, actor=person(request))

    def get_queryset(self, request: HttpRequest) -> QuerySet[CareerSite]:
        return super().get_queryset(request).filter(pk__in=[site.pk for site in selectors.visible_sites(request.user)])

    def get_urls(self) -> list[URLPattern]:
        own = {
            "<int:site_id>/keys/add/": (keys.issue, "issue"),
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
