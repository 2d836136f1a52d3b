"""Sessions and transcripts of the SQLite era."""

from __future__ import annotations

import json

import pytest
import zstandard
from store_builder import T0, Database, assistant, chain, compaction, fingerprint, packed, plain, reset, result, user

from inspector.domain.entries import CompactionEntry, MessageEntry, UnknownEntry
from inspector.domain.errors import StateUnreadableError
from inspector.domain.problems import ProblemLog
from inspector.domain.progress import ignore_progress
from inspector.stores.sqlite_store import SqliteFormat

LONG = "a result that is long enough to be packed " * 60


def dialogue():
    return chain(
        user("hello"),
        assistant("", ("call_1", "exec", {"command": "ls"})),
        result("call_1", LONG),
        assistant("done", usage=1234),
        compaction("we said hello", "e4"),
        user("and now?"),
    )


def read(path, action):
    log = ProblemLog()
    with SqliteFormat().open_store(path, "main", log) as reader:
        value = action(reader, log)
    return value, {problem.code: problem for problem in log.problems()}


def rows_of(path):
    return read(path, lambda reader, log: reader.read_rows(log))


def entries_of(path, seqs=range(1, 50)):
    def action(reader, log):
        row = reader.read_rows(log)[0]
        return reader.read_entries(row, list(seqs), log, ignore_progress)

    return read(path, action)


def index_of(path, after_seq=-1):
    def action(reader, log):
        return reader.read_index(reader.read_rows(log)[0], ignore_progress, after_seq=after_seq)

    return read(path, action)[0]


@pytest.fixture
def path(tmp_path):
    entry = {"totalTokens": 1234, "totalTokensFresh": True, "totalTokensVersion": 1, "chatType": "direct"}
    return Database(tmp_path / "a.sqlite").session("agent:main:main", "s1", dialogue(), entry=entry).close()


def test_row_counts_come_from_the_tables(path):
    (row,), problems = rows_of(path)
    assert (row.key, row.session_id, row.kind) == ("agent:main:main", "s1", "main")
    assert (row.entries, row.compactions, row.resets) == (6, 1, 0)
    sizes = [len(json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode()) for event in dialogue()]
    assert (
        row.bytes - sum(sizes)
        == plain(
            {"type": "session", "version": 4, "id": "s1", "timestamp": "2026-09-21T13:33:20.000Z", "cwd": "/srv/ws"}
        )[2]
    )
    assert (row.total_tokens.value, row.total_tokens.fresh) == (1234, True)
    assert problems == {}


def test_packed_rows_are_counted_and_read(path):
    """A reader of ``event_json`` alone would lose the tool result."""
    entries, problems = entries_of(path)
    assert [entry.header.id for entry in entries] == ["e1", "e2", "e3", "e4", "e5", "e6"]
    assert entries[2].message.text() == LONG
    assert isinstance(entries[4], CompactionEntry)
    assert entries[4].first_kept_entry_id == "e4"
    assert problems == {}


def test_index_and_skim_agree(path, tmp_path):
    unclean = Database(tmp_path / "b.sqlite").session("agent:main:main", "s1", dialogue(), indexed=False).close()
    indexed, skimmed = index_of(path), index_of(unclean)
    assert indexed.active_seqs == (1, 2, 3, 4, 5, 6)
    assert skimmed.active_seqs is None
    key = [(h.seq, h.id, h.type, h.parent_id, h.timestamp_ms) for h in indexed.headers]
    assert key == [(h.seq, h.id, h.type, h.parent_id, h.timestamp_ms) for h in skimmed.headers]
    assert [h.bytes for h in indexed.headers] == [0] * 6, "the index tables do not hold the sizes"
    assert skimmed.headers[2].bytes > len(LONG)
    assert [h.role for h in skimmed.headers] == ["user", "assistant", "toolResult", "assistant", None, "user"]
    assert indexed.header.session_id == "s1"
    assert indexed.header.cwd == "/srv/ws"


@pytest.mark.parametrize(
    "spoil",
    [
        "UPDATE session_transcript_index_state SET needs_rebuild = 1",
        "UPDATE session_transcript_index_state SET indexed_seq = indexed_seq - 1",
        "UPDATE session_transcript_index_state SET active_event_count = active_event_count + 1",
        "UPDATE session_transcript_active_events SET context_eligible = NULL WHERE active_position = 2",
        "DELETE FROM session_transcript_index_state",
        "DELETE FROM transcript_event_identities WHERE seq = 3",
    ],
)
def test_unclean_index_tables_are_not_used(tmp_path, spoil):
    database = Database(tmp_path / "a.sqlite").session("agent:main:main", "s1", dialogue())
    database.db.execute(spoil)
    index = index_of(database.close())
    assert index.active_seqs is None
    assert [header.id for header in index.headers] == ["e1", "e2", "e3", "e4", "e5", "e6"]


def test_only_newer_rows(path):
    index = index_of(path, after_seq=4)
    assert [header.id for header in index.headers] == ["e5", "e6"]
    assert index.earlier == 5


@pytest.mark.parametrize("version", [4, 13, 22])
def test_older_schema_without_later_tables(tmp_path, version):
    missing = ("session_nodes", "session_windows", "transcript_event_identities", "session_transcript_index_state")
    database = Database(tmp_path / "a.sqlite", version=version, without=missing)
    database.transcript("s1", dialogue(), pack_from=10**9, indexed=False)
    database.db.execute("ALTER TABLE transcript_events DROP COLUMN event_zstd")
    database.db.execute("ALTER TABLE transcript_events DROP COLUMN navigation_json")
    database.db.execute("ALTER TABLE transcript_events DROP COLUMN event_utf8_bytes")
    path = database.close()
    (row,), problems = rows_of(path)
    assert (row.session_id, row.entries, row.compactions, row.archived) == ("s1", 6, 1, False)
    assert row.bytes > 2500
    assert problems["older_schema"].severity == "info"
    assert len(entries_of(path)[0]) == 6


def test_newer_schema_is_read_with_a_warning(tmp_path):
    path = Database(tmp_path / "a.sqlite", version=24).session("agent:main:main", "s1", dialogue()).close()
    (row,), problems = rows_of(path)
    assert row.entries == 6
    assert problems["newer_schema"].severity == "warning"


def test_another_programs_database_is_refused(tmp_path):
    import sqlite3

    with sqlite3.connect(tmp_path / "a.sqlite") as db:
        db.execute("CREATE TABLE t (a)")
    db.close()
    with pytest.raises(StateUnreadableError, match="not one of OpenClaw's"):
        rows_of(tmp_path / "a.sqlite")


def test_zero_byte_store(tmp_path):
    (tmp_path / "a.sqlite").touch()
    rows, problems = rows_of(tmp_path / "a.sqlite")
    assert rows == ()
    assert "empty_store" in problems


def test_damaged_rows_are_problems_and_the_rest_is_shown(tmp_path):
    database = Database(tmp_path / "a.sqlite").session("agent:main:main", "s1", chain(user("first")), indexed=False)
    _, frame, size, _ = packed(chain(user(LONG))[0])
    database.raw_row("s1", 2, frame=frame[:-9], size=size)
    database.raw_row("s1", 3, event_json='{"type":"message","id":')
    database.raw_row("s1", 4, frame=frame, size=size + 1)
    database.raw_row("s1", 5)
    database.raw_row("s1", 6, event_json="[1, 2]")
    database.raw_row("s1", 7, event_json='{"type":"hologram","id":"e9","parentId":"e1"}')
    entries, problems = entries_of(database.close())
    assert [type(entry) for entry in entries] == [
        MessageEntry, UnknownEntry, UnknownEntry, MessageEntry, UnknownEntry, UnknownEntry, UnknownEntry,
    ]  # fmt: skip
    assert {"damaged_zstd_row", "malformed_row", "wrong_event_size", "empty_row"} == set(problems)
    assert "seq 3" in problems["malformed_row"].place


def test_invalid_utf8_and_nul(tmp_path):
    database = Database(tmp_path / "a.sqlite").session("agent:main:main", "s1", [], indexed=False)
    database.db.execute(
        "INSERT INTO transcript_events VALUES ('s1', 1, CAST(? AS TEXT), 0, NULL, 60, NULL)",
        (b'{"type":"message","id":"e1","message":{"role":"user","content":"\xff!"}}',),
    )
    entries, problems = entries_of(database.close())
    assert entries[0].message.text() == "\ufffd!"
    assert "invalid_utf8" in problems


def test_placeholder_mismatch_and_bad_entries(tmp_path):
    database = Database(tmp_path / "a.sqlite").session("agent:main:main", "s1", dialogue())
    add = "INSERT INTO session_nodes VALUES (?, ?, ?, ?, ?, NULL)"
    database.db.execute(add, ("agent:main:none", "s0", "{}", -1, T0))
    database.db.execute(add, ("agent:main:other", "s9", json.dumps({"sessionId": "s8", "updatedAt": 1}), 1, T0))
    database.db.execute(add, ("agent:main:bad", "s7", "{nope", 1, T0))
    rows, problems = rows_of(database.close())
    assert [row.key for row in rows] == ["agent:main:bad", "agent:main:main", "agent:main:other"]
    assert {"placeholder_session", "session_entry_mismatch", "malformed_session_entry"} == set(problems)


def test_resets_windows_orphans_and_archived(tmp_path):
    database = Database(tmp_path / "a.sqlite")
    database.session("agent:main:main", "s3", chain(user("a"), reset(), user("b")), updated=T0 + 5)
    database.db.execute("UPDATE session_windows SET previous_session_id = 's2' WHERE session_id = 's3'")
    database.window("agent:main:main", "s2", previous="s1", reason="rollover")
    database.transcript("s2", chain(user("yesterday")))
    database.window("agent:main:main", "s1")
    database.transcript("s9", chain(user("nobody's")))
    database.session("agent:main:old", "s4", chain(user("x")), archived=T0 + 1, updated=T0 + 9)
    rows, problems = rows_of(database.close())
    by_key = {row.key: row for row in rows}
    assert rows[0].key == "agent:main:main"
    assert rows[0].resets == 1
    assert rows[0].previous_session_ids == ("s2", "s1")
    assert by_key["agent:main:old"].archive_reason == "archived"
    assert by_key["agent:main:main@s2"].archive_reason == "previous"
    assert by_key["orphan:s9"].archived
    assert problems["orphan_transcript"].count == 1


def test_archive_blobs_open_like_sessions(tmp_path):
    lines = [{"type": "session", "version": 4, "id": "s5"}, *chain(user("long ago"), assistant("indeed"))]
    blob = "".join(json.dumps(line) + "\n" for line in lines).encode()
    zstd = zstandard.ZstdCompressor().compress(blob)
    database = Database(tmp_path / "a.sqlite").session("agent:main:main", "s1", dialogue())
    add = "INSERT INTO session_transcript_archives VALUES (?, 'g', 'agent:main:gone', ?, ?, ?, '', ?, ?)"
    database.db.execute(add, ("s5", "deleted", "zstd", zstd, "s5.jsonl.deleted.1.zst", T0))
    database.db.execute(add, ("s6", "reset", "identity", blob, "s6.jsonl.reset.1", T0 - 1))
    cold = "INSERT INTO session_transcript_cold_archives VALUES ('s7', 'g', 'c.jsonl.zst', 3, 99, ?, 'sqlite', ?)"
    database.db.execute(cold, (T0 - 2, zstd))
    database.window("agent:main:cold", "s7")
    database.db.execute(
        "INSERT INTO session_nodes VALUES ('agent:main:cold', 's7', ?, 1, ?, NULL)",
        (json.dumps({"sessionId": "s7", "updatedAt": T0}), T0),
    )
    path = database.close()

    def action(reader, log):
        found = {}
        for row in reader.read_rows(log):
            index = reader.read_index(row, ignore_progress)
            seqs = [header.seq for header in index.headers]
            if row.key == "agent:main:cold":
                assert (row.entries, row.bytes) == (2, 99)
            found[row.key] = [entry.header.id for entry in reader.read_entries(row, seqs, log, ignore_progress)]
        return found

    found, _ = read(path, action)
    assert found["archive:s5.jsonl.deleted.1.zst"] == ["e1", "e2"]
    assert found["archive:s6.jsonl.reset.1"] == ["e1", "e2"]
    assert found["agent:main:cold"] == ["e1", "e2"], "a live session whose events were moved out"


def test_images_are_never_kept(tmp_path):
    data = "QUJD" * 100_000
    events = chain(
        result("c", [{"type": "image", "data": data, "mimeType": "image/png"}, {"type": "text", "text": "x"}])
    )
    path = Database(tmp_path / "a.sqlite").session("agent:main:main", "s1", events).close()
    (entry,), _ = entries_of(path)
    image = entry.message.blocks[0]
    assert (image.data_chars, image.mime_type) == (400_000, "image/png")
    assert "QUJD" not in repr(entry.message.raw)
    assert entry.header.bytes > 400_000


def test_reading_changes_nothing(path, tmp_path):
    before = fingerprint(tmp_path)
    rows_of(path)
    entries_of(path)
    assert fingerprint(tmp_path) == before
