from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QLabel
from segment_trees import sketch_timeline, sketch_tree, snapshot

from inspector.domain.contexts import Timeline, TimelineMark, TimelinePoint
from inspector.gui.drawing.hover_card import HoverCard
from inspector.gui.theme import Theme
from inspector.gui.views.timeline_view import EMPTY_SENTENCE, TimelineView


@pytest.fixture
def view(qtbot):
    widget = TimelineView(Theme.dark())
    qtbot.addWidget(widget)
    widget.resize(800, 190)
    widget.show()
    widget.show_timeline(sketch_timeline(), snapshot(sketch_tree()))
    return widget


def texts(view):
    return [label.text() for label in view.findChildren(QLabel) if label.isVisible()]


def names(view):
    return [item.toPlainText() for item in view._names]


def at(view, position):
    return QPoint(round(view._to_px(position)), 60)


def test_a_session_without_measurements_says_so(qtbot):
    view = TimelineView(Theme.dark())
    qtbot.addWidget(view)
    view.resize(800, 190)
    view.show()
    view.show_timeline(Timeline(5), snapshot(sketch_tree()))
    assert EMPTY_SENTENCE in texts(view)
    assert "measured by the provider" not in texts(view)
    assert view.accessibleDescription() == EMPTY_SENTENCE


def test_threshold_and_compactions_are_named(view):
    assert names(view) == ["compaction threshold 48,000", "compaction", "compaction"]
    assert EMPTY_SENTENCE not in texts(view)
    assert "measured by the provider" in texts(view)


def test_the_ranges_hold_all_of_the_session(view):
    (left, right), (bottom, top) = view.plot.getViewBox().viewRange()
    assert -2 < left < 0
    assert 65 < right < 67
    assert bottom < 0
    assert top == pytest.approx(1.3 * 48_000)


def test_names_that_would_overlap_are_left_out(qtbot):
    view = TimelineView(Theme.dark())
    qtbot.addWidget(view)
    view.resize(800, 190)
    view.show()
    marks = tuple(TimelineMark(place, f"c{place}", None, "compaction") for place in range(100))
    view.show_timeline(Timeline(100, (TimelinePoint(50, "e", None, 9_000),), marks), snapshot(sketch_tree()))
    named = [item.pos().x() for item in view._names if item.toPlainText() == "compaction"]
    assert 2 <= len(named) <= 10
    view.resize(260, 190)
    assert len([item for item in view._names if item.toPlainText() == "compaction"]) < len(named)


def test_a_click_selects_the_nearest_measured_entry(qtbot, view):
    with qtbot.waitSignal(view.entry_selected) as caught:
        qtbot.mouseClick(view.plot.viewport(), Qt.MouseButton.LeftButton, pos=at(view, 30.8))
    assert caught.args == ["e10"]


def test_a_click_on_a_mark_selects_the_compaction(qtbot, view):
    with qtbot.waitSignal(view.entry_selected) as caught:
        qtbot.mouseClick(view.plot.viewport(), Qt.MouseButton.LeftButton, pos=at(view, 40))
    assert caught.args == ["c1"]


def test_keys_step_through_the_calls(qtbot, view):
    for key, entry_id in (
        (Qt.Key.Key_Left, "e21"),
        (Qt.Key.Key_Left, "e20"),
        (Qt.Key.Key_Home, "e0"),
        (Qt.Key.Key_Left, "e0"),
    ):
        with qtbot.waitSignal(view.entry_selected) as caught:
            qtbot.keyClick(view, key)
        assert caught.args == [entry_id]


def test_programs_select_silently(qtbot, view):
    with qtbot.assertNotEmitted(view.entry_selected):
        view.select_entry("e3")
        assert len(view._selection.data) == 1
        view.select_entry("no such entry")
    assert len(view._selection.data) == 0


def test_hover_tells(qtbot, view):
    qtbot.mouseMove(view.plot.viewport(), at(view, 30.2))
    card = view.findChild(HoverCard)
    assert "25,000 tokens" in card.text()


def test_the_wheel_changes_nothing(view):
    before = view.plot.getViewBox().viewRange()
    viewport = view.plot.viewport()
    place = QPointF(200, 50)
    event = QWheelEvent(
        place, viewport.mapToGlobal(place), QPoint(0, 0), QPoint(0, 240), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(viewport, event)
    assert view.plot.getViewBox().viewRange() == before


def test_a_long_session_is_thinned(qtbot):
    view = TimelineView(Theme.light())
    qtbot.addWidget(view)
    view.resize(800, 190)
    view.show()
    points = tuple(
        TimelinePoint(place, f"e{place}", 1_764_000_000_000 + place, 9_000 + place % 500) for place in range(25_000)
    )
    view.show_timeline(Timeline(25_000, points), snapshot(sketch_tree()))
    curve = view.plot.getPlotItem().listDataItems()[0]
    assert 800 <= len(curve.xData) <= 3_300
    assert not view.grab().isNull()


def test_words_for_those_who_cannot_see_it(view):
    assert view.accessibleDescription() == (
        "22 measured calls; the last prompt had 28,600 tokens, the largest 29,800. Compactions: 2. "
        "Compaction starts at 48,000."
    )
    view.clear()
    assert view.accessibleDescription() == EMPTY_SENTENCE


def test_another_theme_and_a_refresh_keep_the_selection(view):
    view.select_entry("e3")
    view.set_theme(Theme.light())
    view.show_timeline(sketch_timeline(24), snapshot(sketch_tree()))
    assert len(view._selection.data) == 1
