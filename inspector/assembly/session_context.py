"""From the active branch to the messages of the next request, as stored: boundaries, summaries, wrappers.

Source: OpenClaw 2026.9.6, ``buildSessionContext``, ``selectResetKeptEntries`` and ``convertToLlm`` (history-side.md
sections 3.1 and 3.2; golden cases ``context-*``, ``convert-to-llm``). Repairs and limits come after this.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from inspector.domain.contexts import DroppedMessage
from inspector.domain.entries import (
    BranchSummaryEntry,
    CompactionEntry,
    CustomMessageEntry,
    EntryHeader,
    MessageEntry,
    ResetEntry,
    TranscriptEntry,
)
from inspector.domain.messages import Message, TextBlock, ToolCallBlock
from inspector.tokens.message_parts import render_bash_execution

BOUNDARY_TYPES = frozenset({"compaction", "reset"})
SENT_TYPES = frozenset({"message", "custom_message", "branch_summary"})

SUMMARY_PREFIX = "The conversation history before this point was compacted into the following summary:\n\n<summary>\n"
SUMMARY_SUFFIX = "\n</summary>"
BRANCH_PREFIX = "The following is a summary of a branch that this conversation came back from:\n\n<summary>\n"
BRANCH_SUFFIX = "</summary>"

SentRole = Literal["user", "assistant", "toolResult"]


@dataclass(frozen=True, slots=True)
class ReplayedMessage:
    """A message of the session context.

    Attributes:
        message: as stored; summaries have the runtime's roles ``compactionSummary`` and ``branchSummary``.
        entry: header of the entry it comes from.
        prelude: kept across a reset (matters to the history limit).
    """

    message: Message
    entry: EntryHeader
    prelude: bool = False


@dataclass(frozen=True, slots=True)
class ContextWindowSlice:
    """Which part of the branch the next request draws on; positions count the path from 0.

    Attributes:
        boundary: position of the latest compaction or reset, None if there is none.
        kept_from: position of the first kept entry; equals ``boundary`` if nothing before it is kept, 0 without one.
    """

    boundary: int | None
    kept_from: int


def find_boundary(path: Sequence[EntryHeader]) -> int | None:
    """Position of the latest compaction or reset on the path."""
    return next((position for position in range(len(path) - 1, -1, -1) if path[position].type in BOUNDARY_TYPES), None)


def select_slice(path: Sequence[EntryHeader], boundary: TranscriptEntry | None) -> ContextWindowSlice:
    """Where the context begins, given the body of the entry at :func:`find_boundary` (None without one).

    A first kept entry that is missing, or not before the boundary, keeps nothing.
    """
    position = find_boundary(path)
    if position is None:
        return ContextWindowSlice(None, 0)
    first_kept = boundary.first_kept_entry_id if isinstance(boundary, CompactionEntry | ResetEntry) else None
    kept_from = next(
        (index for index in range(position) if first_kept is not None and path[index].id == first_kept), position
    )
    return ContextWindowSlice(position, kept_from)


def build_session_context(
    entries: Sequence[TranscriptEntry], boundary_index: int | None
) -> tuple[tuple[ReplayedMessage, ...], tuple[DroppedMessage, ...]]:
    """Messages in the order of the next request, and those of ``entries`` that are left out.

    Args:
        entries: bodies of the path from the first kept entry on.
        boundary_index: index of the latest compaction or reset in ``entries``, None if there is none.
    """
    if boundary_index is None:
        messages, dropped = _emit(entries)
        return tuple(messages), tuple(dropped)
    boundary, before, after = entries[boundary_index], entries[:boundary_index], entries[boundary_index + 1 :]
    messages, dropped = [], []
    if isinstance(boundary, CompactionEntry):
        messages.append(_summary_message(boundary))
        kept, kept_dropped = _emit(before)
    else:
        kept, kept_dropped = _emit_reset_kept(before)
    rest, rest_dropped = _emit(after)
    return (*messages, *kept, *rest), (*dropped, *kept_dropped, *rest_dropped)


def _emit(entries: Sequence[TranscriptEntry]) -> tuple[list[ReplayedMessage], list[DroppedMessage]]:
    messages: list[ReplayedMessage] = []
    dropped: list[DroppedMessage] = []
    for entry in entries:
        message = _message_of(entry)
        if message is None:
            continue
        if message.excluded_from_context:
            dropped.append(DroppedMessage(entry.header.id, message.role, "excluded_from_context"))
        elif isinstance(entry, BranchSummaryEntry) and not entry.summary:
            dropped.append(DroppedMessage(entry.header.id, message.role, "empty_summary"))
        else:
            messages.append(ReplayedMessage(message, entry.header))
    return messages, dropped


def _emit_reset_kept(entries: Sequence[TranscriptEntry]) -> tuple[list[ReplayedMessage], list[DroppedMessage]]:
    """Across a reset only the dialogue survives: user and assistant messages, and results of kept calls."""
    messages: list[ReplayedMessage] = []
    dropped: list[DroppedMessage] = []
    calls: set[str] = set()
    for replayed in _emit(entries)[0]:
        role = replayed.message.role
        if role in {"user", "assistant"}:
            calls.update(_call_ids(replayed.message))
            messages.append(ReplayedMessage(replayed.message, replayed.entry, prelude=True))
        elif role == "toolResult" and replayed.message.tool_call_id in calls:
            messages.append(replayed)
        else:
            dropped.append(DroppedMessage(replayed.entry.id, role, "reset_keeps_dialogue_only"))
    return messages, dropped


def _call_ids(message: Message) -> Iterator[str]:
    return (block.id for block in message.blocks if isinstance(block, ToolCallBlock) and block.id is not None)


def _message_of(entry: TranscriptEntry) -> Message | None:
    if isinstance(entry, MessageEntry | CustomMessageEntry):
        return entry.message
    if isinstance(entry, BranchSummaryEntry):
        return _text_message("branchSummary", entry.summary, entry.header)
    return None


def _summary_message(entry: CompactionEntry) -> ReplayedMessage:
    return ReplayedMessage(_text_message("compactionSummary", entry.summary, entry.header), entry.header)


def _text_message(role: str, text: str, header: EntryHeader) -> Message:
    return Message(role, (TextBlock(text),), string_content=True, timestamp_ms=header.timestamp_ms)


def sent_role(message: Message) -> SentRole:
    """The role under which the message is sent: everything but answers and results goes as ``user``."""
    if message.role == "assistant":
        return "assistant"
    return "toolResult" if message.role == "toolResult" else "user"


def sent_text(message: Message) -> tuple[str, str | None]:
    """The text that is sent for a message, and the rule that made it differ from the stored text (None if none did)."""
    if message.role == "compactionSummary":
        return SUMMARY_PREFIX + message.text() + SUMMARY_SUFFIX, "compaction_summary_wrapper"
    if message.role == "branchSummary":
        return BRANCH_PREFIX + message.text() + BRANCH_SUFFIX, "branch_summary_wrapper"
    if message.role == "bashExecution":
        return render_bash_execution(message.raw), "bash_wrapper"
    return message.text(), None
