"""What a user can send us about a bug: places in the code and versions, never values, which may quote the data."""

from __future__ import annotations

import os
import platform
import sys
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from PySide6 import __version__ as pyside_version

from inspector import __version__

DEBUG_VARIABLE = "CONTEXT_INSPECTOR_DEBUG"
DEBUG_OPTION = "--debug"


@dataclass(frozen=True, slots=True)
class BugReport:
    """A bug, told without transcript text.

    Attributes:
        error_type: class name of the exception; its message is left out, for it may quote the data.
        where: innermost place, ``file.py:12``.
        text: several lines to copy: versions and the chain of places.
    """

    error_type: str
    where: str
    text: str


def make_bug_report(bug: BaseException, trace: TracebackType | None = None) -> BugReport:
    """Describe ``bug`` by its type and places only."""
    frames = traceback.extract_tb(trace if trace is not None else bug.__traceback__)
    places = [f"{_short_path(frame.filename)}:{frame.lineno} in {frame.name}" for frame in frames]
    where = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "an unknown place"
    machine = f"{platform.system()} {platform.release()}"
    lines = (
        f"Context Inspector {__version__} · Python {platform.python_version()} · PySide {pyside_version} · {machine}",
        type(bug).__name__,
        *(f"  {place}" for place in places),
    )
    return BugReport(type(bug).__name__, where, "\n".join(lines))


def print_if_debugging(bug: BaseException) -> None:
    """Print the whole traceback to standard error, only where the user asked for it: it may hold transcript text."""
    if is_debugging():
        traceback.print_exception(bug)


def is_debugging(arguments: Sequence[str] | None = None) -> bool:
    """Whether ``--debug`` or ``CONTEXT_INSPECTOR_DEBUG`` is given."""
    words = sys.argv if arguments is None else arguments
    return DEBUG_OPTION in words or bool(os.environ.get(DEBUG_VARIABLE))


def _short_path(path: str) -> str:
    """From the package on: a home directory is nobody's business."""
    parts = Path(path).parts
    return str(Path(*parts[parts.index("inspector") :])) if "inspector" in parts else Path(path).name
