"""A module or a function that has grown too long is split, not excused."""

from __future__ import annotations

import ast
from pathlib import Path

from architecture.source_tree import ROOT

_MODULE_LINES_MAX = 600
_TEST_LINES_MAX = 800
_FUNCTION_LINES_MAX = 60

# Excuses, "path" or "path::function" each. The set may only shrink: an excuse that is no longer needed fails too.
_EXCUSED: frozenset[str] = frozenset()


def _sources() -> list[Path]:
    rooms = ("inspector", "scripts", "benchmarks", "tests")
    return sorted(path for room in rooms for path in (ROOT / room).rglob("*.py"))


def _too_long(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8")
    place = path.relative_to(ROOT).as_posix()
    limit = _TEST_LINES_MAX if place.startswith("tests/") else _MODULE_LINES_MAX
    found = [place] if len(text.splitlines()) > limit else []
    for node in ast.walk(ast.parse(text, place)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > _FUNCTION_LINES_MAX:
                found.append(f"{place}::{node.name}")
    return found


def test_nothing_is_too_long() -> None:
    sources = _sources()
    assert ROOT / "inspector" / "inspection.py" in sources
    found = {excess for path in sources for excess in _too_long(path)}
    assert found == _EXCUSED


def test_a_long_function_is_found(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setitem(_too_long.__globals__, "ROOT", tmp_path)
    body = "    x = 1\n" * _FUNCTION_LINES_MAX
    (tmp_path / "long.py").write_text(f"def wordy():\n{body}\n\ndef terse():\n    pass\n", encoding="utf-8")
    assert _too_long(tmp_path / "long.py") == ["long.py::wordy"]
