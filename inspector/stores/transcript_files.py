"""Transcript files as streams of bytes: opened without a trace, unpacked as they are read, cut into lines.

A file is opened read-only and, where the system allows it, without touching its access time. Anything but a regular
file is refused before it is opened for good, so that a pipe or a folder cannot hang or fool the reader.
"""

from __future__ import annotations

import errno
import io
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

import zstandard

OpenStream = Callable[[], BinaryIO]

MAX_LINE_BYTES = 64 << 20
"""A longer line is skipped and told as a problem; the longest seen in reports is 11 MB."""

_BLOCK_BYTES = 1 << 20
_PACKED_BLOCK_BYTES = 2048
"""Small on purpose: hostile zstd grows about 30,000 times, and a block is unpacked at once."""

_ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
_NO_TRACE = getattr(os, "O_NOATIME", 0)
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


class DamagedArchiveError(OSError):
    """A compressed transcript cannot be unpacked any further."""


def is_regular_file(path: Path) -> bool:
    """Whether ``path`` is, or links to, a regular file; false as well where that cannot be looked up."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except (OSError, ValueError):
        return False


def open_regular_file(path: Path) -> io.BufferedReader:
    """Open the regular file ``path`` for buffered reading, leaving no trace.

    Raises:
        OSError: it is missing, forbidden, a loop of links, or no regular file.
    """
    try:
        descriptor = os.open(path, _READ | _NO_TRACE)
    except PermissionError:
        # Only a file's owner may read it without touching its access time.
        descriptor = os.open(path, _READ)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "not a regular file")
    return io.BufferedReader(io.FileIO(descriptor, "rb"), _BLOCK_BYTES)


def open_transcript_file(path: Path) -> BinaryIO:
    """Open ``path`` like :func:`open_regular_file`; a zstd archive is unpacked on the way and then cannot seek."""
    stream = open_regular_file(path)
    try:
        packed = path.suffix == ".zst" or stream.peek(len(_ZSTD_MAGIC)).startswith(_ZSTD_MAGIC)
    except OSError:
        stream.close()
        raise
    return open_unpacked(stream) if packed else stream


def open_unpacked(packed: BinaryIO) -> BinaryIO:
    """The plain bytes of the zstd stream ``packed``, which is closed with it. Cannot seek."""
    return cast("BinaryIO", io.BufferedReader(_UnpackedStream(packed), _BLOCK_BYTES))


class _UnpackedStream(io.RawIOBase):
    """zstd frames one after another, unpacked block by block; a frame that ends too early is an error."""

    def __init__(self, packed: BinaryIO) -> None:
        self._packed = packed
        self._frame = zstandard.ZstdDecompressor().decompressobj()
        self._ready = memoryview(b"")
        self._inside_frame = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        while not self._ready:
            block = self._take_block()
            if not block:
                return 0
            self._unpack(block)
        count = min(len(buffer), len(self._ready))
        buffer[:count] = self._ready[:count]
        self._ready = self._ready[count:]
        return count

    def _take_block(self) -> bytes:
        rest = self._frame.unused_data
        if self._frame.eof:
            self._frame = zstandard.ZstdDecompressor().decompressobj()
            self._inside_frame = False
        block = rest or self._packed.read(_PACKED_BLOCK_BYTES)
        if not block and self._inside_frame:
            raise DamagedArchiveError("the archive ends too early")
        return block

    def _unpack(self, block: bytes) -> None:
        self._inside_frame = True
        try:
            self._ready = memoryview(self._frame.decompress(block))
        except zstandard.ZstdError:
            raise DamagedArchiveError("the archive is damaged or is no zstd archive") from None

    def close(self) -> None:
        self._packed.close()
        super().close()


class Line(NamedTuple):
    """One physical line.

    Attributes:
        number: from 1, as editors count.
        offset: of its first byte in the (unpacked) file.
        data: without the line feed, a carriage return kept; empty if ``too_long``.
        size_bytes: length of the line without the line feed.
        ended: whether a line feed follows; only the last line may have none.
        too_long: over :data:`MAX_LINE_BYTES`, not kept.
    """

    number: int
    offset: int
    data: bytes
    size_bytes: int
    ended: bool
    too_long: bool = False

    @property
    def end_offset(self) -> int:
        """Where the next line begins."""
        return self.offset + self.size_bytes + self.ended


def read_lines(stream: BinaryIO, *, offset: int = 0, number: int = 1) -> Iterator[Line]:
    """The lines from the stream's position on, which is at ``offset`` and in front of line ``number``."""
    while data := stream.readline(MAX_LINE_BYTES + 1):
        ended = data.endswith(b"\n")
        if ended or len(data) <= MAX_LINE_BYTES:
            line = Line(number, offset, data[:-1] if ended else data, len(data) - ended, ended)
        else:
            size_bytes, ended = _skip_line(stream, len(data))
            line = Line(number, offset, b"", size_bytes, ended, too_long=True)
        yield line
        offset, number = line.end_offset, number + 1


def _skip_line(stream: BinaryIO, size_bytes: int) -> tuple[int, bool]:
    """Read on to the end of a line of which ``size_bytes`` are read; its whole size, and whether a line feed came."""
    while data := stream.readline(_BLOCK_BYTES):
        if data.endswith(b"\n"):
            return size_bytes + len(data) - 1, True
        size_bytes += len(data)
    return size_bytes, False
