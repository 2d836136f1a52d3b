"""The list of sessions: names, honest sizes, a search, the archive, and choosing by mouse and keyboard."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from factories import make_catalog, make_row, make_snapshot, sketch_rows
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from inspector.domain.problems import Problem
from inspector.domain.sessions import Agent, StoreInfo
from inspector.gui.item_models.sessions_model import Fill, SessionsModel, list_items, session_line
from inspector.gui.panels.sessions_panel import SessionsPanel, problem_count_words, short_path, store_words
from inspector.gui.session_names import session_title

MAIN = (Agent("main", None), Agent("research", None))


@pytest.fixture
def panel(opened, theme, qtbot):
    panel = SessionsPanel(opened, theme)
    qtbot.addWidget(panel)
    panel.resize(230, 800)
    panel.show()
    return panel


def _shown(panel):
    return [(item.kind, item.title, item.line) for item in panel._model.items]


@pytest.mark.parametrize(
    ("key", "title"),
    [
        ("agent:main:compact", "compact"),
        ("agent:main:telegram:direct:p1", "telegram · direct · p1"),
        ("agent:main", "agent · main"),
        ("cron:nightly", "cron · nightly"),
        ("s1.jsonl.reset.2026-01-02T03", "s1.jsonl.reset.2026-01-02T03"),
        ("", "s1"),
    ],
)
def test_names(key, title):
    assert session_title(make_row(key=key)) == title


@pytest.mark.parametrize(
    ("row", "fill", "line"),
    [
        (make_row(compactions=2), Fill(26_594, 64_000, exact=True), "26.6k / 64k · 2 compactions"),
        (make_row(resets=1), Fill(41_000, 64_000, exact=True), "41k / 64k · 1 reset"),
        (make_row(entries=1), Fill(940, None, exact=True), "940 tokens · 1 entry"),
        (make_row(entries=12), Fill(None, 64_000), "size unknown · 12 entries"),
        (make_row(compactions=1, resets=1), Fill(900, 8_000), "≈ 900 / 8k · 1 compaction · 1 reset"),
        (make_row(archive_reason="reset", entries=31), Fill(None, None), "left behind by a reset · 31 entries"),
    ],
)
def test_lines(row, fill, line):
    assert session_line(row, fill) == line


def test_a_stale_counter_is_no_size(panel):
    assert ("session", "odd", "size unknown · 88 entries") in _shown(panel)


def test_rows_of_the_sketch(panel):
    assert _shown(panel) == [
        ("heading", "Agent main", ""),
        ("session", "compact", "26.6k / 64k · 2 compactions"),
        ("session", "telegram · direct · p1", "18.2k / 200k · 88 entries"),
        ("session", "main", "41k / 64k · 1 reset"),
        ("session", "cron · nightly", "9.8k / 64k · 88 entries"),
        ("session", "odd", "size unknown · 88 entries"),
        ("archive", "Archived (2)", ""),
        ("heading", "Agent research", ""),
        ("session", "main", "61k / 64k · 88 entries"),
    ]


def test_the_bar_warns_above_the_reserve_line(panel):
    fills = {item.row.session_id: item.fill for item in panel._model.items if item.row is not None}
    assert fills["r1"].is_over_budget
    assert fills["r1"].fraction == pytest.approx(61 / 64)
    assert not fills["s3"].is_over_budget
    assert fills["s5"].fraction is None
    assert not fills["s5"].is_over_budget


def test_the_shown_session_is_known_better_than_its_row(opened, panel, stages):
    stages.snapshots["s1"] = make_snapshot(measured=None)
    opened.refresh()
    estimated = opened.snapshot.occupancy.estimated_tokens
    item = panel._model.items[1]
    assert item.fill == Fill(estimated, 64_000, 48_000, exact=False)
    assert item.line.startswith("≈ 31.3k / 64k")


def test_searching(panel):
    panel._search.setText("tele p1")
    assert [title for _, title, _ in _shown(panel)] == ["Agent main", "telegram · direct · p1"]
    panel._search.setText("old.jsonl")
    assert [title for _, title, _ in _shown(panel)] == ["Agent main", "Archived (1)", "old.jsonl"]
    panel._search.setText("nothing like it")
    assert _shown(panel) == []
    assert panel._nothing.isVisible()
    assert panel._nothing.text() == "No session matches."
    panel._search.clear()
    assert len(_shown(panel)) == 9


def test_the_archive_opens_and_closes(panel, qtbot):
    row = next(row for row, item in enumerate(panel._model.items) if item.kind == "archive")
    place = panel._list.visualRect(panel._model.index(row)).center()
    qtbot.mouseClick(panel._list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert ("session", "main", "left behind by a reset · 31 entries") in _shown(panel)
    panel._list.setCurrentIndex(panel._model.index(row))
    qtbot.keyClick(panel._list, Qt.Key.Key_Return)
    assert len(_shown(panel)) == 9


def test_a_click_chooses(panel, opened, qtbot):
    place = panel._list.visualRect(panel._model.index(3)).center()
    qtbot.mouseClick(panel._list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert opened.row.session_id == "s3"
    assert panel._list.currentIndex().row() == 3


def test_the_keyboard_chooses_and_skips_headings(panel, opened, qtbot):
    panel._list.setFocus()
    panel._list.setCurrentIndex(panel._model.index(6))
    qtbot.keyClick(panel._list, Qt.Key.Key_Down)
    assert opened.row.session_id == "r1"
    qtbot.keyClick(panel._list, Qt.Key.Key_Up)
    assert panel._model.items[panel._list.currentIndex().row()].kind == "archive"
    assert opened.row.session_id == "r1"
    qtbot.keyClick(panel._list, Qt.Key.Key_Up)
    assert opened.row.session_id == "s5"


def test_the_state_chooses(panel, opened):
    opened.choose_session(opened.catalog.sessions[3])
    assert panel._list.currentIndex().row() == 4


def test_a_refresh_keeps_the_place_in_the_list(panel, opened, stages):
    resets = []
    panel._model.modelReset.connect(lambda: resets.append(1))
    rows = tuple(replace(row, entries=row.entries + 1) for row in sketch_rows())
    stages.catalog = make_catalog(rows=rows)
    opened.refresh()
    assert resets == []
    assert ("session", "cron · nightly", "9.8k / 64k · 89 entries") in _shown(panel)


def test_the_model_holds_what_qt_asks_of_it(qapp):
    model = SessionsModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.show_items(list_items(MAIN, sketch_rows(), "", frozenset()))
    model.show_items(list_items(MAIN, sketch_rows(), "", frozenset({"main"})))
    assert model.rowCount() == 11
    assert tester.parent() is None


def test_an_agent_without_sessions_is_named():
    items = list_items((Agent("quiet", None),), (), "", frozenset())
    assert [(item.title, item.line) for item in items] == [("Agent quiet", "no sessions")]


def test_paths_and_stores(panel, monkeypatch):
    monkeypatch.setattr(Path, "home", lambda: Path("/home/me"))
    assert short_path(Path("/home/me/.openclaw")) == "~/.openclaw"
    assert short_path(Path("/srv/state")) == "/srv/state"
    assert (
        store_words(StoreInfo(Path("/x"), ("sqlite", "jsonl"), "sqlite", 23, None))
        == "version unknown · SQLite and JSONL"
    )
    assert panel._store.text() == "2026.9.6 · SQLite"


def test_problems_are_counted():
    warning = Problem("a", "warning", "x", "y", 2)
    note = Problem("b", "info", "x", "y")
    assert problem_count_words(()) == "No problems"
    assert problem_count_words((note,)) == "No problems · 1 note"
    assert problem_count_words((note, warning)) == "2 problems"


def test_the_problems_button_asks_for_the_tab(panel, qtbot):
    assert panel._problems.text() == "3 problems"
    with qtbot.waitSignal(panel.problems_wanted):
        panel._problems.click()


def test_incognito_sessions_are_mentioned(panel):
    assert "Incognito sessions" in panel._store.toolTip()


def test_nothing_is_open(state, theme, qtbot):
    panel = SessionsPanel(state, theme)
    qtbot.addWidget(panel)
    assert panel._place.text() == "No state is open"
    assert panel._model.rowCount() == 0
