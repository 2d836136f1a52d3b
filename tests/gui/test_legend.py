"""The legend: the colours that are present, with their shares; pointing shows, clicking keeps."""

from __future__ import annotations

import pytest
from factories import make_snapshot
from PySide6.QtCore import QEvent, QPointF
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QApplication
from segment_trees import context, conversation, sketch_tree

from inspector.gui.panels.legend import Legend, LegendEntry, legend_entries


@pytest.fixture
def legend(opened, theme, qtbot):
    legend = Legend(opened, theme)
    qtbot.addWidget(legend)
    legend.resize(800, 60)
    legend.show()
    return legend


def _point_at(button):
    QApplication.sendEvent(button, QEnterEvent(QPointF(1, 1), QPointF(1, 1), QPointF(1, 1)))


def test_entries_add_up_to_what_is_sent():
    tree = sketch_tree()
    entries = legend_entries(tree)
    assert [entry.kind for entry in entries] == [
        "system_prompt", "workspace_files", "skills", "tool_schemas", "runtime_context", "summary", "user", "assistant",
        "tool_result",
    ]  # fmt: skip
    sent = sum(part.tokens.tokens for part in tree.children if part.kind not in {"free", "reserve", "residual"})
    assert sum(entry.tokens for entry in entries) == sent
    assert LegendEntry("tool_result", 3975 + 3750 + 3000 + 1250) in entries


def test_kinds_of_one_colour_share_an_entry():
    # Runtime context (210) and the custom message (60) have one colour.
    assert LegendEntry("runtime_context", 270) in legend_entries(sketch_tree())


def test_words_and_shares(legend):
    words = [button.text() for button in legend._buttons.values()]
    assert words[0] == "system 6.6 %"
    assert words[-1] == "tool results 18.7 %"


def test_pointing_highlights_and_leaving_goes_back(legend, opened):
    button = legend._buttons["skills"]
    _point_at(button)
    assert opened.highlighted_kind == "skills"
    QApplication.sendEvent(button, QEvent(QEvent.Type.Leave))
    assert opened.highlighted_kind is None


def test_a_click_keeps_it_and_another_lets_go(legend, opened):
    button = legend._buttons["user"]
    button.click()
    _point_at(legend._buttons["skills"])
    QApplication.sendEvent(legend._buttons["skills"], QEvent(QEvent.Type.Leave))
    assert opened.highlighted_kind == "user"
    assert button.isChecked()
    button.click()
    assert opened.highlighted_kind is None


def test_what_is_gone_is_let_go(legend, opened, stages):
    legend._buttons["user"].click()
    stages.snapshots["s1"] = make_snapshot(tree=context(conversation([])))
    opened.refresh()
    assert legend._buttons == {}
    assert opened.highlighted_kind is None


def test_it_breaks_into_rows_where_there_is_no_room(legend):
    one_row_px = legend.layout().heightForWidth(4_000)
    assert legend.layout().heightForWidth(300) >= 3 * one_row_px
    legend.resize(300, 200)
    legend.layout().activate()
    assert max(button.geometry().right() for button in legend._buttons.values()) < 300
