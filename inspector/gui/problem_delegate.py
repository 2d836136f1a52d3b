"""Draws a problem as a small card: severity and name, the sentence, the place. A table of five columns has no room."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from inspector.domain.problems import Problem
from inspector.gui.facts_grid import breakable
from inspector.gui.item_models.problems_model import PROBLEM_ROLE, problem_cells
from inspector.gui.theme import GRID_PX, Theme, make_font

_PAD_PX = 2 * GRID_PX
_GAP_PX = GRID_PX
_RADIUS_PX = 6
_WRAP = int(Qt.TextFlag.TextWordWrap)


class ProblemDelegate(QStyledItemDelegate):
    """Wraps the sentence to the width of the list."""

    def __init__(self, theme: Theme, view: QListView, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._view = view
        self._head_font = make_font(12, 600)
        self._text_font = make_font(12)
        self._place_font = make_font(11)

    def sizeHint(self, _option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """As high as the wrapped sentence needs."""
        problem: Problem = index.data(PROBLEM_ROLE)
        width = max(80, self._view.viewport().width())
        text = self._text_box(problem, width - 2 * _PAD_PX)
        lines = QFontMetrics(self._head_font).height() + QFontMetrics(self._place_font).height()
        return QSize(width, lines + text.height() + 2 * _PAD_PX + 2 * _GAP_PX + GRID_PX)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw the card."""
        problem: Problem = index.data(PROBLEM_ROLE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        card = option.rect.adjusted(0, 0, 0, -GRID_PX)
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.surfaces.hover if is_selected else self._theme.surfaces.raised))
        painter.drawRoundedRect(card, _RADIUS_PX, _RADIUS_PX)
        self._draw_words(painter, card.adjusted(_PAD_PX, _PAD_PX, -_PAD_PX, -_PAD_PX), problem)
        painter.restore()

    def _draw_words(self, painter: QPainter, area: QRect, problem: Problem) -> None:
        severity, code, place, message, count = problem_cells(problem)
        inks = self._theme.inks
        ink = {"error": inks.error, "warning": inks.warning}.get(problem.severity, inks.muted)
        corner = (area.left(), area.top())
        x = area.left() + self._draw(painter, corner, f"{severity} · ", self._head_font, ink)
        times = f" × {count}" if problem.count > 1 else ""
        room = area.right() - x
        title = QFontMetrics(self._head_font).elidedText(f"{code}{times}", Qt.TextElideMode.ElideRight, room)
        self._draw(painter, (x, area.top()), title, self._head_font, inks.text)
        text = self._text_box(problem, area.width())
        text.moveTopLeft(area.topLeft())
        text.translate(0, QFontMetrics(self._head_font).height() + _GAP_PX)
        painter.setFont(self._text_font)
        painter.drawText(text, _WRAP, breakable(message))
        metrics = QFontMetrics(self._place_font)
        shown = metrics.elidedText(place, Qt.TextElideMode.ElideMiddle, area.width())
        self._draw(painter, (area.left(), text.bottom() + 1 + _GAP_PX), shown, self._place_font, inks.muted)

    @staticmethod
    def _draw(painter: QPainter, at: tuple[int, int], words: str, font: QFont, ink: str) -> int:
        """One line from its top left; gives its width in px."""
        metrics = QFontMetrics(font)
        painter.setFont(font)
        painter.setPen(QColor(ink))
        painter.drawText(at[0], at[1] + metrics.ascent(), words)
        return metrics.horizontalAdvance(words)

    def _text_box(self, problem: Problem, width: int) -> QRect:
        message = breakable(problem_cells(problem)[3])
        return QFontMetrics(self._text_font).boundingRect(QRect(0, 0, width, 10_000), _WRAP, message)
