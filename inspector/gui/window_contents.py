"""All that is inside the window: sessions, the map, the tabs. Made anew from the state when the theme changes."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QTabWidget, QVBoxLayout, QWidget

from inspector.gui.fitted_splitter import FittedSplitter
from inspector.gui.inspector_state import InspectorState
from inspector.gui.map_pane import MapPane
from inspector.gui.panel_registry import PANELS
from inspector.gui.panels.sessions_panel import SessionsPanel
from inspector.gui.plain_text import tooltip
from inspector.gui.theme import GRID_PX, MARGIN_PX, Theme

_SESSIONS_PX, _TABS_PX = 230, 376
_TABS_SHARE = 0.25
_SESSIONS_MIN_PX, _MAP_MIN_PX, _TABS_MIN_PX = 190, 380, 270


class WindowContents(QWidget):
    """Three columns between splitters.

    Signals:
        folder_wanted(), demo_wanted(), entry_missed(): passed on from the parts.
    """

    folder_wanted = Signal()
    demo_wanted = Signal()
    entry_missed = Signal()

    def __init__(self, state: InspectorState, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.sessions = SessionsPanel(state, theme, self)
        self.map_pane = MapPane(state, theme, self)
        self.tabs = QTabWidget(self)
        for entry in PANELS:
            self.tabs.addTab(entry.make(state, theme, self.tabs), entry.title)
            self.tabs.setTabToolTip(self.tabs.count() - 1, tooltip(entry.sentence))
        self.splitter = self._lay_out()
        for part in (self.sessions, self.map_pane):
            part.demo_wanted.connect(self.demo_wanted)
        self.sessions.open_wanted.connect(self.folder_wanted)
        self.map_pane.folder_wanted.connect(self.folder_wanted)
        self.map_pane.entry_missed.connect(self.entry_missed)
        self.sessions.problems_wanted.connect(self._on_problems_wanted)

    def show_panel(self, panel_id: str) -> None:
        """Bring a tab to the front."""
        for position, entry in enumerate(PANELS):
            if entry.id == panel_id:
                self.tabs.setCurrentIndex(position)

    def find_panel_widget(self, panel_id: str) -> QWidget | None:
        """The widget of a panel."""
        return next((self.tabs.widget(at) for at, entry in enumerate(PANELS) if entry.id == panel_id), None)

    def _lay_out(self) -> FittedSplitter:
        right = QWidget(self)
        right.setProperty("surface", "panel")
        right.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        inner = QVBoxLayout(right)
        inner.setContentsMargins(3 * GRID_PX, 2 * GRID_PX, 3 * GRID_PX, 3 * GRID_PX)
        inner.addWidget(self.tabs)
        framed = QWidget(self)
        frame = QVBoxLayout(framed)
        frame.setContentsMargins(0, MARGIN_PX, MARGIN_PX, MARGIN_PX - GRID_PX)
        frame.addWidget(right)
        splitter = FittedSplitter(Qt.Orientation.Horizontal, _plan_columns, self)
        for widget, least_px in (
            (self.sessions, _SESSIONS_MIN_PX),
            (self.map_pane, _MAP_MIN_PX),
            (framed, _TABS_MIN_PX),
        ):
            widget.setMinimumWidth(least_px)
            splitter.addWidget(widget)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(splitter)
        return splitter

    def _on_problems_wanted(self) -> None:
        self.show_panel("problems")


def _plan_columns(width_px: int) -> tuple[int, int, int]:
    """The map gets what is left; the tabs are narrower in a narrow window."""
    tabs_px = max(_TABS_MIN_PX, min(_TABS_PX, round(width_px * _TABS_SHARE)))
    return _SESSIONS_PX, max(_MAP_MIN_PX, width_px - _SESSIONS_PX - tabs_px), tabs_px
