"""Reading request bodies: bounded, strict, and never deeper or larger than a reader can bear."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import IO, Any, NoReturn

from rest_framework.parsers import BaseParser, MultiPartParser

from postings.web.problems import Problem

PAYLOAD_MEDIA_TYPE = "application/vnd.postwright.payload+json"
# No honest document is deeper; Python's own reader gives up a little later, by recursion.
DEPTH_MAX = 200
# More digits than any number that is meant; without a bound, arithmetic on them fails or takes for ever.
DIGITS_MAX = 100


@dataclass(frozen=True, slots=True)
class Raw:
    """A body that is the source itself."""

    data: bytes
    media_type: str


def read_json(data: bytes) -> Any:
    """The value of a JSON text in UTF-8.  Raises the problem invalid-json, whatever is wrong with it."""
    try:
        value = json.loads(data.decode("utf-8-sig"), parse_int=_whole_number, parse_constant=_refuse_constant)
    except UnicodeDecodeError:
        raise _invalid("The body is not UTF-8.") from None
    except json.JSONDecodeError as error:
        raise _invalid(f"The body is not JSON: {error.msg} at line {error.lineno}, column {error.colno}.") from None
    except RecursionError:
        raise _invalid("The body is nested too deeply.") from None
    except ValueError:
        raise _invalid("The body holds a number with too many digits, or none at all (NaN, Infinity).") from None
    if _depth(value) > DEPTH_MAX:
        raise _invalid("The body is nested too deeply.")
    return value


class StrictJsonParser(BaseParser):
    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        return read_json(stream.read())


class RawParser(BaseParser):
    """Any text: HTML, Markdown, plain text, XML under its text name."""

    media_type = "text/*"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        return Raw(stream.read(), media_type or "")


class XmlParser(RawParser):
    media_type = "application/xml"


class XhtmlParser(RawParser):
    media_type = "application/xhtml+xml"


class PayloadParser(RawParser):
    """A JSON document of another system as the source itself; kept as sent, once it proves to be JSON."""

    media_type = PAYLOAD_MEDIA_TYPE

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        data = stream.read()
        read_json(data)
        return Raw(data, "application/json")


PARSERS = (StrictJsonParser, MultiPartParser, RawParser, XmlParser, XhtmlParser, PayloadParser)


def _depth(value: Any) -> int:
    """How deep lists and objects stand in each other, without recursion."""
    level, depth = [value], 0
    while level := [inner for outer in level for inner in _inside(outer)]:
        depth += 1
    return depth


def _inside(value: Any) -> Any:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _whole_number(digits: str) -> int:
    if len(digits) > DIGITS_MAX:
        raise ValueError("too many digits")
    return int(digits)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _invalid(sentence: str) -> Problem:
    return Problem("invalid-json", sentence)
