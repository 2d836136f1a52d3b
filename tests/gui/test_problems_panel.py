"""Problems: the worst first, all of each, and a sentence where there are none."""

from __future__ import annotations

import pytest
from factories import SKETCH_PROBLEMS, make_catalog
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester

from inspector.domain.problems import Problem
from inspector.gui.item_models.problems_model import ProblemsModel
from inspector.gui.panels.problems_panel import ProblemsPanel


@pytest.fixture
def panel(opened, theme, qtbot):
    panel = ProblemsPanel(opened, theme)
    qtbot.addWidget(panel)
    panel.resize(330, 500)
    panel.show()
    return panel


def test_the_worst_comes_first(qapp):
    model = ProblemsModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.show_problems(SKETCH_PROBLEMS)
    rows = [[model.index(row, column).data() for column in range(5)] for row in range(3)]
    assert rows == [
        ["Missing", "Malformed row", "openclaw-agent.sqlite, session s5", "A row could not be decoded.", "2"],
        ["Warning", "File truncated", "USER.md", "USER.md was cut at 4,000 chars (1,713 were lost).", "1"],
        ["Note", "No run report", "session agent:main:odd", "The session has no run report.", "1"],
    ]
    assert "Something is missing from the picture." in model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert tester.parent() is None


def test_the_summary_counts_all(panel):
    assert panel._summary.text() == "4 oddities in the data. The rest is shown as it is."
    assert panel._model.rowCount() == 3


def test_a_narrow_list_has_higher_cards(panel):
    delegate, index = panel._list.itemDelegate(), panel._model.index(1, 0)
    wide_px = delegate.sizeHint(None, index).height()
    panel.resize(150, 500)
    assert delegate.sizeHint(None, index).height() > wide_px


def test_all_are_copied(panel):
    panel._copy.click()
    lines = QGuiApplication.clipboard().text().split("\n")
    assert (
        lines[1] == "Missing: Malformed row: A row could not be decoded. (2 times) [openclaw-agent.sqlite, session s5]"
    )
    assert len(lines) == 3


def test_nothing_odd(state, stages, theme, qtbot):
    panel = ProblemsPanel(state, theme)
    qtbot.addWidget(panel)
    panel.show()
    assert panel._summary.text() == "Nothing has been read yet."
    stages.catalog = make_catalog(rows=(), problems=())
    state.open_target()
    assert panel._summary.text() == "Nothing odd was found in what was read."
    assert not panel._list.isVisible()
    stages.catalog = make_catalog(rows=(), problems=(Problem("no_store", "error", "x", "There is no store."),))
    state.open_target()
    assert panel._summary.text() == "1 oddity in the data. The rest is shown as it is."
    assert panel._list.isVisible()
