"""Where the kernel does not tell about changes: a look at the files' times and sizes, twice a second."""

from __future__ import annotations

import threading
from collections.abc import Callable

from inspector.gui.watch_plan import WatchPlan, read_times

POLL_INTERVAL_S = 0.5
"""Half of the second within which the picture has to follow."""


class TimesPoller(threading.Thread):
    """Calls ``notice`` (on its own thread) when anything that ``plan`` watches has changed."""

    def __init__(self, plan: WatchPlan, notice: Callable[[], None]) -> None:
        super().__init__(name="state-poller", daemon=True)
        self._plan = plan
        self._notice = notice
        self._stopped = threading.Event()
        # Here, not in the thread: what changes before the thread gets its turn is a change.
        self._seen = read_times(plan)

    def run(self) -> None:
        """Look until stopped."""
        while not self._stopped.wait(POLL_INTERVAL_S):
            now = read_times(self._plan)
            if now != self._seen:
                self._seen = now
                self._notice()

    def stop(self) -> None:
        """End the thread and wait for it."""
        self._stopped.set()
        if self.is_alive():
            self.join()
