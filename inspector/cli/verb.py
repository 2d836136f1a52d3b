"""What a verb is: a name, its own options, and a run that gives data and text. Everything else is shared."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from inspector.domain.problems import Problem


@dataclass(frozen=True, slots=True)
class Answer:
    """What a verb found.

    Attributes:
        data: the JSON object of the contract.
        lines: the same facts as readable text.
        problems: all problems met, for the list on standard error and ``--strict``.
    """

    data: dict[str, Any]
    lines: Sequence[str]
    problems: Sequence[Problem] = ()


def no_options(_parser: argparse.ArgumentParser) -> None:
    """A verb without options of its own."""


@dataclass(frozen=True, slots=True)
class Verb:
    """One command.

    Attributes:
        name: the word on the command line.
        summary: one sentence for ``--help``.
        run: does it; may raise ``InspectorError``.
        add_options: adds options of the verb's own.
        takes_session: whether ``--session`` and ``--at`` belong to it.
    """

    name: str
    summary: str
    run: Callable[[argparse.Namespace], Answer]
    add_options: Callable[[argparse.ArgumentParser], None] = field(default=no_options)
    takes_session: bool = True
