"""Where a posting is read from named fields: which field each block comes from, and what the fields' names say.

A field ends the headings of the one before it.  A name that the lexicon knows as a heading ("jobBenefits",
"qualifications") rules its text as a heading above it would, without being one: nothing is shown of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from postings.normalizer.model import Document, HeadingReading
from postings.normalizer.phrases import EXACT, exact_meaning

STRUCTURED = "ld+json."  # how the paths of blocks begin that a page's structured data hold
_OF_FIELDS = ("json", "xml")
_COUNT = re.compile(r"\[\d+\]$")
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
# Names that say nothing of a text, and stand in an object that may be named for it.
_INNER = frozenset("text content value body html title label heading header name description".split())


def fields_of(document: Document) -> dict[str, str]:
    """For each block that was read from a named field the name of that field, with its place in the payload."""
    of_fields = document.source_format in _OF_FIELDS
    if not of_fields and not any(block.path.startswith(STRUCTURED) for block in document.blocks[-1:]):
        return {}  # what structured data hold stands last
    return {block.id: _field(block.path) for block in document.blocks if of_fields or block.path.startswith(STRUCTURED)}


def _field(path: str) -> str:
    field = _COUNT.sub("", path.partition("/")[0])
    around, _, name = field.rpartition(".")
    return around if around and name.lower() in _INNER else field


def read_fields(fields: Iterable[str]) -> dict[str, HeadingReading]:
    """What the names of fields say, where they say one thing for sure."""
    found: dict[str, HeadingReading] = {}
    for field in dict.fromkeys(fields):
        words = " ".join(_WORDS.findall(field.rpartition(".")[2])).lower()
        meaning = exact_meaning(words, "en") if words else None
        if meaning is not None and len(meaning.kinds) == 1 and not (meaning.broad or meaning.weak or meaning.preferred):
            found[field] = HeadingReading(meaning.kinds, rule=f"field: {words}", confidence=EXACT)
    return found
