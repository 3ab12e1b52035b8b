"""What names a careers page: what is shown on it, the site's own settings, and how pages look in this release."""

from __future__ import annotations

import hashlib
from functools import lru_cache

from django.conf import settings
from django.templatetags.static import static

from postings import selectors_public as selectors
from postings.models import CareerSite, Publication
from postings.web.validators import EPOCH, Validator


def of_list(site: CareerSite) -> Validator:
    """For a page of a site's list; which page it is, its address says."""
    shown = selectors.shown_by(site)
    return Validator(f"{site.slug}-{shown.name}-{_dress(site)}", shown.at or EPOCH)


def of_posting(publication: Publication) -> Validator:
    """For the page of a posting that is shown."""
    return Validator(f"{publication.public_id}-{_dress(publication.site)}", publication.published_at)


def _dress(site: CareerSite) -> str:
    """A few characters that differ when the site's name or language does, or the pages' templates or style sheet."""
    return hashlib.sha256("\0".join((site.name, site.language, _looks())).encode()).hexdigest()[:8]


@lru_cache(maxsize=1)
def _looks() -> str:
    templates = sorted((settings.BASE_DIR / "templates/careers").glob("*.html"))
    return "\0".join([static("postings/careers.css"), *(template.read_text("utf-8") for template in templates)])
