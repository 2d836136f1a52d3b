"""What a store says about its sessions, before any transcript is read."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from inspector.domain.entries import EntryHeader, SessionHeader
from inspector.domain.json_values import JsonObject
from inspector.domain.problems import Problem

StoreFormat = Literal["sqlite", "jsonl"]
SessionKind = Literal["main", "direct", "group", "channel", "cron", "subagent", "heartbeat", "other"]


@dataclass(frozen=True, slots=True)
class RecordedTotal:
    """The session row's own counter of prompt tokens; ``fresh`` is false where it may be stale or a billing sum."""

    value: int
    fresh: bool


@dataclass(frozen=True, slots=True)
class SessionRow:
    """One session as its store lists it.

    Attributes:
        key: session key (``agent:main:main``); for an orphan or archive, a readable name made of its file.
        session_id: id of the current transcript.
        agent: agent id.
        kind: from the key's shape and the stored chat type.
        updated_at_ms: epoch milliseconds, None if unknown.
        entries: transcript entries of the current session id, without the session header.
        bytes: UTF-8 bytes of those entries' JSON (header included).
        compactions, resets: how many such entries the current transcript holds, on any branch.
        previous_session_ids: earlier ids under the same key, newest first.
        archived: True for a row that is no live session (archive, reset, deleted or backup file, orphan).
        archive_reason: why it is archived (``reset``, ``deleted``, ``cold``, ``backup``, ``orphan``), else None.
        total_tokens: the stored counter, None where there is none.
        source: which store it was read from.
        path: file that holds the transcript (database or JSONL).
        entry: the stored session entry (may hold ``systemPromptReport``), empty where there is none.
    """

    key: str
    session_id: str
    agent: str
    kind: SessionKind
    updated_at_ms: int | None
    entries: int
    bytes: int
    compactions: int
    resets: int
    source: StoreFormat
    path: Path
    previous_session_ids: tuple[str, ...] = ()
    archived: bool = False
    archive_reason: str | None = None
    total_tokens: RecordedTotal | None = None
    entry: JsonObject = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Agent:
    """One agent of the roster. ``workspace`` is None where it cannot be known (a single file was opened)."""

    id: str
    workspace: Path | None
    agent_dir: Path | None = None


@dataclass(frozen=True, slots=True)
class StoreInfo:
    """The store as a whole.

    Attributes:
        path: what was opened (state directory, database or transcript).
        formats: formats that were found, the live one first.
        live: the format that the runtime now uses, None when nothing was found.
        schema_version: of the database, or the transcript's header version for JSONL; None if unknown.
        app_version: OpenClaw version that wrote the state, None if unknown.
    """

    path: Path
    formats: tuple[StoreFormat, ...]
    live: StoreFormat | None
    schema_version: int | None
    app_version: str | None


@dataclass(frozen=True, slots=True)
class TranscriptIndex:
    """All entries of one transcript without their bodies.

    Attributes:
        session_id: whose transcript.
        header: the session header, None where it is missing or broken.
        headers: every entry but the session header, in store order.
        active_seqs: seqs of the active branch, root first, where the store keeps a clean index of it; else None
            and the branch must be found by walking the tree.
        earlier: where only newer entries were asked for: how many rows (session header included) there are up to that
            seq now. If that is another number than before, the transcript was rewritten.
        generation: changes when the store rewrites the transcript; None where it keeps no such mark.
        problems: what was odd.
    """

    session_id: str
    header: SessionHeader | None
    headers: tuple[EntryHeader, ...]
    active_seqs: tuple[int, ...] | None = None
    earlier: int = 0
    generation: str | None = None
    problems: tuple[Problem, ...] = ()
