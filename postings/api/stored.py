"""Stored JSON as answers: the addresses in front, and only what was asked for.  Untouched texts are never parsed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.http import HttpResponse

from postings import selectors_public
from postings.api import fields, links
from postings.api.fields import Chosen
from postings.services import payloads

JSON = "application/json"
# Made once: making an encoder costs more than encoding a posting's addresses.
_dumped = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_HEADING = re.compile(r"(</?h)([1-6])>")


def posting(site: str, slug: str, public_id: UUID, text: str) -> str:
    """The JSON text of a posting: its addresses, then the stored text of an object."""
    addresses = _dumped(links.of_posting(site, slug, public_id))
    return f"{addresses[:-1]},{text[1:]}"


def chosen_posting(text: str, chosen: Chosen | None, heading_level: int | None) -> str:
    """The same JSON text with the wanted fields only, and with headings of the wanted rank."""
    if heading_level is None and (chosen is None or fields.is_everything(chosen)):
        return text
    document = json.loads(text)
    if heading_level is not None:
        document |= _with_headings(document, heading_level)
    return _dumped(fields.pick(document, chosen) if chosen is not None else document)


def some(site: str, slug: str, public_id: UUID, text: str, chosen: Chosen, more: dict[str, str]) -> str:
    """The wanted fields of a summary and of what stands beside it, as JSON text; read and written once."""
    addresses = links.of_posting(site, slug, public_id, only=chosen)
    return _dumped(fields.pick({**addresses, **json.loads(text), **more}, chosen))


def with_headings(html: str, heading_level: int, was: int) -> str:
    """A fragment whose section headings have another rank, and what stands below them with it.

    Stored fragments are canonical: a heading's tag has one form, and text never looks like one.
    """
    shift = heading_level - was
    return _HEADING.sub(lambda tag: f"{tag[1]}{int(tag[2]) + shift}>", html) if shift else html


def level_of(fragment: str) -> int:
    """The rank of a stored fragment's section headings."""
    found = _HEADING.search(fragment)
    return int(found[2]) if found else 2


def text_of(text: str, public_id: UUID, *, whole: bool) -> str:
    """The stored text, or, for a row from before there was any, the text that would be stored."""
    if text:
        return text
    publication = selectors_public.whole_publication(public_id)
    return payloads.detail(publication, publication.revision) if whole else payloads.summary(publication)


def answer(parts: str | Iterable[str]) -> HttpResponse:
    """A JSON answer from text that is JSON already."""
    text = parts if isinstance(parts, str) else "".join(parts)
    return HttpResponse(text.encode(), content_type=JSON)


def _with_headings(document: dict[str, Any], heading_level: int) -> dict[str, Any]:
    was = level_of(document["fragment"])
    sections = [{**one, "html": with_headings(one["html"], heading_level, was)} for one in document["sections"]]
    return {"fragment": with_headings(document["fragment"], heading_level, was), "sections": sections}
