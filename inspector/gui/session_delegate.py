"""Draws a row of the session list: name, one muted line, a thin bar of how full the window is."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from inspector.gui.item_models.sessions_model import ITEM_ROLE, Fill, SessionItem
from inspector.gui.theme import GRID_PX, Theme, make_font

_PAD_PX = 2 * GRID_PX
_BAR_PX = 3
_RADIUS_PX = 6


class SessionDelegate(QStyledItemDelegate):
    """Measures its text, so that a row is right with any font."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._title_font = make_font(13, 500)
        self._line_font = make_font(11)
        self._heading_font = make_font(11, 600)

    def sizeHint(self, _option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Two lines and a bar for a session, one line for a heading."""
        item: SessionItem = index.data(ITEM_ROLE)
        if item.kind == "session":
            lines = QFontMetrics(self._title_font).height() + QFontMetrics(self._line_font).height()
            bar = _BAR_PX + GRID_PX if item.fill is not None and not _is_archived(item) else 0
            return QSize(0, lines + bar + 2 * _PAD_PX)
        top = 3 * GRID_PX if item.kind == "heading" else GRID_PX
        return QSize(0, QFontMetrics(self._heading_font).height() + top + 2 * GRID_PX)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw the row."""
        item: SessionItem = index.data(ITEM_ROLE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(option.rect)
        if item.kind == "session":
            self._draw_back(painter, area, option)
            self._draw_session(painter, area.adjusted(_PAD_PX, _PAD_PX, -_PAD_PX, -_PAD_PX), item)
        else:
            self._draw_heading(painter, area.adjusted(_PAD_PX, 0, -_PAD_PX, -GRID_PX), item, option)
        painter.restore()

    def _draw_back(self, painter: QPainter, area: QRectF, option: QStyleOptionViewItem) -> None:
        state = option.state
        box = area.adjusted(0.5, 0.5, -0.5, -0.5)
        surfaces = self._theme.surfaces
        is_selected = bool(state & QStyle.StateFlag.State_Selected)
        if is_selected or state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(surfaces.hover if is_selected else surfaces.raised))
            painter.drawRoundedRect(box, _RADIUS_PX, _RADIUS_PX)
        if state & QStyle.StateFlag.State_HasFocus and state & QStyle.StateFlag.State_KeyboardFocusChange:
            painter.setPen(QPen(QColor(self._theme.marks.accent_fill), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, _RADIUS_PX, _RADIUS_PX)

    def _draw_session(self, painter: QPainter, area: QRectF, item: SessionItem) -> None:
        inks = self._theme.inks
        title_ink = inks.muted if _is_archived(item) else inks.text
        top = self._draw_line(painter, area, area.top(), item.title, self._title_font, title_ink)
        top = self._draw_line(painter, area, top, item.line, self._line_font, inks.muted)
        if item.fill is not None and not _is_archived(item):
            self._draw_bar(painter, QRectF(area.left(), top + GRID_PX, area.width(), _BAR_PX), item.fill)

    def _draw_bar(self, painter: QPainter, area: QRectF, fill: Fill) -> None:
        marks = self._theme.marks
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.surfaces.line))
        painter.drawRoundedRect(area, _BAR_PX / 2, _BAR_PX / 2)
        if fill.fraction:
            painter.setBrush(QColor(marks.warning if fill.is_over_budget else marks.accent_fill))
            filled = QRectF(area.left(), area.top(), max(_BAR_PX, area.width() * fill.fraction), area.height())
            painter.drawRoundedRect(filled, _BAR_PX / 2, _BAR_PX / 2)

    def _draw_heading(self, painter: QPainter, area: QRectF, item: SessionItem, option: QStyleOptionViewItem) -> None:
        words = item.title if not item.line else f"{item.title} · {item.line}"
        ink = self._theme.inks.muted
        if item.kind == "archive":
            words = f"{'▾' if item.is_open else '▸'} {item.title}"
            state = option.state
            if state & (QStyle.StateFlag.State_MouseOver | QStyle.StateFlag.State_Selected):
                ink = self._theme.inks.text
        height = QFontMetrics(self._heading_font).height()
        self._draw_line(painter, area, area.bottom() - height, words, self._heading_font, ink)

    @staticmethod
    def _draw_line(painter: QPainter, area: QRectF, top: float, text: str, font: QFont, ink: str) -> float:
        """Draw one elided line; gives the y below it."""
        metrics = QFontMetrics(font)
        painter.setFont(font)
        painter.setPen(QColor(ink))
        words = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, int(area.width()))
        line = QRectF(area.left(), top, area.width(), metrics.height())
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words)
        return top + metrics.height()


def _is_archived(item: SessionItem) -> bool:
    return item.row is not None and item.row.archived
