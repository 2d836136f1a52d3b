"""Two small pages that stay beside the window: keys, and what this program is."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QVBoxLayout, QWidget

from inspector import __version__
from inspector.gui.labels import make_label
from inspector.gui.theme import GRID_PX, MARGIN_PX

_ABOUT = (
    "Shows what fills an OpenClaw agent's context window: prompt, files, skills, tools and every message.",
    "It only reads. No file of an inspected state is written, locked or renamed, and nothing is sent anywhere.",
    "Incognito sessions exist only in the memory of a running gateway; no file holds them, so none can be shown.",
    "Not part of OpenClaw. MIT licence.",
)
_PAGE_PX = 420


def make_shortcuts_page(rows: Sequence[tuple[str, str]], parent: QWidget) -> QDialog:
    """A page with keys and what they do."""
    dialog, column = _make_page("Keyboard shortcuts", parent)
    grid = QGridLayout()
    grid.setHorizontalSpacing(4 * GRID_PX)
    grid.setVerticalSpacing(GRID_PX)
    for row, (keys, words) in enumerate(rows):
        grid.addWidget(make_label(keys, "muted", dialog), row, 0)
        grid.addWidget(make_label(words, "body", dialog), row, 1)
    column.insertLayout(1, grid)
    return dialog


def make_about_page(parent: QWidget) -> QDialog:
    """A page that says what this program is."""
    dialog, column = _make_page(f"Context Inspector {__version__}", parent)
    for position, sentence in enumerate(_ABOUT):
        label = make_label(sentence, "body", dialog, wrap=True)
        label.setMinimumWidth(_PAGE_PX)
        column.insertWidget(position + 1, label)
    return dialog


def _make_page(title: str, parent: QWidget) -> tuple[QDialog, QVBoxLayout]:
    dialog = QDialog(parent)
    dialog.setWindowTitle(title)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    column = QVBoxLayout(dialog)
    column.setContentsMargins(MARGIN_PX, MARGIN_PX, MARGIN_PX, MARGIN_PX)
    column.setSpacing(3 * GRID_PX)
    column.addWidget(make_label(title, "heading", dialog))
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, dialog)
    buttons.rejected.connect(dialog.reject)
    column.addWidget(buttons)
    return dialog, column
