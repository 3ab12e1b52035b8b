"""Small pieces of markup that lists and pages share."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from postings.admin import words
from postings.models import Posting


def ago(moment: datetime | None) -> SafeString:
    """How long ago a moment was, with the full time for the one who asks; empty for none."""
    if moment is None:
        return SafeString("")
    local = timezone.localtime(moment)
    return format_html(
        '<time datetime="{}" title="{}">{}</time>',
        moment.isoformat(timespec="seconds"),
        f"{local:%d %B %Y, %H:%M}",
        words.ago(moment, timezone.now()),
    )


def state_word(code: str, word: str = "") -> SafeString:
    """A posting's or run's state as a word with a dot."""
    return format_html('<span class="state state-{}">{}</span>', code, word or words.state(code))


def posting_link(posting: Posting | None) -> SafeString:
    """A posting's title as a link to its page; a dash for none."""
    if posting is None:
        return SafeString("–")
    address = reverse("admin:postings_posting_change", args=[posting.pk])
    return format_html('<a class="link" href="{}">{}</a>', address, posting.title)
