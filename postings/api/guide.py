"""The guide: the pages of docs/api in the product, so that documentation and behaviour have one version."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from markdown_it import MarkdownIt

from postings.web.problems import Problem
from postings.web.reading import only_read

FOLDER = Path("docs/api")
# In the order of reading; each is a file of the folder.
PAGES = ("start", "reading", "changes", "keys", "structured-data", "feeds", "errors", "versions")
# What the pages' examples are written with; a reader sees the address that the product has.
WRITTEN_FOR = "http://localhost:8000"
CACHE_CONTROL = "public, max-age=300"


@only_read
def show(request: HttpRequest, page: str = PAGES[0]) -> HttpResponse:
    """A page of the guide; one that is not there is a problem like any other of the API."""
    if page not in PAGES:
        raise Problem("not-found")
    context = {
        "pages": [(name, title(name)) for name in PAGES],
        "current": page,
        "title": title(page),
        "content": mark_safe(_html(page).replace(WRITTEN_FOR, settings.POSTWRIGHT_PUBLIC_BASE_URL)),
    }
    response = render(request, "api/guide.html", context)
    response.headers["Cache-Control"] = CACHE_CONTROL
    return response


def text(page: str) -> str:
    """A page's Markdown."""
    return (settings.BASE_DIR / FOLDER / f"{page}.md").read_text("utf-8")


def title(page: str) -> str:
    """A page's first heading."""
    return text(page).splitlines()[0].removeprefix("# ")


@lru_cache(maxsize=len(PAGES))
def _html(page: str) -> str:
    # The pages are ours and have no HTML in them; what looks like it is shown as text.
    html: str = MarkdownIt("commonmark", {"html": False}).enable("table").render(text(page))
    return re.sub(r'href="([a-z-]+)\.md(#[a-z-]+)?"', r'href="/api/guide/\1/\2"', html)
