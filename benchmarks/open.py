"""How long opening a large store takes, as a ratio to plainly reading it.

usage: python benchmarks/open.py STORE.sqlite [--session KEY] [--runs N]

Make a store with the shared harness: ``make_big_store.py RECORDED.sqlite STORE.sqlite`` (27,703 rows, 412 MB).
Each measurement runs in a process of its own, so that peak memory is its own; the median of the runs is shown.
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from inspector.domain.segments import Segment
    from inspector.geometry.treemap import WeightedNode

ROOT = Path(__file__).resolve().parent.parent


def measure_plain(store: Path, session: str) -> dict[str, float]:
    """Read, unpack and parse every row of the session, the plain way."""
    import zstandard

    started = time.perf_counter()
    connection = sqlite3.connect(f"file:{store}?mode=ro&immutable=1", uri=True)
    query = "SELECT current_session_id FROM session_nodes WHERE session_key = ?"
    (session_id,) = connection.execute(query, (session,)).fetchone()
    unpack = zstandard.ZstdDecompressor().decompress
    rows = "SELECT event_json, event_zstd FROM transcript_events WHERE session_id = ? ORDER BY seq"
    count = 0
    for plain, packed in connection.execute(rows, (session_id,)):
        json.loads(plain if plain is not None else unpack(packed))
        count += 1
    return {"seconds": time.perf_counter() - started, "rows": count, "peak_mb": peak_mb()}


def measure_open(store: Path, session: str) -> dict[str, float]:
    """From the path to the rectangles of the first complete treemap."""
    sys.path.insert(0, str(ROOT))
    from inspector.geometry.rects import Rect
    from inspector.geometry.treemap import lay_out_tree
    from inspector.inspection import choose_row, inspect_session, open_state

    started = time.perf_counter()
    catalog = open_state(store, {})
    listed = time.perf_counter()
    inspection = inspect_session(catalog, choose_row(catalog, session=session))
    inspected = time.perf_counter()
    lay_out_tree(weighted(inspection.snapshot.tree), Rect(0, 0, 1000, 700))
    done = time.perf_counter()
    return {
        "seconds": done - started,
        "list_seconds": listed - started,
        "inspect_seconds": inspected - listed,
        "layout_seconds": done - inspected,
        "messages": len(inspection.snapshot.messages),
        "peak_mb": peak_mb(),
    }


def weighted(segment: Segment) -> WeightedNode:
    """The tree of weights that the map lays out."""
    from inspector.geometry.treemap import WeightedNode

    return WeightedNode(segment.id, segment.tokens.tokens, tuple(map(weighted, segment.children)))


def measure_refresh(store: Path, session: str) -> dict[str, float]:
    """A row is appended to a private copy; how long until the picture is up to date?"""
    sys.path.insert(0, str(ROOT))
    from inspector.geometry.rects import Rect
    from inspector.geometry.treemap import lay_out_tree
    from inspector.inspection import choose_row, inspect_session, open_state, refresh_inspection

    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.sqlite"
        shutil.copyfile(store, copy)
        catalog = open_state(copy, {})
        inspection = inspect_session(catalog, choose_row(catalog, session=session))
        writer = sqlite3.connect(copy)
        writer.create_function("octet_length", 1, lambda v: len(v.encode() if isinstance(v, str) else v))
        writer.execute("PRAGMA journal_mode = WAL")
        times = []
        for _ in range(5):
            append_row(writer, inspection.row.session_id)
            started = time.perf_counter()
            inspection = refresh_inspection(inspection)
            lay_out_tree(weighted(inspection.snapshot.tree), Rect(0, 0, 1000, 700))
            times.append(time.perf_counter() - started)
        writer.close()
    return {"seconds": statistics.median(times), "messages": len(inspection.snapshot.messages), "peak_mb": peak_mb()}


def append_row(writer: sqlite3.Connection, session_id: str) -> None:
    """One small user message at the leaf, with its index rows, as the runtime writes it."""
    state = (
        "SELECT indexed_seq, leaf_event_id, active_event_count FROM session_transcript_index_state WHERE session_id = ?"
    )
    last, leaf, active = writer.execute(state, (session_id,)).fetchone()
    event = {
        "type": "message",
        "id": str(uuid.uuid4()),
        "parentId": leaf,
        "timestamp": "2026-11-30T00:00:00.000Z",
        "message": {"role": "user", "content": "one more", "timestamp": 1_796_000_000_000},
    }
    data = json.dumps(event, separators=(",", ":"))
    add = writer.execute
    row = (session_id, last + 1, data, 0, len(data))
    columns = "session_id, seq, event_json, created_at, event_utf8_bytes"
    add(f"INSERT INTO transcript_events({columns}) VALUES (?, ?, ?, ?, ?)", row)
    identity = (session_id, event["id"], last + 1, "message", leaf, 0)
    columns = "session_id, event_id, seq, event_type, parent_id, created_at"
    add(f"INSERT INTO transcript_event_identities({columns}) VALUES (?, ?, ?, ?, ?, ?)", identity)
    add("INSERT INTO session_transcript_active_events VALUES (?, ?, ?, ?, 1)", (session_id, active, last + 1, active))
    update = "UPDATE session_transcript_index_state SET indexed_seq = ?, leaf_event_id = ?, active_event_count = ?"
    add(f"{update} WHERE session_id = ?", (last + 1, event["id"], active + 1, session_id))
    writer.commit()


def peak_mb() -> float:
    """Largest resident size of this process so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


MEASURES = {"plain": measure_plain, "open": measure_open, "refresh": measure_refresh}


def run_apart(measure: str, options: argparse.Namespace) -> dict[str, float]:
    """One measurement in a fresh process."""
    command = [sys.executable, __file__, str(options.store), "--session", options.session, "--measure", measure]
    found: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("store", type=Path)
    parser.add_argument("--session", default="agent:main:main")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--measure", choices=tuple(MEASURES), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(MEASURES[options.measure](options.store, options.session)))
        return
    results = {name: [run_apart(name, options) for _ in range(options.runs)] for name in MEASURES}
    medians = {
        name: {key: statistics.median(run[key] for run in runs) for key in runs[0]} for name, runs in results.items()
    }
    for name, values in medians.items():
        print(name, " ".join(f"{key}={value:.3f}" for key, value in values.items()))
    ratio = medians["open"]["seconds"] / medians["plain"]["seconds"]
    print(f"first complete treemap / plain read: {ratio:.3f} (bar 0.7)")
    print(f"peak memory: {medians['open']['peak_mb']:.0f} MB (bar 250)")
    print(f"refresh after one row: {1000 * medians['refresh']['seconds']:.1f} ms (bar 50)")


if __name__ == "__main__":
    main()
