"""Estimates and windows against what the runtime itself stored in the recordings."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import zstandard

from inspector.assembly.branch import select_branch
from inspector.assembly.llm_window import resolve_context_window
from inspector.assembly.session_context import BOUNDARY_TYPES, build_session_context, select_slice
from inspector.domain.contexts import Llm
from inspector.runtime import get_runtime_rules
from inspector.stores.entry_parsing import parse_entry
from inspector.tokens.message_estimates import estimate_context_tokens
from inspector.tokens.usage import find_recorded_total

RECORDINGS = Path(__file__).resolve().parents[3] / "shared" / "recordings"
RULES = get_runtime_rules("2026.9.6")
SQLITE = ["bootstrap", "compaction", "compaction-auto", "compaction-cjk", "lifecycle", "pruning-hard", "odd-anthropic"]
JSONL = ["2026.3.24", "2026.6.11", "2026.7.1"]


def _state(name):
    state = RECORDINGS / name / "state"
    if not state.is_dir():
        pytest.skip(f"needs ../shared: recordings/{name}")
    return state


def _connect(state):
    path = state / "agents" / "main" / "agent" / "openclaw-agent.sqlite"
    return closing(sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True))


def _rows(connection, query, *parameters):
    return connection.execute(query, parameters).fetchall()


def _window(state, entry, rules):
    config = json.loads((state / "openclaw.json").read_text(encoding="utf-8"))
    return resolve_context_window(Llm(entry["modelProvider"], entry["model"], None), config, entry, rules)


@pytest.mark.parametrize("name", SQLITE)
def test_window_reserve_and_counter_are_those_of_the_last_run(name):
    state = _state(name)
    with _connect(state) as connection:
        entries = [json.loads(row[0]) for row in _rows(connection, "SELECT entry_json FROM session_nodes")]
    assert entries
    for entry in entries:
        window, status = _window(state, entry, RULES), entry["contextBudgetStatus"]
        assert (window.tokens, window.notes) == (entry["contextTokens"], ())
        assert window.reserve_tokens == status["reserveTokens"]
        assert window.budget_tokens == status["promptBudgetBeforeReserve"]
        assert find_recorded_total(entry, RULES).fresh


@pytest.mark.parametrize("version", JSONL)
def test_older_releases(version):
    state, rules = _state(f"jsonl-{version}"), get_runtime_rules(version)
    index = json.loads((state / "agents" / "main" / "sessions" / "sessions.json").read_text(encoding="utf-8"))
    for entry in index.values():
        window, report = _window(state, entry, rules), entry["systemPromptReport"]
        assert window.tokens == entry["contextTokens"]
        assert rules.bootstrap.file_max_chars == report["bootstrapMaxChars"]
        assert rules.bootstrap.total_max_chars == report["bootstrapTotalMaxChars"]
        if "contextBudgetStatus" in entry:
            assert window.reserve_tokens == entry["contextBudgetStatus"]["reserveTokens"]
        assert {file["name"] for file in report["injectedWorkspaceFiles"]} <= set(rules.bootstrap.files)
        assert find_recorded_total(entry, rules).fresh


def _entries(connection, session_id):
    query = "SELECT seq, event_json, event_zstd FROM transcript_events WHERE session_id = ? AND seq > 0 ORDER BY seq"
    for seq, text, packed in _rows(connection, query, session_id):
        raw = text if text is not None else zstandard.ZstdDecompressor().decompressobj().decompress(packed)
        yield parse_entry(json.loads(raw), seq, 0)


@pytest.mark.parametrize(("name", "compactions"), [("compaction", 2), ("compaction-cjk", 2), ("compaction-auto", 1)])
def test_context_before_each_compaction_is_what_the_runtime_noted(name, compactions):
    with _connect(_state(name)) as connection:
        session_id = _rows(connection, "SELECT current_session_id FROM session_nodes")[0][0]
        entries = list(_entries(connection, session_id))
    ours, noted = [], []
    for place, entry in enumerate(entries):
        if entry.header.type == "compaction":
            by_id = {one.header.id: one for one in entries[:place]}
            path = [by_id[one.id] for one in select_branch([one.header for one in entries[:place]], name).path]
            boundary = next((one for one in reversed(path) if one.header.type in BOUNDARY_TYPES), None)
            part = select_slice([one.header for one in path], boundary)
            index = None if part.boundary is None else part.boundary - part.kept_from
            messages, _ = build_session_context(path[part.kept_from :], index)
            ours.append(estimate_context_tokens([replayed.message for replayed in messages], RULES).tokens)
            noted.append(entry.tokens_before)
    assert len(noted) == compactions
    assert ours == noted
