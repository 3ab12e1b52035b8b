"""Which addresses a link may keep: absolute, of a known scheme, without user information or invisible characters.

A link is either safe and read alike by every parser, or it becomes its text: there is no half-mended link.
Kept addresses are plain ASCII: other characters are percent-encoded, and a foreign host name stays only if it is valid.
"""

from __future__ import annotations

import re
import unicodedata
from ipaddress import AddressValueError, IPv4Address
from urllib.parse import quote, urljoin, urlsplit

import nh3

from postings.normalizer.taxonomy import LINK_SCHEMES

MAX_LINK = 4000  # browsers and mail programs stop well before

_PLAIN = re.compile(r"[!-~]*")  # visible ASCII
# Most links: a named host and characters that nobody escapes.  Nothing but speed depends on it.
_ORDINARY = re.compile(
    r"https?://(?:[A-Za-z0-9-]+\.)+[A-Za-wyzA-WYZ][A-Za-z]+(?:[/?#][A-Za-z0-9/?#&=._~%+,;:@!$'()*\[\]-]*)?"
)
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*):")
_HOST = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9\-_.]*[A-Za-z0-9])?\.?(?::\d{1,5})?")
_LAST_LABEL_NUMBER = re.compile(r"(?:^|\.)(?:\d+|0[xX][0-9A-Fa-f]*)\.?$")
_TELEPHONE = re.compile(r"tel:[+(]?[0-9][0-9A-Za-z+().;=,*#%\-]*")
_MAIL = re.compile(r"mailto:[^\s@?]+@[^\s@?]+(?:\?.*)?")
_BLANK_FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_SAFE = "!#$%&'()*+,-./:;=?@[]_~"


def clean_link(href: str, base: str = "") -> str:
    """The address a link may carry, or "" where it must become its text.  `base` is the source's address."""
    if not base and _ORDINARY.fullmatch(href) and len(href) <= MAX_LINK:
        return href
    href = href.strip(" \t\r\n\f")
    if not href or href == "#" or len(href) > MAX_LINK or "{{" in href or not _visible(href):
        return ""
    try:
        return _resolved(href, base)
    except ValueError:
        return ""


def _visible(href: str) -> bool:
    if _PLAIN.fullmatch(href):
        return True
    return not any(character != " " and _invisible(character) for character in href)


def _invisible(character: str) -> bool:
    category = unicodedata.category(character)
    variation = "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"
    return category[0] in "CZ" or variation or character in _BLANK_FILLERS


def _resolved(href: str, base: str) -> str:
    scheme = _SCHEME.match(href)
    if scheme is None:
        return _web(urljoin(base, href.replace("\\", "/"))) if base else ""
    name = scheme[1].lower()
    if name not in LINK_SCHEMES:
        return ""
    address = f"{name}:{href[scheme.end() :]}"
    return _web(address.replace("\\", "/")) if name.startswith("http") else _direct(address)


def _direct(address: str) -> str:
    """A mail or telephone address."""
    if address.startswith("tel:"):
        address = address.replace(" ", "-")
        return address if _TELEPHONE.fullmatch(address) else ""
    address = quote(address, safe=_SAFE)
    return address if _MAIL.fullmatch(address) else ""


def _web(address: str) -> str:
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or "@" in parts.netloc:
        return ""
    host = parts.netloc
    if not host.isascii():
        host = host.encode("idna").decode("ascii")
    if not _usable_host(host):
        return ""
    rest = address.split("//", 1)[1][len(parts.netloc) :]
    result = f"{parts.scheme}://{host}{quote(rest, safe=_SAFE)}"
    return result if "xn--" not in host.lower() or _independently_valid(result) else ""


def _usable_host(host: str) -> bool:
    if not _HOST.fullmatch(host) or ".." in host:
        return False
    name, _, port = host.partition(":")
    if port and int(port) > 65535:
        return False
    return not _LAST_LABEL_NUMBER.search(name) or _is_ipv4(name)


def _is_ipv4(name: str) -> bool:
    try:
        return bool(IPv4Address(name))
    except AddressValueError:
        return False


def _independently_valid(address: str) -> bool:
    """Whether the sanitizer's own URL parser takes an internationalized host."""
    return "href" in nh3.clean(f'<a href="{address.replace("&", "&amp;")}">x</a>')
