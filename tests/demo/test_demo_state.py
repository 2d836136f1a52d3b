"""The demo state: a sound store, and a decision that each session forgets for the reason that its README gives."""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
import subprocess
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
import yaml
import zstandard

from inspector.assembly.branch import select_branch
from inspector.domain.javascript import js_json, utf16_length
from inspector.inspection import choose_row, inspect_session, open_demo
from inspector.stores.entry_parsing import parse_entry_header

REPOSITORY = Path(__file__).resolve().parents[2]
DEMO = REPOSITORY / "resources" / "demo"
TEXTS = REPOSITORY / "scripts" / "demo_state" / "texts"
DATABASE = DEMO / "agents" / "main" / "agent" / "openclaw-agent.sqlite"
GOLDENS = REPOSITORY.parent / "shared" / "goldens" / "prompt.json"

CODE, ROLLBACK_WORD, TICKET, PAGER = "ORD-7741", "RBK-2206", "CHG-1188", "Pager route"
KEY = "agent:main:"
SUBAGENT = f"{KEY}subagent:9f2c6a10-5b7e-4d11-9c3a-2f8e0d6b4a77"
NAMED = ["main", "telegram:direct:4711", "discord:channel:900100", "shop", "ops", "cron:nightly"]
LIVE = [*(KEY + rest for rest in NAMED), SUBAGENT]


def connect(path=DATABASE):
    return closing(sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True))


def rows(query, *parameters, path=DATABASE):
    with connect(path) as database:
        return database.execute(query, parameters).fetchall()


def decode(text, packed):
    return text if text is not None else zstandard.ZstdDecompressor().decompress(packed).decode()


def transcripts():
    """Session id -> its events in order."""
    found = {}
    query = "SELECT session_id, event_json, event_zstd FROM transcript_events ORDER BY session_id, seq"
    for session_id, text, packed in rows(query):
        found.setdefault(session_id, []).append(json.loads(decode(text, packed)))
    return found


def entries_by_key():
    return {key: json.loads(entry) for key, entry in rows("SELECT session_key, entry_json FROM session_nodes")}


def events_of(rest):
    return transcripts()[entries_by_key()[KEY + rest]["sessionId"]]


def messages_of(events, role):
    return [event["message"] for event in events if event["type"] == "message" and event["message"]["role"] == role]


def archives():
    """Session key -> events of the deleted and the cold transcript."""
    deleted = rows("SELECT session_key, archive_blob FROM session_transcript_archives")
    cold = rows(
        "SELECT session_key, archive_blob FROM session_transcript_cold_archives JOIN session_windows USING (session_id)"
    )
    return {key: [json.loads(line) for line in decode(None, blob).splitlines()] for key, blob in (*deleted, *cold)}


# --- the store ----------------------------------------------------------------------------------------------------


def test_databases_are_closed_wal_files_without_neighbours():
    for path in (DATABASE, DEMO / "state" / "openclaw.sqlite"):
        assert path.read_bytes()[18:20] == b"\x02\x02"
        assert [file.name for file in path.parent.iterdir()] == [path.name]
        assert rows("PRAGMA integrity_check", path=path) == [("ok",)]
        assert rows("PRAGMA auto_vacuum", path=path) == [(2,)]
    assert rows("PRAGMA user_version") == [(23,)]
    assert rows("PRAGMA user_version", path=DEMO / "state" / "openclaw.sqlite") == [(18,)]
    assert rows("SELECT role, schema_version, agent_id, app_version FROM schema_meta") == [
        ("agent", 23, "main", "2026.9.6")
    ]


def test_whole_state_is_small():
    assert sum(path.stat().st_size for path in DEMO.rglob("*") if path.is_file()) < 2_500_000


def test_sessions_and_their_windows():
    stored = dict(rows("SELECT session_key, archived_at FROM session_nodes"))
    assert set(stored) == {*LIVE, f"{KEY}holiday-banner", f"{KEY}autumn-sale"}
    assert [key for key, archived in stored.items() if archived is not None] == [f"{KEY}holiday-banner"]
    shop = rows(
        "SELECT session_id, previous_session_id, reason FROM session_windows WHERE session_key = ? ORDER BY created_at",
        f"{KEY}shop",
    )
    (first, _, _), (second, previous, reason) = shop
    assert (previous, reason) == (first, "rollover")
    assert entries_by_key()[f"{KEY}shop"]["sessionId"] == second


def test_row_counts_follow_the_written_turns():
    turns = yaml.safe_load((TEXTS / "main_turns.yaml").read_text())
    events = events_of("main")
    assert len(messages_of(events, "user")) == len(turns) == 61
    calls = [call for turn in turns for step in turn["calls"] for call in step]
    assert len(messages_of(events, "toolResult")) == len(calls)
    assert len(events) == 456
    kinds = Counter(event["type"] for event in events)
    assert {kind: kinds[kind] for kind in ("compaction", "leaf", "label", "branch_summary", "model_change")} == {
        "compaction": 2, "leaf": 1, "label": 1, "branch_summary": 1, "model_change": 2
    }  # fmt: skip
    blocks = Counter(
        block["type"] for event in events if "message" in event and isinstance(event["message"]["content"], list)
        for block in event["message"]["content"]
    )  # fmt: skip
    assert blocks["image"] == 3
    assert blocks["thinking"] == 4
    assert sum(message["isError"] for message in messages_of(events, "toolResult")) == 1


def test_rows_decode_to_the_length_they_state():
    packed_rows = 0
    query = "SELECT seq, event_json, event_zstd, event_utf8_bytes, navigation_json, created_at FROM transcript_events"
    for seq, text, packed, size_bytes, navigation, _ in rows(query):
        raw = decode(text, packed).encode()
        assert len(raw) == size_bytes
        if packed is None:
            assert navigation is None
            continue
        packed_rows += 1
        assert seq > 0
        assert 1024 <= size_bytes <= 4_194_304
        assert zstandard.get_frame_parameters(packed).has_checksum
        skim, event = json.loads(navigation), json.loads(raw)
        assert skim["version"] == 1
        assert skim["navigation"]["id"] == skim["report"]["entry"]["id"] == event["id"]
        assert size_bytes - len(packed) - len(navigation.encode()) >= max(64, size_bytes / 10)
    assert packed_rows > 100


def test_parents_are_there_and_identities_agree():
    for session_id, events in transcripts().items():
        assert events[0]["type"] == "session"
        assert events[0]["id"] == session_id
        known = {None}
        for event in events[1:]:
            assert event["parentId"] in known
            assert event.get("targetId", None) in known
            known.add(event["id"])
        assert len(known) == len(events)
        identities = rows(
            "SELECT event_id, event_type, parent_id FROM transcript_event_identities WHERE session_id = ? ORDER BY seq",
            session_id,
        )
        assert identities == [(event["id"], event["type"], event.get("parentId")) for event in events]


def test_index_of_the_active_branch_is_clean_and_right():
    for session_id, events in transcripts().items():
        (state,) = rows("SELECT * FROM session_transcript_index_state WHERE session_id = ?", session_id)
        active = rows(
            "SELECT event_seq, message_position, context_eligible FROM session_transcript_active_events"
            " WHERE session_id = ? ORDER BY active_position",
            session_id,
        )
        headers = [parse_entry_header(event, seq, 0) for seq, event in enumerate(events) if seq]
        branch = select_branch(headers, session_id)
        assert [seq for seq, _, _ in active] == [header.seq for header in branch.path]
        assert branch.problems == ()
        numbered = [position for _, position, _ in active if position is not None]
        assert numbered == list(range(sum(header.type == "message" for header in branch.path)))
        assert {eligible for _, _, eligible in active} == {1}
        assert state[1:6] == (len(events) - 1, branch.leaf_id, 0, len(active), len(numbered))


def test_left_branch_is_off_the_active_branch():
    events = events_of("main")
    (leaf,) = [event for event in events if event["type"] == "leaf"]
    off = {event["id"] for event in events[1:]} - {
        events[seq]["id"]
        for (seq,) in rows(
            "SELECT event_seq FROM session_transcript_active_events WHERE session_id = ?", events[0]["id"]
        )
    }
    left = [event for event in events if event["id"] in off and event["type"] == "message"]
    assert left[0]["message"]["content"].startswith("Actually, go the other way")
    assert leaf["parentId"] in off


def test_every_call_has_its_result_in_order():
    for events in transcripts().values():
        waiting = []
        for message in (event["message"] for event in events if event["type"] == "message"):
            if message["role"] == "toolResult":
                assert message["toolCallId"] == waiting.pop(0)
                continue
            assert waiting == []
            blocks = message["content"] if isinstance(message["content"], list) else []
            waiting = [block["id"] for block in blocks if block["type"] == "toolCall"]
        assert waiting == []


def test_archives_hold_whole_transcripts():
    found = archives()
    assert set(found) == {f"{KEY}code-names", f"{KEY}autumn-sale"}
    (cold,) = rows("SELECT event_count, raw_bytes, archive_bytes, storage, archive_sha256, archive_blob, archive_name"
                   " FROM session_transcript_cold_archives")  # fmt: skip
    count, raw_bytes, archive_bytes, storage, digest, blob, name = cold
    assert count == len(found[f"{KEY}autumn-sale"])
    assert raw_bytes == len(decode(None, blob).encode())
    assert (archive_bytes, storage) == (len(blob), "sqlite")
    assert hashlib.sha256(blob).hexdigest() == digest == name.removesuffix(".jsonl.zst")
    cold_id = entries_by_key()[f"{KEY}autumn-sale"]["sessionId"]
    assert rows("SELECT count(*) FROM transcript_events WHERE session_id = ?", cold_id) == [(0,)]


def test_search_table_finds_the_decision():
    hits = rows("SELECT message_id FROM session_transcript_fts WHERE session_transcript_fts MATCH '\"ORD-7741\"'")
    assert len(hits) == 6
    assert rows("SELECT count(*) FROM session_transcript_fts") == rows(
        "SELECT count(*) FROM session_transcript_fts_rows"
    )


# --- sizes --------------------------------------------------------------------------------------------------------


def test_recorded_totals_are_those_of_the_last_answer():
    for key in LIVE:
        entry = entries_by_key()[key]
        usage = messages_of(transcripts()[entry["sessionId"]], "assistant")[-1]["usage"]
        prompt_tokens = usage["input"] + usage["cacheRead"] + usage["cacheWrite"]
        assert entry["totalTokens"] == prompt_tokens
        assert entry["totalTokensFresh"] is True
        assert usage["totalTokens"] == prompt_tokens + usage["output"]
        assert min(usage.get(part, 0) for part in ("input", "output", "cacheRead", "cacheWrite")) >= 0


def test_main_is_well_filled():
    entry = entries_by_key()[f"{KEY}main"]
    usage = messages_of(events_of("main"), "assistant")[-1]["usage"]
    assert entry["contextTokens"] == 128_000
    assert 0.55 < entry["totalTokens"] / 128_000 < 0.70
    assert usage["input"] == entry["totalTokens"]
    assert entry["compactionCount"] == 2


def test_compactions_came_at_the_threshold():
    events = events_of("main")
    for index, event in enumerate(events):
        if event["type"] != "compaction":
            continue
        before = messages_of(events[:index], "assistant")[-1]["usage"]["totalTokens"]
        assert event["tokensBefore"] == before
        assert 107_500 < before < 128_000 - 4_000
        assert 0 < event["tokensAfter"] < 25_000
        kept = next(e for e in events[:index] if e["id"] == event["firstKeptEntryId"])
        assert kept["message"]["role"] == "user"
        headings = ["Decisions", "Open TODOs", "Constraints/Rules", "Pending user asks", "Exact identifiers"]
        assert re.findall(r"^## (.+)$", event["summary"], re.M)[:5] == headings
        assert len(event["summary"]) <= 16_000


def test_prompt_reports_add_up():
    for key in LIVE:
        entry = entries_by_key()[key]
        report = entry["systemPromptReport"]
        prompt, files = report["systemPrompt"], report["injectedWorkspaceFiles"]
        assert prompt["chars"] == prompt["projectContextChars"] + prompt["nonProjectContextChars"]
        injected_chars = sum(row["injectedChars"] for row in files)
        assert injected_chars < prompt["projectContextChars"] < injected_chars + 5_000
        assert report["tools"]["schemaChars"] == sum(tool["schemaChars"] for tool in report["tools"]["entries"])
        assert (report["source"], report["sessionId"], report["sessionKey"]) == ("run", entry["sessionId"], key)
        text = entry["skillsSnapshot"]["prompt"].strip()
        blocks = re.findall(r"<skill>.*?</skill>", text, re.S)
        assert report["skills"]["promptChars"] == utf16_length(text)
        assert [skill["blockChars"] for skill in report["skills"]["entries"]] == [utf16_length(b) for b in blocks]
        assert len(blocks) == 14


def test_file_rows_follow_the_kind_of_session():
    common = ["AGENTS.md", "SOUL.md", "IDENTITY.md", "USER.md"]
    wanted = {
        f"{KEY}main": [*common, "BOOTSTRAP.md", "MEMORY.md"],
        f"{KEY}telegram:direct:4711": [*common, "BOOTSTRAP.md", "MEMORY.md"],
        f"{KEY}discord:channel:900100": [*common, "BOOTSTRAP.md"],
        f"{KEY}cron:nightly": common,
        SUBAGENT: ["AGENTS.md"],
    }
    reports = {key: entry["systemPromptReport"] for key, entry in entries_by_key().items()}
    for key, names in wanted.items():
        assert [row["name"] for row in reports[key]["injectedWorkspaceFiles"]] == names
    for row in reports[f"{KEY}main"]["injectedWorkspaceFiles"]:
        if row["missing"]:
            assert (row["name"], row["rawChars"], row["injectedChars"]) == ("BOOTSTRAP.md", 0, 0)
            continue
        assert row["rawChars"] == utf16_length((DEMO / "workspace" / row["name"]).read_text().rstrip())
        assert row["truncated"] is (row["name"] in {"AGENTS.md", "USER.md"})
        assert (row["injectedChars"] < row["rawChars"]) is row["truncated"]


@pytest.fixture
def trim(monkeypatch):
    monkeypatch.syspath_prepend(str(REPOSITORY / "scripts"))
    from demo_state import bootstrap_trim

    return bootstrap_trim


def test_cut_files_lose_the_rule_and_the_pager(trim):
    workspace = DEMO / "workspace"
    rows_by_name = {
        row["name"]: row for row in entries_by_key()[f"{KEY}main"]["systemPromptReport"]["injectedWorkspaceFiles"]
    }
    for name, fact in (("AGENTS.md", TICKET), ("USER.md", PAGER)):
        text = (workspace / name).read_text()
        shown = trim.trim_file(name, text)
        assert fact in text
        assert fact not in shown
        assert utf16_length(shown) == rows_by_name[name]["injectedChars"]
    shown = trim.trim_file("AGENTS.md", (workspace / "AGENTS.md").read_text())
    assert "[Policy digest from AGENTS.md]" in shown
    assert "kept 9000+policy" in shown


@pytest.mark.parametrize("case_id", ["trunc-limit-plus-1", "user-cap-4000", "agents-policy-digest"])
def test_mirrors_the_runtime_in_cutting_files(trim, case_id):
    if not GOLDENS.is_file():
        pytest.skip("needs ../shared: goldens/prompt.json")
    case = next(c for c in json.loads(GOLDENS.read_text())["cases"] if c["id"] == case_id)
    (file,), (expected,) = case["input"]["files"], case["output"]["files"]
    shown = trim.trim_file(file["name"], spell_out(file["content"]))
    assert len(shown) == expected["length"]
    assert hashlib.sha256(shown.encode()).hexdigest() == expected["sha256"]


def spell_out(content):
    if isinstance(content, str):
        return content
    if "repeat" in content:
        return content["repeat"] * content["count"]
    if "lines" in content:
        return "".join(content["lines"].replace("{i}", str(index)) for index in range(content["count"]))
    return "".join(map(spell_out, content["concat"]))


# --- pruning ------------------------------------------------------------------------------------------------------


def test_runbook_was_trimmed_and_then_cleared():
    events = events_of("ops")
    (runbook,) = [m for m in messages_of(events, "toolResult") if CODE in js_json(m)]
    key = f"tool:{runbook['toolCallId']}:{runbook['timestamp']}"
    text = runbook["content"][0]["text"]
    assert 1500 < text.index(CODE) < len(text) - 1500
    modes = [
        {item["key"]: item["mode"] for item in event["data"]["prunedToolResults"]}
        for event in events
        if event["type"] == "custom" and "prunedToolResults" in event["data"]
    ]
    fate = [mode.get(key) for mode in modes]
    assert fate == sorted(fate, key=[None, "soft", "hard"].index)
    assert (fate[0], fate[-1]) == (None, "hard")
    assert "soft" in fate
    assert Counter(modes[-1].values()) == {"soft": 15, "hard": 2}


def test_markers_name_results_of_the_session():
    for events in transcripts().values():
        keys = {f"tool:{m['toolCallId']}:{m['timestamp']}" for m in messages_of(events, "toolResult")}
        for event in events:
            if event.get("customType") == "openclaw.cache-ttl" and "frozenToolResults" in event["data"]:
                pruned = {item["key"] for item in event["data"]["prunedToolResults"]}
                frozen = {item["key"] for item in event["data"]["frozenToolResults"]}
                assert pruned <= frozen <= keys


def test_configuration_prunes_on_one_route_and_names_no_workspace_nor_key():
    configuration = json.loads((DEMO / "openclaw.json").read_text())
    defaults, providers = configuration["agents"]["defaults"], configuration["models"]["providers"]
    assert defaults["contextPruning"] == {"mode": "cache-ttl", "ttl": "5m"}
    assert "workspace" not in defaults
    assert providers["lantern"]["api"] == "anthropic-messages"
    windows = {row["id"]: row["contextWindow"] for provider in providers.values() for row in provider["models"]}
    assert windows == {"harbor-large-1": 128_000, "harbor-large-2": 128_000, "lantern-8": 100_000}
    assert not re.search(r'"(apiKey|token|password|secret)"', js_json(configuration))


# --- where the facts stand ----------------------------------------------------------------------------------------


def readme_table():
    pattern = r"^\| `(.+?)` \| (.+?) \| `(.+?)` \| `(.+?)` \| (.+?) \|$"
    return re.findall(pattern, (DEMO / "README.md").read_text(), re.M)


def found_places():
    """(fact, place, session key or file, entry id or line) of every fact in the state, search copies left out."""
    facts = (CODE, ROLLBACK_WORD, TICKET, PAGER)
    keys = dict(rows("SELECT session_id, session_key FROM session_windows"))
    found = set()
    kinds = {f"{KEY}code-names": "deleted archive", f"{KEY}autumn-sale": "cold archive"}
    everything = [(("transcript", keys[i]), events) for i, events in transcripts().items()]
    everything += [((kinds[key], key), events) for key, events in archives().items()]
    for (place, key), events in everything:
        found |= {(fact, place, key, e["id"]) for e in events for fact in facts if fact in js_json(e)}
    workspace = DEMO / "workspace"
    for path in workspace.rglob("*.md"):
        name = path.relative_to(workspace).as_posix()
        for number, line in enumerate(path.read_text().split("\n"), 1):
            found |= {(fact, "workspace file", name, f"line {number}") for fact in facts if fact in line}
    return found


def test_facts_stand_exactly_where_the_readme_says():
    listed = readme_table()
    assert {row[:4] for row in listed} == found_places()
    assert len(listed) == len({row[:4] for row in listed}) == 12
    assert Counter((fact, where) for fact, _, where, _, _ in listed) == {
        (CODE, f"{KEY}main"): 2,
        (CODE, f"{KEY}shop"): 4,
        (CODE, f"{KEY}ops"): 1,
        (CODE, f"{KEY}code-names"): 2,
        (TICKET, "AGENTS.md"): 1,
        (PAGER, "USER.md"): 1,
        (ROLLBACK_WORD, "MEMORY.md"): 1,
    }


def test_facts_are_in_no_other_column_but_the_search_copies():
    allowed = {"transcript_events", "session_transcript_archives", "session_transcript_cold_archives"}
    with connect() as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        holding = {
            table
            for table in tables
            for row in database.execute(f"SELECT * FROM {table}")
            if table not in allowed and any(CODE in cell or TICKET in cell for cell in row if isinstance(cell, str))
        }
    assert holding == {"session_transcript_fts", "session_transcript_fts_content"}


def test_code_was_said_in_week_one_and_is_gone_from_every_window():
    catalog = open_demo()
    for key in set(LIVE) - {f"{KEY}ops"}:  # there the row is in the window, and its marker says that it was cleared
        messages = inspect_session(catalog, choose_row(catalog, session=key)).snapshot.messages
        assert messages
        assert not any(CODE in message.text for message in messages)
    events = events_of("main")
    said = [event["timestamp"][:10] for event in events if CODE in js_json(event)]
    assert said == ["2026-11-17", "2026-11-17"]


def test_main_asks_for_the_code_on_the_last_day():
    events = events_of("main")
    ask = next(e for e in events if "Which deploy code was it?" in js_json(e))
    assert ask["timestamp"].startswith("2026-11-28")
    summaries = [event["summary"] for event in events if event["type"] == "compaction"]
    assert all("January freeze" in summary and CODE not in summary for summary in summaries)


def test_shop_forgets_by_rollover_and_reset():
    events = events_of("shop")
    (reset,) = [index for index, event in enumerate(events) if event["type"] == "reset"]
    assert events[reset]["reason"] == "new"
    holding = [index for index, event in enumerate(events) if CODE in js_json(event)]
    assert holding
    assert max(holding) < reset


# --- opening it, making it ----------------------------------------------------------------------------------------


def test_inspector_opens_it_without_a_problem():
    catalog = open_demo()
    assert catalog.problems == ()
    assert catalog.store.schema_version == 23
    assert [agent.workspace for agent in catalog.agents] == [DEMO / "workspace"]
    inspection = inspect_session(catalog, choose_row(catalog))
    assert inspection.row.key == f"{KEY}main"
    assert inspection.problems == ()
    assert (inspection.row.entries, inspection.row.compactions) == (455, 2)


def test_memory_index_differs_from_the_notes_in_two_places():
    indexed = dict(rows("SELECT path, hash FROM memory_index_sources"))
    files = {
        path.relative_to(DEMO / "workspace").as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in (DEMO / "workspace").rglob("*.md")
    }
    notes = {path for path in files if path.startswith("memory/")} | {"MEMORY.md", "USER.md"}
    assert notes - set(indexed) == {"memory/2026-11-25.md"}
    assert {path for path, digest in indexed.items() if files[path] != digest} == {"memory/2026-11-27.md"}
    query = "SELECT id, path, source, start_line, end_line, hash, model, text FROM memory_index_chunks"
    for chunk_id, path, source, start, end, digest, model, text in rows(query):
        assert digest == hashlib.sha256(text.encode()).hexdigest()
        name = f"{source}:{path}:{start}:{end}:{digest}:{model}"
        assert chunk_id == hashlib.sha256(name.encode()).hexdigest()
    assert rows("SELECT count(*) FROM memory_index_chunks_fts WHERE memory_index_chunks_fts MATCH 'freeze'") == [(2,)]


@pytest.fixture(scope="module")
def made_again(tmp_path_factory):
    folder = tmp_path_factory.mktemp("demo")
    script = REPOSITORY / "scripts" / "make_demo.py"
    subprocess.run([sys.executable, str(script), str(folder)], check=True, cwd=folder, timeout=100)
    return folder


def test_script_makes_the_same_files(made_again):
    assert listing(made_again) == listing(DEMO)
    versions = f"Made with SQLite {sqlite3.sqlite_version} and zstd {'.'.join(map(str, zstandard.ZSTD_VERSION))}."
    same_tools = versions in (DEMO / "README.md").read_text()
    for name in listing(DEMO):
        mine, theirs = (made_again / name).read_bytes(), (DEMO / name).read_bytes()
        if name.endswith(".sqlite") and not same_tools:
            assert contents(made_again / name) == contents(DEMO / name), name
        elif name == "README.md":
            assert mine.split(b"Made with")[0] == theirs.split(b"Made with")[0]
        else:
            assert mine == theirs, name


def test_contents_tell_two_databases_apart(made_again):
    agent, shared = (name for name in listing(DEMO) if name.endswith(".sqlite"))
    assert contents(DEMO / agent) == contents(made_again / agent)
    assert contents(DEMO / agent) != contents(DEMO / shared)


def listing(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def contents(path):
    """Every row of every table, zstd frames unpacked and shadow tables left out: what must not depend on versions."""
    packed = {"event_zstd", "archive_blob"}
    derived = {"archive_sha256", "archive_name", "archive_bytes"}
    with connect(path) as database:
        database.row_factory = sqlite3.Row
        tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%_fts_%'")
        names = [row["name"] for row in tables] + ["session_transcript_fts_rows"]
        return {
            name: [
                {
                    column: decode(None, row[column]) if column in packed and row[column] else row[column]
                    for column in row.keys()  # noqa: SIM118 - a row is no mapping
                    if column not in derived
                }
                for row in database.execute(f"SELECT * FROM {name}")
            ]
            for name in names
            if database.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (name,)).fetchone()
        }
