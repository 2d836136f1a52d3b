"""The bar above the map: the whole window, what is in it, what is free, where compaction starts, the reserve."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from inspector.domain.contexts import Snapshot
from inspector.gui.drawing.hover_card import HoverCard, card_text
from inspector.gui.drawing.meter_parts import Meter, MeterPart, plan_meter
from inspector.gui.drawing.text_row import TextRow
from inspector.gui.drawing.textures import make_texture
from inspector.gui.drawing.tile_styles import style_for_tile
from inspector.gui.theme import Theme, make_font
from inspector.gui.words import KINDS, find_term
from inspector.reports.number_format import format_count, format_share

_BAR_TOP_PX, _BAR_HEIGHT_PX = 3.0, 16.0
_ROW_TOP_PX = _BAR_TOP_PX + _BAR_HEIGHT_PX + 4
_HEIGHT_PX = 40
_RADIUS_PX = 4.0
_TEXT_PAD_PX = 7.0
_ROOM_WORDS = {"free": "free", "reserve": "reserve"}


class WindowMeter(QWidget):
    """How full the window is.

    Signals:
        selected: id of the segment whose part was clicked.
    """

    selected = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(_HEIGHT_PX)
        self.setAccessibleName("Context window")
        self._theme = theme
        self._meter: Meter | None = None
        self._hovered: MeterPart | None = None
        self._card = HoverCard(self)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Show a snapshot's window."""
        self._meter = plan_meter(snapshot)
        self._hovered = None
        self._card.put_away()
        self.setAccessibleDescription(_sentence(self._meter))
        self.update()

    def clear(self) -> None:
        """Show an empty bar."""
        self._meter, self._hovered = None, None
        self._card.put_away()
        self.setAccessibleDescription("No session is shown.")
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Other colours."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        return QSize(780, _HEIGHT_PX)

    def minimumSizeHint(self) -> QSize:
        """Where a bar is still one."""
        return QSize(200, _HEIGHT_PX)

    def part_rect(self, part: MeterPart) -> QRectF:
        """Where a part is drawn."""
        left, right = self._x(part.start_tokens), self._x(part.start_tokens + part.tokens)
        return QRectF(left, _BAR_TOP_PX, right - left, _BAR_HEIGHT_PX)

    @property
    def parts(self) -> tuple[MeterPart, ...]:
        """What is shown, from left to right."""
        return () if self._meter is None else self._meter.parts

    # --- painting ---

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Bar, line, labels."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        bar = QRectF(0, _BAR_TOP_PX, self.width(), _BAR_HEIGHT_PX)
        path = QPainterPath()
        path.addRoundedRect(bar, _RADIUS_PX, _RADIUS_PX)
        painter.save()
        painter.setClipPath(path)
        painter.fillRect(bar, QColor(self._theme.surfaces.raised))
        for part in self.parts:
            self._paint_part(painter, part)
        painter.restore()
        if self._meter is not None:
            self._paint_labels(painter, self._meter)
        painter.end()

    def _paint_part(self, painter: QPainter, part: MeterPart) -> None:
        rect = self.part_rect(part)
        if part.kind == "free":
            return
        if not part.is_room and rect.width() > 2:
            # A gap parts neighbours; the smallest keep what they have.
            rect.setWidth(rect.width() - 1)
        style = style_for_tile(self._theme, part.role, part.kind, "sent")
        painter.fillRect(rect, QColor(self._theme.surfaces.raised) if part.is_room else style.fill)
        if part.kind == "residual":
            painter.fillRect(rect, QColor(self._theme.marks.hatch))
        if part.kind == "reserve":
            painter.fillRect(rect, make_texture("rising", QColor(self._theme.marks.hatch), self.devicePixelRatioF()))
        if part == self._hovered:
            veil = QColor(self._theme.marks.selection)
            veil.setAlphaF(0.16)
            painter.fillRect(rect, veil)

    def _paint_labels(self, painter: QPainter, meter: Meter) -> None:
        font = make_font(11)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        row = TextRow(float(self.width()))
        warning, error = (self._theme.marks.warning, self._theme.inks.warning), (self._theme.inks.error,) * 2
        line_x = min(self._x(meter.budget_tokens), self.width() - 1.0)
        words = f"compaction at {format_count(meter.budget_tokens)}"
        self._paint_threshold(painter, metrics, row, line_x, words, warning)
        if meter.used_tokens > meter.window_tokens:
            words = f"the window ends at {format_count(meter.window_tokens)}"
            self._paint_threshold(painter, metrics, row, self._x(meter.window_tokens), words, error)
        for part in meter.parts:
            if part.is_room:
                self._paint_room_label(painter, metrics, row, part, line_x)

    def _paint_threshold(
        self,
        painter: QPainter,
        metrics: QFontMetricsF,
        row: TextRow,
        line_x: float,
        words: str,
        colors: tuple[str, str],
    ) -> None:
        painter.setPen(QPen(QColor(colors[0]), 2))
        painter.drawLine(QPointF(line_x, 0.0), QPointF(line_x, _ROW_TOP_PX))
        width = metrics.horizontalAdvance(words)
        # Ends at the line where it can, else starts there.
        left = row.find_place(width, line_x - width if line_x >= width else line_x, line_x)
        if left is not None:
            painter.setPen(QColor(colors[1]))
            painter.drawText(QPointF(left, _ROW_TOP_PX + metrics.ascent()), words)

    def _paint_room_label(
        self, painter: QPainter, metrics: QFontMetricsF, row: TextRow, part: MeterPart, line_x: float
    ) -> None:
        """In the part itself where it fits beside the compaction line, else below it, else nowhere: hover tells."""
        words = f"{_ROOM_WORDS[part.kind]} {format_count(part.tokens)}"
        width, rect = metrics.horizontalAdvance(words), self.part_rect(part)
        left = rect.x() + _TEXT_PAD_PX
        crosses_line = left - 4 < line_x < left + width + 4
        painter.setPen(QColor(self._theme.inks.muted))
        if width + 2 * _TEXT_PAD_PX <= rect.width() and not crosses_line:
            baseline = rect.y() + (rect.height() + metrics.ascent() - metrics.descent()) / 2
            if part.kind == "reserve":
                back = QRectF(left - 4, rect.y() + 1, width + 8, rect.height() - 2)
                painter.fillRect(back, QColor(self._theme.surfaces.raised))
            painter.drawText(QPointF(left, baseline), words)
            return
        below = row.find_place(width, rect.x())
        if below is not None and rect.width() > 0:
            painter.drawText(QPointF(below, _ROW_TOP_PX + metrics.ascent()), words)

    def _x(self, tokens: int) -> float:
        """Left edge of a token count, on a whole pixel."""
        whole = 1 if self._meter is None else self._meter.whole_tokens
        return float(round(self.width() * min(tokens, whole) / whole))

    # --- pointer ---

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell what is under the pointer."""
        self._hover(self._find_part(event.position()), event.position().toPoint())

    def leaveEvent(self, _event: QEvent) -> None:
        """Nothing is under the pointer any more."""
        self._hover(None, QPoint())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select the part's segment."""
        part = self._find_part(event.position())
        if event.button() == Qt.MouseButton.LeftButton and part is not None:
            self.selected.emit(part.segment_id)

    def _find_part(self, point: QPointF) -> MeterPart | None:
        # The whole height counts: the bar is thin.
        return next((part for part in self.parts if self._is_over(part, point.x())), None)

    def _is_over(self, part: MeterPart, x: float) -> bool:
        rect = self.part_rect(part)
        return rect.left() <= x < rect.right()

    def _hover(self, part: MeterPart | None, at: QPoint) -> None:
        if part == self._hovered:
            return
        self._hovered = part
        if part is None or self._meter is None:
            self._card.put_away()
        else:
            share = format_share(part.tokens, self._meter.whole_tokens)
            lines = [
                f"{format_count(part.tokens)} tokens · {share} of the window",
                find_term(KINDS, part.kind).sentence,
            ]
            self._card.tell(card_text(part.label, lines, self._theme.inks.muted), at)
        self.update()


def _sentence(meter: Meter) -> str:
    rooms = {part.kind: part.tokens for part in meter.parts if part.is_room}
    return (
        f"{format_count(meter.used_tokens)} of {format_count(meter.whole_tokens)} tokens are used, "
        f"{format_count(rooms.get('free', 0))} are free, {format_count(rooms.get('reserve', 0))} are kept in reserve. "
        f"Compaction starts at {format_count(meter.budget_tokens)}."
    )
