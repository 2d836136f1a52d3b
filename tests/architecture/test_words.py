"""Names that say nothing, output where nobody reads it, and registries that contradict themselves."""

from __future__ import annotations

import ast
import re

from architecture.source_tree import ROOT, dotted, is_below, package_files

from inspector.cli.verbs import VERBS
from inspector.stores.formats import FORMATS

_EMPTY_WORDS = frozenset({"util", "utils", "helper", "helpers", "manager", "handler", "common", "misc", "stuff"})
# The window prints one thing: that it met a bug, for whoever started it in a terminal.
_MAY_PRINT = ("inspector.cli", "inspector.__main__", "inspector.gui.app")


def _words(name: str) -> set[str]:
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])", name)}


def test_every_name_says_what_the_thing_is() -> None:
    names = [(file.name, part) for file in package_files() for part in file.name.split(".")]
    names += [
        (f"{file.name}.{node.name}", node.name)
        for file in package_files()
        for node in ast.walk(file.tree)
        if isinstance(node, ast.ClassDef)
    ]
    assert [place for place, name in names if _words(name) & _EMPTY_WORDS] == []


def test_empty_words_are_recognised() -> None:
    assert _words("TreeHelper") & _EMPTY_WORDS
    assert _words("path_utils") & _EMPTY_WORDS
    assert not _words("commonly_known_managers_office") & {"manager", "common"}


def test_nothing_prints_where_nobody_reads() -> None:
    found = [
        f"{file.name}:{call.lineno}"
        for file in package_files()
        if not any(is_below(file.name, room) for room in _MAY_PRINT)
        for call in file.calls()
        if dotted(call.func) == "print"
    ]
    assert found == []


def test_no_name_is_registered_twice() -> None:
    verbs = [verb.name for verb in VERBS]
    formats = [known.name for known in FORMATS]
    assert len(verbs) == len(set(verbs)) > 0
    assert len(formats) == len(set(formats)) > 0


def test_every_name_spared_as_dead_code_exists() -> None:
    spared = re.findall(r"^_\.(\w+)$", (ROOT / "scripts" / "vulture_allowed.py").read_text(encoding="utf-8"), re.M)
    assert len(spared) == len(set(spared)) > 0
    known = "\n".join(file.path.read_text(encoding="utf-8") for file in package_files())
    assert [name for name in spared if not re.search(rf"\b{name}\b", known)] == []
