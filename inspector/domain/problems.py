"""A problem is something odd in the inspected data: shown to the user, never fatal, never silent."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

Severity = Literal["info", "warning", "error"]


@dataclass(frozen=True, slots=True)
class Problem:
    """One oddity, or ``count`` of the same kind at the same place.

    Attributes:
        code: stable machine name, e.g. ``malformed_line``.
        severity: ``info`` changes nothing, ``warning`` may, ``error`` means that something is missing from the picture.
        place: file, session, entry or line.
        message: one sentence for a person, without secrets or transcript text.
        count: how often it was met.
    """

    code: str
    severity: Severity
    place: str
    message: str
    count: int = 1


class ProblemLog:
    """Collects problems while a stage runs; equal (code, place, message) are counted, order of first sight is kept.

    The one mutable helper of this package: a stage makes its own, fills it and hands out :meth:`problems`.
    """

    def __init__(self) -> None:
        self._by_key: dict[tuple[str, str, str], Problem] = {}

    def add(self, code: str, severity: Severity, place: str, message: str, count: int = 1) -> None:
        """Note a problem; the same one again raises its count."""
        key = (code, place, message)
        known = self._by_key.get(key)
        self._by_key[key] = (
            Problem(code, severity, place, message, count)
            if known is None
            else replace(known, count=known.count + count)
        )

    def extend(self, problems: Iterable[Problem]) -> None:
        """Note every one of ``problems``."""
        for problem in problems:
            self.add(problem.code, problem.severity, problem.place, problem.message, problem.count)

    def problems(self) -> tuple[Problem, ...]:
        """All that was noted, in order of first sight."""
        return tuple(self._by_key.values())
