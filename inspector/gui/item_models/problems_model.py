"""Problems as a table model: severity, what, where, the sentence, how often."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from inspector.domain.problems import Problem
from inspector.gui.plain_text import displayable, tooltip
from inspector.gui.words import SEVERITIES, find_term, problem_words

AnyIndex = QModelIndex | QPersistentModelIndex
COLUMNS = ("Severity", "Problem", "Where", "What it means", "Count")
PROBLEM_ROLE = Qt.ItemDataRole.UserRole
_ORDER = {"error": 0, "warning": 1, "info": 2}


class ProblemsModel(QAbstractTableModel):
    """The worst first; within a severity in order of first sight."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._problems: tuple[Problem, ...] = ()

    def show_problems(self, problems: tuple[Problem, ...]) -> None:
        """Show other problems."""
        ordered = tuple(sorted(problems, key=lambda problem: _ORDER[problem.severity]))
        if ordered == self._problems:
            return
        self.beginResetModel()
        self._problems = ordered
        self.endResetModel()

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008  (Qt's signature)
        """See Qt."""
        return 0 if parent.isValid() else len(self._problems)

    def columnCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        """See Qt."""
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """See Qt."""
        is_title = orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole
        return COLUMNS[section] if is_title and 0 <= section < len(COLUMNS) else None

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """See Qt."""
        if not index.isValid():
            return None
        problem = self._problems[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return problem_cells(problem)[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(f"{problem.message} {find_term(SEVERITIES, problem.severity).sentence} ({problem.place})")
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(problem_cells(problem))
        return problem if role == PROBLEM_ROLE else None


def problem_cells(problem: Problem) -> tuple[str, str, str, str, str]:
    """A problem's five columns in words."""
    severity = find_term(SEVERITIES, problem.severity).words
    place, message = displayable(problem.place), displayable(problem.message)
    return severity, problem_words(problem.code), place, message, f"{problem.count:,}"


def problem_text(problem: Problem) -> str:
    """A problem as one line to copy."""
    severity, code, place, message, count = problem_cells(problem)
    times = f" ({count} times)" if problem.count > 1 else ""
    return f"{severity}: {code}: {message}{times} [{place}]"
