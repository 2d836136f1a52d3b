"""Pure functions off the UI thread: a frozen request goes out, a frozen response comes back on the UI thread.

Requests stand in **lanes**. Within a lane only the newest request counts: an older one is cancelled and whatever it
still answers is dropped by its generation number. A *queued* request lets the running one finish first.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QObject, QThreadPool, Signal, Slot

from inspector.domain.errors import Cancelled, InspectorError
from inspector.domain.progress import ProgressReport
from inspector.gui.bug_report import BugReport, make_bug_report, print_if_debugging

PROGRESS_INTERVAL_S = 0.05
"""At most 20 progress signals a second."""
_SHUT_DOWN_MS = 5_000

Work = Callable[[ProgressReport], Any]


@dataclass(frozen=True, slots=True)
class TaskRequest:
    """Something to be done.

    Attributes:
        lane: what it competes with.
        generation: counts the requests of all lanes; names this one.
        work: pure function of a progress callback.
        deliver: called with the response on the UI thread.
        cancelled: set when nobody wants the answer any more.
    """

    lane: str
    generation: int
    work: Work = field(repr=False)
    deliver: Callable[[TaskResponse], None] = field(repr=False)
    cancelled: threading.Event = field(default_factory=threading.Event, repr=False)


@dataclass(frozen=True, slots=True)
class TaskResponse:
    """What came of a request: a value, a sentence for the user (``error``), a ``bug``, or nothing (``cancelled``)."""

    request: TaskRequest
    value: Any = None
    error: InspectorError | None = None
    bug: BugReport | None = None
    cancelled: bool = False


@dataclass(frozen=True, slots=True)
class TaskProgress:
    """Where a task is; ``total`` 0 means unknown."""

    lane: str
    generation: int
    what: str
    done: int
    total: int


class TaskRunner(QObject):
    """Runs requests in a small thread pool.

    Signals:
        progressed(TaskProgress): of the newest request of a lane, at most 20 a second each.
        bug_found(BugReport): a task raised something that is no :class:`InspectorError`.
    """

    progressed = Signal(object)
    bug_found = Signal(object)
    _came_back = Signal(object)
    _came_along = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(2)
        self._generation = 0
        self._running: dict[str, TaskRequest] = {}
        self._waiting: dict[str, TaskRequest] = {}
        self._came_back.connect(self._on_came_back)
        self._came_along.connect(self._on_came_along)

    def submit(self, lane: str, work: Work, deliver: Callable[[TaskResponse], None], *, queued: bool = False) -> None:
        """Run ``work`` in ``lane`` and hand its response to ``deliver``.

        Args:
            lane: an older request in it is dropped, unless ``queued``.
            work: must not touch Qt objects or mutable state.
            deliver: called on the UI thread; not called for a dropped request.
            queued: start when the running request of the lane is done (only the newest waiting one is kept).
        """
        self._generation += 1
        request = TaskRequest(lane, self._generation, work, deliver)
        if queued and lane in self._running:
            self._waiting[lane] = request
            return
        self.cancel(lane)
        self._start(request)

    def cancel(self, lane: str) -> None:
        """Drop what runs and waits in ``lane``."""
        self._waiting.pop(lane, None)
        request = self._running.pop(lane, None)
        if request is not None:
            request.cancelled.set()

    def shut_down(self) -> bool:
        """Drop everything and wait for the threads; False if one did not end in time."""
        for lane in tuple(self._running):
            self.cancel(lane)
        return self._pool.waitForDone(_SHUT_DOWN_MS)

    def _start(self, request: TaskRequest) -> None:
        self._running[request.lane] = request
        self._pool.start(lambda: self._came_back.emit(run_request(request, self._came_along.emit)))

    @Slot(object)
    def _on_came_along(self, progress: TaskProgress) -> None:
        request = self._running.get(progress.lane)
        if request is not None and request.generation == progress.generation:
            self.progressed.emit(progress)

    @Slot(object)
    def _on_came_back(self, response: TaskResponse) -> None:
        request = response.request
        if self._running.get(request.lane) is not request:
            _tell_stale_bug(self, response)
            return
        del self._running[request.lane]
        waiting = self._waiting.pop(request.lane, None)
        if waiting is not None:
            self._start(waiting)
        _deliver(self, response)


class ImmediateTaskRunner(QObject):
    """The same interface, but works at once on the calling thread: for tests and shots."""

    progressed = Signal(object)
    bug_found = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._generation = 0

    def submit(self, lane: str, work: Work, deliver: Callable[[TaskResponse], None], *, queued: bool = False) -> None:  # noqa: ARG002
        """See :meth:`TaskRunner.submit`."""
        self._generation += 1
        _deliver(self, run_request(TaskRequest(lane, self._generation, work, deliver), self.progressed.emit))

    def cancel(self, lane: str) -> None:
        """Nothing ever runs when this can be called."""

    def shut_down(self) -> bool:
        """Nothing to wait for."""
        return True


AnyTaskRunner = TaskRunner | ImmediateTaskRunner


def run_request(request: TaskRequest, tell: Callable[[TaskProgress], None]) -> TaskResponse:
    """Run ``request`` here and now; ``tell`` hears its progress, at most 20 times a second."""
    try:
        return TaskResponse(request, value=request.work(_make_progress(request, tell)))
    except Cancelled:
        return TaskResponse(request, cancelled=True)
    except InspectorError as error:
        return TaskResponse(request, error=error)
    except Exception as bug:  # noqa: BLE001  (the one place off the UI thread where a bug is made loud)
        print_if_debugging(bug)
        return TaskResponse(request, bug=make_bug_report(bug))


def _make_progress(request: TaskRequest, tell: Callable[[TaskProgress], None]) -> ProgressReport:
    due = 0.0

    def report(what: str, done: int, total: int) -> None:
        nonlocal due
        if request.cancelled.is_set():
            raise Cancelled
        now = time.monotonic()
        if now >= due:
            due = now + PROGRESS_INTERVAL_S
            tell(TaskProgress(request.lane, request.generation, what, done, total))

    return report


def _deliver(runner: AnyTaskRunner, response: TaskResponse) -> None:
    if response.bug is not None:
        runner.bug_found.emit(response.bug)
    response.request.deliver(response)


def _tell_stale_bug(runner: AnyTaskRunner, response: TaskResponse) -> None:
    """A bug is a bug even if nobody waits for the answer."""
    if response.bug is not None:
        runner.bug_found.emit(response.bug)
