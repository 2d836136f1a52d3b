from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from segment_trees import context, leaf, sketch_tree, snapshot, spaces

from inspector.gui.drawing.hover_card import HoverCard
from inspector.gui.theme import Theme
from inspector.gui.views.window_meter import WindowMeter


@pytest.fixture
def meter(qtbot):
    widget = WindowMeter(Theme.dark())
    qtbot.addWidget(widget)
    widget.resize(800, 40)
    widget.show_snapshot(snapshot(sketch_tree()))
    widget.show()
    return widget


def middle(meter, kind):
    part = next(part for part in meter.parts if part.kind == kind)
    return meter.part_rect(part).center().toPoint()


def test_parts_are_as_long_as_their_share(meter):
    for part in meter.parts:
        assert meter.part_rect(part).width() == pytest.approx(800 * part.tokens / 64_000, abs=1)
    assert meter.part_rect(meter.parts[0]).left() == 0
    assert meter.part_rect(meter.parts[-1]).right() == 800


def test_parts_have_the_colour_of_their_kind(meter):
    image = meter.grab().toImage()
    assert image.pixelColor(middle(meter, "workspace_files")).name() == Theme.dark().kinds["files"]
    assert image.pixelColor(middle(meter, "tool_result")).name() == Theme.dark().kinds["tool_result"]


def test_compaction_has_a_line_where_it_starts(meter):
    image = meter.grab().toImage()
    assert image.pixelColor(600, 2).name() == Theme.dark().marks.warning
    assert image.pixelColor(500, 1).name() != Theme.dark().marks.warning


@pytest.mark.parametrize(
    ("kind", "segment_id"), [("tool_result", "conversation"), ("skills", "skills"), ("free", "free")]
)
def test_a_click_selects_the_group(qtbot, meter, kind, segment_id):
    with qtbot.waitSignal(meter.selected) as caught:
        qtbot.mouseClick(meter, Qt.MouseButton.LeftButton, pos=middle(meter, kind))
    assert caught.args == [segment_id]


def test_hover_tells(qtbot, meter):
    qtbot.mouseMove(meter, middle(meter, "reserve"))
    card = meter.findChild(HoverCard)
    assert "16,000 tokens · 25.0 % of the window" in card.text()


def test_words_for_those_who_cannot_see_it(meter):
    assert meter.accessibleDescription() == (
        "31,282 of 64,000 tokens are used, 16,718 are free, 16,000 are kept in reserve. Compaction starts at 48,000."
    )
    meter.clear()
    assert meter.accessibleDescription() == "No session is shown."
    assert meter.parts == ()
    assert not meter.grab().isNull()


@pytest.mark.parametrize("width", [800, 300, 60, 1])
def test_any_window_at_any_width(qtbot, width):
    meter = WindowMeter(Theme.light())
    qtbot.addWidget(meter)
    meter.resize(width, 40)
    over_full = context(leaf("system_prompt", "system_prompt", "System prompt", 90_000))
    for tree, window in ((over_full, 64_000), (context(*spaces(0, 0)), 0), (context(*spaces(1, 63_999)), 64_000)):
        meter.show_snapshot(snapshot(tree, window=window))
        assert not meter.grab().isNull()


def test_outside_the_parts_nothing_is_selected(qtbot):
    meter = WindowMeter(Theme.dark())
    qtbot.addWidget(meter)
    meter.resize(400, 40)
    meter.show_snapshot(snapshot(context(leaf("system_prompt", "system_prompt", "System prompt", 100)), window=400))
    with qtbot.assertNotEmitted(meter.selected):
        qtbot.mouseClick(meter, Qt.MouseButton.LeftButton, pos=QPoint(300, 10))
