"""Payloads of applicant-tracking systems (JSON), and anything else made of named fields, to drafts.

The theory.  Systems differ in names, not in kind: some fields hold the posting's text, in the order in which people
see them; others hold facts; the rest is the system's own.  A field holds posting text if its name says so, or if its
value is prose or markup. What a payload says again (as plain text, as a shortened copy, translated) is read once.  A
short `title` or `text` that stands beside a longer text is that text's heading.  No heading is made from a field's
name; the name stands in the block's path.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from postings.normalizer.model import SourceRefused
from postings.normalizer.readers.blocks import too_many
from postings.normalizer.readers.field_values import folded
from postings.normalizer.readers.names import in_order, names
from postings.normalizer.taxonomy import MAX_ELEMENTS

MAX_DEPTH = 200
# In the order in which systems show them; other text fields follow in the payload's own order.
TEXT_FIELDS = in_order(
    """
    content companydescription companyoverview aboutcompany aboutus intro jobdescription description
    descriptionhtml jobtext opening summary jobsummary descriptionbody body descriptionplain responsibilities
    duties majorduties tasks requirements profile qualifications qualificationsummary experiencerequirements
    educationrequirements skills
    benefits jobbenefits incentives incentivecompensation perks compensationdescription salarydescription
    additionalinformation additional additionalplain closing text value html
    """
)
RANK = {name: number for number, name in enumerate(TEXT_FIELDS)}
COPIES = frozenset({"translations", "translation", "localizations", "sharing", "seo"})
TITLE_FIELDS = frozenset({"title", "jobtitle", "name", "positiontitle"})
WHOLE_TEXTS = frozenset({"content", "description", "jobdescription", "descriptionhtml", "jobtext", "jobad"})
HEADING_FIELDS = ("title", "text", "label", "heading", "header", "name")
NEVER_TEXT = names(
    """
    url uri link links href image images logo slug token guid email phone address sharing seo meta question questions
    consent privacy gdpr disclaimer apply created updated status template tracking script scripts css path excerpt
    snippet teaser id code type
    """
)
NAME_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
TAGGED = re.compile(r"</?[a-zA-Z][a-zA-Z0-9]{0,10}\b[^<>]{0,2000}>|&lt;/?[a-zA-Z]")
# Text under an unknown name is prose from this length on; under a name that says text, from the shorter one.
PROSE = 200
SHORT_TEXT = 21
MAX_HEADING = 120
# A copy repeats one of a payload's first texts.
COMPARED = 40
# Shorter texts may rightly stand in longer ones.
COPY = 40


@dataclass(slots=True)
class Piece:
    """A piece of posting text in a payload: its path, its text, and whether it is a heading of what follows."""

    path: str
    text: str
    heading: bool = False
    item: bool = False


@dataclass(slots=True)
class _Collected:
    pieces: list[Piece] = field(default_factory=list)
    read: list[str] = field(default_factory=list)
    exact: set[str] = field(default_factory=set)


def parse_json(text: str) -> Any:
    """The payload.  Raises SourceRefused (unreadable) for what is no JSON, nests too deep or holds absurd numbers."""
    if _json_depth(text) > MAX_DEPTH:
        raise SourceRefused(
            "unreadable", f"The JSON is nested more than {MAX_DEPTH} levels deep. Send one posting's payload."
        )
    try:
        return json.loads(text, strict=False, parse_constant=lambda _: None)
    except ValueError as fault:
        where = f" (line {fault.lineno})" if isinstance(fault, json.JSONDecodeError) else ""
        raise SourceRefused(
            "unreadable", f"The source begins like JSON but cannot be read as such{where}. Send it complete."
        ) from fault


def _json_depth(text: str) -> int:
    depth = deepest = 0
    for match in re.finditer(r'"(?:[^"\\]|\\.)*+"|[\[{]|[\]}]', text, re.DOTALL):
        sign = match.group()
        if sign in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif sign in "]}":
            depth -= 1
    return deepest


def text_pieces(payload: Any) -> list[Piece]:
    """Every piece of posting text, in the order people see it, each once."""
    collected = _Collected()
    _visit(payload, "", collected)
    return collected.pieces


def holds_several(payload: Any) -> bool:
    """Does a payload list two or more objects that each have a title and a text?"""
    level = [payload]
    for _ in range(4):
        for node in level:
            if isinstance(node, list) and sum(1 for item in node[:50] if _is_posting(item)) > 1:
                return True
        level = [
            child
            for node in level[:50]
            for child in (node.values() if isinstance(node, Mapping) else node if isinstance(node, list) else ())
        ][:500]
    return False


def _is_posting(node: Any) -> bool:
    if not isinstance(node, Mapping):
        return False
    filled = {folded(str(name)) for name, value in node.items() if value}
    return not filled.isdisjoint(TITLE_FIELDS) and not filled.isdisjoint(WHOLE_TEXTS)


def _visit(node: Any, path: str, collected: _Collected) -> None:
    if isinstance(node, Mapping):
        _visit_fields(node, path, collected)
    elif isinstance(node, list):
        for number, value in enumerate(node, start=1):
            if isinstance(value, Mapping | list):
                _visit(value, f"{path}[{number}]", collected)


def _visit_fields(node: Mapping[str, Any], path: str, collected: _Collected) -> None:
    done: set[str] = set()
    for name, value in _texts(node):
        if isinstance(value, str):
            _add(node, name, value, path, collected)
        else:
            _add_list(value, _joined(path, name), collected)
        done.add(name)
        if folded(name) in ("description", "descriptionhtml", "content") and isinstance(node.get("lists"), list):
            _visit(node["lists"], _joined(path, "lists"), collected)
            done.add("lists")
    nested = [(name, value) for name, value in node.items() if isinstance(value, Mapping | list) and name not in done]
    for name, value in sorted(nested, key=lambda pair: folded(pair[0]) in COPIES):
        if folded(name) in COPIES and collected.pieces:
            continue
        if not _is_never_text(name):
            _visit(value, _joined(path, name), collected)


def _texts(node: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The fields of one object that hold posting text: known names first, in their order."""
    found: list[tuple[int, int, str, Any]] = []
    for position, (name, value) in enumerate(node.items()):
        rank = RANK.get(folded(name))
        if isinstance(value, str):
            if _holds_text(name, rank, value) and not (rank is not None and _is_setting(node, value)):
                found.append((rank if rank is not None else len(RANK), position, name, value))
        elif rank is not None and isinstance(value, list) and value and all(isinstance(item, str) for item in value):
            found.append((rank, position, name, value))
    yield from ((name, value) for _, _, name, value in sorted(found, key=lambda entry: entry[:2]))


def _holds_text(name: str, rank: int | None, value: str) -> bool:
    stripped = value.strip()
    if rank is not None:
        return len(stripped) >= SHORT_TEXT or bool(TAGGED.search(stripped))
    if _is_never_text(name) or folded(name) in HEADING_FIELDS or " " not in stripped:
        return False
    return len(stripped) >= PROSE or bool(TAGGED.search(stripped))


def _is_setting(node: Mapping[str, Any], value: str) -> bool:
    """Whether a short text is the value of a field that the employer has added, with the type of it beside."""
    return "value_type" in node and len(value) < PROSE and not TAGGED.search(value)


def _is_never_text(name: str) -> bool:
    return any(word.lower() in NEVER_TEXT for word in NAME_WORD.findall(name))


def _add(node: Mapping[str, Any], name: str, value: str, path: str, collected: _Collected) -> None:
    if not _is_new(value, collected):
        return
    here = _joined(path, name)
    heading = (
        next((key for key in HEADING_FIELDS if key != name and _heads(node.get(key), value)), None) if path else None
    )
    if heading and folded(name) in ("text", "content", "value", "body", "description", "html"):
        collected.pieces.append(Piece(_joined(path, heading), str(node[heading]), heading=True))
    collected.pieces.append(Piece(here, value))


def _heads(heading: Any, value: str) -> bool:
    return (
        isinstance(heading, str)
        and 0 < len(heading.strip()) <= MAX_HEADING
        and len(heading) < len(value)
        and "<" not in heading
    )


def _add_list(values: list[str], path: str, collected: _Collected) -> None:
    for number, value in enumerate(values, start=1):
        if value.strip() and _is_new(value, collected):
            collected.pieces.append(Piece(f"{path}[{number}]", value, item=not TAGGED.search(value)))


def _is_new(value: str, collected: _Collected) -> bool:
    """Has none of what was read the same words?  Markup, blanks and signs do not count; a cut-off copy is no new text
    either."""
    words = _bare(value)
    if words in collected.exact:
        return False
    if len(words) >= COPY and any(words in read for read in collected.read[:COMPARED]):
        return False
    if len(collected.pieces) > MAX_ELEMENTS:
        raise too_many()
    collected.exact.add(words)
    collected.read.append(words)
    return True


def _bare(value: str) -> str:
    text = html.unescape(html.unescape(value)) if "&" in value else value
    return "".join(filter(str.isalnum, re.sub(r"<[^<>]*>", "", text).casefold()))


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name
