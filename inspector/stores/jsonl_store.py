"""The JSONL era: ``sessions.json`` and one ``<sessionId>.jsonl`` a session (OpenClaw up to 2026.7.1).

The archives that later releases keep beside their database are read too. Nothing is written, locked or migrated.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from inspector.domain.entries import TranscriptEntry
from inspector.domain.errors import StateUnreadableError
from inspector.domain.problems import Problem, ProblemLog
from inspector.domain.progress import ProgressReport
from inspector.domain.sessions import SessionRow, StoreFormat, TranscriptIndex
from inspector.stores.agent_stores import AgentStores
from inspector.stores.followed_files import Followed
from inspector.stores.jsonl_bodies import read_scanned_entries
from inspector.stores.jsonl_decoding import decode_line
from inspector.stores.jsonl_notes import KNOWN_TYPES
from inspector.stores.jsonl_rows import ListedRows, list_rows, update_row
from inspector.stores.jsonl_scan import TranscriptScan, make_index, scan_file, tell_failure
from inspector.stores.session_index_file import SessionIndex, read_session_index
from inspector.stores.sessions_folder import (
    INDEX_NAME,
    SessionsFolder,
    holds_transcripts,
    parse_transcript_file,
    read_sessions_folder,
)
from inspector.stores.transcript_files import MAX_LINE_BYTES, is_regular_file, open_transcript_file

_LINES_TO_JUDGE = 20


class JsonlReader:
    """A folder of transcripts, or a single one, at one moment: each transcript is scanned once while this is open.

    The folder is listed and the index read only when rows are asked for: following one session must not cost that.
    """

    format: StoreFormat = "jsonl"

    def __init__(self, path: Path, agent_id: str, *, is_single: bool) -> None:
        self._path, self._agent_id, self._is_single = path, agent_id, is_single
        self._listed: ListedRows | None = None
        self._scans: dict[Path, Followed[TranscriptScan]] = {}

    @property
    def schema_version(self) -> int | None:
        """Header version of the newest transcript, None if there is no header at all."""
        if self._listed is None:
            self.read_rows(ProblemLog())
        return self._listed.newest_version if self._listed else None

    @property
    def app_version(self) -> str | None:
        """None: this era's stores do not say."""
        return None

    def read_rows(self, log: ProblemLog) -> tuple[SessionRow, ...]:
        """See :meth:`inspector.stores.store_format.StoreReader.read_rows`; problems: see :func:`list_rows`."""
        folder = self._list_folder(log)
        self._listed = list_rows(folder, self._read_session_index(folder.has_index, log), self._agent_id, log)
        return self._listed.rows

    def refresh_row(self, row: SessionRow, log: ProblemLog) -> SessionRow | None:
        """See :meth:`inspector.stores.store_format.StoreReader.refresh_row`."""
        has_index = not self._is_single and is_regular_file(self._path / INDEX_NAME)
        index = self._read_session_index(has_index, log)
        sessions_dir = self._path.parent if self._is_single else self._path
        return update_row(row, index, sessions_dir, self._list_folder, log)

    def _list_folder(self, log: ProblemLog) -> SessionsFolder:
        if not self._is_single:
            return read_sessions_folder(self._path, log)
        file = parse_transcript_file(self._path, self._path.name, "plain")
        return SessionsFolder(self._path.parent, (file,), is_single=True)

    def _read_session_index(self, has_index: bool, log: ProblemLog) -> SessionIndex:
        if not has_index:
            return SessionIndex(whole=False)
        return read_session_index(self._path / INDEX_NAME, log)

    def read_index(self, row: SessionRow, progress: ProgressReport, *, after_seq: int = -1) -> TranscriptIndex:
        """See :meth:`inspector.stores.store_format.StoreReader.read_index`; its problems are those of these entries."""
        try:
            scan = self._scan(row.path, progress)
        except OSError as error:
            return TranscriptIndex(row.session_id, None, (), problems=(_tell_unopened(row.path, error),))
        return make_index(scan.reading, row.session_id, str(row.path), after_seq=after_seq, generation=scan.generation)

    def read_entries(
        self, row: SessionRow, seqs: Sequence[int], log: ProblemLog, progress: ProgressReport
    ) -> tuple[TranscriptEntry, ...]:
        """See :meth:`inspector.stores.store_format.StoreReader.read_entries`; reads nothing but these entries."""
        try:
            scan = self._scan(row.path, progress)
        except OSError as error:
            log.extend([_tell_unopened(row.path, error)])
            return ()
        place = str(row.path)
        return read_scanned_entries(lambda: open_transcript_file(row.path), scan.reading, seqs, place, log, progress)

    def _scan(self, path: Path, progress: ProgressReport) -> Followed[TranscriptScan]:
        if path not in self._scans:
            self._scans[path] = scan_file(path, progress)
        return self._scans[path]


def _tell_unopened(path: Path, error: OSError) -> Problem:
    if isinstance(error, FileNotFoundError):
        return Problem("missing_transcript", "warning", str(path), "The session has no transcript file.")
    return tell_failure(str(path), error)


class JsonlFormat:
    """How stores of the JSONL era are found and opened."""

    name: StoreFormat = "jsonl"

    def find_stores(self, places: AgentStores) -> tuple[Path, ...]:
        """The sessions folders that hold an index, a transcript or an archive (or cannot be looked into)."""
        return tuple(folder for folder in places.sessions_dirs if holds_transcripts(folder))

    def accepts_file(self, path: Path) -> bool:
        """Whether ``path`` is a transcript, packed or not: a session header or an entry among its first lines."""
        try:
            with open_transcript_file(path) as stream:
                for number in range(_LINES_TO_JUDGE):
                    data = stream.readline(MAX_LINE_BYTES)
                    if not data:
                        return number == 0 and path.suffix == ".jsonl"
                    if _is_transcript_line(data, first=number == 0):
                        return True
        except OSError:
            # Whoever asks tells a file that no format accepts from one that cannot be read.
            return False
        return False

    @contextmanager
    def open_store(self, path: Path, agent_id: str, log: ProblemLog) -> Iterator[JsonlReader]:  # noqa: ARG002
        """Open the sessions folder or the single transcript ``path``.

        Raises:
            StateUnreadableError: it cannot be read.
        """
        try:
            is_single = not stat.S_ISDIR(path.stat().st_mode)
            if is_single:
                open_transcript_file(path).close()
            else:
                os.scandir(path).close()
        except OSError as error:
            raise StateUnreadableError(f"{path} cannot be read: {error.strerror or error}.") from None
        yield JsonlReader(path, agent_id, is_single=is_single)


def _is_transcript_line(data: bytes, *, first: bool) -> bool:
    return any(
        part.value.get("type") in KNOWN_TYPES | {"session"} and "traceSchema" not in part.value
        for part in decode_line(data.removesuffix(b"\n"), first=first).parts
    )
