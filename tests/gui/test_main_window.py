"""The window as a whole: it is there before anything is read, all parts agree, and nothing is left behind."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest
from factories import MadeUpStages, grown_tree, make_catalog, make_row, make_snapshot
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QDialog, QPushButton
from segment_trees import context, conversation

from inspector.domain.errors import StateNotFoundError, StateUnreadableError
from inspector.gui.app import WindowSession
from inspector.gui.drawing.segment_words import describe_segment
from inspector.gui.header_bar import occupancy_words
from inspector.gui.item_models.outline_model import SEGMENT_ROLE
from inspector.gui.main_window import READ_ONLY, MainWindow
from inspector.gui.map_pane import used_part
from inspector.gui.panel_registry import PANELS
from inspector.gui.preferences import Preferences

RESULT = "conversation/e000003"


@pytest.fixture
def preferences():
    return Preferences(None)


@pytest.fixture
def window(state, preferences, qtbot):
    state.set_theme("dark")
    window = MainWindow(state, preferences)
    qtbot.addWidget(window)
    window.resize(1400, 900)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    window.add_timeline()
    return window


@pytest.fixture
def loaded(window, state):
    state.open_target(Path("/made-up"))
    return window


def _pane(window):
    return window.contents.map_pane


def _tab(window, panel_id):
    return window.contents.find_panel_widget(panel_id)


def _click_tile(qtbot, window, segment_id, *, twice=False):
    tiles = {tile.key: tile for tile in _pane(window).map.treemap.tiles}
    rect = tiles[segment_id].rect
    place = QPoint(round(rect.x + rect.width / 2), round(rect.y + rect.height / 2))
    click = qtbot.mouseDClick if twice else qtbot.mouseClick
    click(_pane(window).map, Qt.MouseButton.LeftButton, pos=place)


# --- showing ---


def test_the_session_is_shown_everywhere(loaded, state):
    pane = _pane(loaded)
    assert pane._pages.currentIndex() == 1
    assert pane.map.root_id == "context"
    assert loaded.windowTitle() == "agent:main:compact — Context Inspector"
    assert loaded.contents.sessions._list.currentIndex().row() == 1
    assert _tab(loaded, "outline")._model.rowCount() == 9
    assert pane.timeline._timeline == state.timeline
    assert not pane._no_messages.isVisible()


def test_the_map_is_of_what_is_in_use_or_of_the_window(loaded, state):
    pane = _pane(loaded)
    keys = {tile.key for tile in pane.map.treemap.tiles}
    assert "conversation" in keys
    assert not keys & {"free", "reserve"}
    _press(pane.scope, "Whole window")
    assert {"free", "reserve"} <= {tile.key for tile in pane.map.treemap.tiles}
    assert state.scope == "window"


def test_area_and_counting_switches(loaded, state):
    pane = _pane(loaded)
    _press(pane.area, "Chars")
    assert state.area == "chars"
    _press(pane.counting, "o200k")
    assert state.counting == "o200k_base"
    state.select_segment(RESULT)
    assert _tab(loaded, "details")._facts.facts[0].value == "1,987 · counted by a tokenizer"


def _press(control, words):
    next(button for button in control.findChildren(QPushButton) if button.text() == words).click()


@pytest.mark.parametrize(
    ("measured", "counting", "words"),
    [
        (26_594, "runtime", "26,594 of 64,000 tokens · measured 2025-11-27 "),
        (None, "runtime", "≈ 31,282 of 64,000 tokens · estimated · no fresh measurement"),
        (None, "o200k_base", "≈ 31,282 of 64,000 tokens · counted by o200k_base · no fresh measurement"),
    ],
)
def test_how_full_it_is_in_honest_words(measured, counting, words):
    assert occupancy_words(make_snapshot(measured=measured), counting).startswith(words)


def test_how_far_off_the_estimate_is():
    # The measured request was 824 tokens smaller than estimated: 824 / 26,594 is 3.1 %.
    assert occupancy_words(make_snapshot(), "runtime").endswith(" · estimate +3.1 %")
    snapshot = make_snapshot()
    under = replace(snapshot, occupancy=replace(snapshot.occupancy, residual_tokens=1_000))
    assert occupancy_words(under, "o200k_base").endswith(" · o200k_base −3.8 %")


# --- one selection ---


def test_a_tile_selects_everywhere(loaded, state, qtbot):
    _click_tile(qtbot, loaded, f"{RESULT}")
    assert state.selected_id.startswith(RESULT)
    assert _tab(loaded, "outline")._tree.currentIndex().data(SEGMENT_ROLE) == state.selected_id
    assert _tab(loaded, "details")._shown is state.selected


def test_the_outline_selects_in_the_map(loaded, state):
    outline = _tab(loaded, "outline")
    outline._tree.setCurrentIndex(outline._model.find_index("workspace_files/USER.md"))
    assert _pane(loaded).map.selected_id == "workspace_files/USER.md"
    assert _tab(loaded, "details")._title.text() == "USER.md"


def test_the_meter_selects(loaded, state):
    _pane(loaded).meter.selected.emit("skills")
    assert state.selected_id == "skills"
    assert _pane(loaded).map.selected_id == "skills"


def test_hovering_selects_nothing(loaded, state, qtbot):
    state.select_segment("skills")
    tile = next(tile for tile in _pane(loaded).map.treemap.tiles if tile.key.startswith(RESULT))
    _pane(loaded).map._hover(tile, QPoint(1, 1))
    assert state.hovered_id == tile.key
    assert loaded._hovered.text().startswith("Context › Conversation › exec result")
    assert state.selected_id == "skills"
    assert _tab(loaded, "details")._shown.id == "skills"


def test_an_entry_of_the_timeline_selects_its_message(loaded, state):
    _pane(loaded).timeline.entry_selected.emit("e000003")
    assert state.selected_id == RESULT
    _pane(loaded).timeline.entry_selected.emit("long gone")
    assert "no longer in the context" in loaded.statusBar().currentMessage()
    assert state.selected_id == RESULT


# --- zoom ---


def test_drilling_in_and_out(loaded, state, qtbot):
    _click_tile(qtbot, loaded, "conversation", twice=True)
    assert state.zoom_id == "conversation"
    crumbs = _pane(loaded).breadcrumbs
    assert _crumbs(crumbs) == ["Context", "Conversation"]
    crumbs.click(0)
    assert state.zoom_id is None
    assert _pane(loaded).map.root_id == "context"
    state.drill("workspace_files")
    assert _pane(loaded).map.root_id == "workspace_files"
    qtbot.keyClick(loaded, Qt.Key.Key_Escape)
    assert state.zoom_id is None


def _crumbs(crumbs):
    widgets = [crumbs._row.itemAt(place).widget() for place in range(crumbs._row.count())]
    return [widget.text() for widget in widgets if isinstance(widget, QPushButton)]


def test_keys_zoom_towards_the_selection(loaded, state, qtbot):
    state.select_segment(f"{RESULT}/0")
    qtbot.keyClick(loaded, Qt.Key.Key_Equal, Qt.KeyboardModifier.ControlModifier)
    assert state.zoom_id == "conversation"
    qtbot.keyClick(loaded, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert state.zoom_id is None


def test_a_refresh_keeps_selection_and_zoom(loaded, state, stages, qtbot):
    state.drill("conversation")
    state.select_segment(RESULT)
    stages.snapshots["s1"] = replace(state.snapshot, tree=grown_tree(state.snapshot.tree, tokens=2_000))
    qtbot.keyClick(loaded, Qt.Key.Key_F5)
    pane = _pane(loaded)
    assert (pane.map.root_id, pane.map.selected_id) == ("conversation", RESULT)
    assert "conversation/e900000" in {tile.key for tile in pane.map.treemap.tiles}


# --- nothing to show ---


@pytest.mark.parametrize(
    ("error", "title"),
    [
        (StateNotFoundError("There is no state in /home/me/.openclaw."), "No OpenClaw state was found"),
        (StateUnreadableError("/x cannot be read: permission denied."), "This cannot be read"),
    ],
)
def test_what_cannot_be_opened_is_said_in_place(window, state, stages, error, title):
    stages.raises["open_state"] = error
    state.open_target()
    page = _pane(window).notice
    assert _pane(window)._pages.currentIndex() == 0
    assert (page._title.text(), page._sentence.text()) == (title, str(error))
    assert page._folder.isVisible()
    assert page._demo.isVisible()
    assert not page._copy.isVisible()


def test_the_demo_is_one_click_away(window, state, stages):
    stages.raises["open_state"] = StateNotFoundError("There is none.")
    state.open_target()
    _pane(window).notice._demo.click()
    assert state.catalog.demo
    assert _pane(window)._pages.currentIndex() == 1
    assert window.contents.sessions._place.text() == "Built-in demo"


def test_a_state_without_sessions_says_so(window, state, stages):
    stages.catalog = make_catalog(rows=())
    state.open_target()
    assert _pane(window).notice._title.text() == "There are no sessions yet"
    assert window.contents.sessions._nothing.text() == "There are no sessions in this state."


def test_a_session_without_messages_says_so(window, state, stages):
    stages.snapshots["s1"] = make_snapshot(tree=context(conversation([])))
    state.open_target()
    assert _pane(window)._no_messages.isVisible()


def test_a_bug_is_loud_and_can_be_copied(loaded, state, stages, monkeypatch):
    monkeypatch.delenv("CONTEXT_INSPECTOR_DEBUG", raising=False)
    stages.raises["refresh_inspection"] = KeyError("text of a transcript")
    state.refresh()
    banner = _pane(loaded).banner
    assert banner.isVisible()
    assert "bug in the program (KeyError at factories.py:" in banner._sentence.text()
    banner._copy.click()
    report = QApplication.clipboard().text()
    assert "in refresh_inspection" in report
    assert "text of a transcript" not in report
    assert _pane(loaded)._pages.currentIndex() == 1
    next(button for button in banner.findChildren(QPushButton) if button.text() == "Dismiss").click()
    assert not banner.isVisible()


# --- menus, keys, drops ---


def test_every_shortcut_is_given_once(window):
    keys = [sequence.toString() for action in _actions(window) for sequence in action.shortcuts()]
    assert len(keys) == len(set(keys))
    assert {"Ctrl+O", "Ctrl+F", "F5", "Esc", "Ctrl+1", "Ctrl+2", "Ctrl+3"} <= set(keys)


def _actions(window):
    waiting, found = [action.menu() for action in window.menuBar().actions()], []
    while waiting:
        menu = waiting.pop()
        for action in menu.actions():
            if action.menu() is not None:
                waiting.append(action.menu())
            else:
                found.append(action)
    return found


def _trigger(window, words):
    next(action for action in _actions(window) if action.text().replace("&", "") == words).trigger()


def test_tabs_by_key(loaded, qtbot):
    for number, entry in enumerate(PANELS, start=1):
        qtbot.keyClick(loaded, Qt.Key(Qt.Key.Key_0 + number), Qt.KeyboardModifier.ControlModifier)
        assert loaded.contents.tabs.currentWidget() is _tab(loaded, entry.id)


def test_the_search_is_one_key_away(loaded, qtbot):
    qtbot.keyClick(loaded, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert loaded.contents.sessions._search.hasFocus()


def test_the_problems_button_opens_the_tab(loaded):
    loaded.contents.sessions._problems.click()
    assert loaded.contents.tabs.currentWidget() is _tab(loaded, "problems")


def test_the_menu_changes_theme_and_keeps_the_place(loaded, state, preferences):
    state.select_segment(RESULT)
    state.drill("conversation")
    loaded.contents.show_panel("outline")
    before = loaded.contents
    _trigger(loaded, "Light")
    assert loaded.theme.name == "light"
    assert loaded.contents is not before
    assert loaded.contents.tabs.currentWidget() is _tab(loaded, "outline")
    assert (_pane(loaded).map.root_id, _pane(loaded).map.selected_id) == ("conversation", RESULT)
    assert _pane(loaded).timeline is not None
    assert preferences.find_text("theme") == "light"
    assert "&Light" in {action.text() for action in _actions(loaded) if action.isChecked()}


def test_the_menu_shows_what_is_chosen(loaded, state):
    state.set_area("chars")
    checked = {action.text() for action in _actions(loaded) if action.isChecked()}
    assert checked == {"&Dark", "Chars", "In use", "OpenClaw's estimate"}


def test_recent_states_are_offered(loaded, state, preferences):
    assert preferences.recent == (Path("/made-up/.openclaw"),)
    loaded._recent.aboutToShow.emit()
    assert [action.text() for action in loaded._recent.actions()] == ["/made-up/.openclaw"]
    loaded._recent.actions()[0].trigger()
    assert state.target.path == Path("/made-up/.openclaw")


def test_a_dropped_folder_is_opened(window, state, tmp_path):
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(tmp_path))])
    copy, left = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    enter = QDragEnterEvent(QPoint(5, 5), copy, mime, left, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(window, enter)
    assert enter.isAccepted()
    drop = QDropEvent(QPointF(5, 5), copy, mime, left, Qt.KeyboardModifier.NoModifier, QEvent.Type.Drop)
    QApplication.sendEvent(window, drop)
    assert state.target.path == tmp_path


def test_help_pages_are_not_modal(window, qtbot):
    for words in ("Keyboard shortcuts", "About Context Inspector"):
        _trigger(window, words)
    pages = window.findChildren(QDialog)
    assert len(pages) == 2
    assert not any(page.isModal() for page in pages)
    for page in pages:
        page.close()


def test_it_says_that_it_only_reads(window):
    assert window._read_only.text() == READ_ONLY
    window.tell_polling(is_polling=True)
    assert "twice a second" in window._read_only.text()


# --- room ---


@pytest.mark.parametrize("size", [(1000, 640), (1560, 980), (3840, 2160)])
def test_nothing_is_cut_off(loaded, size, qtbot):
    loaded.resize(*size)
    qtbot.wait(1)
    assert (loaded.width(), loaded.height()) == size
    pane = _pane(loaded)
    for control in (pane.area, pane.scope, pane.counting):
        assert control.width() >= control.sizeHint().width()
        assert control.geometry().right() <= control.parentWidget().width()
        for button in control.findChildren(QPushButton):
            assert button.width() >= button.fontMetrics().horizontalAdvance(button.text()) + 16
    assert pane.map.height() >= 160
    assert pane.width() >= 380
    assert loaded.contents.tabs.width() >= 230


def test_sizes_and_tab_are_remembered(state, qtbot, tmp_path):
    path = tmp_path / "window.ini"
    first = MainWindow(state, Preferences(path))
    qtbot.addWidget(first)
    first.show()
    first.resize(1000, 700)
    first.contents.splitter.moveSplitter(300, 1)
    first.contents.show_panel("problems")
    first.close()
    second = MainWindow(state, Preferences(path))
    qtbot.addWidget(second)
    second.show()
    assert (second.width(), second.height()) == (1000, 700)
    assert second.contents.sessions.width() == 300
    assert second.contents.tabs.currentWidget() is _tab(second, "problems")


def test_without_a_file_nothing_is_written(loaded, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    loaded.close()
    assert list(tmp_path.iterdir()) == []


# --- with threads ---


class SlowStages(MadeUpStages):
    """Waits in every reading until it is let go, telling progress meanwhile."""

    def __init__(self):
        super().__init__()
        self.started, self.go_on = threading.Event(), threading.Event()

    def inspect_session(self, catalog, row, *, at_entry_id=None, progress=None):
        self.started.set()
        while not self.go_on.wait(0.005):
            progress("reading entries", 30, 90)
        return super().inspect_session(catalog, row, progress=progress)


@pytest.fixture
def session(qtbot, preferences):
    session = WindowSession(preferences, {}, SlowStages())
    qtbot.addWidget(session.window)
    yield session
    session.end()


@pytest.fixture
def slow(session):
    return session.state._stages


def test_the_window_is_there_before_anything_is_read(session, slow, qtbot):
    session.start(Path("/made-up"), demo=False)
    assert session.window.isVisible()
    assert slow.calls == []
    assert _pane(session.window).timeline is None
    slow.go_on.set()
    qtbot.waitUntil(lambda: session.state.timeline is not None)
    assert slow.calls == ["open_state", "inspect s1", "read_timeline"]
    assert _pane(session.window).timeline is not None


def test_the_window_is_alive_while_it_reads_and_reading_can_be_cancelled(session, slow, qtbot):
    session.start(Path("/made-up"), demo=False)
    qtbot.waitUntil(lambda: session.state.busy is not None and session.state.busy.total == 90)
    ticks = []
    timer = QTimer()
    timer.timeout.connect(lambda: ticks.append(1))
    timer.start(5)
    qtbot.waitUntil(lambda: len(ticks) >= 5)
    assert session.window.contents.sessions._model.rowCount() == 9
    strip = session.window.findChild(QPushButton, "cancel")
    assert strip.isVisible()
    strip.click()
    assert session.state.busy is None
    assert session.state.notice.kind == "stopped"
    assert not strip.isVisible()
    slow.go_on.set()
    qtbot.wait(30)
    assert session.state.inspection is None


def test_cancelling_another_session_leaves_the_first(session, slow, qtbot):
    slow.go_on.set()
    session.start(Path("/made-up"), demo=False)
    qtbot.waitUntil(lambda: session.state.inspection is not None and session.state.timeline is not None)
    slow.go_on.clear()
    slow.started.clear()
    session.state.choose_session(session.state.catalog.sessions[2])
    qtbot.waitUntil(slow.started.is_set)
    session.state.cancel()
    assert session.state.row.session_id == "s1"
    assert session.state.snapshot.session_key == "agent:main:compact"
    assert session.window.contents.sessions._list.currentIndex().row() == 1


def test_only_the_last_of_many_choices_is_shown(session, slow, qtbot):
    slow.go_on.set()
    session.start(Path("/made-up"), demo=False)
    qtbot.waitUntil(lambda: session.state.inspection is not None)
    shown = []
    session.state.inspection_changed.connect(lambda: shown.append(session.state.snapshot.session_key))
    for row in session.state.catalog.sessions[1:4]:
        session.state.choose_session(row)
    qtbot.waitUntil(lambda: bool(shown))
    qtbot.wait(30)
    assert shown == ["agent:main:cron:nightly"]


def test_the_picture_follows_a_change_on_disk(qtbot, preferences, tmp_path):
    database = tmp_path / "openclaw-agent.sqlite"
    database.write_bytes(b"one")
    stages = MadeUpStages(catalog=make_catalog(rows=(make_row(),)))
    stages.paths = (database,)
    session = WindowSession(preferences, {}, stages)
    qtbot.addWidget(session.window)
    session.start(tmp_path, demo=False)
    qtbot.waitUntil(lambda: session.state.timeline is not None)
    session.state.select_segment(RESULT)
    session.state.drill("conversation")
    stages.snapshots["s1"] = replace(session.state.snapshot, tree=grown_tree(session.state.snapshot.tree))
    with qtbot.waitSignal(session.state.inspection_changed, timeout=1_000):
        database.write_bytes(b"one and two")
    assert "e900000" in session.state.index.by_entry
    assert (session.state.selected_id, session.state.zoom_id) == (RESULT, "conversation")
    session.end()


def test_closing_ends_all_threads(session, slow, qtbot):
    slow.go_on.set()
    session.start(Path("/made-up"), demo=False)
    qtbot.waitUntil(lambda: session.state.inspection is not None)
    session.window.close()
    assert session.runner._pool.activeThreadCount() == 0
    assert session.watcher._kernel is None


def test_a_share_names_its_whole():
    tree = make_snapshot().tree
    parent = next(part for part in tree.children if part.kind == "workspace_files")
    of_window = describe_segment(parent.children[0], parent, tree, "tokens")[1]
    of_used = describe_segment(parent.children[0], parent, used_part(tree), "tokens")[1]
    assert "43.8 % of Workspace files · 3.6 % of the window" in of_window
    # 2,296 of the 31,282 tokens in use
    assert "43.8 % of Workspace files · 7.3 % of what is in use" in of_used
