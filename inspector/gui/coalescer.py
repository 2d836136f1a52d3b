"""Many wishes, one answer: file events, key presses and resizes come in bursts."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal


class Coalescer(QObject):
    """Emits :attr:`triggered` once, ``interval_ms`` after the first of any number of requests.

    Later requests do not put it off, so the delay is never longer than the interval. With an interval of 0 it answers
    at once (tests, shots).

    Signals:
        triggered(): the burst is over.
    """

    triggered = Signal()

    def __init__(self, interval_ms: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(interval_ms)
        self._timer.timeout.connect(self.triggered)

    def request(self) -> None:
        """Ask for an answer."""
        if self._timer.interval() == 0:
            self.triggered.emit()
        elif not self._timer.isActive():
            self._timer.start()

    def stop(self) -> None:
        """Forget what was asked for."""
        self._timer.stop()
