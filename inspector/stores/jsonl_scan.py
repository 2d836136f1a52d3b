"""A whole transcript's entries without their bodies, and where in the file each one is. One streaming pass.

``seq`` is the physical line from 0; where a damaged line holds several objects, each takes a seq of its own and the
lines after it move up by that much, so that a seq always names one entry.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, NamedTuple

from inspector.domain.entries import EntryHeader, SessionHeader
from inspector.domain.json_values import JsonObject, find_text
from inspector.domain.problems import Problem
from inspector.domain.progress import ProgressReport
from inspector.domain.sessions import TranscriptIndex
from inspector.stores.entry_parsing import parse_entry_header, parse_session_header
from inspector.stores.followed_files import Followed, FollowedFiles
from inspector.stores.jsonl_decoding import DecodedLine, NoteCode, decode_line
from inspector.stores.jsonl_notes import LineNote, tell_notes, tell_unknown_types
from inspector.stores.transcript_files import MAX_LINE_BYTES, Line, read_lines
from inspector.stores.transcript_versions import NEWEST_VERSION, chain_entry, has_ids, rename_hook_role

_REPORT_EVERY_BYTES = 1 << 20


class Spot(NamedTuple):
    """Where an entry is: the offset and length of its line in the unpacked file, and which object of the line it is."""

    offset: int
    size_bytes: int
    part: int


@dataclass(frozen=True, slots=True)
class TranscriptScan:
    """What one pass over a transcript found.

    Attributes:
        header: the session header, None where there is none.
        headers: all entries in order of seq.
        spots: where they are, parallel to ``headers``.
        notes: what was odd, in line order.
        object_ids: version 1 only: for each object of the file, the header included, the id that it got.
        end_offset, next_line, next_seq: where reading would go on.
        failure: why the pass ended early, None if it did not.
    """

    header: SessionHeader | None = None
    headers: tuple[EntryHeader, ...] = ()
    spots: tuple[Spot, ...] = ()
    notes: tuple[LineNote, ...] = ()
    object_ids: tuple[str | None, ...] = ()
    end_offset: int = 0
    next_line: int = 1
    next_seq: int = 0
    failure: Problem | None = None

    def find(self, seq: int) -> int | None:
        """Position of the entry ``seq`` in ``headers``, None if it is not there."""
        position = self.first_after(seq - 1)
        found = position < len(self.headers) and self.headers[position].seq == seq
        return position if found else None

    def first_after(self, seq: int) -> int:
        """Position of the first entry with a seq above ``seq``; the number of entries if there is none."""
        return bisect_left(self.headers, seq + 1, key=lambda header: header.seq)

    def made_ids(self) -> bool:
        """Whether the entries of this transcript store no ids, so that all were made."""
        return self.header is not None and not has_ids(self.header)


class _Scanner:
    """Builds a scan line by line, going on where ``base`` ended."""

    def __init__(self, base: TranscriptScan) -> None:
        self._header = base.header
        self._headers = list(base.headers)
        self._spots = list(base.spots)
        self._notes = list(base.notes)
        self._object_ids = list(base.object_ids)
        self._end = (base.end_offset, base.next_line, base.next_seq)

    def take(self, line: Line) -> None:
        """Add a line."""
        seq = self._end[2]
        decoded = DecodedLine() if line.too_long else decode_line(line.data, first=line.offset == 0)
        self._note(line, seq, decoded)
        for part, item in enumerate(decoded.parts):
            spot = Spot(line.offset, line.size_bytes, part)
            self._take_object(item.value, seq + part, item.size_bytes, spot, line.number)
        self._end = (line.end_offset, line.number + 1, seq + max(1, len(decoded.parts)))

    def freeze(self, failure: Problem | None = None) -> TranscriptScan:
        """What was found so far."""
        return TranscriptScan(
            self._header,
            tuple(self._headers),
            tuple(self._spots),
            tuple(self._notes),
            tuple(self._object_ids),
            *self._end,
            failure,
        )

    def _note(self, line: Line, seq: int, decoded: DecodedLine) -> None:
        notes = decoded.notes
        if line.too_long:
            notes = (("line_too_long", f"{line.size_bytes} bytes, more than {MAX_LINE_BYTES}"),)
        elif not line.ended and not decoded.parts and line.data.strip():
            notes = (("unfinished_line", ""),)
        for code, detail in notes:
            self._add_note(code, line.number, seq, detail)

    def _add_note(self, code: NoteCode, line_number: int, seq: int, detail: str = "") -> None:
        self._notes.append(LineNote(code, line_number, seq, detail))

    def _take_object(self, value: JsonObject, seq: int, size_bytes: int, spot: Spot, line_number: int) -> None:
        if value.get("type") == "session":
            self._take_header(value, seq, line_number)
            return
        if self._header is not None and not has_ids(self._header):
            value = chain_entry(value, seq, self._headers[-1].id if self._headers else None)
            self._object_ids.append(value["id"])
        elif self._header is None and not find_text(value, "id"):
            value = chain_entry(value, seq, self._headers[-1].id if self._headers else None)
        value = rename_hook_role(value, self._header)
        self._headers.append(parse_entry_header(value, seq, size_bytes))
        self._spots.append(spot)

    def _take_header(self, value: JsonObject, seq: int, line_number: int) -> None:
        if self._header is not None:
            self._add_note("second_session_header", line_number, seq)
            if not has_ids(self._header):
                self._object_ids.append(None)
            return
        self._header = parse_session_header(value)
        if self._headers:
            self._add_note("session_header_not_first", line_number, seq)
        if (self._header.version or 1) > NEWEST_VERSION:
            self._add_note("newer_transcript", line_number, seq, str(self._header.version))
        if not has_ids(self._header):
            self._object_ids = [*(header.id for header in self._headers), None]


_SCANS = FollowedFiles(8, TranscriptScan())
"""Scans of the transcripts that were read last, so that following one that grows parses its new lines only."""


def scan_file(path: Path, progress: ProgressReport) -> Followed[TranscriptScan]:
    """Scan the transcript at ``path``, or only what was appended since it was last scanned.

    Raises:
        OSError: it cannot be opened.
    """

    def read_on(stream: BinaryIO, base: TranscriptScan, total_bytes: int) -> tuple[TranscriptScan, TranscriptScan]:
        return _scan(stream, base, str(path), progress, total_bytes)

    return _SCANS.read(path, read_on)


def scan_stream(stream: BinaryIO, place: str, progress: ProgressReport) -> TranscriptScan:
    """Scan a transcript from its start."""
    return _scan(stream, TranscriptScan(), place, progress, 0)[1]


def _scan(
    stream: BinaryIO, base: TranscriptScan, place: str, progress: ProgressReport, total_bytes: int
) -> tuple[TranscriptScan, TranscriptScan]:
    """Scan on from ``base``: up to the last line feed, and up to the end."""
    scanner = _Scanner(base)
    ended: TranscriptScan | None = None
    reported = base.end_offset
    try:
        for line in read_lines(stream, offset=base.end_offset, number=base.next_line):
            if not line.ended:
                ended = scanner.freeze()
            scanner.take(line)
            if line.end_offset - reported >= _REPORT_EVERY_BYTES:
                reported = line.end_offset
                progress("transcript", reported, max(total_bytes, reported) if total_bytes else 0)
    except OSError as error:
        broken = scanner.freeze(tell_failure(place, error))
        return broken, broken
    whole = scanner.freeze()
    return ended or whole, whole


def tell_failure(place: str, error: OSError) -> Problem:
    """The problem of a file that cannot be read, or not to its end."""
    reason = error.strerror or str(error)
    return Problem(
        "unreadable_transcript", "error", place, f"The transcript cannot be read, or not to its end: {reason}."
    )


def make_index(
    scan: TranscriptScan, session_id: str, place: str, *, after_seq: int = -1, generation: str | None = None
) -> TranscriptIndex:
    """The entries of ``scan`` with a seq above ``after_seq``, and the problems of just those lines."""
    start = scan.first_after(after_seq)
    headers = scan.headers[start:]
    problems = [
        *tell_notes(place, [note for note in scan.notes if note.seq > after_seq]),
        *tell_unknown_types(place, headers),
    ]
    if scan.failure is not None:
        problems.append(scan.failure)
    elif scan.header is None and after_seq < 0:
        message = "The transcript has no session header; its entries are read without it."
        problems.append(Problem("missing_session_header", "warning", place, message))
    earlier = start + (scan.header is not None) if after_seq >= 0 else 0
    return TranscriptIndex(
        session_id, scan.header, headers, earlier=earlier, generation=generation, problems=tuple(problems)
    )
