"""How a long stage tells where it is, and how it is stopped."""

from __future__ import annotations

from collections.abc import Callable

ProgressReport = Callable[[str, int, int], None]
"""Called as ``report(what, done, total)`` at natural steps (``total`` 0: unknown).

The receiver may raise :class:`inspector.domain.errors.Cancelled` from it: that is how a user stops the work.
"""


def ignore_progress(_what: str, _done: int, _total: int) -> None:
    """The receiver that does not care."""
