"""Files that grow: what was read of one is kept, and only what was appended since is read."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Generic, Protocol, TypeVar

from inspector.domain.problems import Problem
from inspector.stores.recent_values import RecentValues
from inspector.stores.transcript_files import open_transcript_file

_TAIL_BYTES = 256


class Reading(Protocol):
    """An immutable value that says how far its file was read (offset of the next byte), and whether that failed."""

    @property
    def end_offset(self) -> int:
        """Where reading would go on."""

    @property
    def failure(self) -> Problem | None:
        """Why reading ended early, None if it did not."""


ReadingType = TypeVar("ReadingType", bound=Reading)

ReadOn = Callable[[BinaryIO, ReadingType, int], tuple[ReadingType, ReadingType]]
"""Called as ``read_on(stream, base, total_bytes)`` with the stream where ``base`` ended (``total_bytes`` 0: unknown).
Answers what was read up to the last line feed (where reading goes on next time) and what was read up to the end."""


@dataclass(frozen=True, slots=True)
class _FileMark:
    """What a file looked like when it was read up to ``end_offset``, to know it again.

    ``tail`` holds the bytes just before ``end_offset``: where they are unchanged in a file of the same identity that
    did not shrink, the file was appended to (the runtime replaces a transcript that it rewrites by a new file).
    """

    device: int
    inode: int
    size_bytes: int
    mtime_ns: int
    end_offset: int
    tail: bytes

    def is_unchanged(self, found: os.stat_result) -> bool:
        return (self.device, self.inode, self.size_bytes, self.mtime_ns) == (
            found.st_dev,
            found.st_ino,
            found.st_size,
            found.st_mtime_ns,
        )

    def was_appended(self, found: os.stat_result, stream: BinaryIO) -> bool:
        """Whether the file begins with what was read; if so the stream is at ``end_offset`` afterwards."""
        same_file = (self.device, self.inode) == (found.st_dev, found.st_ino)
        return same_file and found.st_size >= self.end_offset and _read_tail(stream, self.end_offset) == self.tail


@dataclass(frozen=True, slots=True)
class _KnownFile(Generic[ReadingType]):
    mark: _FileMark
    ended: ReadingType
    whole: ReadingType
    generation: str


@dataclass(frozen=True, slots=True)
class Followed(Generic[ReadingType]):
    """All of a file. ``generation`` is another one whenever it may hold more than what was appended since."""

    reading: ReadingType
    generation: str


class FollowedFiles(Generic[ReadingType]):
    """What was read of the ``limit`` files that were read last. Meant for a module's own memory; safe for threads.

    It only saves time: what it holds is immutable, and is used again only for a file that is the same or that was
    appended to. An archive is never appended to.
    """

    def __init__(self, limit: int, nothing: ReadingType) -> None:
        self._files: RecentValues[Path, _KnownFile[ReadingType]] = RecentValues(limit)
        self._nothing = nothing

    def read(self, path: Path, read_on: ReadOn[ReadingType]) -> Followed[ReadingType]:
        """All of the file at ``path``, read with as few calls of ``read_on`` on as few bytes as can be.

        Raises:
            OSError: it cannot be opened.
        """
        known = self._files.find(path)
        found = path.stat()
        if known is not None and known.mark.is_unchanged(found):
            return Followed(known.whole, known.generation)
        with open_transcript_file(path) as stream:
            base, generation = self._nothing, f"{found.st_dev}:{found.st_ino}:{found.st_size}:{found.st_mtime_ns}"
            packed = not stream.seekable()
            if not packed:
                found = os.fstat(stream.fileno())
                if known is not None and known.mark.was_appended(found, stream):
                    base, generation = known.ended, known.generation
                else:
                    stream.seek(0)
            ended, whole = read_on(stream, base, 0 if packed else found.st_size)
            tail = b"" if packed or whole.failure else _read_tail(stream, ended.end_offset)
        if whole.failure is None:
            mark = _FileMark(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, ended.end_offset, tail)
            self._files.keep(path, _KnownFile(mark, ended, whole, generation))
        return Followed(whole, generation)


def _read_tail(stream: BinaryIO, end_offset: int) -> bytes:
    """The last bytes before ``end_offset``; the stream stands there afterwards."""
    start = max(0, end_offset - _TAIL_BYTES)
    stream.seek(start)
    return stream.read(end_offset - start)
