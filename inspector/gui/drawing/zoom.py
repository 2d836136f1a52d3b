"""The short film between two pictures of a treemap: a tile grows to the whole, or the whole shrinks to its tile."""

from __future__ import annotations

from PySide6.QtCore import QAbstractAnimation, QEasingCurve, QObject, QRectF, QVariantAnimation, Signal
from PySide6.QtGui import QPainter, QPixmap

from inspector.geometry.rects import Rect
from inspector.gui.motion import ZOOM_MS


class Zoom(QObject):
    """Runs once at a time.

    Signals:
        moved: another frame is to be painted.
    """

    moved = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._animation = QVariantAnimation(self)
        self._animation.setDuration(ZOOM_MS)
        self._animation.setStartValue(0.0)
        self._animation.setEndValue(1.0)
        self._animation.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._animation.valueChanged.connect(lambda _value: self.moved.emit())
        self._animation.finished.connect(self.moved)
        self._before = QPixmap()
        self._tile = Rect(0, 0, 0, 0)
        self._inwards = True

    @property
    def running(self) -> bool:
        """Whether a film is on."""
        return self._animation.state() == QAbstractAnimation.State.Running

    def start(self, before: QPixmap, tile: Rect, *, inwards: bool) -> None:
        """Begin: ``tile`` is the place of the smaller picture within the larger one."""
        self.stop()
        self._before, self._tile, self._inwards = before, tile, inwards
        self._animation.start()

    def stop(self) -> None:
        """End at once."""
        self._animation.stop()
        self._before = QPixmap()

    def paint(self, painter: QPainter, after: QPixmap, bounds: Rect) -> None:
        """Draw the present frame over ``bounds``."""
        progress = float(self._animation.currentValue())
        outer, inner = (self._before, after) if self._inwards else (after, self._before)
        opened = progress if self._inwards else 1 - progress
        window = self._tile.towards(bounds, opened)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawPixmap(_stretch(bounds, self._tile, window), outer, QRectF(outer.rect()))
        painter.setOpacity(opened)
        painter.drawPixmap(QRectF(*window), inner, QRectF(inner.rect()))
        painter.setOpacity(1.0)


def _stretch(bounds: Rect, tile: Rect, window: Rect) -> QRectF:
    """Where all of ``bounds`` lands when ``tile`` within it is stretched onto ``window``."""
    across, down = window.width / max(tile.width, 1e-6), window.height / max(tile.height, 1e-6)
    return QRectF(
        window.x - (tile.x - bounds.x) * across,
        window.y - (tile.y - bounds.y) * down,
        bounds.width * across,
        bounds.height * down,
    )
