"""A folder of transcripts: index, files without an entry, archives, odd files, following, nothing written."""

import json
import os
from pathlib import Path

import pytest
import zstandard
from jsonl_builder import (
    FIXTURES,
    as_line,
    codes,
    compaction,
    fingerprint,
    list_rows,
    message,
    opened,
    read_all,
    row_of,
    session,
    sessions_dir,
    write_index,
    write_lines,
)

from inspector.domain.errors import StateUnreadableError
from inspector.domain.problems import ProblemLog
from inspector.domain.progress import ignore_progress
from inspector.domain.sessions import RecordedTotal
from inspector.stores import transcript_files
from inspector.stores.agent_stores import AgentStores
from inspector.stores.jsonl_store import JsonlFormat
from inspector.stores.sessions_folder import classify_name

HASH = "ab" + "0" * 62


def summary_of(row):
    return (row.key, row.session_id, row.archived, row.archive_reason)


def test_rows_of_an_index(tmp_path):
    folder = sessions_dir(tmp_path)
    write_lines(folder / "s1.jsonl", session("s1"), message("e1", None), compaction("c1", "e1"))
    write_lines(folder / "s2.jsonl", session("s2", version=4), message("e1", None))
    entry = {"sessionId": "s1", "updatedAt": 10, "chatType": "direct", "totalTokens": 7, "totalTokensFresh": True}
    write_index(folder, {"agent:main:x": entry, "agent:main:cron:j": {"sessionId": "s2", "updatedAt": 20}})
    with opened(folder) as (reader, log):
        newest, older = reader.read_rows(log)
        assert (reader.format, reader.schema_version, reader.app_version) == ("jsonl", 4, None)
    assert summary_of(newest) == ("agent:main:cron:j", "s2", False, None)
    assert (newest.kind, newest.total_tokens, newest.entries, newest.agent) == ("cron", None, 1, "main")
    assert summary_of(older) == ("agent:main:x", "s1", False, None)
    assert (older.kind, older.updated_at_ms, older.entries, older.compactions, older.resets) == ("direct", 10, 2, 1, 0)
    assert older.total_tokens == RecordedTotal(7, fresh=True)
    assert (older.source, older.path, older.entry) == ("jsonl", folder / "s1.jsonl", entry)
    assert older.bytes == (folder / "s1.jsonl").stat().st_size - 3
    assert log.problems() == ()


def test_an_index_as_a_list(tmp_path):
    folder = sessions_dir(tmp_path)
    write_lines(folder / "s1.jsonl", session("s1"))
    write_index(folder, [{"key": "agent:main:main", "sessionId": "s1"}, {"sessionKey": "k2", "sessionId": "s1"}])
    rows, problems = list_rows(folder)
    assert [row.key for row in rows] == ["agent:main:main", "k2"]
    assert problems == ()


@pytest.mark.parametrize("content", [b"", b" \n", b"\0" * 64])
def test_an_empty_index_is_told_and_the_list_is_made_from_headers(tmp_path, content):
    folder = sessions_dir(tmp_path)
    write_lines(folder / "name.jsonl", session("name"), message("e1", None))
    write_lines(folder / "gone.jsonl.deleted.2026-03-01T00-00-00.000Z", session("gone"))
    (folder / "sessions.json").write_bytes(content)
    rows, problems = list_rows(folder)
    assert [summary_of(row) for row in rows] == [
        ("file:name.jsonl", "name", False, None),
        ("deleted:gone.jsonl.deleted.2026-03-01T00-00-00.000Z", "gone", True, "deleted"),
    ]
    assert rows[0].updated_at_ms == 1_772_359_200_000
    assert codes(problems) == {"index_empty": 1}


def test_a_truncated_index_gives_the_entries_before_the_damage(tmp_path):
    folder = sessions_dir(tmp_path)
    for name in ("s1", "s2", "s3"):
        write_lines(folder / f"{name}.jsonl", session(name))
    whole = json.dumps({f"agent:main:{name}": {"sessionId": name, "a": {"b": [1, "}"]}} for name in ("s1", "s2", "s3")})
    (folder / "sessions.json").write_text(whole[: whole.index('"s3"') + 2])
    rows, problems = list_rows(folder)
    assert sorted(row.key for row in rows) == ["agent:main:s1", "agent:main:s2", "file:s3.jsonl"]
    assert not any(row.archived for row in rows)
    assert codes(problems) == {"index_malformed": 1}
    assert "2 entries" in problems[0].message


def test_bad_index_entries_are_left_out_one_by_one(tmp_path):
    folder = sessions_dir(tmp_path)
    write_lines(folder / "s1.jsonl", session("s1"))
    write_index(folder, {"k1": 5, "k2": {}, "k3": {"sessionId": 7}, "k4": {"sessionId": "s1"}})
    rows, problems = list_rows(folder)
    assert [row.key for row in rows] == ["k4"]
    assert codes(problems) == {"bad_index_entry": 3}


def test_files_without_an_entry_are_archived_rows_with_their_reason(tmp_path):
    folder = sessions_dir(tmp_path)
    cold = "cold/" + "a" * 64 + ".jsonl.zst"
    files = [
        "s1.jsonl",
        "lost.jsonl",
        "s1.jsonl.reset.2026-03-05T06-07-08.900Z",
        "old.jsonl.reset.2026-03-04T06-07-08.900Z.2",
        "dead.jsonl.deleted.1772359203000",
        "s1.jsonl.bak",
        "s1.checkpoint.1234.jsonl",
        "session-sqlite-import-archive/2026/imp.jsonl",
    ]
    for name in files:
        write_lines(folder / name, session(Path(name).name.partition(".")[0]), message("e1", None))
    packed = zstandard.compress(as_line(session("frozen")) + as_line(message("e1", None)))
    write_lines(folder / cold, packed)
    write_lines(folder / "z.jsonl.reset.2026-03-06T06-07-08.900Z.3.zst", packed)
    write_index(folder, {"agent:main:main": {"sessionId": "s1", "updatedAt": 1, "previousSessionId": "p1"}})
    rows, problems = list_rows(folder)
    assert summary_of(rows[0]) == ("agent:main:main", "s1", False, None)
    assert rows[0].previous_session_ids == ("s1", "p1")
    assert {summary_of(row) for row in rows[1:]} == {
        ("orphan:lost.jsonl", "lost", True, "orphan"),
        ("reset:s1.jsonl.reset.2026-03-05T06-07-08.900Z", "s1", True, "reset"),
        ("reset:old.jsonl.reset.2026-03-04T06-07-08.900Z.2", "old", True, "reset"),
        ("reset:z.jsonl.reset.2026-03-06T06-07-08.900Z.3.zst", "frozen", True, "reset"),
        ("deleted:dead.jsonl.deleted.1772359203000", "dead", True, "deleted"),
        ("backup:s1.jsonl.bak", "s1", True, "backup"),
        ("backup:s1.checkpoint.1234.jsonl", "s1", True, "backup"),
        ("backup:session-sqlite-import-archive/2026/imp.jsonl", "imp", True, "backup"),
        (f"cold:{cold}", "frozen", True, "cold"),
    }
    assert all(row.entries == 1 and row.bytes > 0 for row in rows)
    assert row_of(rows, "reset:s1.jsonl.reset.2026-03-05T06-07-08.900Z").updated_at_ms == 1_772_690_828_900
    assert row_of(rows, "deleted:dead.jsonl.deleted.1772359203000").updated_at_ms == 1_772_359_203_000
    # the name says z, its header frozen
    assert codes(problems) == {"orphan_transcript": 1, "session_id_mismatch": 1}
    with opened(folder) as (reader, log):
        row = row_of(rows, f"cold:{cold}")
        index = reader.read_index(row, ignore_progress)
        assert [header.id for header in index.headers] == ["e1"]
        assert reader.read_entries(row, (1,), log, ignore_progress)[0].message.text() == "hello"


def test_the_chain_of_previous_ids_follows_the_index_and_ends_in_a_circle(tmp_path):
    folder = sessions_dir(tmp_path)
    for name in ("s1", "s2", "s3"):
        write_lines(folder / f"{name}.jsonl", session(name))
    entries = {
        "k1": {"sessionId": "s1", "previousSessionId": "s2"},
        "k2": {"sessionId": "s2", "previousSessionId": "s3"},
        "k3": {"sessionId": "s3", "previousSessionId": "s1"},
    }
    write_index(folder, entries)
    rows = list_rows(folder)[0]
    assert row_of(rows, "k1").previous_session_ids == ("s2", "s3")
    assert row_of(rows, "k3").previous_session_ids == ("s1", "s2")


def test_files_that_are_no_transcripts_are_counted_or_known(tmp_path):
    folder = sessions_dir(tmp_path)
    write_lines(folder / "s1.jsonl", session("s1"))
    write_index(folder, {"agent:main:main": {"sessionId": "s1"}})
    names = [
        "s1.jsonl.lock",
        "sessions.json.lock",
        "s1.jsonl.tmp",
        "sessions.json.123.tmp",
        "sessions.json.bak",
        "x.bin",
    ]
    for name in [*names, "s1.trajectory.jsonl", "s1.trajectory-path.json"]:
        (folder / name).write_text("{}")
    (folder / "skills-prompts").mkdir()
    rows, problems = list_rows(folder)
    assert [row.key for row in rows] == ["agent:main:main"]
    assert {(problem.code, problem.severity) for problem in problems} == {("ignored_files", "info")}
    assert sorted(problem.count for problem in problems) == [1, 1, 2, 2]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("s1.jsonl", "plain"),
        ("s1-topic-2.jsonl", "plain"),
        ("s1.jsonl.reset.2026-01-01T00-00-00.000Z.zst", "reset"),
        ("s1.jsonl.deleted.2026-01-01T00-00-00.000Z", "deleted"),
        ("s1.jsonl.bak", "backup"),
        ("s1.jsonl.bak-177", "backup"),
        ("s1.jsonl.zst", "cold"),
        ("s1.trajectory.jsonl", "trajectory"),
        ("s1.trajectory.jsonl.deleted.2026-01-01T00-00-00.000Z", "trajectory"),
        ("s1.trajectory-path.json", "trajectory"),
        ("s1.jsonl.lock", "lock"),
        ("s1.jsonl.99.tmp", "temporary"),
        ("sessions.json.bak.1", "index_copy"),
        ("notes.txt", "unknown"),
    ],
)
def test_files_are_told_by_their_names(name, kind):
    assert classify_name(name) == kind


class TestWhereATranscriptIs:
    def make(self, tmp_path, entry, key="agent:main:x"):
        folder = sessions_dir(tmp_path / "state")
        write_index(folder, {key: {"sessionId": "s1", **entry}})
        return folder

    def live(self, folder):
        rows, problems = list_rows(folder)
        return next(row for row in rows if not row.archived), codes(problems)

    def test_a_path_of_another_machine_means_the_file_of_that_name_here(self, tmp_path):
        folder = self.make(tmp_path, {"sessionFile": "/nowhere/agents/main/sessions/other.jsonl"})
        write_lines(folder / "other.jsonl", session("s1"), message("e1", None))
        row, problems = self.live(folder)
        assert (row.path, row.session_id, row.entries) == (folder / "other.jsonl", "s1", 1)
        assert problems == {"session_id_mismatch": 1}

    def test_a_copied_state_is_not_read_at_the_place_of_its_original(self, tmp_path):
        original = write_lines(tmp_path / "original" / "s1.jsonl", session("s1"), message("e1", None))
        folder = self.make(tmp_path, {"sessionFile": str(original)})
        write_lines(folder / "s1.jsonl", session("s1"))
        assert self.live(folder)[0].path == folder / "s1.jsonl"

    def test_another_agents_folder_of_a_moved_state(self, tmp_path):
        folder = self.make(tmp_path, {"sessionFile": "/nowhere/agents/b/sessions/s9.jsonl"})
        moved = write_lines(folder.parent.parent / "b" / "sessions" / "s9.jsonl", session("s1"))
        assert self.live(folder)[0].path == moved

    def test_an_absolute_path_elsewhere(self, tmp_path):
        away = write_lines(tmp_path / "away" / "s1.jsonl", session("s1"), message("e1", None))
        row, problems = self.live(self.make(tmp_path, {"sessionFile": str(away)}))
        assert (row.path, row.entries, problems) == (away, 1, {})

    def test_a_relative_path_inside_and_outside_the_agents(self, tmp_path):
        folder = self.make(tmp_path, {"sessionFile": "../../b/sessions/s1.jsonl"})
        inside = write_lines(folder.parent.parent / "b" / "sessions" / "s1.jsonl", session("s1"))
        assert self.live(folder)[0].path == inside
        write_index(folder, {"agent:main:x": {"sessionId": "s1", "sessionFile": "../../../../away/s1.jsonl"}})
        write_lines(tmp_path / "away" / "s1.jsonl", session("s1"), message("e1", None))
        row, problems = self.live(folder)
        assert row.entries == 0
        assert problems == {"session_file_refused": 1, "missing_transcript": 1}

    @pytest.mark.parametrize("stored", ["/etc/hostname", "\0.jsonl", "..", "/", "a/../../x.jsonl"])
    def test_an_odd_path_is_no_transcript(self, tmp_path, stored):
        row, problems = self.live(self.make(tmp_path, {"sessionFile": stored}))
        assert row.entries == 0
        assert problems["missing_transcript"] == 1

    def test_a_session_id_cannot_lead_out_of_the_folder(self, tmp_path):
        folder = sessions_dir(tmp_path)
        write_lines(tmp_path / "secret.jsonl", session("s1"), message("e1", None))
        write_index(folder, {"k": {"sessionId": "../../../secret"}})
        row, problems = self.live(folder)
        assert row.path.parent == folder
        assert (row.entries, problems) == (0, {"missing_transcript": 1})

    def test_a_topic_of_the_key_names_its_file(self, tmp_path):
        folder = self.make(tmp_path, {}, key="agent:main:telegram:group:g1:topic:7")
        write_lines(folder / "s1.jsonl", session("s1"))
        write_lines(folder / "s1-topic-7.jsonl", session("s1"), message("e1", None))
        row, problems = self.live(folder)
        assert (row.path.name, row.kind, row.entries) == ("s1-topic-7.jsonl", "group", 1)
        assert problems == {"orphan_transcript": 1}

    def test_missing_transcripts_are_one_problem(self, tmp_path):
        folder = sessions_dir(tmp_path)
        write_index(folder, {f"k{n}": {"sessionId": f"s{n}", "updatedAt": n} for n in range(50)})
        rows, problems = list_rows(folder)
        assert [row.key for row in rows[:2]] == ["k49", "k48"]
        assert [(problem.code, problem.count) for problem in problems] == [("missing_transcript", 50)]
        with opened(folder) as (reader, _):
            index = reader.read_index(rows[0], ignore_progress)
        assert (index.headers, codes(index.problems)) == ((), {"missing_transcript": 1})


def test_a_header_that_names_another_session_is_told(tmp_path):
    folder = sessions_dir(tmp_path)
    write_lines(folder / "s1-topic-2.jsonl", session("zz"))
    write_lines(folder / "s2-topic-2.jsonl", session("s2"))
    write_lines(folder / "s3-topic-2.jsonl", session("s3-topic-2"))
    write_index(folder, {})
    rows, problems = list_rows(folder)
    assert sorted(row.session_id for row in rows) == ["s2", "s3-topic-2", "zz"]
    mismatches = [problem for problem in problems if problem.code == "session_id_mismatch"]
    assert [problem.place for problem in mismatches] == [str(folder / "s1-topic-2.jsonl")]


def test_a_referenced_skills_prompt_is_filled_into_a_copy(tmp_path):
    folder = sessions_dir(tmp_path)
    write_lines(folder / "s1.jsonl", session("s1"))
    write_lines(folder / "skills-prompts" / "sha256" / "ab" / f"{HASH}.txt", "<skills> ü".encode())
    snapshot = {"version": 1, "promptRef": {"algorithm": "sha256", "hash": HASH}}
    own = {"prompt": "own", "promptRef": {"hash": HASH}}
    lost = {"promptRef": {"hash": "cd" + "0" * 62}}
    bad = {"promptRef": {"hash": "../../../etc/passwd"}}
    snapshots = {"k1": snapshot, "k2": own, "k3": lost, "k4": bad}
    write_index(folder, {key: {"sessionId": "s1", "skillsSnapshot": value} for key, value in snapshots.items()})
    rows, problems = list_rows(folder)
    prompts = {row.key: row.entry["skillsSnapshot"].get("prompt") for row in rows}
    assert prompts == {"k1": "<skills> ü", "k2": "own", "k3": None, "k4": None}
    assert row_of(rows, "k1").entry["skillsSnapshot"]["version"] == 1
    assert codes(problems) == {"bad_skills_prompt": 2}


def test_what_is_no_regular_file_is_told_and_never_opened(tmp_path):
    folder = sessions_dir(tmp_path)
    write_lines(folder / "s1.jsonl", session("s1"))
    (folder / "dir.jsonl").mkdir()
    (folder / "loop.jsonl").symlink_to(folder / "loop.jsonl")
    os.mkfifo(folder / "pipe.jsonl")
    (folder / "cold").write_text("no folder")
    write_index(folder, {"agent:main:main": {"sessionId": "s1"}})
    rows, problems = list_rows(folder)
    assert [row.key for row in rows] == ["agent:main:main"]
    assert codes(problems) == {"not_a_file": 3, "ignored_files": 1}
    with pytest.raises(StateUnreadableError), opened(folder / "pipe.jsonl"):
        pass


def test_an_index_that_is_a_folder_or_a_loop(tmp_path):
    folder = sessions_dir(tmp_path)
    write_lines(folder / "s1.jsonl", session("s1"))
    (folder / "sessions.json").mkdir()
    rows, problems = list_rows(folder)
    assert [row.key for row in rows] == ["file:s1.jsonl"]
    assert codes(problems) == {"index_unreadable": 1}
    (folder / "sessions.json").rmdir()
    (folder / "sessions.json").symlink_to("sessions.json")
    assert codes(list_rows(folder)[1]) == {"index_unreadable": 1}


def forbid(monkeypatch, forbidden):
    """Tests may run as root, whom no mode stops."""
    real = os.open

    def open_unless_forbidden(path, *more, **named):
        if Path(path) == forbidden:
            raise PermissionError(13, "Permission denied", str(path))
        return real(path, *more, **named)

    monkeypatch.setattr(transcript_files.os, "open", open_unless_forbidden)


def test_a_forbidden_transcript_is_listed_and_told(tmp_path, monkeypatch):
    folder = sessions_dir(tmp_path)
    path = write_lines(folder / "s1.jsonl", session("s1"), message("e1", None))
    write_lines(folder / "s2.jsonl", session("s2"), message("e1", None))
    write_index(folder, {"k1": {"sessionId": "s1"}, "k2": {"sessionId": "s2"}})
    forbid(monkeypatch, path)
    rows, problems = list_rows(folder)
    assert {row.key: row.entries for row in rows} == {"k1": 0, "k2": 1}
    assert [(problem.code, problem.place) for problem in problems] == [("unreadable_transcript", str(path))]
    with opened(folder) as (reader, log):
        index = reader.read_index(row_of(rows, "k1"), ignore_progress)
        assert codes(index.problems) == {"unreadable_transcript": 1}
        assert reader.read_entries(row_of(rows, "k1"), (1,), log, ignore_progress) == ()
        assert codes(log.problems()) == {"unreadable_transcript": 1}
    assert not JsonlFormat().accepts_file(path)
    with pytest.raises(StateUnreadableError, match="Permission denied"), opened(path):
        pass


def test_the_folder_is_found_only_if_it_holds_something_of_this_era(tmp_path):
    folder = sessions_dir(tmp_path)
    found = lambda: JsonlFormat().find_stores(AgentStores((), (folder,), folder / "sessions.json"))  # noqa: E731
    assert found() == ()
    (folder / "s1.trajectory.jsonl").write_text("{}")
    (folder / "notes.txt").write_text("")
    assert found() == ()
    write_lines(folder / "s1.jsonl.reset.2026-01-01T00-00-00.000Z", session("s1"))
    assert found() == (folder,)
    assert JsonlFormat().find_stores(AgentStores((), (tmp_path / "nothing",), tmp_path)) == ()
    assert JsonlFormat().find_stores(AgentStores((), (folder / "notes.txt",), tmp_path)) == ()


@pytest.mark.parametrize(
    ("name", "content", "accepted"),
    [
        ("copy", as_line(session("s1")), True),
        ("x.jsonl", b"{broken\n\n" + as_line(message("e1", None)), True),
        ("x", zstandard.compress(as_line(session("s1"))), True),
        ("x.jsonl", b"\xef\xbb\xbf" + as_line(session("s1")), True),
        ("x.jsonl", b"", True),
        ("x", b"", False),
        ("x.jsonl", b'{"traceSchema":"openclaw-trajectory","type":"session"}\n', False),
        ("sessions.json", b'{"agent:main:main":{"sessionId":"s1"}}', False),
        ("x.jsonl", b'{"type":"something else"}\n', False),
        ("x.zst", b"no archive", False),
        ("x.db", b"SQLite format 3\0" + bytes(5000), False),
    ],
)
def test_a_single_file_is_judged_by_its_content(tmp_path, name, content, accepted):
    path = tmp_path / name
    path.write_bytes(content)
    assert JsonlFormat().accepts_file(path) is accepted


def test_a_single_transcript_opens_under_any_name(tmp_path):
    path = write_lines(tmp_path / "copy of it", session("s1"), message("e1", None))
    rows, problems = list_rows(path)
    assert [summary_of(row) for row in rows] == [("file:copy of it", "s1", False, None)]
    assert problems == ()
    with opened(path) as (reader, log):
        assert reader.schema_version == 3
        assert reader.refresh_row(rows[0], log) == rows[0]


def test_what_cannot_be_opened_at_all_is_one_sentence(tmp_path):
    with pytest.raises(StateUnreadableError, match="No such file"), opened(tmp_path / "nothing"):
        pass


class TestRefreshing:
    def make(self, tmp_path):
        folder = sessions_dir(tmp_path)
        write_lines(folder / "s1.jsonl", session("s1"), message("e1", None))
        write_lines(folder / "lost.jsonl", session("lost"))
        write_index(folder, {"k1": {"sessionId": "s1", "updatedAt": 1}})
        return folder, list_rows(folder)[0]

    def refresh(self, folder, row):
        with opened(folder) as (reader, log):
            return reader.refresh_row(row, log), log.problems()

    def test_the_entry_is_new_and_the_counts_stay(self, tmp_path):
        folder, rows = self.make(tmp_path)
        write_lines(folder / "s1.jsonl", session("s1"), message("e1", None), message("e2", "e1"))
        entry = {"sessionId": "s1", "updatedAt": 9, "totalTokens": 5, "totalTokensFresh": True}
        write_index(folder, {"k1": entry})
        row, problems = self.refresh(folder, rows[0])
        assert (row.updated_at_ms, row.total_tokens, row.entries) == (9, RecordedTotal(5, fresh=True), 1)
        assert (row.entry, problems) == (entry, ())

    def test_none_where_the_session_is_another_one_or_gone(self, tmp_path):
        folder, rows = self.make(tmp_path)
        write_index(folder, {"k1": {"sessionId": "lost", "updatedAt": 9}})
        assert self.refresh(folder, rows[0])[0] is None
        write_index(folder, {})
        assert self.refresh(folder, rows[0])[0] is None

    def test_an_orphan_stays_while_its_file_is_there(self, tmp_path):
        folder, rows = self.make(tmp_path)
        orphan = row_of(rows, "orphan:lost.jsonl")
        assert self.refresh(folder, orphan)[0] == orphan
        (folder / "lost.jsonl").unlink()
        assert self.refresh(folder, orphan)[0] is None

    def test_a_moved_transcript_is_found_again(self, tmp_path):
        folder, rows = self.make(tmp_path)
        (folder / "s1.jsonl").rename(folder / "s1b.jsonl")
        write_index(folder, {"k1": {"sessionId": "s1", "sessionFile": "s1b.jsonl"}})
        assert self.refresh(folder, rows[0])[0].path == folder / "s1b.jsonl"


def test_a_row_is_read_while_its_store_is_open_as_it_was_at_first(tmp_path):
    folder = sessions_dir(tmp_path)
    path = write_lines(folder / "s1.jsonl", session("s1"), message("e1", None))
    write_index(folder, {"k1": {"sessionId": "s1"}})
    with opened(folder) as (reader, log):
        row = reader.read_rows(log)[0]
        first = reader.read_index(row, ignore_progress)
        with path.open("ab") as stream:
            stream.write(as_line(message("e2", "e1")))
        assert reader.read_index(row, ignore_progress) == first


def test_nothing_is_written_whatever_is_read(tmp_path):
    folder = sessions_dir(tmp_path)
    for case in ("version-1", "damaged-lines"):
        for path in (FIXTURES / case / "sessions").iterdir():
            (folder / path.name).write_bytes(path.read_bytes())
    write_lines(folder / "cold" / ("a" * 64 + ".jsonl.zst"), zstandard.compress(as_line(session("frozen"))))
    (folder / "s1.jsonl.lock").write_text("1")
    before = fingerprint(tmp_path)
    with opened(folder) as (reader, log):
        for row in reader.read_rows(log):
            index = reader.read_index(row, ignore_progress)
            reader.read_entries(row, [header.seq for header in index.headers], log, ignore_progress)
            reader.refresh_row(row, log)
    assert fingerprint(tmp_path) == before


def test_a_read_only_folder_and_file_are_enough(tmp_path):
    folder = sessions_dir(tmp_path)
    path = write_lines(folder / "s1.jsonl", session("s1"), message("e1", None))
    path.chmod(0o444)
    folder.chmod(0o555)
    try:
        assert len(read_all(folder)[1]) == 1
    finally:
        folder.chmod(0o755)


def test_thousands_of_files_and_a_large_index_list_in_order(tmp_path):
    folder = sessions_dir(tmp_path)
    for number in range(600):
        write_lines(folder / f"s{number:04}.jsonl", session(f"s{number:04}"), message("e1", None))
    snapshot = {"prompt": "x" * 13_345}
    entries = {
        f"agent:main:k{n}": {"sessionId": f"s{n:04}", "updatedAt": n, "skillsSnapshot": snapshot} for n in range(364)
    }
    write_index(folder, entries)
    rows, problems = list_rows(folder)
    assert [row.session_id for row in rows[:364]] == [f"s{n:04}" for n in reversed(range(364))]
    assert sum(row.archived for row in rows) == 236
    assert codes(problems) == {"orphan_transcript": 236}


def test_index_problems_are_told_each_time_it_is_used(tmp_path):
    folder = sessions_dir(tmp_path)
    (folder / "sessions.json").write_bytes(b"")
    assert codes(list_rows(folder)[1]) == {"index_empty": 1}
    assert codes(list_rows(folder)[1]) == {"index_empty": 1}


def test_the_schema_version_does_not_need_the_rows_first(tmp_path):
    folder = sessions_dir(tmp_path)
    write_lines(folder / "s1.jsonl", session("s1", version=2))
    with JsonlFormat().open_store(folder, "main", ProblemLog()) as reader:
        assert reader.schema_version == 2
