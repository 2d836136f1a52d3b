"""The program's own source, parsed, for tests that look at code instead of running it."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
QT = ("PySide6", "shiboken6", "pyqtgraph")


@dataclass(frozen=True)
class SourceFile:
    """One module: its dotted name, its path and its syntax tree."""

    name: str
    path: Path
    tree: ast.Module

    def calls(self) -> list[ast.Call]:
        return [node for node in ast.walk(self.tree) if isinstance(node, ast.Call)]


@cache
def package_files() -> tuple[SourceFile, ...]:
    """Every module of ``inspector``, sorted by name."""
    return tuple(_parse(path) for path in sorted((ROOT / "inspector").rglob("*.py")))


def _parse(path: Path) -> SourceFile:
    parts = path.relative_to(ROOT).with_suffix("").parts
    name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    return SourceFile(name, path, ast.parse(path.read_text(encoding="utf-8"), str(path)))


def module_names(*, gui: bool) -> list[str]:
    """Names to import; without the window's room unless ``gui``."""
    return [file.name for file in package_files() if gui or not is_below(file.name, "inspector.gui")]


def is_below(name: str, room: str) -> bool:
    """Whether module ``name`` is ``room`` or inside it."""
    return name == room or name.startswith(room + ".")


def dotted(node: ast.expr) -> str:
    """``os.path.join`` for that expression; an unnameable beginning becomes ``?``."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}"
    return "?"


def run_python(code: str, *words: str, home: Path) -> subprocess.CompletedProcess[str]:
    """Run ``code`` in a new interpreter at the repository's root, with an empty home and no OpenClaw in sight."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("OPENCLAW", "XDG_"))}
    environment |= {"HOME": str(home), "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", code, *words]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=100)
