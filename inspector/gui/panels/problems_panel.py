"""Everything odd that was met while reading: the worst first, nothing hidden."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QListView, QPushButton, QVBoxLayout, QWidget

from inspector.gui.inspector_state import InspectorState
from inspector.gui.item_models.problems_model import ProblemsModel, problem_text
from inspector.gui.labels import make_label
from inspector.gui.problem_delegate import ProblemDelegate
from inspector.gui.theme import GRID_PX, Theme

_NOTHING_ODD = "Nothing odd was found in what was read."
_NOTHING_READ = "Nothing has been read yet."


class ProblemsPanel(QWidget):
    """Lists the problems of the state and of the session that is shown."""

    def __init__(self, state: InspectorState, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._model = ProblemsModel(self)
        self._summary = make_label("", "muted", self, wrap=True)
        self._copy = QPushButton("Copy all", self)
        self._copy.setProperty("button_role", "link")
        self._copy.clicked.connect(self._on_copy)
        self._list = self._make_list(theme)
        heading = QHBoxLayout()
        heading.addWidget(self._summary, 1)
        heading.addWidget(self._copy, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 3 * GRID_PX, 0, 0)
        column.setSpacing(2 * GRID_PX)
        column.addLayout(heading)
        column.addWidget(self._list, 1)
        column.addStretch()
        state.inspection_changed.connect(self._on_changed)
        state.catalog_changed.connect(self._on_changed)
        self._on_changed()

    def _make_list(self, theme: Theme) -> QListView:
        view = QListView(self)
        view.setModel(self._model)
        view.setItemDelegate(ProblemDelegate(theme, view, view))
        view.setResizeMode(QListView.ResizeMode.Adjust)
        view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setAccessibleName("Problems")
        return view

    def _on_changed(self) -> None:
        problems = self._state.problems
        self._model.show_problems(problems)
        if problems:
            count = sum(problem.count for problem in problems)
            self._summary.setText(
                f"{count:,} {'oddity' if count == 1 else 'oddities'} in the data. The rest is shown as it is."
            )
        else:
            self._summary.setText(_NOTHING_READ if self._state.catalog is None else _NOTHING_ODD)
        self._list.setVisible(bool(problems))
        self._copy.setVisible(bool(problems))

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText("\n".join(map(problem_text, self._state.problems)))
