"""Writes the demo's two databases: the same tables, columns and keys as OpenClaw 2026.9.6, in our own words.

Checks, triggers and most indexes of the runtime are left out; what they keep true is kept true by the writer. Source
of names and shapes: history-side.md sections 1.3 and 1.4. Files come out closed and checkpointed, with no neighbours.
"""

from __future__ import annotations

import hashlib
import itertools
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import zstandard

from demo_state.clock import IdSource, november_ms
from demo_state.json_dict import JsonDict
from demo_state.memory_index import build_memory_index
from demo_state.sessions import AGENT, Session, Window
from demo_state.transcript import Transcript
from demo_state.workspace import WORKSPACE
from inspector.domain.javascript import js_json
from inspector.domain.json_values import JsonValue
from inspector.stores.entry_parsing import parse_timestamp_ms

APP_VERSION = "2026.9.6"
AGENT_SCHEMA, GLOBAL_SCHEMA = 23, 18
_ZSTD_FROM_BYTES, _ZSTD_TO_BYTES = 1024, 4_194_304
_CREATED_MS = november_ms("15 08:00")

_AGENT_TABLES = """
create table schema_meta (meta_key text not null primary key, role text not null, schema_version integer not null,
  agent_id text, app_version text, created_at integer not null, updated_at integer not null) strict;
create table session_nodes (session_key text not null primary key, current_session_id text not null,
  entry_json text not null, legacy_acp_migration_json text, entry_valid integer not null default 0,
  updated_at integer not null, status text, created_at integer, created_via text, created_actor_type text,
  created_actor_id text, owner_actor_type text, owner_actor_id text, owner_assigned_by_type text,
  owner_assigned_by_id text, owner_assigned_at integer, project_id text, parent_session_key text, spawned_by text,
  fork_source_session_key text, fork_source_session_id text, fork_source_entry_id text, label text, display_name text,
  category text, icon text, pinned_at integer, archived_at integer, last_read_at integer, last_interaction_at integer,
  last_activity_at integer) strict;
create table session_windows (session_id text not null primary key, session_key text not null,
  previous_session_id text, reason text, session_scope text not null default 'conversation',
  created_at integer not null, updated_at integer not null, transcript_updated_at integer,
  transcript_observed_at integer, session_entry_provenance integer not null default 0,
  acp_owned integer not null default 0, plugin_owner_id text, hook_external_content_source text, started_at integer,
  ended_at integer, status text, chat_type text, channel text, account_id text, primary_conversation_id text,
  model_provider text, model text, agent_harness_id text, parent_session_key text, spawned_by text,
  display_name text) strict;
create table transcript_events (session_id text not null, seq integer not null, event_json text,
  created_at integer not null, event_zstd blob, event_utf8_bytes integer, navigation_json text,
  primary key (session_id, seq)) strict;
create table transcript_event_identities (session_id text not null, event_id text not null, seq integer not null,
  event_type text, parent_id text, message_idempotency_key text, created_at integer not null,
  primary key (session_id, event_id)) strict;
create table session_transcript_index_state (session_id text not null primary key, indexed_seq integer not null,
  leaf_event_id text, needs_rebuild integer not null default 0, active_event_count integer not null default 0,
  active_message_count integer not null default 0, updated_at integer not null) strict;
create table session_transcript_active_events (session_id text not null, active_position integer not null,
  event_seq integer not null, message_position integer, context_eligible integer,
  primary key (session_id, active_position)) strict;
create table session_transcript_archives (session_id text not null, generation text not null,
  session_key text not null, reason text not null, encoding text not null, archive_blob blob not null,
  archive_sha256 text not null, archive_name text not null unique, created_at integer not null, published_at integer,
  publish_attempts integer not null default 0, last_publish_attempt_at integer, last_publish_error text,
  primary key (session_id, generation)) strict;
create table session_transcript_cold_archives (session_id text not null primary key, generation text not null,
  archive_name text not null unique, archive_sha256 text not null, event_count integer not null,
  raw_bytes integer not null, archive_bytes integer not null, last_seq integer not null, archived_at integer not null,
  storage text not null, archive_blob blob) strict;
create table transcript_rewrite_watermarks (session_id text not null primary key, generation text not null,
  updated_at integer not null) strict;
create table session_transcript_fts_rows (id integer primary key, session_id text not null, message_id text) strict;
create virtual table session_transcript_fts using fts5(text, session_id unindexed, message_id unindexed,
  role unindexed, timestamp unindexed, tokenize = 'unicode61 remove_diacritics 2');
create table memory_index_meta (key text primary key, value text not null) strict;
create table memory_index_sources (id integer primary key, path text not null, source text not null default 'memory',
  hash text not null, mtime real not null, size integer not null, unique (path, source)) strict;
create table memory_index_chunks (chunk_rowid integer primary key, id text not null unique, path text not null,
  source text not null default 'memory', start_line integer not null, end_line integer not null, hash text not null,
  model text not null, text text not null, embedding blob not null, updated_at integer not null) strict;
create table memory_index_chunk_recall_metadata (chunk_id text primary key, importance integer, triggers text,
  project_key text) strict;
create table memory_index_chunk_provenance (chunk_id text primary key, origin_class text not null,
  session_kind text not null, observed_at integer not null, supersedes_key text) strict;
create table memory_index_state (id integer primary key, revision integer not null) strict;
create virtual table memory_index_chunks_fts using fts5(text, id unindexed, path unindexed, source unindexed,
  model unindexed, start_line unindexed, end_line unindexed);
create virtual table memory_index_paths_fts using fts5(path, source unindexed);
"""
_GLOBAL_TABLES = """
create table schema_meta (meta_key text not null primary key, role text not null, schema_version integer not null,
  agent_id text, app_version text, created_at integer not null, updated_at integer not null) strict;
create table workspace_setup_state (workspace_key text not null primary key, workspace_path text, version integer,
  bootstrap_seeded_at text, setup_completed_at text, updated_at integer, attested_at_ms integer,
  attestation_updated_at_ms integer) strict;
create table workspace_path_aliases (alias_key text not null primary key, alias_path text not null,
  workspace_key text not null, workspace_path text not null, updated_at_ms integer not null) strict;
"""


def write_agent_database(path: Path, sessions: list[Session], files: dict[str, str]) -> None:
    """Write the agent's database with ``sessions`` and the index of the memory files among ``files``."""
    with _new_database(path, _AGENT_TABLES, AGENT_SCHEMA) as database:
        _insert(
            database, "schema_meta", ("primary", "agent", AGENT_SCHEMA, AGENT, APP_VERSION, _CREATED_MS, _CREATED_MS)
        )
        for session in sessions:
            if session.stored_as == "deleted":
                _insert_deleted(database, session)
            else:
                _insert_session(database, session)
        for table, rows in build_memory_index(files).items():
            for row in rows:
                _insert_named(database, table, row)
        for table in ("session_transcript_fts", "memory_index_chunks_fts", "memory_index_paths_fts"):
            database.execute(f"insert into {table}({table}) values ('optimize')")  # noqa: S608 - our own names


def write_global_database(path: Path) -> None:
    """Write the database that agents share: only its identity and the workspace."""
    with _new_database(path, _GLOBAL_TABLES, GLOBAL_SCHEMA) as database:
        meta = ("primary", "global", GLOBAL_SCHEMA, None, APP_VERSION, _CREATED_MS, _CREATED_MS)
        _insert(database, "schema_meta", meta)
        key = hashlib.sha256(WORKSPACE.encode()).hexdigest()
        _insert(database, "workspace_setup_state", (key, WORKSPACE, None, None, None, None, _CREATED_MS, _CREATED_MS))


@contextmanager
def _new_database(path: Path, tables: str, version: int) -> Iterator[sqlite3.Connection]:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as database:
        database.execute("pragma auto_vacuum = incremental")
        database.execute("pragma journal_mode = wal")
        database.executescript(tables)
        database.execute(f"pragma user_version = {version}")
        with database:
            yield database
        database.execute("vacuum")
        database.execute("pragma wal_checkpoint(truncate)")


def _insert_session(database: sqlite3.Connection, session: Session) -> None:
    entry = session.entry
    row: JsonDict = {
        "session_key": session.key,
        "current_session_id": session.current.session_id,
        "entry_json": js_json(entry),
        "entry_valid": 1,
        "updated_at": entry["updatedAt"],
        "status": entry["status"],
        "created_at": entry["createdAt"],
        "created_via": entry["createdVia"],
        "display_name": session.key.split(":", 2)[2],
        "archived_at": session.archived_at_ms,
        "last_interaction_at": entry["lastInteractionAt"],
        "last_activity_at": entry["lastActivityAt"],
    }
    if session.kind == "subagent":
        row |= {"parent_session_key": f"agent:{AGENT}:main", "spawned_by": f"agent:{AGENT}:main"}
    _insert_named(database, "session_nodes", row)
    for window in session.windows:
        _insert_window(database, session, window)
        if session.stored_as == "cold":
            _insert_cold(database, window.transcript)
        else:
            _insert_transcript(database, window.transcript)


def _insert_window(database: sqlite3.Connection, session: Session, window: Window) -> None:
    transcript = window.transcript
    parts = session.key.split(":")
    row: JsonDict = {
        "session_id": transcript.session_id,
        "session_key": session.key,
        "previous_session_id": window.previous_id,
        "reason": window.reason,
        "session_scope": session.scope,
        "created_at": transcript.started_ms,
        "updated_at": transcript.now_ms + 15,
        "transcript_updated_at": transcript.now_ms,
        "transcript_observed_at": transcript.now_ms,
        "session_entry_provenance": 1,
        "started_at": transcript.started_ms,
        "ended_at": transcript.now_ms,
        "status": "done",
        "chat_type": session.entry["chatType"],
        "channel": parts[2] if parts[2] in {"telegram", "discord"} else None,
        "model_provider": transcript.route.provider,
        "model": transcript.route.llm,
        "agent_harness_id": "openclaw",
        "display_name": session.key.split(":", 2)[2],
    }
    _insert_named(database, "session_windows", row)


def _insert_transcript(database: sqlite3.Connection, transcript: Transcript) -> None:
    session_id = transcript.session_id
    seqs = {}
    for seq, event in enumerate(transcript.entries):
        at_ms = parse_timestamp_ms(event["timestamp"])
        plain, packed, size_bytes, navigation = store_event(event)
        _insert(database, "transcript_events", (session_id, seq, plain, at_ms, packed, size_bytes, navigation))
        key = event.get("message", {}).get("idempotencyKey")
        identity = (session_id, event["id"], seq, event["type"], event.get("parentId"), key, at_ms)
        _insert(database, "transcript_event_identities", identity)
        seqs[event["id"]] = seq
    path = transcript.path()
    positions = itertools.count()
    for position, entry in enumerate(path):
        message_position = next(positions) if entry["type"] == "message" else None
        row = (session_id, position, seqs[entry["id"]], message_position, 1)
        _insert(database, "session_transcript_active_events", row)
        if message_position is not None:
            _insert_search_row(database, session_id, entry)
    state = (session_id, len(transcript.entries) - 1, transcript.leaf, 0, len(path), next(positions), transcript.now_ms)
    _insert(database, "session_transcript_index_state", state)
    generation = IdSource(f"generation/{session_id}").hex(32)
    _insert(database, "transcript_rewrite_watermarks", (session_id, generation, transcript.started_ms))


def _insert_search_row(database: sqlite3.Connection, session_id: str, entry: JsonDict) -> None:
    message = entry["message"]
    content = message["content"]
    texts = [content] if isinstance(content, str) else [block["text"] for block in content if block["type"] == "text"]
    if message["role"] not in {"user", "assistant"} or not texts:
        return
    row = (
        "\n".join(texts),
        session_id,
        entry["id"],
        message["role"],
        float(parse_timestamp_ms(entry["timestamp"]) or 0),
    )
    _insert(database, "session_transcript_fts", row)
    _insert(database, "session_transcript_fts_rows", (None, session_id, entry["id"]))


def store_event(event: JsonDict) -> tuple[str | None, bytes | None, int, str | None]:
    """``(event_json, event_zstd, event_utf8_bytes, navigation_json)`` as the runtime stores ``event``.

    Source: history-side.md section 1.4: one zstd frame of level 1 with checksum where it saves a tenth and 64 bytes.
    """
    text = js_json(event)
    raw = text.encode()
    if event["type"] == "session" or not _ZSTD_FROM_BYTES <= len(raw) <= _ZSTD_TO_BYTES or "\\u" in text:
        return text, None, len(raw), None
    navigation = js_json(_navigation(event, len(raw)))
    packed = _compress(raw)
    if len(raw) - len(packed) - len(navigation.encode()) < max(64, -(-len(raw) // 10)):
        return text, None, len(raw), None
    return None, packed, len(raw), navigation


def _navigation(event: JsonDict, size_bytes: int) -> JsonDict:
    place: JsonDict = {"type": event["type"]}
    place |= {"customType": event["customType"]} if "customType" in event else {}
    place |= {key: event[key] for key in ("id", "parentId", "timestamp")}
    message = event.get("message")
    reset, llm = dict(place), dict(place)
    if message is not None:
        run_id = message.get("__openclaw", {}).get("runId")
        place["message"] = {"role": message["role"]} | ({"__openclaw": {"runId": run_id}} if run_id else {})
        reset["message"] = {"role": message["role"]}
        skipped = {"content", "details", "__openclaw", "usage"}
        llm["message"] = {key: value for key, value in message.items() if key not in skipped} | {"content": []}
    elif event["type"] == "compaction":
        for part in (place, reset, llm):
            part["firstKeptEntryId"] = event["firstKeptEntryId"]
        place["tokensBefore"] = llm["tokensBefore"] = event["tokensBefore"]
        llm["summary"] = ""
    details_bytes = (
        len(js_json({"details": message["details"]}).encode()) - 1 if message and "details" in message else 0
    )
    data_bytes = len(js_json({"data": event["data"]}).encode()) - 1 if "data" in event else 0
    entry = {key: event[key] for key in ("id", "parentId", "timestamp", "type")}
    return {
        "version": 1,
        "report": {"kind": "canonical", "hasParentId": True, "entry": entry},
        "navigation": place,
        "reset": reset,
        "model": llm,
        "modelBytes": size_bytes - details_bytes,
        "modelWithoutCheckpointBytes": size_bytes - details_bytes,
        "withoutCustomDataBytes": size_bytes - data_bytes,
    }


def _insert_deleted(database: sqlite3.Connection, session: Session) -> None:
    transcript = session.current
    blob = _compress(_as_lines(transcript))
    name = f"{transcript.session_id}.jsonl.deleted.2026-11-17T09-40-00.000Z.zst"
    generation = IdSource(f"generation/{transcript.session_id}").hex(32)
    at_ms = november_ms("17 09:40")
    row = (transcript.session_id, generation, session.key, "deleted", "zstd", blob, hashlib.sha256(blob).hexdigest())
    _insert(database, "session_transcript_archives", (*row, name, at_ms, at_ms, 1, at_ms, None))


def _insert_cold(database: sqlite3.Connection, transcript: Transcript) -> None:
    lines = _as_lines(transcript)
    blob = _compress(lines)
    digest = hashlib.sha256(blob).hexdigest()
    generation = IdSource(f"generation/{transcript.session_id}").hex(32)
    count = len(transcript.entries)
    sizes = (count, len(lines), len(blob), count - 1, november_ms("22 03:30"))
    row = (transcript.session_id, generation, f"{digest}.jsonl.zst", digest, *sizes, "sqlite", blob)
    _insert(database, "session_transcript_cold_archives", row)
    _insert(database, "transcript_rewrite_watermarks", (transcript.session_id, generation, transcript.started_ms))


def _as_lines(transcript: Transcript) -> bytes:
    return "".join(f"{js_json(event)}\n" for event in transcript.entries).encode()


def _compress(raw: bytes) -> bytes:
    return zstandard.ZstdCompressor(level=1, write_checksum=True, write_content_size=True).compress(raw)


def _insert(database: sqlite3.Connection, table: str, row: Iterable[JsonValue]) -> None:
    values = tuple(row)
    database.execute(f"insert into {table} values ({', '.join('?' * len(values))})", values)  # noqa: S608 - our own names


def _insert_named(database: sqlite3.Connection, table: str, row: JsonDict) -> None:
    columns = f"{table} ({', '.join(row)})"
    _insert(database, columns, row.values())
