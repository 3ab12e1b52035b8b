"""Whole addresses: they start with the product's public address, whoever asked under which name."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.urls import reverse


def absolute(name: str, query: dict[str, Any] | None = None, **parts: Any) -> str:
    """The public address of a named URL."""
    asked = f"?{urlencode(query)}" if query else ""
    return f"{settings.POSTWRIGHT_PUBLIC_BASE_URL}{reverse(name, kwargs=parts)}{asked}"
