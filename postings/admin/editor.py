"""The rich-text editor, bound to the markup that a section may hold."""

from __future__ import annotations

import json
from typing import Any

from django_prose_editor.config import expand_extensions
from django_prose_editor.widgets import importmap
from js_asset import Media

from postings.normalizer.taxonomy import LINK_SCHEMES

EXTENSIONS: dict[str, Any] = {
    "Bold": True,
    "Italic": True,
    "Link": {"enableTarget": False, "protocols": sorted(LINK_SCHEMES)},
    "BulletList": True,
    "OrderedList": True,
    "ListItem": True,
    "Heading": {"levels": [3]},
    "Table": True,
    "TableRow": True,
    "TableHeader": True,
    "TableCell": True,
    "HardBreak": True,
    "History": True,
}


def media() -> Media:
    """Its styles, and the map by which scripts find it; the editor itself is loaded when a section is opened."""
    styles = ["django_prose_editor/material-icons.css", "django_prose_editor/editor.css", "postings/editor.css"]
    return Media(importmap=importmap, css={"all": styles})


def config() -> str:
    """Its configuration as JSON for the page's script."""
    return json.dumps({"extensions": expand_extensions(EXTENSIONS)}, separators=(",", ":"))
