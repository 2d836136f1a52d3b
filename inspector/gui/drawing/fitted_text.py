"""Text that fits or is not drawn: nothing is clipped, nothing overlaps."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF

ELLIPSIS = "…"
_LEAST_CHARS = 4
"""Of a shortened label: fewer say nothing."""
_LONGEST_CHARS = 240
"""What is longer fits nowhere; measuring it would only take time."""


def one_line(text: str) -> str:
    """``text`` without line breaks, control characters and runs of white space, and not endless."""
    words = " ".join(text[: 2 * _LONGEST_CHARS].split())
    return "".join(char for char in words if char.isprintable())[:_LONGEST_CHARS]


def fit_text(text: str, metrics: QFontMetricsF, width_px: float) -> str:
    """``text`` if it fits, else shortened with an ellipsis, else nothing (fewer than four characters left)."""
    if width_px <= 0 or not text:
        return ""
    if metrics.horizontalAdvance(text) <= width_px:
        return text
    shortened: str = metrics.elidedText(text, Qt.TextElideMode.ElideRight, width_px)
    kept = shortened.removesuffix(ELLIPSIS).rstrip(" ·,.-")
    if len(kept) < _LEAST_CHARS:
        return ""
    return kept + ELLIPSIS


def fit_whole(text: str, metrics: QFontMetricsF, width_px: float) -> str:
    """``text`` if all of it fits, else nothing: half a number is a wrong number."""
    return text if text and metrics.horizontalAdvance(text) <= width_px else ""
