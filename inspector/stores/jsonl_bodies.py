"""Bodies of a scanned transcript's entries: each is sought where the scan found it, and nothing else is read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import BinaryIO

from inspector.domain.entries import EntryHeader, TranscriptEntry
from inspector.domain.json_values import JsonObject, find_text
from inspector.domain.problems import ProblemLog
from inspector.domain.progress import ProgressReport
from inspector.stores.entry_parsing import parse_entry
from inspector.stores.jsonl_decoding import Part, decode_line
from inspector.stores.jsonl_scan import TranscriptScan, tell_failure
from inspector.stores.transcript_files import OpenStream
from inspector.stores.transcript_versions import name_first_kept, rename_hook_role

_REPORT_EVERY_ENTRIES = 256
_SKIP_BYTES = 1 << 20


def read_scanned_entries(
    open_stream: OpenStream,
    scan: TranscriptScan,
    seqs: Sequence[int],
    place: str,
    log: ProblemLog,
    progress: ProgressReport,
) -> tuple[TranscriptEntry, ...]:
    """Entries at ``seqs``, in ascending order.

    Problems: ``entry_not_found`` (no such seq), ``changed_while_reading`` (the file no longer holds the entry where it
    was), ``unreadable_transcript``. Such entries are left out.
    """
    entries: list[TranscriptEntry] = []
    positions = list(_find_positions(scan, seqs, place, log))
    if not positions:
        return ()
    ids = {index: made for index, made in enumerate(scan.object_ids) if made is not None}
    try:
        with open_stream() as stream:
            lines = _LineSeeker(stream)
            for done, position in enumerate(positions):
                if done % _REPORT_EVERY_ENTRIES == 0:
                    progress("entries", done, len(positions))
                header, spot = scan.headers[position], scan.spots[position]
                parts = lines.read(spot.offset, spot.size_bytes)
                value = parts[spot.part].value if spot.part < len(parts) else None
                if value is None or not _is_same(value, header):
                    message = "The transcript was rewritten while it was read; read it again."
                    log.add("changed_while_reading", "error", f"{place}, entry {header.seq}", message)
                    continue
                value = _modernise(value, header, scan)
                entries.append(parse_entry(name_first_kept(value, ids), header.seq, header.bytes))
    except OSError as error:
        log.extend([tell_failure(place, error)])
    return tuple(entries)


def _find_positions(scan: TranscriptScan, seqs: Sequence[int], place: str, log: ProblemLog) -> Iterator[int]:
    for seq in sorted(set(seqs)):
        position = scan.find(seq)
        if position is None:
            log.add("entry_not_found", "error", f"{place}, entry {seq}", "The transcript holds no such entry.")
        else:
            yield position


def _is_same(value: JsonObject, header: EntryHeader) -> bool:
    stored_id = find_text(value, "id")
    return (find_text(value, "type") or "") == header.type and (not stored_id or stored_id == header.id)


def _modernise(value: JsonObject, header: EntryHeader, scan: TranscriptScan) -> JsonObject:
    """``value`` with the id and parent that the scan gave it, and today's role names."""
    if scan.made_ids() or (not find_text(value, "id") and header.id):
        value = {**value, "id": header.id, "parentId": header.parent_id}
    return rename_hook_role(value, scan.header)


class _LineSeeker:
    """Reads lines at ascending offsets; skips forward where the stream cannot seek (an archive)."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._seekable = stream.seekable()
        self._position = 0
        self._line_offset = -1
        self._parts: tuple[Part, ...] = ()

    def read(self, offset: int, size_bytes: int) -> tuple[Part, ...]:
        """The objects on the line of ``size_bytes`` at ``offset``."""
        if offset != self._line_offset:
            self._go_to(offset)
            data = self._stream.read(size_bytes)
            self._position = offset + len(data)
            self._line_offset = offset
            self._parts = decode_line(data, first=offset == 0).parts
        return self._parts

    def _go_to(self, offset: int) -> None:
        if self._seekable:
            self._stream.seek(offset)
            return
        while self._position < offset:
            skipped = len(self._stream.read(min(_SKIP_BYTES, offset - self._position)))
            if not skipped:
                return
            self._position += skipped
