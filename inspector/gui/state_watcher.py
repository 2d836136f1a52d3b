"""Watches the files of an inspected state; looks only at their names and times, never opens them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from inspector.gui.coalescer import Coalescer
from inspector.gui.times_poller import TimesPoller
from inspector.gui.watch_plan import WatchPlan, plan_watch

if TYPE_CHECKING:
    from inspector.gui.kernel_watch import KernelWatch

COALESCE_MS = 150


class StateWatcher(QObject):
    """Tells when watched files change: by the kernel's notifications, or by polling where there are none.

    Signals:
        changed(): at least one of them changed; bursts are joined.
    """

    changed = Signal()
    _noticed = Signal()

    def __init__(self, parent: QObject | None = None, *, polling: bool = False, coalesce_ms: int = COALESCE_MS) -> None:
        """Make a watcher that watches nothing yet; ``polling`` forgoes the kernel's notifications."""
        super().__init__(parent)
        self._plan = WatchPlan()
        self._polling = polling
        self._kernel: KernelWatch | None = None
        self._poller: TimesPoller | None = None
        self._coalescer = Coalescer(coalesce_ms, self)
        self._coalescer.triggered.connect(self.changed)
        self._noticed.connect(self._coalescer.request)

    @property
    def is_polling(self) -> bool:
        """Whether it looks at the files itself because the kernel does not tell."""
        return self._poller is not None

    def watch(self, paths: Iterable[Path]) -> None:
        """Watch ``paths`` (files, folders, or places where something may appear) instead of what was watched before."""
        plan = plan_watch(paths)
        if plan == self._plan:
            return
        self._plan = plan
        if self._polling or not self._ask_kernel(plan):
            self._poll(plan)

    def stop(self) -> None:
        """End all threads; nothing is watched afterwards."""
        self._plan = WatchPlan()
        self._stop_kernel()
        self._stop_poller()
        self._coalescer.stop()

    def _ask_kernel(self, plan: WatchPlan) -> bool:
        from inspector.gui.kernel_watch import KernelWatch  # noqa: PLC0415  (start-up time: needed after the first show)

        try:
            if self._kernel is None:
                self._kernel = KernelWatch(self._on_paths_changed)
            self._kernel.sync(plan.folders)
        except OSError:  # no inotify here, or its limit is reached: polling takes over and `is_polling` tells
            self._stop_kernel()
            return False
        self._stop_poller()
        return True

    def _poll(self, plan: WatchPlan) -> None:
        self._stop_poller()
        self._poller = TimesPoller(plan, self._noticed.emit)
        self._poller.start()

    def _stop_kernel(self) -> None:
        kernel, self._kernel = self._kernel, None
        if kernel is not None:
            kernel.stop()

    def _stop_poller(self) -> None:
        poller, self._poller = self._poller, None
        if poller is not None:
            poller.stop()

    def _on_paths_changed(self, paths: tuple[str, ...]) -> None:
        """Called on watchdog's thread; the signal takes it to the UI thread."""
        plan = self._plan
        if any(plan.concerns(Path(path)) for path in paths):
            self._noticed.emit()
