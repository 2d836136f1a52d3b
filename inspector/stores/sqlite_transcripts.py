"""SQLite era: the entries of one transcript, headers first, bodies on demand.

Rows over about 1.2 KB are single zstd frames (schema 23): ``event_json`` is NULL there, and a reader of that column
alone would lose them silently (history-side.md section 1.4).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import zstandard

from inspector.domain.entries import EntryHeader, SessionHeader, TranscriptEntry, UnknownEntry
from inspector.domain.json_values import JsonObject, JsonValue, get_object
from inspector.domain.problems import ProblemLog
from inspector.domain.progress import ProgressReport
from inspector.domain.sessions import TranscriptIndex
from inspector.stores.entry_parsing import parse_entry, parse_entry_header, parse_session_header
from inspector.stores.event_decoding import MalformedEventError, decode_damaged_event, decode_event
from inspector.stores.sqlite_rows import Schema, text

MAX_EVENT_BYTES = 4_194_304
"""The runtime compresses no event above this size, so a frame that claims more is damaged (history-side.md 1.4)."""

_CHUNK = 512


class TranscriptReader:
    """Reads transcripts of one open database."""

    def __init__(self, connection: sqlite3.Connection, schema: Schema, path: Path) -> None:
        self._connection, self._schema, self._path = connection, schema, path
        zstd = "event_zstd" if schema.has("transcript_events", "event_zstd") else "NULL"
        size = "event_utf8_bytes" if schema.has("transcript_events", "event_utf8_bytes") else "NULL"
        navigation = "navigation_json" if schema.has("transcript_events", "navigation_json") else "NULL"
        self._body_columns = f"seq, event_json, {zstd}, {size}"
        self._skim_columns = f"{self._body_columns}, {navigation}"
        self._decompressor = zstandard.ZstdDecompressor()

    def read_index(self, session_id: str, progress: ProgressReport, after_seq: int) -> TranscriptIndex:
        """Headers of all entries after ``after_seq``: from the index tables where these are clean, else by a skim."""
        log = ProblemLog()
        progress("reading the index", 0, 0)
        header = self._read_session_header(session_id, log) if after_seq < 0 else None
        # A few new rows are skimmed: reading the whole index for them would take longer than the rows.
        active = self._read_clean_active_seqs(session_id) if after_seq < 0 else None
        headers = self._read_indexed_headers(session_id) if active is not None else None
        if headers is None:
            active = None
            headers = self._skim_headers(session_id, after_seq, log, progress)
        return TranscriptIndex(
            session_id,
            header,
            headers,
            active,
            earlier=self._count_rows(session_id, after_seq) if after_seq >= 0 else 0,
            generation=self._read_generation(session_id),
            problems=log.problems(),
        )

    def _count_rows(self, session_id: str, up_to_seq: int) -> int:
        query = "SELECT count(*) FROM transcript_events WHERE session_id = ? AND seq <= ?"
        return int(self._connection.execute(query, (session_id, up_to_seq)).fetchone()[0])

    def _read_generation(self, session_id: str) -> str | None:
        if not self._schema.has("transcript_rewrite_watermarks", "session_id", "generation"):
            return None
        query = "SELECT generation FROM transcript_rewrite_watermarks WHERE session_id = ?"
        row = self._connection.execute(query, (session_id,)).fetchone()
        return None if row is None else str(text(row[0]))

    def read_entries(
        self, session_id: str, seqs: Sequence[int], log: ProblemLog, progress: ProgressReport
    ) -> tuple[TranscriptEntry, ...]:
        """Bodies at ``seqs`` (ascending); a row that cannot be decoded stays as an ``UnknownEntry`` with a Problem."""
        entries = []
        for done, (seq, event, packed, size) in enumerate(self._body_rows(session_id, seqs)):
            if done % _CHUNK == 0:
                progress("reading entries", done, len(seqs))
            value, size_bytes = self._decode_row(session_id, seq, event, packed, size, log)
            entries.append(_entry_of(value, seq, size_bytes))
        return tuple(entries)

    def _body_rows(self, session_id: str, seqs: Sequence[int]) -> Iterator[tuple[int, Any, Any, int | None]]:
        """Rows at ``seqs``: by ranges where they are dense, one by one where they are far apart."""
        wanted = set(seqs)
        between = (
            f"SELECT {self._body_columns} FROM transcript_events"  # noqa: S608  (names of columns, ours)
            " WHERE session_id = ? AND seq BETWEEN ? AND ? ORDER BY seq"
        )
        for low, high in _dense_ranges(seqs):
            for row in self._connection.execute(between, (session_id, low, high)):
                if row[0] in wanted:
                    yield row

    def _decode_row(
        self, session_id: str, seq: int, event: Any, packed: bytes | None, size: int | None, log: ProblemLog
    ) -> tuple[JsonValue, int]:
        """The row's JSON value (None if unreadable) and its size in bytes."""
        place = f"{self._path}, session {session_id}, seq {seq}"
        if event is None and packed is None:
            log.add("empty_row", "error", place, "The row holds no event.")
            return None, 0
        try:
            data = _as_bytes(event) if event is not None else self._decompress(packed or b"", size)
        except zstandard.ZstdError:
            log.add("damaged_zstd_row", "error", place, "The compressed event cannot be unpacked.")
            return None, size or 0
        if event is None and size is not None and len(data) != size:
            log.add(
                "wrong_event_size", "warning", place, "The unpacked event does not have the size that its row names."
            )
        return _decode_event_bytes(data, place, log), len(data)

    def _decompress(self, packed: bytes, size: int | None) -> bytes:
        if not 0 <= zstandard.frame_content_size(packed) <= MAX_EVENT_BYTES:  # -1: the frame does not say
            return self._decompressor.decompress(packed, max_output_size=min(size or MAX_EVENT_BYTES, MAX_EVENT_BYTES))
        return self._decompressor.decompress(packed)

    def _read_session_header(self, session_id: str, log: ProblemLog) -> SessionHeader | None:
        query = f"SELECT {self._body_columns} FROM transcript_events WHERE session_id = ? ORDER BY seq LIMIT 1"  # noqa: S608
        row = self._connection.execute(query, (session_id,)).fetchone()
        if row is None:
            return None
        seq, event, packed, size = row
        value, _ = self._decode_row(session_id, seq, event, packed, size, log)
        if isinstance(value, dict) and value.get("type") == "session":
            return parse_session_header(value)
        place = f"{self._path}, session {session_id}"
        log.add("missing_session_header", "warning", place, "The transcript does not begin with a session header.")
        return None

    def _read_clean_active_seqs(self, session_id: str) -> tuple[int, ...] | None:
        """The materialised active branch, only if it is complete and classified (history-side.md section 1.5)."""
        if not (
            self._schema.has("session_transcript_index_state", "indexed_seq", "needs_rebuild", "active_event_count")
            and self._schema.has("session_transcript_active_events", "event_seq", "context_eligible")
            and self._schema.has("transcript_event_identities", "event_id", "event_type", "parent_id")
        ):
            return None
        state = self._connection.execute(
            "SELECT s.indexed_seq, s.needs_rebuild, s.active_event_count,"
            " (SELECT max(seq) FROM transcript_events e WHERE e.session_id = s.session_id)"
            " FROM session_transcript_index_state s WHERE s.session_id = ?",
            (session_id,),
        ).fetchone()
        if state is None or state[1] != 0 or state[0] != state[3]:
            return None
        rows = self._connection.execute(
            "SELECT event_seq, context_eligible FROM session_transcript_active_events"
            " WHERE session_id = ? ORDER BY active_position",
            (session_id,),
        ).fetchall()
        if len(rows) != state[2] or any(eligible is None for _, eligible in rows):
            return None
        return tuple(seq for seq, _ in rows)

    def _read_indexed_headers(self, session_id: str) -> tuple[EntryHeader, ...] | None:
        """Headers from the identities table alone, without their sizes; None if it does not name every row."""
        query = (
            "SELECT seq, event_id, event_type, parent_id, created_at FROM transcript_event_identities"
            " WHERE session_id = ? ORDER BY seq"
        )
        rows = self._connection.execute(query, (session_id,)).fetchall()
        if len(rows) != self._count_rows(session_id, 2**62) or any(row[2] is None for row in rows):
            return None
        return tuple(
            EntryHeader(seq, event_id.decode(), kind.decode(), parent and parent.decode(), timestamp_ms=created_at)
            for seq, event_id, kind, parent, created_at in rows
            if not (seq == 0 and kind == b"session")
        )

    def _skim_headers(
        self, session_id: str, after_seq: int, log: ProblemLog, progress: ProgressReport
    ) -> tuple[EntryHeader, ...]:
        """Headers from the rows themselves; a packed row is skimmed by its ``navigation_json`` without unpacking."""
        total = self._connection.execute(
            "SELECT count(*) FROM transcript_events WHERE session_id = ? AND seq > ?", (session_id, after_seq)
        ).fetchone()[0]
        query = f"SELECT {self._skim_columns} FROM transcript_events WHERE session_id = ? AND seq > ? ORDER BY seq"  # noqa: S608
        headers = []
        for done, (seq, event, packed, size, navigation) in enumerate(
            self._connection.execute(query, (session_id, after_seq))
        ):
            if done % _CHUNK == 0:
                progress("walking the transcript", done, total)
            header = _header_from_navigation(navigation, seq, size) if event is None else None
            if header is None:
                value, size_bytes = self._decode_row(session_id, seq, event, packed, size, log)
                header = _entry_of(value, seq, size_bytes).header
            if not (seq == 0 and header.type == "session"):
                headers.append(header)
        return tuple(headers)


def _dense_ranges(seqs: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Inclusive ranges that cover ascending ``seqs`` with small holes only."""
    start = previous = None
    for seq in seqs:
        if start is None or previous is None:
            start = previous = seq
        elif seq - previous > 8:
            yield start, previous
            start = previous = seq
        else:
            previous = seq
    if start is not None and previous is not None:
        yield start, previous


def _as_bytes(value: Any) -> bytes:
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogatepass")


def _decode_event_bytes(data: bytes, place: str, log: ProblemLog) -> JsonValue:
    try:
        return decode_event(data)
    except MalformedEventError as error:
        if "UTF-8" in str(error):
            log.add("invalid_utf8", "warning", place, "Bytes that are no UTF-8 were read as U+FFFD.")
            try:
                return decode_damaged_event(data)
            except MalformedEventError as second:
                error = second
        log.add("malformed_row", "error", place, f"The event is no JSON: {error}.")
        return None


def _entry_of(value: JsonValue, seq: int, size_bytes: int) -> TranscriptEntry:
    if isinstance(value, dict):
        return parse_entry(value, seq, size_bytes)
    return UnknownEntry(EntryHeader(seq, None, "unreadable", has_parent=False, bytes=size_bytes))


def _header_from_navigation(navigation: bytes | None, seq: int, size: int | None) -> EntryHeader | None:
    """Header from the runtime's own skim of an event; None if it does not hold enough (a leaf control, say)."""
    if navigation is None:
        return None
    try:
        skim = decode_event(navigation)
    except MalformedEventError:
        return None
    report = get_object(skim, "report")
    if report.get("kind") != "canonical":
        return None
    entry: JsonObject = get_object(report, "entry")
    role = get_object(get_object(skim, "navigation"), "message").get("role")
    header = parse_entry_header({**entry, "message": {"role": role}}, seq, size or 0)
    if header.id is None or header.type in {"", "label"}:
        return None
    return EntryHeader(
        seq, header.id, header.type, header.parent_id, report.get("hasParentId") is True, header.timestamp_ms,
        header.bytes, header.role, get_object(skim, "navigation").get("appendMode") == "side" or header.side,
    )  # fmt: skip
