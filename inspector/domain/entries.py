"""Transcript entries: the rows of a session's transcript, one class a type.

Each class says whether it **enters the context** of the llm. Shapes: history-side.md section 2 (OpenClaw 2026.9.6).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from inspector.domain.json_values import JsonObject
from inspector.domain.messages import Message


class EntryHeader(NamedTuple):
    """Where an entry stands in the transcript: enough to walk the tree, without its body.

    A named tuple: there is one for each of tens of thousands of entries, and it is made seven times faster.

    Attributes:
        seq: position in the store, from 0 (the session header); not necessarily dense.
        id: None or blank for a row that cannot be part of the tree.
        type: as stored, e.g. ``message``.
        parent_id: id of the parent, None for a root.
        has_parent: whether the stored row has a ``parentId`` of its own (null counts, absent does not).
        timestamp_ms: epoch milliseconds of the entry, None if unreadable.
        bytes: UTF-8 length of the stored JSON, 0 where it was not looked at (the index tables do not hold it).
        role: of a message where it is known without reading the body, else None.
        side: ``appendMode`` is ``side``.
        target_id: of a ``leaf`` control or a ``label``.
        append_parent_id: of a ``leaf`` control; ``has_append_parent`` tells absent from null.
    """

    seq: int
    id: str | None
    type: str
    parent_id: str | None = None
    has_parent: bool = True
    timestamp_ms: int | None = None
    bytes: int = 0
    role: str | None = None
    side: bool = False
    target_id: str | None = None
    append_parent_id: str | None = None
    has_append_parent: bool = False


@dataclass(frozen=True, slots=True)
class SessionHeader:
    """The first line or row of a transcript (type ``session``). Never enters the context."""

    session_id: str | None
    version: int | None
    timestamp_ms: int | None
    cwd: str | None
    parent_session: str | None = None
    raw: JsonObject = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class MessageEntry:
    """A message. Enters the context unless it is excluded."""

    header: EntryHeader
    message: Message


@dataclass(frozen=True, slots=True)
class CompactionEntry:
    """Replaces what came before ``first_kept_entry_id`` by ``summary``. The latest on the path enters as a summary."""

    header: EntryHeader
    summary: str
    first_kept_entry_id: str | None
    tokens_before: int | None
    tokens_after: int | None = None
    from_hook: bool = False
    raw: JsonObject = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class ResetEntry:
    """Starts over; an idle or daily reset keeps a tail from ``first_kept_entry_id``. Moves the window only."""

    header: EntryHeader
    reason: str
    first_kept_entry_id: str | None
    raw: JsonObject = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class BranchSummaryEntry:
    """What happened on a branch that was left. Enters the context if its summary is not empty."""

    header: EntryHeader
    summary: str
    from_id: str | None
    raw: JsonObject = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class CustomMessageEntry:
    """Text that the runtime or a plugin put in. Enters the context as a user message."""

    header: EntryHeader
    custom_type: str
    message: Message
    raw: JsonObject = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class MetadataEntry:
    """A known type that never enters the context: model and thinking changes, custom data, labels, leaf controls."""

    header: EntryHeader
    raw: JsonObject = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class UnknownEntry:
    """A type this version does not know, or a known one whose shape is invalid. Kept and counted, never sent."""

    header: EntryHeader
    raw: JsonObject = field(default_factory=dict, repr=False)


TranscriptEntry = (
    MessageEntry | CompactionEntry | ResetEntry | BranchSummaryEntry | CustomMessageEntry | MetadataEntry | UnknownEntry
)

CANONICAL_TYPES = frozenset(
    {
        "message",
        "thinking_level_change",
        "model_change",
        "compaction",
        "reset",
        "branch_summary",
        "custom",
        "custom_message",
        "label",
        "session_info",
    }
)
"""Types that the runtime's tree scan treats as entries of its own (history-side.md section 1.7)."""
