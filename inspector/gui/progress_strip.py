"""What is being read, how far it is, and a button that stops it."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QSizePolicy, QWidget

from inspector.gui.inspector_state import Busy, InspectorState
from inspector.gui.labels import make_label
from inspector.gui.theme import GRID_PX

_BAR_PX = 160


class ProgressStrip(QWidget):
    """Keeps its room while nothing is read, so that nothing jumps."""

    def __init__(self, state: InspectorState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._words = make_label("", "small", self)
        self._bar = QProgressBar(self)
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(_BAR_PX)
        self._stop = QPushButton("Cancel", self)
        self._stop.setObjectName("cancel")
        self._stop.setProperty("button_role", "link")
        self._stop.setToolTip("Stop reading; what was shown before stays.")
        self._stop.clicked.connect(state.cancel)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2 * GRID_PX)
        for widget in (self._words, self._bar, self._stop):
            row.addWidget(widget)
        policy = QSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        policy.setRetainSizeWhenHidden(True)
        self.setSizePolicy(policy)
        state.busy_changed.connect(self._on_busy_changed)
        self._on_busy_changed()

    def _on_busy_changed(self) -> None:
        busy = self._state.busy
        self.setVisible(busy is not None)
        if busy is not None:
            self._words.setText(_busy_words(busy))
            self._bar.setRange(0, busy.total)
            self._bar.setValue(busy.done)


def _busy_words(busy: Busy) -> str:
    return f"{busy.title}: {busy.done:,} of {busy.total:,}" if busy.total else f"{busy.title} …"
