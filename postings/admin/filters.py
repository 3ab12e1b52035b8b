"""How the list of postings is narrowed.  An empty choice stands for all."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from postings.models import CareerSite, Posting, PostingState, Revision, RevisionOrigin

Choices = list[tuple[str, str]]


class _Choice(admin.SimpleListFilter):
    """A filter that asks for nothing while nothing is chosen."""

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        return []

    def queryset(self, request: HttpRequest, queryset: QuerySet[Posting]) -> QuerySet[Posting]:
        return self.narrow(queryset, self.value() or "") if self.value() else queryset

    def narrow(self, queryset: QuerySet[Posting], value: str) -> QuerySet[Posting]:
        raise NotImplementedError

    def has_output(self) -> bool:
        return True


class StateFilter(_Choice):
    title = "State"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        return list(PostingState.choices)

    def narrow(self, queryset: QuerySet[Posting], value: str) -> QuerySet[Posting]:
        return queryset.filter(state=value)  # type: ignore[misc]


class SiteFilter(_Choice):
    title = "Site"
    parameter_name = "site"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        return list(CareerSite.objects.values_list("slug", "name"))

    def narrow(self, queryset: QuerySet[Posting], value: str) -> QuerySet[Posting]:
        return queryset.filter(site__slug=value)


class WarningsFilter(_Choice):
    title = "Warnings"
    parameter_name = "warnings"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        return [("some", "With warnings"), ("none", "Without warnings")]

    def narrow(self, queryset: QuerySet[Posting], value: str) -> QuerySet[Posting]:
        counted = Q(warning_count=0) if value == "none" else Q(warning_count__gt=0)
        return queryset.filter(counted)


class LanguageFilter(_Choice):
    title = "Language"
    parameter_name = "language"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        languages = Revision.objects.exclude(language="").order_by("language").values_list("language", flat=True)
        return [(language, language.upper()) for language in languages.distinct()]

    def narrow(self, queryset: QuerySet[Posting], value: str) -> QuerySet[Posting]:
        return queryset.filter(head__language=value)


class OriginFilter(_Choice):
    title = "Text by"
    parameter_name = "origin"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        return [(RevisionOrigin.NORMALIZER, "Normalizer"), ("person", "A person")]

    def narrow(self, queryset: QuerySet[Posting], value: str) -> QuerySet[Posting]:
        by_machine = queryset.filter(head__origin=RevisionOrigin.NORMALIZER)
        if value == RevisionOrigin.NORMALIZER:
            return by_machine
        return queryset.filter(head__isnull=False).exclude(head__origin=RevisionOrigin.NORMALIZER)


FILTERS = (StateFilter, SiteFilter, WarningsFilter, LanguageFilter, OriginFilter)
