"""Which addresses a link of a fragment may have."""

from __future__ import annotations

import unicodedata
from urllib.parse import urljoin, urlsplit

from postings.normalizer.taxonomy import LINK_SCHEMES

MAX_ADDRESS = 2000


def usable_link(href: str, base: str = "") -> str:
    """The absolute address of a link, or an empty string where it has none that may be shown.

    Allowed are http, https, mailto and tel, without user information and without control or invisible characters.  A relative
    address is resolved against `base`; blank space around it is cut off and blank space inside it is written as %20.
    """
    href = href.strip(" \t\n\r\f")
    if not href or len(href) > MAX_ADDRESS or href.startswith("#"):
        return ""
    try:
        address = urljoin(base, href) if base else href
        parts = urlsplit(address)
        host = parts.hostname
        _ = parts.port
    except ValueError:
        return ""
    if parts.scheme.lower() not in LINK_SCHEMES or "@" in parts.netloc or "\\" in address:
        return ""
    if parts.scheme.lower() in ("http", "https"):
        if not host or not parts.netloc:
            return ""
    elif not parts.path.strip("/"):
        return ""
    address = address.replace(" ", "%20")
    return address if _is_plain(address) else ""


def _is_plain(address: str) -> bool:
    """Is every character visible, and none one that markup or a browser reads as something else?"""
    if address.isascii():
        return address.isprintable() and not any(character in address for character in "<>\"'`{}|^")
    return not any(unicodedata.category(character)[0] in "CZ" or character in "<>\"'`{}|^" for character in address)
