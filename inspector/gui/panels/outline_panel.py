"""The context as a tree of rows, for those who read rather than look."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeView, QVBoxLayout, QWidget

from inspector.domain.segments import Segment
from inspector.gui.inspector_state import InspectorState
from inspector.gui.item_models.outline_model import CHARS, COLUMNS, NAME, SEGMENT_ROLE, SHARE, TOKENS, OutlineModel
from inspector.gui.labels import make_label
from inspector.gui.theme import GRID_PX, Theme
from inspector.reports.number_format import format_count

_SHARE_SAMPLE = "< 0.1 %"
_CELL_PAD_PX = 6 * GRID_PX
_ARROW_PX = 4.0


class OutlineTree(QTreeView):
    """A tree with quiet arrows in the colours of the theme (a style sheet leaves none)."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ink = QColor(theme.inks.muted)

    def drawBranches(  # noqa: N802  (Qt's name)
        self, painter: QPainter, rect: QRect, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """An arrow before rows that have children, and no lines."""
        if not self.model().hasChildren(index):
            return
        middle = QPointF(rect.right() - self.indentation() / 2, rect.center().y() + 0.5)
        half = _ARROW_PX / 2
        steps = ((-half, -_ARROW_PX), (half, 0.0), (-half, _ARROW_PX))
        if self.isExpanded(index):
            steps = ((-_ARROW_PX, -half), (0.0, half), (_ARROW_PX, -half))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._ink, 1.4))
        painter.drawPolyline([middle + QPointF(x, y) for x, y in steps])
        painter.restore()


class OutlinePanel(QWidget):
    """A tree that follows the shared selection, and leads it."""

    def __init__(self, state: InspectorState, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._is_updating = False
        self._model = OutlineModel(self)
        self._tree = self._make_tree(theme)
        self._nothing = make_label("Nothing is shown yet.", "muted", self, wrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 2 * GRID_PX, 0, 0)
        column.addWidget(self._nothing)
        column.addWidget(self._tree, 1)
        state.inspection_changed.connect(self._on_inspection_changed)
        state.selection_changed.connect(self._on_selection_changed)
        self._on_inspection_changed()

    def _make_tree(self, theme: Theme) -> QTreeView:
        tree = OutlineTree(theme, self)
        tree.setModel(self._model)
        tree.setUniformRowHeights(True)
        tree.setAccessibleName("Outline of the context")
        tree.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        tree.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        tree.setIndentation(3 * GRID_PX)
        tree.setAllColumnsShowFocus(True)
        tree.setTextElideMode(Qt.TextElideMode.ElideRight)
        header = tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        header.setMinimumSectionSize(10 * GRID_PX)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.setSortIndicatorClearable(True)
        tree.setSortingEnabled(True)
        tree.selectionModel().currentChanged.connect(self._on_current_changed)
        tree.activated.connect(self._on_activated)
        return tree

    def _on_inspection_changed(self) -> None:
        snapshot = self._state.snapshot
        opened = self._opened_ids()
        scrolled = self._tree.verticalScrollBar().value()
        self._is_updating = True
        self._model.show_index(self._state.index, 0 if snapshot is None else snapshot.window.tokens)
        if snapshot is not None:
            self._fit_columns(snapshot.tree)
        for segment_id in opened:
            self._tree.expand(self._model.find_index(segment_id))
        self._is_updating = False
        self._nothing.setVisible(snapshot is None)
        self._tree.setVisible(snapshot is not None)
        self._show_selection(scroll=False)
        self._tree.verticalScrollBar().setValue(scrolled)

    def _fit_columns(self, root: Segment) -> None:
        """Numbers are whole, names get what is left: no part is larger than the root."""
        widest = {TOKENS: format_count(root.tokens.tokens), CHARS: format_count(root.chars), SHARE: _SHARE_SAMPLE}
        metrics = self._tree.fontMetrics()
        for column, words in widest.items():
            text_px = max(metrics.horizontalAdvance(words), metrics.horizontalAdvance(COLUMNS[column]))
            self._tree.header().resizeSection(column, text_px + _CELL_PAD_PX)

    def _opened_ids(self) -> tuple[str, ...]:
        """Ids of the rows that are open; only open rows can have open children."""
        found: list[str] = []
        waiting = [QModelIndex()]
        while waiting:
            parent = waiting.pop()
            for row in range(self._model.rowCount(parent)):
                index = self._model.index(row, 0, parent)
                if self._tree.isExpanded(index):
                    found.append(index.data(SEGMENT_ROLE))
                    waiting.append(index)
        return tuple(found)

    def _on_selection_changed(self) -> None:
        self._show_selection(scroll=True)

    def _show_selection(self, *, scroll: bool) -> None:
        index = self._model.find_index(self._state.selected_id)
        if index == self._tree.currentIndex():
            return
        self._is_updating = True
        self._tree.setCurrentIndex(index)
        if not index.isValid():
            self._tree.clearSelection()
        elif scroll and not self._is_in_sight(index):
            self._tree.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)
        self._is_updating = False

    def _is_in_sight(self, index: QModelIndex) -> bool:
        area = self._tree.visualRect(index)
        return area.isValid() and self._tree.viewport().rect().contains(QPoint(1, area.center().y()))

    def _on_current_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if not self._is_updating and current.isValid():
            self._state.select_segment(current.data(SEGMENT_ROLE))

    def _on_activated(self, index: QModelIndex) -> None:
        """Enter or a double click shows a group in the map."""
        segment = self._model.find_segment(index)
        if segment is not None and segment.children:
            self._state.drill(segment.id)
