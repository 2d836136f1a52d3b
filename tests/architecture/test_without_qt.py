"""Everything but the window works on a machine that has no Qt; import-linter cannot see imports by name, this can."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from architecture.small_state import ANSWER, QUESTION, SESSION_ID, SESSION_KEY, write_small_state
from architecture.source_tree import QT, module_names, run_python

_BLOCK_QT = f"""
import importlib, sys
class NoQt:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] in {QT!r}:
            raise ModuleNotFoundError(name + " is blocked", name=name)
sys.meta_path.insert(0, NoQt)
"""
_IMPORT_ALL = _BLOCK_QT + "for name in sys.argv[1:]: importlib.import_module(name)"
_RUN_COMMAND = _BLOCK_QT + "from inspector.cli.main import main; sys.exit(main(sys.argv[1:]))"


def test_every_module_outside_gui_imports_without_qt(tmp_path: Path) -> None:
    names = module_names(gui=False)
    assert "inspector.domain.javascript" in names
    done = run_python(_IMPORT_ALL, *names, home=tmp_path)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("library", QT)
def test_the_block_is_tight(library: str, tmp_path: Path) -> None:
    done = run_python(_IMPORT_ALL, f"{library}.anything", home=tmp_path)
    assert done.returncode == 1
    assert f"{library} is blocked" in done.stderr


def test_sessions_without_qt(tmp_path: Path) -> None:
    state = write_small_state(tmp_path)
    done = run_python(_RUN_COMMAND, "sessions", str(state), "--json", home=tmp_path)
    assert done.returncode == 0, done.stderr
    (session,) = json.loads(done.stdout)["sessions"]
    assert (session["key"], session["session_id"]) == (SESSION_KEY, SESSION_ID)


def test_messages_without_qt(tmp_path: Path) -> None:
    state = write_small_state(tmp_path)
    done = run_python(_RUN_COMMAND, "messages", str(state), "--json", "--text", home=tmp_path)
    assert done.returncode == 0, done.stderr
    messages = json.loads(done.stdout)["messages"]
    assert [message["text"] for message in messages] == [QUESTION, ANSWER]


def test_report_without_qt(tmp_path: Path) -> None:
    state = write_small_state(tmp_path)
    done = run_python(_RUN_COMMAND, "report", str(state), "--json", home=tmp_path)
    assert done.returncode == 0, done.stderr
    tree = json.loads(done.stdout)["tree"]
    (conversation,) = [node for node in tree["children"] if node["kind"] == "conversation"]
    assert conversation["chars"] == len(QUESTION) + len(ANSWER)
