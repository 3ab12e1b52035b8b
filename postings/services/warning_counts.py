"""Keeping how many warnings a posting's text came with, in the transaction that changes which run explains it."""

from __future__ import annotations

from postings.models import Posting
from postings.selectors.explaining import warnings_of_text


def refresh(posting: Posting) -> None:
    """Count the warnings of the run that explains the posting's text."""
    posting.warning_count = warnings_of_text(posting)
    Posting.objects.filter(pk=posting.pk).update(warning_count=posting.warning_count)
