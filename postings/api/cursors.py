"""A place in a list or among changes: it names a change of the site, so nothing shifts under a reader.

A list is ordered by the number of a posting's first publication, which no edit changes: a new posting comes in front of
every place there is, one that ends leaves a gap, one that is edited stays where it is, and no page is counted.
"""

from __future__ import annotations

import re

from postings.api.parameters import invalid

LIST = "p"
CHANGES = "c"
_FORM = re.compile(r"[pc](0|[1-9][0-9]{0,17})", re.ASCII)


def write(kind: str, number: int) -> str:
    """The cursor for a number of a site's changes."""
    return f"{kind}{number}"


def read(kind: str, cursor: str | None) -> int | None:
    """The number that a cursor names; None for the start.  Raises the problem invalid-parameter."""
    if cursor is None:
        return None
    if not _FORM.fullmatch(cursor) or cursor[0] != kind:
        raise invalid("cursor", "a cursor as this API gave it")
    return int(cursor[1:])


def pattern(kind: str) -> str:
    """What a cursor looks like, for the API's description."""
    return f"^{kind}(0|[1-9][0-9]{{0,17}})$"
