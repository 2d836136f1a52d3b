"""A change on disk is told within a second, by the kernel or by looking; our own reading is none."""

from __future__ import annotations

import threading

import pytest

from inspector.gui.state_watcher import StateWatcher
from inspector.gui.watch_plan import WatchPlan, plan_watch, read_times

WITHIN_MS = 1_000


@pytest.fixture(params=[False, True], ids=["kernel", "polling"])
def watcher(request, qapp):
    before = set(threading.enumerate())
    watcher = StateWatcher(polling=request.param)
    yield watcher
    watcher.stop()
    assert set(threading.enumerate()) <= before


@pytest.fixture
def database(tmp_path):
    path = tmp_path / "agent" / "openclaw-agent.sqlite"
    path.parent.mkdir()
    path.write_bytes(b"one")
    return path


def test_a_changed_file_is_told_within_a_second(watcher, qtbot, database):
    watcher.watch([database])
    with qtbot.waitSignal(watcher.changed, timeout=WITHIN_MS):
        database.write_bytes(b"one and two")


def test_a_write_ahead_log_that_appears_is_told(watcher, qtbot, database):
    watcher.watch([database])
    with qtbot.waitSignal(watcher.changed, timeout=WITHIN_MS):
        database.with_name(database.name + "-wal").write_bytes(b"row")


def test_a_file_that_is_awaited_is_told(watcher, qtbot, tmp_path):
    watcher.watch([tmp_path / "later" / "openclaw-agent.sqlite"])
    with qtbot.waitSignal(watcher.changed, timeout=WITHIN_MS):
        (tmp_path / "later").mkdir()


def test_every_file_of_a_watched_folder_matters(watcher, qtbot, tmp_path):
    watcher.watch([tmp_path])
    with qtbot.waitSignal(watcher.changed, timeout=WITHIN_MS):
        (tmp_path / "s1.jsonl").write_text("{}\n", encoding="utf-8")


def test_neighbours_and_readers_are_no_change(watcher, qtbot, database):
    watcher.watch([database])
    with qtbot.assertNotEmitted(watcher.changed, wait=700):
        database.with_name("notes.txt").write_text("hello", encoding="utf-8")
        database.with_name(database.name + "-shm").write_bytes(b"index")
        database.read_bytes()


def test_a_burst_is_told_once(qtbot, database):
    watcher, told = StateWatcher(), []
    watcher.changed.connect(lambda: told.append(1))
    watcher.watch([database])
    with qtbot.waitSignal(watcher.changed, timeout=WITHIN_MS):
        for size in range(30):
            database.write_bytes(b"x" * size)
    qtbot.wait(250)
    watcher.stop()
    assert 1 <= len(told) <= 2


def test_watching_something_else_forgets_the_first(watcher, qtbot, database, tmp_path):
    other = tmp_path / "other.sqlite"
    other.write_bytes(b"1")
    watcher.watch([database])
    watcher.watch([other])
    with qtbot.assertNotEmitted(watcher.changed, wait=700):
        database.write_bytes(b"changed")
    with qtbot.waitSignal(watcher.changed, timeout=WITHIN_MS):
        other.write_bytes(b"22")


def test_it_looks_itself_where_the_kernel_refuses(qtbot, database, monkeypatch):
    def refuse(self, folders):
        raise OSError("inotify watch limit reached")

    monkeypatch.setattr("inspector.gui.kernel_watch.KernelWatch.sync", refuse)
    watcher = StateWatcher()
    watcher.watch([database])
    assert watcher.is_polling
    with qtbot.waitSignal(watcher.changed, timeout=WITHIN_MS):
        database.write_bytes(b"one and two")
    watcher.stop()
    assert not watcher.is_polling


def test_the_plan_of_a_database(database):
    plan = plan_watch([database])
    assert plan.folders == {database.parent}
    assert plan.concerns(database)
    assert plan.concerns(database.with_name(database.name + "-wal"))
    assert not plan.concerns(database.with_name(database.name + "-shm"))
    assert not plan.concerns(database.parent)


def test_the_plan_of_a_folder(tmp_path):
    plan = plan_watch([tmp_path])
    assert plan == WatchPlan(frozenset({tmp_path}), frozenset({tmp_path}), frozenset())
    assert plan.concerns(tmp_path / "any.jsonl")
    assert not plan.concerns(tmp_path / "deeper" / "any.jsonl")


def test_times_name_what_exists(database):
    plan = plan_watch([database])
    assert {(path.name, size) for path, _, size in read_times(plan)} == {("openclaw-agent.sqlite", 3)}
    database.unlink()
    assert read_times(plan) == frozenset()
