"""The forms through which postings come in."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from unfold.widgets import (
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
    UnfoldAdminURLInputWidget,
)

from postings.models import CareerSite, SourceOrigin

WORKPLACES = [("", "Not stated"), ("on_site", "On site"), ("hybrid", "Hybrid"), ("remote", "Remote")]
EMPLOYMENT_TYPES = [
    ("", "Not stated"),
    ("full_time", "Full-time"),
    ("part_time", "Part-time"),
    ("contract", "Contract"),
    ("temporary", "Temporary"),
    ("internship", "Internship"),
]


KNOWN = ("title", "company", "location", "workplace", "employment_type", "address")


class SourceForm(forms.Form):
    """One source: pasted (`text`; `markup` too if the clipboard had formatting) or a file, and what is known."""

    text = forms.CharField(
        label="Text of the posting",
        required=False,
        strip=False,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 14, "data-paste": ""}),
        help_text="Paste from a web page, a document or a mail. Headings, lists and links are kept.",
    )
    markup = forms.CharField(required=False, strip=False, widget=forms.HiddenInput(attrs={"data-paste-markup": ""}))
    file = forms.FileField(
        label="Or a file",
        required=False,
        help_text="HTML, Markdown, plain text, or a JSON or XML export of an applicant-tracking system.",
    )
    address = forms.URLField(
        label="Web address it comes from",
        required=False,
        assume_scheme="https",
        error_messages={"invalid": "This is not a web address. It begins with https:// and has no spaces."},
        widget=UnfoldAdminURLInputWidget(),
        help_text="Links without a host are completed with it.",
    )
    title = forms.CharField(label="Title", required=False, max_length=300, widget=UnfoldAdminTextInputWidget())
    company = forms.CharField(label="Company", required=False, max_length=300, widget=UnfoldAdminTextInputWidget())
    location = forms.CharField(label="Location", required=False, max_length=300, widget=UnfoldAdminTextInputWidget())
    workplace = forms.ChoiceField(
        label="Workplace", required=False, choices=WORKPLACES, widget=UnfoldAdminSelectWidget()
    )
    employment_type = forms.ChoiceField(
        label="Employment", required=False, choices=EMPLOYMENT_TYPES, widget=UnfoldAdminSelectWidget()
    )

    def known_fields(self) -> list[forms.BoundField]:
        """The fields for what the sender knows beside the text."""
        return [self[name] for name in KNOWN]

    def has_known(self) -> bool:
        """Whether any of them holds something, or an error."""
        return any(self[name].value() or self[name].errors for name in KNOWN)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        pasted = bool((data.get("text") or data.get("markup") or "").strip())
        if not pasted and not data.get("file") and not self.errors:
            raise forms.ValidationError("Paste the posting's text or choose a file.", code="nothing")
        if pasted and data.get("file"):
            raise forms.ValidationError("There is pasted text and a file. Keep one of them.", code="both")
        return data

    def source(self) -> dict[str, Any]:
        """What intake takes of it, but the site."""
        data = self.cleaned_data
        stated = {name: data[name] for name in ("title", "company", "workplace") if data[name]}
        stated |= {"locations": [data["location"]]} if data["location"] else {}
        stated |= {"employment_types": [data["employment_type"]]} if data["employment_type"] else {}
        return {"address": data["address"], "facts": stated, **self._bytes()}

    def _bytes(self) -> dict[str, Any]:
        file: UploadedFile | None = self.cleaned_data["file"]
        if file is not None:
            media_type = "" if file.content_type in (None, "application/octet-stream") else file.content_type
            return {
                "data": file.read(),
                "origin": SourceOrigin.UPLOAD,
                "name": file.name or "",
                "media_type": media_type,
            }
        markup = self.cleaned_data["markup"]
        if markup.strip():
            return {"data": _encoded(markup), "origin": SourceOrigin.PASTE, "media_type": "text/html; charset=utf-8"}
        return {"data": _encoded(self.cleaned_data["text"]), "origin": SourceOrigin.PASTE, "media_type": ""}


class PostingForm(SourceForm):
    """A new posting: a site and its first source."""

    site = forms.ModelChoiceField(
        label="Site",
        queryset=CareerSite.objects.all(),
        empty_label=None,
        to_field_name="slug",
        widget=UnfoldAdminSelectWidget(),
    )
    field_order = ("site",)


def _encoded(text: str) -> bytes:
    return text.replace("\r\n", "\n").encode("utf-8", "replace")
