"""Small made-up stores of the JSONL era for tests."""

from __future__ import annotations

import json
from contextlib import contextmanager
from pathlib import Path

from inspector.domain.problems import ProblemLog
from inspector.domain.progress import ignore_progress
from inspector.stores.jsonl_store import JsonlFormat

FIXTURES = Path(__file__).parent / "fixtures" / "stores" / "jsonl"
RECORDINGS = Path(__file__).parents[1].parent / "shared" / "recordings"


def as_line(value) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"


def session(session_id="s1", version=3, timestamp="2026-03-01T09:00:00.000Z"):
    return {"type": "session", "version": version, "id": session_id, "timestamp": timestamp, "cwd": "/srv/work"}


def message(entry_id, parent_id, text="hello", role="user", timestamp="2026-03-01T10:00:00.000Z"):
    body = {"role": role, "content": [{"type": "text", "text": text}]}
    return {"type": "message", "id": entry_id, "parentId": parent_id, "timestamp": timestamp, "message": body}


def compaction(entry_id, parent_id, kept="e1"):
    entry = {"type": "compaction", "id": entry_id, "parentId": parent_id, "timestamp": "2026-03-01T10:00:01.000Z"}
    return {**entry, "summary": "short", "firstKeptEntryId": kept, "tokensBefore": 10}


def write_lines(path: Path, *lines) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(line if isinstance(line, bytes) else as_line(line) for line in lines))
    return path


def sessions_dir(tmp_path: Path) -> Path:
    folder = tmp_path / "agents" / "main" / "sessions"
    folder.mkdir(parents=True)
    return folder


def write_index(folder: Path, entries) -> None:
    (folder / "sessions.json").write_text(json.dumps(entries), encoding="utf-8")


@contextmanager
def opened(path: Path):
    log = ProblemLog()
    with JsonlFormat().open_store(path, "main", log) as reader:
        yield reader, log


def list_rows(path: Path):
    with opened(path) as (reader, log):
        return reader.read_rows(log), log.problems()


def row_of(rows, key):
    return next(row for row in rows if row.key == key)


def read_all(path: Path, key=None):
    """Index, entries and problems of the row ``key`` (default: the only one)."""
    with opened(path) as (reader, log):
        rows = reader.read_rows(ProblemLog())
        row = rows[0] if key is None else row_of(rows, key)
        index = reader.read_index(row, ignore_progress)
        entries = reader.read_entries(row, [header.seq for header in index.headers], log, ignore_progress)
        return index, entries, log.problems()


def codes(problems):
    return {problem.code: sum(p.count for p in problems if p.code == problem.code) for problem in problems}


def fingerprint(folder: Path):
    """Every file below ``folder`` with its bytes and times."""
    found = {}
    for path in sorted(folder.rglob("*")):
        status = path.lstat()
        found[path] = (status.st_mtime_ns, status.st_size, path.read_bytes() if path.is_file() else None)
    return found
