"""The parts of a posting's page that change without a reload, each rendered by its own template."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string

from postings.admin import pages
from postings.admin.asking import person
from postings.models import Posting

FOLDER = "admin/postings/posting"
TEMPLATES = {
    "head": "_head.html",
    "attention": "_attention.html",
    "blocks": "_blocks.html",
    "sections": "_articles.html",
    "adding": "_adding.html",
    "below": "_below.html",
}


def of(request: HttpRequest, posting: Posting) -> dict[str, Any]:
    """`parts` (HTML by name) and `counts` (numbers by name) of a posting as it is now."""
    context = pages.shown(posting, person(request))
    desk = context["desk"]
    html = {name: render_to_string(f"{FOLDER}/{file}", context, request) for name, file in TEMPLATES.items()}
    counts = {"all": len(desk.blocks), "kept": desk.kept_count, "left-out": desk.left_out_count}
    return {"parts": html, "counts": counts}
