"""The verbs, in the order of ``--help``. A new verb is one module and one line here."""

from __future__ import annotations

from inspector.cli import messages, report, sessions, shot
from inspector.cli.verb import Verb

VERBS: tuple[Verb, ...] = (sessions.VERB, report.VERB, messages.VERB, shot.VERB)
