"""The session list of a folder of transcripts: index entries first, then every file that no entry names."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from inspector.domain.json_values import JsonObject, find_int, find_text
from inspector.domain.problems import ProblemLog
from inspector.domain.sessions import SessionRow
from inspector.runtime import get_runtime_rules
from inspector.stores.jsonl_summary import TranscriptSummary, summarise_file
from inspector.stores.session_index_file import SessionIndex, SkillsPrompts
from inspector.stores.session_keys import find_chat_type, session_kind
from inspector.stores.sessions_folder import SessionsFolder, TranscriptFile
from inspector.stores.transcript_files import is_regular_file
from inspector.tokens.usage import find_recorded_total

_TOPIC_OF_KEY = re.compile(r":(?:topic|thread):([^:]+)$")
_SEPARATORS = re.compile(r"[\\/]")

ListFolder = Callable[[ProblemLog], SessionsFolder]


@dataclass(frozen=True, slots=True)
class ListedRows:
    """The rows, live ones first, newest first; and the header version of the newest that has one."""

    rows: tuple[SessionRow, ...]
    newest_version: int | None


@dataclass(frozen=True, slots=True)
class TranscriptPlace:
    """The file of an index entry; ``file`` is None for one outside the folder, ``exists`` is false for none."""

    path: Path
    file: TranscriptFile | None = None
    exists: bool = True


def list_rows(folder: SessionsFolder, index: SessionIndex, agent_id: str, log: ProblemLog) -> ListedRows:
    """All sessions of ``folder``, of which ``index`` names the live ones.

    Problems: ``missing_transcript``, ``session_id_mismatch``, ``unreadable_transcript``, ``session_file_refused``,
    ``orphan_transcript``, ``index_missing``, and those of :class:`SkillsPrompts`.
    """
    return _RowLister(folder, index, agent_id, log).make_rows()


def update_row(
    row: SessionRow, index: SessionIndex, sessions_dir: Path, list_folder: ListFolder, log: ProblemLog
) -> SessionRow | None:
    """``row`` with what the index says now, counts left as they are.

    None if the session is gone or its key points to another transcript now. A row that the index never named stays as
    it is while its file is there. The folder is listed only if the transcript is no longer where it was.
    """
    entry = next((entry for key, entry in index.entries if key == row.key), None)
    if entry is None:
        return row if not row.entry and is_regular_file(row.path) else None
    if (find_text(entry, "sessionId") or row.session_id) != row.session_id:
        return None
    same_file = find_text(entry, "sessionFile") == find_text(row.entry, "sessionFile") and is_regular_file(row.path)
    entry = SkillsPrompts(sessions_dir).fill(entry, log)
    if not same_file:
        row = replace(row, path=locate_transcript(list_folder(log), row.key, entry, log).path)
    return replace(
        row,
        kind=session_kind(row.key, find_chat_type(entry)),
        updated_at_ms=_first_known(find_int(entry, "updatedAt"), row.updated_at_ms),
        total_tokens=find_recorded_total(entry, get_runtime_rules()),
        entry=entry,
    )


@dataclass(slots=True)
class _RowLister:
    """Makes the rows of one folder; remembers which files are taken and what there was of each."""

    folder: SessionsFolder
    index: SessionIndex
    agent_id: str
    log: ProblemLog
    _taken: set[Path] = field(default_factory=set)
    _missing: list[str] = field(default_factory=list)
    _versions: dict[Path, int] = field(default_factory=dict)

    def make_rows(self) -> ListedRows:
        rows = [*self._live_rows(), *self._loose_rows()]
        rows.sort(key=lambda row: (row.archived, -(row.updated_at_ms or 0), row.key))
        if self._missing:
            message = f"A session of the index has no transcript file; the first is {self._missing[0]}."
            self.log.add("missing_transcript", "warning", str(self.folder.path), message, len(self._missing))
        newest = next((self._versions[row.path] for row in rows if row.path in self._versions), None)
        return ListedRows(tuple(rows), newest)

    def _live_rows(self) -> Iterator[SessionRow]:
        prompts = SkillsPrompts(self.folder.path)
        entries = {find_text(entry, "sessionId") or "": entry for _, entry in self.index.entries}
        reset_ids = {file.session_id for file in self.folder.files if file.kind == "reset"}
        for key, stored in self.index.entries:
            entry = prompts.fill(stored, self.log)
            place = locate_transcript(self.folder, key, entry, self.log)
            summary = self._summarise(place.path) if place.exists else TranscriptSummary()
            if place.exists:
                self._taken.add(place.path)
            else:
                self._missing.append(key)
            header_id = summary.header.session_id if summary.header else None
            session_id = find_text(entry, "sessionId") or header_id or place.path.name.partition(".jsonl")[0]
            self._check_id(place, summary, session_id)
            row = self._make_row(key, session_id, place.path, summary)
            yield replace(
                row,
                kind=session_kind(key, find_chat_type(entry)),
                updated_at_ms=_first_known(find_int(entry, "updatedAt"), row.updated_at_ms),
                previous_session_ids=_previous_ids(session_id, entries, reset_ids),
                total_tokens=find_recorded_total(entry, get_runtime_rules()),
                entry=entry,
            )

    def _loose_rows(self) -> Iterator[SessionRow]:
        """Files that no index entry names. Without a whole index, transcripts in place are taken as live."""
        orphans = 0
        for file in self.folder.files:
            if file.path in self._taken:
                continue
            summary = self._summarise(file.path)
            session_id = (summary.header.session_id if summary.header else None) or file.session_id
            self._check_id(TranscriptPlace(file.path, file), summary, session_id)
            row = self._make_row(f"file:{file.name}", session_id, file.path, summary)
            if file.kind == "plain" and not self.index.whole:
                yield row
                continue
            orphans += file.kind == "plain"
            reason = "orphan" if file.kind == "plain" else file.kind
            yield replace(
                row,
                key=f"{reason}:{file.name}",
                archived=True,
                archive_reason=reason,
                updated_at_ms=_first_known(file.archived_at_ms, row.updated_at_ms),
            )
        if orphans:
            message = "A transcript is not in the session index; it is listed as an orphan."
            self.log.add("orphan_transcript", "info", str(self.folder.path), message, orphans)

    def _summarise(self, path: Path) -> TranscriptSummary:
        summary = summarise_file(path)
        if summary.failure is not None:
            self.log.extend([summary.failure])
        if summary.header is not None:
            self._versions[path] = summary.header.version or 1
        return summary

    def _check_id(self, place: TranscriptPlace, summary: TranscriptSummary, session_id: str) -> None:
        header_id = summary.header.session_id if summary.header else None
        if (
            header_id is None
            or self.folder.is_single
            or (place.file is not None and place.file.kind in ("cold", "backup"))
        ):
            return
        named = place.file.session_id if place.file else session_id
        stem = place.file.stem if place.file else session_id
        if header_id not in (named, stem):
            message = f"The session header names {header_id}, the file name {stem}."
            self.log.add("session_id_mismatch", "warning", str(place.path), message)
        elif session_id not in (named, stem, header_id):
            message = f"The session index names {session_id}, the transcript {header_id}."
            self.log.add("session_id_mismatch", "warning", str(place.path), message)

    def _make_row(self, key: str, session_id: str, path: Path, summary: TranscriptSummary) -> SessionRow:
        started_at_ms = summary.header.timestamp_ms if summary.header else None
        return SessionRow(
            key=key,
            session_id=session_id,
            agent=self.agent_id,
            kind="other",
            updated_at_ms=_first_known(summary.last_timestamp_ms, started_at_ms),
            entries=summary.entries,
            bytes=summary.bytes,
            compactions=summary.compactions,
            resets=summary.resets,
            source="jsonl",
            path=path,
        )


def _first_known(first: int | None, second: int | None) -> int | None:
    return second if first is None else first


def _previous_ids(session_id: str, entries: Mapping[str, JsonObject], reset_ids: set[str]) -> tuple[str, ...]:
    """Earlier ids, newest first.

    The session's own id where a reset put a transcript of the same id aside, then the chain of ``previousSessionId``.
    """
    ids = [session_id] if session_id in reset_ids else []
    current = session_id
    while (previous := find_text(entries.get(current, {}), "previousSessionId")) and previous not in (*ids, session_id):
        ids.append(previous)
        current = previous
    return tuple(ids)


def locate_transcript(folder: SessionsFolder, key: str, entry: JsonObject, log: ProblemLog) -> TranscriptPlace:
    """The transcript of an index entry.

    A stored ``sessionFile`` may be an absolute path of another machine or of the original of a copied state: a file of
    that name in the folder itself comes first, then the same place in this state, then the path as it stands. A
    relative path must stay inside the state's agents (else ``session_file_refused``).
    """
    stored = find_text(entry, "sessionFile")
    session_id = find_text(entry, "sessionId") or ""
    topic = _TOPIC_OF_KEY.search(key)
    names = [_SEPARATORS.split(stored)[-1]] if stored else []
    names += [f"{session_id}-topic-{topic[1]}.jsonl"] if topic else []
    own = folder.find(names[0]) if stored else None
    elsewhere = _find_elsewhere(folder, key, stored, log) if stored and own is None else None
    if elsewhere is not None:
        return TranscriptPlace(elsewhere)
    for name in (*names, f"{session_id}.jsonl"):
        file = folder.find(name)
        if file is not None:
            return TranscriptPlace(file.path, file)
    return TranscriptPlace(folder.path / f"{_SEPARATORS.sub('_', session_id)}.jsonl", exists=False)


def _find_elsewhere(folder: SessionsFolder, key: str, stored: str, log: ProblemLog) -> Path | None:
    """An existing transcript outside ``folder`` that ``sessionFile`` names."""
    if ".jsonl" not in _SEPARATORS.split(stored)[-1] or "\0" in stored:
        return None
    agents_dir = folder.path.parent.parent if folder.path.parent.parent.name == "agents" else folder.path
    path = Path(stored)
    if path.is_absolute():
        below = path.parts[path.parts.index("agents") + 1 :] if "agents" in path.parts else ()
        moved = agents_dir.joinpath(*below) if below else None
        if moved is not None and _is_inside(moved, agents_dir) and is_regular_file(moved):
            return moved
        return path if is_regular_file(path) else None
    path = Path(os.path.normpath(folder.path / path))
    if not _is_inside(path, agents_dir):
        message = "The index names a transcript outside the state's agents by a relative path; it is not read."
        log.add("session_file_refused", "warning", f"{folder.path}, session {key}", message)
        return None
    return path if is_regular_file(path) else None


def _is_inside(path: Path, folder: Path) -> bool:
    """Whether ``path``, its links followed, lies in ``folder``; a loop of links lies nowhere."""
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):
        return False
