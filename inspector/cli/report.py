"""``context-inspector report``: what fills the window of a session."""

from __future__ import annotations

import argparse

from inspector.cli.opening import open_inspection
from inspector.cli.verb import Answer, Verb
from inspector.reports.context_report import context_data, context_lines


def run(options: argparse.Namespace) -> Answer:
    """Break the context down."""
    inspection = open_inspection(options)
    return Answer(context_data(inspection), context_lines(inspection), inspection.problems)


VERB = Verb("report", "Show what fills the context window of a session.", run)
