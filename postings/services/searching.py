"""Keeping a posting's words for searching, in the transaction of every change to its names or text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import unescape

from postings.models import Posting, RevisionSection
from postings.models.searching import searchable

_TAG = re.compile(r"<[^>]*>")


def words_of(posting: Posting, bodies: Iterable[str]) -> str:
    """What is kept for a posting with these names and section texts (inner HTML)."""
    texts = (unescape(_TAG.sub("", html.replace("<br>", " "))) for html in bodies)
    return searchable(posting.title, posting.company, posting.reference, *texts)


def refresh(posting: Posting) -> None:
    """Keep the words of a posting whose names have changed."""
    bodies = RevisionSection.objects.filter(revision=posting.head_id).values_list("section__html", flat=True)
    posting.search_text = words_of(posting, bodies)
    Posting.objects.filter(pk=posting.pk).update(search_text=posting.search_text)
