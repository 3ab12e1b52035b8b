"""What a list of postings can be narrowed by.  A value that cannot be used is refused by name, never passed over."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from decimal import Decimal
from typing import Any

import django_filters
from django import forms
from django.http import QueryDict

from postings.api import parameters
from postings.models.publication import PublicationQuerySet
from postings.normalizer.taxonomy import PAY_UNITS, WORKPLACES
from postings.services.filters import EMPLOYMENT_TYPE, PLACE, value_of
from postings.web.problems import Problem

LANGUAGE = r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})?"
CURRENCY = r"[A-Za-z]{3}"
AMOUNT_MAX = 1_000_000_000_000
AMOUNT_LENGTH_MAX = 39
_YEAR = "year"
_TEXT = f"a text of 1 to {parameters.TEXT_LENGTH_MAX} characters"


class _MomentField(forms.Field):
    def to_python(self, value: Any) -> datetime | None:
        return parameters.moment_of(value) if value else None


class _AmountField(forms.DecimalField):
    def clean(self, value: Any) -> Any:
        if value and len(value) > AMOUNT_LENGTH_MAX:
            raise forms.ValidationError("too long")
        return super().clean(value)


class _Moment(django_filters.Filter):
    field_class = _MomentField


class _Amount(django_filters.Filter):
    field_class = _AmountField


class _Word(django_filters.Filter):
    field_class = forms.RegexField


def _named(name: str) -> Callable[[PublicationQuerySet, str, str], PublicationQuerySet]:
    return lambda publications, _, value: publications.named(name, value_of(value))


class _StatedForm(forms.Form):
    """A parameter that stands there without a value asks for something that nobody can give."""

    def clean(self) -> dict[str, Any]:
        for name in self.fields:
            if name in self.data and not self.data[name].strip():
                self.add_error(name, "empty")
        return self.cleaned_data


class PostingFilters(django_filters.FilterSet):
    """The live publications that fit every stated parameter.

    A filter's `help_text` ends the sentence of its refusal: “workplace” must be …
    """

    place = django_filters.CharFilter(method=_named(PLACE), max_length=parameters.TEXT_LENGTH_MAX, help_text=_TEXT)
    employment_type = django_filters.CharFilter(
        method=_named(EMPLOYMENT_TYPE), max_length=parameters.TEXT_LENGTH_MAX, help_text=_TEXT
    )
    department = django_filters.CharFilter(
        method="narrow_department", max_length=parameters.TEXT_LENGTH_MAX, help_text=_TEXT
    )
    workplace = django_filters.ChoiceFilter(
        choices=[(name, name) for name in WORKPLACES], help_text="one of " + ", ".join(WORKPLACES)
    )
    language = _Word(method="narrow_language", regex=rf"\A{LANGUAGE}\Z", help_text="a language such as de")
    updated_since = _Moment(
        field_name="published_at", lookup_expr="gte", help_text="a moment such as 2026-11-30T09:00:00Z, or a day"
    )
    pay_stated = django_filters.TypedChoiceFilter(
        field_name="pay_most",
        lookup_expr="isnull",
        choices=[("true", "true"), ("false", "false")],
        coerce=lambda text: text == "false",
        help_text="one of true, false",
    )
    minimum_pay = _Amount(
        method="narrow_pay", min_value=0, max_value=AMOUNT_MAX, help_text="an amount from 0 up, such as 40000"
    )
    pay_unit = django_filters.ChoiceFilter(
        choices=[(unit, unit) for unit in PAY_UNITS], help_text="one of " + ", ".join(PAY_UNITS)
    )
    pay_currency = _Word(method="narrow_currency", regex=rf"\A{CURRENCY}\Z", help_text="a currency such as EUR")
    search = django_filters.CharFilter(method="narrow_text", max_length=parameters.TEXT_LENGTH_MAX, help_text=_TEXT)

    class Meta:
        form = _StatedForm

    def narrow_department(self, publications: PublicationQuerySet, name: str, value: str) -> PublicationQuerySet:
        return publications.filter(department=value_of(value))

    def narrow_language(self, publications: PublicationQuerySet, name: str, value: str) -> PublicationQuerySet:
        return publications.filter(language=value.lower())

    def narrow_currency(self, publications: PublicationQuerySet, name: str, value: str) -> PublicationQuerySet:
        return publications.filter(pay_currency=value.upper())

    def narrow_pay(self, publications: PublicationQuerySet, name: str, value: Decimal) -> PublicationQuerySet:
        """Amounts of different units are not compared: by the year, unless another unit is asked for."""
        unit = {} if "pay_unit" in self.data else {"pay_unit": _YEAR}
        return publications.filter(pay_most__gte=float(value), **unit)

    def narrow_text(self, publications: PublicationQuerySet, name: str, value: str) -> PublicationQuerySet:
        return publications.holding(value)


FILTERS = tuple(PostingFilters.base_filters)


def narrowed(publications: PublicationQuerySet, asked: QueryDict) -> PublicationQuerySet:
    """Those of the publications that the parameters ask for; `invalid-parameter` names each that is wrong."""
    stated = {name: asked[name] for name in FILTERS if name in asked}
    if not stated:
        return publications
    filters = PostingFilters(stated, queryset=publications)
    if not filters.is_valid():
        raise _refusal(filters)
    return filters.qs


def _refusal(filters: PostingFilters) -> Problem:
    wanted = filters.form.fields
    errors = [
        {"field": name, "message": parameters.refusal(name, str(wanted[name].help_text))} for name in filters.errors
    ]
    return Problem("invalid-parameter", " ".join(error["message"] for error in errors), errors=errors)
