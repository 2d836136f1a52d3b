"""Values of the window's tests, made by hand: keyword-only, nothing random, nothing read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import segment_trees

from inspector.assembly.branch import Branch
from inspector.domain.contexts import ContextMessage, Occupancy, Snapshot, Timeline
from inspector.domain.errors import SessionNotFoundError
from inspector.domain.problems import Problem
from inspector.domain.segments import Segment, make_group
from inspector.domain.sessions import Agent, RecordedTotal, SessionRow, StoreInfo, TranscriptIndex
from inspector.domain.tokens import TokenCount
from inspector.inspection import Inspection, LoadedTranscript, StateCatalog
from inspector.stores.openclaw_config import OpenClawConfig
from inspector.stores.opened_state import OpenedState

TARGET = Path("/made-up/.openclaw")


def make_row(
    *,
    key: str = "agent:main:compact",
    session_id: str = "s1",
    agent: str = "main",
    entries: int = 88,
    compactions: int = 0,
    resets: int = 0,
    tokens: int | None = None,
    fresh: bool = True,
    window: int | None = 64_000,
    archive_reason: str | None = None,
    updated_at_ms: int = 1_764_000_000_000,
) -> SessionRow:
    return SessionRow(
        key=key,
        session_id=session_id,
        agent=agent,
        kind="other",
        updated_at_ms=updated_at_ms,
        entries=entries,
        bytes=entries * 900,
        compactions=compactions,
        resets=resets,
        source="sqlite",
        path=TARGET / "agents" / agent / "openclaw-agent.sqlite",
        archived=archive_reason is not None,
        archive_reason=archive_reason,
        total_tokens=None if tokens is None else RecordedTotal(tokens, fresh),
        entry={} if window is None else {"contextTokens": window},
    )


def sketch_rows() -> tuple[SessionRow, ...]:
    """The sessions of the sketch, and some that a sketch forgets."""
    return (
        make_row(tokens=26_594, compactions=2),
        make_row(key="agent:main:telegram:direct:p1", session_id="s2", tokens=18_200, window=200_000),
        make_row(key="agent:main:main", session_id="s3", tokens=41_000, resets=1),
        make_row(key="agent:main:cron:nightly", session_id="s4", tokens=9_800),
        make_row(key="agent:main:odd", session_id="s5", tokens=12_400, fresh=False, window=200_000),
        make_row(key="agent:main:main", session_id="s0", archive_reason="reset", entries=31),
        make_row(key="agent:main:old.jsonl", session_id="s9", archive_reason="orphan", entries=1),
        make_row(key="agent:research:main", session_id="r1", agent="research", tokens=61_000),
    )


SKETCH_PROBLEMS = (
    Problem("no_run_report", "info", "session agent:main:odd", "The session has no run report."),
    Problem("malformed_row", "error", "openclaw-agent.sqlite, session s5", "A row could not be decoded.", 2),
    Problem("file_truncated", "warning", "USER.md", "USER.md was cut at 4,000 chars (1,713 were lost)."),
)


def make_catalog(
    *,
    rows: tuple[SessionRow, ...] | None = None,
    target: Path = TARGET,
    demo: bool = False,
    problems: tuple[Problem, ...] = SKETCH_PROBLEMS,
) -> StateCatalog:
    rows = sketch_rows() if rows is None else rows
    agents = tuple(Agent(name, None) for name in dict.fromkeys(row.agent for row in rows))
    info = StoreInfo(target, ("sqlite",), "sqlite", 23, "2026.9.6")
    config = OpenClawConfig({}, None, {})
    return StateCatalog(OpenedState(target, info, agents, rows, config, None, (), problems), demo=demo)


def with_texts(segment: Segment, text: str = "a line of a log\n" * 40) -> Segment:
    """The same tree with a text on every leaf of a message or a file."""
    if segment.children:
        return replace(segment, children=tuple(with_texts(child, text) for child in segment.children))
    has_text = segment.entry_id is not None or segment.kind == "file"
    return replace(segment, text=f"{segment.label}\n{text}") if has_text else segment


def make_snapshot(
    *, tree: Segment | None = None, key: str = "agent:main:compact", measured: int | None = 26_594
) -> Snapshot:
    tree = with_texts(segment_trees.sketch_tree()) if tree is None else tree
    plain = segment_trees.snapshot(tree)
    estimated = plain.occupancy.estimated_tokens
    residual = None if measured is None else -824
    moment = None if measured is None else 1_764_284_400_000
    occupancy = Occupancy(estimated, "runtime", measured, moment, measured is not None, residual)
    messages = tuple(
        ContextMessage("user", segment.entry_id, "text", 4)
        for part in tree.children
        if part.kind == "conversation"
        for segment in part.children
    )
    return replace(plain, session_key=key, occupancy=occupancy, messages=messages)


def make_inspection(
    *,
    catalog: StateCatalog | None = None,
    row: SessionRow | None = None,
    snapshot: Snapshot | None = None,
    problems: tuple[Problem, ...] = SKETCH_PROBLEMS,
) -> Inspection:
    catalog = make_catalog() if catalog is None else catalog
    row = catalog.sessions[0] if row is None else row
    snapshot = make_snapshot(key=row.key) if snapshot is None else snapshot
    transcript = LoadedTranscript(
        index=TranscriptIndex(row.session_id, None, ()),
        branch=Branch((), None),
        kept_from=0,
        boundary=None,
        compactions=row.compactions,
        entries=(),
        views={},
        dropped=(),
    )
    return Inspection(catalog, row, snapshot, problems, transcript)


def grown_tree(tree: Segment, *, entry_id: str = "e900000", tokens: int = 500) -> Segment:
    """The tree with one more message at the end of its conversation."""
    new = segment_trees.message(int(entry_id[1:]), "user", "user · one more", [("text", tokens)])
    children = [
        replace(part, children=(*part.children, new), tokens=part.tokens + TokenCount(tokens))
        if part.kind == "conversation"
        else part
        for part in tree.children
    ]
    return make_group(tree.id, tree.kind, tree.label, children, tree.provenance)


class MadeUpStages:
    """Stands in for :mod:`inspector.inspection`: answers what it was given, raises what it was told to.

    ``raises`` maps a function's name to an exception; ``calls`` lists what was asked for.
    """

    def __init__(self, *, catalog: StateCatalog | None = None, timeline: Timeline | None = None) -> None:
        self.catalog = make_catalog() if catalog is None else catalog
        self.timeline = segment_trees.sketch_timeline() if timeline is None else timeline
        self.snapshots: dict[str, Snapshot] = {}
        self.raises: dict[str, Exception] = {}
        self.calls: list[str] = []
        self.paths: tuple[Path, ...] = ()

    def __call__(self) -> MadeUpStages:
        return self

    def _note(self, name: str) -> None:
        self.calls.append(name)
        if name in self.raises:
            raise self.raises[name]

    def open_state(self, target, environment, progress=None):
        self._note("open_state")
        return self.catalog

    def open_demo(self, progress=None):
        self._note("open_demo")
        return replace(self.catalog, demo=True)

    def refresh_catalog(self, catalog, environment, progress=None):
        self._note("refresh_catalog")
        return self.catalog

    def choose_row(self, catalog, *, agent=None, session=None):
        rows = [row for row in catalog.sessions if session in (None, row.key, row.session_id)]
        if not rows:
            raise SessionNotFoundError("There are no sessions.")
        return rows[0]

    def inspect_session(self, catalog, row, *, at_entry_id=None, progress=None):
        self._note(f"inspect {row.session_id}")
        return make_inspection(catalog=catalog, row=row, snapshot=self.snapshots.get(row.session_id))

    def refresh_inspection(self, inspection, progress=None):
        self._note("refresh_inspection")
        snapshot = self.snapshots.get(inspection.row.session_id, inspection.snapshot)
        return replace(inspection, snapshot=snapshot)

    def read_timeline(self, inspection, progress=None):
        self._note("read_timeline")
        return self.timeline

    def count_with_tokenizer(self, inspection, name, progress=None):
        self._note(f"count {name}")
        snapshot = inspection.snapshot
        return replace(inspection, snapshot=replace(snapshot, tree=counted(snapshot.tree)))

    def watched_paths(self, catalog):
        return self.paths


def counted(segment: Segment) -> Segment:
    """Half as many tokens, by a tokenizer."""
    if segment.children:
        return replace(
            segment,
            children=tuple(map(counted, segment.children)),
            tokens=TokenCount(segment.tokens.tokens // 2, "tokenizer"),
        )
    return replace(segment, tokens=TokenCount(segment.tokens.tokens // 2, "tokenizer"))
