"""What the session list says of a transcript: counts, bytes, header, last time. Most lines are not parsed for it.

A line counts as an entry if it looks like an object; only lines that may hold a compaction, a reset or the header, and
lines that look damaged, are parsed. A line that is damaged in its middle is therefore counted here, though the index
leaves it out (and tells so).
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from inspector.domain.entries import SessionHeader
from inspector.domain.json_values import JsonObject
from inspector.domain.problems import Problem
from inspector.stores.entry_parsing import parse_session_header, parse_timestamp_ms
from inspector.stores.followed_files import FollowedFiles
from inspector.stores.jsonl_decoding import decode_line
from inspector.stores.jsonl_scan import tell_failure
from inspector.stores.transcript_files import Line, read_lines

_COUNTED_TYPES = frozenset({b"compaction", b"reset", b"session"})
_LEADING_TYPE = re.compile(rb'\{\s*"type"\s*:\s*"([^"\\]*)"')
_COUNTED_ANYWHERE = re.compile(rb'"type"\s*:\s*"(?:compaction|reset|session)"')


@dataclass(frozen=True, slots=True)
class TranscriptSummary:
    """A transcript in a few numbers.

    Attributes:
        header: the session header, None where there is none.
        entries: without the header.
        bytes: UTF-8 length of the entries' and the header's JSON.
        compactions, resets: entries of these types, on any branch.
        last_timestamp_ms: of the last line, epoch milliseconds; None if it has none.
        end_offset, next_line: where reading would go on.
        failure: why reading ended early, None if it did not.
    """

    header: SessionHeader | None = None
    entries: int = 0
    bytes: int = 0
    compactions: int = 0
    resets: int = 0
    last_timestamp_ms: int | None = None
    end_offset: int = 0
    next_line: int = 1
    failure: Problem | None = None


class _Counter:
    """Counts line by line, going on where ``base`` ended."""

    def __init__(self, base: TranscriptSummary) -> None:
        self._header = base.header
        self._entries = base.entries
        self._bytes = base.bytes
        self._of_type = {"compaction": base.compactions, "reset": base.resets}
        self._last_timestamp_ms = base.last_timestamp_ms
        self._last_data = b""
        self._end = (base.end_offset, base.next_line)

    def take(self, line: Line) -> None:
        """Count a line."""
        self._end = (line.end_offset, line.number + 1)
        data = line.data.strip()
        if line.offset == 0:
            data = data.removeprefix(codecs.BOM_UTF8)
        if not data:
            return
        self._last_data = data
        if line.ended and not _must_parse(data):
            self._entries += 1
            self._bytes += len(data)
            return
        for part in decode_line(data).parts:
            self._bytes += part.size_bytes
            self._take_object(part.value)

    def _take_object(self, value: JsonObject) -> None:
        kind = value.get("type")
        if kind == "session":
            self._header = self._header or parse_session_header(value)
            return
        self._entries += 1
        if kind in ("compaction", "reset"):
            self._of_type[str(kind)] += 1

    def freeze(self, failure: Problem | None = None) -> TranscriptSummary:
        """What was counted so far."""
        self._read_last_timestamp()
        return TranscriptSummary(
            self._header,
            self._entries,
            self._bytes,
            self._of_type["compaction"],
            self._of_type["reset"],
            self._last_timestamp_ms,
            *self._end,
            failure,
        )

    def _read_last_timestamp(self) -> None:
        parts = decode_line(self._last_data).parts
        if parts:
            found = parse_timestamp_ms(parts[-1].value.get("timestamp"))
            self._last_timestamp_ms = self._last_timestamp_ms if found is None else found


def _must_parse(data: bytes) -> bool:
    """Whether the line may be damaged or may be of a type that is counted. ``}{"`` hardly occurs in sound JSON."""
    if not (data.startswith(b"{") and data.endswith(b"}")) or b"\0" in data or b'}{"' in data or b'} {"' in data:
        return True
    leading = _LEADING_TYPE.match(data)
    if leading is not None:
        return leading[1] in _COUNTED_TYPES
    return _COUNTED_ANYWHERE.search(data) is not None


_SUMMARIES = FollowedFiles(20_000, TranscriptSummary())
"""Summaries of the transcripts that were counted last, so that a list is made again without reading them again."""


def summarise_file(path: Path) -> TranscriptSummary:
    """Count the transcript at ``path``; a file that cannot be opened or read on gives a ``failure``."""

    def read_on(
        stream: BinaryIO, base: TranscriptSummary, _total_bytes: int
    ) -> tuple[TranscriptSummary, TranscriptSummary]:
        return _summarise(stream, base, str(path))

    try:
        return _SUMMARIES.read(path, read_on).reading
    except OSError as error:
        return TranscriptSummary(failure=tell_failure(str(path), error))


def _summarise(stream: BinaryIO, base: TranscriptSummary, place: str) -> tuple[TranscriptSummary, TranscriptSummary]:
    """Count on from ``base``: up to the last line feed, and up to the end."""
    counter = _Counter(base)
    ended: TranscriptSummary | None = None
    try:
        for line in read_lines(stream, offset=base.end_offset, number=base.next_line):
            if not line.ended:
                ended = counter.freeze()
            counter.take(line)
    except OSError as error:
        broken = counter.freeze(tell_failure(place, error))
        return broken, broken
    whole = counter.freeze()
    return ended or whole, whole
