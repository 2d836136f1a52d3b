"""Text on tiles and frames: label first, number second, and nothing that does not fit."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from inspector.gui.drawing.fitted_text import ELLIPSIS, fit_text, fit_whole, one_line
from inspector.gui.theme import make_font

_PAD_X_PX, _PAD_Y_PX = 6.0, 4.0
_TITLE_GAP_PX = 12.0
_LEAST_PX = (30.0, 15.0)


@dataclass(frozen=True)
class LabelFonts:
    """Fonts of the picture with their measures."""

    label: QFont
    number: QFont
    label_metrics: QFontMetricsF
    number_metrics: QFontMetricsF

    @classmethod
    def make(cls) -> LabelFonts:
        """Label 12 px, number 11 px."""
        label, number = make_font(12, 600), make_font(11)
        return cls(label, number, QFontMetricsF(label), QFontMetricsF(number))


@dataclass(frozen=True)
class TextLine:
    """One line, placed by its left end on the base line."""

    text: str
    x: float
    baseline: float
    strong: bool
    muted: bool = False


def has_room_for_text(rect: QRectF) -> bool:
    """Whether it is worth while to measure: no label fits in less."""
    return rect.width() >= _LEAST_PX[0] and rect.height() >= _LEAST_PX[1]


def plan_tile_lines(label: str, number: str, rect: QRectF, fonts: LabelFonts) -> list[TextLine]:
    """Lines for a tile: label, number, and what stands after the dot of a label too long for one line."""
    width, room = rect.width() - 2 * _PAD_X_PX, rect.height() - 2 * _PAD_Y_PX
    head_height, line_height = fonts.label_metrics.height(), fonts.number_metrics.height()
    rows_below = int((room - head_height + 1) // line_height)
    if room + 2 * (_PAD_Y_PX - 1) < head_height:
        return []
    head, rest = _split(one_line(label), fonts, width, rows_below)
    head = fit_text(head, fonts.label_metrics, width)
    if not head:
        return []
    below = [fit_whole(number, fonts.number_metrics, width), fit_text(rest, fonts.number_metrics, width)]
    below = [text for text in below if text][: max(0, rows_below)]
    # A tile that holds one line only carries it in its middle.
    top = rect.y() + (_PAD_Y_PX if room >= head_height else (rect.height() - head_height) / 2)
    x = rect.x() + _PAD_X_PX
    lines = [TextLine(head, x, top + fonts.label_metrics.ascent(), strong=True)]
    for row, text in enumerate(below):
        baseline = top + head_height + row * line_height + fonts.number_metrics.ascent()
        lines.append(TextLine(text, x, baseline, strong=False, muted=True))
    return lines


def _split(label: str, fonts: LabelFonts, width: float, rows_below: int) -> tuple[str, str]:
    """(first line, third line): a label like ``exec result · ls -la`` is broken at its dot where it must be."""
    head, dot, rest = label.partition(" · ")
    if not dot or fonts.label_metrics.horizontalAdvance(label) <= width:
        return label, ""
    if rows_below >= 2 or fonts.label_metrics.horizontalAdvance(head + " · ") > width * 0.7:
        return head, rest
    return label, ""


def plan_fold_lines(count: int, amount: str, rect: QRectF, fonts: LabelFonts) -> list[TextLine]:
    """``+ 37 more · 1,204 tok`` in one line, in two, or the first half alone."""
    more = f"+ {count:,} more"
    width = rect.width() - 2 * _PAD_X_PX
    both = fit_whole(f"{more} · {amount}", fonts.label_metrics, width)
    lines = plan_tile_lines(both or more, "" if both else amount, rect, fonts)
    return [] if lines and lines[0].text.endswith(ELLIPSIS) else lines


def plan_title_lines(label: str, shares: tuple[str, ...], rect: QRectF, fonts: LabelFonts) -> list[TextLine]:
    """A frame's title: label left; right the first of ``shares`` (longest first) that leaves the label whole.

    The label is shortened only where not even the shortest of them has room beside it.
    """
    label, metrics = one_line(label), fonts.label_metrics
    width = rect.width() - 2 * _PAD_X_PX
    baseline = rect.y() + (rect.height() + metrics.ascent() - metrics.descent()) / 2
    left, right = rect.x() + _PAD_X_PX, rect.right() - _PAD_X_PX
    needed = metrics.horizontalAdvance(label)
    for share in shares:
        share_width = fonts.number_metrics.horizontalAdvance(share)
        if needed + _TITLE_GAP_PX + share_width <= width:
            title = TextLine(label, left, baseline, strong=True)
            return [title, TextLine(share, right - share_width, baseline, strong=False, muted=True)]
    fitted = fit_text(label, metrics, width)
    return [TextLine(fitted, left, baseline, strong=True)] if fitted else []


def draw_lines(
    painter: QPainter, lines: list[TextLine], fonts: LabelFonts, inks: tuple[QColor, QColor], *, struck: bool = False
) -> None:
    """Draw planned lines; ``inks`` are for plain and for muted lines."""
    for line in lines:
        font = fonts.label if line.strong else fonts.number
        if struck and line.strong:
            font = QFont(font)
            font.setStrikeOut(True)
        painter.setFont(font)
        painter.setPen(inks[1] if line.muted else inks[0])
        painter.drawText(QPointF(line.x, line.baseline), line.text)
