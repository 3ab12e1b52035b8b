"""What a posting is called, and the slug it is found by."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from postings.models import CareerSite, Posting, TitleOrigin
from postings.normalizer.model import Dropped, LedgerEntry
from postings.normalizer.taxonomy import DropReason
from postings.services.wording import clean_line

TITLE_LENGTH_MAX = 300
SLUG_LENGTH_MAX = 80
PLACEHOLDER_WORDS = 8
UNTITLED = "Untitled posting"
# Letters that have no plain form in Unicode and would be lost from a slug.
_LETTERS = str.maketrans({"ß": "ss", "æ": "ae", "Æ": "Ae", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "þ": "th"})


def placeholder_title(name: str) -> str:
    """The first words of a file's name, or "Untitled posting"."""
    stem = re.sub(r"\.[A-Za-z0-9]{1,5}$", "", name.replace("\\", "/").rpartition("/")[2])
    words = re.sub(r"[\W_]+", " ", clean_line(stem, TITLE_LENGTH_MAX)).split()[:PLACEHOLDER_WORDS]
    title = " ".join(words)
    return title[:1].upper() + title[1:] if title else UNTITLED


def free_slug(site: CareerSite, title: str) -> str:
    """A slug that no posting of the site has: "nurse", else "nurse-2".  Only the constraint makes it sure."""
    base = _slug_of(title)
    taken = set(Posting.objects.filter(site=site, slug__startswith=base).values_list("slug", flat=True))
    number, slug = 1, base
    while slug in taken:
        number += 1
        slug = f"{base}-{number}"
    return slug


def odd_slug(title: str) -> str:
    """A slug with a random end, for when many postings of one title race for the next number."""
    return f"{_slug_of(title)}-{secrets.token_hex(3)}"


def take_found_names(posting: Posting, title: str, company: str) -> None:
    """Use the title and company that a run has found, unless a sender or an editor has named them.  Not saved."""
    title = clean_line(title, TITLE_LENGTH_MAX)
    if title and posting.title_origin in (TitleOrigin.PLACEHOLDER, TitleOrigin.FOUND):
        posting.title, posting.title_origin = title, TitleOrigin.FOUND
    if not posting.company:
        posting.company = clean_line(company, TITLE_LENGTH_MAX)


def left_out_title(ledger: Iterable[LedgerEntry], company: str) -> str:
    """The first line that was left out because it is the posting's title, where that is not the company's name."""
    titles = (
        entry.block.text
        for entry in ledger
        if isinstance(entry.outcome, Dropped) and entry.outcome.reason is DropReason.TITLE
    )
    return next((title for title in titles if title.casefold() != company.casefold()), "")


def improve_slug(posting: Posting) -> None:
    """A slug of the title the posting has by now; it keeps its own where another takes the new one first."""
    slug = free_slug(posting.site, posting.title)
    if re.sub(r"-\d+$", "", slug) == re.sub(r"-\d+$", "", posting.slug):
        return
    try:
        with transaction.atomic():
            Posting.objects.filter(pk=posting.pk).update(slug=slug)
    except IntegrityError:
        return
    posting.slug = slug


def _slug_of(title: str) -> str:
    return slugify(title.translate(_LETTERS))[:SLUG_LENGTH_MAX].strip("-_") or "posting"
