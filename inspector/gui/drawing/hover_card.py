"""The card that tells about what is under the pointer. It comes after a moment, and it never takes the pointer."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

_DELAY_MS = 250
_AWAY_PX = 16
_WIDEST_PX = 360
_EDGE_PX = 8


class HoverCard(QFrame):
    """A tooltip of our own, inside the window: it follows the thing under the pointer, not the pointer."""

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner.window())
        self.setObjectName("hoverCard")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._owner = owner
        self._label = QLabel(self)
        self._label.setTextFormat(Qt.TextFormat.RichText)
        self._label.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 2, 4, 2)
        layout.addWidget(self._label)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._appear)
        self._at = QPoint()
        self.hide()

    def text(self) -> str:
        """What it says, as rich text."""
        return self._label.text()

    def tell(self, rich_text: str, at: QPoint) -> None:
        """Say ``rich_text`` about a thing near ``at`` (in the owner's coordinates): soon, or now if already shown."""
        self._label.setText(rich_text)
        self._at = at
        if self.isVisible():
            self._appear()
        else:
            self._timer.start(_DELAY_MS)

    def put_away(self) -> None:
        """Disappear, and do not come if on the way."""
        self._timer.stop()
        self.hide()

    def _appear(self) -> None:
        window = self._owner.window()
        if self.parentWidget() is not window:
            self.setParent(window)
        self._label.setFixedWidth(min(_WIDEST_PX, max(80, window.width() - 2 * _EDGE_PX - 22)))
        self._label.setMinimumWidth(0)
        self.adjustSize()
        self.move(self._place(window))
        self.raise_()
        self.show()

    def _place(self, window: QWidget) -> QPoint:
        """Below and right of the point, on its other side where there is no room."""
        point = self._owner.mapTo(window, self._at)
        x, y = point.x() + _AWAY_PX, point.y() + _AWAY_PX
        if x + self.width() > window.width() - _EDGE_PX:
            x = point.x() - _AWAY_PX - self.width()
        if y + self.height() > window.height() - _EDGE_PX:
            y = point.y() - _AWAY_PX - self.height()
        return QPoint(max(_EDGE_PX, x), max(_EDGE_PX, y))


def card_text(title: str, lines: list[str], muted: str) -> str:
    """Rich text of a card.

    Args:
        title: plain text, set strong.
        lines: plain text.
        muted: colour of the lines, ``#rrggbb``.
    """
    body = "".join(f'<div style="margin-top:3px; color:{muted}">{escape(line)}</div>' for line in lines)
    return f'<div style="font-weight:600">{escape(title)}</div>{body}'
