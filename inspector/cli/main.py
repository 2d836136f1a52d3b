"""The command line: parse, run a verb, print, and end with the contract's exit status."""

from __future__ import annotations

import argparse
import json
import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

from inspector import __version__
from inspector.cli.verb import Answer, Verb
from inspector.cli.verbs import VERBS
from inspector.domain.errors import InspectorError

EXIT_FINE, EXIT_PROBLEMS, EXIT_BUG = 0, 1, 70


def main(argv: Sequence[str]) -> int:
    """Run ``argv`` (without the program's name).

    Returns:
        0 fine, 1 problems under ``--strict``, 2 wrong usage, 3 the state cannot be read, 70 a bug.
    """
    try:
        options = make_parser().parse_args(argv)
    except SystemExit as stop:
        return int(stop.code or 0)
    try:
        answer = options.verb.run(options)
        _print_answer(answer, as_json=options.json)
    except InspectorError as error:
        print(f"context-inspector: {error}", file=sys.stderr)
        return error.exit_status
    except BrokenPipeError:
        _forget_output()
        return EXIT_FINE
    except KeyboardInterrupt:
        print("context-inspector: stopped", file=sys.stderr)
        return 130
    except Exception as bug:  # noqa: BLE001  (the one place on the command line where a bug is made loud)
        return _tell_bug(bug)
    return EXIT_PROBLEMS if options.strict and any(p.severity != "info" for p in answer.problems) else EXIT_FINE


def make_parser() -> argparse.ArgumentParser:
    """The parser of all verbs, built from the registry."""
    parser = argparse.ArgumentParser(
        prog="context-inspector",
        description="See what fills an OpenClaw agent's context window. Without a verb it opens the window.",
        epilog="STATE is an OpenClaw state directory, a single agent database, or a single .jsonl transcript; "
        "left out, it is found as OpenClaw finds it.",
    )
    parser.add_argument("--version", action="version", version=f"context-inspector {__version__}")
    verbs = parser.add_subparsers(dest="name", required=True, metavar="VERB")
    for verb in VERBS:
        _add_verb(verbs.add_parser(verb.name, help=verb.summary, description=verb.summary), verb)
    return parser


def _add_verb(parser: argparse.ArgumentParser, verb: Verb) -> None:
    parser.set_defaults(verb=verb)
    parser.add_argument("state", nargs="?", type=Path, metavar="STATE", help="what to open")
    parser.add_argument("--demo", action="store_true", help="use the built-in example state")
    parser.add_argument("--agent", metavar="ID", help="default: the only agent, else main")
    if verb.takes_session:
        parser.add_argument("--session", metavar="KEY", help="a session key or id; default: the most recent one")
        parser.add_argument("--at", metavar="ENTRY_ID", help="as it stood just after this entry")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if there are problems in the data")
    verb.add_options(parser)


def _print_answer(answer: Answer, *, as_json: bool) -> None:
    if as_json:
        text = json.dumps(answer.data, ensure_ascii=False, separators=(",", ":"))
    else:
        text = "\n".join(answer.lines)
        for problem in answer.problems:
            count = f" ({problem.count} times)" if problem.count > 1 else ""
            print(f"{problem.severity}: {problem.place}: {problem.message}{count}", file=sys.stderr)
    sys.stdout.buffer.write(text.encode("utf-8", "replace") + b"\n")
    sys.stdout.flush()


def _forget_output() -> None:
    """The reader of our output went away; keep Python from complaining about it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _tell_bug(bug: Exception) -> int:
    """Name the place in our own code; values (transcript text, secrets) are kept out unless debugging is asked for."""
    if os.environ.get("CONTEXT_INSPECTOR_DEBUG"):
        traceback.print_exception(bug)
    frames = traceback.extract_tb(bug.__traceback__)
    where = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "an unknown place"
    print(
        f"context-inspector: a bug in the program ({type(bug).__name__} at {where}); nothing was changed. "
        "Run again with CONTEXT_INSPECTOR_DEBUG=1 and report what it prints.",
        file=sys.stderr,
    )
    return EXIT_BUG
