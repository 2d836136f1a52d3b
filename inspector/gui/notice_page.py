"""What the user has to know, in place: a page where there is nothing else to show, else a line above the map."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from inspector.gui.inspector_state import InspectorState, Notice
from inspector.gui.labels import make_label
from inspector.gui.plain_text import displayable
from inspector.gui.theme import GRID_PX

_TITLES = {
    "not_found": "No OpenClaw state was found",
    "unreadable": "This cannot be read",
    "no_sessions": "There are no sessions yet",
    "stopped": "Stopped",
    "bug": "The program made a mistake",
}
_HINTS = {
    "not_found": "A state is the folder that holds openclaw.json and agents/, usually ~/.openclaw.",
    "unreadable": "Another folder or file may be open to you; the demo always is.",
    "no_sessions": "As soon as an agent of this state has talked to somebody, its session appears here by itself.",
    "stopped": "",
    "bug": "The report holds places in the code and versions, and no text of yours.",
}
_PAGE_PX = 460


class NoticePage(QWidget):
    """Fills the centre while no session is shown.

    Signals:
        folder_wanted(), demo_wanted(): the user clicked a button.
    """

    folder_wanted = Signal()
    demo_wanted = Signal()

    def __init__(self, state: InspectorState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._title = make_label("", "heading", self, wrap=True)
        self._sentence = make_label("", "body", self, wrap=True)
        self._sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._hint = make_label("", "muted", self, wrap=True)
        self._buttons = self._make_buttons()
        column = QWidget(self)
        column.setMaximumWidth(_PAGE_PX)
        column.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        inner = QVBoxLayout(column)
        inner.setSpacing(3 * GRID_PX)
        for widget in (self._title, self._sentence, self._hint, self._buttons):
            inner.addWidget(widget)
        outer = QVBoxLayout(self)
        outer.addStretch(2)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(column, 100)
        row.addStretch(1)
        outer.addLayout(row)
        outer.addStretch(3)
        state.notice_changed.connect(self._on_changed)
        state.busy_changed.connect(self._on_changed)
        self._on_changed()

    def _make_buttons(self) -> QWidget:
        box = QWidget(self)
        row = QHBoxLayout(box)
        row.setContentsMargins(0, GRID_PX, 0, 0)
        row.setSpacing(2 * GRID_PX)
        self._folder = QPushButton("Open a state folder…", box)
        self._folder.setProperty("button_role", "primary")
        self._folder.clicked.connect(self.folder_wanted)
        self._demo = QPushButton("Open the demo", box)
        self._demo.clicked.connect(self.demo_wanted)
        self._copy = make_copy_button(self._state, box)
        for button in (self._folder, self._demo, self._copy):
            row.addWidget(button)
        row.addStretch(1)
        return box

    def _on_changed(self) -> None:
        notice, busy = self._state.notice, self._state.busy
        if notice is not None:
            self._show(_TITLES[notice.kind], notice.sentence, _HINTS[notice.kind])
        elif busy is not None:
            self._show(f"{busy.title} …", "", "The window can be used meanwhile.")
        else:
            self._show("Nothing is open", "", _HINTS["not_found"])
        self._buttons.setVisible(busy is None)
        self._copy.setVisible(notice is not None and notice.report is not None)

    def _show(self, title: str, sentence: str, hint: str) -> None:
        for label, text in ((self._title, title), (self._sentence, sentence), (self._hint, hint)):
            label.setText(displayable(text))
            label.setVisible(bool(text))


class NoticeBanner(QWidget):
    """One line above a session that is shown; the user may dismiss it."""

    def __init__(self, state: InspectorState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self.setProperty("surface", "raised")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._sentence = make_label("", "warning", self, wrap=True)
        self._copy = make_copy_button(state, self)
        dismiss = QPushButton("Dismiss", self)
        dismiss.setProperty("button_role", "link")
        dismiss.clicked.connect(state.dismiss_notice)
        row = QHBoxLayout(self)
        row.setContentsMargins(3 * GRID_PX, GRID_PX, 2 * GRID_PX, GRID_PX)
        row.addWidget(self._sentence, 1)
        row.addWidget(self._copy)
        row.addWidget(dismiss)
        state.notice_changed.connect(self._on_changed)
        self._on_changed()

    def _on_changed(self) -> None:
        notice = self._state.notice
        self.setVisible(notice is not None)
        if notice is not None:
            self._sentence.setText(displayable(notice.sentence))
            self._copy.setVisible(notice.report is not None)


def make_copy_button(state: InspectorState, parent: QWidget) -> QPushButton:
    """A button that copies a bug report."""
    button = QPushButton("Copy the report", parent)
    button.setToolTip("Versions and places in the code; no text of yours.")
    button.clicked.connect(lambda: _copy_report(state.notice))
    return button


def _copy_report(notice: Notice | None) -> None:
    if notice is not None and notice.report is not None:
        QGuiApplication.clipboard().setText(notice.report)
