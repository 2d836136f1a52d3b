"""A JSONL transcript that is kept as bytes: the archives inside a database, which are JSONL too.

OpenClaw 2026.9.6, tables ``session_transcript_archives`` (identity or zstd) and ``session_transcript_cold_archives``
(zstd), history-side.md section 1.3.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import BinaryIO, Literal

from inspector.domain.entries import TranscriptEntry
from inspector.domain.problems import ProblemLog
from inspector.domain.progress import ignore_progress
from inspector.domain.sessions import TranscriptIndex
from inspector.stores.jsonl_bodies import read_scanned_entries
from inspector.stores.jsonl_scan import TranscriptScan, make_index, scan_stream
from inspector.stores.transcript_files import open_unpacked

BlobEncoding = Literal["identity", "zstd"]


@dataclass(frozen=True, slots=True)
class BlobTranscript:
    """An archived transcript. ``index`` is its entries without bodies; its session id is the header's, else empty."""

    index: TranscriptIndex
    _blob: bytes = field(repr=False)
    _encoding: BlobEncoding
    _scan: TranscriptScan = field(repr=False)
    _place: str

    def entries(self, seqs: Sequence[int], log: ProblemLog | None = None) -> tuple[TranscriptEntry, ...]:
        """Bodies of the entries at ``seqs``, ascending; those that cannot be read are left out and noted in ``log``."""
        return read_scanned_entries(
            lambda: _open_blob(self._blob, self._encoding),
            self._scan,
            seqs,
            self._place,
            ProblemLog() if log is None else log,
            ignore_progress,
        )


def read_blob_transcript(blob: bytes, encoding: BlobEncoding, place: str, log: ProblemLog) -> BlobTranscript:
    """Read the transcript in ``blob``; its problems are in the index and in ``log``, and ``place`` names the blob."""
    with _open_blob(blob, encoding) as stream:
        scan = scan_stream(stream, place, ignore_progress)
    session_id = (scan.header.session_id if scan.header else None) or ""
    index = make_index(scan, session_id, place)
    log.extend(index.problems)
    return BlobTranscript(index, blob, encoding, scan, place)


def _open_blob(blob: bytes, encoding: BlobEncoding) -> BinaryIO:
    plain = io.BytesIO(blob)
    return open_unpacked(plain) if encoding == "zstd" else plain
