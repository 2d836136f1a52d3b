"""States that real releases of the JSONL era wrote."""

import json

import pytest
from jsonl_builder import RECORDINGS, fingerprint, opened

from inspector.domain.entries import UnknownEntry
from inspector.domain.progress import ignore_progress
from inspector.stores.agent_stores import AgentStores
from inspector.stores.jsonl_store import JsonlFormat

NAMES = ["jsonl-2026.3.24", "jsonl-2026.6.11", "jsonl-2026.7.1"]


@pytest.fixture(params=NAMES)
def folder(request):
    found = RECORDINGS / request.param / "state" / "agents" / "main" / "sessions"
    if not found.is_dir():
        pytest.skip(f"needs ../shared: recordings/{request.param}")
    return found


def test_rows_counts_and_bodies_equal_the_files(folder):
    assert JsonlFormat().find_stores(AgentStores((), (folder,), folder / "sessions.json")) == (folder,)
    stored = json.loads((folder / "sessions.json").read_bytes())
    with opened(folder) as (reader, log):
        rows = reader.read_rows(log)
        assert sorted(row.key for row in rows) == sorted(stored)
        assert reader.schema_version == 3
        for row in rows:
            entry = stored[row.key]
            lines = [json.loads(line) for line in row.path.read_bytes().splitlines()]
            assert row.path == folder / f"{entry['sessionId']}.jsonl"
            assert row.entries == len(lines) - 1
            assert row.bytes == row.path.stat().st_size - len(lines)
            assert row.compactions == sum(line["type"] == "compaction" for line in lines) > 0
            assert row.resets == 0
            assert row.kind == ("direct" if entry.get("chatType") == "direct" else "other")
            assert (row.total_tokens.value, row.total_tokens.fresh) == (entry["totalTokens"], True)
            assert row.entry["skillsSnapshot"]["prompt"].endswith("</available_skills>")
            index = reader.read_index(row, ignore_progress)
            assert [(h.seq, h.id, h.parent_id, h.type) for h in index.headers] == [
                (seq, line["id"], line["parentId"], line["type"]) for seq, line in enumerate(lines) if seq
            ]
            entries = reader.read_entries(row, [header.seq for header in index.headers], log, ignore_progress)
            assert [entry.header for entry in entries] == list(index.headers)
            assert not any(isinstance(entry, UnknownEntry) for entry in entries)
            assert index.problems == ()
    assert log.problems() == ()


def test_reading_leaves_the_recording_as_it_was(folder):
    before = fingerprint(folder)
    with opened(folder) as (reader, log):
        for row in reader.read_rows(log):
            reader.read_entries(row, range(1, row.entries + 1), log, ignore_progress)
    assert fingerprint(folder) == before
    assert log.problems() == ()
