"""What lies in an agent's ``sessions`` folder: which file is which transcript, and which files are none.

OpenClaw up to 2026.7.1 keeps its transcripts there, later releases their archives; history-side.md sections 1.1 and
1.9, user-reports.md section 0.2.
"""

from __future__ import annotations

import re
import stat
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Literal

from inspector.domain.errors import StateUnreadableError
from inspector.domain.problems import ProblemLog
from inspector.stores.transcript_files import is_regular_file

INDEX_NAME = "sessions.json"
IMPORT_ARCHIVE_NAME = "session-sqlite-import-archive"
COLD_NAME = "cold"

FileKind = Literal["plain", "reset", "deleted", "backup", "cold"]
OtherKind = Literal["lock", "temporary", "trajectory", "index_copy", "unknown"]

_ARCHIVE_DEPTH = 3
"""So many folders deep an import archive is looked through."""

_COLD = re.compile(r"[0-9a-f]{64}\.jsonl\.zst")
_MARKED = re.compile(r"(?P<stem>.+)\.jsonl\.(?P<mark>reset|deleted|bak)(?P<rest>[.-].*)?")
_CHECKPOINT = re.compile(r"(?P<stem>.+)\.checkpoint\.[^.]+\.jsonl")
_TOPIC = re.compile(r"-topic-[^.]+$")
_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d)[-:](\d\d)[-:](\d\d)(?:\.(\d+))?Z?")
_EPOCH_MS = re.compile(r"\d{13}")


@dataclass(frozen=True, slots=True)
class TranscriptFile:
    """A file that holds a transcript.

    Attributes:
        path: where it is.
        name: its path below the sessions folder, for people.
        stem: what its name says before ``.jsonl``: the session id, for a topic with ``-topic-<n>``.
        kind: ``plain`` is a transcript in place; the others are copies that were put aside.
        archived_at_ms: when it was put aside, if its name says so.
    """

    path: Path
    name: str
    stem: str
    kind: FileKind
    archived_at_ms: int | None = None

    @property
    def session_id(self) -> str:
        """The session id that the name holds, without a topic."""
        return _TOPIC.sub("", self.stem)


@dataclass(frozen=True, slots=True)
class SessionsFolder:
    """A sessions folder: its transcripts in order of name, and whether there is a ``sessions.json``.

    ``is_single``: only one transcript of it was opened, which may be a copy under any name.
    """

    path: Path
    files: tuple[TranscriptFile, ...] = ()
    has_index: bool = False
    is_single: bool = False
    _by_name: dict[str, TranscriptFile] = field(default_factory=dict, repr=False, compare=False)

    def find(self, name: str) -> TranscriptFile | None:
        """The transcript with this name, None if there is none."""
        return self._by_name.get(name)


def classify_name(name: str) -> FileKind | OtherKind:
    """What a file in the sessions folder is, by its name."""
    for kind, matches in _RULES:
        if matches(name):
            return kind
    return "unknown"


def _is_trajectory(name: str) -> bool:
    return ".trajectory.jsonl" in name or name.endswith(".trajectory-path.json")


_RULES: tuple[tuple[FileKind | OtherKind, Callable[[str], object]], ...] = (
    ("lock", lambda name: name.endswith(".lock")),
    ("temporary", lambda name: ".tmp" in name),
    ("trajectory", _is_trajectory),
    ("index_copy", lambda name: name.startswith(INDEX_NAME)),
    ("cold", _COLD.fullmatch),
    ("reset", lambda name: _has_mark(name, "reset")),
    ("deleted", lambda name: _has_mark(name, "deleted")),
    ("backup", lambda name: _has_mark(name, "bak") or _CHECKPOINT.fullmatch(name)),
    ("plain", lambda name: name.endswith(".jsonl")),
    ("cold", lambda name: name.endswith(".jsonl.zst")),
)


def _has_mark(name: str, mark: str) -> bool:
    match = _MARKED.fullmatch(name)
    return match is not None and match["mark"] == mark


def parse_transcript_file(path: Path, name: str, kind: FileKind) -> TranscriptFile:
    """The transcript file ``path`` of a known ``kind``; ``name`` is its path below the sessions folder."""
    match = _MARKED.fullmatch(path.name) or _CHECKPOINT.fullmatch(path.name)
    stem = match["stem"] if match else path.name.removesuffix(".zst").removesuffix(".jsonl")
    return TranscriptFile(path, name, stem, kind, _parse_moment_ms(path.name))


def _parse_moment_ms(name: str) -> int | None:
    """The time in an archive's name: ISO with dashes for colons, or epoch milliseconds."""
    match = _MOMENT.search(name)
    if match is None:
        epoch = _EPOCH_MS.search(name.partition(".jsonl.")[2])
        return int(epoch[0]) if epoch else None
    day, hour, minute, second, fraction = match.groups()
    try:
        moment = datetime.fromisoformat(f"{day}T{hour}:{minute}:{second}+00:00")
    except ValueError:
        return None
    return round(moment.timestamp()) * 1000 + int((fraction or "0")[:3].ljust(3, "0"))


def _list_names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def holds_transcripts(folder: Path) -> bool:
    """Whether the folder holds anything of this era; true as well where that cannot be told for lack of permission."""
    try:
        names = _list_names(folder)
    except PermissionError:
        return True
    except OSError:
        return False
    return any(
        name in (INDEX_NAME, IMPORT_ARCHIVE_NAME, COLD_NAME) or classify_name(name) in _TRANSCRIPT_KINDS
        for name in names
    )


_TRANSCRIPT_KINDS: frozenset[str] = frozenset({"plain", "reset", "deleted", "backup", "cold"})


def read_sessions_folder(folder: Path, log: ProblemLog) -> SessionsFolder:
    """List the folder; nothing in it is opened.

    Problems: ``not_a_file`` (a folder, pipe or loop of links where a transcript should be), ``unreadable_folder``,
    ``index_missing``, ``ignored_files`` (locks, temporary files, copies of the index, files of no known kind; counted).

    Raises:
        StateUnreadableError: the folder cannot be listed.
    """
    try:
        names = _list_names(folder)
    except OSError as error:
        message = f"The sessions folder {folder} cannot be read: {error.strerror or error}."
        raise StateUnreadableError(message) from None
    ignored: Counter[str] = Counter()
    files = list(_list_files(folder, "", names, log, ignored))
    files += _list_subfolder(folder / COLD_NAME, COLD_NAME, log, ignored, depth=1)
    archived = _list_subfolder(folder / IMPORT_ARCHIVE_NAME, IMPORT_ARCHIVE_NAME, log, ignored, depth=_ARCHIVE_DEPTH)
    files += (_as_backup(file) for file in archived)
    for kind, count in sorted(ignored.items()):
        log.add("ignored_files", "info", str(folder), _IGNORED[kind], count)
    if INDEX_NAME not in names and any(file.kind == "plain" for file in files):
        message = "There is no session index (sessions.json); the list is made from the transcripts' headers."
        log.add("index_missing", "info", str(folder), message)
    return SessionsFolder(folder, tuple(files), INDEX_NAME in names, _by_name={file.name: file for file in files})


_IGNORED = {
    "lock": "Lock files of the runtime are not read.",
    "temporary": "Temporary files of the runtime are not read.",
    "index_copy": "Copies of the session index are not read.",
    "unknown": "Files of no known kind are not read.",
}


def _as_backup(file: TranscriptFile) -> TranscriptFile:
    return TranscriptFile(file.path, file.name, file.stem, "backup", file.archived_at_ms)


def _list_subfolder(
    folder: Path, below: str, log: ProblemLog, ignored: Counter[str], *, depth: int
) -> Iterator[TranscriptFile]:
    """Transcripts in a subfolder, which may be missing, and in the folders below it, ``depth`` levels in all."""
    try:
        names = _list_names(folder)
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as error:
        log.add("unreadable_folder", "error", str(folder), f"The folder cannot be read: {error.strerror or error}.")
        return
    folders = [name for name in names if depth > 1 and _is_plain_folder(folder / name)]
    yield from _list_files(folder, f"{below}/", [name for name in names if name not in folders], log, ignored)
    for name in folders:
        yield from _list_subfolder(folder / name, f"{below}/{name}", log, ignored, depth=depth - 1)


def _is_plain_folder(path: Path) -> bool:
    """Whether it is a folder itself (a link to one could lead out of the state, or around in circles)."""
    try:
        return stat.S_ISDIR(path.lstat().st_mode)
    except OSError:
        return False


def _list_files(
    folder: Path, below: str, names: list[str], log: ProblemLog, ignored: Counter[str]
) -> Iterator[TranscriptFile]:
    for name in names:
        kind = classify_name(name)
        path = folder / name
        if kind in ("plain", "reset", "deleted", "backup", "cold"):
            if _is_file(path, log):
                yield parse_transcript_file(path, below + name, kind)
        elif kind in _IGNORED and name != INDEX_NAME and is_regular_file(path):
            ignored[kind] += 1


def _is_file(path: Path, log: ProblemLog) -> bool:
    try:
        mode = path.stat().st_mode
    except OSError as error:
        log.add("not_a_file", "error", str(path), f"The transcript cannot be opened: {error.strerror or error}.")
        return False
    if not stat.S_ISREG(mode):
        log.add("not_a_file", "error", str(path), "A transcript should be here, but this is no regular file.")
        return False
    return True
