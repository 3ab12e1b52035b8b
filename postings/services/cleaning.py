"""What becomes of pasted markup, told before it is saved."""

from __future__ import annotations

import re
from dataclasses import dataclass

from postings.normalizer.model import NormalizerError
from postings.normalizer.render import read_body, render_body
from postings.normalizer.taxonomy import ALLOWED_ELEMENTS
from postings.services.errors import TextInvalid

_TAG = re.compile(r"<([A-Za-z][A-Za-z0-9:-]*)")
_STYLE = re.compile(r"<[A-Za-z][^<>]*?\s(style|class|on[a-z]+)\s*=", re.IGNORECASE)
# What comes back under another name, so nothing of it is lost to a reader.
_SAID_OTHERWISE = frozenset("b i h1 h4 h5 h6 div span menu dir tfoot html head body section".split())


@dataclass(frozen=True, slots=True)
class Cleaned:
    """The markup as it would be stored, and what of it was dropped: elements, and attributes such as "style"."""

    html: str
    dropped: tuple[str, ...]


def clean_body(body: str) -> Cleaned:
    """Pasted markup as the contract allows it.  Text stays, whatever stood around it; raises TextInvalid where the
    markup is too large or too deep to be an edited text."""
    try:
        html = render_body(read_body(body))
    except NormalizerError as refusal:
        raise TextInvalid(refusal.sentence, refusal.code) from refusal
    elements = {name.lower() for name in _TAG.findall(body)}
    dropped = elements - ALLOWED_ELEMENTS - _SAID_OTHERWISE
    attributes = {name.lower() for name in _STYLE.findall(body)}
    return Cleaned(html, tuple(sorted(dropped | attributes)))
