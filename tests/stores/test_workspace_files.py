"""Bootstrap files as they lie on disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.domain.problems import ProblemLog
from inspector.stores.workspace_files import MAX_FILE_BYTES, read_workspace_texts


def read(workspace, *names):
    log = ProblemLog()
    return read_workspace_texts(workspace, names, log), [problem.code for problem in log.problems()]


def test_texts_by_name_and_bad_utf8_as_the_runtime_reads_it(tmp_path):
    (tmp_path / "AGENTS.md").write_bytes(b"a\xff")
    (tmp_path / "SOUL.md").write_text("b", "utf-8")
    assert read(tmp_path, "AGENTS.md", "SOUL.md") == ({"AGENTS.md": "a\ufffd", "SOUL.md": "b"}, [])


def test_what_is_not_there_is_left_out(tmp_path):
    (tmp_path / "USER.md").mkdir()
    assert read(tmp_path, "USER.md", "MEMORY.md") == ({}, [])
    assert read(None, "USER.md") == ({}, [])


@pytest.mark.parametrize("name", ["../secret.md", "memory/x.md"])
def test_only_names_not_paths(tmp_path, name):
    workspace = tmp_path / "workspace"
    (workspace / "memory").mkdir(parents=True)
    (tmp_path / "secret.md").write_text("s", "utf-8")
    (workspace / "memory" / "x.md").write_text("x", "utf-8")
    assert read(workspace, name) == ({}, [])


def test_the_limit_of_the_runtime_is_told(tmp_path):
    (tmp_path / "AGENTS.md").write_bytes(b"x" * MAX_FILE_BYTES)
    (tmp_path / "SOUL.md").write_bytes(b"x" * (MAX_FILE_BYTES + 1))
    texts, codes = read(tmp_path, "AGENTS.md", "SOUL.md")
    assert {name: len(text) for name, text in texts.items()} == {"AGENTS.md": 2_097_152}
    assert codes == ["workspace_file_too_large"]


def test_an_unreadable_file_is_a_problem(tmp_path, monkeypatch):
    (tmp_path / "AGENTS.md").write_text("secret", "utf-8")

    def refuse(_path):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert read(tmp_path, "AGENTS.md") == ({}, ["workspace_file_unreadable"])
