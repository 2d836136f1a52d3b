"""SQLite era: an agent's database as a store."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from inspector.domain.entries import TranscriptEntry
from inspector.domain.problems import ProblemLog
from inspector.domain.progress import ProgressReport
from inspector.domain.sessions import SessionRow, StoreFormat, TranscriptIndex
from inspector.stores.agent_stores import AgentStores
from inspector.stores.archived_blobs import BlobTranscript, read_blob_transcript
from inspector.stores.sqlite_rows import RowReader, Schema, read_schema, text
from inspector.stores.sqlite_snapshot import explain_sqlite_error, is_sqlite_file, open_snapshot
from inspector.stores.sqlite_transcripts import TranscriptReader


class SqliteReader:
    """One database, open at one moment (a :class:`inspector.stores.store_format.StoreReader`)."""

    format: StoreFormat = "sqlite"

    def __init__(self, connection: sqlite3.Connection, schema: Schema, path: Path, agent: str) -> None:
        self._connection, self._schema, self._path, self._agent = connection, schema, path, agent
        self._transcripts = TranscriptReader(connection, schema, path)
        self._blobs: dict[str, BlobTranscript] = {}

    @property
    def schema_version(self) -> int | None:
        """``PRAGMA user_version``."""
        return self._schema.version

    @property
    def app_version(self) -> str | None:
        """OpenClaw version that the database names."""
        return self._schema.app_version

    def read_rows(self, log: ProblemLog) -> tuple[SessionRow, ...]:
        """See :meth:`inspector.stores.store_format.StoreReader.read_rows`."""
        return RowReader(self._connection, self._schema, self._path, self._agent, log).read()

    def refresh_row(self, row: SessionRow, log: ProblemLog) -> SessionRow | None:
        """See :meth:`inspector.stores.store_format.StoreReader.refresh_row`."""
        return RowReader(self._connection, self._schema, self._path, self._agent, log).refresh(row)

    def read_index(self, row: SessionRow, progress: ProgressReport, *, after_seq: int = -1) -> TranscriptIndex:
        """See :meth:`inspector.stores.store_format.StoreReader.read_index`."""
        blob = self._find_blob(row)
        if blob is not None:
            return blob.index
        return self._transcripts.read_index(row.session_id, progress, after_seq)

    def read_entries(
        self, row: SessionRow, seqs: Sequence[int], log: ProblemLog, progress: ProgressReport
    ) -> tuple[TranscriptEntry, ...]:
        """See :meth:`inspector.stores.store_format.StoreReader.read_entries`."""
        blob = self._find_blob(row)
        if blob is not None:
            return blob.entries(seqs)
        return self._transcripts.read_entries(row.session_id, seqs, log, progress)

    def _find_blob(self, row: SessionRow) -> BlobTranscript | None:
        """The transcript of an archive row, or of a session whose events were moved to a cold archive."""
        if row.key not in self._blobs:
            found = self._read_blob(row)
            if found is None:
                return None
            self._blobs[row.key] = found
        return self._blobs[row.key]

    def _read_blob(self, row: SessionRow) -> BlobTranscript | None:
        place = f"{self._path}, {row.key}"
        name = row.key.removeprefix("archive:")
        if row.archive_reason in {"reset", "deleted"} and row.key.startswith("archive:"):
            query = "SELECT archive_blob, encoding FROM session_transcript_archives WHERE archive_name = ?"
            blob, encoding = self._connection.execute(query, (name,)).fetchone()
            kind: Literal["identity", "zstd"] = "zstd" if text(encoding) == "zstd" else "identity"
            return read_blob_transcript(bytes(blob), kind, place, ProblemLog())
        if not self._schema.has("session_transcript_cold_archives", "session_id", "archive_name", "archive_blob"):
            return None
        if not row.key.startswith("archive:") and self._holds_events(row.session_id):
            return None
        query = "SELECT archive_name, storage, archive_blob FROM session_transcript_cold_archives WHERE session_id = ?"
        cold = self._connection.execute(query, (row.session_id,)).fetchone()
        if cold is None:
            return None
        archive_name, storage, blob = cold
        if text(storage) == "file":
            blob = self._read_cold_file(text(archive_name) or "")
        return None if blob is None else read_blob_transcript(bytes(blob), "zstd", place, ProblemLog())

    def _holds_events(self, session_id: str) -> bool:
        query = "SELECT 1 FROM transcript_events WHERE session_id = ? LIMIT 1"
        return self._connection.execute(query, (session_id,)).fetchone() is not None

    def _read_cold_file(self, name: str) -> bytes | None:
        """A cold archive lies in ``agents/<id>/sessions/cold`` (the database in ``agents/<id>/agent``)."""
        file = self._path.parent.parent / "sessions" / "cold" / Path(name).name
        try:
            return file.read_bytes()
        except OSError:
            return None


class SqliteFormat:
    """How stores of the SQLite era are found and opened."""

    name: StoreFormat = "sqlite"

    def find_stores(self, places: AgentStores) -> tuple[Path, ...]:
        """The agent's databases, the one that the runtime uses first."""
        return places.databases

    def accepts_file(self, path: Path) -> bool:
        """Whether ``path`` is a SQLite database, whatever its name."""
        return is_sqlite_file(path)

    @contextmanager
    def open_store(self, path: Path, agent_id: str, log: ProblemLog) -> Iterator[SqliteReader]:
        """Open the database at ``path`` for one moment.

        Raises:
            StateUnreadableError: it cannot be read, or is no agent database.
            StoreChangedError: it changed while it was read; read again.
        """
        with open_snapshot(path) as connection:
            try:
                yield SqliteReader(connection, read_schema(connection, path, log), path, agent_id)
            except sqlite3.Error as error:
                raise explain_sqlite_error(path, error) from error
