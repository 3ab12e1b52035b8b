"""A first look at bytes before anything is written: cheap, linear, and only sure of what cannot be a posting.

Binary data betrays itself by control characters, which no encoding of text uses much.  UTF-16 and UTF-32 are the
exception: half of their bytes or more are NUL, so they are decoded before they are judged.  Doubt lets a source pass;
the normalizer looks again and can say more.
"""

from __future__ import annotations

import codecs

from django.conf import settings

from postings.services.errors import SourceInvalid

SAMPLE_BYTES = 65_536
# Real text has next to none; compressed and executable data has about one in ten.
CONTROL_SHARE_MAX = 0.02
_CONTROLS = bytes(byte for byte in range(32) if byte not in b"\t\n\r\f\x1b") + b"\x7f"
_DOCUMENTS = {b"%PDF-": "PDF", b"PK\x03\x04": "Word, OpenDocument or ZIP", b"\xd0\xcf\x11\xe0": "older Word"}
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def require_text(data: bytes) -> bytes:
    """The data itself.  Raises SourceInvalid: too_large, empty, not_text."""
    if len(data) > settings.POSTWRIGHT_MAX_SOURCE_BYTES:
        most = settings.POSTWRIGHT_MAX_SOURCE_BYTES / 1_000_000
        sentence = f"The source has {len(data) / 1_000_000:.1f} MB; the most that can be taken is {most:g} MB."
        raise SourceInvalid(sentence, "too_large")
    if not data.strip(b" \t\r\n\f\0\xef\xbb\xbf\xfe\xff"):
        raise SourceInvalid("The source is empty.", "empty")
    for start, kind in _DOCUMENTS.items():
        if data.startswith(start):
            sentence = f"This is a {kind} file. Send the posting as HTML, Markdown or plain text."
            raise SourceInvalid(sentence, "not_text")
    if not _looks_like_text(data):
        raise SourceInvalid("The source is not text: it looks like a binary file.", "not_text")
    return data


def _looks_like_text(data: bytes) -> bool:
    sample = data[:SAMPLE_BYTES]
    if wide := _wide_encoding(sample):
        text = sample[: len(sample) // 4 * 4].decode(wide, "replace")
        return _few(sum((char < " " and char not in "\t\n\r\f") or char == "\ufffd" for char in text), len(text))
    return _few(len(sample) - len(sample.translate(None, _CONTROLS)), len(sample))


def _wide_encoding(sample: bytes) -> str:
    """UTF-16 or UTF-32, told by its mark, or by where the NULs of Western text stand; else empty."""
    for mark, encoding in _MARKS:
        if sample.startswith(mark):
            return encoding
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    half = len(sample) // 2
    if half and odd > 0.7 * half and even < 0.05 * half:
        return "utf-16-le"
    return "utf-16-be" if half and even > 0.7 * half and odd < 0.05 * half else ""


def _few(odd: int, all_of_them: int) -> bool:
    return odd <= CONTROL_SHARE_MAX * all_of_them
