"""The kinds that are present, each with its colour and share; hovering one lets it stand out in the map."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from inspector.domain.segments import Segment
from inspector.gui.flow_layout import FlowLayout
from inspector.gui.inspector_state import InspectorState
from inspector.gui.plain_text import tooltip
from inspector.gui.theme import GRID_PX, NEUTRAL, Theme, role_for_kind
from inspector.gui.words import KINDS, find_term
from inspector.reports.number_format import format_share

_SWATCH_PX = 10
_SHORT_WORDS = {
    "system_prompt": "system",
    "workspace_files": "files",
    "tool_schemas": "tools",
    "user": "user",
    "assistant": "assistant",
    "tool_result": "tool results",
    "runtime_context": "runtime",
    "custom": "custom",
}
_SHARE_OF_KIND = "Share of the whole window. Point to let it stand out in the map, click to keep it so."


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """A colour of the map: the kind that names it, and its tokens."""

    kind: str
    tokens: int


def legend_entries(root: Segment) -> tuple[LegendEntry, ...]:
    """One entry a colour, in the order of the context; messages are told apart by who speaks."""
    totals: dict[str, LegendEntry] = {}
    for segment in root.children:
        parts = segment.children if segment.kind == "conversation" else (segment,)
        for part in parts:
            role = role_for_kind(part.kind)
            if role in {None, NEUTRAL}:
                continue
            known = totals.get(str(role), LegendEntry(part.kind, 0))
            totals[str(role)] = LegendEntry(known.kind, known.tokens + part.tokens.tokens)
    return tuple(entry for entry in totals.values() if entry.tokens)


class Legend(QWidget):
    """A row of buttons; it breaks where there is no room."""

    def __init__(self, state: InspectorState, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._theme = theme
        self._pinned: str | None = None
        self._buttons: dict[str, QPushButton] = {}
        self._row = FlowLayout(self, GRID_PX)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName("Legend")
        state.inspection_changed.connect(self._on_inspection_changed)
        self._on_inspection_changed()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Entering a button highlights its kind, leaving it goes back to what was clicked."""
        if event.type() == QEvent.Type.Enter:
            self._state.highlight_kind(watched.objectName())
        elif event.type() == QEvent.Type.Leave:
            self._state.highlight_kind(self._pinned)
        return super().eventFilter(watched, event)

    def _on_inspection_changed(self) -> None:
        snapshot = self._state.snapshot
        entries = () if snapshot is None else legend_entries(snapshot.tree)
        window_tokens = 0 if snapshot is None else snapshot.window.tokens
        if [entry.kind for entry in entries] != list(self._buttons):
            self._rebuild(entries)
        for entry in entries:
            name = _SHORT_WORDS.get(entry.kind) or find_term(KINDS, entry.kind).words
            self._buttons[entry.kind].setText(f"{name} {format_share(entry.tokens, window_tokens)}")
        self._row.invalidate()
        self.updateGeometry()

    def _rebuild(self, entries: tuple[LegendEntry, ...]) -> None:
        while (item := self._row.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._buttons = {entry.kind: self._make_button(entry.kind) for entry in entries}
        if self._pinned not in self._buttons:
            self._pinned = None
            self._state.highlight_kind(None)

    def _make_button(self, kind: str) -> QPushButton:
        button = QPushButton(self)
        button.setObjectName(kind)
        button.setCheckable(True)
        button.setChecked(kind == self._pinned)
        button.setProperty("button_role", "crumb")
        button.setIcon(_swatch(self._theme.color_for_kind(kind), self.devicePixelRatioF()))
        button.setIconSize(QSize(_SWATCH_PX, _SWATCH_PX))
        button.setToolTip(tooltip(f"{find_term(KINDS, kind).sentence} {_SHARE_OF_KIND}"))
        button.installEventFilter(self)
        button.clicked.connect(lambda checked, name=kind: self._on_clicked(name, checked=checked))
        button.show()
        self._row.addWidget(button)
        return button

    def _on_clicked(self, kind: str, *, checked: bool) -> None:
        self._pinned = kind if checked else None
        for name, button in self._buttons.items():
            button.setChecked(name == self._pinned)
        self._state.highlight_kind(self._pinned)


def _swatch(color: QColor, ratio: float) -> QIcon:
    pixmap = QPixmap(round(_SWATCH_PX * ratio), round(_SWATCH_PX * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawRoundedRect(0, 0, _SWATCH_PX, _SWATCH_PX, 2, 2)
    painter.end()
    return QIcon(pixmap)
