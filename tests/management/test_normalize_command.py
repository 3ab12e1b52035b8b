"""`manage.py normalize`: files in, fragments out, without a database or a server."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from postings.normalizer import normalize
from postings.normalizer.model import Source

ROOT = Path(__file__).parents[2]
POSTING = """Night Baker

Halden Mills has baked bread for the whole valley since 1954, and every loaf is still shaped by hand.

Responsibilities
- Shape and bake up to 900 loaves a night
- Look after the sourdough and write its temperature log

Requirements
- Two years of experience in a craft bakery

Pay
$24 - $27 per hour
"""


@pytest.fixture
def postings(tmp_path: Path) -> Path:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "baker.txt").write_text(POSTING, encoding="utf-8")
    (folder / "driver.html").write_text(POSTING.replace("\n\n", "<br><br>").replace("\n", "<br>"), encoding="utf-8")
    return folder


def run(*arguments: object) -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    call_command("normalize", *map(str, arguments), stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def test_without_a_folder_the_fragment_is_printed(postings: Path) -> None:
    out, _ = run(postings / "baker.txt")
    assert out == normalize(Source(POSTING.encode(), name="baker.txt")).fragment + "\n"


def test_a_folder_of_files_becomes_a_folder_of_fragments(postings: Path, tmp_path: Path) -> None:
    out, _ = run(postings, "--out", tmp_path / "out")
    assert out == ""
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["baker.html", "driver.html"]
    written = (tmp_path / "out" / "baker.html").read_bytes()
    assert written == normalize(Source(POSTING.encode(), name="baker.txt")).fragment.encode()


def test_ledger_and_facts_are_written_beside_the_fragment(postings: Path, tmp_path: Path) -> None:
    run(postings / "baker.txt", "--out", tmp_path / "out", "--ledger", "--facts")
    ledger = json.loads((tmp_path / "out" / "baker.ledger.json").read_text(encoding="utf-8"))
    facts = json.loads((tmp_path / "out" / "baker.facts.json").read_text(encoding="utf-8"))
    assert {entry["text"] for entry in ledger} >= {"Shape and bake up to 900 loaves a night"}
    assert facts["pay"] == {"min": 24.0, "max": 27.0, "currency": "USD", "unit": "hour"}


def test_a_file_that_fails_is_named_with_its_reason_and_the_rest_go_on(postings: Path, tmp_path: Path) -> None:
    (postings / "aaa.txt").write_bytes(b"")
    err = StringIO()
    with pytest.raises(CommandError, match="1 of 3 files failed") as raised:
        call_command("normalize", str(postings), "--out", str(tmp_path / "out"), stderr=err)
    assert raised.value.returncode == 1
    assert "aaa.txt: " in err.getvalue()
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["baker.html", "driver.html"]


def test_a_path_that_does_not_exist_is_named(postings: Path) -> None:
    err = StringIO()
    with pytest.raises(CommandError):
        call_command("normalize", str(postings / "nowhere.txt"), stderr=err)
    assert "nowhere.txt: There is no such file." in err.getvalue()


def test_two_files_of_one_name_do_not_overwrite_each_other(postings: Path, tmp_path: Path) -> None:
    (postings / "baker.html").write_text((postings / "driver.html").read_text(encoding="utf-8"), encoding="utf-8")
    run(postings, "--out", tmp_path / "out")
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names == ["baker.html", "baker.txt.html", "driver.html"]


def test_it_needs_no_database_and_no_server(postings: Path) -> None:
    environment = {
        **os.environ,
        "DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing",
        "REDIS_URL": "redis://127.0.0.1:1/0",
        "DJANGO_SETTINGS_MODULE": "config.settings.local",
    }
    command = [sys.executable, "manage.py", "normalize", str(postings / "baker.txt")]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "900 loaves" in done.stdout
