"""The contract's invariants over generated documents and hostile inputs."""

from __future__ import annotations

import contextlib
import re
import time
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from postings.normalizer import normalize
from postings.normalizer.model import Facts, Normalized, Placement, Source, SourceRefused
from postings.normalizer.readers import read
from postings.normalizer.verify import check_fragment
from tests.normalizer.strategies import PLAIN_SOURCES, markup

SECONDS = 5  # in which even the worst source has ended
POSTING = "<h2>Responsibilities</h2><ul><li>Drive the night bus through the hills every week</li></ul>"


def outcome(data: bytes, name: str = "") -> Normalized | None:
    """The result, or None where the source is refused with a reason."""
    try:
        return normalize(Source(data, name=name))
    except SourceRefused:
        return None


def letters(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w", text.casefold()))


def assert_contract(result: Normalized, source: Source) -> None:
    check_fragment(result.fragment)
    seen = letters(" ".join(block.text for block in read(source, Facts()).blocks))
    told = letters(" ".join(entry.block.text for entry in result.ledger))
    assert not told - seen, "the ledger holds text that was not read"
    assert not seen - told, "text that was read has no ledger entry"
    shown = letters(" ".join(block.text for section in result.sections for block in section.blocks))
    placed = letters(" ".join(entry.block.text for entry in result.ledger if isinstance(entry.outcome, Placement)))
    assert shown == placed


@given(PLAIN_SOURCES)
@settings(deadline=None, max_examples=60)
def test_plain_text_keeps_every_invariant(text: str) -> None:
    result = outcome(text.encode(), "posting.txt")
    if result is not None:
        assert_contract(result, Source(text.encode(), name="posting.txt"))


@given(markup())
@settings(deadline=None, max_examples=60)
def test_broken_markup_keeps_every_invariant(text: str) -> None:
    data = (POSTING + text).encode()
    result = outcome(data)
    if result is not None:
        assert_contract(result, Source(data))


@given(st.one_of(PLAIN_SOURCES, markup()))
@settings(deadline=None, max_examples=60)
def test_normalizing_a_fragment_gives_that_fragment_again(text: str) -> None:
    result = outcome((POSTING + text).encode())
    if result is not None:
        assert normalize(Source(result.fragment.encode())).fragment == result.fragment


@given(st.binary(max_size=400))
@settings(deadline=None)
def test_any_bytes_give_a_result_or_a_reason(data: bytes) -> None:
    with contextlib.suppress(SourceRefused):
        normalize(Source(data))


HOSTILE = {
    "nested elements": b"<div>" * 100_000 + b"x",
    "nested lists": b"<ul><li>" * 20_000 + b"x",
    "list items": b"<li>item" * 1_000_000,
    "formatting": b"<b><i><a href=x>" * 10_000 + b"x",
    "one long line": b"word " * 1_900_000,
    "long paragraphs": (b"<p>" + b"You drive the night bus through the hills. " * 4_000) * 50,
    "one long word": b"a" * 9_000_000,
    "brackets": b"[" * 60_000,
    "stars": b"*" * 60_000,
    "dashes and spaces": b"- " * 100_000,
    "dollar signs": b"$1,1,1" * 50_000,
    "numbers": b"1 " * 200_000 + b"$",
    "colons": b"Location: " * 50_000,
    "capitals": b"AaAaAa" * 50_000,
    "names": b"Aa Of The " * 30_000,
    "open comment": b"<p>text</p>" + b"<!--" * 50_000,
    "open tags": b"<a" * 100_000,
    "quotes": b'<a href="' * 50_000,
    "entities": b"&amp;" * 200_000,
    "semicolonless entities": b"&" * 200_000,
    "nul bytes": b"Responsibilities\n- drive\x00 the bus\x00\n" * 500,
    "utf-16": ("Responsibilities\n- Drive the night bus through the hills\n" * 50).encode("utf-16"),
    "nested json": b"[" * 100_000,
    "long integer": b'{"title": "x", "id": ' + b"9" * 100_000 + b"}",
    "entity bomb": b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa">]><x>&a;</x>',
    "table": b"<table>" + b"<tr><td>x<td>y" * 20_000,
    "emoji": "👩‍🔬".encode() * 50_000,
    "bullets": "• ".encode() * 50_000,
    "line breaks": b"a\n" * 200_000,
    "breaks": b"x<br>" * 40_000,
    "one beginning": POSTING.encode()
    + b"".join(b"<li>Drive the night bus over all hills to %d" % n for n in range(15_000)),
    "front matter": b"---\n" + b"a: b\n" * 50_000 + b"---\ntext",
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_source_ends_in_seconds_with_a_result_or_a_reason(data: bytes) -> None:
    started = time.process_time()
    result = outcome(data)
    assert time.process_time() - started < SECONDS
    if result is not None:
        check_fragment(result.fragment)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty"),
        (b" \n\t ", "empty"),
        (b"x" * 10_000_001, "too_large"),
        (b"<p>x" * 60_000, "too_many_elements"),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20, "not_text"),
        (b"<p>Apply now!</p>", "no_substance"),
    ],
)
def test_a_source_that_cannot_be_used_is_refused_with_its_reason(data: bytes, code: str) -> None:
    with pytest.raises(SourceRefused) as refused:
        normalize(Source(data))
    assert refused.value.code == code
    assert refused.value.sentence.endswith(".")


def test_honest_deep_nesting_loses_no_text() -> None:
    depth = 400
    data = (POSTING + "<div>" * depth + "<p>Check the brakes before every tour</p>" + "</div>" * depth).encode()
    result = outcome(data)
    assert result is not None
    assert "Check the brakes before every tour" in result.fragment


@pytest.mark.parametrize(
    "unit",
    [
        "<li>Drive the bus number {} through the hills</li>",
        "You drive bus {} for us. ",
        "<li>$1 - ${}000</li>",
        "<p>Mill{}ton is a bakery.</p>",
        "<p>In winter Mill{}ton’s values win.</p>",
    ],
)
def test_time_grows_no_faster_than_the_source(unit: str) -> None:
    def seconds(count: int) -> float:
        data = ("<h2>Responsibilities</h2><ul>" + "".join(unit.format(n) for n in range(count)) + "</ul>").encode()
        return min(once(data) for _ in range(3))

    def once(data: bytes) -> float:
        started = time.process_time()
        normalize(Source(data))
        return time.process_time() - started

    seconds(100)
    assert seconds(3000) < 15 * max(seconds(300), 0.02)
