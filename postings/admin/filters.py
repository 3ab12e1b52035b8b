"""How the list of postings is narrowed.  An empty choice stands for all; what a choice means, the selectors know."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from postings import selectors
from postings.models import Posting, PostingState, RevisionOrigin
from postings.selectors import Finding

Choices = list[tuple[str, str]]


class _Choice(admin.SimpleListFilter):
    """A filter that asks for nothing while nothing is chosen; its parameter is named as in `Finding`."""

    choices_offered: Choices = []

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        return self.choices_offered

    def queryset(self, request: HttpRequest, queryset: QuerySet[Posting]) -> QuerySet[Posting]:
        if not self.value():
            return queryset
        asked = Finding.of({str(self.parameter_name): self.value()})
        return selectors.narrowed(queryset, asked)  # type: ignore[arg-type]

    def has_output(self) -> bool:
        return True


class StateFilter(_Choice):
    title = "State"
    parameter_name = "state"
    choices_offered = [(code, str(word)) for code, word in PostingState.choices]


class SiteFilter(_Choice):
    title = "Site"
    parameter_name = "site"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        return [(site.slug, site.name) for site in selectors.visible_sites(request.user)]


class LanguageFilter(_Choice):
    title = "Language"
    parameter_name = "language"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        heads = Posting.objects.visible_to(request.user).exclude(head=None).exclude(head__language="").order_by()
        languages = heads.values_list("head__language", flat=True).distinct()
        return [(language, language.upper()) for language in sorted(languages)]


class WarningsFilter(_Choice):
    title = "Warnings"
    parameter_name = "warnings"
    choices_offered = [("some", "With warnings"), ("none", "Without warnings")]


class OriginFilter(_Choice):
    title = "Text by"
    parameter_name = "origin"
    choices_offered = [
        (RevisionOrigin.NORMALIZER, "Normalizer"),
        ("person", "A person"),
        (RevisionOrigin.EDITOR, "An editor"),
        (RevisionOrigin.MERGE, "A merge"),
        (RevisionOrigin.RESTORE, "A restore"),
    ]


class AgeFilter(_Choice):
    title = "Changed"
    parameter_name = "age"
    choices_offered = [("1", "In the last day"), ("7", "In the last week"), ("30", "In the last month")]


class ProposalFilter(_Choice):
    title = "Source"
    parameter_name = "proposal"
    choices_offered = [("yes", "Source changed")]


FILTERS = (StateFilter, SiteFilter, LanguageFilter, WarningsFilter, OriginFilter, AgeFilter, ProposalFilter)
