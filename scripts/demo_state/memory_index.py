"""The keyword index over the demo's memory files, as memory-side.md sections 1.2 and 1.3 describe it.

Two things are wrong on purpose: the note of 27 November was changed after it was indexed, and the note of 25 November
was never indexed.
"""

from __future__ import annotations

import hashlib

from demo_state.clock import november_ms
from demo_state.json_dict import JsonDict
from inspector.domain.javascript import js_json

CHANGED_NOTE, UNINDEXED_NOTE = "memory/2026-11-27.md", "memory/2026-11-25.md"
_PER_ENTRY = frozenset({"MEMORY.md", "USER.md"})
_CHUNK_CHARS = 1600


def build_memory_index(files: dict[str, str]) -> dict[str, list[JsonDict]]:
    """Rows by table, in the order of insertion."""
    indexed_at_ms = november_ms("27 18:00")
    rows: dict[str, list[JsonDict]] = {table: [] for table in _TABLES}
    for path in _indexed_paths(files):
        text = _text_when_indexed(path, files[path])
        source_id = len(rows["memory_index_sources"]) + 1
        source = {"id": source_id, "path": path, "source": "memory", "hash": _sha256(text), "mtime": _mtime_ms(path)}
        rows["memory_index_sources"].append(source | {"size": len(text.encode())})
        rows["memory_index_paths_fts"].append({"rowid": source_id, "path": path, "source": "memory"})
        for start, end, chunk in _chunks(path, text):
            _add_chunk(rows, path, (start, end), chunk, indexed_at_ms)
    settings: JsonDict = {
        "model": "fts-only",
        "provider": "none",
        "providerKey": _sha256("none"),
        "sources": ["memory"],
    }
    settings |= {"scopeHash": _sha256("scope"), "chunkTokens": 400, "chunkOverlap": 80, "chunkingVersion": 5}
    settings |= {"ftsTokenizer": "unicode61", "provenanceVersion": 1}
    rows["memory_index_meta"] = [
        {"key": "memory_index_meta_v1", "value": js_json(settings)},
        {"key": "memory_vector_rebuild_v1", "value": "clean"},
    ]
    revision = len(rows["memory_index_sources"]) + len(rows["memory_index_chunks"])
    rows["memory_index_state"] = [{"id": 1, "revision": revision}]
    return rows


_TABLES = (
    "memory_index_meta",
    "memory_index_sources",
    "memory_index_paths_fts",
    "memory_index_chunks",
    "memory_index_chunks_fts",
    "memory_index_chunk_recall_metadata",
    "memory_index_chunk_provenance",
    "memory_index_state",
)


def _indexed_paths(files: dict[str, str]) -> list[str]:
    notes = sorted(path for path in files if path.startswith("memory/") and path != UNINDEXED_NOTE)
    return ["MEMORY.md", "USER.md", *notes]


def _text_when_indexed(path: str, text: str) -> str:
    return "\n".join(text.split("\n")[:4]) + "\n" if path == CHANGED_NOTE else text


def _mtime_ms(path: str) -> float:
    return float(november_ms(f"{path[-5:-3]} 17:30" if path.startswith("memory/") else "20 08:41"))


def _chunks(path: str, text: str) -> list[tuple[int, int, str]]:
    """``(first line, last line, text)`` from 1: an entry or a section in MEMORY.md and USER.md, else the whole note."""
    lines = text.rstrip("\n").split("\n")
    if path not in _PER_ENTRY:
        assert len(text) <= _CHUNK_CHARS
        return [(1, len(lines), "\n".join(lines))]
    starts = [number for number, line in enumerate(lines, 1) if line.startswith(("- ", "#"))]
    ends = [*(start - 1 for start in starts[1:]), len(lines)]
    return [(start, end, "\n".join(lines[start - 1 : end])) for start, end in zip(starts, ends, strict=True)]


def _add_chunk(
    rows: dict[str, list[JsonDict]], path: str, place: tuple[int, int], text: str, indexed_at_ms: int
) -> None:
    start, end = place
    digest = _sha256(text)
    chunk_id = _sha256(f"memory:{path}:{start}:{end}:{digest}:fts-only")
    number = len(rows["memory_index_chunks"]) + 1
    shown = {"path": path, "source": "memory", "start_line": start, "end_line": end, "model": "fts-only", "text": text}
    stored = {"chunk_rowid": number, "id": chunk_id, "hash": digest, "embedding": b"", "updated_at": indexed_at_ms}
    rows["memory_index_chunks"].append(stored | shown)
    rows["memory_index_chunks_fts"].append({"rowid": number, "id": chunk_id} | shown)
    recall = {"chunk_id": chunk_id, "importance": None, "triggers": None, "project_key": None}
    rows["memory_index_chunk_recall_metadata"].append(recall)
    observed = {"origin_class": "agent", "session_kind": "unknown", "observed_at": int(_mtime_ms(path))}
    rows["memory_index_chunk_provenance"].append({"chunk_id": chunk_id} | observed)


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
