"""What can go wrong that is not the data's fault, one class a cause.

::

    InspectorError                  a sentence for the user, and the exit status
      UsageError                    2   wrong words on the command line
      StateUnreadableError          3   the state, store or file cannot be read at all
        StateNotFoundError          3   nothing is there
        SessionNotFoundError        3   the store is fine, the session is not in it
      EnvironmentMissingError       3   a display or a system library is missing
      Cancelled                     -   the user stopped it; never shown as an error

Odd data is no error: it becomes a :class:`inspector.domain.problems.Problem` and the rest is shown.
"""

from __future__ import annotations


class InspectorError(Exception):
    """A clear sentence for the user; ``exit_status`` is what the command line ends with."""

    exit_status = 70


class UsageError(InspectorError):
    """The command line is wrong."""

    exit_status = 2


class StateUnreadableError(InspectorError):
    """The state, a store or a file cannot be read; the sentence says what was tried and what to do."""

    exit_status = 3


class StateNotFoundError(StateUnreadableError):
    """There is nothing at the place that was named or looked up."""


class SessionNotFoundError(StateUnreadableError):
    """The store can be read, but holds no such session or agent."""


class EnvironmentMissingError(InspectorError):
    """This machine lacks something (a display, a system library)."""

    exit_status = 3


class Cancelled(Exception):  # noqa: N818  (it is a request that was honoured, not an error)
    """The user asked to stop; the work was dropped half-way."""
