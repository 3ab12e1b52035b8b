"""`manage.py make_postings`: thousands of made-up postings, to see what pages cost."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from postings.management import bulk, demonstration
from postings.models import Posting
from postings.services import editing, publishing

PUBLISHED, EDITED, SAVES = 300, 100, 100
EDITOR = "bench-editor"


class Command(BaseCommand):
    help = "Make postings of made-up text on the sites bench, bench-1, bench-10 and bench-50. Safe to repeat."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--count", type=int, default=20_000, help="how many there are to be in the end")

    def handle(self, *args: Any, **options: Any) -> None:
        if not demonstration.is_only_local():
            raise CommandError(
                "Made-up postings are only made where PUBLIC_BASE_URL is on localhost, or with DEBUG: "
                "they cannot be taken out again."
            )
        for done in bulk.make_postings(options["count"]):
            if done % 2000 == 0 or done == options["count"]:
                self.stdout.write(f"{done} of {options['count']} postings")
        postings = Posting.objects.filter(site__slug__startswith=bulk.SITE).order_by("pk")
        self._touch(list(postings[: PUBLISHED + EDITED]))
        self._analyze()

    def _touch(self, postings: list[Posting]) -> None:
        """Some are published, some edited, and the first one has a long history."""
        editor, _ = User.objects.get_or_create(username=EDITOR, defaults={"is_active": True, "is_superuser": True})
        if not postings or postings[0].head_number > 1:
            return
        for posting in postings[:PUBLISHED]:
            publishing.publish(posting_id=posting.pk, site_id=posting.site_id, actor=editor)
        for posting in postings[PUBLISHED:]:
            _save(posting.pk, 1, editor)
        for number in range(1, SAVES + 1):
            _save(postings[0].pk, number, editor)
        User.objects.filter(pk=editor.pk).update(is_active=False)
        self.stdout.write(f"{PUBLISHED} published, {EDITED} edited, one with {SAVES + 1} revisions")

    def _analyze(self) -> None:
        """What the database's planner knows of its tables, now that they are full."""
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")


def _save(posting_id: int, base_number: int, editor: User) -> None:
    bodies = {"pay": f"<p>{base_number} EUR an hour</p>", "skills": f"<ul><li>Patience for {base_number}</li></ul>"}
    editing.save_sections(posting_id=posting_id, base_number=base_number, bodies=bodies, actor=editor)
