"""``context-inspector messages``: the history that the next request would carry."""

from __future__ import annotations

import argparse

from inspector.cli.opening import open_inspection
from inspector.cli.verb import Answer, Verb
from inspector.inspection import read_dropped
from inspector.reports.messages_report import messages_data, messages_lines


def add_options(parser: argparse.ArgumentParser) -> None:
    """``--text``."""
    parser.add_argument("--text", action="store_true", help="add the full text of every message")


def run(options: argparse.Namespace) -> Answer:
    """List the messages."""
    inspection = open_inspection(options)
    dropped = read_dropped(inspection)
    return Answer(
        messages_data(inspection, dropped, with_text=options.text),
        messages_lines(inspection, dropped, with_text=options.text),
        inspection.problems,
    )


VERB = Verb("messages", "Show the messages that the next request would carry.", run, add_options)
