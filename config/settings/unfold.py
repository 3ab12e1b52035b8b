"""The look of the admin."""

from __future__ import annotations

from typing import Any

UNFOLD: dict[str, Any] = {
    "SITE_TITLE": "Postwright",
    "SITE_HEADER": "Postwright",
    "SITE_SUBHEADER": "Job postings, made clean",
    "SITE_SYMBOL": "article",
    "SITE_URL": None,
    "SHOW_HISTORY": True,
    "SHOW_VIEW_ON_SITE": False,
}
