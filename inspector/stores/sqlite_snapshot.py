"""One moment of a SQLite database that belongs to somebody else: read, never written, never locked for long.

How the file is opened depends on what lies beside it (tried with SQLite 3.40; a test holds every case):

===================  =====================================================================================
beside the file      how it is opened
===================  =====================================================================================
``-wal`` and         ``mode=ro&readonly_shm=1``: SQLite maps the ``-shm`` read-only, so that not even a live
``-shm``             writer's is touched; after a crash it rebuilds the index of the log in memory.
neither              ``immutable=1``: a plain ``mode=ro`` would leave a new ``-wal`` and ``-shm`` behind. The
                     file is compared afterwards and read again if a writer came by meanwhile.
``-wal`` alone, or   A private copy in a temporary folder: only a writable copy can be recovered.
a hot ``-journal``
===================  =====================================================================================
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from inspector.domain.errors import StateNotFoundError, StateUnreadableError

BUSY_TIMEOUT_S = 5.0
_CHANGE_COUNTER = slice(24, 28)
_HEADER_BYTES = 100
_MAGIC = b"SQLite format 3\0"


class StoreChangedError(Exception):
    """The file changed while it was read without a lock; what was read must be thrown away and read again."""


@dataclass(frozen=True, slots=True)
class _FileState:
    size: int
    mtime_ns: int
    inode: int
    change_counter: bytes
    neighbours: tuple[str, ...]


def is_sqlite_file(path: Path) -> bool:
    """Whether ``path`` is a regular file with SQLite's magic (or an empty one with SQLite's name)."""
    try:
        with path.open("rb") as file:
            start = file.read(len(_MAGIC))
    except OSError:
        return False
    return start == _MAGIC or (not start and path.suffix == ".sqlite")


@contextmanager
def open_snapshot(path: Path) -> Iterator[sqlite3.Connection]:
    """The database at ``path`` in one read transaction; TEXT comes as bytes, since stored text may be damaged.

    Raises:
        StateNotFoundError, StateUnreadableError: one sentence, says what to do.
        StoreChangedError: at the end, when a file read without a lock was changed meanwhile.
    """
    neighbours = _find_neighbours(path)
    if "-journal" in neighbours or ("-wal" in neighbours and not _lies_beside(path, "-shm")):
        with _private_copy(path, neighbours) as copy, _transaction(copy, path, "mode=rw") as connection:
            yield connection
    elif "-wal" in neighbours:
        with _transaction(path, path, "mode=ro&readonly_shm=1") as connection:
            yield connection
    else:
        before = _file_state(path)
        with _transaction(path, path, "mode=ro&immutable=1") as connection:
            yield connection
        if _file_state(path) != before:
            raise StoreChangedError(str(path))


def _lies_beside(path: Path, suffix: str) -> bool:
    return path.with_name(path.name + suffix).exists()


def _find_neighbours(path: Path) -> tuple[str, ...]:
    """Which of ``-wal`` and ``-journal`` hold anything; empty ones mean nothing to SQLite."""
    found = []
    for suffix in ("-wal", "-journal"):
        try:
            if path.with_name(path.name + suffix).stat().st_size:
                found.append(suffix)
        except FileNotFoundError:
            continue
        except OSError as error:
            raise StateUnreadableError(f"Cannot look beside {path}: {error.strerror}.") from error
    return tuple(found)


def _file_state(path: Path) -> _FileState:
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER_BYTES)
            status = os.fstat(file.fileno())
    except FileNotFoundError as error:
        raise StateNotFoundError(f"There is no database at {path}.") from error
    except OSError as error:
        raise StateUnreadableError(f"Cannot read {path}: {error.strerror}.") from error
    return _FileState(
        status.st_size, status.st_mtime_ns, status.st_ino, header[_CHANGE_COUNTER], _find_neighbours(path)
    )


@contextmanager
def _private_copy(path: Path, neighbours: tuple[str, ...]) -> Iterator[Path]:
    try:
        with tempfile.TemporaryDirectory(prefix="context-inspector-") as folder:
            copy = Path(folder) / "copy.sqlite"
            before = _file_state(path)
            shutil.copyfile(path, copy)
            for suffix in neighbours:
                shutil.copyfile(path.with_name(path.name + suffix), copy.with_name(copy.name + suffix))
            if _file_state(path) != before:
                raise StoreChangedError(str(path))
            yield copy
    except OSError as error:
        reason = error.strerror or "input/output error"
        raise StateUnreadableError(f"Cannot copy {path} to a temporary folder to read it: {reason}.") from error


@contextmanager
def _transaction(file: Path, shown: Path, parameters: str) -> Iterator[sqlite3.Connection]:
    try:
        connection = sqlite3.connect(
            f"file:{quote(str(file.absolute()))}?{parameters}", uri=True, timeout=BUSY_TIMEOUT_S, isolation_level=None
        )
    except sqlite3.Error as error:
        raise explain_sqlite_error(shown, error) from error
    with closing(connection):
        connection.text_factory = bytes
        try:
            connection.execute("PRAGMA query_only = ON")
            connection.execute("BEGIN")
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.Error as error:
            raise explain_sqlite_error(shown, error) from error
        yield connection
        connection.rollback()


def explain_sqlite_error(path: Path, error: sqlite3.Error) -> StateUnreadableError:
    """What went wrong with the database at ``path``, for a person."""
    words = str(error)
    if "locked" in words or "busy" in words:
        return StateUnreadableError(f"{path} is locked by another program; try again when it is idle.")
    if "not a database" in words or "malformed" in words:
        return StateUnreadableError(f"{path} is not a readable SQLite database ({words}).")
    if "unable to open" in words:
        exists = path.exists()
        reason = "it cannot be opened (permission?)" if exists else "there is nothing there"
        return (StateUnreadableError if exists else StateNotFoundError)(f"Cannot read {path}: {reason}.")
    return StateUnreadableError(f"Cannot read {path}: {words}.")
