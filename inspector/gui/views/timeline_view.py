"""How the context came to be: measured sizes along the session, compactions and resets, the threshold.

The only module that knows pyqtgraph. It is imported late: that library takes longer to load than the window to open.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pyqtgraph
from PySide6.QtCore import QEvent, QObject, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStackedLayout, QVBoxLayout, QWidget

from inspector.domain.contexts import Snapshot, Timeline, TimelineMark, TimelinePoint
from inspector.gui.drawing.hover_card import HoverCard, card_text
from inspector.gui.drawing.text_row import TextRow
from inspector.gui.drawing.thinning import thin_curve
from inspector.gui.theme import Theme, make_font
from inspector.reports.number_format import format_count, format_moment

EMPTY_SENTENCE = "No measured call yet: the provider has not reported the size of a prompt in this session."
_HEADROOM = 1.3
"""Of the plot's height: room for the marks' names above the threshold."""
_MARK_WORDS = {"compaction": "compaction", "reset": "reset"}
_LEAST_NAMED_PX = 80
_EDGE_PX = 6
"""Around the plot: a dot at the end of the session is not cut off."""


class TimelineView(QWidget):
    """A curve of prompt sizes.

    Signals:
        entry_selected: id of the entry that the user clicked or stepped to.
    """

    entry_selected = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Context size over the session")
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._theme = theme
        self._timeline = Timeline(0)
        self._budget_tokens = 0
        self._entry_id: str | None = None
        self._told: object = None
        self._plot = _make_plot(self)
        self._plot.viewport().installEventFilter(self)
        self._names: list[Any] = []
        self._selection = pyqtgraph.ScatterPlotItem()
        self._heading = QLabel("Context size over the session", self)
        self._source = QLabel("measured by the provider", self)
        self._first_time, self._last_time = QLabel(self), QLabel(self)
        self._empty = QLabel(EMPTY_SENTENCE, self)
        self._card = HoverCard(self)
        self._arrange()
        self._dress()

    def show_timeline(self, timeline: Timeline, snapshot: Snapshot) -> None:
        """Show how the context grew; the threshold is the snapshot's."""
        self._timeline = timeline
        self._budget_tokens = snapshot.window.budget_tokens
        self._told = None
        self._card.put_away()
        self._draw()

    def clear(self) -> None:
        """Show no session."""
        self._timeline, self._budget_tokens, self._entry_id = Timeline(0), 0, None
        self._card.put_away()
        self._draw()

    def select_entry(self, entry_id: str | None) -> None:
        """Mark the point of an entry; nothing where it has none."""
        self._entry_id = entry_id
        self._draw_selection()

    def set_theme(self, theme: Theme) -> None:
        """Other colours."""
        self._theme = theme
        self._dress()
        self._draw()

    @property
    def plot(self) -> Any:
        """The pyqtgraph widget."""
        return self._plot

    def sizeHint(self) -> QSize:
        """Wide and low."""
        return QSize(780, 190)

    def minimumSizeHint(self) -> QSize:
        """Where a curve is still one."""
        return QSize(240, 110)

    # --- making ---

    def _arrange(self) -> None:
        self._stack = QStackedLayout()
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setWordWrap(True)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._plot)
        for label, role in (
            (self._heading, "subheading"),
            (self._source, "small"),
            (self._first_time, "small"),
            (self._last_time, "small"),
            (self._empty, "muted"),
        ):
            label.setProperty("text_role", role)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 10, 14, 8)
        layout.setSpacing(4)
        layout.addLayout(_row(self._heading, self._source))
        layout.addLayout(self._stack, 1)
        layout.addLayout(_row(self._first_time, self._last_time))

    def _dress(self) -> None:
        theme = self._theme
        self._heading.setFont(make_font(13, 600))
        for label in (self._source, self._first_time, self._last_time):
            label.setFont(make_font(11))
        self._empty.setFont(make_font(12))
        for label, ink in ((self._heading, theme.inks.text), (self._source, theme.inks.muted)):
            label.setStyleSheet(f"color: {ink}")
        for label in (self._first_time, self._last_time, self._empty):
            label.setStyleSheet(f"color: {theme.inks.muted}")
        self._plot.setBackground(QColor(0, 0, 0, 0))

    # --- drawing ---

    def _draw(self) -> None:
        points = self._timeline.points
        self._stack.setCurrentIndex(1 if points else 0)
        self._source.setVisible(bool(points))
        self._plot.clear()
        self._names = []
        self.setAccessibleDescription(self._sentence())
        self._first_time.setText(_moment(points[0].timestamp_ms, points) if points else "")
        self._last_time.setText(f"{_moment(points[-1].timestamp_ms, points)} · now" if points else "")
        if not points:
            return
        self._set_range()
        self._draw_curve()
        self._draw_threshold()
        self._draw_marks()
        self._draw_now()
        self._selection = pyqtgraph.ScatterPlotItem(size=9, pen=_pen(self._theme.marks.selection, 2), brush=None)
        self._plot.addItem(self._selection)
        self._draw_selection()
        self._name_things()

    def _set_range(self) -> None:
        """All of the session, with a few pixels around it for dots and lines."""
        across = _EDGE_PX * self._last_x() / max(1, self._plot.width() - 2 * _EDGE_PX)
        below = _EDGE_PX * self._top() / max(1, self._plot.height() - _EDGE_PX)
        across_range, down_range = (-across, self._last_x() + across), (-below, self._top())
        self._plot.getViewBox().setRange(xRange=across_range, yRange=down_range, padding=0)

    def _draw_curve(self) -> None:
        curve = thin_curve([(point.position, point.tokens) for point in self._timeline.points], max(200, self.width()))
        self._plot.addItem(
            pyqtgraph.PlotDataItem(
                [x for x, _ in curve],
                [y for _, y in curve],
                pen=_pen(self._theme.marks.accent_fill, 2),
                fillLevel=0,
                brush=QColor(self._theme.marks.plot_fill),
                symbol="o" if len(curve) == 1 else None,
                symbolSize=6,
                symbolBrush=QColor(self._theme.marks.accent_fill),
                symbolPen=None,
                antialias=True,
            )
        )

    def _draw_threshold(self) -> None:
        if self._budget_tokens > 0:
            pen = _pen(self._theme.marks.warning, 1, Qt.PenStyle.DashLine)
            self._plot.addItem(pyqtgraph.InfiniteLine(self._budget_tokens, angle=0, pen=pen))

    def _draw_marks(self) -> None:
        for kind, color in (("compaction", self._theme.kinds["summary"]), ("reset", self._theme.inks.muted)):
            places = [mark.position for mark in self._timeline.marks if mark.kind == kind]
            if places:
                # All lines of a kind are one item: a session can have hundreds.
                ends_x = [place for place in places for _ in range(2)]
                ends_y = [0, self._top()] * len(places)
                style = Qt.PenStyle.SolidLine if kind == "compaction" else Qt.PenStyle.DotLine
                item = pyqtgraph.PlotCurveItem(ends_x, ends_y, pen=_pen(color, 2, style), connect="pairs")
                self._plot.addItem(item)

    def _draw_now(self) -> None:
        color = self._theme.marks.selection
        self._plot.addItem(pyqtgraph.InfiniteLine(self._last_x(), angle=90, pen=_pen(color, 1.4)))
        dot = pyqtgraph.ScatterPlotItem([self._last_x()], [0], size=9, pen=None, brush=QColor(color))
        self._plot.addItem(dot)

    def _draw_selection(self) -> None:
        if not self._timeline.points:
            return
        chosen = [point for point in self._timeline.points if point.entry_id == self._entry_id]
        self._selection.setData([point.position for point in chosen], [point.tokens for point in chosen])

    def _name_things(self) -> None:
        """Names of threshold and marks: as many as have room, none over another."""
        for name in self._names:
            self._plot.removeItem(name)
        self._names = []
        metrics = QFontMetricsF(make_font(11))
        if self._plot.height() < _LEAST_NAMED_PX or not self._timeline.points:
            return
        if self._budget_tokens > 0:
            words = f"compaction threshold {format_count(self._budget_tokens)}"
            self._name(words, self._theme.inks.warning, 0, self._budget_tokens, (0, 1))
        row = TextRow(float(self._plot.width()))
        for mark in self._timeline.marks:
            words = _MARK_WORDS[mark.kind]
            needed, at_px = metrics.horizontalAdvance(words) + 8, self._to_px(mark.position)
            left = row.find_place(needed, at_px - needed if at_px >= needed else at_px)
            if left is not None:
                ink = self._theme.inks.summary if mark.kind == "compaction" else self._theme.inks.muted
                self._name(words, ink, mark.position, self._top(), (1 if left < at_px - 1 else 0, 0))

    def _name(self, words: str, ink: str, x: float, y: float, anchor: tuple[float, float]) -> None:
        item = pyqtgraph.TextItem(words, color=QColor(ink), anchor=anchor)
        item.setFont(make_font(11))
        item.setPos(x, y)
        self._plot.addItem(item, ignoreBounds=True)
        self._names.append(item)

    def _to_px(self, position: int) -> float:
        """Where a position of the branch is drawn, from the plot's left edge."""
        inside_px: int = self._plot.width() - 2 * _EDGE_PX
        return _EDGE_PX + inside_px * position / self._last_x()

    def _last_x(self) -> int:
        return max(1, self._timeline.length - 1, *(point.position for point in self._timeline.points[-1:]))

    def _top(self) -> float:
        return _HEADROOM * max(self._budget_tokens, *(point.tokens for point in self._timeline.points), 1)

    def _sentence(self) -> str:
        points = self._timeline.points
        if not points:
            return EMPTY_SENTENCE
        compactions = sum(1 for mark in self._timeline.marks if mark.kind == "compaction")
        return (
            f"{len(points):,} measured calls; the last prompt had {format_count(points[-1].tokens)} tokens, "
            f"the largest {format_count(max(point.tokens for point in points))}. Compactions: {compactions}. "
            f"Compaction starts at {format_count(self._budget_tokens)}."
        )

    # --- pointer and keyboard ---

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the pointer from the plot: it neither pans nor zooms nor opens a menu."""
        if isinstance(event, QMouseEvent):
            if event.type() == QEvent.Type.MouseMove:
                self._hover(event.position())
            elif event.type() == QEvent.Type.MouseButtonPress and event.button() == Qt.MouseButton.LeftButton:
                self.setFocus(Qt.FocusReason.MouseFocusReason)
                self._choose(self._find_nearest(event.position().x()))
            return True
        if event.type() == QEvent.Type.Leave:
            self._told = None
            self._card.put_away()
        return event.type() == QEvent.Type.Wheel or super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and right step through the measured calls, Home and End go to the first and the last."""
        points = self._timeline.points
        at = next((place for place, point in enumerate(points) if point.entry_id == self._entry_id), len(points))
        steps = {
            Qt.Key.Key_Left: at - 1,
            Qt.Key.Key_Right: at + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: len(points) - 1,
        }
        target = steps.get(Qt.Key(event.key()))
        if target is None or not points:
            super().keyPressEvent(event)
            return
        self._choose(points[min(max(0, target), len(points) - 1)])

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width, other names that fit."""
        super().resizeEvent(event)
        if self._timeline.points:
            self._set_range()
            self._name_things()

    def _hover(self, at: QPointF) -> None:
        found = self._find_nearest(at.x())
        if found is None or found == self._told:
            return
        self._told = found
        point = self._plot.viewport().mapTo(self, at.toPoint())
        title, lines = _describe(found)
        self._card.tell(card_text(title, lines, self._theme.inks.muted), point)

    def _choose(self, found: TimelinePoint | TimelineMark | None) -> None:
        if found is not None and found.entry_id:
            self.select_entry(found.entry_id)
            self.entry_selected.emit(found.entry_id)

    def _find_nearest(self, x_px: float) -> TimelinePoint | TimelineMark | None:
        """The point at a place; a mark where one is within five pixels."""
        points = self._timeline.points
        if not points:
            return None
        scale = self._last_x() / max(1, self._plot.width() - 2 * _EDGE_PX)
        position = (x_px - _EDGE_PX) * scale
        mark = min(self._timeline.marks, key=lambda mark: abs(mark.position - position), default=None)
        if mark is not None and abs(mark.position - position) <= 5 * scale:
            return mark
        place = bisect_left(points, position, key=lambda point: point.position)
        near = points[max(0, place - 1) : place + 1]
        return min(near, key=lambda point: abs(point.position - position))


def _make_plot(parent: QWidget) -> Any:
    plot = pyqtgraph.PlotWidget(parent)
    plot.setMenuEnabled(False)
    plot.hideButtons()
    plot.hideAxis("left")
    plot.hideAxis("bottom")
    plot.setMouseEnabled(x=False, y=False)
    plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    plot.setMouseTracking(True)
    plot.getViewBox().setDefaultPadding(0)
    plot.getViewBox().disableAutoRange()
    plot.getPlotItem().setContentsMargins(0, 0, 0, 0)
    plot.getPlotItem().layout.setContentsMargins(0, 0, 0, 0)
    return plot


def _pen(color: str, width: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> Any:
    return pyqtgraph.mkPen(QColor(color), width=width, style=style)


def _row(left: QLabel, right: QLabel) -> QHBoxLayout:
    row = QHBoxLayout()
    row.addWidget(left)
    row.addStretch(1)
    row.addWidget(right)
    return row


def _moment(moment_ms: int | None, points: Sequence[TimelinePoint]) -> str:
    """The time of day; with the date where the session took more than a day."""
    moments = [point.timestamp_ms for point in points if point.timestamp_ms is not None]
    words = format_moment(moment_ms)
    days = {datetime.fromtimestamp(at / 1000, tz=UTC).date() for at in (moments[:1] + moments[-1:])}
    return words if len(days) > 1 or moment_ms is None else words.rpartition(" ")[2]


def _describe(found: TimelinePoint | TimelineMark) -> tuple[str, list[str]]:
    moment = format_moment(found.timestamp_ms)
    place = f"entry {found.position + 1:,} of the branch · {moment}"
    if isinstance(found, TimelinePoint):
        return f"{format_count(found.tokens)} tokens", ["prompt of this call, as the provider reported it", place]
    if found.kind == "compaction":
        return "Compaction", ["older messages were replaced by a summary here", place]
    return "Reset", ["the conversation was started anew here", place]
