"""``context-inspector shot``: a picture of the window, without a screen."""

from __future__ import annotations

import argparse
import importlib
import re
from pathlib import Path

from inspector.cli.opening import open_inspection
from inspector.cli.verb import Answer, Verb
from inspector.domain.errors import UsageError
from inspector.inspection import read_timeline

SCHEMA = "context-inspector/shot/1"
_SIZE = re.compile(r"(\d{2,5})x(\d{2,5})")


def add_options(parser: argparse.ArgumentParser) -> None:
    """``OUT.png``, ``--panel``, ``--theme``, ``--size``."""
    parser.add_argument("out", type=Path, metavar="OUT.png", help="where to write the picture")
    parser.add_argument("--panel", metavar="ID", help="only this panel")
    parser.add_argument("--theme", choices=("dark", "light"), default="dark")
    parser.add_argument("--size", type=_parse_size, default=(1560, 980), metavar="WxH", help="default 1560x980")


def _parse_size(text: str) -> tuple[int, int]:
    match = _SIZE.fullmatch(text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no size; write it like 1560x980")
    return int(match.group(1)), int(match.group(2))


def run(options: argparse.Namespace) -> Answer:
    """Draw the window and save it."""
    if not options.out.parent.is_dir():
        raise UsageError(f"There is no folder {options.out.parent} to write the picture to.")
    inspection = open_inspection(options)
    # The window is only loaded when a picture is asked for, so that the other verbs need no Qt at all.
    shot = importlib.import_module("inspector.gui.shot")
    shot.take_shot(
        inspection.catalog,
        inspection,
        read_timeline(inspection),
        options.out,
        panel=options.panel,
        theme=options.theme,
        size=options.size,
    )
    data = {"schema": SCHEMA, "written": str(options.out), "problems": []}
    return Answer(data, [f"Written {options.out}"], inspection.problems)


VERB = Verb("shot", "Draw the window (or one panel) to a PNG without a screen.", run, add_options)
