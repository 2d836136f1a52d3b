"""PySide6 6.12.0 on Python 3.11 loses one reference to None with every call that returns nothing, and then aborts.

Hence the pin in pyproject.toml. This holds whichever pair of versions is installed; it runs apart, since the failure
takes the interpreter with it.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from architecture.source_tree import run_python

_CALLS = 20_000
_COUNT_REFERENCES = f"""
import sys
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QWidget
application = QApplication([])
widget, image, box = QWidget(), QImage(8, 8, QImage.Format.Format_ARGB32), QRect(0, 0, 4, 4)
painter = QPainter(image)
before = sys.getrefcount(None)
for _ in range({_CALLS}):
    painter.fillRect(box, Qt.GlobalColor.red)
    widget.setToolTip("tile")
after = sys.getrefcount(None)
painter.end()
print(after - before)
"""


@pytest.mark.skipif(importlib.util.find_spec("PySide6") is None, reason="needs PySide6")
def test_calls_that_return_nothing_keep_none_alive(tmp_path: Path) -> None:
    done = run_python(_COUNT_REFERENCES, home=tmp_path)
    assert done.returncode == 0, done.stderr
    # Immortal objects (Python 3.12 and later) do not move at all; a loss would be one a call.
    assert int(done.stdout) > -_CALLS // 10
