"""The seam between store formats and everybody else: what a format must be able to do.

A reader is a snapshot: it is opened, asked, and closed; while it is open everything it says belongs to one moment.
It never writes, locks or migrates what it reads.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from inspector.domain.entries import TranscriptEntry
from inspector.domain.problems import ProblemLog
from inspector.domain.progress import ProgressReport
from inspector.domain.sessions import SessionRow, StoreFormat, TranscriptIndex
from inspector.stores.agent_stores import AgentStores


class StoreReader(Protocol):
    """One agent's store, open at one moment."""

    @property
    def format(self) -> StoreFormat:
        """Which format this is."""

    @property
    def schema_version(self) -> int | None:
        """Version of the database schema, or of the newest transcript header; None if unknown."""

    @property
    def app_version(self) -> str | None:
        """OpenClaw version that wrote the store, None if it does not say."""

    def read_rows(self, log: ProblemLog) -> tuple[SessionRow, ...]:
        """All sessions, live ones first, newest first; archives and orphans after them (``archived`` is true)."""

    def refresh_row(self, row: SessionRow, log: ProblemLog) -> SessionRow | None:
        """``row`` with what its store says of the session now, counts left as they are; None if it is gone."""

    def read_index(self, row: SessionRow, progress: ProgressReport, *, after_seq: int = -1) -> TranscriptIndex:
        """Headers of the entries of ``row``'s transcript with a seq above ``after_seq``."""

    def read_entries(
        self, row: SessionRow, seqs: Sequence[int], log: ProblemLog, progress: ProgressReport
    ) -> tuple[TranscriptEntry, ...]:
        """Bodies of the entries at ``seqs`` (ascending); unreadable ones are left out and noted in ``log``."""


class StoreFormatReader(Protocol):
    """A way to open stores of one format."""

    name: StoreFormat

    def find_stores(self, places: AgentStores) -> tuple[Path, ...]:
        """Files (SQLite) or folders (JSONL) of this format among an agent's places, empty if there are none."""

    def accepts_file(self, path: Path) -> bool:
        """Whether the single file ``path`` is of this format, judged by its content."""

    def open_store(self, path: Path, agent_id: str, log: ProblemLog) -> AbstractContextManager[StoreReader]:
        """Open it for one moment's reading.

        Raises:
            StateUnreadableError: it cannot be read at all; one clear sentence.
        """
