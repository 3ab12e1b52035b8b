"""Fills the Wagtail site: `python -m wagtail_site.fill COUNT FRAGMENT-FILE`."""

from __future__ import annotations

import sys
from pathlib import Path

import django

django.setup()

from wagtail.models import Page, Site  # noqa: E402
from wagtail_site.shown.models import JobPage  # noqa: E402


def fill(count: int, fragment: str) -> None:
    root = Page.get_first_root_node()
    home = root.get_children().first()
    Site.objects.all().delete()
    Site.objects.create(hostname="127.0.0.1", root_page=home, is_default_site=True)
    facts = {"locations": ["Port Selwyn"], "employment_types": ["full_time"]}
    for number in range(count):
        page = JobPage(title=f"Job {number}", slug=f"job-{number}", company="Ward House", language="en")
        page.facts, page.body = facts, fragment
        home.add_child(instance=page)


if __name__ == "__main__":
    fill(int(sys.argv[1]), Path(sys.argv[2]).read_text("utf-8"))
