"""SQLite era: what a database says about its sessions (history-side.md section 1, schema 23 and what it grew from).

Tables and columns are probed, not assumed: an older database is read as far as its tables allow.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from inspector.domain.errors import StateUnreadableError
from inspector.domain.json_values import JsonObject, find_int, find_text
from inspector.domain.problems import ProblemLog
from inspector.domain.sessions import SessionRow
from inspector.runtime import get_runtime_rules
from inspector.stores.event_decoding import MalformedEventError, decode_event
from inspector.stores.session_keys import session_kind
from inspector.tokens.usage import find_recorded_total

KNOWN_SCHEMA_VERSION = 23


@dataclass(frozen=True, slots=True)
class Schema:
    """Which tables and columns a database has, and the versions it names."""

    columns: Mapping[str, frozenset[str]]
    version: int
    app_version: str | None

    def has(self, table: str, *columns: str) -> bool:
        """Whether ``table`` exists with all of ``columns``."""
        return table in self.columns and self.columns[table].issuperset(columns)


def text(value: bytes | str | None) -> str | None:
    """A TEXT column as a string (the connection hands out bytes)."""
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value


def read_schema(connection: sqlite3.Connection, path: Path, log: ProblemLog) -> Schema:
    """Probe the database; a version that this program does not know is a Problem."""
    tables = [text(name) or "" for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    columns = {}
    for table in tables:
        rows = connection.execute("SELECT name FROM pragma_table_info(?)", (table,))
        columns[table] = frozenset(text(name) or "" for (name,) in rows)
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    schema = Schema(columns, version, _read_app_version(connection, columns))
    if not schema.has("transcript_events", "session_id", "seq", "event_json"):
        if not tables:
            log.add("empty_store", "warning", str(path), "The database has no tables yet; there are no sessions in it.")
            return schema
        raise StateUnreadableError(
            f"{path} is a SQLite database, but not one of OpenClaw's agents (no transcripts in it)."
        )
    if version > KNOWN_SCHEMA_VERSION:
        message = f"Schema {version} is newer than {KNOWN_SCHEMA_VERSION}, the newest known here; read as that one."
        log.add("newer_schema", "warning", str(path), message)
    elif version < KNOWN_SCHEMA_VERSION:
        message = f"Schema {version} is older than {KNOWN_SCHEMA_VERSION}; it is read as far as its tables allow."
        log.add("older_schema", "info", str(path), message)
    return schema


def _read_app_version(connection: sqlite3.Connection, columns: Mapping[str, frozenset[str]]) -> str | None:
    if "app_version" not in columns.get("schema_meta", ()):
        return None
    row = connection.execute("SELECT app_version FROM schema_meta WHERE meta_key = 'primary'").fetchone()
    return text(row[0]) if row else None


@dataclass(slots=True)
class _Counts:
    entries: int = 0
    bytes: int = 0
    by_type: dict[str, int] = field(default_factory=dict)


class RowReader:
    """Lists the sessions of one open database."""

    def __init__(self, connection: sqlite3.Connection, schema: Schema, path: Path, agent: str, log: ProblemLog) -> None:
        self._connection, self._schema, self._path, self._agent, self._log = connection, schema, path, agent, log

    def read(self) -> tuple[SessionRow, ...]:
        """Live sessions newest first, then archived ones, earlier windows, orphans and archive blobs."""
        if not self._schema.has("transcript_events"):
            return ()
        counts = self._read_counts()
        windows = self._read_windows()
        nodes = self._read_nodes(counts, windows)
        seen = {row.session_id for row in nodes}
        rest = self._earlier_windows(counts, windows, seen)
        seen |= {row.session_id for row in rest}
        return (
            *sorted(nodes, key=lambda row: (row.archived, -(row.updated_at_ms or 0), row.key)),
            *rest,
            *self._orphans(counts, seen),
            *self._read_archives(),
        )

    def refresh(self, row: SessionRow) -> SessionRow | None:
        """The row's columns as they are now, its counts as they were; None if its session is gone or another one."""
        if row.archived or not self._schema.has("session_nodes", "session_key", "current_session_id", "entry_json"):
            return row
        counts = {row.session_id: _Counts(row.entries, row.bytes, {"compaction": row.compactions, "reset": row.resets})}
        found = self._read_nodes(counts, {}, key=row.key)
        if not found or found[0].session_id != row.session_id:
            return None
        return replace(found[0], previous_session_ids=row.previous_session_ids)

    def _read_counts(self) -> dict[str, _Counts]:
        counts: dict[str, _Counts] = {}
        size = "sum(event_utf8_bytes)" if self._schema.has("transcript_events", "event_utf8_bytes") else "NULL"
        query = f"SELECT session_id, count(*), {size}, min(seq) FROM transcript_events GROUP BY session_id"  # noqa: S608
        for session_id, entries, size_bytes, first_seq in self._connection.execute(query):
            header_rows = 1 if first_seq == 0 else 0
            counts[text(session_id) or ""] = _Counts(entries - header_rows, size_bytes or 0)
        if size == "NULL":
            self._measure_bytes(counts)
        self._count_cold(counts)
        if self._schema.has("transcript_event_identities", "session_id", "event_type"):
            self._count_types(counts)
        else:
            self._count_types_by_content(counts)
        return counts

    def _count_cold(self, counts: dict[str, _Counts]) -> None:
        """Sessions whose events were moved to a cold archive."""
        if self._schema.has("session_transcript_cold_archives", "session_id", "event_count", "raw_bytes"):
            query = "SELECT session_id, event_count, raw_bytes FROM session_transcript_cold_archives"
            for session_id, events, raw_bytes in self._connection.execute(query):
                counts.setdefault(text(session_id) or "", _Counts(max(0, events - 1), raw_bytes))

    def _measure_bytes(self, counts: dict[str, _Counts]) -> None:
        query = "SELECT session_id, sum(length(CAST(event_json AS BLOB))) FROM transcript_events GROUP BY session_id"
        for session_id, size_bytes in self._connection.execute(query):
            counts[text(session_id) or ""].bytes = size_bytes or 0

    def _count_types(self, counts: dict[str, _Counts]) -> None:
        query = (
            "SELECT session_id, event_type, count(*) FROM transcript_event_identities "
            "WHERE event_type IN ('compaction', 'reset') GROUP BY session_id, event_type"
        )
        for session_id, event_type, count in self._connection.execute(query):
            known = counts.get(text(session_id) or "")
            if known is not None:
                known.by_type[text(event_type) or ""] = count

    def _count_types_by_content(self, counts: dict[str, _Counts]) -> None:
        """Before the identities table: look into the rows that could be one."""
        query = (
            "SELECT session_id, event_json FROM transcript_events "
            'WHERE event_json LIKE \'%"type":"compaction"%\' OR event_json LIKE \'%"type":"reset"%\''
        )
        for session_id, event in self._connection.execute(query):
            try:
                event_type = decode_event(event).get("type")
            except (MalformedEventError, AttributeError):
                continue  # the transcript's own reader reports malformed rows, with their place
            if event_type in {"compaction", "reset"}:
                by_type = counts[text(session_id) or ""].by_type
                by_type[event_type] = by_type.get(event_type, 0) + 1

    def _read_windows(self) -> dict[str, dict[str, Any]]:
        """Session id -> key, previous id, updated_at, chat type; empty before schema 14."""
        if not self._schema.has("session_windows", "session_id", "session_key"):
            return {}
        optional = [
            column if self._schema.has("session_windows", column) else f"NULL AS {column}"
            for column in ("previous_session_id", "updated_at", "chat_type", "reason")
        ]
        query = f"SELECT session_id, session_key, {', '.join(optional)} FROM session_windows ORDER BY created_at DESC"  # noqa: S608
        return {
            text(session_id) or "": {
                "key": text(key) or "",
                "previous": text(previous),
                "updated_at": updated_at,
                "chat_type": text(chat_type),
                "reason": text(reason),
            }
            for session_id, key, previous, updated_at, chat_type, reason in self._connection.execute(query)
        }

    def _read_nodes(
        self, counts: Mapping[str, _Counts], windows: Mapping[str, Any], key: str | None = None
    ) -> list[SessionRow]:
        if not self._schema.has("session_nodes", "session_key", "current_session_id", "entry_json"):
            return []
        archived = "archived_at" if self._schema.has("session_nodes", "archived_at") else "NULL"
        valid = "entry_valid" if self._schema.has("session_nodes", "entry_valid") else "NULL"
        query = (
            f"SELECT session_key, current_session_id, entry_json, {valid}, updated_at, {archived} FROM session_nodes"  # noqa: S608
        )
        rows = []
        found = (
            self._connection.execute(query)
            if key is None
            else self._connection.execute(f"{query} WHERE session_key = ?", (key,))
        )
        for node_key, session_id, entry_json, entry_valid, updated_at, archived_at in found:
            name = text(node_key) or ""
            entry = self._parse_entry(name, entry_json, entry_valid)
            if entry is None:
                continue
            self._check_entry(name, entry, text(session_id), updated_at)
            rows.append(
                self._make_row(
                    name,
                    text(session_id) or "",
                    counts,
                    entry=entry,
                    updated_at=updated_at,
                    chat_type=find_text(entry, "chatType"),
                    previous=_previous_ids(name, text(session_id) or "", windows),
                    archive_reason="archived" if archived_at is not None else None,
                )
            )
        return rows

    def _parse_entry(self, key: str, entry_json: bytes, entry_valid: int | None) -> JsonObject | None:
        """The stored entry; None for a placeholder that stands for no session."""
        try:
            entry = decode_event(entry_json)
        except MalformedEventError as error:
            self._log.add(
                "malformed_session_entry",
                "error",
                f"{self._path}, session {key}",
                f"Its session row is no JSON: {error}.",
            )
            return {}
        if not isinstance(entry, dict):
            self._log.add(
                "malformed_session_entry", "error", f"{self._path}, session {key}", "Its session row is not an object."
            )
            return {}
        if not entry and entry_valid == -1:
            self._log.add(
                "placeholder_session", "info", str(self._path), "A placeholder row without a session was left out."
            )
            return None
        return entry

    def _check_entry(self, key: str, entry: JsonObject, session_id: str | None, updated_at: int | None) -> None:
        """The runtime takes a row as valid only if its columns and its JSON agree (history-side.md section 1.6)."""
        if entry and (find_text(entry, "sessionId") != session_id or find_int(entry, "updatedAt") != updated_at):
            message = "The row's columns and its stored entry disagree; the runtime would not trust it."
            self._log.add("session_entry_mismatch", "warning", f"{self._path}, session {key}", message)

    def _make_row(  # noqa: PLR0913  (the columns of a row)
        self,
        key: str,
        session_id: str,
        counts: Mapping[str, _Counts],
        *,
        entry: JsonObject | None = None,
        updated_at: int | None = None,
        chat_type: str | None = None,
        previous: tuple[str, ...] = (),
        archive_reason: str | None = None,
    ) -> SessionRow:
        count = counts.get(session_id, _Counts())
        return SessionRow(
            key=key,
            session_id=session_id,
            agent=self._agent,
            kind=session_kind(key, chat_type),
            updated_at_ms=updated_at,
            entries=count.entries,
            bytes=count.bytes,
            compactions=count.by_type.get("compaction", 0),
            resets=count.by_type.get("reset", 0),
            source="sqlite",
            path=self._path,
            previous_session_ids=previous,
            archived=archive_reason is not None,
            archive_reason=archive_reason,
            total_tokens=find_recorded_total(entry or {}, get_runtime_rules(self._schema.app_version)),
            entry=entry or {},
        )

    def _earlier_windows(
        self, counts: Mapping[str, _Counts], windows: Mapping[str, Any], seen: set[str]
    ) -> list[SessionRow]:
        return [
            self._make_row(
                f"{window['key']}@{session_id}",
                session_id,
                counts,
                updated_at=window["updated_at"],
                chat_type=window["chat_type"],
                archive_reason="previous",
            )
            for session_id, window in windows.items()
            if session_id not in seen and session_id in counts
        ]

    def _orphans(self, counts: Mapping[str, _Counts], seen: set[str]) -> list[SessionRow]:
        """Transcripts that no session row names. Without any session table they are all there is, and live."""
        nameless = not self._schema.has("session_nodes")
        reason = None if nameless else "orphan"
        rows = [
            self._make_row(
                session_id if nameless else f"orphan:{session_id}", session_id, counts, archive_reason=reason
            )
            for session_id in counts
            if session_id not in seen
        ]
        if rows and not nameless:
            self._log.add(
                "orphan_transcript", "info", str(self._path), "A transcript belongs to no session row.", len(rows)
            )
        return rows

    def _read_archives(self) -> list[SessionRow]:
        rows = []
        if self._schema.has("session_transcript_archives", "session_id", "archive_name"):
            query = (
                "SELECT session_id, archive_name, reason, created_at, length(archive_blob)"
                " FROM session_transcript_archives ORDER BY created_at DESC"
            )
            rows += [
                self._archive_row(text(session_id), text(name), text(reason), created_at, size_bytes, 0)
                for session_id, name, reason, created_at, size_bytes in self._connection.execute(query)
            ]
        if self._schema.has("session_transcript_cold_archives", "session_id", "archive_name"):
            query = (
                "SELECT session_id, archive_name, archived_at, raw_bytes, event_count"
                " FROM session_transcript_cold_archives ORDER BY archived_at DESC"
            )
            rows += [
                self._archive_row(text(session_id), text(name), "cold", archived_at, raw_bytes, max(0, count - 1))
                for session_id, name, archived_at, raw_bytes, count in self._connection.execute(query)
            ]
        return rows

    def _archive_row(
        self, session_id: str | None, name: str | None, reason: str | None, at_ms: int, size_bytes: int, entries: int
    ) -> SessionRow:
        return SessionRow(
            key=f"archive:{name}",
            session_id=session_id or "",
            agent=self._agent,
            kind="other",
            updated_at_ms=at_ms,
            entries=entries,
            bytes=size_bytes,
            compactions=0,
            resets=0,
            source="sqlite",
            path=self._path,
            archived=True,
            archive_reason=reason,
        )


def _previous_ids(key: str, session_id: str, windows: Mapping[str, Any]) -> tuple[str, ...]:
    """Earlier session ids of ``key``: the chain of previous ids first, then the key's other windows, newest first."""
    chain: list[str] = []
    current = windows.get(session_id, {}).get("previous")
    while current and current not in chain and current != session_id:
        chain.append(current)
        current = windows.get(current, {}).get("previous")
    others = [other for other, window in windows.items() if window["key"] == key and other != session_id]
    return (*chain, *(other for other in others if other not in chain))
