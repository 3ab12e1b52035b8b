"""Web origins in forms: one a line, as browsers send them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.validators import RegexValidator
from unfold.widgets import UnfoldAdminTextareaWidget

# As a browser writes an origin: small letters and no path.
ORIGIN = RegexValidator(
    r"^https?://([a-z0-9.-]+|\[[0-9a-f:]+\])(:[0-9]{1,5})?$",
    "Write origins like https://jobs.example.com, one a line, in small letters and without a path.",
)


class OriginsField(forms.CharField):
    """A list of web origins, one a line."""

    widget = UnfoldAdminTextareaWidget(attrs={"rows": 3})

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
