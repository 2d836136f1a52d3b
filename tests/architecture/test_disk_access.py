"""Who may touch a disk: few rooms read, a handful of modules write, and nobody writes to what is inspected.

The state tests hold the bytes of an inspected state; this holds the code, so that a new reader or writer is a decision.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from architecture.source_tree import SourceFile, dotted, is_below, package_files

READERS = {
    "inspector.stores": "bytes become values here",
    "inspector.runtime": "numbers of the runtime, from resources/",
    "inspector.resource_files": "finds resources/",
    "inspector.tokens.tokenizers": "vocabularies of real tokenizers",
    "inspector.cli": "the program's own output",
    "inspector.gui": "themes, fonts and the program's own output",
}
"""Room or module -> why it may open files."""

WRITERS = {
    "inspector.stores.sqlite_snapshot": "a private copy in a temporary folder, of a database left half-written",
    "inspector.cli.main": "the null device, when the reader of the output went away",
    "inspector.gui.preferences": "the program's own preferences",
    "inspector.gui.shot": "the picture that was asked for, at the place that was named",
}
"""Module -> what it writes, none of it beside an inspected state."""

_READING = {"open", "read_text", "read_bytes", "iterdir", "glob", "rglob"}
_READING_OS = {"os.open", "os.scandir", "os.listdir", "os.walk", "io.open", "sqlite3.connect"}
_WRITING = {
    "write_text", "write_bytes", "mkdir", "touch", "unlink", "rmdir", "rename", "symlink_to", "hardlink_to", "chmod",
    "makedirs", "removedirs",
}  # fmt: skip
_WRITING_OS = {
    "os.remove", "os.replace", "os.link", "os.symlink", "os.truncate", "os.utime", "os.mkfifo", "os.chown", "json.dump",
}  # fmt: skip
_WRITING_MODULES = ("shutil.", "tempfile.")
_HARMLESS = {"shutil.which", "shutil.get_terminal_size"}
_WRITING_FLAGS = {"O_WRONLY", "O_RDWR", "O_CREAT", "O_APPEND", "O_TRUNC"}
_WRITING_QT = {"QSettings", "QSaveFile", "QTemporaryFile", "QTemporaryDir", "QLockFile"}


def _mode(call: ast.Call) -> str | None:
    """The literal mode of ``open(path, mode)`` or ``path.open(mode)``; None if it is computed."""
    position = 1 if isinstance(call.func, ast.Name) else 0
    given = [word.value for word in call.keywords if word.arg == "mode"] or call.args[position : position + 1]
    if not given:
        return "r"
    return given[0].value if isinstance(given[0], ast.Constant) and isinstance(given[0].value, str) else None


def _opens_to_write(call: ast.Call) -> bool:
    mode = _mode(call)
    return mode is None or bool(set(mode) & set("wax+"))


def _reads(file: SourceFile) -> Iterator[str]:
    for call in file.calls():
        name = dotted(call.func)
        if name in _READING_OS or name.rpartition(".")[2] in _READING:
            yield f"{file.name}:{call.lineno} {name}"


def _writes(file: SourceFile) -> Iterator[str]:
    for node in ast.walk(file.tree):
        if isinstance(node, ast.Attribute) and node.attr in _WRITING_FLAGS:
            yield f"{file.name}:{node.lineno} {node.attr}"
        if not isinstance(node, ast.Call):
            continue
        name = dotted(node.func)
        last = name.rpartition(".")[2]
        writing = last in _WRITING or last in _WRITING_QT or name in _WRITING_OS
        # QImage.save(path) and QPixmap.save(path) write; QPainter.save() takes nothing and does not.
        writing = writing or (last == "save" and bool(node.args))
        writing = writing or (name.startswith(_WRITING_MODULES) and name not in _HARMLESS)
        if writing or (last == "open" and name != "os.open" and _opens_to_write(node)):
            yield f"{file.name}:{node.lineno} {name}"


def test_only_these_rooms_read() -> None:
    found = [
        use
        for file in package_files()
        if not any(is_below(file.name, room) for room in READERS)
        for use in _reads(file)
    ]
    assert found == []


def test_only_these_modules_write() -> None:
    found = [use for file in package_files() if file.name not in WRITERS for use in _writes(file)]
    assert found == []


def test_every_listed_writer_still_writes() -> None:
    idle = [name for name in WRITERS if not any(any(_writes(file)) for file in package_files() if file.name == name)]
    assert idle == []


def test_databases_are_opened_in_one_place_and_by_uri() -> None:
    connects = [
        (file.name, call)
        for file in package_files()
        for call in file.calls()
        if dotted(call.func).rpartition(".")[2] == "connect" and dotted(call.func).startswith("sqlite3.")
    ]
    assert {name for name, _call in connects} == {"inspector.stores.sqlite_snapshot"}
    for _name, call in connects:
        uri = [word.value for word in call.keywords if word.arg == "uri"]
        assert [ast.unparse(value) for value in uri] == ["True"], "read-only is asked for in the URI"


def _judge(code: str) -> tuple[int, int]:
    file = SourceFile("sample", package_files()[0].path, ast.parse(code))
    return len(list(_reads(file))), len(list(_writes(file)))


def test_the_eye_sees_reads_and_writes() -> None:
    assert _judge("open(path)") == (1, 0)
    assert _judge("path.open('rb')") == (1, 0)
    assert _judge("path.open(mode='r+b')") == (1, 1)
    assert _judge("open(path, 'w')") == (1, 1)
    assert _judge("open(path, chosen)") == (1, 1)
    assert _judge("Path(path).write_text('x')") == (0, 1)
    assert _judge("os.open(path, os.O_RDONLY)") == (1, 0)
    assert _judge("os.open(path, os.O_RDWR)") == (1, 1)
    assert _judge("shutil.rmtree(path)") == (0, 1)
    assert _judge("image.save(path)") == (0, 1)
    assert _judge("QSettings(path)") == (0, 1)
    assert _judge("painter.save()") == (0, 0)
    assert _judge("text.replace('a', 'b'); sys.stdout.write(text)") == (0, 0)
