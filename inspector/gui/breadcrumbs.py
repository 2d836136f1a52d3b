"""Where the map is: ``Context › Conversation › exec result``."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from inspector.gui.inspector_state import InspectorState
from inspector.gui.labels import make_label
from inspector.gui.plain_text import one_line, tooltip

_CRUMB_PX = 180


class Breadcrumbs(QWidget):
    """One button a level; the last one is where the map is now."""

    def __init__(self, state: InspectorState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._ids: tuple[str, ...] = ()
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Place in the map")
        state.zoom_changed.connect(self._on_changed)
        state.inspection_changed.connect(self._on_changed)
        self._on_changed()

    def click(self, position: int) -> None:
        """Go to the level at ``position``."""
        self._state.drill(self._ids[position])

    def _on_changed(self) -> None:
        index = self._state.index
        path = () if index is None else index.path_to(self._state.zoom_id or index.root.id)
        self._ids = tuple(segment.id for segment in path)
        self._clear()
        for position, segment in enumerate(path):
            if position:
                self._row.addWidget(make_label("›", "muted", self))
            self._row.addWidget(self._make_crumb(one_line(segment.label), position))
        self._row.addStretch(1)

    def _clear(self) -> None:
        while (item := self._row.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def _make_crumb(self, words: str, position: int) -> QPushButton:
        crumb = QPushButton(self)
        crumb.setProperty("button_role", "crumb")
        crumb.ensurePolished()
        shown = crumb.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, _CRUMB_PX)
        crumb.setText(shown.replace("&", "&&"))
        crumb.setToolTip(tooltip(words if shown != words else "Show this level in the map."))
        crumb.setEnabled(position < len(self._ids) - 1 or position == 0)
        crumb.clicked.connect(lambda _checked=False, at=position: self.click(at))
        return crumb
