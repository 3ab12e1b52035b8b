"""Records that the admin only shows: they are written by services, or written once."""

from __future__ import annotations

from typing import Any

from django.db.models import Model
from django.http import HttpRequest
from unfold.admin import ModelAdmin


class ReadOnlyAdmin(ModelAdmin):
    """A list and a page to read; nothing can be added, changed or deleted."""

    actions = None
    list_per_page = 50
    list_fullwidth = True

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False
