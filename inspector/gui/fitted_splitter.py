"""Panes of fitting sizes, until the user moves a handle."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

SizesPlan = Callable[[int], tuple[int, ...]]
"""From the length of all panes in px to that of each."""


class FittedSplitter(QSplitter):
    """Asks ``plan`` again whenever its size changes; a moved or remembered handle stays where it is."""

    def __init__(self, orientation: Qt.Orientation, plan: SizesPlan, parent: QWidget | None = None) -> None:
        super().__init__(orientation, parent)
        self.setChildrenCollapsible(False)
        self._plan = plan
        self._is_moved = False
        self.splitterMoved.connect(self._on_moved)

    def fit(self) -> None:
        """Ask the plan."""
        length_px = self.width() if self.orientation() == Qt.Orientation.Horizontal else self.height()
        sizes_px = self._plan(length_px - self.handleWidth() * (self.count() - 1))
        if not self._is_moved and len(sizes_px) == self.count():
            self.setSizes(list(sizes_px))

    def restore(self, state: QByteArray) -> None:
        """Put the handle where the user had it."""
        self._is_moved = self.restoreState(state) or self._is_moved

    def find_moved_state(self) -> QByteArray | None:
        """Where the user put the handles; None while they are where they fit."""
        return self.saveState() if self._is_moved else None

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another size, another plan."""
        super().resizeEvent(event)
        self.fit()

    def _on_moved(self) -> None:
        self._is_moved = True
