"""Messages of the session context -> segments down to the single block, and the messages as they would be sent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from inspector.assembly.session_context import ReplayedMessage, sent_role, sent_text
from inspector.domain.contexts import ContextMessage, ToolCallRef
from inspector.domain.javascript import js_json, utf16_length
from inspector.domain.messages import Block, ImageBlock, Message, TextBlock, ThinkingBlock, ToolCallBlock
from inspector.domain.segments import Segment, make_group
from inspector.domain.tokens import TokenCount
from inspector.runtime import RuntimeRules
from inspector.tokens.message_estimates import estimate_message_tokens, estimate_summary_tokens
from inspector.tokens.message_parts import get_arguments_json
from inspector.tokens.weighted_chars import estimate_weighted_chars

CONVERSATION = "conversation"
_SUMMARY_ROLES = frozenset({"compactionSummary", "branchSummary"})
_LABEL_CHARS = 80
_KINDS = {
    "user": "user",
    "assistant": "assistant",
    "toolResult": "tool_result",
    "compactionSummary": "summary",
    "branchSummary": "summary",
    "bashExecution": "user",
}


@dataclass(frozen=True, slots=True)
class MessageView:
    """One message, ready to be shown and sent.

    Attributes:
        segment: the message's node with one child a block.
        sent: the message as the next request carries it.
        calls: (tool call id, a few words on its arguments) of an assistant message: names its results.
    """

    segment: Segment
    sent: ContextMessage
    calls: tuple[tuple[str, str], ...] = ()


def view_messages(
    messages: Sequence[ReplayedMessage], rules: RuntimeRules, compactions: int, known: Mapping[str, MessageView]
) -> dict[str, MessageView]:
    """Views by segment id, in order; ``known`` ones of an earlier reading are taken over as they are.

    Args:
        messages: the session context.
        rules: the runtime's numbers.
        compactions: how many compactions lie on the branch (numbers the summary).
        known: views of an earlier reading; entries never change once written.
    """
    views: dict[str, MessageView] = {}
    calls: dict[str, str] = {}
    for replayed in messages:
        segment_id = f"{CONVERSATION}/{replayed.entry.id or replayed.entry.seq}"
        view = known.get(segment_id) or _view_message(segment_id, replayed, rules, compactions, calls)
        calls.update(view.calls)
        views[segment_id] = view
    return views


def group_conversation(views: Mapping[str, MessageView]) -> Segment:
    """The ``conversation`` segment: one node a message."""
    return make_group(
        CONVERSATION, CONVERSATION, "Conversation", (view.segment for view in views.values()), "reconstructed"
    )


def _view_message(
    segment_id: str, replayed: ReplayedMessage, rules: RuntimeRules, compactions: int, calls: Mapping[str, str]
) -> MessageView:
    message, entry = replayed.message, replayed.entry
    text, changed_by = sent_text(message)
    blocks = message.blocks if changed_by is None else (TextBlock(text),)
    segment = make_group(
        segment_id,
        _KINDS.get(message.role, "custom"),
        _label(message, compactions, calls),
        _block_segments(segment_id, message, blocks, rules, entry.id),
        "reconstructed",
        entry_id=entry.id,
        detail=_message_detail(replayed, changed_by),
    )
    references = tuple(ToolCallRef(block.id, block.name) for block in blocks if isinstance(block, ToolCallBlock))
    sent = ContextMessage(
        role=sent_role(message),
        entry_id=entry.id,
        text=text,
        chars=utf16_length(text),
        changed_by=changed_by,
        tool_calls=references,
        tool_call_id=message.tool_call_id,
        tool_name=message.tool_name,
    )
    named = tuple((block.id, _call_words(block)) for block in blocks if isinstance(block, ToolCallBlock) and block.id)
    return MessageView(segment, sent, named)


def _block_segments(
    segment_id: str, message: Message, blocks: Sequence[Block], rules: RuntimeRules, entry_id: str | None
) -> list[Segment]:
    """One segment a block; the runtime estimates whole messages, so its number is shared out over the blocks."""
    sized = [_size_block(block, rules) for block in blocks]
    if message.role in _SUMMARY_ROLES:
        total = estimate_summary_tokens(message.text(), rules)
    else:
        total = estimate_message_tokens(message, rules)
    shares = apportion(total, [block.weight for block in sized])
    return [
        Segment(
            id=f"{segment_id}/{index}",
            kind=block.kind,
            label=block.label,
            chars=block.chars,
            tokens=TokenCount(tokens),
            provenance="reconstructed",
            entry_id=entry_id,
            text=block.text,
            detail=block.detail,
        )
        for index, (block, tokens) in enumerate(zip(sized, shares, strict=True))
    ]


@dataclass(frozen=True, slots=True)
class _SizedBlock:
    kind: str
    label: str
    chars: int
    text: str | None
    weight: int
    detail: dict[str, Any]


def _size_block(block: Block, rules: RuntimeRules) -> _SizedBlock:
    if isinstance(block, TextBlock):
        return _sized_text("text", "text", block.text)
    if isinstance(block, ThinkingBlock):
        signed = {"signature_chars": utf16_length(block.signature or ""), "redacted": block.redacted}
        return _sized_text("thinking", "thinking", block.thinking, signed)
    if isinstance(block, ToolCallBlock):
        detail = {"tool": block.name, "tool_call_id": block.id}
        return _sized_text("tool_call", f"{block.name} call", block.name + get_arguments_json(block), detail)
    if isinstance(block, ImageBlock):
        return _size_image(block, rules.images.estimate_chars)
    text = js_json(block.raw)
    return _SizedBlock("other", f"{block.type} block", utf16_length(text), text, 0, {"type": block.type})


def _sized_text(kind: str, label: str, text: str, detail: dict[str, Any] | None = None) -> _SizedBlock:
    return _SizedBlock(kind, label, utf16_length(text), text, estimate_weighted_chars(text), detail or {})


def _size_image(block: ImageBlock, weight: int) -> _SizedBlock:
    detail = {
        "mime_type": block.mime_type,
        "base64_chars": block.data_chars,
        "chars_are": "the runtime's flat weight of a picture",
    }
    return _SizedBlock("image", "picture", weight, None, weight, detail)


def apportion(total: int, weights: Sequence[int]) -> list[int]:
    """Whole shares of ``total`` in proportion to ``weights`` that add up to it (largest remainders first)."""
    if not weights:
        return []
    whole = sum(weights)
    if whole == 0:
        return [total, *[0] * (len(weights) - 1)]
    shares = [total * weight // whole for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda index: -(total * weights[index] % whole))
    for index in by_remainder[: total - sum(shares)]:
        shares[index] += 1
    return shares


def _label(message: Message, compactions: int, calls: Mapping[str, str]) -> str:
    if message.role == "compactionSummary":
        return f"Summary #{compactions}"
    if message.role == "branchSummary":
        return "Branch summary"
    if message.role == "toolResult":
        return _join(f"{message.tool_name or 'tool'} result", calls.get(message.tool_call_id or "", ""))
    if message.role == "bashExecution":
        return _join("shell", _few_words(str(message.raw.get("command", ""))))
    if message.role == "custom":
        return _join(str(message.raw.get("customType") or "custom"), _few_words(message.text()))
    if message.role == "assistant" and not message.text().strip():
        first = next((block for block in message.blocks if isinstance(block, ToolCallBlock)), None)
        if first is not None:
            return _join(f"{first.name} call", _call_words(first))
    return _join(message.role, _few_words(message.text()))


def _join(name: str, words: str) -> str:
    return f"{name} · {words}" if words else name


def _few_words(text: str) -> str:
    words = " ".join(text[: 4 * _LABEL_CHARS].split())
    return words if len(words) <= _LABEL_CHARS else words[: _LABEL_CHARS - 1] + "…"


def _call_words(block: ToolCallBlock) -> str:
    """The first string among the arguments says most: a command, a path, a query."""
    if isinstance(block.arguments, dict):
        first = next((value for value in block.arguments.values() if isinstance(value, str)), None)
        return _few_words(first) if first else ""
    return ""


def _message_detail(replayed: ReplayedMessage, changed_by: str | None) -> dict[str, Any]:
    message, entry = replayed.message, replayed.entry
    detail: dict[str, Any] = {
        "role": message.role,
        "timestamp_ms": message.timestamp_ms or entry.timestamp_ms,
        "stored_bytes": entry.bytes,
        "seq": entry.seq,
    }
    if message.role == "toolResult":
        detail |= {"tool": message.tool_name, "tool_call_id": message.tool_call_id, "is_error": message.is_error}
    if message.role == "assistant":
        detail |= {"model": message.raw.get("model"), "stop_reason": message.raw.get("stopReason")}
    if changed_by is not None:
        detail["changed_by"] = changed_by
    if replayed.prelude:
        detail["kept_across_reset"] = True
    return detail
