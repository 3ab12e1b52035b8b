"""Bytes to text: byte-order marks, UTF-16, the charset a page declares, UTF-8, and Windows-1252 for what is left.

A source that is no text is refused here, before any parser sees it.
"""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

from postings.normalizer.model import Source, SourceRefused
from postings.normalizer.taxonomy import MAX_SOURCE_BYTES

SNIFFED_BYTES = 4096
# Text has next to no control characters; pictures, archives and office files have many in any few kilobytes.
MAX_CONTROL_SHARE = 0.02

MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
BINARY_STARTS = (
    b"%PDF", b"PK\x03\x04", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\x1f\x8b", b"\xd0\xcf\x11\xe0", b"7z\xbc\xaf",
    b"\x7fELF", b"MZ\x90", b"BZh", b"Rar!", b"{\\rtf",
)  # fmt: skip
DECLARED = re.compile(rb"""(?:charset|encoding)\s{0,9}=\s{0,9}["']?([A-Za-z0-9_.:-]{2,40})""", re.IGNORECASE)
CONTROL_BYTES = bytes(code for code in range(32) if code not in b"\t\n\r\f\x0b\x1b") + b"\x7f"
# The web's rule: a page that says Latin-1 or ASCII means Windows-1252.
AS_WINDOWS = {"iso8859-1", "ascii", "latin-1"}


class Decoded(NamedTuple):
    """A source's text, and the same as UTF-8 where it came as just that (else nothing): parsers want bytes."""

    text: str
    utf8: bytes


def decode(source: Source) -> Decoded:
    """The source's text, without byte-order mark and NUL.  Raises SourceRefused: empty, too_large, not_text."""
    data = source.data
    if len(data) > MAX_SOURCE_BYTES:
        raise SourceRefused(
            "too_large", "The source is larger than 10 MB. Send the posting alone, without attachments."
        )
    if not data or data.isspace():
        raise SourceRefused("empty", "The source is empty. Paste or upload the posting's text.")
    decoded = _decoded(data, source.media_type)
    text = decoded.text
    if not decoded.utf8 or b"\x00" in data or b"\r" in data:  # bytes are soon searched
        text = text.replace("\x00", "").replace("\r\n", "\n").replace("\r", "\n")
    text = text.lstrip("\ufeff")
    if not text or text.isspace():
        raise SourceRefused("empty", "The source holds nothing but blank space. Paste or upload the posting's text.")
    return decoded if text is decoded.text else Decoded(text, b"")


def _decoded(data: bytes, media_type: str) -> Decoded:
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return Decoded(data[len(mark) :].decode(encoding, "replace"), b"")
    if data.startswith(BINARY_STARTS):
        raise _not_text()
    unmarked = _unmarked_utf16(data)
    if unmarked:
        return Decoded(data.decode(unmarked, "replace"), b"")
    _refuse_binary(data)
    try:
        return Decoded(data.decode("utf-8"), data)
    except UnicodeDecodeError:
        return Decoded(_decoded_otherwise(data, media_type), b"")


def _decoded_otherwise(data: bytes, media_type: str) -> str:
    """Text that is no valid UTF-8: nearly so (a few bad bytes), or in the declared charset, or Windows-1252."""
    for encoding in (
        _declared(media_type.encode("ascii", "replace"), DECLARED),
        _declared(data[:SNIFFED_BYTES], DECLARED),
    ):
        if encoding and encoding != "utf-8":
            try:
                return data.decode(encoding)
            except (UnicodeDecodeError, LookupError):
                continue
    nearly = data.decode("utf-8", "replace")
    multibyte = sum(character >= "\x80" for character in nearly if character != "\ufffd")
    if multibyte > 4 * nearly.count("\ufffd"):
        return nearly
    return data.decode("cp1252", "replace")


def _declared(data: bytes, pattern: re.Pattern[bytes]) -> str:
    """The Python name of the charset that is declared, or an empty string."""
    match = pattern.search(data)
    if not match:
        return ""
    try:
        name = codecs.lookup(match.group(1).decode("ascii")).name
    except LookupError:
        return ""
    return "cp1252" if name in AS_WINDOWS else name


def _unmarked_utf16(data: bytes) -> str:
    """The byte order of UTF-16 text without a mark: every other byte of Western text is NUL."""
    head = data[:SNIFFED_BYTES]
    if len(head) < 8 or 0 not in head:
        return ""
    even, odd = head[0::2].count(0), head[1::2].count(0)
    half = len(head) // 2
    if odd > 0.6 * half and even < 0.05 * half:
        return "utf-16-le"
    if even > 0.6 * half and odd < 0.05 * half:
        return "utf-16-be"
    return ""


def _refuse_binary(data: bytes) -> None:
    for start in (0, len(data) // 2):
        head = data[start : start + SNIFFED_BYTES]
        controls = len(head) - len(head.translate(None, CONTROL_BYTES))
        if controls > max(8, MAX_CONTROL_SHARE * len(head)):
            raise _not_text()


def _not_text() -> SourceRefused:
    return SourceRefused(
        "not_text",
        "The source is not text: it looks like a picture, a PDF, an office file or an archive. Send its text.",
    )
