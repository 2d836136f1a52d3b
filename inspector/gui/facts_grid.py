"""Name and value pairs, measured and wrapped; each may explain itself in a tooltip."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QGridLayout, QWidget

from inspector.gui.labels import make_label
from inspector.gui.plain_text import tooltip
from inspector.gui.theme import GRID_PX

_NAME_PX = 96
_LONG_WORD_CHARS = 24
_BREAK_EVERY_CHARS = 12
_ZERO_WIDTH_SPACE = "\u200b"


@dataclass(frozen=True, slots=True)
class Fact:
    """One row: its name, its value in words, a sentence for the tooltip, and whether it is an id (fixed width)."""

    name: str
    value: str
    sentence: str = ""
    is_id: bool = False


class FactsGrid(QWidget):
    """Shows facts; each value has a context menu that copies it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._facts: tuple[Fact, ...] = ()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(2 * GRID_PX)
        self._grid.setVerticalSpacing(GRID_PX)
        self._grid.setColumnMinimumWidth(0, _NAME_PX)
        self._grid.setColumnStretch(1, 1)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What is shown."""
        return self._facts

    def show_facts(self, facts: Sequence[Fact]) -> None:
        """Show other facts."""
        if tuple(facts) == self._facts:
            return
        self._facts = tuple(facts)
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for row, fact in enumerate(self._facts):
            self._add_row(row, fact)

    def _add_row(self, row: int, fact: Fact) -> None:
        name = make_label(fact.name, "muted", self, wrap=True)
        value = make_label(breakable(fact.value), "body", self, wrap=True)
        value.setProperty("mono", fact.is_id)
        # Not selectable: the invisible breaks would be copied, too.
        copy = QAction(f"Copy {fact.name.lower()}", value)
        copy.triggered.connect(lambda _checked=False, text=fact.value: QGuiApplication.clipboard().setText(text))
        value.addAction(copy)
        value.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        for label in (name, value):
            label.setToolTip(tooltip(fact.sentence))
        self._grid.addWidget(name, row, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(value, row, 1)


def breakable(text: str) -> str:
    """``text`` with invisible places to wrap in long paths and ids, so that no value widens the panel."""
    words = text.split(" ")
    return " ".join(word if len(word) <= _LONG_WORD_CHARS else _with_breaks(word) for word in words)


def _with_breaks(word: str) -> str:
    pieces = [word[at : at + _BREAK_EVERY_CHARS] for at in range(0, len(word), _BREAK_EVERY_CHARS)]
    return _ZERO_WIDTH_SPACE.join(pieces)
