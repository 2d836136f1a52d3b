"""The documents name what exists: dependencies, rooms, verbs, and every path they point at."""

from __future__ import annotations

import re
import tomllib

import pytest
from architecture.source_tree import ROOT

from inspector.cli.verbs import VERBS

_DOCUMENTS = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md")
_PATH = re.compile(r"`((?:inspector|tests|scripts|resources|benchmarks|docs|\.ci)/[\w./-]*)`")
_IMAGE = re.compile(r"!\[[^\]]*\]\(([^)]+)\)")


def _read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def _dependencies() -> list[str]:
    project = tomllib.loads(_read("pyproject.toml"))["project"]
    lines = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    return [re.split(r"[<>=~! ;\[]", line, maxsplit=1)[0] for line in lines]


def test_every_dependency_has_its_reason() -> None:
    text = _read("ARCHITECTURE.md")
    names = _dependencies()
    assert "tiktoken" in names
    assert [name for name in names if f"`{name}`" not in text] == []


def test_every_room_is_described() -> None:
    text = _read("ARCHITECTURE.md")
    rooms = [path.name + "/" for path in (ROOT / "inspector").iterdir() if (path / "__init__.py").exists()]
    files = [path.name for path in (ROOT / "inspector").glob("*.py") if path.name != "__init__.py"]
    assert "stores/" in rooms
    assert [name for name in [*rooms, *files] if f"`{name}`" not in text] == []


def test_every_verb_is_in_the_readme() -> None:
    text = _read("README.md")
    assert [verb.name for verb in VERBS if f"`{verb.name}`" not in text] == []


@pytest.mark.parametrize("document", _DOCUMENTS)
def test_every_path_exists_or_is_marked_planned(document: str) -> None:
    lines = [line for line in _read(document).splitlines() if "planned" not in line.lower()]
    paths = {path for line in lines for path in [*_PATH.findall(line), *_IMAGE.findall(line)]}
    assert paths
    assert sorted(path for path in paths if not (ROOT / path).exists()) == []
