"""A few words of which exactly one is chosen."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QWidget

from inspector.gui.plain_text import tooltip
from inspector.gui.theme import GRID_PX, make_font

_PAD_PX = 6 * GRID_PX
"""Left and right of the words, borders included, as the style sheet has it."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the words: its id, what it says, and a sentence that explains it."""

    id: str
    words: str
    sentence: str


class SegmentedControl(QWidget):
    """Buttons side by side.

    Signals:
        chosen(str): id of the choice that the user made (not emitted by :meth:`show_choice`).
    """

    chosen = Signal(str)

    def __init__(self, name: str, choices: tuple[Choice, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self._choices = choices
        self._buttons = QButtonGroup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID_PX)
        for position, choice in enumerate(choices):
            button = QPushButton(choice.words, self)
            button.setCheckable(True)
            button.setProperty("segmented", True)
            button.setMinimumWidth(_widest_px(choice.words))
            button.setToolTip(tooltip(choice.sentence))
            self._buttons.addButton(button, position)
            row.addWidget(button)
        self._buttons.idClicked.connect(self._on_clicked)

    def show_choice(self, choice_id: str) -> None:
        """Mark a choice."""
        for position, choice in enumerate(self._choices):
            if choice.id == choice_id:
                self._buttons.button(position).setChecked(True)

    def _on_clicked(self, position: int) -> None:
        self.chosen.emit(self._choices[position].id)


def _widest_px(words: str) -> int:
    """Width of a chosen button: its letters are heavier, and nothing may move when it is chosen."""
    return QFontMetrics(make_font(12, 600)).horizontalAdvance(words) + _PAD_PX
