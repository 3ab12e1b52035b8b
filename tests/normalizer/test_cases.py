"""Every case folder: a source as somebody might publish it, and the fragment a careful editor would make of it.

A fault in a text becomes a folder first, a fix second.  A folder may hold `expected.ledger.json` ({block: section or
reason}), and `open.txt`: a line that says what is known to be wrong yet; delete it with the fix.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from postings.normalizer import normalize
from postings.normalizer.model import Normalized, Placement, Source
from postings.normalizer.verify import check_fragment

FOLDERS = sorted(path for path in (Path(__file__).parent / "cases").iterdir() if path.is_dir())


def cases(may_be_open: bool) -> list[object]:
    marked = []
    for folder in FOLDERS:
        open_note = folder / "open.txt"
        reason = open_note.read_text(encoding="utf-8").strip() if open_note.exists() and may_be_open else ""
        marks = [pytest.mark.xfail(reason=reason)] if reason else []
        marked.append(pytest.param(folder, id=folder.name, marks=marks))
    return marked


def result_of(folder: Path) -> Normalized:
    (source,) = folder.glob("source.*")
    return normalize(Source(source.read_bytes(), name=source.name))


@pytest.mark.parametrize("folder", cases(may_be_open=True))
def test_the_fragment_is_the_expected_one(folder: Path) -> None:
    assert result_of(folder).fragment == (folder / "expected.html").read_text(encoding="utf-8").removesuffix("\n")


@pytest.mark.parametrize("folder", [folder for folder in FOLDERS if (folder / "expected.ledger.json").exists()])
def test_the_ledger_is_the_expected_one(folder: Path) -> None:
    expected = folder / "expected.ledger.json"
    went = {
        entry.block.id: (entry.outcome.section if isinstance(entry.outcome, Placement) else entry.outcome.reason).value
        for entry in result_of(folder).ledger
    }
    assert went == json.loads(expected.read_text(encoding="utf-8"))


@pytest.mark.parametrize("folder", cases(may_be_open=False))
def test_normalizing_the_fragment_again_gives_the_same_bytes(folder: Path) -> None:
    fragment = result_of(folder).fragment
    assert normalize(Source(fragment.encode())).fragment == fragment


@pytest.mark.parametrize("folder", cases(may_be_open=False))
def test_the_expected_fragment_is_itself_sound_and_stays_as_it_is(folder: Path) -> None:
    expected = (folder / "expected.html").read_text(encoding="utf-8").removesuffix("\n")
    check_fragment(expected)
    assert normalize(Source(expected.encode())).fragment == expected


@pytest.mark.parametrize("folder", cases(may_be_open=False))
def test_the_same_source_gives_the_same_result(folder: Path) -> None:
    assert result_of(folder) == result_of(folder)
