"""The outline: a tree model that Qt's own tester accepts, and a selection that goes both ways."""

from __future__ import annotations

import pytest
from factories import make_snapshot
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from segment_trees import nasty_tree, sketch_tree

from inspector.gui.item_models.outline_model import CHARS, NAME, SEGMENT_ROLE, SHARE, TOKENS, OutlineModel
from inspector.gui.panels.outline_panel import OutlinePanel
from inspector.gui.segment_index import index_segments

ROOT = QModelIndex()
RESULT = "conversation/e000003"


@pytest.fixture
def model(qapp):
    model = OutlineModel()
    model.tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.show_index(index_segments(sketch_tree()), 64_000)
    return model


@pytest.fixture
def panel(opened, theme, qtbot):
    panel = OutlinePanel(opened, theme)
    qtbot.addWidget(panel)
    panel.resize(330, 600)
    panel.show()
    return panel


def _labels(model, parent=ROOT):
    return [model.index(row, NAME, parent).data() for row in range(model.rowCount(parent))]


def test_first_level_in_the_order_of_the_context(model):
    assert _labels(model) == [
        "System prompt", "Workspace files", "Skills", "Tool schemas", "Runtime context", "Conversation",
        "Unattributed", "Free", "Reserve",
    ]  # fmt: skip


def test_a_row_tells_tokens_chars_and_share(model):
    index = model.find_index("workspace_files")
    row = [index.siblingAtColumn(column).data() for column in (NAME, TOKENS, CHARS, SHARE)]
    assert row == ["Workspace files", "5,240", "20,960", "8.2 %"]


def test_finding_a_deep_segment_makes_its_rows(model):
    index = model.find_index(f"{RESULT}/0")
    assert index.isValid()
    assert index.data(SEGMENT_ROLE) == f"{RESULT}/0"
    assert index.parent().data(SEGMENT_ROLE) == RESULT
    assert index.parent().parent().data() == "Conversation"
    assert not index.parent().parent().parent().isValid()
    assert not model.find_index("context").isValid()
    assert not model.find_index("gone").isValid()


def test_sorting_orders_every_level_and_can_be_undone(model):
    conversation = model.find_index("conversation")
    model.sort(TOKENS, Qt.SortOrder.DescendingOrder)
    assert _labels(model)[:3] == ["Free", "Reserve", "Conversation"]
    assert model.find_index("conversation").row() == 2
    assert _labels(model, model.find_index("conversation"))[0].startswith("exec result · journalctl")
    model.sort(NAME, Qt.SortOrder.AscendingOrder)
    assert _labels(model)[:2] == ["Conversation", "Free"]
    model.sort(-1, Qt.SortOrder.AscendingOrder)
    assert _labels(model)[0] == "System prompt"
    assert model.find_index("conversation") == conversation


def test_kept_indexes_follow_their_row_when_sorted(model):
    from PySide6.QtCore import QPersistentModelIndex

    kept = QPersistentModelIndex(model.find_index(RESULT))
    model.sort(TOKENS, Qt.SortOrder.DescendingOrder)
    assert kept.data(SEGMENT_ROLE) == RESULT
    assert kept.row() == 0


def test_another_tree_and_none(model):
    model.show_index(index_segments(nasty_tree(50)), 200_000)
    assert model.rowCount(model.find_index("conversation")) == 54
    model.show_index(None, 0)
    assert model.rowCount() == 0


def test_rows_are_made_only_when_asked_for(qapp):
    model = OutlineModel()
    model.show_index(index_segments(nasty_tree(3000)), 200_000)
    assert model.rowCount() == 5
    assert len(model._nodes) == 1
    assert _labels(model)[0] == "Skills"
    assert len(model._nodes) == 6


def test_labels_are_one_line_and_tooltips_are_no_markup(model):
    from segment_trees import context, leaf

    model.show_index(index_segments(context(leaf("a", "file", "two\nlines <b>bold</b>", 1))), 10)
    index = model.index(0, 0)
    assert index.data() == "two lines <b>bold</b>"
    assert "&lt;b&gt;bold&lt;/b&gt;" in index.data(Qt.ItemDataRole.ToolTipRole)


def test_the_panel_follows_the_selection(panel, opened):
    opened.select_segment(f"{RESULT}/0")
    assert panel._tree.currentIndex().data(SEGMENT_ROLE) == f"{RESULT}/0"
    assert panel._tree.isExpanded(panel._model.find_index(RESULT))
    opened.select_segment(None)
    assert not panel._tree.currentIndex().isValid()


def test_the_panel_leads_the_selection(panel, opened, qtbot):
    panel._tree.setFocus()
    panel._tree.setCurrentIndex(panel._model.find_index("skills"))
    assert opened.selected_id == "skills"
    qtbot.keyClick(panel._tree, Qt.Key.Key_Down)
    assert opened.selected_id == "tool_schemas"


def test_enter_shows_a_group_in_the_map(panel, opened):
    panel._tree.activated.emit(panel._model.find_index("tool_schemas"))
    assert opened.zoom_id == "tool_schemas"
    panel._tree.activated.emit(panel._model.find_index("runtime_context"))
    assert opened.zoom_id == "tool_schemas"


def test_open_rows_and_selection_survive_a_refresh(panel, opened, stages):
    panel._tree.expand(panel._model.find_index("conversation"))
    panel._tree.expand(panel._model.find_index(RESULT))
    opened.select_segment(RESULT)
    stages.snapshots["s1"] = make_snapshot(tree=sketch_tree(window=128_000))
    opened.refresh()
    assert panel._tree.isExpanded(panel._model.find_index("conversation"))
    assert panel._tree.isExpanded(panel._model.find_index(RESULT))
    assert not panel._tree.isExpanded(panel._model.find_index("skills"))
    assert panel._tree.currentIndex().data(SEGMENT_ROLE) == RESULT
    assert opened.selected_id == RESULT


def test_numbers_are_never_cut_off(panel):
    header = panel._tree.header()
    for column in (TOKENS, CHARS, SHARE):
        assert header.sectionSize(column) >= panel._tree.sizeHintForColumn(column)
    assert sum(header.sectionSize(column) for column in range(4)) <= panel._tree.viewport().width()


def test_without_an_inspection_it_says_so(state, theme, qtbot):
    panel = OutlinePanel(state, theme)
    qtbot.addWidget(panel)
    panel.show()
    assert panel._nothing.isVisible()
    assert not panel._tree.isVisible()
