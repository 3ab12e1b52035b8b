"""A place in a list, as an opaque text: it names the last item that was given, so nothing shifts under a reader.

A new publication comes in front of every place there is, one that ends leaves a gap, and no page is counted.
"""

from __future__ import annotations

import base64
import binascii
from datetime import datetime

from postings.api.parameters import invalid
from postings.models import Publication

_LENGTH_MAX = 200


def after(publication: Publication) -> str:
    """The cursor for what comes behind a publication."""
    place = f"{publication.published_at.isoformat()}|{publication.pk}"
    return base64.urlsafe_b64encode(place.encode()).decode().rstrip("=")


def read(cursor: str | None) -> tuple[datetime, int] | None:
    """The place that a cursor names; None for the start.  Raises the problem invalid-parameter."""
    if cursor is None:
        return None
    try:
        padded = cursor[:_LENGTH_MAX] + "=" * (-len(cursor) % 4)
        moment, _, number = base64.b64decode(padded, altchars=b"-_", validate=True).decode("ascii").partition("|")
        place = datetime.fromisoformat(moment), int(number)
    except (ValueError, binascii.Error):
        raise invalid("cursor", "a cursor as this API gave it") from None
    if place[0].tzinfo is None or not 0 < place[1] < 2**63:
        raise invalid("cursor", "a cursor as this API gave it")
    return place
