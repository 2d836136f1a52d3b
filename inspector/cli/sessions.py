"""``context-inspector sessions``: which sessions a state holds."""

from __future__ import annotations

import argparse

from inspector.cli.opening import open_catalog
from inspector.cli.verb import Answer, Verb
from inspector.reports.sessions_report import sessions_data, sessions_lines


def run(options: argparse.Namespace) -> Answer:
    """List the sessions."""
    catalog = open_catalog(options)
    return Answer(sessions_data(catalog), sessions_lines(catalog), catalog.problems)


VERB = Verb("sessions", "List the sessions of a state.", run, takes_session=False)
