"""How the runtime's ``/context`` command sizes messages, and which of them it takes for real conversation.

Mirrors OpenClaw 2026.9.6 ``estimateMessageChars`` and ``isRealConversationMessage``, prompt-side.md sections 8.6, 8.7.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence

from inspector.domain.javascript import WHITESPACE, js_trim, utf16_length
from inspector.domain.json_values import find_text
from inspector.domain.messages import Block, ImageBlock, Message, OtherBlock, TextBlock, ThinkingBlock, ToolCallBlock
from inspector.runtime import RuntimeRules, get_runtime_rules
from inspector.tokens.message_parts import (
    SUMMARY_ROLES,
    count_block_json_chars,
    get_arguments_json,
    get_summary_text,
    render_bash_execution,
)
from inspector.tokens.weighted_chars import estimate_weighted_chars

_ANCHOR_ROLES = frozenset({"user", "custom", "bashExecution"}) | SUMMARY_ROLES
_WITHOUT_MEANING = frozenset(
    {"toolCall", "toolUse", "functionCall", "tool_call", "tool_use", "function_call", "thinking", "reasoning"}
)
_SILENT = re.compile(rf"NO_REPLY(?:[{WHITESPACE}]+NO_REPLY)*", re.IGNORECASE | re.ASCII)
_HEARTBEAT = "HEARTBEAT_OK"
_HEARTBEAT_AT_END = re.compile(rf"{_HEARTBEAT}([^A-Za-z0-9_]{{0,4}})\Z")
_TAG = re.compile("<[^>]*>")
_HARD_SPACE = re.compile("&nbsp;", re.IGNORECASE)
_EDGE_MARKS = "*`~_"
_TRAILING_UNITS_MAX = 4


def estimate_message_chars(message: Message, rules: RuntimeRules | None = None) -> int:
    """Chars that ``/context map`` gives a message in its Conversation group.

    Args:
        message: of any role.
        rules: those of the newest known release where left out.

    Source: OpenClaw 2026.9.6, ``estimateMessageChars``, prompt-side.md section 8.6.
    """
    rules = rules or get_runtime_rules()
    if message.excluded_from_context:
        return 0
    if message.role in {"toolResult", "tool"} or message.raw.get("type") == "toolResult":
        return sum(_result_block_chars(block, rules) for block in message.blocks)
    if message.role in {"user", "custom"}:
        return sum(_prompt_block_chars(block, rules) for block in message.blocks)
    if message.role == "assistant":
        return 0 if message.string_content else sum(map(_assistant_block_chars, message.blocks))
    if message.role == "bashExecution":
        return utf16_length(render_bash_execution(message.raw))
    if message.role in SUMMARY_ROLES:
        return utf16_length(get_summary_text(message)) + count_wrapper_chars(message.role, rules)
    return rules.estimates.other_message_chars


def count_wrapper_chars(summary_role: str, rules: RuntimeRules) -> int:
    """Chars of the fixed words around a summary of ``compactionSummary`` or ``branchSummary``."""
    numbers = rules.estimates
    return numbers.compaction_wrapper_chars if summary_role == "compactionSummary" else numbers.branch_wrapper_chars


def _prompt_block_chars(block: Block, rules: RuntimeRules) -> int:
    if isinstance(block, TextBlock):
        return utf16_length(block.text)
    return rules.images.estimate_chars if isinstance(block, ImageBlock) else count_block_json_chars(block)


def _assistant_block_chars(block: Block) -> int:
    if isinstance(block, TextBlock):
        return utf16_length(block.text)
    if isinstance(block, ThinkingBlock):
        return utf16_length(block.thinking)
    if isinstance(block, ToolCallBlock) and block.raw.get("type", "toolCall") == "toolCall":
        return utf16_length(get_arguments_json(block))
    return count_block_json_chars(block)


def _result_block_chars(block: Block, rules: RuntimeRules) -> int:
    minimum = rules.estimates.tool_result_minimum_weight
    if isinstance(block, TextBlock):
        return estimate_weighted_chars(block.text, minimum, rules)
    return rules.images.tool_result_chars if isinstance(block, ImageBlock) else minimum * count_block_json_chars(block)


def is_real_conversation_message(
    message: Message, earlier: Sequence[Message], rules: RuntimeRules | None = None
) -> bool:
    """Whether ``/context detail`` counts ``message`` among the real conversation.

    Args:
        message: the one in question.
        earlier: messages before it, oldest first; only the last few are looked at.
        rules: those of the newest known release where left out.

    Source: OpenClaw 2026.9.6, ``isRealConversationMessage``, prompt-side.md section 8.7.
    """
    if message.excluded_from_context:
        return False
    if message.role == "toolResult":
        lookback = (rules or get_runtime_rules()).estimates.conversation_lookback_messages
        return any(one.role in _ANCHOR_ROLES and _has_meaning(one) for one in earlier[-lookback:])
    if message.role == "custom" and message.raw.get("display") is False:
        return False
    return (message.role == "assistant" or message.role in _ANCHOR_ROLES) and _has_meaning(message)


def _has_meaning(message: Message) -> bool:
    if message.role == "bashExecution":
        parts = (find_text(message.raw, "command") or "", find_text(message.raw, "output") or "")
        return _is_meaningful_text("\n".join(parts))
    if message.role in SUMMARY_ROLES:
        return _is_meaningful_text(get_summary_text(message))
    return any(map(_is_meaningful_block, message.blocks))


def _is_meaningful_block(block: Block) -> bool:
    if isinstance(block, TextBlock):
        return _is_meaningful_text(block.text)
    if isinstance(block, OtherBlock):
        return isinstance(block.raw, Mapping) and block.type != "text" and block.type not in _WITHOUT_MEANING
    return isinstance(block, ImageBlock)


def _is_meaningful_text(text: str) -> bool:
    trimmed = js_trim(text)
    if not trimmed or _SILENT.fullmatch(trimmed) or _SILENT.fullmatch(_strip_punctuation(trimmed)):
        return False
    return _HEARTBEAT not in trimmed or bool(_strip_heartbeat(trimmed))


def _strip_punctuation(text: str) -> str:
    start, end = 0, len(text)
    while start < end and unicodedata.category(text[start]).startswith("P"):
        start += 1
    while end > start and unicodedata.category(text[end - 1]).startswith("P"):
        end -= 1
    return js_trim(text[start:end])


def _strip_heartbeat(trimmed: str) -> str:
    """What an acknowledging text says besides its token."""
    stripped = _strip_heartbeat_edges(trimmed)
    if stripped and stripped != trimmed:
        return stripped
    plain = _HARD_SPACE.sub(" ", _TAG.sub(" ", trimmed)).strip(_EDGE_MARKS)
    return _strip_heartbeat_edges(plain)


def _strip_heartbeat_edges(text: str) -> str:
    """``text`` without tokens at its start and end; up to four signs after the last one stay unless they are all."""
    text = js_trim(text)
    while True:
        if text.startswith(_HEARTBEAT):
            text = js_trim(text[len(_HEARTBEAT) :])
            continue
        match = _HEARTBEAT_AT_END.search(text)
        if match is None or utf16_length(match.group(1)) > _TRAILING_UNITS_MAX:
            return text
        before = js_trim(text[: match.start()])
        text = before + match.group(1) if before else ""
