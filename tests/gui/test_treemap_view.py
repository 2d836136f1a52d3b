from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from segment_trees import context, conversation, fates_tree, leaf, message, nasty_tree, sketch_messages, sketch_tree

from inspector.gui.drawing.hover_card import HoverCard
from inspector.gui.drawing.zoom import Zoom
from inspector.gui.theme import Theme
from inspector.gui.views.treemap_view import TreemapView

SUMMARY, FIRST_RESULT = "conversation/e000000", "conversation/e000003"


@pytest.fixture
def view(qtbot):
    widget = TreemapView(Theme.dark())
    widget.reduced_motion = True
    qtbot.addWidget(widget)
    widget.resize(880, 560)
    widget.show_tree(sketch_tree(), "tokens")
    widget.show()
    return widget


def middle(view, key):
    return QPoint(*(round(part) for part in view.treemap.find_tile(key).rect.center))


def title(view, key):
    return QPoint(*(round(part) for part in view.treemap.find_tile(key).title_rect.center))


def pixel(view, point):
    return view.grab().toImage().pixelColor(point).name()


def corner(view, key):
    """A point inside a tile, away from its text."""
    rect = view.treemap.find_tile(key).rect
    return QPoint(round(rect.right) - 8, round(rect.bottom) - 8)


# --- what is drawn ---


def test_first_level_areas_are_those_of_the_tokens(view):
    sizes = {"workspace_files": 5_240, "system_prompt": 4_213, "free": 16_718, "reserve": 16_000}
    whole = view.width() * view.height()
    for key, tokens in sizes.items():
        assert view.treemap.find_tile(key).rect.area == pytest.approx(whole * tokens / 64_000)


def test_tiles_have_the_colour_of_their_kind(view):
    theme = Theme.dark()
    assert pixel(view, corner(view, FIRST_RESULT)) == theme.kinds["tool_result"]
    assert pixel(view, corner(view, SUMMARY)) == theme.kinds["summary"]
    assert pixel(view, corner(view, "workspace_files/AGENTS.md")) == theme.kinds["files"]
    assert pixel(view, corner(view, "free")) == theme.surfaces.window


def test_another_theme_repaints(view):
    before = pixel(view, corner(view, "free"))
    view.set_theme(Theme.light())
    assert before == Theme.dark().surfaces.window
    assert pixel(view, corner(view, "free")) == Theme.light().surfaces.window


def test_chars_have_no_room_to_show(view):
    view.show_tree(sketch_tree(), "chars")
    assert view.treemap.find_tile("free") is None
    assert view.treemap.find_tile("workspace_files").rect.area > 0


def test_room_lies_beside_the_content(view):
    content = [view.treemap.find_tile(key) for key in ("conversation", "system_prompt", "skills", "runtime_context")]
    left_of_room = min(view.treemap.find_tile(key).rect.x for key in ("free", "reserve"))
    assert all(tile.rect.right <= left_of_room + 0.01 for tile in content)


def test_nothing_is_drawn_again_without_a_reason(view):
    view.grab()
    first = view._pixmap
    view.select(SUMMARY)
    view.grab()
    assert view._pixmap is first
    view.highlight_kind("user")
    view.grab()
    assert view._pixmap is not first


def test_states_differ_in_texture(qtbot):
    view = TreemapView(Theme.light())
    qtbot.addWidget(view)
    view.resize(900, 600)
    view.show_tree(fates_tree(), "tokens")
    image = view.grab().toImage()
    counts = {}
    for state, number in (("sent", 0), ("truncated", 4), ("soft_trimmed", 8), ("hard_cleared", 12), ("summarised", 20)):
        rect = view.treemap.find_tile(f"conversation/e{number:06d}").rect
        xs, ys = range(int(rect.x) + 6, int(rect.right) - 6), range(int(rect.y) + 60, int(rect.bottom) - 6)
        counts[state] = Counter(image.pixelColor(x, y).name() for x in xs for y in ys)
    red = Theme.light().kinds["tool_result"]
    assert set(counts["sent"]) == {red}
    assert set(counts["hard_cleared"]) == {Theme.light().surfaces.panel}
    assert len(counts["truncated"]) >= 3
    assert len(counts["soft_trimmed"]) >= 3
    assert set(counts["summarised"]) == {Theme.light().faded(QColor(red)).name()}


@pytest.mark.parametrize("size", [(900, 600), (240, 160), (30, 20), (1, 1)])
@pytest.mark.parametrize("theme", [Theme.dark(), Theme.light()], ids=["dark", "light"])
def test_a_nasty_tree_at_any_size(qtbot, size, theme):
    view = TreemapView(theme)
    qtbot.addWidget(view)
    view.resize(*size)
    view.show_tree(nasty_tree(600), "tokens")
    assert not view.grab().isNull()
    assert view.treemap.find_tile("skills") is None


def test_small_messages_fold_into_one_tile(qtbot):
    view = TreemapView(Theme.dark())
    qtbot.addWidget(view)
    view.resize(500, 300)
    tree = nasty_tree()
    view.show_tree(tree, "tokens")
    fold = view.treemap.find_fold("conversation")
    shown = {tile.key for tile in view.treemap.tiles}
    hidden = [part for part in tree.children[2].children if part.id not in shown]
    assert fold.folded_count == len(hidden)
    assert fold.folded_weight == sum(part.tokens.tokens for part in hidden)


def test_nothing_to_show_is_said(qtbot):
    view = TreemapView(Theme.dark())
    qtbot.addWidget(view)
    assert view.accessibleDescription() == "No session is shown."
    view.show_tree(context(conversation([])), "tokens")
    assert not view.grab().isNull()
    assert view.treemap.tiles == ()
    view.clear()
    assert (view.root_id, view.treemap) == ("", None)


# --- selection ---


def test_a_click_selects(qtbot, view):
    with qtbot.waitSignal(view.selected) as caught:
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=middle(view, FIRST_RESULT))
    assert caught.args == [FIRST_RESULT]
    assert view.selected_id == FIRST_RESULT


def test_a_click_on_a_title_selects_the_group(qtbot, view):
    with qtbot.waitSignal(view.selected) as caught:
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=title(view, "workspace_files"))
    assert caught.args == ["workspace_files"]


def test_programs_select_silently(qtbot, view):
    with qtbot.assertNotEmitted(view.selected):
        view.select(SUMMARY)
    assert view.selected_id == SUMMARY
    view.select("no such segment")
    assert view.selected_id is None


def test_the_selected_tile_has_a_border(view):
    rect = view.treemap.find_tile(SUMMARY).rect
    edge = QPoint(round(rect.x), round(rect.center[1]))
    assert pixel(view, edge) != "#ffffff"
    view.select(SUMMARY)
    assert pixel(view, edge) == "#ffffff"


def test_a_block_without_a_tile_is_marked_by_its_message(view):
    view.select(f"{FIRST_RESULT}/0")
    assert view._marked_tile().key == FIRST_RESULT


def test_a_folded_segment_is_marked_by_the_fold(qtbot):
    view = TreemapView(Theme.dark())
    qtbot.addWidget(view)
    view.resize(500, 300)
    view.show_tree(nasty_tree(), "tokens")
    shown = {tile.key for tile in view.treemap.tiles}
    hidden = next(
        f"conversation/e{number:06d}" for number in range(1, 3000) if f"conversation/e{number:06d}" not in shown
    )
    view.select(f"{hidden}/0")
    assert view._marked_tile() == view.treemap.find_fold("conversation")


def test_arrows_go_to_the_neighbour_and_home_and_end_to_the_ends(qtbot, view):
    leaves = view.treemap.leaves()
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert view.selected_id == leaves[0].key
    qtbot.keyClick(view, Qt.Key.Key_End)
    assert view.selected_id == leaves[-1].key == "reserve"
    qtbot.keyClick(view, Qt.Key.Key_Up)
    assert view.selected_id == "free"
    qtbot.keyClick(view, Qt.Key.Key_Home)
    first = view.treemap.find_tile(view.selected_id).rect
    with qtbot.waitSignal(view.selected):
        qtbot.keyClick(view, Qt.Key.Key_Right)
    assert view.treemap.find_tile(view.selected_id).rect.x >= first.right - 0.01


# --- zoom ---


def test_a_double_click_drills_one_level(qtbot, view):
    with qtbot.waitSignal(view.drilled) as caught:
        qtbot.mouseDClick(view, Qt.MouseButton.LeftButton, pos=middle(view, "conversation/e000002"))
    assert caught.args == ["conversation"]
    with qtbot.waitSignal(view.drilled) as caught:
        qtbot.mouseDClick(view, Qt.MouseButton.LeftButton, pos=title(view, "conversation/e000002"))
    assert caught.args == ["conversation/e000002"]
    assert {tile.key for tile in view.treemap.tiles} == {f"conversation/e000002/{block}" for block in range(3)}


def test_enter_drills_and_escape_goes_up(qtbot, view):
    view.select(FIRST_RESULT)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert view.root_id == "conversation"
    assert view.selected_id == FIRST_RESULT
    with qtbot.waitSignal(view.drilled) as caught:
        qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert caught.args == ["context"]
    with qtbot.assertNotEmitted(view.drilled):
        qtbot.keyClick(view, Qt.Key.Key_Backspace)
    assert view.root_id == "context"


def test_a_message_of_one_block_is_the_end(qtbot, view):
    view.set_root("conversation")
    with qtbot.assertNotEmitted(view.drilled):
        qtbot.mouseDClick(view, Qt.MouseButton.LeftButton, pos=middle(view, FIRST_RESULT))
    assert view.root_id == "conversation"


def test_programs_zoom_silently_and_unknown_ids_change_nothing(qtbot, view):
    with qtbot.assertNotEmitted(view.drilled):
        view.set_root("tool_schemas")
        view.set_root("no such segment")
    assert view.root_id == "tool_schemas"
    view.set_root(None)
    assert view.root_id == "context"


def test_a_refreshed_tree_keeps_zoom_selection_and_order(view):
    view.set_root("conversation")
    view.select(SUMMARY)
    before = [tile.key for tile in view.treemap.tiles if tile.depth == 0]
    rows = [*sketch_messages(), message(999, "user", "user · one more", [("text", 40)])]
    view.show_tree(context(conversation(rows)), "tokens")
    assert view.root_id == "conversation"
    assert view.selected_id == SUMMARY
    after = [tile.key for tile in view.treemap.tiles if tile.depth == 0]
    assert [key for key in after if key != "conversation/e000999"] == before


def test_a_tree_without_the_zoomed_segment_shows_what_is_left_of_its_path(view):
    view.set_root("conversation/e000002")
    view.select("conversation/e000002/1")
    view.show_tree(context(conversation(sketch_messages()[:2]), leaf("free", "free", "Free", 9)), "tokens")
    assert view.root_id == "conversation"
    assert view.selected_id is None


def test_the_zoom_is_a_short_film(qtbot, view):
    view.reduced_motion = False
    qtbot.waitExposed(view)
    view.grab()
    view.set_root("conversation")
    film = view.findChild(Zoom)
    assert film.running
    assert not view.grab().isNull()
    qtbot.waitUntil(lambda: not film.running, timeout=2000)
    view.set_root(None)
    assert film.running
    assert not view.grab().isNull()
    view.resize(700, 500)
    assert not film.running


def test_reduced_motion_means_no_film(view):
    view.grab()
    view.set_root("conversation")
    assert not view.findChild(Zoom).running


# --- hover and highlight ---


def test_hover_tells_and_leaves_the_selection(qtbot, view):
    view.select(SUMMARY)
    with qtbot.waitSignal(view.hovered) as caught:
        qtbot.mouseMove(view, middle(view, FIRST_RESULT))
    assert caught.args == [FIRST_RESULT]
    assert view.selected_id == SUMMARY
    card = view.findChild(HoverCard)
    qtbot.waitUntil(card.isVisible, timeout=2000)
    assert "3,975 tokens" in card.text()
    assert view.rect().contains(card.geometry())
    with qtbot.waitSignal(view.hovered) as caught:
        qtbot.mouseMove(view, title(view, "skills"))
    assert caught.args == ["skills"]


def test_a_highlighted_kind_stands_out(view):
    theme = Theme.dark()
    view.highlight_kind("tool_result")
    assert pixel(view, corner(view, FIRST_RESULT)) == theme.kinds["tool_result"]
    assert pixel(view, corner(view, SUMMARY)) != theme.kinds["summary"]
    view.highlight_kind(None)
    assert pixel(view, corner(view, SUMMARY)) == theme.kinds["summary"]


def test_a_highlighted_group_keeps_its_parts(view):
    view.highlight_kind("conversation")
    assert pixel(view, corner(view, SUMMARY)) == Theme.dark().kinds["summary"]
    assert pixel(view, corner(view, "workspace_files/AGENTS.md")) != Theme.dark().kinds["files"]


# --- access ---


def test_words_for_those_who_cannot_see_it(view):
    words = view.accessibleDescription()
    assert words.startswith("Context, 64,000 tokens: ")
    assert "Reserve 16,000 (25.0 %)" in words
    view.select(SUMMARY)
    assert view.accessibleDescription().endswith("Selected: Summary #2, 1,754.")


def test_keyboard_focus_is_visible(view):
    def edge():
        return pixel(view, QPoint(1, view.height() // 2))

    view.clearFocus()
    assert edge() != Theme.dark().marks.accent_fill
    view.setFocus(Qt.FocusReason.TabFocusReason)
    assert edge() == Theme.dark().marks.accent_fill
    view.clearFocus()
    view.setFocus(Qt.FocusReason.MouseFocusReason)
    assert edge() != Theme.dark().marks.accent_fill
