"""The full text of a block, read-only, however long it is."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QTextBlock, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from inspector.gui.plain_text import displayable

_PIECE_CHARS = 2_000
"""A paragraph is laid out as a whole: a line of a megabyte would hold up the window for half a second."""
_CONTINUES = 1


class LongTextView(QPlainTextEdit):
    """Breaks very long lines into pieces on screen only: what is copied is the text as it is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setProperty("mono", True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setAccessibleName("Text of the selected part")

    def show_text(self, text: str) -> None:
        """Show ``text`` from its beginning."""
        pieces, continued = split_lines(displayable(text))
        self.setPlainText("\n".join(pieces))
        document = self.document()
        for number in continued:
            document.findBlockByNumber(number).setUserState(_CONTINUES)

    def createMimeDataFromSelection(self) -> QMimeData:  # noqa: N802  (Qt's name)
        """The selected text without the breaks that are there for the screen only."""
        mime = QMimeData()
        mime.setText(self._selected_text())
        return mime

    def _selected_text(self) -> str:
        cursor = self.textCursor()
        start, end = cursor.selectionStart(), cursor.selectionEnd()
        parts: list[str] = []
        for block in self._blocks(start, end):
            if parts and block.userState() != _CONTINUES:
                parts.append("\n")
            parts.append(_selected_part(self.document().findBlock(block.position()), start, end))
        return "".join(parts)

    def _blocks(self, start: int, end: int) -> Iterator[QTextBlock]:
        block = self.document().findBlock(start)
        while block.isValid() and block.position() <= end:
            yield block
            block = block.next()


def _selected_part(block: QTextBlock, start: int, end: int) -> str:
    cursor = QTextCursor(block)
    cursor.setPosition(max(start, block.position()))
    last = block.position() + block.length() - 1
    cursor.setPosition(min(end, last), QTextCursor.MoveMode.KeepAnchor)
    return cursor.selectedText()


def split_lines(text: str) -> tuple[list[str], list[int]]:
    """Lines of ``text`` in pieces, and the numbers of those pieces that continue the one before."""
    pieces: list[str] = []
    continued: list[int] = []
    for line in _paragraphs(text):
        pieces.append(line[:_PIECE_CHARS])
        for start in range(_PIECE_CHARS, len(line), _PIECE_CHARS):
            continued.append(len(pieces))
            pieces.append(line[start : start + _PIECE_CHARS])
    return pieces, continued


def _paragraphs(text: str) -> list[str]:
    """Split as Qt does, so that our numbers are its block numbers."""
    for separator in ("\r\n", "\r", "\u2029"):
        text = text.replace(separator, "\n")
    return text.split("\n")
