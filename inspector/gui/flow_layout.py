"""A row of widgets that breaks into further rows where it does not fit."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Left to right, then down; every item keeps its size hint."""

    def __init__(self, parent: QWidget | None, gap_px: int) -> None:
        super().__init__(parent)
        self.setContentsMargins(0, 0, 0, 0)
        self._gap_px = gap_px
        self._items: list[QLayoutItem] = []

    def addItem(self, item: QLayoutItem) -> None:  # noqa: N802  (Qt's name)
        """See Qt."""
        self._items.append(item)

    def count(self) -> int:
        """See Qt."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # noqa: N802  (Qt's name)
        """See Qt."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # noqa: N802  (Qt's name)
        """See Qt."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:  # noqa: N802  (Qt's name)
        """None: it takes what it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Its height follows from its width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Height of all rows in ``width`` px."""
        return self._arrange(QRect(0, 0, width, 0), apply=False)

    def setGeometry(self, rect: QRect) -> None:  # noqa: N802  (Qt's name)
        """See Qt."""
        super().setGeometry(rect)
        self._arrange(rect, apply=True)

    def sizeHint(self) -> QSize:
        """All in one row."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:  # noqa: N802  (Qt's name)
        """The largest item."""
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def _arrange(self, rect: QRect, *, apply: bool) -> int:
        at, row_height = QPoint(rect.x(), rect.y()), 0
        for item in self._items:
            hint = item.sizeHint()
            if at.x() > rect.x() and at.x() + hint.width() > rect.right() + 1:
                at = QPoint(rect.x(), at.y() + row_height + self._gap_px)
                row_height = 0
            if apply:
                item.setGeometry(QRect(at, QSize(min(hint.width(), rect.width()), hint.height())))
            at.setX(at.x() + hint.width() + self._gap_px)
            row_height = max(row_height, hint.height())
        return at.y() + row_height - rect.y()
