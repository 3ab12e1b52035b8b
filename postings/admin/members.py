"""Who may do what on one site: its people and their roles."""

from __future__ import annotations

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from postings import conditions
from postings.admin.asking import person
from postings.models import CareerSite, SiteMembership, SiteRole
from postings.services import members
from postings.services.errors import ServiceError

TEMPLATE = "admin/postings/careersite/members.html"


class RoleForm(forms.Form):
    """A role for somebody; people are named, so that nobody has to look through all of them."""

    username = forms.CharField(label="User name", max_length=150, widget=UnfoldAdminTextInputWidget())
    role = forms.ChoiceField(
        label="Role on this site", choices=SiteRole.choices, initial=SiteRole.EDITOR, widget=UnfoldAdminSelectWidget()
    )

    def clean_username(self) -> User:
        user = User.objects.filter(username=self.cleaned_data["username"].strip(), is_active=True).first()
        if user is None:
            raise forms.ValidationError("Nobody here has this user name.", code="unknown")
        return user


@require_http_methods(["GET", "HEAD", "POST"])
def people(request: HttpRequest, site_id: int) -> HttpResponse:
    """Everybody with a role on the site; posted, it gives one."""
    site = get_object_or_404(CareerSite, pk=site_id)
    if refusal := conditions.why_not_manage_members(person(request), site):
        raise PermissionDenied(refusal.sentence)
    form = RoleForm(request.POST or None)
    if form.is_valid() and _grant(request, site, form):
        return redirect("admin:postings_careersite_people", site.pk)
    context = {
        **admin.site.each_context(request),
        "title": f"People of {site}",
        "opts": CareerSite._meta,
        "site": site,
        "form": form,
        "memberships": SiteMembership.objects.filter(site=site).select_related("user").order_by("user__username"),
    }
    return render(request, TEMPLATE, context, status=422 if form.errors else 200)


@require_POST
def dismiss(request: HttpRequest, site_id: int) -> HttpResponse:
    """Take somebody's role on the site away."""
    site = get_object_or_404(CareerSite, pk=site_id)
    user = get_object_or_404(User, pk=request.POST.get("user", "0") if request.POST.get("user", "").isdecimal() else 0)
    try:
        members.revoke_role(site=site, user=user, actor=person(request))
    except ServiceError as refusal:
        messages.error(request, refusal.sentence)
    else:
        messages.success(request, f"{user.get_username()} has no role on {site} any more.")
    return redirect("admin:postings_careersite_people", site.pk)


def _grant(request: HttpRequest, site: CareerSite, form: RoleForm) -> bool:
    user, role = form.cleaned_data["username"], form.cleaned_data["role"]
    try:
        membership = members.grant_role(site=site, user=user, role=role, actor=person(request))
    except ServiceError as refusal:
        form.add_error(None, refusal.sentence)
        return False
    if not user.is_staff:
        messages.warning(request, f"{user.get_username()} cannot log in here until an administrator allows it.")
    messages.success(request, f"{user.get_username()} is {membership.get_role_display().lower()} of {site} now.")
    return True
