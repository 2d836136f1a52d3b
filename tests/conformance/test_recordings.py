"""What this program says of states that a real OpenClaw wrote, held against those states themselves."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
import zstandard
from store_builder import fingerprint

from inspector.inspection import inspect_session, open_state, read_dropped, read_timeline

RECORDINGS = Path(__file__).resolve().parents[3] / "shared" / "recordings"
STATES = sorted(RECORDINGS.glob("*/state"))
DATABASES = sorted(RECORDINGS.glob("*/state/agents/*/agent/openclaw-agent.sqlite"))
SNAPSHOTS = sorted(RECORDINGS.glob("*/snapshot-*/main.sqlite"))

if not STATES:
    pytest.skip("needs ../shared: the recordings of a real OpenClaw", allow_module_level=True)


def name(path):
    return "-".join(part for part in path.relative_to(RECORDINGS).parts[:2] if part != "state")


def connect(path):
    return sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)


def events_of(db, session_id):
    query = "SELECT event_json, event_zstd, event_utf8_bytes FROM transcript_events WHERE session_id = ? ORDER BY seq"
    for plain, packed, size in db.execute(query, (session_id,)):
        yield json.loads(
            plain if plain is not None else zstandard.ZstdDecompressor().decompress(packed, max_output_size=size)
        )


def state_of(database):
    return database.parents[3]


@pytest.mark.parametrize("path", [*DATABASES, *SNAPSHOTS], ids=name)
def test_the_session_list_is_the_databases(path):
    db = connect(path)
    rows = {row.key: row for row in open_state(path, {}).sessions if not row.archived}
    stored = db.execute("SELECT session_key, current_session_id FROM session_nodes").fetchall()
    assert set(rows) == {key for key, _ in stored}
    for key, session_id in stored:
        events = list(events_of(db, session_id))
        row = rows[key]
        assert row.session_id == session_id
        assert row.entries == len(events) - 1
        assert row.compactions == sum(event["type"] == "compaction" for event in events)
        assert row.resets == sum(event["type"] == "reset" for event in events)
        size = db.execute("SELECT sum(event_utf8_bytes) FROM transcript_events WHERE session_id = ?", (session_id,))
        assert row.bytes == size.fetchone()[0]
    db.close()


def inspections(path):
    catalog = open_state(path, {})
    return [inspect_session(catalog, row) for row in catalog.sessions if not row.archived]


@pytest.mark.parametrize("state", STATES, ids=name)
def test_first_level_numbers_are_the_stored_reports(state):
    for inspection in inspections(state):
        report = inspection.row.entry["systemPromptReport"]
        parts = {child.kind: child for child in inspection.snapshot.tree.children}
        prompt = report["systemPrompt"]
        assert parts["workspace_files"].chars == prompt["projectContextChars"]
        assert parts["skills"].chars == report["skills"]["promptChars"]
        assert parts["system_prompt"].chars == prompt["nonProjectContextChars"] - report["skills"]["promptChars"]
        assert sum(parts[kind].chars for kind in ("system_prompt", "workspace_files", "skills")) == prompt["chars"]
        tools = parts["tool_schemas"]
        assert tools.detail["schema_chars"] == report["tools"]["schemaChars"]
        assert [(tool.label, tool.detail["schema_chars"]) for tool in tools.children] == [
            (tool["name"], tool["schemaChars"]) for tool in report["tools"]["entries"]
        ]
        injected = {file["name"]: file["injectedChars"] for file in report["injectedWorkspaceFiles"]}
        files = {child.id.rpartition("/")[2]: child.chars for child in parts["workspace_files"].children}
        assert {key: files[key] for key in injected} == injected


@pytest.mark.parametrize("path", [*STATES, *SNAPSHOTS], ids=name)
def test_sums_add_up_and_the_window_is_filled(path):
    for inspection in inspections(path):
        tree = inspection.snapshot.tree
        for node in tree.walk():
            if node.children:
                assert node.chars == sum(child.chars for child in node.children)
                assert node.tokens.tokens == sum(child.tokens.tokens for child in node.children)
        assert tree.tokens.tokens == inspection.snapshot.window.tokens
        assert len({node.id for node in tree.walk()}) == sum(1 for _ in tree.walk())


@pytest.mark.parametrize("path", [*STATES, *SNAPSHOTS], ids=name)
def test_every_message_of_the_branch_is_sent_or_accounted_for(path):
    for inspection in inspections(path):
        branch = inspection.transcript.branch.path
        messages = {header.id for header in branch if header.type in {"message", "custom_message", "branch_summary"}}
        sent = {message.entry_id for message in inspection.snapshot.messages}
        dropped = {item.entry_id for item in read_dropped(inspection)}
        assert not sent & dropped
        assert messages <= sent | dropped


@pytest.mark.parametrize("path", SNAPSHOTS, ids=name)
def test_the_measurement_is_the_last_answers_and_never_the_estimate_after_a_compaction(path):
    db = connect(path)
    for inspection in inspections(path):
        active = "SELECT event_seq FROM session_transcript_active_events WHERE session_id = ? ORDER BY active_position"
        seqs = [seq for (seq,) in db.execute(active, (inspection.row.session_id,))]
        events = list(events_of(db, inspection.row.session_id))
        expected = None
        for event in (events[seq] for seq in seqs):
            message = event.get("message", {})
            if event["type"] in {"compaction", "reset"}:
                expected = None
            elif message.get("role") == "assistant" and message.get("stopReason") not in {"error", "aborted"}:
                usage = message["usage"]
                expected = (usage["input"] + usage["cacheRead"] + usage["cacheWrite"]) or expected
        assert inspection.snapshot.occupancy.measured_tokens == expected
    db.close()


def test_the_estimate_is_close_to_what_the_provider_counted():
    """Known parts against the provider's own count: the rest is shown as a residual, and it is small."""
    (inspection,) = inspections(RECORDINGS / "compaction" / "state")
    occupancy = inspection.snapshot.occupancy
    assert occupancy.measured_tokens == 26_594
    assert 0 < occupancy.residual_tokens < 0.05 * occupancy.measured_tokens


def test_the_timeline_has_the_compactions():
    (inspection,) = inspections(RECORDINGS / "compaction" / "state")
    timeline = read_timeline(inspection)
    assert [mark.kind for mark in timeline.marks] == ["compaction", "compaction"]
    assert timeline.points[0].tokens == 10_437
    assert timeline.points[-1].tokens == 26_594


def test_packed_rows_are_part_of_the_picture():
    """18 of the 74 rows are packed; a reader of ``event_json`` alone would miss their results."""
    (inspection,) = inspections(RECORDINGS / "compaction" / "state")
    db = connect(inspection.row.path)
    query = (
        "SELECT i.event_id, e.seq, i.event_type FROM transcript_events e"
        " JOIN transcript_event_identities i USING (session_id, seq) WHERE e.event_json IS NULL"
    )
    packed = db.execute(query).fetchall()
    (last_compaction,) = db.execute(
        "SELECT event_id FROM transcript_event_identities WHERE event_type = 'compaction' ORDER BY seq DESC"
    ).fetchone()
    (first_kept,) = (
        event["firstKeptEntryId"]
        for event in events_of(db, inspection.row.session_id)
        if event.get("id") == last_compaction
    )
    (kept_seq,) = db.execute("SELECT seq FROM transcript_event_identities WHERE event_id = ?", (first_kept,)).fetchone()
    db.close()
    assert len(packed) == 18
    shown = {message.entry_id: message.chars for message in inspection.snapshot.messages}
    in_window = {
        event_id
        for event_id, seq, kind in packed
        if seq >= kept_seq and (kind == "message" or event_id == last_compaction)
    }
    assert {event_id for event_id, _, _ in packed} & shown.keys() == in_window
    assert sum(shown[event_id] for event_id in in_window) > 50_000


@pytest.mark.parametrize("state", STATES, ids=name)
def test_a_recording_is_not_touched(state):
    before = fingerprint(state)
    inspections(state)
    assert fingerprint(state) == before
