"""One stored JSON object -> transcript entry. No I/O; shapes from history-side.md section 2 (OpenClaw 2026.9.6).

Nothing is dropped: an unknown type, or a known one in the wrong shape, becomes an ``UnknownEntry``.
"""

from __future__ import annotations

from datetime import UTC, datetime

from inspector.domain.entries import (
    CANONICAL_TYPES,
    BranchSummaryEntry,
    CompactionEntry,
    CustomMessageEntry,
    EntryHeader,
    MessageEntry,
    MetadataEntry,
    ResetEntry,
    SessionHeader,
    TranscriptEntry,
    UnknownEntry,
)
from inspector.domain.json_values import JsonObject, JsonValue, find_int, find_text, get_object
from inspector.domain.messages import (
    IMAGE_PLACEHOLDER_PREFIX,
    Block,
    ImageBlock,
    Message,
    OtherBlock,
    TextBlock,
    ThinkingBlock,
    ToolCallBlock,
)

RESET_REASONS = frozenset({"new", "reset", "idle", "daily", "cron-stale"})
_TOOL_CALL_TYPES = frozenset({"toolCall", "toolUse", "functionCall"})
_STRING_CONTENT_BECOMES_BLOCK = frozenset({"assistant", "toolResult"})


def parse_timestamp_ms(value: JsonValue) -> int | None:
    """Epoch milliseconds of an ISO 8601 string or a number; None if it is neither."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return int(value) if abs(value) < 1e16 else None
    if not isinstance(value, str):
        return None
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return round(moment.timestamp() * 1000)


def parse_session_header(value: JsonObject) -> SessionHeader:
    """The transcript's first object (type ``session``)."""
    return SessionHeader(
        session_id=find_text(value, "id"),
        version=find_int(value, "version"),
        timestamp_ms=parse_timestamp_ms(value.get("timestamp")),
        cwd=find_text(value, "cwd"),
        parent_session=find_text(value, "parentSession"),
        raw=value,
    )


def parse_entry_header(value: JsonObject, seq: int, size_bytes: int) -> EntryHeader:
    """What the tree needs of the entry at ``seq`` whose JSON is ``size_bytes`` long."""
    role = get_object(value, "message").get("role")
    return EntryHeader(
        seq=seq,
        id=find_text(value, "id"),
        type=find_text(value, "type") or "",
        parent_id=find_text(value, "parentId"),
        has_parent="parentId" in value,
        timestamp_ms=parse_timestamp_ms(value.get("timestamp")),
        bytes=size_bytes,
        role=role if isinstance(role, str) else None,
        side=value.get("appendMode") == "side",
        target_id=find_text(value, "targetId"),
        append_parent_id=find_text(value, "appendParentId"),
        has_append_parent="appendParentId" in value,
    )


def parse_entry(value: JsonObject, seq: int, size_bytes: int) -> TranscriptEntry:
    """The entry at ``seq``; an unknown type or shape becomes an ``UnknownEntry``."""
    header = parse_entry_header(value, seq, size_bytes)
    parse = _PARSERS.get(header.type)
    if parse is not None:
        return parse(header, value) or UnknownEntry(header, value)
    known = header.type in CANONICAL_TYPES or header.type == "leaf"
    return MetadataEntry(header, value) if known else UnknownEntry(header, value)


def _parse_message_entry(header: EntryHeader, value: JsonObject) -> MessageEntry | None:
    message = value.get("message")
    if not isinstance(message, dict) or not isinstance(message.get("role"), str):
        return None
    return MessageEntry(header, parse_message(message))


def _parse_compaction(header: EntryHeader, value: JsonObject) -> CompactionEntry | None:
    summary = find_text(value, "summary")
    if summary is None:
        return None
    return CompactionEntry(
        header,
        summary=summary,
        first_kept_entry_id=find_text(value, "firstKeptEntryId"),
        tokens_before=find_int(value, "tokensBefore"),
        tokens_after=find_int(value, "tokensAfter"),
        from_hook=value.get("fromHook") is True,
        raw=value,
    )


def _parse_reset(header: EntryHeader, value: JsonObject) -> ResetEntry | None:
    reason = find_text(value, "reason")
    if reason not in RESET_REASONS:
        return None
    return ResetEntry(header, reason, find_text(value, "firstKeptEntryId"), value)


def _parse_branch_summary(header: EntryHeader, value: JsonObject) -> BranchSummaryEntry:
    return BranchSummaryEntry(header, find_text(value, "summary") or "", find_text(value, "fromId"), value)


def _parse_custom_message(header: EntryHeader, value: JsonObject) -> CustomMessageEntry:
    message = parse_message({**value, "role": "custom", "timestamp": header.timestamp_ms})
    return CustomMessageEntry(header, find_text(value, "customType") or "", message, value)


_PARSERS = {
    "message": _parse_message_entry,
    "compaction": _parse_compaction,
    "reset": _parse_reset,
    "branch_summary": _parse_branch_summary,
    "custom_message": _parse_custom_message,
}


def parse_message(value: JsonObject) -> Message:
    """A stored message object (it must have a string ``role``) as a value."""
    role = str(value["role"])
    content = value.get("content")
    blocks: tuple[Block, ...]
    if isinstance(content, str):
        blocks = (TextBlock(content),)
    elif isinstance(content, list):
        blocks = tuple(map(parse_block, content))
    elif isinstance(content, dict):
        blocks = (parse_block(content),)
    else:
        blocks = ()
    return Message(
        role=role,
        blocks=blocks,
        string_content=isinstance(content, str) and role not in _STRING_CONTENT_BECOMES_BLOCK,
        timestamp_ms=parse_timestamp_ms(value.get("timestamp")),
        tool_call_id=find_text(value, "toolCallId"),
        tool_name=find_text(value, "toolName"),
        is_error=value.get("isError") is True,
        raw=value,
    )


def parse_block(value: JsonValue) -> Block:
    """One content block; what is not understood is kept as an ``OtherBlock``."""
    if not isinstance(value, dict):
        return OtherBlock(type(value).__name__, value)
    kind = find_text(value, "type")
    if kind == "text" and isinstance(value.get("text"), str):
        return TextBlock(value["text"], value)
    if kind == "thinking" and isinstance(value.get("thinking"), str):
        return _parse_thinking(value)
    if kind in _TOOL_CALL_TYPES and isinstance(value.get("name"), str):
        arguments = value.get("arguments", value.get("input"))
        return ToolCallBlock(find_text(value, "id"), value["name"], arguments, value)
    if kind == "image":
        return _parse_image(value)
    return OtherBlock(str(kind), value)


def _parse_thinking(value: JsonObject) -> ThinkingBlock:
    signature = find_text(value, "thinkingSignature") or find_text(value, "signature")
    return ThinkingBlock(value["thinking"], signature, value.get("redacted") is True, value)


def _parse_image(value: JsonObject) -> ImageBlock:
    source = get_object(value, "source")
    data = find_text(value, "data") or find_text(source, "data") or ""
    mime_type = find_text(value, "mimeType") or find_text(source, "media_type") or "image"
    if data.startswith(IMAGE_PLACEHOLDER_PREFIX):
        return ImageBlock(mime_type, int(data.removeprefix(IMAGE_PLACEHOLDER_PREFIX)), value)
    placeholder = f"{IMAGE_PLACEHOLDER_PREFIX}{len(data)}"
    kept = {**value, "data": placeholder} if "data" in value else {**value, "source": {**source, "data": placeholder}}
    return ImageBlock(mime_type, len(data), kept)
