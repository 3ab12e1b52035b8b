"""Front matter of Markdown (YAML or TOML, as people write it) to facts, and the text below it."""

from __future__ import annotations

import re
from typing import Any

from postings.normalizer.model import Facts
from postings.normalizer.readers.field_facts import facts_from_fields

OPENING = re.compile(r"\s{0,100}(---|\+\+\+)[ \t]*\n")
FIELD = re.compile(r"([A-Za-z_][\w -]{0,40}?)\s{0,9}[:=]\s{0,9}(\S.*)?$")
TAG = re.compile(r"!!?\w{1,30}\s+")
LIST = re.compile(r"\[([^\[\]]*)\]")
MAX_LENGTH = 20_000


def part_front_matter(text: str) -> tuple[Facts, str, int]:
    """The facts a text's front matter states, the text below it, and how many lines it took."""
    opening = OPENING.match(text)
    if not opening:
        return Facts(), text, 0
    closing = re.compile(rf"^{re.escape(opening.group(1))}[ \t]*$", re.MULTILINE).search(
        text, opening.end(), opening.end() + MAX_LENGTH
    )
    if not closing:
        return Facts(), text, 0
    fields = _fields(text[opening.end() : closing.start()])
    if not fields:
        return Facts(), text, 0
    below = text[closing.end() :]
    return facts_from_fields(fields), below, text.count("\n", 0, closing.end())


def _fields(block: str) -> dict[str, Any]:
    """The top-level fields; a list below a name belongs to it, deeper mappings are passed over."""
    fields: dict[str, Any] = {}
    name = ""
    for line in block.split("\n"):
        if line[:1] not in (" ", "\t", "-", "#") and (match := FIELD.match(line)):
            name = match.group(1)
            fields[name] = _value(match.group(2) or "")
        elif name and (item := line.strip()).startswith("- "):
            held = fields[name]
            fields[name] = [*held, _plain(item[2:])] if isinstance(held, list) else [_plain(item[2:])]
    return fields


def _value(written: str) -> Any:
    """A value, or the values of a list written in one line ("[Full time, Part time]")."""
    if match := LIST.fullmatch(written.strip()):
        return [_plain(item) for item in match.group(1).split(",") if item.strip()]
    return _plain(written)


def _plain(value: str) -> str:
    value = TAG.sub("", value.strip())
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        value = value[1:-1]
    return value
