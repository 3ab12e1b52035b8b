"""What the README says is true."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from django.urls import resolve

from postings.management.demonstration import WRITE_KEY

PROJECT = Path(__file__).resolve().parents[1]
README = (PROJECT / "README.md").read_text("utf-8")


def _read_by_the_settings() -> set[str]:
    """The names in calls such as env.flag("NAME", …)."""
    names = set()
    for path in [*PROJECT.glob("config/*.py"), *PROJECT.glob("config/settings/*.py")]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or not node.args:
                continue
            called, name = node.func.value, node.args[0]
            if isinstance(called, ast.Name) and called.id == "env" and isinstance(name, ast.Constant):
                names.add(str(name.value))
    return names


def test_every_setting_is_in_the_table_and_no_other() -> None:
    told = re.findall(r"^\| `([A-Z_]+)` \|", README, re.MULTILINE)

    assert len(told) == len(set(told))
    assert set(told) == _read_by_the_settings()
    assert len(told) > 20


def test_the_addresses_in_it_are_there() -> None:
    addresses = {address.partition("?")[0] for address in re.findall(r"localhost:8000(/[^'\s]*)", README)}
    assert len(addresses) >= 5
    for address in addresses:
        found = resolve(address.replace("RUN-ID", "00000000-0000-4000-8000-000000000000"))
        assert found.url_name != "unknown", address


def test_the_key_in_it_is_the_demonstration_s() -> None:
    assert f"KEY={WRITE_KEY}\n" in README


@pytest.mark.parametrize("path", sorted(set(re.findall(r"\]\(([^)#:]+)\)", README))))
def test_what_it_links_to_is_there(path: str) -> None:
    assert (PROJECT / path).is_file()


@pytest.mark.parametrize("path", sorted(set(re.findall(r"@(postings/[^';\s]+)", README))))
def test_the_files_it_sends_are_there(path: str) -> None:
    assert (PROJECT / path).is_file()


def test_the_make_targets_it_names_are_there() -> None:
    makefile = (PROJECT / "Makefile").read_text("utf-8")
    for target in set(re.findall(r"\bmake ([a-z]+(?:-[a-z]+)*)", README)):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
