"""Patterns that tell what happened to a segment, beside its colour."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPixmap, QTransform

Texture = Literal["rising", "falling", "dots"]
"""``rising``: hatched like ``/``; ``falling``: like a backslash; ``dots``: a grid of points."""

_PITCH_PX = 8


def make_texture(texture: Texture, ink: QColor, device_pixel_ratio: float, width_px: float = 1.2) -> QBrush:
    """A brush that repeats without seams, as sharp as the screen."""
    side = max(1, round(_PITCH_PX * device_pixel_ratio))
    pixmap = QPixmap(side, side)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if texture == "dots":
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        painter.drawEllipse(QPointF(side / 2, side / 2), width_px * device_pixel_ratio, width_px * device_pixel_ratio)
    else:
        painter.setPen(QPen(ink, width_px * device_pixel_ratio))
        # Three parallels, two of them beyond the edges: the corners need them to join their neighbours.
        for shift in (-side, 0, side):
            first, second = QPointF(shift - side, 2 * side), QPointF(shift + 2 * side, -side)
            if texture == "falling":
                first, second = QPointF(shift - side, -side), QPointF(shift + 2 * side, 2 * side)
            painter.drawLine(first, second)
    painter.end()
    brush = QBrush(pixmap)
    brush.setTransform(QTransform.fromScale(_PITCH_PX / side, _PITCH_PX / side))
    return brush
