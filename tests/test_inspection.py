"""From a state to an inspection: the stages in order, following changes, counting nothing twice."""

from __future__ import annotations

import json
import sqlite3

import pytest
from store_builder import (
    T0,
    Database,
    assistant,
    chain,
    compaction,
    database_path,
    fingerprint,
    reset,
    result,
    state_dir,
    user,
)

from inspector.domain.errors import Cancelled, SessionNotFoundError, StateNotFoundError, StateUnreadableError
from inspector.inspection import (
    choose_row,
    count_with_tokenizer,
    inspect_session,
    open_state,
    read_dropped,
    read_timeline,
    refresh_inspection,
    watched_paths,
)

REPORT = {
    "systemPrompt": {"chars": 1000, "projectContextChars": 300, "nonProjectContextChars": 700},
    "injectedWorkspaceFiles": [
        {"name": "AGENTS.md", "missing": False, "rawChars": 5, "injectedChars": 5, "truncated": False}
    ],
    "skills": {"promptChars": 0, "entries": []},
    "tools": {"schemaChars": 40, "entries": [{"name": "exec", "schemaChars": 40, "summaryChars": 8}]},
}
ENTRY = {
    "systemPromptReport": REPORT,
    "totalTokens": 300,
    "totalTokensFresh": True,
    "totalTokensVersion": 1,
    "modelProvider": "mock",
    "model": "mock-1",
    "contextTokens": 8000,
}
CONFIG = {
    "models": {
        "providers": {"mock": {"api": "openai-completions", "models": [{"id": "mock-1", "contextWindow": 8000}]}}
    }
}


def dialogue():
    return chain(
        user("the code is ORD-7741"),
        assistant("noted", usage=100),
        compaction("we agreed on a code", "e2"),
        user("list the files"),
        assistant("", ("c1", "exec", {"command": "ls"}), usage=290),
        result("c1", "a file\n" * 300),
        assistant("there you are", usage=300),
    )


@pytest.fixture
def state(tmp_path):
    root = state_dir(tmp_path / "state", CONFIG)
    (root / "workspace" / "AGENTS.md").write_text("rules", "utf-8")
    Database(database_path(root)).session("agent:main:main", "s1", dialogue(), entry=ENTRY).close()
    return root


def inspected(state, **more):
    catalog = open_state(state, {})
    return inspect_session(catalog, choose_row(catalog), **more)


def append(state, *events, entry=None):
    """What a running gateway would do: new rows, new index, a new session row."""
    path = database_path(state)
    with sqlite3.connect(path) as db:
        last, leaf = db.execute("SELECT indexed_seq, leaf_event_id FROM session_transcript_index_state").fetchone()
        for number, event in enumerate(events, last + 1):
            whole = {"id": f"n{number}", "parentId": leaf, "timestamp": "2026-10-01T00:00:00.000Z", **event}
            leaf = whole["id"]
            data = json.dumps(whole)
            db.execute("INSERT INTO transcript_events VALUES ('s1', ?, ?, 0, NULL, ?, NULL)", (number, data, len(data)))
            identity = (leaf, number, whole["type"], whole["parentId"])
            db.execute("INSERT INTO transcript_event_identities VALUES ('s1', ?, ?, ?, ?, NULL, 0)", identity)
            place = (number - 1, number, number)
            db.execute("INSERT INTO session_transcript_active_events VALUES ('s1', ?, ?, ?, 1)", place)
            db.execute(
                "UPDATE session_transcript_index_state SET indexed_seq = ?, leaf_event_id = ?, active_event_count = ?",
                (number, leaf, number),
            )
        if entry is not None:
            stored = {"sessionId": "s1", "updatedAt": T0 + 9, **entry}
            db.execute("UPDATE session_nodes SET entry_json = ?, updated_at = ?", (json.dumps(stored), T0 + 9))
    db.close()


def kinds(inspection):
    return {child.kind: child for child in inspection.snapshot.tree.children}


def test_the_whole_way(state):
    inspection = inspected(state)
    snapshot = inspection.snapshot
    assert (snapshot.llm.provider, snapshot.llm.id, snapshot.llm.api) == ("mock", "mock-1", "openai-completions")
    assert (snapshot.window.tokens, snapshot.window.reserve_tokens, snapshot.window.source) == (
        8000,
        2000,
        "modelsConfig",
    )
    parts = kinds(inspection)
    assert parts["system_prompt"].chars == 700
    assert parts["workspace_files"].chars == 300
    assert parts["workspace_files"].children[0].text == "rules"
    assert parts["tool_schemas"].chars == 48
    labels = [child.label for child in parts["conversation"].children]
    assert labels == [
        "Summary #1",
        "assistant · noted",
        "user · list the files",
        "exec call · ls",
        "exec result · ls",
        "assistant · there you are",
    ]
    assert snapshot.tree.tokens.tokens == 8000
    assert snapshot.occupancy.measured_tokens == 300
    assert [message.role for message in snapshot.messages] == [
        "user",
        "assistant",
        "user",
        "assistant",
        "toolResult",
        "assistant",
    ]


def test_all_sums_add_up(state):
    for node in inspected(state).snapshot.tree.walk():
        if node.children:
            assert node.chars == sum(child.chars for child in node.children)
            assert node.tokens.tokens == sum(child.tokens.tokens for child in node.children)


def test_what_is_not_sent_and_why(state):
    assert [(item.entry_id, item.role, item.reason) for item in read_dropped(inspected(state))] == [
        ("e1", "user", "before_cut")
    ]


def test_the_timeline_holds_every_measured_call_and_mark(state):
    timeline = read_timeline(inspected(state))
    assert [(point.position, point.tokens) for point in timeline.points] == [(1, 100), (4, 290), (6, 300)]
    assert [(mark.position, mark.kind) for mark in timeline.marks] == [(2, "compaction")]
    assert timeline.length == 7


def test_an_earlier_moment(state):
    snapshot = inspected(state, at_entry_id="e2").snapshot
    assert [message.text for message in snapshot.messages] == ["the code is ORD-7741", "noted"]
    assert snapshot.at_entry_id == "e2"
    assert snapshot.occupancy.measured_tokens == 100
    with pytest.raises(SessionNotFoundError, match="no entry 'zz'"):
        inspected(state, at_entry_id="zz")


def test_following_appended_entries_equals_reading_anew(state):
    before = inspected(state)
    append(state, user("and now"), assistant("now it is later", usage=340), entry={**ENTRY, "totalTokens": 340})
    after, anew = refresh_inspection(before), inspected(state)
    assert after.snapshot == anew.snapshot
    assert (after.row.entries, after.row.compactions) == (anew.row.entries, anew.row.compactions) == (9, 1)
    assert after.row.bytes == anew.row.bytes
    assert after.transcript.entries[0] is before.transcript.entries[0], "what was read is not read again"
    assert after.snapshot.occupancy.measured_tokens == 340


def test_following_a_compaction_and_a_rewrite(state):
    inspection = inspected(state)
    append(state, compaction("all of it", "e7"), user("go on"))
    inspection = refresh_inspection(inspection)
    assert [message.text for message in inspection.snapshot.messages][1:] == ["there you are", "go on"]
    assert inspection.row.compactions == 2
    with sqlite3.connect(database_path(state)) as db:
        db.execute("DELETE FROM transcript_events WHERE seq = 2")
        db.execute("DELETE FROM transcript_event_identities WHERE seq = 2")
    db.close()
    assert refresh_inspection(inspection).snapshot == inspected(state).snapshot


def test_following_a_rollover_to_another_session_id(state):
    inspection = inspected(state)
    path = database_path(state)
    with sqlite3.connect(path) as db:
        entry = json.dumps({"sessionId": "s2", "updatedAt": T0 + 50})
        db.execute(
            "UPDATE session_nodes SET current_session_id = 's2', entry_json = ?, updated_at = ?", (entry, T0 + 50)
        )
        db.execute(
            "INSERT INTO session_windows VALUES ('s2', 'agent:main:main', 's1', 'rollover', ?, ?, NULL)", (T0, T0)
        )
    db.close()
    after = refresh_inspection(inspection)
    assert (after.row.session_id, after.row.previous_session_ids) == ("s2", ("s1",))
    assert after.snapshot.messages == ()


def test_tokens_by_a_real_tokenizer(state):
    inspection = inspected(state)
    counted = count_with_tokenizer(inspection, "o200k_base")
    methods = {node.kind: node.tokens.method for node in counted.snapshot.tree.walk() if not node.children}
    assert methods["text"] == "tokenizer"
    assert methods["section"] == "runtime", "a size without a text stays the runtime's estimate"
    rules = counted.snapshot.tree.children[1].children[0]
    assert (rules.label, rules.tokens.tokens) == ("AGENTS.md", 1)
    assert counted.snapshot.tree.tokens.tokens == 8000
    assert counted.snapshot.occupancy.estimated_tokens != inspection.snapshot.occupancy.estimated_tokens


def test_without_a_run_report_sizes_are_unknown_not_zero(state):
    append(state, reset("new"), entry={"totalTokens": 0, "totalTokensFresh": True, "totalTokensVersion": 1})
    inspection = inspected(state)
    assert set(kinds(inspection)) == {"conversation", "free", "reserve"}
    assert "no_run_report" in {problem.code for problem in inspection.problems}
    assert inspection.snapshot.occupancy.measured_tokens is None


def test_choosing(state):
    Database(database_path(state, "helper")).session(
        "agent:helper:main", "s9", chain(user("x")), updated=T0 + 99
    ).close()
    catalog = open_state(state, {})
    assert choose_row(catalog).key == "agent:main:main", "of several agents, main"
    assert choose_row(catalog, agent="helper").key == "agent:helper:main"
    assert choose_row(catalog, session="s9").key == "agent:helper:main"
    with pytest.raises(SessionNotFoundError, match="no session 'nope'"):
        choose_row(catalog, session="nope")
    with pytest.raises(SessionNotFoundError, match="agents: helper, main"):
        choose_row(catalog, agent="nobody")


def test_half_migrated_homes_are_not_counted_twice(state):
    folder = state / "agents" / "main" / "sessions"
    folder.mkdir()
    lines = [{"type": "session", "version": 3, "id": "s1"}, *dialogue(), *chain(user("only in the file"), prefix="f")]
    for name in ("s1", "s8"):
        text = "".join(json.dumps({**line, "id": name} if line["type"] == "session" else line) + "\n" for line in lines)
        (folder / f"{name}.jsonl").write_text(text, "utf-8")
    index = {
        "agent:main:main": {"sessionId": "s1", "updatedAt": T0},
        "agent:main:old": {"sessionId": "s8", "updatedAt": T0},
    }
    (folder / "sessions.json").write_text(json.dumps(index), "utf-8")
    catalog = open_state(state, {})
    assert (catalog.store.formats, catalog.store.live) == (("sqlite", "jsonl"), "sqlite")
    assert [(row.key, row.source, row.archive_reason) for row in catalog.sessions] == [
        ("agent:main:main", "sqlite", None),
        ("agent:main:old", "jsonl", "not migrated"),
    ]
    (twice,) = [problem for problem in catalog.problems if problem.code == "session_exists_twice"]
    assert "7 entries in the database (live), 8 in the transcript file" in twice.message


def test_an_empty_legacy_folder_beside_a_database_is_nothing(state):
    (state / "agents" / "main" / "sessions").mkdir()
    catalog = open_state(state, {})
    assert catalog.store.formats == ("sqlite",)
    assert len(catalog.sessions) == 1


def test_single_files_open(state, tmp_path):
    database = database_path(state)
    copy = tmp_path / "some-copy.db"
    copy.write_bytes(database.read_bytes())
    assert next(message.role for message in inspected(copy).snapshot.messages) == "user"
    transcript = tmp_path / "x.jsonl"
    lines = [{"type": "session", "version": 3, "id": "s1"}, *dialogue()]
    transcript.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    inspection = inspected(transcript)
    assert len(inspection.snapshot.messages) == 6
    assert inspection.catalog.store.live == "jsonl"
    assert inspection.snapshot.occupancy.measured_tokens == 300


def test_what_cannot_be_opened_is_one_sentence(tmp_path):
    with pytest.raises(StateNotFoundError, match="There is nothing at"):
        open_state(tmp_path / "nowhere", {})
    (tmp_path / "note.txt").write_text("hello", "utf-8")
    with pytest.raises(StateUnreadableError, match="neither an OpenClaw agent database nor"):
        open_state(tmp_path / "note.txt", {})
    with pytest.raises(StateNotFoundError, match="No OpenClaw state was found"):
        open_state(None, {"HOME": str(tmp_path)})


def test_the_users_own_state_is_found(state, tmp_path):
    catalog = open_state(None, {"OPENCLAW_STATE_DIR": str(state)})
    assert catalog.target == state
    (tmp_path / ".openclaw").symlink_to(state)
    assert len(open_state(None, {"HOME": str(tmp_path)}).sessions) == 1


def test_a_state_without_a_store_says_so(tmp_path):
    catalog = open_state(state_dir(tmp_path / "state"), {})
    assert catalog.sessions == ()
    assert "no_store" in {problem.code for problem in catalog.problems}
    with pytest.raises(SessionNotFoundError, match="There are no sessions"):
        choose_row(catalog)


def test_one_unreadable_store_does_not_hide_the_others(state):
    broken = database_path(state, "broken")
    broken.parent.mkdir(parents=True)
    broken.write_bytes(b"SQLite format 3\0 and then nothing good" * 50)
    catalog = open_state(state, {})
    assert [row.key for row in catalog.sessions] == ["agent:main:main"]
    assert "store_unreadable" in {problem.code for problem in catalog.problems}


def test_nothing_is_written(state):
    before = fingerprint(state)
    inspection = inspected(state)
    read_timeline(inspection)
    read_dropped(inspection)
    refresh_inspection(inspection)
    assert fingerprint(state) == before
    assert watched_paths(inspection.catalog) == (database_path(state),)


def test_it_can_be_stopped(state):
    def stop(_what, _done, _total):
        raise Cancelled

    with pytest.raises(Cancelled):
        inspected(state, progress=stop)
