"""Labels that never take inspected text for markup, and that shorten rather than clip."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QStyle, QStyleOption, QWidget

from inspector.gui.plain_text import displayable, one_line, tooltip

_MINIMUM_CHARS = 4


def make_label(text: str, text_role: str, parent: QWidget | None = None, *, wrap: bool = False) -> QLabel:
    """A plain-text label; ``text_role`` is one of the style sheet's (``title``, ``muted`` …)."""
    label = QLabel(displayable(text), parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("text_role", text_role)
    label.setWordWrap(wrap)
    return label


class ElidedLabel(QLabel):
    """One line that ends in ``…`` where there is no room; the whole text is then its tooltip."""

    def __init__(
        self,
        text_role: str,
        parent: QWidget | None = None,
        *,
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
        minimum_chars: int = _MINIMUM_CHARS,
    ) -> None:
        """Make an empty label that never gets narrower than ``minimum_chars`` letters of its text."""
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("text_role", text_role)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._mode = mode
        self._minimum_chars = minimum_chars
        self._tip = ""

    def show_text(self, text: str, tip: str = "") -> None:
        """Show ``text``; ``tip`` is a sentence for the tooltip."""
        self._tip = tip
        self.setText(one_line(text))
        self._update_tip()

    def minimumSizeHint(self) -> QSize:
        """A few letters wide, one line high."""
        hint = super().minimumSizeHint()
        few = self.fontMetrics().averageCharWidth() * self._minimum_chars
        return QSize(min(few, hint.width()), hint.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw as much as fits."""
        option = QStyleOption()
        option.initFrom(self)
        painter = QPainter(self)
        area = self.contentsRect()
        text = self.fontMetrics().elidedText(self.text(), self._mode, area.width())
        self.style().drawItemText(
            painter,
            area,
            int(QStyle.visualAlignment(self.layoutDirection(), self.alignment())),
            option.palette,
            self.isEnabled(),
            text,
            self.foregroundRole(),
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Whether the text is whole decides what the tooltip has to say."""
        super().resizeEvent(event)
        self._update_tip()

    def _update_tip(self) -> None:
        is_whole = self.fontMetrics().horizontalAdvance(self.text()) <= self.contentsRect().width()
        parts = [part for part in ("" if is_whole else self.text(), self._tip) if part]
        self.setToolTip(tooltip(" — ".join(parts)))
