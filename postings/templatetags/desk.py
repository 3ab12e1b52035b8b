"""The desk's small markup for templates.

The admin's modules are imported at the first use: the theme loads all tag libraries while it is imported itself.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

# The sidebar's names for what the models call by their technical ones.
CALM_NAMES = {
    "audit entries": "journal",
    "normalization runs": "runs",
    "publications": "published",
    "site keys": "keys",
    "users": "people",
}


@register.filter
def ago(moment: datetime | None) -> SafeString:
    from postings.admin import marks

    return marks.ago(moment)


@register.filter
def state(code: str) -> SafeString:
    from postings.admin import marks

    return marks.state_word(code)


@register.filter
def in_words(code: str, what: str) -> str:
    """A code as people say it; `what` names the function of the admin's words: origin, source_origin, outcome."""
    from postings.admin import words

    return str(getattr(words, what)(code))


@register.filter
def as_text(html: str) -> SafeString:
    """A section's or block's markup, held to the contract once more; what cannot be read is shown as it was typed."""
    from postings.services.cleaning import clean_body
    from postings.services.errors import TextInvalid

    try:
        return mark_safe(clean_body(html).html)
    except TextInvalid:
        return format_html("<p>{}</p>", html)


@register.filter
def fate(block: object) -> str:
    """What became of a block of a comparison, in words."""
    from postings.admin import words

    return words.fate(block)


@register.filter
def revision_action(revision: Any) -> str:
    """What was done in a revision."""
    from postings.admin import words

    return words.revision_action(revision)


@register.filter
def revision_line(revision: object) -> str:
    """A revision on one line: its number, whose it is, when."""
    from postings.admin import words

    return words.revision_line(revision)


@register.filter
def calm_name(name: object) -> str:
    """What people call a list of records."""
    return CALM_NAMES.get(str(name), str(name))
