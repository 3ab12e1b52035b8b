"""Fifty pairs of texts, and what a person says became of each block: the comparison says the same.

In `pairs/*.json` each line of `shown` is a block in the order in which it is shown: `=` unchanged, `~` changed,
`> section/position:` moved here from there, `<` moved away to there, `+` added, `-` removed.  In a line `[-words-]`
went, `{+words+}` came, `{~words~}(how)` only look different; `(form)`, `(split)`, `(joined)` say what became of the
block.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from postings.comparing import BlockComparison, Comparison, Span, compare
from postings.normalizer.render import read_body, render_body

PAIRS = [pair for file in sorted(Path(__file__).parent.glob("pairs/*.json")) for pair in json.loads(file.read_text())]
SIGNS = {"unchanged": "=", "changed": "~", "moved": ">", "added": "+", "removed": "-"}
MARKS = {"same": "{}", "removed": "[-{}-]", "added": "{{+{}+}}", "formatted": "{{~{}~}}"}
KIND = "requirements"


def by_kind(side: Any) -> Any:
    return side if isinstance(side, dict) else {KIND: side}


def marked(block: BlockComparison) -> str:
    """Neighbouring spans of one fate are one mark, however they look."""
    merged: list[tuple[str, tuple[str, ...], str]] = []
    for span in block.spans:
        if merged and merged[-1][:2] == (span.status, span.notes):
            merged[-1] = (*merged[-1][:2], merged[-1][2] + span.text)
        else:
            merged.append((span.status, span.notes, span.text))
    if block.status in ("added", "removed"):
        return "".join(text for *_, text in merged)
    return "".join(
        MARKS[status].format(text) + (f"({'; '.join(notes)})" if notes else "") for status, notes, text in merged
    )


def line(block: BlockComparison, away: bool = False) -> str:
    notes = f"({', '.join(block.notes)})" if block.notes else ""
    if block.status != "moved":
        return " ".join(filter(None, (SIGNS[block.status], notes, marked(block))))
    place = block.after if away else block.before
    assert place is not None
    where = f"{place.section}/{place.position}"
    return f"{'<' if away else '>'} {' '.join(filter(None, (where, notes)))}: {marked(block)}"


def shown(comparison: Comparison) -> dict[str, list[str]]:
    return {
        section.kind: [line(block) for block in section.blocks] + [line(block, away=True) for block in section.left]
        for section in comparison.sections
    }


def texts(spans: tuple[Span, ...], without: str) -> str:
    return "".join(span.text for span in spans if span.status != without)


@pytest.mark.parametrize("pair", PAIRS, ids=[pair["name"] for pair in PAIRS])
def test_a_pair_is_shown_as_a_person_would_say_it(pair: Mapping[str, Any]) -> None:
    assert shown(compare(by_kind(pair["before"]), by_kind(pair["after"]))) == by_kind(pair["shown"])


@pytest.mark.parametrize("pair", PAIRS, ids=[pair["name"] for pair in PAIRS])
def test_the_spans_of_a_block_spell_its_old_and_its_new_text(pair: Mapping[str, Any]) -> None:
    before, after = by_kind(pair["before"]), by_kind(pair["after"])
    for section in compare(before, after).sections:
        for block in section.blocks:
            if block.after is not None:
                new = read_body(after[block.after.section])[block.after.position]
                assert texts(block.spans, "removed").replace(" | ", " ") == new.text
            if block.before is not None and not {"split", "joined"} & set(block.notes):
                old = read_body(before[block.before.section])[block.before.position]
                assert texts(block.spans, "added").replace(" | ", " ") == old.text


@pytest.mark.parametrize("pair", PAIRS, ids=[pair["name"] for pair in PAIRS])
def test_looking_the_other_way_tells_the_same_moves(pair: Mapping[str, Any]) -> None:
    there = compare(by_kind(pair["before"]), by_kind(pair["after"])).counts
    back = compare(by_kind(pair["after"]), by_kind(pair["before"])).counts
    assert (there["moved"], there["added"], there["removed"]) == (back["moved"], back["removed"], back["added"])


def test_the_corpus_has_fifty_pairs_of_text_as_it_is_stored() -> None:
    assert len(PAIRS) >= 50
    assert len({pair["name"] for pair in PAIRS}) == len(PAIRS)
    for pair in PAIRS:
        for side in (pair["before"], pair["after"]):
            for html in by_kind(side).values():
                assert render_body(read_body(html)) == html
