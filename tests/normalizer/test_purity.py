"""The normalizer is pure: no framework, no clock, no chance, no writing; it works with nothing around it."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = sorted((ROOT / "postings" / "normalizer").rglob("*.py"))
FORBIDDEN = {
    "asyncio", "celery", "django", "http", "logging", "os", "random", "redis", "requests", "rest_framework", "secrets",
    "shutil", "socket", "sqlite3", "subprocess", "tempfile", "threading", "time", "uuid",
}  # fmt: skip
IMPORT_EVERYTHING = """
import importlib, pkgutil, sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("django", "rest_framework", "celery", "redis"):
            raise ImportError("the normalizer asked for " + name)
sys.meta_path.insert(0, Blocked())
import postings.normalizer as package
for module in pkgutil.walk_packages(package.__path__, "postings.normalizer."):
    importlib.import_module(module.name)
result = package.normalize(__import__("postings.normalizer.model", fromlist=["Source"]).Source(
    b"Responsibilities\\n- You will drive the night bus through the hills.\\n"))
sys.stdout.write(result.fragment)
"""


def run(code: str, seed: str = "0") -> str:
    command = [sys.executable, "-W", "error", "-c", code]
    environment = {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed, "PYTHONDONTWRITEBYTECODE": "1", "LC_ALL": "C"}
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False, cwd="/", encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_module_imports_and_works_while_the_frameworks_are_blocked() -> None:
    assert "night bus" in run(IMPORT_EVERYTHING)


def test_the_order_of_sets_changes_nothing() -> None:
    assert run(IMPORT_EVERYTHING, "1") == run(IMPORT_EVERYTHING, "2")


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_module_uses_clock_chance_network_or_writes(module: Path) -> None:
    tree = ast.parse(module.read_text(encoding="utf-8"))
    used = {name for node in ast.walk(tree) for name in _imports(node)}
    assert not {name for name in used if name.partition(".")[0] in FORBIDDEN or name in FORBIDDEN}
    assert not [node.lineno for node in ast.walk(tree) if _writes(node)]


def _imports(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return [node.module or ""]
    return []


def _writes(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    name = (
        node.func.attr
        if isinstance(node.func, ast.Attribute)
        else node.func.id
        if isinstance(node.func, ast.Name)
        else ""
    )
    return name in {"open", "write_text", "write_bytes", "print", "input", "now", "today", "eval", "exec"}
