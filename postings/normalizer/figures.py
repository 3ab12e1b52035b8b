"""Whether a text holds a figure: asked of every line, and most hold none."""

from __future__ import annotations

import re

_DIGIT = re.compile(r"\d")
_OTHER_ASCII = bytes(code for code in range(128) if not chr(code).isdigit())


def holds_figure(text: str) -> bool:
    """Does a text hold a digit of any script?  Where nothing but ASCII without digits is in it, one pass tells."""
    rest = text.encode("utf-8", "surrogatepass").translate(None, _OTHER_ASCII)
    return bool(rest) and (rest.isdigit() or _DIGIT.search(text) is not None)
