"""Gzip for readers who ask for it.  The same bytes each time, so a strong ETag stays true; with a tag of its own.

Only for answers that hold nothing secret: what is served to the public, without cookies.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers

from postings.web.validators import COMPRESSED

# Below this a packet is a packet.
LEAST_BYTES = 600
LEVEL = 5
_GZIP = 16 + zlib.MAX_WBITS
_ASKED = re.compile(r"(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q\s*=\s*([0-9.]+)\s*)?(?=,|$)", re.IGNORECASE)


def compress(request: HttpRequest, response: HttpResponseBase) -> None:
    """Compress an answer in place where the reader wants it and it is worth it; it says that it varies by that."""
    patch_vary_headers(response, ["Accept-Encoding"])
    if is_wanted(request):
        pack(response)


def pack(response: HttpResponseBase) -> None:
    """Compress an answer in place, if it is worth it."""
    if response.status_code != 200 or response.has_header("Content-Encoding"):
        return
    if isinstance(response, StreamingHttpResponse):
        response.streaming_content = _stream(response.streaming_content)  # type: ignore[arg-type]
    elif isinstance(response, HttpResponse) and len(response.content) >= LEAST_BYTES:
        response.content = b"".join(_stream([response.content]))
    else:
        return
    response.headers["Content-Encoding"] = "gzip"
    if etag := response.headers.get("ETag"):
        response.headers["ETag"] = f'{etag[:-1]}{COMPRESSED}"'


def is_wanted(request: HttpRequest) -> bool:
    """Whether a reader takes gzip."""
    asked = _ASKED.search(request.META.get("HTTP_ACCEPT_ENCODING", ""))
    return asked is not None and (asked[1] is None or asked[1].strip("0.") != "")


def _stream(parts: Iterable[bytes]) -> Iterator[bytes]:
    deflate = zlib.compressobj(LEVEL, zlib.DEFLATED, _GZIP)
    for part in parts:
        if done := deflate.compress(part):
            yield done
    yield deflate.flush()
