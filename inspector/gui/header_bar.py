"""What is shown: the session, its llm, and how full its window is."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from inspector.domain.contexts import Llm, Occupancy, Snapshot
from inspector.gui.inspector_state import InspectorState
from inspector.gui.labels import ElidedLabel
from inspector.gui.loading import RUNTIME_COUNTING
from inspector.gui.theme import GRID_PX
from inspector.reports.number_format import format_moment

_NARROW_PX = 720
_TITLE_CHARS = 24


class HeaderBar(QWidget):
    """One row; two where it would not fit."""

    def __init__(self, state: InspectorState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._title = ElidedLabel("title", self, mode=Qt.TextElideMode.ElideMiddle, minimum_chars=_TITLE_CHARS)
        self._llm = ElidedLabel("muted", self)
        self._occupancy = ElidedLabel("muted", self)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(3 * GRID_PX)
        self._grid.setVerticalSpacing(GRID_PX)
        self._is_narrow: bool | None = None
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._arrange(is_narrow=False)
        state.inspection_changed.connect(self._on_changed)
        self._on_changed()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break into two rows where there is no room for one."""
        super().resizeEvent(event)
        self._arrange(is_narrow=self.width() < self._needed_px())

    def _needed_px(self) -> int:
        labels = (self._title, self._llm, self._occupancy)
        text_px = sum(label.fontMetrics().horizontalAdvance(label.text()) for label in labels)
        return max(_NARROW_PX, text_px + 8 * GRID_PX)

    def _arrange(self, *, is_narrow: bool) -> None:
        if is_narrow == self._is_narrow:
            return
        self._is_narrow = is_narrow
        for label in (self._title, self._llm, self._occupancy):
            self._grid.removeWidget(label)
        baseline = Qt.AlignmentFlag.AlignBottom
        self._grid.addWidget(self._title, 0, 0, baseline)
        self._grid.addWidget(self._llm, 0, 1, baseline)
        if is_narrow:
            self._grid.addWidget(self._occupancy, 1, 0, 1, 3)
        else:
            self._grid.addWidget(self._occupancy, 0, 3, baseline)
        self._grid.setColumnStretch(2, 1)

    def _on_changed(self) -> None:
        snapshot = self._state.snapshot
        self.setVisible(snapshot is not None)
        if snapshot is None:
            return
        self._title.show_text(snapshot.session_key, f"Session id {snapshot.session_id}")
        self._llm.show_text(llm_words(snapshot.llm), "Provider, model and wire API of the session's last run.")
        self._occupancy.show_text(occupancy_words(snapshot, self._state.counting), occupancy_tip(snapshot))
        self._arrange(is_narrow=self.width() < self._needed_px())


def llm_words(llm: Llm) -> str:
    """``provider/model · api``; says so where the state names none."""
    if llm.id is None and llm.provider is None:
        return "model unknown"
    name = f"{llm.provider or 'unknown'}/{llm.id or 'unknown'}"
    return f"{name} · {llm.api}" if llm.api else name


def occupancy_words(snapshot: Snapshot, counting: str) -> str:
    """``26,594 of 64,000 tokens · measured 2026-11-28 23:40 · estimate +3.1 %``, or honestly that it is estimated."""
    occupancy, window = snapshot.occupancy, snapshot.window.tokens
    if occupancy.measured_tokens is None:
        how = "estimated" if counting == RUNTIME_COUNTING else f"counted by {counting}"
        return f"≈ {occupancy.estimated_tokens:,} of {window:,} tokens · {how} · no fresh measurement"
    measured = (
        f"{occupancy.measured_tokens:,} of {window:,} tokens · measured {format_moment(occupancy.measured_at_ms)}"
    )
    return measured + _deviation_words(occupancy, counting)


def occupancy_tip(snapshot: Snapshot) -> str:
    """The whole story, with what is to be noted about the window."""
    # Reports know the stages, which the window must not load before it is seen.
    from inspector.reports.context_report import occupancy_sentence  # noqa: PLC0415

    return " ".join((occupancy_sentence(snapshot), *snapshot.window.notes))


def _deviation_words(occupancy: Occupancy, counting: str) -> str:
    """How far off our number for the measured request was."""
    if occupancy.residual_tokens is None or not occupancy.measured_tokens:
        return ""
    word = "estimate" if counting == RUNTIME_COUNTING else counting
    percent = -100 * occupancy.residual_tokens / occupancy.measured_tokens
    return f" · {word} {percent:+.1f} %".replace("-", "−")
