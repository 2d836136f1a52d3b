"""The one place that runs the stages in order: a state, a session -> an inspection.

Every function is pure of Qt and may run off the UI thread. Long ones report progress; the receiver stops them by
raising :class:`inspector.domain.errors.Cancelled`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from inspector.assembly.branch import Branch, extend_branch, select_branch, select_indexed_branch
from inspector.assembly.conversation import MessageView, group_conversation, view_messages
from inspector.assembly.llm_window import resolve_context_window
from inspector.assembly.prompt_report import PromptTexts, build_prompt_segments
from inspector.assembly.session_context import SENT_TYPES, build_session_context, find_boundary, select_slice
from inspector.assembly.session_llm import find_llm
from inspector.assembly.snapshot import Measurement, build_tree, find_measurement
from inspector.assembly.timeline import build_points, find_marks
from inspector.assembly.tokenized import count_segments
from inspector.domain.contexts import DroppedMessage, Snapshot, Timeline, TimelinePoint
from inspector.domain.entries import EntryHeader, MessageEntry, TranscriptEntry, UnknownEntry
from inspector.domain.errors import SessionNotFoundError
from inspector.domain.json_values import JsonObject, find_text, get_list, get_object
from inspector.domain.problems import Problem, ProblemLog
from inspector.domain.progress import ProgressReport, ignore_progress
from inspector.domain.sessions import Agent, SessionRow, StoreInfo, TranscriptIndex
from inspector.resource_files import resource_path
from inspector.runtime import get_runtime_rules
from inspector.stores.opened_state import OpenedState, StoreRef, read_state, read_with
from inspector.stores.roster import find_moved_workspace
from inspector.stores.store_format import StoreReader
from inspector.stores.workspace_files import read_workspace_texts
from inspector.tokens.tokenizers import get_tokenizer

_CHUNK = 2000
"""Entries read in one transaction by the slower stages, so that no transaction stays open for long."""


@dataclass(frozen=True, slots=True)
class StateCatalog:
    """What can be opened: a state with its agents and sessions."""

    opened: OpenedState = field(repr=False)
    demo: bool = False

    @property
    def target(self) -> Path:
        """What the user opened."""
        return self.opened.target

    @property
    def store(self) -> StoreInfo:
        """Formats and versions."""
        return self.opened.info

    @property
    def agents(self) -> tuple[Agent, ...]:
        """The roster."""
        return self.opened.agents

    @property
    def sessions(self) -> tuple[SessionRow, ...]:
        """All sessions: live ones newest first, then archived ones."""
        return self.opened.rows

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What was odd in the state as a whole."""
        return self.opened.problems


@dataclass(frozen=True, slots=True)
class LoadedTranscript:
    """What was read of one transcript: all headers, and the bodies from the first kept entry on."""

    index: TranscriptIndex
    branch: Branch
    kept_from: int
    boundary: int | None
    compactions: int
    entries: tuple[TranscriptEntry, ...] = field(repr=False)
    views: Mapping[str, MessageView] = field(repr=False)
    dropped: tuple[DroppedMessage, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Inspection:
    """One session, inspected. ``problems`` are the catalog's and the session's."""

    catalog: StateCatalog
    row: SessionRow
    snapshot: Snapshot
    problems: tuple[Problem, ...]
    transcript: LoadedTranscript = field(repr=False)
    measured: Measurement | None = None


def open_state(
    target: Path | None, environment: Mapping[str, str], progress: ProgressReport = ignore_progress
) -> StateCatalog:
    """Look over a state.

    Args:
        target: state directory, database or transcript; None for the state that OpenClaw itself would use.
        environment: the process environment.
        progress: told how far the listing is.

    Raises:
        StateNotFoundError, StateUnreadableError: one clear sentence.
    """
    return StateCatalog(read_state(target, environment, progress))


def open_demo(progress: ProgressReport = ignore_progress) -> StateCatalog:
    """The built-in example state."""
    return StateCatalog(read_state(resource_path("demo"), {}, progress), demo=True)


def refresh_catalog(
    catalog: StateCatalog, environment: Mapping[str, str], progress: ProgressReport = ignore_progress
) -> StateCatalog:
    """The same state, looked over again."""
    return open_demo(progress) if catalog.demo else open_state(catalog.target, environment, progress)


def choose_row(catalog: StateCatalog, *, agent: str | None = None, session: str | None = None) -> SessionRow:
    """The session with key or id ``session``, by default the most recently updated live one of the agent.

    Raises:
        SessionNotFoundError: there is no such agent or session.
    """
    rows = [row for row in catalog.sessions if agent is None or row.agent == agent]
    if agent is not None and all(known.id != agent for known in catalog.agents):
        known = ", ".join(sorted(known.id for known in catalog.agents)) or "none"
        raise SessionNotFoundError(f"There is no agent {agent!r} in {catalog.target} (agents: {known}).")
    if session is None:
        return _most_recent(catalog, rows, agent)
    for row in rows:
        if session in (row.key, row.session_id):
            return row
    raise SessionNotFoundError(
        f"There is no session {session!r} in {catalog.target}; `context-inspector sessions` lists them."
    )


def _most_recent(catalog: StateCatalog, rows: Sequence[SessionRow], agent: str | None) -> SessionRow:
    ids = {known.id for known in catalog.agents}
    chosen = agent or (next(iter(ids)) if len(ids) == 1 else "main")
    of_agent = [row for row in rows if row.agent == chosen] or rows
    live = [row for row in of_agent if not row.archived] or of_agent
    if not live:
        raise SessionNotFoundError(f"There are no sessions in {catalog.target}.")
    return max(live, key=lambda row: row.updated_at_ms or 0)


def inspect_session(
    catalog: StateCatalog,
    row: SessionRow,
    *,
    at_entry_id: str | None = None,
    progress: ProgressReport = ignore_progress,
) -> Inspection:
    """Everything the next request of ``row``'s session would hold.

    Args:
        catalog: the state.
        row: one of its sessions.
        at_entry_id: the session as it stood just after this entry.
        progress: told how far the reading is.

    Raises:
        SessionNotFoundError: no such entry.
        StateUnreadableError: the store cannot be read.
    """
    log = ProblemLog()

    def load(reader: StoreReader, attempt: ProblemLog) -> LoadedTranscript:
        return _load(reader, row, at_entry_id, attempt, progress)

    transcript = read_with(_store_of(catalog, row), log, load)
    return _assemble(catalog, row, transcript, at_entry_id, log)


def refresh_inspection(inspection: Inspection, progress: ProgressReport = ignore_progress) -> Inspection:
    """The same session as it stands now; only entries that came since are read, unless history was rewritten.

    The list of sessions is left as it is, but for this one: see :func:`refresh_catalog`.
    """
    if inspection.snapshot.at_entry_id is not None:
        return inspection
    log = ProblemLog()
    load = partial(_load_again, inspection=inspection, progress=progress)
    loaded = read_with(_store_of(inspection.catalog, inspection.row), log, load)
    if loaded is None:  # the key points to another session now, or is gone
        catalog = StateCatalog(read_state(inspection.catalog.target, {}), demo=inspection.catalog.demo)
        row = next((row for row in catalog.sessions if row.key == inspection.row.key), None)
        return inspect_session(catalog, row or choose_row(catalog), progress=progress)
    row, transcript = loaded
    return _assemble(_with_row(inspection.catalog, row), row, transcript, None, log)


def _load_again(
    reader: StoreReader, log: ProblemLog, *, inspection: Inspection, progress: ProgressReport
) -> tuple[SessionRow, LoadedTranscript] | None:
    """The session's row and transcript as they are now; None if its key stands for another session."""
    row = reader.refresh_row(inspection.row, log)
    if row is None:
        return None
    appended = _load_newer(reader, row, inspection.transcript, log, progress)
    if appended is not None:
        return _add_counts(row, appended.index.headers[len(inspection.transcript.index.headers) :]), appended
    listed = next((known for known in reader.read_rows(ProblemLog()) if known.key == row.key), row)
    return listed, _load(reader, listed, None, log, progress)


def _add_counts(row: SessionRow, newer: Sequence[EntryHeader]) -> SessionRow:
    """The row with appended entries counted in: they must not cost a pass over the store."""
    return replace(row, entries=row.entries + len(newer), bytes=row.bytes + sum(header.bytes for header in newer))


def _with_row(catalog: StateCatalog, row: SessionRow) -> StateCatalog:
    rows = tuple(row if known.key == row.key else known for known in catalog.sessions)
    return replace(catalog, opened=replace(catalog.opened, rows=rows))


def _store_of(catalog: StateCatalog, row: SessionRow) -> StoreRef:
    stores = [ref for ref in catalog.opened.stores if ref.agent_id == row.agent and ref.format.name == row.source]
    return next((ref for ref in stores if ref.path == row.path), stores[0])


def _load(
    reader: StoreReader, row: SessionRow, at_entry_id: str | None, log: ProblemLog, progress: ProgressReport
) -> LoadedTranscript:
    index = reader.read_index(row, progress)
    branch = _select_branch(index, row, at_entry_id)
    position = find_boundary(branch.path)
    boundary = None
    if position is not None:
        found = reader.read_entries(row, (branch.path[position].seq,), log, ignore_progress)
        boundary = found[0] if found else None
    part = select_slice(branch.path, boundary)
    seqs = tuple(header.seq for header in branch.path[part.kept_from :])
    entries = _in_order(seqs, reader.read_entries(row, sorted(seqs), log, progress))
    compactions = sum(header.type == "compaction" for header in branch.path)
    return LoadedTranscript(index, branch, part.kept_from, part.boundary, compactions, entries, {}, ())


def _load_newer(
    reader: StoreReader, row: SessionRow, old: LoadedTranscript, log: ProblemLog, progress: ProgressReport
) -> LoadedTranscript | None:
    """The old reading with appended entries; None where it must be done anew."""
    last_seq = old.index.headers[-1].seq if old.index.headers else 0
    newer = reader.read_index(row, progress, after_seq=last_seq)
    known = len(old.index.headers) + (1 if old.index.header is not None else 0)
    if newer.earlier != known or newer.generation != old.index.generation:
        return None
    branch = extend_branch(old.branch, newer.headers)
    if branch is None or find_boundary(newer.headers) is not None:
        return None
    added = reader.read_entries(row, [header.seq for header in newer.headers], log, progress)
    index = replace(old.index, headers=(*old.index.headers, *newer.headers), active_seqs=None)
    return replace(old, index=index, branch=branch, entries=(*old.entries, *added))


def _select_branch(index: TranscriptIndex, row: SessionRow, at_entry_id: str | None) -> Branch:
    place = f"{row.path}, session {row.session_id}"
    if at_entry_id is not None and all(header.id != at_entry_id for header in index.headers):
        raise SessionNotFoundError(f"There is no entry {at_entry_id!r} in session {row.key}.")
    if index.active_seqs is not None:
        branch = select_indexed_branch(index.headers, index.active_seqs)
        if branch is not None and (at_entry_id is None or any(header.id == at_entry_id for header in branch.path)):
            return branch if at_entry_id is None else _cut_branch(branch, at_entry_id)
    return select_branch(index.headers, place, at_entry_id)


def _cut_branch(branch: Branch, at_entry_id: str) -> Branch:
    end = next(position for position, header in enumerate(branch.path) if header.id == at_entry_id)
    return replace(branch, path=branch.path[: end + 1], leaf_id=at_entry_id)


def _in_order(seqs: Sequence[int], entries: Sequence[TranscriptEntry]) -> tuple[TranscriptEntry, ...]:
    """Entries in the order of the path (a parent may stand later in the store than its child)."""
    by_seq = {entry.header.seq: entry for entry in entries}
    return tuple(by_seq[seq] for seq in seqs if seq in by_seq)


def _assemble(
    catalog: StateCatalog, row: SessionRow, transcript: LoadedTranscript, at_entry_id: str | None, log: ProblemLog
) -> Inspection:
    config = catalog.opened.config.data
    log.extend(transcript.index.problems)
    log.extend(transcript.branch.problems)
    _note_unknown_entries(transcript, row, log)
    rules = get_runtime_rules(catalog.store.app_version)
    path = transcript.branch.path
    boundary_index = _boundary_index(transcript)
    messages, dropped = build_session_context(transcript.entries, boundary_index)
    views = view_messages(messages, rules, transcript.compactions, transcript.views)
    llm = find_llm(row.entry, config, messages, transcript.entries)
    window = resolve_context_window(llm, config, row.entry, rules)
    boundary_seq = None if transcript.boundary is None else path[transcript.boundary].seq
    measured = find_measurement(messages, boundary_seq, row.total_tokens if at_entry_id is None else None)
    prompt = build_prompt_segments(_report(row), _prompt_texts(catalog, row, log))
    if not prompt:
        _note_no_report(row, log)
    tree, occupancy = build_tree(prompt, group_conversation(views), window, measured)
    snapshot = Snapshot(
        session_key=row.key,
        session_id=row.session_id,
        llm=llm,
        window=window,
        occupancy=occupancy,
        tree=tree,
        messages=tuple(view.sent for view in views.values()),
        dropped=dropped,
        at_entry_id=at_entry_id,
    )
    all_problems = ProblemLog()
    all_problems.extend(catalog.problems)
    all_problems.extend(log.problems())
    return Inspection(
        catalog, row, snapshot, all_problems.problems(), replace(transcript, views=views, dropped=dropped), measured
    )


def _boundary_index(transcript: LoadedTranscript) -> int | None:
    """Index of the boundary among the loaded entries."""
    if transcript.boundary is None:
        return None
    seq = transcript.branch.path[transcript.boundary].seq
    return next((index for index, entry in enumerate(transcript.entries) if entry.header.seq == seq), None)


def _report(row: SessionRow) -> JsonObject:
    return get_object(row.entry, "systemPromptReport")


def _prompt_texts(catalog: StateCatalog, row: SessionRow, log: ProblemLog) -> PromptTexts:
    files = [find_text(file, "name") for file in get_list(_report(row), "injectedWorkspaceFiles")]
    workspace = next((agent.workspace for agent in catalog.agents if agent.id == row.agent), None)
    places = catalog.opened.places
    if workspace is not None and places is not None:
        # A copied state still names the workspace of the machine it came from.
        workspace = find_moved_workspace(places, workspace) or workspace
    texts = read_workspace_texts(workspace, (name for name in files if name is not None), log)
    return PromptTexts(texts, find_text(get_object(row.entry, "skillsSnapshot"), "prompt"))


def _note_unknown_entries(transcript: LoadedTranscript, row: SessionRow, log: ProblemLog) -> None:
    for entry in transcript.entries:
        if isinstance(entry, UnknownEntry):
            kind = entry.header.type or "(no type)"
            message = f"An entry of type {kind!r} is not understood; it is kept, but not sent."
            log.add("unknown_entry", "info", f"{row.path}, session {row.session_id}", message)


def _note_no_report(row: SessionRow, log: ProblemLog) -> None:
    message = (
        "The session has no run report (none is stored before its first run and after a reset): the sizes of system "
        "prompt, files, skills and tools are unknown and not part of the sum."
    )
    log.add("no_run_report", "info", f"session {row.key}", message)


def read_timeline(inspection: Inspection, progress: ProgressReport = ignore_progress) -> Timeline:
    """How the context grew along the active branch (a slower second stage: it looks at every answer)."""
    path = inspection.transcript.branch.path
    position_of_seq = {header.seq: position for position, header in enumerate(path)}
    points: list[TimelinePoint] = []
    for entries in _read_earlier(inspection, progress):
        points += build_points(entries, position_of_seq)
    points += build_points(inspection.transcript.entries, position_of_seq)
    return Timeline(len(path), tuple(points), find_marks(path))


def read_dropped(inspection: Inspection, progress: ProgressReport = ignore_progress) -> tuple[DroppedMessage, ...]:
    """All messages on the active branch that would not be sent, oldest first, with the reason."""
    transcript = inspection.transcript
    reason = "before_cut"
    if transcript.boundary is not None and transcript.branch.path[transcript.boundary].type == "reset":
        reason = "before_reset"
    dropped: list[DroppedMessage] = []
    for entries in _read_earlier(inspection, progress):
        for entry in entries:
            if entry.header.type in SENT_TYPES:
                role = entry.message.role if isinstance(entry, MessageEntry) else entry.header.type
                dropped.append(DroppedMessage(entry.header.id, role, reason))
    return (*dropped, *transcript.dropped)


def _read_earlier(inspection: Inspection, progress: ProgressReport) -> Iterator[tuple[TranscriptEntry, ...]]:
    """Bodies before the first kept entry, chunk by chunk, each in its own short transaction."""
    row, log = inspection.row, ProblemLog()
    headers = inspection.transcript.branch.path[: inspection.transcript.kept_from]
    ref = _store_of(inspection.catalog, row)
    for start in range(0, len(headers), _CHUNK):
        progress("reading the history", start, len(headers))
        seqs = sorted(header.seq for header in headers[start : start + _CHUNK])
        yield read_with(ref, log, partial(_read_bodies, row=row, seqs=seqs))


def _read_bodies(
    reader: StoreReader, log: ProblemLog, *, row: SessionRow, seqs: Sequence[int]
) -> tuple[TranscriptEntry, ...]:
    return reader.read_entries(row, seqs, log, ignore_progress)


def count_with_tokenizer(inspection: Inspection, name: str, progress: ProgressReport = ignore_progress) -> Inspection:
    """The same inspection with tokens counted by the tokenizer ``name`` wherever the text is known."""
    snapshot = inspection.snapshot
    content = [segment for segment in snapshot.tree.children if segment.kind not in {"free", "reserve", "residual"}]
    counted = count_segments(content, get_tokenizer(name), progress)
    prompt = [segment for segment in counted if segment.kind != "conversation"]
    conversation = next(segment for segment in counted if segment.kind == "conversation")
    tree, occupancy = build_tree(prompt, conversation, snapshot.window, inspection.measured)
    return replace(inspection, snapshot=replace(snapshot, tree=tree, occupancy=occupancy))


def watched_paths(catalog: StateCatalog) -> tuple[Path, ...]:
    """Files and folders whose change means that something new can be read."""
    return tuple(ref.path for ref in catalog.opened.stores)
