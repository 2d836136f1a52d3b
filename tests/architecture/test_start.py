"""The way in stays light: libraries that take seconds to load are loaded when their work is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest
from architecture.source_tree import QT, run_python

_HEAVY = (*QT, "litellm", "tiktoken", "watchdog", "numpy")
_NAME_HEAVY = f"""
import importlib, sys
importlib.import_module(sys.argv[1])
print(sorted(set(sys.modules) & set({_HEAVY!r})))
"""


@pytest.mark.parametrize("module", ["inspector.__main__", "inspector.cli.main", "inspector.inspection"])
def test_the_way_in_loads_nothing_heavy(module: str, tmp_path: Path) -> None:
    done = run_python(_NAME_HEAVY, module, home=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"


def test_a_heavy_library_would_be_named(tmp_path: Path) -> None:
    done = run_python("sys = __import__('sys'); sys.modules['litellm'] = sys\n" + _NAME_HEAVY, "json", home=tmp_path)
    assert done.stdout.strip() == "['litellm']"
