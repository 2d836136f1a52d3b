"""Nothing is fetched at start: every attempt to reach a network is noted by an audit hook, and there must be none."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from architecture.closed_network import NO_NETWORK
from architecture.small_state import SESSION_KEY, write_small_state
from architecture.source_tree import module_names, run_python

_IMPORT_ALL = NO_NETWORK + "for name in sys.argv[1:]: importlib.import_module(name)"
_RUN_COMMAND = NO_NETWORK + "from inspector.__main__ import main; sys.exit(main(sys.argv[1:]))"
_SWALLOWED_ATTEMPT = (
    NO_NETWORK
    + """
import urllib.request
try:
    urllib.request.urlopen("http://192.0.2.1/")
except OSError:
    pass
"""
)


def test_even_a_swallowed_attempt_is_noticed(tmp_path: Path) -> None:
    done = run_python(_SWALLOWED_ATTEMPT, home=tmp_path)
    assert done.returncode == 99
    assert "192.0.2.1" in done.stderr


def test_importing_everything_needs_no_network(tmp_path: Path) -> None:
    has_qt = importlib.util.find_spec("PySide6") is not None
    names = module_names(gui=has_qt)
    assert "inspector.__main__" in names
    done = run_python(_IMPORT_ALL, *names, home=tmp_path)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("verb", ["sessions", "report", "messages"])
def test_a_command_needs_no_network(verb: str, tmp_path: Path) -> None:
    state = write_small_state(tmp_path)
    done = run_python(_RUN_COMMAND, verb, str(state), home=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
    assert verb != "sessions" or SESSION_KEY in done.stdout
