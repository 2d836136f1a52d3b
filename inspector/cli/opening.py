"""From the shared options to a catalog and an inspection."""

from __future__ import annotations

import argparse
import os
import sys

from inspector.domain.errors import UsageError
from inspector.inspection import (
    Inspection,
    StateCatalog,
    choose_row,
    inspect_session,
    open_demo,
    open_state,
)


def open_catalog(options: argparse.Namespace) -> StateCatalog:
    """The state that the user named, the demo, or the one that OpenClaw itself would use."""
    if options.demo:
        if options.state is not None:
            raise UsageError("Name a STATE or use --demo, not both.")
        return open_demo()
    return open_state(options.state, os.environ)


def open_inspection(options: argparse.Namespace) -> Inspection:
    """The session that the user named (by default the most recent one), inspected."""
    catalog = open_catalog(options)
    row = choose_row(catalog, agent=options.agent, session=options.session)
    return inspect_session(catalog, row, at_entry_id=options.at, progress=_tell_terminal)


def _tell_terminal(what: str, done: int, total: int) -> None:
    """Progress on standard error, only where a person sits."""
    if sys.stderr.isatty() and total > 5000:
        print(f"\r{what}: {done:,} of {total:,}", end="" if done + 512 < total else "\n", file=sys.stderr, flush=True)
