"""No verb: the window; a verb: that command. The only module that knows both."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from inspector.domain.errors import InspectorError, UsageError

WINDOW_OPTIONS = ("--demo", "--no-settings", "--debug")


def main(argv: Sequence[str] | None = None) -> int:
    """Entry point of ``context-inspector``; see :func:`inspector.cli.main.main` for the exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if not _asks_for_window(arguments):
        from inspector.cli.main import main as run_command  # noqa: PLC0415  (the window starts faster without)

        return run_command(arguments)
    try:
        return _open_window(arguments)
    except InspectorError as error:
        print(f"context-inspector: {error}", file=sys.stderr)  # noqa: T201
        return error.exit_status


def _asks_for_window(arguments: Sequence[str]) -> bool:
    """No words, a path, or options of the window only; everything else is for the command line to judge."""
    words = [word for word in arguments if word not in WINDOW_OPTIONS]
    if not words:
        return True
    if len(words) > 1 or words[0].startswith("-"):
        return False
    from inspector.cli.verbs import VERBS  # noqa: PLC0415  (needed only to tell a verb from a path)

    return words[0] not in {verb.name for verb in VERBS} and Path(words[0]).exists()


def _open_window(arguments: Sequence[str]) -> int:
    demo = "--demo" in arguments
    paths = [Path(word) for word in arguments if word not in WINDOW_OPTIONS]
    if demo and paths:
        raise UsageError("Name a STATE or use --demo, not both.")
    from inspector.gui.app import run_window  # noqa: PLC0415  (Qt is loaded only for the window)

    return run_window(paths[0] if paths else None, demo=demo, environment=os.environ, arguments=arguments)


if __name__ == "__main__":
    sys.exit(main())
