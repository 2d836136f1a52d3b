"""A few words of which exactly one is chosen."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QWidget

from inspector.gui.plain_text import tooltip
from inspector.gui.theme import GRID_PX


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
            button.setToolTip(tooltip(choice.sentence))
            self._buttons.addButton(button, position)
            row.addWidget(button)
        self._buttons.idClicked.connect(self._on_clicked)

    @property
    def choice(self) -> str | None:
        """Id of what is chosen now."""
        position = self._buttons.checkedId()
        return None if position < 0 else self._choices[position].id

    def show_choice(self, choice_id: str) -> None:
        """Mark a choice."""
        for position, choice in enumerate(self._choices):
            if choice.id == choice_id:
                self._buttons.button(position).setChecked(True)

    def click(self, choice_id: str) -> None:
        """As if the user clicked it."""
        for position, choice in enumerate(self._choices):
            if choice.id == choice_id:
                self._buttons.button(position).click()

    def _on_clicked(self, position: int) -> None:
        self.chosen.emit(self._choices[position].id)
