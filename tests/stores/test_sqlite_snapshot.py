"""The file is never touched, whatever state it is in, and the newest committed row is always seen."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys

import pytest
from store_builder import fingerprint

from inspector.domain.errors import StateNotFoundError, StateUnreadableError
from inspector.stores import sqlite_snapshot
from inspector.stores.sqlite_snapshot import StoreChangedError, open_snapshot

WRITER = """
import sqlite3, sys
c = sqlite3.connect(sys.argv[1]); c.execute("pragma journal_mode=wal"); c.execute("pragma wal_autocheckpoint=0")
c.execute("create table t(a)"); c.commit(); c.execute("pragma wal_checkpoint(truncate)")
c.execute("insert into t values (1)"); c.commit()
print("ready", flush=True)
for line in sys.stdin:
    c.execute("insert into t values (2)"); c.commit(); print("more", flush=True)
"""


def count(path):
    with open_snapshot(path) as connection:
        return connection.execute("SELECT count(*) FROM t").fetchone()[0]


def make_closed(path):
    db = sqlite3.connect(path)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("CREATE TABLE t (a)")
    db.execute("INSERT INTO t VALUES (1)")
    db.commit()
    db.close()


@pytest.fixture
def writer(tmp_path):
    folder = tmp_path / "live"
    folder.mkdir()
    path = folder / "x.sqlite"
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "ready\n"
    yield path, process
    process.kill()
    process.wait()
    process.stdin.close()
    process.stdout.close()


def test_cleanly_closed(tmp_path):
    path = tmp_path / "x.sqlite"
    make_closed(path)
    before = fingerprint(tmp_path)
    assert count(path) == 1
    assert fingerprint(tmp_path) == before
    assert list(before) == ["x.sqlite"]


def test_live_writer_is_not_touched_and_is_followed(writer):
    path, process = writer
    before = fingerprint(path.parent)
    assert count(path) == 1
    assert fingerprint(path.parent) == before, "not even the writer's -shm may change"
    assert sorted(before) == ["x.sqlite", "x.sqlite-shm", "x.sqlite-wal"]
    process.stdin.write("go\n")
    process.stdin.flush()
    assert process.stdout.readline() == "more\n"
    assert count(path) == 2


def test_one_transaction_is_one_moment(writer):
    path, process = writer
    with open_snapshot(path) as connection:
        first = connection.execute("SELECT count(*) FROM t").fetchone()
        process.stdin.write("go\n")
        process.stdin.flush()
        process.stdout.readline()
        assert connection.execute("SELECT count(*) FROM t").fetchone() == first


@pytest.mark.parametrize("leave_out", [(), ("-shm",)])
def test_left_by_a_crash(writer, tmp_path, leave_out):
    path, process = writer
    process.kill()
    process.wait()
    crashed = tmp_path / "crashed"
    shutil.copytree(path.parent, crashed)
    for suffix in leave_out:
        (crashed / f"x.sqlite{suffix}").unlink()
    before = fingerprint(crashed)
    assert count(crashed / "x.sqlite") == 1, "the row that is only in the log must be seen"
    assert fingerprint(crashed) == before


def test_hot_journal_is_rolled_back_in_a_copy(tmp_path):
    path = tmp_path / "x.sqlite"
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("CREATE TABLE t (a)")
    db.execute("INSERT INTO t VALUES (1)")
    db.execute("PRAGMA cache_size = 1")
    db.execute("BEGIN IMMEDIATE")
    db.executemany("INSERT INTO t VALUES (?)", [("x" * 3000,)] * 200)
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    for name in ("x.sqlite", "x.sqlite-journal"):
        shutil.copyfile(tmp_path / name, crashed / name)
    db.close()
    before = fingerprint(crashed)
    assert count(crashed / "x.sqlite") == 1
    assert fingerprint(crashed) == before


def test_a_change_without_a_lock_is_noticed(tmp_path):
    path = tmp_path / "x.sqlite"
    make_closed(path)
    with pytest.raises(StoreChangedError), open_snapshot(path) as connection:
        connection.execute("SELECT count(*) FROM t").fetchone()
        db = sqlite3.connect(path)
        db.execute("INSERT INTO t VALUES (2)")
        db.commit()
        db.close()


def test_nothing_there(tmp_path):
    with pytest.raises(StateNotFoundError, match="no database"), open_snapshot(tmp_path / "x.sqlite"):
        pass


def test_not_a_database(tmp_path):
    path = tmp_path / "x.sqlite"
    path.write_bytes(b"SQLite format 3\0" + b"rubbish" * 100)
    with pytest.raises(StateUnreadableError, match="not a readable SQLite database"), open_snapshot(path):
        pass


def test_locked_for_good_is_one_sentence(tmp_path, monkeypatch):
    path = tmp_path / "x.sqlite"
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA locking_mode = EXCLUSIVE")
    db.execute("CREATE TABLE t (a)")
    monkeypatch.setattr(sqlite_snapshot, "BUSY_TIMEOUT_S", 0.05)
    try:
        assert count(path) == 0  # exclusive WAL keeps no -shm: a private copy shows what is committed
    finally:
        db.close()


def test_neighbours_that_are_empty_mean_nothing(tmp_path):
    path = tmp_path / "x.sqlite"
    make_closed(path)
    (tmp_path / "x.sqlite-wal").touch()
    before = fingerprint(tmp_path)
    assert count(path) == 1
    assert fingerprint(tmp_path) == before
