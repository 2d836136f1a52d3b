"""Builds small OpenClaw states for tests: the columns that matter, in the real layout, with made-up content."""

from __future__ import annotations

import json
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import zstandard

TABLES = """
CREATE TABLE schema_meta (meta_key TEXT PRIMARY KEY, role TEXT, schema_version INTEGER, agent_id TEXT,
  app_version TEXT, created_at INTEGER, updated_at INTEGER);
CREATE TABLE session_nodes (session_key TEXT PRIMARY KEY, current_session_id TEXT, entry_json TEXT,
  entry_valid INTEGER DEFAULT 1, updated_at INTEGER, archived_at INTEGER);
CREATE TABLE session_windows (session_id TEXT PRIMARY KEY, session_key TEXT, previous_session_id TEXT, reason TEXT,
  created_at INTEGER, updated_at INTEGER, chat_type TEXT);
CREATE TABLE transcript_events (session_id TEXT, seq INTEGER, event_json TEXT, created_at INTEGER, event_zstd BLOB,
  event_utf8_bytes INTEGER, navigation_json TEXT, PRIMARY KEY (session_id, seq));
CREATE TABLE transcript_event_identities (session_id TEXT, event_id TEXT, seq INTEGER, event_type TEXT, parent_id TEXT,
  message_idempotency_key TEXT, created_at INTEGER, PRIMARY KEY (session_id, event_id));
CREATE TABLE session_transcript_index_state (session_id TEXT PRIMARY KEY, indexed_seq INTEGER, leaf_event_id TEXT,
  needs_rebuild INTEGER DEFAULT 0, active_event_count INTEGER, active_message_count INTEGER, updated_at INTEGER);
CREATE TABLE session_transcript_active_events (session_id TEXT, active_position INTEGER, event_seq INTEGER,
  message_position INTEGER, context_eligible INTEGER, PRIMARY KEY (session_id, active_position));
CREATE TABLE session_transcript_archives (session_id TEXT, generation TEXT, session_key TEXT, reason TEXT,
  encoding TEXT, archive_blob BLOB, archive_sha256 TEXT, archive_name TEXT, created_at INTEGER);
CREATE TABLE session_transcript_cold_archives (session_id TEXT PRIMARY KEY, generation TEXT, archive_name TEXT,
  event_count INTEGER, raw_bytes INTEGER, archived_at INTEGER, storage TEXT, archive_blob BLOB);
CREATE TABLE transcript_rewrite_watermarks (session_id TEXT PRIMARY KEY, generation INTEGER, updated_at INTEGER);
"""

T0 = 1_790_000_000_000


def iso(ms):
    seconds, rest = divmod(ms, 1000)
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%S}.{rest:03d}Z"


def user(text, **more):
    return {"type": "message", "message": {"role": "user", "content": text, **more}}


def assistant(text, *calls, usage=None, **more):
    content = [{"type": "text", "text": text}] if text else []
    content += [{"type": "toolCall", "id": call_id, "name": name, "arguments": args} for call_id, name, args in calls]
    tokens = usage or 0
    return {
        "type": "message",
        "message": {
            "role": "assistant",
            "content": content,
            "provider": "mock",
            "model": "mock-1",
            "api": "openai-completions",
            "stopReason": "toolUse" if calls else "stop",
            "usage": {"input": tokens, "output": 5, "cacheRead": 0, "cacheWrite": 0, "totalTokens": tokens + 5},
            **more,
        },
    }


def result(call_id, text, name="exec", **more):
    content = text if isinstance(text, list) else [{"type": "text", "text": text}]
    message = {"role": "toolResult", "toolCallId": call_id, "toolName": name, "content": content, "isError": False}
    return {"type": "message", "message": {**message, **more}}


def compaction(summary, first_kept, **more):
    return {"type": "compaction", "summary": summary, "firstKeptEntryId": first_kept, "tokensBefore": 9000, **more}


def reset(reason="new", **more):
    return {"type": "reset", "reason": reason, **more}


def chain(*events, prefix="e"):
    """Give events ids e1, e2 …, a parent each, and time stamps a second apart."""
    parent, made = None, []
    for number, event in enumerate(events, 1):
        entry = {"id": f"{prefix}{number}", "parentId": parent, "timestamp": iso(T0 + 1000 * number), **event}
        if entry["type"] == "message" and "timestamp" not in entry["message"]:
            entry["message"] = {**entry["message"], "timestamp": T0 + 1000 * number}
        parent = entry["id"]
        made.append(entry)
    return made


def packed(event, level=1):
    data = json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode()
    frame = zstandard.ZstdCompressor(level=level, write_checksum=True).compress(data)
    skim = {k: event[k] for k in ("id", "parentId", "timestamp", "type") if k in event}
    role = event.get("message", {}).get("role")
    navigation = {
        "version": 1,
        "report": {"kind": "canonical", "hasParentId": "parentId" in event, "entry": skim},
        "navigation": {**skim, "message": {"role": role}},
    }
    return None, frame, len(data), json.dumps(navigation)


def plain(event):
    data = json.dumps(event, ensure_ascii=False, separators=(",", ":"))
    return data, None, len(data.encode()), None


class Database:
    """An agent database under construction."""

    def __init__(self, path: Path, *, version: int = 23, app_version: str = "2026.9.6", without: tuple[str, ...] = ()):
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.db = sqlite3.connect(path)
        self.db.execute("PRAGMA journal_mode = WAL")
        self.db.executescript(TABLES)
        for table in without:
            self.db.execute(f"DROP TABLE {table}")
        if "schema_meta" not in without:
            self.db.execute(
                "INSERT INTO schema_meta VALUES ('primary', 'agent', ?, 'main', ?, 0, 0)", (version, app_version)
            )
        self.db.execute(f"PRAGMA user_version = {version}")
        self.db.commit()

    def session(self, key, session_id, events, *, pack_from=1200, entry=None, updated=T0, indexed=True, archived=None):
        entry = {"sessionId": session_id, "updatedAt": updated, **(entry or {})}
        self.db.execute(
            "INSERT INTO session_nodes VALUES (?, ?, ?, 1, ?, ?)",
            (key, session_id, json.dumps(entry), updated, archived),
        )
        self.window(key, session_id, updated=updated)
        self.transcript(session_id, events, pack_from=pack_from, indexed=indexed)
        return self

    def window(self, key, session_id, previous=None, reason=None, updated=T0):
        self.db.execute(
            "INSERT INTO session_windows VALUES (?, ?, ?, ?, ?, ?, NULL)",
            (session_id, key, previous, reason, T0, updated),
        )

    def transcript(self, session_id, events, *, pack_from=1200, indexed=True):
        header = {"type": "session", "version": 4, "id": session_id, "timestamp": iso(T0), "cwd": "/srv/ws"}
        for seq, event in enumerate([header, *events]):
            self.row(session_id, seq, event, pack_from=pack_from)
        if indexed:
            self.index(session_id, [header, *events])
        self.db.commit()

    def row(self, session_id, seq, event, *, pack_from=1200):
        size = len(json.dumps(event, ensure_ascii=False).encode())
        json_text, frame, size, navigation = packed(event) if seq and size >= pack_from else plain(event)
        self.db.execute(
            "INSERT INTO transcript_events VALUES (?, ?, ?, ?, ?, ?, ?)",
            (session_id, seq, json_text, T0 + seq, frame, size, navigation),
        )
        if "id" in event and self._has("transcript_event_identities"):
            self.db.execute(
                "INSERT INTO transcript_event_identities VALUES (?, ?, ?, ?, ?, NULL, ?)",
                (session_id, event["id"], seq, event["type"], event.get("parentId"), T0 + 1000 * seq),
            )

    def raw_row(self, session_id, seq, event_json=None, frame=None, size=None):
        self.db.execute(
            "INSERT INTO transcript_events VALUES (?, ?, ?, 0, ?, ?, NULL)", (session_id, seq, event_json, frame, size)
        )
        self.db.commit()

    def index(self, session_id, rows):
        message = 0
        for seq, event in enumerate(rows):
            if seq == 0:
                continue
            is_message = event["type"] == "message"
            self.db.execute(
                "INSERT INTO session_transcript_active_events VALUES (?, ?, ?, ?, 1)",
                (session_id, seq - 1, seq, message if is_message else None),
            )
            message += is_message
        self.db.execute(
            "INSERT INTO session_transcript_index_state VALUES (?, ?, ?, 0, ?, ?, ?)",
            (session_id, len(rows) - 1, rows[-1].get("id"), len(rows) - 1, message, T0),
        )

    def _has(self, table):
        return self.db.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (table,)).fetchone() is not None

    def close(self):
        self.db.commit()
        self.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self.db.close()
        return self.path


def state_dir(root: Path, config: dict | None = None) -> Path:
    """An empty state directory with an openclaw.json."""
    (root / "workspace").mkdir(parents=True)
    (root / "openclaw.json").write_text(json.dumps(config or {}), "utf-8")
    return root


def database_path(root: Path, agent: str = "main") -> Path:
    return root / "agents" / agent / "agent" / "openclaw-agent.sqlite"


def fingerprint(folder: Path) -> dict[str, tuple]:
    """Every file of a folder: size, time, inode and content."""
    return {
        str(path.relative_to(folder)): (
            path.stat().st_size,
            path.stat().st_mtime_ns,
            path.stat().st_ino,
            path.read_bytes() if path.is_file() else b"",
        )
        for path in sorted(folder.rglob("*"))
    }
